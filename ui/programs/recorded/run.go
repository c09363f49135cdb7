package recorded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"facet/model/measured"
	"facet/ui/files"
)

// Request is what a recorder is asked to do with a program.
type Request struct {
	Do        string   `json:"do"` // measure or methods
	Program   string   `json:"program"`
	Seed      uint64   `json:"seed"`
	Repeat    int      `json:"repeat"`
	Batches   []int    `json:"batches"`
	Structure bool     `json:"structure"`
	Trust     bool     `json:"trust"`
	Processor bool     `json:"processor"` // count the processor's time
	Methods   []Driver `json:"methods"`
}

// What is done with a program.
const (
	doMeasure = "measure"
	doMethods = "methods"
	doVerify  = "fingerprint"
)

// Driver is the code of a method.
type Driver struct {
	Name string `json:"name"`
	Text string `json:"driver"`
}

// Runner runs programs of a language.
type Runner struct {
	Language string    // as drivers and files call it
	Output   io.Writer // for what the program prints

	// start makes the process that carries a request out in a folder of its own and
	// leaves the answer in a file.
	start func(ctx context.Context, dir, answer string, r Request) (*exec.Cmd, error)
	// lines are those of a driver that are timed; nil where the answer has them.
	lines func(driver string) []string
}

type answer struct {
	Error string `json:"error"`
	measured.Report
	Methods []measured.Run `json:"methods"`
}

// Measure runs, checks and times a program. The error says what is wrong with the
// program.
func (r Runner) Measure(ctx context.Context, q Request) (*measured.Report, error) {
	q.Do = doMeasure
	a, err := r.ask(ctx, q)
	if err != nil {
		return nil, err
	}
	return &a.Report, nil
}

// Verify runs a program and compares it with the one that a driver was made for. The
// error says what is different.
func (r Runner) Verify(ctx context.Context, q Request, driver []byte) error {
	made := begins.FindSubmatch(driver)
	if made == nil {
		return errors.New("it has no fingerprint: it was not made for a program by facet measure, or by an earlier version; make it again")
	}
	q.Do = doVerify
	a, err := r.ask(ctx, q)
	if err != nil {
		return err
	}
	file, run := string(made[1]), string(made[2])
	if file != "" && run == "" {
		file, run = "", file // C++ has that of the run alone
	}
	switch {
	case run != a.Fingerprint[1]:
		return fmt.Errorf("it was made for another run of %s, with other modules, sizes or arguments: make it again", filepath.Base(q.Program))
	case file != a.Fingerprint[0]:
		return fmt.Errorf("%s has changed since it was made: make it again", filepath.Base(q.Program))
	}
	return nil
}

// begins finds the fingerprints in a driver.
var begins = regexp.MustCompile(`\.begin\("([0-9a-f]+)"(?:, "([0-9a-f]+)")?`)

// Methods carries drivers out, in turns.
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

// ask runs the recorder in a folder of its own, which is removed afterwards.
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
	out := &inTurn{to: r.Output}
	last := &tail{to: out}
	if err == nil {
		run.Stdout, run.Stderr = out, last
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

// inTurn passes on what a program prints and what it complains of, one after the other.
type inTurn struct {
	mutex sync.Mutex
	to    io.Writer
}

func (w *inTurn) Write(text []byte) (int, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.to.Write(text)
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

// line is the last line that is not about progress.
func (t *tail) line() string {
	for _, line := range slices.Backward(bytes.Split(bytes.TrimSpace(t.text), []byte("\n"))) {
		if text := strings.TrimSpace(string(line)); text != "" && !strings.HasPrefix(text, "facet: ") {
			return text
		}
	}
	return "it said nothing"
}
