//go:build unix

package sshd

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/creack/pty"
)

// openssh is the client that everybody has; the test is skipped where it is not.
func (r *classroom) openssh(home string, args ...string) *exec.Cmd {
	r.Helper()
	path, err := exec.LookPath(args[0])
	if err != nil {
		r.Skip("no OpenSSH client here:", err)
	}
	host, port, _ := net.SplitHostPort(r.address)
	options := []string{"-F", "none", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=" + filepath.Join(home, "known"),
		"-o", "IdentitiesOnly=yes", "-o", "IdentityFile=" + filepath.Join(home, "id"), "-o", "LogLevel=ERROR", "-o", "Port=" + port}
	for k, a := range args {
		args[k] = strings.ReplaceAll(a, "HOST", host)
	}
	cmd := exec.Command(path, append(options, args[1:]...)...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	return cmd
}

// The real client, with a key and without: words, exit codes, the work brought home,
// and what is refused.
func TestOpenSSH(t *testing.T) {
	t.Parallel()
	r := open(t, standard(t))
	home := t.TempDir()
	keygen, err := exec.LookPath("ssh-keygen")
	if err != nil {
		t.Skip("no OpenSSH here:", err)
	}
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
		{[]string{"ssh", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "HOST", "help"}, "", "remote port forwarding failed", 255},
		{[]string{"ssh", "-W", "127.0.0.1:1", "HOST"}, "", "stdio forwarding failed", 255},
		{[]string{"scp", "-O", "HOST:/etc/passwd", "x"}, "", "there is no word", 1},
		{[]string{"scp", "HOST:/etc/passwd", "x"}, "", "there are no files and no subsystems here", 255},
		{[]string{"sftp", "HOST"}, "", "there are no files and no subsystems here", 255},
	} {
		cmd := r.openssh(home, c.args...)
		var out, told bytes.Buffer
		cmd.Stdout, cmd.Stderr, cmd.Dir = &out, &told, home
		err := cmd.Run()
		var exit *exec.ExitError
		if errors.As(err, &exit); exit != nil && exit.ExitCode() != c.code || exit == nil && c.code != 0 ||
			!strings.Contains(out.String(), c.out) || !strings.Contains(told.String(), c.told) || strings.Contains(out.String()+told.String(), "root:") {
			t.Errorf("%v gives %q, %q and %v", c.args, out.String(), told.String(), err)
		}
	}
	if out, err := exec.Command(keygen, "-q", "-t", "ed25519", "-N", "", "-f", filepath.Join(home, "id")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := r.openssh(home, "ssh", "explore@HOST")
	file, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("no pseudo terminal:", err)
	}
	x := &screen{TB: t, keys: file, more: make(chan struct{}, 1), over: make(chan struct{})}
	go func() {
		defer close(x.over)
		buffer := make([]byte, 1<<14)
		for {
			n, err := file.Read(buffer)
			_, _ = x.Write(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	x.sees("step 0/0")
	x.press("\r\r")
	x.sees("step 2/2")
	if err := pty.Setsize(file, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		t.Fatal(err)
	}
	x.await("a wide screen", func(seen string) bool { return strings.Contains(ansi.Strip(seen), "╭ history") })
	x.press("q")
	x.sees("Saved at step 2 of bat, total 6: the same ssh continues it.")
	<-x.over
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	_ = file.Close()
	text, err := r.openssh(home, "ssh", "HOST", "sequence").Output()
	if err != nil || bytes.Count(text, []byte("\n")) != 3 || !bytes.HasPrefix(text, []byte("# bat, total 6, 2 steps of ")) {
		t.Errorf("home comes %q: %v", text, err)
	}
}

// What docs/class.md has sshd do is a word behind the host, whatever somebody asks
// for: nothing of it is an option or a command of the machine's.
func TestForceCommand(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../docs/class.md")
	if err != nil {
		t.Fatal(err)
	}
	_, line, ok := strings.Cut(string(content), "ForceCommand ")
	line, _, _ = strings.Cut(line, "\n")
	if !ok || !strings.Contains(line, `-- 127.0.0.1 "$SSH_ORIGINAL_COMMAND"`) || !strings.Contains(line, "-e none") {
		t.Fatalf("the recipe is %q", line)
	}
	r := open(t, standard(t))
	if _, err := exec.LookPath("ssh"); err != nil {
		t.Skip("no OpenSSH client here:", err)
	}
	_, port, _ := net.SplitHostPort(r.address)
	line = strings.ReplaceAll(line, "-p 2222", "-F none -o UserKnownHostsFile=/dev/null -p "+port)
	here := t.TempDir()
	for asked, want := range map[string]string{
		"show bat": "bat: 8 vertices", "help": "print these words", "": "there is no terminal for the menu",
		"-oProxyCommand=touch x": "there is no word", "help; touch x": `no word "help;" here`, "$(touch x)": "there is no word", "`touch x`": "there is no word",
		"show bat\n~C": "too much",
	} {
		cmd := exec.Command("sh", "-c", line)
		cmd.Dir = here
		cmd.Env = []string{"HOME=" + here, "PATH=" + os.Getenv("PATH"), "SSH_ORIGINAL_COMMAND=" + asked}
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), want) {
			t.Errorf("%q gives %q", asked, out)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(here, "x*")); len(left) > 0 {
		t.Errorf("it did something: %v", left)
	}
}
