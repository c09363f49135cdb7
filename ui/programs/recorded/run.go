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
	"time"

	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
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
	Look      bool     `json:"look"` // for structure where it costs less than it can gain
	Trust     bool     `json:"trust"`
	Processor bool     `json:"processor"` // count the processor's time
	Methods   []Driver `json:"methods"`

	// Deadline is the Unix time, in seconds, at which the recorder ends with what it has
	// till then; 0 for a time by what the program's dense modes take. Unlimited is for no
	// limit at all.
	Deadline  float64 `json:"deadline"`
	Unlimited bool    `json:"unlimited"`

	Memory int64 `json:"memory"` // bytes that the recorder may allocate; 0 for any number
}

// What is done with a program.
const (
	doMeasure = "measure"
	doMethods = "methods"
	doVerify  = "fingerprint"
)

// Driver is the code of a method.
type Driver struct {
	Name    string  `json:"name"`
	Text    string  `json:"driver"`
	Seconds float64 `json:"seconds"` // that it takes, as predicted
}

// Runner runs programs of a language.
type Runner struct {
	Language string    // as drivers and files call it
	Output   io.Writer // for what the program prints

	// start makes the process that carries a request out in a folder of its own and
	// leaves the answer in a file. It says what it does before. An error beside a process is of what that
	// leaves out.
	start func(ctx context.Context, dir, answer string, r Request, say func(string)) (*exec.Cmd, error)
	// files gives digits that stand for the program's files; nil where the answer has them.
	files func(program string) string
	// lines are those of a driver that are timed, in each turn of its loops; nil where the answer
	// has them, and drivers have no loops.
	lines func(text string) []string
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
	file, run := fingerprints(driver)
	if run == "" {
		return errors.New("it has no fingerprint: it was not made for a program by facet measure, or by an earlier version; make it again")
	}
	q.Do = doVerify
	a, err := r.ask(ctx, q)
	if err != nil {
		return err
	}
	switch {
	case run != a.Fingerprint[1]:
		return fmt.Errorf("it was made for another run of %s, with other modules, sizes or arguments: make it again", filepath.Base(q.Program))
	case file != "" && file != a.Fingerprint[0]:
		return fmt.Errorf("%s, or a file of its own that it takes in, has changed since it was made: make it again", filepath.Base(q.Program))
	}
	return nil
}

// fingerprints finds those of the program's files and of its run in a driver.
func fingerprints(driver []byte) (file, run string) {
	if made := beginsPython.FindSubmatch(driver); made != nil {
		return string(made[1]), string(made[2])
	}
	if made := beginsCPP.FindSubmatch(driver); made != nil {
		return string(made[2]), string(made[1])
	}
	return "", ""
}

var (
	beginsPython = regexp.MustCompile(`modules\.begin\("([0-9a-f]+)", "([0-9a-f]+)"`)
	beginsCPP    = regexp.MustCompile(`program\.begin\("([0-9a-f]+)"\);(?:  // of the file ([0-9a-f]+))?`)
)

// Write writes a driver as Methods takes it: a compiler takes the more memory the more lines it
// has, so that it has loops where these are timed.
func (r Runner) Write(d *driver.Driver, o code.Origin) ([]byte, error) {
	if r.lines != nil {
		return d.Write(r.Language, o)
	}
	return d.WriteLines(r.Language, o)
}

// Methods carries drivers out, in turns, but for those of an [UncompiledError].
func (r Runner) Methods(ctx context.Context, q Request) ([]measured.Run, error) {
	q.Do = doMethods
	a, err := r.ask(ctx, q)
	if a == nil {
		return nil, err
	}
	for k := range a.Methods {
		run := &a.Methods[k]
		run.Reference = a.Reference
		m := slices.IndexFunc(q.Methods, func(d Driver) bool { return d.Name == run.Name })
		if r.lines == nil || m < 0 {
			continue
		}
		for n, text := range r.lines(q.Methods[m].Text) {
			if n < len(run.Lines) {
				run.Lines[n].Text = text
			}
		}
	}
	return a.Methods, err
}

// ask runs the recorder in a folder of its own, which is removed afterwards. An error beside the answer is of
// what that leaves out.
func (r Runner) ask(ctx context.Context, q Request) (*answer, error) {
	if _, err := os.Stat(q.Program); err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", q.Program, files.Reason(err))
	}
	dir, err := os.MkdirTemp("", "facet-measure-")
	if err != nil {
		return nil, noRoom(err)
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "answer.json")
	said := &progress{to: r.Output}
	defer said.repeat(stillEvery)()
	run, left := r.start(ctx, dir, file, q, said.say)
	var ended error
	last := &tail{to: said}
	if run != nil {
		run.Stdout, run.Stderr = said, last
		alone(run)
		ended = run.Run()
	}
	text, err := os.ReadFile(file)
	switch late := errors.Is(context.Cause(ctx), context.DeadlineExceeded); {
	case ctx.Err() != nil && (err != nil || !late):
		return nil, stopped(ctx, q.Program, said.doing())
	case run == nil:
		return nil, left
	case err != nil, ended != nil && !late && len(q.Methods) > 0: // what there is is not all
		return nil, fmt.Errorf("%s ended before it was measured (%s): %s", q.Program, how(ended), last.line())
	}
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		return nil, fmt.Errorf("what was measured of %s cannot be read: %w", q.Program, err)
	}
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	if r.files != nil {
		a.Fingerprint[0] = r.files(q.Program)
	}
	return &a, left
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
			return noRoom(err)
		}
	}
	return nil
}

// noRoom is the sentence about a temporary folder that takes no files.
func noRoom(err error) error {
	return fmt.Errorf("the temporary folder %s takes no files: %w: make room there, or name another with TMPDIR", os.TempDir(), files.Reason(err))
}

// stopped is the sentence about a program that was stopped.
func stopped(ctx context.Context, program, doing string) error {
	if errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		return fmt.Errorf("%s: --time was over while facet was %s: nothing is written; give it more --time",
			program, doing)
	}
	return fmt.Errorf("%s was stopped while it was measured: nothing is written", program)
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
