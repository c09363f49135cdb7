package recorded

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"facet/model/programs/driver"
)

// Runtime is the file that a Python program marks its modules with.
//
//go:embed facet_modules.py
var Runtime []byte

//go:embed facet_measure.py
var measurer []byte

//go:embed facet_habits.py
var habits []byte

//go:embed facet_quicker.py
var quicker []byte

// Python runs Python programs.
type Python struct {
	Path string // of the interpreter; empty for the first python3 in PATH that has numpy

	found *string // by an earlier request of the same runner
}

// Runner is the runner for these programs. It looks for Python once.
func (p Python) Runner(output io.Writer) Runner {
	p.found = new(string)
	return Runner{Language: "python", Output: output, start: p.start}
}

func (p Python) start(ctx context.Context, dir, answer string, r Request, say func(string)) (*exec.Cmd,
	error) {
	if *p.found == "" {
		say("looking for a Python that has numpy")
		path, err := p.Interpreter(ctx)
		if err != nil {
			return nil, err
		}
		*p.found = path
	}
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := write(dir, map[string][]byte{"facet_modules.py": Runtime, "facet_measure.py": measurer,
		"facet_habits.py": habits, "facet_quicker.py": quicker,
		"facet_sparse.py": []byte(driver.SparsePython()), "request.json": request}); err != nil {
		return nil, err
	}
	run := command(ctx, *p.found, filepath.Join(dir, "facet_measure.py"), filepath.Join(dir, "request.json"),
		answer)
	run.Env = environment(dir)
	return run, nil
}

// Interpreter finds a Python that has numpy.
func (p Python) Interpreter(ctx context.Context) (string, error) {
	if p.Path != "" {
		path, err := exec.LookPath(p.Path)
		if err != nil {
			return "", fmt.Errorf("--python %s cannot be run: name a Python interpreter", p.Path)
		}
		_, err = importNumpy(ctx, path, p.Path)
		return path, err
	}
	var found error // of the first one
	for _, name := range []string{"python3", "python"} {
		for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
			path, err := exec.LookPath(filepath.Join(dir, name))
			if err != nil || !filepath.IsAbs(path) {
				continue
			}
			missing, err := importNumpy(ctx, path, path)
			if err == nil {
				return path, nil
			}
			if !missing {
				return "", err // which can be mended
			}
			found = cmp.Or(found, err)
		}
	}
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("stopped while Python was looked for: nothing is written")
	}
	if found != nil {
		return "", found
	}
	return "",
		fmt.Errorf("there is no python3 in PATH: install Python 3 with numpy, or name it with --python")
}

// importNumpy lets a Python import numpy, in the folder where a program will run. The error says
// why it does not: numpy is missing, or what Python says, with a file of the folder that
// Python takes in place of a module of its own.
func importNumpy(ctx context.Context, python, called string) (missing bool, err error) {
	run := exec.CommandContext(ctx, python, "-c", "import numpy")
	var said bytes.Buffer
	run.Stderr = &said
	if run.Run() == nil {
		return false, nil
	}
	lines := strings.Split(strings.TrimSpace(said.String()), "\n")
	reason := strings.TrimSpace(lines[len(lines)-1])
	if reason == "" || strings.HasPrefix(reason, "ModuleNotFoundError: No module named 'numpy'") {
		return true,
			fmt.Errorf("%s has no numpy: install it (python3-numpy in Debian, or pip install numpy), or name another Python with --python", called)
	}
	if here, err := os.Getwd(); err == nil {
		for _, m := range pythonFile.FindAllStringSubmatch(said.String(), -1) {
			if filepath.Dir(m[1]) == here {
				return false,
					fmt.Errorf("%s cannot import numpy: %s: %s in this folder is in the way, which Python takes for a module of its own: give it another name", called, reason, filepath.Base(m[1]))
			}
		}
	}
	return false, fmt.Errorf("%s cannot import numpy: %s: mend that, or name another Python with --python",
		called, reason)
}

// pythonFile finds the files of which Python says that an error is in them.
var pythonFile = regexp.MustCompile(`["(]([^"()\n]+\.py)[")]`)

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
