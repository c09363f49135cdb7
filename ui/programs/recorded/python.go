package recorded

import (
	"cmp"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"facet/model/programs/driver"
)

// Runtime is the file that a Python program marks its modules with.
//
//go:embed facet_modules.py
var Runtime []byte

//go:embed facet_measure.py
var measurer []byte

// Python runs Python programs.
type Python struct {
	Path string // of the interpreter; empty for the first python3 in PATH that has numpy
}

// Runner is the runner for these programs.
func (p Python) Runner(output io.Writer) Runner {
	return Runner{Language: "python", Output: output, start: p.start}
}

func (p Python) start(ctx context.Context, dir, answer string, r Request, say func(string)) (*exec.Cmd, error) {
	say("looking for a Python that has numpy")
	python, err := p.Interpreter(ctx)
	if err != nil {
		return nil, err
	}
	request, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	if err := write(dir, map[string][]byte{"facet_modules.py": Runtime, "facet_measure.py": measurer, "facet_sparse.py": []byte(driver.SparsePython()), "request.json": request}); err != nil {
		return nil, err
	}
	run := command(ctx, python, filepath.Join(dir, "facet_measure.py"), filepath.Join(dir, "request.json"), answer)
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
