//go:build unix

package measuring_test

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/measuring"
)

// TestAsAProcess is facet measure as a process of its own, for tests that end it or take
// from it what it needs. Of itself it tests nothing.
func TestAsAProcess(t *testing.T) {
	args := os.Getenv("FACET_MEASURE")
	if args == "" {
		t.Skip("this is for other tests")
	}
	c := measuring.Command(&shell.Shell{Out: os.Stdout, Data: os.Stdout, Err: os.Stderr,
		Files: &files.Disk{}})
	c.SetArgs(strings.Fields(args))
	c.SilenceUsage, c.SilenceErrors = true, true
	if err := c.ExecuteContext(t.Context()); err != nil {
		t.Fatal("error: " + err.Error())
	}
}

// process is such a process, begun by a line of sh.
func process(t *testing.T, dir, before, args string) (*exec.Cmd, *bytes.Buffer) {
	t.Helper()
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	temporary := filepath.Join(dir, "temporary")
	if err := os.MkdirAll(temporary, 0o777); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	run := exec.Command("sh", "-c", before+` exec "$0" -test.run '^TestAsAProcess$'`, os.Args[0])
	run.Dir, run.Stdout, run.Stderr = dir, &said, &said
	run.Env = append(os.Environ(), "FACET_MEASURE="+args+" --time 30m --repeat 1 --python "+path,
		"TMPDIR="+temporary)
	return run, &said
}

// left lists the files of a folder.
func left(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all = append(all, filepath.Base(path))
		}
		return nil // what is removed meanwhile is not left
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A measurement that is killed leaves no output, no interpreter, nothing that the program
// has started, and no temporary files: the program and what it has started hold a connection, which
// is at its end when both are.
func TestKilled(t *testing.T) {
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t,
		fmt.Sprintf("import socket, subprocess, time\nto = socket.create_connection(('127.0.0.1', %d))\nsubprocess.Popen(['sh', '-c', 'echo begun; sleep 100000'], stdout=to)\ntime.sleep(100000)\n", at.Addr().(*net.TCPAddr).Port))
	run, said := process(t, dir, "", "f.py --out f.json --plan best --driver f_jacobian.py")
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		ended <- run.Wait()
		at.Close() // nothing comes any more
	}()
	connection, err := at.Accept()
	if err != nil {
		t.Fatalf("the program does not begin: %s", said)
	}
	defer connection.Close()
	if _, err := io.ReadFull(connection, make([]byte, len("begun\n"))); err != nil {
		t.Fatal(err)
	}
	if err := run.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if more, err := io.ReadAll(connection); err != nil || len(more) > 0 {
		t.Errorf("%q, %v", more, err)
	}
	<-ended
	if got := strings.Join(left(t, dir), " "); got != "f.py" {
		t.Errorf("left are %s; %s", got, said)
	}
}

// A disk that takes no more bytes is told about in a sentence, and nothing is left.
func TestFullDisk(t *testing.T) {
	dir := folder(t, bottleneck)
	run, said := process(t, dir, "ulimit -f 1;", "f.py --out f.json")
	err := run.Run()
	if err == nil || !strings.Contains(said.String(), "error: the temporary folder "+filepath.Join(dir,
		"temporary")+" takes no files: file too large: make room there, or name another with TMPDIR") {
		t.Errorf("%v: %s", err, said)
	}
	if got := strings.Join(left(t, dir), " "); got != "f.py" {
		t.Errorf("left are %s", got)
	}
}

// A folder that takes no files is told about before the program is run.
func TestReadOnlyFolder(t *testing.T) {
	dir := folder(t, bottleneck)
	if err := os.Mkdir(filepath.Join(dir, "closed"), 0o555); err != nil {
		t.Fatal(err)
	}
	before := ""
	if os.Getuid() == 0 {
		if _, err := exec.LookPath("setpriv"); err != nil {
			t.Skip("root writes everywhere, and there is no setpriv to be another user")
		}
		for d := dir; d != os.TempDir() && d != "/"; d = filepath.Dir(d) {
			if err := os.Chmod(d, 0o755); err != nil { // the test's own folders
				t.Fatal(err)
			}
		}
		program := filepath.Join(dir, "measuring.test")
		text, err := os.ReadFile(os.Args[0])
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(program, text, 0o755); err != nil {
			t.Fatal(err)
		}
		before = "set -- " + program +
			"; exec setpriv --reuid 65534 --clear-groups \"$1\" -test.run '^TestAsAProcess$';"
	}
	for _, flags := range []string{"--out closed/f.json", "--plan best --driver closed/f.py"} {
		run, said := process(t, dir, before, "f.py "+flags)
		err := run.Run()
		name := strings.Fields(flags)[len(strings.Fields(flags))-1]
		if err == nil || !strings.Contains(said.String(),
			"error: cannot write "+name+": permission denied") ||
			strings.Contains(said.String(), "running f.py") {
			t.Errorf("%v: %s", err, said)
		}
	}
	if got := left(t, filepath.Join(dir, "closed")); len(got) > 0 {
		t.Errorf("left are %s", got)
	}
}
