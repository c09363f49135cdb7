package recorded

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"facet/model/measured"
	"facet/ui/files"
)

// Runtime is the file that a Python program marks its modules with.
//
//go:embed facet_modules.py
var Runtime []byte

//go:embed facet_measure.py
var measurer []byte

// Python runs Python programs.
type Python struct {
	Path   string    // of the interpreter; empty for the first python3 in PATH that has numpy
	Output io.Writer // where what the program prints goes
}

// Request is what is wanted of a program.
type Request struct {
	Do        string   `json:"do"` // measure or methods
	Program   string   `json:"program"`
	Seed      uint64   `json:"seed"`
	Repeat    int      `json:"repeat"`
	Batches   []int    `json:"batches"`
	Structure bool     `json:"structure"`
	Trust     bool     `json:"trust"`
	Methods   []Driver `json:"methods"`
	Dense     []string `json:"dense"` // the dense modes that are run beside them: [DenseTangent], [DenseAdjoint]
}

// The dense modes, as a request names them.
const (
	DenseTangent = "dense tangent"
	DenseAdjoint = "dense adjoint"
)

// Driver is the code of a method.
type Driver struct {
	Name string `json:"name"`
	Text string `json:"driver"`
}

type answer struct {
	Error string `json:"error"`
	measured.Report
	Methods []measured.Run `json:"methods"`
}

// Measure runs, checks and times a program. Error says what is wrong with it.
func (p Python) Measure(ctx context.Context, r Request) (*measured.Report, error) {
	r.Do = "measure"
	a, err := p.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	return &a.Report, nil
}

// Methods carries drivers and the dense modes out, in turns.
func (p Python) Methods(ctx context.Context, r Request) ([]measured.Run, error) {
	r.Do = "methods"
	a, err := p.ask(ctx, r)
	if err != nil {
		return nil, err
	}
	return a.Methods, nil
}

// ask runs the measurer in a folder of its own, which is gone afterwards.
func (p Python) ask(ctx context.Context, r Request) (*answer, error) {
	if _, err := os.Stat(r.Program); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", r.Program, files.Reason(err))
	}
	python, err := p.Interpreter(ctx)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "facet-measure-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	for name, text := range map[string][]byte{"facet_modules.py": Runtime, "facet_measure.py": measurer, "request.json": request} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	last := &tail{to: p.Output}
	run := exec.CommandContext(ctx, python, filepath.Join(dir, "facet_measure.py"), filepath.Join(dir, "request.json"), filepath.Join(dir, "answer.json"))
	run.Stdout, run.Stderr, run.Env = p.Output, last, environment(dir)
	run.WaitDelay = 2 * time.Second
	alone(run)
	ended := run.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s was stopped while it was measured: nothing is written", r.Program)
	}
	text, err := os.ReadFile(filepath.Join(dir, "answer.json"))
	if err != nil {
		return nil, fmt.Errorf("%s ended before it was measured (%s): %s", r.Program, how(ended), last.line())
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("what was measured of %s cannot be read: %w", r.Program, err)
	}
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	return &a, nil
}

// how a process ended.
func how(err error) string {
	if err == nil {
		return "without an error"
	}
	return err.Error()
}

// Interpreter finds a Python that has numpy.
func (p Python) Interpreter(ctx context.Context) (string, error) {
	if p.Path != "" {
		path, err := exec.LookPath(p.Path)
		if err != nil {
			return "", fmt.Errorf("--python %s cannot be run: name a Python interpreter", p.Path)
		}
		if !hasNumpy(ctx, path) {
			return "", fmt.Errorf("%s has no numpy: install it (python3-numpy in Debian, or pip install numpy)", p.Path)
		}
		return path, nil
	}
	found := ""
	for _, name := range []string{"python3", "python"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			path, err := exec.LookPath(filepath.Join(dir, name))
			if err != nil || !filepath.IsAbs(path) {
				continue
			}
			if hasNumpy(ctx, path) {
				return path, nil
			}
			found = cmp.Or(found, path)
		}
	}
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("stopped while Python was looked for: nothing is written")
	}
	if found != "" {
		return "", fmt.Errorf("%s has no numpy: install it (python3-numpy in Debian, or pip install numpy), or name another Python with --python", found)
	}
	return "", fmt.Errorf("there is no python3 in PATH: install Python 3 with numpy, or name it with --python")
}

func hasNumpy(ctx context.Context, python string) bool {
	return exec.CommandContext(ctx, python, "-c", "import numpy").Run() == nil
}

// environment has facet's files in Python's path, and one thread for products
// unless the user has chosen: times with more depend on what else is running.
func environment(dir string) []string {
	path := dir
	if old := os.Getenv("PYTHONPATH"); old != "" {
		path += string(filepath.ListSeparator) + old
	}
	env := append(os.Environ(), "PYTHONPATH="+path, "PYTHONDONTWRITEBYTECODE=1", "PYTHONUNBUFFERED=1")
	for _, name := range []string{"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"} {
		if os.Getenv(name) == "" {
			env = append(env, name+"=1")
		}
	}
	return env
}

// tail passes text on and remembers its last line.
type tail struct {
	to   io.Writer
	text []byte
}

func (t *tail) Write(text []byte) (int, error) {
	t.text = append(t.text, text...)
	t.text = t.text[max(0, len(t.text)-1000):]
	return t.to.Write(text)
}

func (t *tail) line() string {
	lines := bytes.Split(bytes.TrimSpace(t.text), []byte("\n"))
	return cmp.Or(strings.TrimSpace(string(lines[len(lines)-1])), "it said nothing")
}
