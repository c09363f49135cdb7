package recorded

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"facet/model/programs/driver"
)

// FindPython finds a Python with numpy, once for all tests.
var FindPython = sync.OnceValues(func() (string, error) { return Python{}.Interpreter(context.Background()) })

// Forked measures programs as Python does, in copies of one process that has imported numpy and
// what measures: to import these takes longer than to measure a small program.
func Forked(t *testing.T) Runner {
	t.Helper()
	f, err := imported()
	if err != nil {
		t.Skip(err)
	}
	return Runner{Language: "python", Output: io.Discard, start: f.start}
}

// forks carries out a request for each line, with its file and the file of its answer, and says so.
const forks = `
import json, os, shutil, signal, sys
import facet_measure

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    request, answer = json.loads(line)
    if os.fork() > 0:
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child == 0:
        try:
            null = os.open(os.devnull, os.O_RDWR)
            for n in range(3):
                os.dup2(null, n)
            os.setpgid(0, 0)
            sys.argv = ["facet_measure.py", request, answer]
            facet_measure.main()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    os.write(1, (answer + "\n").encode())
    os._exit(0)
shutil.rmtree(sys.path[0])
`

type forked struct {
	requests io.Writer
	lock     sync.Mutex
	done     map[string]chan struct{} // by the file of the answer
}

var imported = sync.OnceValues(func() (*forked, error) {
	path, err := FindPython()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "facet-forks-")
	if err != nil {
		return nil, err
	}
	if err := write(dir, map[string][]byte{
		"facet_modules.py": Runtime, "facet_measure.py": measurer, "facet_habits.py": habits, "facet_quicker.py": quicker,
		"facet_sparse.py": []byte(driver.SparsePython()), "forks.py": []byte(forks),
	}); err != nil {
		return nil, err
	}
	// It ends, and removes its folder, with its input: when this process ends.
	run := exec.Command(path, filepath.Join(dir, "forks.py"))
	run.Env, run.Stderr = environment(dir), os.Stderr
	requests, err := run.StdinPipe()
	if err != nil {
		return nil, err
	}
	said, err := run.StdoutPipe()
	if err != nil {
		return nil, err
	}
	f := &forked{requests: requests, done: make(map[string]chan struct{})}
	if err := run.Start(); err != nil {
		return nil, err
	}
	go func() {
		for lines := bufio.NewScanner(said); lines.Scan(); {
			f.lock.Lock()
			close(f.done[lines.Text()])
			f.lock.Unlock()
		}
	}()
	return f, nil
})

// start has the answer when it returns: the process that it gives does nothing.
func (f *forked) start(ctx context.Context, dir, answer string, r Request, _ func(string)) (*exec.Cmd,
	error) {
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "request.json")
	if err := write(dir, map[string][]byte{"request.json": request}); err != nil {
		return nil, err
	}
	line, err := json.Marshal([]string{file, answer})
	if err != nil {
		return nil, err
	}
	done := make(chan struct{})
	f.lock.Lock()
	f.done[answer] = done
	_, err = fmt.Fprintf(f.requests, "%s\n", line)
	f.lock.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case <-done:
	case <-ctx.Done():
	}
	return exec.CommandContext(ctx, "true"), nil
}
