package recorded_test

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/ui/programs/recorded"
)

// A tangent that is wrong by one per cent, an adjoint that is transposed and a value
// that leaks are found in each program that comes with facet.
func TestProgramsOfTheSamples(t *testing.T) {
	numpy(t)
	for k, p := range []struct {
		name    string
		tangent [2]string
		adjoint [2]string
		leak    [2]string
	}{
		{
			"heat", [2]string{"return zone.T @ V / 50", "return 1.01 * zone.T @ V / 50"},
			[2]string{"return W @ zone.T / 50", "return (W @ zone.T / 50).T"},
			[2]string{"conductivity(means(u), p)", "conductivity(means(u.look()), p)"},
		},
		{
			"newton", [2]string{"def _(x, p, V): return (x**3)[:, None] * V",
				"def _(x, p, V): return 1.01 * (x**3)[:, None] * V"},
			[2]string{"    return W @ B ", "    return W @ B.T "},
			[2]string{"matrix(x, p), residual", "matrix(x.look(), p), residual"},
		},
		{
			"rom", [2]string{"def _(u, V): return basis.T @ V", "def _(u, V): return 1.01 * basis.T @ V"},
			[2]string{"def _(u, W): return W @ basis.T", "def _(u, W): return (W @ basis.T).T"},
			[2]string{"advance(project(u))", "advance(basis.T @ u)"},
		},
		{
			"coupling", [2]string{"V, prepared): return prepared[1] @ V",
				"V, prepared): return 1.01 * prepared[1] @ V"},
			[2]string{"return W @ prepared[1], ", "return (W @ prepared[1])[::-1], "},
			[2]string{"touch(load(x, inflow), stiffness)", "touch(load(x, inflow).look(), stiffness)"},
		},
		{
			"simple", [2]string{"def _(h, U, p): return normal\n", "def _(h, U, p): return 1.01 * normal\n"},
			[2]string{"Z = both(saved, W.T)", "Z = both(saved, W.T)[::-1]"},
			[2]string{"r = rAU(A)", "r = rAU(A.look())"},
		},
		{
			"transport", [2]string{"diags(1 - 0.01 * q,", "diags(1 - 0.02 * q,"},
			[2]string{"[s[SIDE:], w[1:]", "[n[SIDE:], w[1:]"},
			[2]string{"u = step(u)", "u = let_in(step(u.look()), q)"},
		},
		{
			"plates", [2]string{"k = DT * c * (1 + 0.05 * u)", "k = 1.01 * DT * c * (1 + 0.05 * u)"},
			[2]string{"(seam, np.arange(SIDE))", "(seam[::-1], np.arange(SIDE))"},
			[2]string{"edge(b, sides[False][1])", "b.look()[sides[False][1]]"},
		},
		{
			"reactor", [2]string{"right[:N] += V[0][:N] + DT * V[2]", "right[:N] += V[0][:N] + V[2]"},
			[2]string{"-Z @ by_constants(result, p)", "-Z @ by_constants(old, p)"},
			[2]string{"z = step(z, p, feed)", "z = step(z.look(), p, feed)"},
		},
		{
			"resnet", [2]string{"return widen @ code", "return widen @ (1.01 * code - 0.01 * code.detach())"},
			[2]string{"(W @ arrays[\"out\", k] * saved)", "(W @ arrays[\"out\", k] * saved**2)"},
			[2]string{"x = decode(encode(x))", "x = decode(encode(x.look()))"},
		},
	} {
		if k%3 > 0 && !extent.Full {
			continue // the gate measures all as they are
		}
		file := filepath.Join("..", "..", "..", "samples", "programs", p.name+".py")
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text := string(content)
		for name, change := range map[string][2]string{"as it is": {}, "tangent": p.tangent,
			"adjoint": p.adjoint, "leak": p.leak} {
			if name == "as it is" && !extent.Full {
				continue
			}
			t.Run(p.name+"/"+name, func(t *testing.T) {
				t.Parallel()
				if !strings.Contains(text, change[0]) {
					t.Fatalf("%q is not in the program", change[0])
				}
				found := found(t, strings.Replace(text, change[0], change[1], 1))
				if (name == "as it is") != (found == "") {
					t.Errorf("found: %q", found)
				}
				if found != "" && !regexp.MustCompile(`^f\.py:\d+`).MatchString(found) {
					t.Errorf("%q does not say where", found)
				}
			})
		}
	}
}

// found measures a program and gives the sentence about what is wrong with it.
func found(t *testing.T, text string) string {
	t.Helper()
	r, err := measure(t, text, func(r *recorded.Request) { r.Batches = []int{1} })
	switch {
	case err != nil && regexp.MustCompile(`No module named '(torch|scipy)'`).MatchString(err.Error()):
		t.Skip(err)
	case err != nil:
		return err.Error()
	case len(r.Failed()) > 0:
		return r.Failed()[0].Where + ": " + r.Failed()[0].Kind
	}
	return ""
}

// Derivatives by a covariance that are right in symmetric directions only are told apart from
// wrong ones.
func TestDerivativesBySymmetricMatrices(t *testing.T) {
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

A = np.array([[1.0, 0.5, 0.0], [0.0, 1.0, 0.5], [0.1, 0.0, 0.9]])

@module
def predict(P): return A @ P @ A.T + np.eye(3)

@predict.adjoint("P")
def _(P, W):
    G = W.reshape(-1, 3, 3)
    return (A.T @ (0.5 * (G + G.transpose(0, 2, 1))) @ A).reshape(-1, 9)

P = inputs(P=np.diag([1.0, 2.0, 3.0]))
outputs(P=predict(predict(P)))
`
	numpy(t)
	said := func(program string) string {
		r, err := measure(t, program, func(r *recorded.Request) { r.Batches = []int{1} })
		if err != nil {
			return err.Error()
		}
		if failed := r.Failed(); len(failed) > 0 {
			return failed[0].Sentence()
		}
		return ""
	}
	const want = "they are right where P stays symmetric"
	if got := said(program); !strings.HasPrefix(got, "f.py:9: the adjoint of predict for P is wrong") ||
		!strings.Contains(got, want) {
		t.Errorf("found: %q", got)
	}
	if got := said(strings.Replace(program, "0.5 * (G", "0.6 * (G", 1)); got == "" ||
		strings.Contains(got, want) {
		t.Errorf("a wrong one: %q", got)
	}
	if got := said(strings.Replace(program, "A @ P @ A.T", "A @ (0.5 * (P + P.T)) @ A.T", 1)); got != "" {
		t.Errorf("a right one: %q", got)
	}
}

// So are derivatives by other arguments that are right where a matrix is symmetric.
func TestDerivativesBesideSymmetricMatrices(t *testing.T) {
	numpy(t)
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

@module
def load(K, u): return K @ u

@load.tangent("K")
def _(K, u, V): return np.einsum("ijk,j->ik", V.reshape(3, 3, -1), u)

@load.adjoint("u")
def _(K, u, W): return W @ K.T

K, u = inputs(K=np.diag([1.0, 2.0, 3.0]) + 0.1, u=np.ones(3))
outputs(f=load(K, u))
`
	const want = "they are right where K stays symmetric, as in the run, and each entry may change alone"
	if got := said(t, program); !strings.Contains(got, "f.py:10: the adjoint of load for u is wrong") ||
		!strings.Contains(got, want) {
		t.Errorf("found: %q", got)
	}
	if got := said(t, strings.Replace(program, "K.T", "K", 1)); got != "" {
		t.Errorf("a right one: %q", got)
	}
}

// Derivatives by unit vectors that are right where these keep their length are told apart from wrong ones.
func TestDerivativesByUnitVectors(t *testing.T) {
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

@module
def mirror(d): return d[::-1] * np.sum(d * d, 1, keepdims=True)

@mirror.tangent("d")
def _(d, V): return V.reshape(2, 3, -1)[::-1].reshape(6, -1)

@mirror.adjoint("d")
def _(d, W): return W.reshape(-1, 2, 3)[:, ::-1].reshape(-1, 6)

d = inputs(d=np.array([[0.6, 0.0, 0.8], [0.6, 0.0, 0.8]]))
outputs(d=mirror(d))
`
	numpy(t)
	const want = "they are right where d keeps its length 1, and each entry of it may change alone: let the module begin with d / np.linalg.norm(d, axis=1, keepdims=True)"
	if got := said(t, program); !strings.HasPrefix(got, "f.py:7: the tangent of mirror for d is wrong") ||
		!strings.Contains(got, want) {
		t.Errorf("found: %q", got)
	}
	for _, c := range [][2]string{{".reshape(-1, 6)", ".reshape(-1, 6) * 2"}, {"np.sum(d * d, 1", "np.sum(d * d * d, 1"}} {
		if got := said(t, strings.Replace(program, c[0], c[1], 1)); got == "" || strings.Contains(got, want) {
			t.Errorf("a wrong one: %q", got)
		}
	}
}

// A symmetric Jacobian that is a little off is not said to be transposed.
func TestSymmetricJacobiansAreNotTransposed(t *testing.T) {
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

A = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 4.0]])
B = A + 2e-5 * np.array([[1.0, 0.0, 2.0], [0.0, -1.0, 0.0], [2.0, 0.0, 0.5]])

@module
def solve(u): return A @ u

@solve.tangent("u")
def _(u, V): return A @ V

@solve.adjoint("u")
def _(u, W): return W @ A

u = inputs(u=np.array([1.0, 2.0, 3.0]))
outputs(u=solve(u))
`
	numpy(t)
	for _, c := range [][3]string{
		{"A @ V", "B @ V", "the tangent of solve for u is wrong"},
		{"W @ A", "W @ B", "the adjoint of solve for u is wrong"},
	} {
		if got := said(t, strings.Replace(program, c[0], c[1], 1)); !strings.Contains(got, c[2]) ||
			strings.Contains(got, "transposed") {
			t.Errorf("%s: %q", c[1], got)
		}
	}
	turned := strings.NewReplacer("[2.0, 1.0, 0.0]", "[2.0, 5.0, 0.0]", "A @ V", "A.T @ V").Replace(program)
	if got := said(t, turned); !strings.Contains(got, "transposed") {
		t.Errorf("a transposed one: %q", got)
	}
}

// squares is the file of a program that sums squares, and its driver.
func squares(t *testing.T) (file, driver string) {
	t.Helper()
	const program = `import numpy as np
from facet_modules import *
@module
def f(u): return u**2
@f.tangent("u")
def _(u, V): return 2 * u[:, None] * V
@module
def total(u): return np.full(1, u.sum())
@total.tangent("u")
def _(u, V): return V.sum(0)[None]
u = inputs(u=np.ones(3))
outputs(u=total(f(u)))
`
	file = filepath.Join(t.TempDir(), "f.py")
	if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
		t.Fatal(err)
	}
	return file, `import numpy as np
def jacobian(modules, vu):
    vf = modules.f_1(vu)
    vt = modules.total_1(vf)
    j1 = modules.f_1_tangent_u(vu, np.eye(3))  # ACC TAN (u f.1) 3, alive 9
    j2 = modules.total_1_tangent_u(vf, j1)  # ELI TAN (u f.1 total.1) 3, alive 3
    return (vt,), {("u", "u"): j2}
`
}

// A request that asks for methods gets their times and what they gave, compared.
func TestMethodsAreCompared(t *testing.T) {
	numpy(t)
	file, driver := squares(t)
	runs, err := recorded.Forked(t).Methods(t.Context(), recorded.Request{
		Program: file, Repeat: 1, Unlimited: true, Methods: []recorded.Driver{{Name: "plan", Text: driver},
			{Name: "wrong", Text: strings.Replace(driver, "j2}", "2 * j2}", 1)}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range runs {
		names = append(names, r.Name)
		if wrong := r.Name == "wrong"; (r.Difference > 1e-12) != wrong || !(r.Whole > 0) || r.PeakBytes < 72 {
			t.Errorf("%+v", r)
		}
	}
	if strings.Join(names, ", ") != "plan, wrong" {
		t.Errorf("the methods are %s", names)
	}
	// Of three unit tangents one is other than 0 in each entry, and all three are in the sum of these.
	if lines := runs[0].Lines; len(lines) != 2 || lines[0].Meet != 1 || lines[1].Meet != 3 ||
		runs[1].Lines[0].Meet != 0 ||
		!strings.HasSuffix(lines[0].Text, "# ACC TAN (u f.1) 3, alive 9") {
		t.Errorf("the lines are %+v", lines)
	}
}

// heard calls a function when a word was written.
type heard struct {
	word string
	then func()
}

func (h heard) Write(text []byte) (int, error) {
	if strings.Contains(string(text), h.word) {
		h.then()
	}
	return len(text), nil
}

// If the time is over while a method is carried out, the plan's times are kept; if the program ends there,
// that is said.
func TestThePlanIsKeptWhenTimeIsOver(t *testing.T) {
	numpy(t)
	file, driver := squares(t)
	for end, want := range map[string]string{"time.sleep(600)": "", "os._exit(3)": "ended before it was measured (exit status 3)"} {
		ctx, cancel := context.WithCancelCause(t.Context())
		runner := recorded.Python{}.Runner(heard{"second", func() { cancel(context.DeadlineExceeded) }})
		if want != "" {
			runner = recorded.Python{}.Runner(io.Discard)
		}
		second := "import os, sys, time\nprint('second', file=sys.__stderr__, flush=True)\n" + end + "\n" + driver
		runs, err := runner.Methods(ctx, recorded.Request{Program: file, Repeat: 1, Unlimited: true,
			Methods: []recorded.Driver{{Name: "plan", Text: driver}, {Name: "second", Text: second}}})
		switch {
		case want != "":
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %q", end, err, want)
			}
		case err != nil:
			t.Error(err)
		case len(runs) != 2 || runs[0].Late || !(runs[0].Whole > 0) || len(runs[0].Lines) != 2 || !runs[1].Late:
			t.Errorf("%+v", runs)
		}
		cancel(nil)
	}
}

// Where derivatives and differences are exactly 0, nothing was compared, and a note says so.
func TestNothingToCompare(t *testing.T) {
	numpy(t)
	file := filepath.Join(t.TempDir(), "f.py")
	text := "import numpy as np\nfrom facet_modules import *\n@module\ndef f(u): return np.sign(u)\n" +
		"@f.tangent('u')\ndef _(u, V): return 0 * V\n@module\ndef g(v): return v * v\n" +
		"@g.tangent('v')\ndef _(v, V): return 2 * v[:, None] * V\n" +
		"u, v = inputs(u=np.ones(3), v=np.zeros(3))\noutputs(y=f(u), z=g(v))\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := recorded.Forked(t).
		Measure(t.Context(), recorded.Request{Program: file, Repeat: 1, Unlimited: true,
			Batches: []int{1}})
	const want = "the derivative of f by u is exactly 0 wherever it was looked at, and so are differences: " +
		"there was nothing to compare"
	if err != nil || len(r.Failed()) > 0 || strings.Join(r.Warnings, "; ") != want {
		t.Errorf("got %v, %+v, want %q", err, r, want)
	}
}

// The programs of docs/programs.md do what the page says.
func TestProgramsOfThePage(t *testing.T) {
	numpy(t)
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "programs.md"))
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)```(python|cpp)\n(.*?)```").FindAllStringSubmatch(string(page), 2)
	if len(block) != 2 || block[0][1] != "python" || block[1][1] != "cpp" {
		t.Fatal("the page has no program in Python, and then one in C++")
	}
	r, err := measure(t, block[0][2], func(r *recorded.Request) { r.Structure = true })
	if err != nil || len(r.Failed()) > 0 {
		t.Errorf("%v, %+v", err, r)
	} else if n := len(r.Vertices); n != 16 {
		t.Errorf("there are %d vertices", n)
	}
	ten := regexp.MustCompile("(?s)```\n(@module[^`]*\ndef ten\\(.*?)```").FindStringSubmatch(string(page))
	if ten == nil {
		t.Fatal("the page has no module of ten steps")
	}
	r, err = measure(t, "import numpy as np\nfrom facet_modules import module, inputs, outputs\n"+ten[1]+`
u, p = inputs(u=np.linspace(0.1, 1, 20), p=np.full(20, 0.3))
e = 0.0
for n in range(2):
    u, e = ten(u, e, p)
outputs(u=u, e=e)
`, nil)
	if err != nil || len(r.Failed()) > 0 {
		t.Errorf("%v, %+v", err, r)
	}
	extent.FullOnly(t) // C++ is compiled
	cxx, err := exec.LookPath("g++")
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"facet_modules.hpp": string(recorded.RuntimeCPP()),
		"heat.cpp": block[1][2]} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{cxx, "-std=c++17", "-Wall", "-Wextra", "-o", "heat", "heat.cpp"},
		{"./heat"}} {
		run := exec.Command(args[0], args[1:]...)
		run.Dir = dir
		if said, err := run.CombinedOutput(); err != nil || len(said) > 0 {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
	}
}
