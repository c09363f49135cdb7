package recorded_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"facet/ui/programs/recorded"
)

// A file of the program's folder that Python takes for a module of its own is named, with what
// Python says: numpy is not missing there.
func TestFilesInTheWay(t *testing.T) {
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	for _, c := range []struct{ name, text, program, want string }{
		{"random.py", "seed = 1\n", "import numpy\n",
			" cannot import numpy: ImportError: cannot import name "},
		{"nothing.py", "", "import numpy\n", "f.py:1: the program names no inputs"},
		{"this.py", "x = 1\n", "import this\nthis.d\n",
			"f.py:2: AttributeError: module 'this' has no attribute 'd': this.py beside"},
		{"this.py", "from nowhere import x\n", "import this\n",
			"this.py:1: ModuleNotFoundError: No module named 'nowhere': this.py beside"},
		{"my.py", "x = 1\n", "import my\nmy.d\n", "f.py:2: AttributeError: module 'my' has no attribute 'd'"},
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{c.name: c.text, "f.py": c.program} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		t.Chdir(dir)
		_, err := recorded.Python{Path: path}.Runner(io.Discard).
			Measure(t.Context(), recorded.Request{Program: "f.py"})
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "no numpy") {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
			continue
		}
		if named := strings.Contains(err.Error(),
			c.name+" in this folder is in the way"); named != (c.name == "random.py") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A driver's Jacobian is compared with differences of the whole program before it is called right,
// also where all methods have the same mistake; a mark that is wrong for many seeds is named.
func TestDriversAreComparedWithDifferences(t *testing.T) {
	numpy(t)
	const text = `import numpy as np
from facet_modules import *
@module
def f(u): return u**2
@f.tangent("u")
def _(u, V): return 2 * u[:, None] * V * (1 if V.shape[1] < 4 else MANY)
u = inputs(u=np.arange(1.0, 6.0))
outputs(u=f(u))
`
	const driver = `import numpy as np
def jacobian(modules, vu):
    vf = modules.f_1(vu)
    j1 = modules.f_1_tangent_u(vu, np.eye(5))  # ACC TAN (u f.1) 3, alive 9
    return (vf,), {('u', 'u'): FACTOR * j1}
`
	const off = "f.py:1: the Jacobian of plan is off from differences of the whole program by "
	const late = "there was no time to compare it with differences of the whole program"
	for _, c := range []struct {
		many, factor, want, unchecked string
		late                          bool
	}{
		{many: "1", factor: "1"},
		{many: "1", factor: "1.01", late: true, unchecked: late},
		{many: "1", factor: "1.01", want: off},
		{many: "1.01", factor: "1", want: off +
			"0.01, and 0.001 is allowed: the tangent of f for u is another for 5 unit seeds at once than for one; " +
			"it is so for its call in line 8, number 1 of 1: correct it, or go on with --trust"},
	} {
		file := filepath.Join(t.TempDir(), "f.py")
		if err := os.WriteFile(file, []byte(strings.Replace(text, "MANY", c.many, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		method := recorded.Driver{Name: "plan", Text: strings.Replace(driver, "FACTOR", c.factor, 1)}
		request := recorded.Request{Program: file, Repeat: 1, Unlimited: !c.late,
			Methods: []recorded.Driver{method}}
		if c.late { // for one run of the plan, and not for two
			request.Methods[0].Seconds, request.Deadline = 1e7, float64(time.Now().Unix())+1.5e7
		}
		runs, err := recorded.Forked(t).Methods(t.Context(), request)
		switch {
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)):
			t.Errorf("got %v, want %q", err, c.want)
		case c.want == "" && (err != nil || runs[0].Unchecked != c.unchecked):
			t.Errorf("%v, %+v", err, runs)
		}
	}
}

// Seeds are in blocks: what is timed has no more entries than there is room for, and --memory
// bounds what a program allocates.
func TestMemoryIsKept(t *testing.T) {
	numpy(t)
	const text = `import numpy as np
from facet_modules import module, inputs, outputs
@module
def f(h, B): return B.reshape(4, -1) @ np.resize(h, 1000)
@f.tangent("h", "B", joint=True)
def _(h, B, V): return np.zeros((4, V[0].shape[1])) + V[0][:4] * 0
@f.adjoint("h", "B", joint=True)
def _(h, B, W): return np.zeros((len(W), 40)), np.zeros((len(W), 4000))
h, B = inputs(h=np.ones(40), B=np.ones(4000))
outputs(y=f(h, B))
`
	r, err := measure(t, text, func(r *recorded.Request) { r.Trust = true })
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range r.Joints {
		for _, s := range j.Samples {
			if s[0]*4000 > 4e6 {
				t.Errorf("%g seeds with 4000 entries are timed", s[0])
			}
		}
	}
	_, err = measure(t, strings.Replace(text, "h, B = ", "np.ones(100_000_000)\nh, B = ", 1),
		func(r *recorded.Request) { r.Memory = 500_000_000 })
	if want := "there is not enough memory for the program's derivatives: make it smaller, or allow more by --memory"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
