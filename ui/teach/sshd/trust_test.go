package sshd

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"facet/model/modeltest/extent"
	"github.com/charmbracelet/x/ansi"
	gossh "golang.org/x/crypto/ssh"
)

// No other machine is let in unless the options say so.
func TestOtherAddressesAreMeant(t *testing.T) {
	t.Parallel()
	keys := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(keys, gossh.MarshalAuthorizedKey(key(t).PublicKey()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		address, keys string
		open          bool
		says          string
	}{
		{"127.0.0.1:2222", "", false, ""}, {"localhost:0", "", false, ""}, {"[::1]:22", "", false, ""},
		{"127.8.0.1:1", "", false, ""},
		{":2222", "", false, "lets other machines connect"},
		{"0.0.0.0:2222", "", false, "--authorized-keys, or let anybody connect with --open"},
		{"[::]:2222", "", false, "lets other machines"},
		{"192.168.1.5:2222", "", false, "lets other machines"},
		{"example.org:2222", "", false, "lets other machines"},
		{"localhost.example.org:22", "", false, "lets other machines"},
		{"2222", "", false, "write host:port"},
		{":2222", "", true, ""}, {":2222", keys, false, ""},
	} {
		o := standard(t)
		o.Address, o.AuthorizedKeys, o.Open = c.address, c.keys, c.open
		_, err := New(o)
		if (c.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// With a list of keys only these come in, and one without a key does not.
func TestListedKeys(t *testing.T) {
	t.Parallel()
	own, lecturer, other := key(t), key(t), key(t)
	o := standard(t)
	o.AuthorizedKeys, o.Lecturers = filepath.Join(o.State, "keys"), filepath.Join(o.State, "lecturers")
	line := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(own.PublicKey())))
	for path, text := range map[string]string{o.AuthorizedKeys: "# the class\n\n" + line + " Ben\x1b[2J\r\n",
		o.Lecturers: string(gossh.MarshalAuthorizedKey(lecturer.PublicKey()))} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := open(t, o)
	for _, k := range []gossh.Signer{other, nil} {
		if c, err := gossh.Dial("tcp", r.address, login("student", k)); err == nil {
			c.Close()
			t.Error("somebody came in who is not listed")
		}
	}
	for _, k := range []gossh.Signer{own, lecturer} {
		if out, _, code := said(t, r.dial("student", k), "help"); code != 0 || out == "" ||
			strings.Contains(out, "lead the class") != (k == lecturer) {
			t.Errorf("%d: %q", code, out)
		}
	}
	if !strings.Contains(r.log.String(), `who=Ben?[2J`) {
		t.Errorf("the log: %s", r.log)
	}
	for path, says := range map[string]string{"missing": "cannot read the keys", "bad": "line 2 of",
		"empty": "lists no key"} {
		if path != "missing" {
			if err := os.WriteFile(filepath.Join(o.State, path),
				[]byte(map[string]string{"bad": "# x\nssh-ed25519 x\n", "empty": "# nobody\n"}[path]),
				0o600); err != nil {
				t.Fatal(err)
			}
		}
		o.AuthorizedKeys = filepath.Join(o.State, path)
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// The host key is made once, for the server alone, and stays; dags are not larger
// than a class can take.
func TestHostKeyAndDags(t *testing.T) {
	t.Parallel()
	o := standard(t)
	o.Dags = bat(t)
	one, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(o.State, "host_ed25519")
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 || !one.fresh {
		t.Fatal(info, err)
	}
	if _, err := New(o); err == nil ||
		!strings.Contains(err.Error(), o.State+" cannot be used: another process is using it") {
		t.Error("two servers have one folder:", err)
	}
	if err := one.Close(); err != nil {
		t.Fatal(err)
	}
	two, err := New(o)
	if err != nil || two.fresh || two.fingerprint() != one.fingerprint() ||
		!strings.HasPrefix(one.fingerprint(), "SHA256:") {
		t.Error("another key", err)
	}
	if err := two.Close(); err != nil {
		t.Fatal(err)
	}
	o.Limits.Edges = 8
	if _, err := New(o); err == nil || !strings.Contains(err.Error(), "bat has 9 edges, the limit is 8") {
		t.Error(err)
	}
	o.Limits.Edges = 9
	if runtime.GOOS != "windows" {
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), "others can read the host key") {
			t.Error(err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("no key"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := New(o); err == nil || !strings.Contains(err.Error(), "is not a private key") {
		t.Error(err)
	}
	o.Lessons = map[string][]byte{"mine": []byte("---\ntitle: Without a dag\n---\n")}
	if _, err := New(o); err == nil ||
		!strings.Contains(err.Error(),
			"the lesson mine cannot be served: line 1: the front matter has no dag") {
		t.Error(err)
	}
}

// Every word, for every role, on every kind of terminal.
func TestEveryWordOnEveryTerminal(t *testing.T) {
	extent.NoRace(t)
	synctest.Test(t, everyWordOnEveryTerminal)
}

func everyWordOnEveryTerminal(t *testing.T) {
	o, lecturer := withLecturer(t)
	r := openWithin(t, o)
	var sessions sync.WaitGroup
	for _, k := range []gossh.Signer{nil, lecturer} {
		c := r.dial("somebody", k)
		for d, at := range []device{
			{"xterm", 80, 24, nil, ""}, {"xterm-256color", 100, 30, []string{"NO_COLOR", "1"}, ""},
			{"dumb", 80, 24, nil, ""}, {"vt100", 40, 10, []string{"LANG", "C"}, ""},
		} {
			for n, w := range words() {
				if w.leads && k == nil || (n+d)%size(4, 1) > 0 {
					continue
				}
				at := at
				at.command = w.name
				if strings.HasPrefix(w.args, "N") {
					at.command += " bat"
				}
				if k == nil { // a connection without a key has so many sessions at once
					c = r.dial("somebody", nil)
				}
				x := r.sit(c, at)
				run := func() {
					if w.screen {
						x.await(at.command+" on "+at.term, func(seen string) bool {
							return len(strings.TrimSpace(ansi.Strip(seen))) > 20
						})
						x.press("\x03\x03") // the first may be enough
					}
					if code := x.ends(); code != 0 && w.name != "sequence" && w.name != "found" {
						// there is nothing yet
						t.Errorf("%s on %s: exit code %d, %s", at.command, at.term, code, tail(x.all()))
					}
					seen := x.all()
					if plain := at.term == "dumb" || slices.Contains(at.env, "NO_COLOR"); plain &&
						(strings.Contains(seen, "\x1b[38") || strings.Contains(seen, ";38;") ||
							strings.Contains(seen, "\x1b[1;3")) {
						t.Errorf("%s on %s %v has colours: %s", at.command, at.term, at.env, tail(seen))
					}
					if at.term == "dumb" && strings.ContainsFunc(ansi.Strip(seen), func(c rune) bool {
						return c > 0x7f
					}) {
						t.Errorf("%s on %s is not ASCII: %s", at.command, at.term, tail(ansi.Strip(seen)))
					}
				}
				if k != nil {
					run() // a key has so many sessions at once
				} else {
					sessions.Go(run)
				}
			}
		}
	}
	sessions.Wait()
}

// What stands before a key is obeyed, or the line is refused with its number and the
// option's name.
func TestOptionsOfKeys(t *testing.T) {
	t.Parallel()
	own := key(t)
	line := strings.TrimSpace(string(gossh.MarshalAuthorizedKey(own.PublicKey())))
	for _, c := range []struct {
		options string
		says    string // before the first client comes
	}{
		{`from="127.*"`, "line 2 of KEYS: from is not supported"},
		{`EXPIRY-TIME="20200101"`, "EXPIRY-TIME is not supported"},
		{`cert-authority`, "line 2 of KEYS: cert-authority is not supported"},
		{`principals="a"`, "principals is not supported"},
		{`command="/bin/date"`, "command is not supported"},
		{`environment="A=b"`, "environment is not supported"}, {`tunnel="0"`, "tunnel is not supported"},
		{`verify-required`, "verify-required is not supported"},
		{`pty,command="x, y \"z\""`, "command is not supported"}, {`nonsense`, "nonsense is not supported"},
		{`no-pty`, "no-pty is not supported"}, {`restrict`, "restrict is not supported"},
		{`no-port-forwarding,no-agent-forwarding,no-X11-forwarding,no-user-rc,permitopen="a:1"`, ""},
	} {
		o := standard(t)
		o.AuthorizedKeys = filepath.Join(o.State, "keys")
		if err := os.WriteFile(o.AuthorizedKeys, []byte("# the class\n"+c.options+" "+line+" Ben\n"),
			0o600); err != nil {
			t.Fatal(err)
		}
		if c.says != "" {
			if _, err := New(o); err == nil ||
				!strings.Contains(err.Error(), strings.ReplaceAll(c.says, "KEYS", o.AuthorizedKeys)) {
				t.Errorf("%s: %v", c.options, err)
			}
			continue
		}
		r := open(t, o)
		if _, told, code := said(t, r.dial("student", own), "help"); code != 0 {
			t.Errorf("%s: %s", c.options, told)
		}
	}
}

// In a script, where ssh asks the user nothing, a name says that there is no key; it
// reaches no more than without a key, and nothing where keys are listed.
func TestWithoutAKeyInAScript(t *testing.T) {
	t.Parallel()
	none := func(user string) *gossh.ClientConfig {
		return &gossh.ClientConfig{User: user, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
			Timeout: patience}
	}
	o := standard(t)
	r := open(t, o)
	for user, in := range map[string]bool{"guest": true, "help": true, "show": true, "student": false,
		"lead": false, "sequence": false, "results": false, "follow": false, "": false} {
		c, err := gossh.Dial("tcp", r.address, none(user))
		if (err == nil) != in {
			t.Errorf("%s: %v", user, err)
		}
		if err != nil {
			until(t, "in the log", func() bool { return strings.Contains(r.log.String(), "login failed") })
			continue
		}
		if out, _, code := said(t, c, "show bat"); code != 0 || !strings.Contains(out, "bat: 8 vertices") {
			t.Errorf("%s: %q, %d", user, out, code)
		}
		if out, _, code := said(t, c, "bat"); user == "show" &&
			(code != 0 || !strings.Contains(out, "bat: 8 vertices")) {
			t.Errorf("show@ with a name: %q, %d", out, code)
		}
		if _, told, code := said(t, c, "lead"); code != 1 || !strings.Contains(told, "is for lecturers") {
			t.Errorf("%s leads: %q", user, told)
		}
		c.Close()
	}
	o = standard(t)
	o.AuthorizedKeys = filepath.Join(o.State, "keys")
	if err := os.WriteFile(o.AuthorizedKeys, gossh.MarshalAuthorizedKey(key(t).PublicKey()),
		0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := gossh.Dial("tcp", open(t, o).address, none("guest")); err == nil {
		c.Close()
		t.Error("a guest came in where keys are listed")
	}
}
