//go:build unix

package end

import (
	"bytes"
	"encoding/base64"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"facet/model/modeltest/extent"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/crypto/ssh/agent"
)

// The real client, with a key and without: words, exit codes, the work brought home,
// and what is refused.
func TestOpenSSH(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	class := h.serves("bat")
	for _, c := range []struct {
		args      []string
		out, told string
		code      int
	}{
		{[]string{"ssh", "HOST", "show", "bat"}, "bat: 8 vertices, 9 edges", "", 0},
		{[]string{"ssh", "HOST", "sequence"}, "", "facet: nothing is saved without a key", 1},
		{[]string{"ssh", "HOST"}, "", "facet: there is no terminal for the menu", 1},
		{[]string{"ssh", "HOST", "rm", "-rf", "/"}, "", `facet: there is no word "rm" here`, 1},
		{[]string{"ssh", "-A", "-X", "-o", "SendEnv=HOME", "HOST", "help"}, "print these words", "", 0},
		{[]string{"ssh", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "HOST", "help"}, "",
			"remote port forwarding failed", 255},
		{[]string{"ssh", "-W", "127.0.0.1:1", "HOST"}, "", "stdio forwarding failed", 255},
		{[]string{"scp", "-O", "HOST:/etc/passwd", "x"}, "", "there is no word", 1},
		{[]string{"scp", "HOST:/etc/passwd", "x"}, "", "there are no files and no subsystems here", 255},
		{[]string{"sftp", "HOST"}, "", "there are no files and no subsystems here", 255},
	} {
		cmd := h.ssh(class, c.args...)
		var out, told bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &told
		err := cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit); exit != nil && exit.ExitCode() != c.code || exit == nil && c.code != 0 ||
			!strings.Contains(out.String(), c.out) || !strings.Contains(told.String(), c.told) ||
			strings.Contains(out.String()+told.String(), "root:") {
			t.Errorf("%v gives %q, %q and %v", c.args, out.String(), told.String(), err)
		}
	}
	h.makesKey("id")
	h.writes(map[string]string{".config/facet/config.yaml": "keys:\n  undo: X\n"})
	x := h.comes(h.ssh(class, "ssh", "explore@HOST"), 80, 24)
	x.sees("step 0/0")
	x.press("\r\r")
	x.sees("step 2/2")
	x.press("Y") // goes to the clipboard of the terminal in front of the guest
	x.sees("Copied the sequence, ")
	x.await("the sequence for the clipboard", func(seen string) bool {
		_, code, _ := strings.Cut(seen, "\x1b]52;c;")
		code, _, ended := strings.Cut(code, "\a")
		text, err := base64.StdEncoding.DecodeString(code)
		return ended && err == nil && strings.HasPrefix(string(text), "# bat, total 6\n")
	})
	if err := pty.Setsize(x.file, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	x.await("a wide screen", func(seen string) bool {
		return strings.Contains(ansi.Strip(seen), "╭ history")
	})
	x.press("X") // the guest's own file stays at home
	x.sees("The key X has no meaning here")
	x.press(":set ascii on\r")
	x.await("ASCII", func(seen string) bool { return strings.Contains(ansi.Strip(seen), "+ history -") })
	x.press("q")
	x.sees("Saved at step 2 of bat, total 6: the same ssh continues it.")
	if err := x.ends(); err != nil {
		t.Error(err)
	}
	if text, steps := h.sequence(class, h.path("id")); steps != 2 ||
		!strings.HasPrefix(text, "# bat, total 6, 2 steps of ") {
		t.Errorf("home comes %q", text)
	}
}

// In a script the real client asks the user nothing. Without a key it comes in by name,
// and is told so by any other; with one, of an agent too, it comes with that by any.
func TestOpenSSHInAScript(t *testing.T) {
	extent.NoRace(t)
	t.Parallel()
	h, other := newHouse(t), newHouse(t)
	for _, name := range []string{"key", "other"} {
		h.makesKey(name)
	}
	open, listed := h.serves("lion"), other.serves("--authorized-keys", h.path("key.pub"), "lion")
	const guest, refused, unknown = "facet: nothing is saved without a key", "write guest@127.0.0.1",
		"facet: you have no saved work yet"
	for _, c := range []struct {
		where       *class
		key, agent  string
		batch, user string
		told        string
		code        int
	}{
		{open, "none", "", "yes", "guest", guest, 1},
		{open, "none", "", "yes", "student", refused, 255},
		{open, "none", "", "yes", "sequence", refused, 255},
		{open, "none", "", "no", "student", guest, 1},
		{open, "key", "", "yes", "student", unknown, 1},
		{open, "key", "", "yes", "sequence", unknown, 1},
		{open, "key", "", "no", "student", unknown, 1},
		{open, "none", "key", "yes", "student", unknown, 1},
		{open, "none", "key", "no", "student", unknown, 1},
		{listed, "key", "", "yes", "student", unknown, 1},
		{listed, "other", "", "yes", "student", "Permission denied (publickey)", 255},
		{listed, "other", "", "no", "student", "Permission denied (publickey)", 255},
		{listed, "none", "", "yes", "guest", "Permission denied (publickey)", 255},
		{listed, "other", "key", "yes", "student", unknown, 1},
	} {
		cmd := as(h.path(c.key), h.ssh(c.where, "ssh", "-o", "BatchMode="+c.batch, "-l", c.user, "HOST", "sequence"))
		own := strings.NewReplacer("LogLevel=ERROR", "LogLevel=INFO", "IdentitiesOnly=yes", "IdentitiesOnly=no",
			h.path("known"), "/dev/null") // each class has a key of its own
		for k, arg := range cmd.Args {
			cmd.Args[k] = own.Replace(arg)
		}
		if c.agent != "" {
			cmd.Env = append(cmd.Env, "SSH_AUTH_SOCK="+agentWith(t, h.path(c.agent)))
		}
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.told) {
			t.Errorf("%+v gives %d, %q", c, code, out)
		}
	}
}

// agentWith is the socket of an agent that has a key.
func agentWith(t *testing.T, key string) string {
	t.Helper()
	text, err := os.ReadFile(key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := gossh.ParseRawPrivateKey(text)
	if err != nil {
		t.Fatal(err)
	}
	ring := agent.NewKeyring()
	if err := ring.Add(agent.AddedKey{PrivateKey: private}); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "a") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(dir, "s"))
	if err != nil {
		t.Fatal(err)
	}
	var serving sync.WaitGroup
	t.Cleanup(func() {
		_ = l.Close()
		serving.Wait()
		_ = os.RemoveAll(dir)
	})
	serving.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = agent.ServeAgent(ring, c)
			_ = c.Close()
		}
	})
	return l.Addr().String()
}

// What docs/class.md has sshd do is a word behind the host, whatever the client asks
// for: nothing of it is an option or a command of the machine's.
func TestForceCommand(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../docs/class.md")
	if err != nil {
		t.Fatal(err)
	}
	_, line, ok := strings.Cut(string(content), "ForceCommand ")
	line, _, _ = strings.Cut(line, "\n")
	if !ok || !strings.Contains(line, `-- 127.0.0.1 "$SSH_ORIGINAL_COMMAND"`) ||
		!strings.Contains(line, "-e none") {
		t.Fatalf("the recipe is %q", line)
	}
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("no OpenSSH client here:", err)
	}
	h := newHouse(t)
	line = strings.ReplaceAll(line, "-p 2222", "-F none -o UserKnownHostsFile=/dev/null -p "+h.serves("lion").port)
	here := t.TempDir()
	for asked, want := range map[string]string{
		"show bat": "bat: 8 vertices", "help": "print these words", "": "there is no terminal for the menu",
		"-oProxyCommand=touch x": "there is no word", "help; touch x": `no word "help;" here`,
		"$(touch x)": "there is no word", "`touch x`": "there is no word",
		"show bat\n~C": "too much",
	} {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = here
		cmd.Env = h.environment("SSH_ORIGINAL_COMMAND=" + asked)
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("%q gives %q", asked, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(here, "x*")); len(left) > 0 {
		t.Errorf("it did something: %v", left)
	}
}
