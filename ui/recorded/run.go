package recorded

import (
	"bytes"
	"cmp"
	"context"
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

// What is done with a program.
const (
	doMeasure = "measure"
	doMethods = "methods"
)

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

// Runner runs programs of a language.
type Runner struct {
	Language string    // as drivers and files call it
	Output   io.Writer // where what a program prints goes

	// start makes what carries a request out and leaves its answer in a file, in a
	// folder of its own.
	start func(ctx context.Context, dir, answer string, r Request) (*exec.Cmd, error)
	// lines are those of a driver that are timed; nil where the answer has them.
	lines func(driver string) []string
}

type answer struct {
	Error string `json:"error"`
	measured.Report
	Methods []measured.Run `json:"methods"`
}

// Measure runs, checks and times a program. Error says what is wrong with it.
func (r Runner) Measure(ctx context.Context, q Request) (*measured.Report, error) {
	q.Do = doMeasure
	a, err := r.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &a.Report, nil
}

// Methods carries drivers and the dense modes out, in turns.
func (r Runner) Methods(ctx context.Context, q Request) ([]measured.Run, error) {
	q.Do = doMethods
	a, err := r.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	for k, m := range q.Methods {
		if r.lines == nil || k >= len(a.Methods) {
			break
		}
		for n, text := range r.lines(m.Text) {
			if n < len(a.Methods[k].Lines) {
				a.Methods[k].Lines[n].Text = text
			}
		}
	}
	return a.Methods, nil
}

// ask runs the recorder in a folder of its own, which is gone afterwards.
func (r Runner) ask(ctx context.Context, q Request) (*answer, error) {
	if _, err := os.Stat(q.Program); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", q.Program, files.Reason(err))
	}
	dir, err := os.MkdirTemp("", "facet-measure-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "answer.json")
	run, err := r.start(ctx, dir, file, q)
	var ended error
	last := &tail{to: r.Output}
	if err == nil {
		run.Stdout, run.Stderr = r.Output, last
		alone(run)
		ended = run.Run()
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s was stopped while it was measured: nothing is written", q.Program)
	}
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%s ended before it was measured (%s): %s", q.Program, how(ended), last.line())
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("what was measured of %s cannot be read: %w", q.Program, err)
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

// command is a process that can be stopped, with what it has started.
func command(ctx context.Context, path string, args ...string) *exec.Cmd {
	run := exec.CommandContext(ctx, path, args...)
	run.WaitDelay = 2 * time.Second
	return run
}

// write puts files into a folder.
func write(dir string, all map[string][]byte) error {
	for name, text := range all {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
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
