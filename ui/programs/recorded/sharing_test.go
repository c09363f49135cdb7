package recorded_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/ui/programs/recorded"
)

// sharing has a module whose derivatives share a matrix and take its result, jointly;
// one that saves; and one that is given what is prepared for several calls.
const sharing = `
import numpy as np
from facet_modules import module, inputs, outputs

made = []

@module
def solve(b, p):
    return np.linalg.solve(np.diag(3 + p) + 0.1, b)

@solve.prepare
def _(b, p, result):
    made.append(1)
    return np.linalg.inv(np.diag(3 + p) + 0.1), result.copy()

@solve.tangent("b", "p", joint=True)
def _(b, p, V, prepared, result):
    inverse, x = prepared
    return inverse @ (V[0] - x[:, None] * V[1])

@solve.adjoint("b", "p", joint=True)
def _(b, p, W, result, prepared):
    Z = W @ prepared[0]
    return Z, -Z * result

@module(saves=True)
def square(x):
    return x**2, 2 * x

@square.tangent("x")
def _(x, V, saved): return saved[:, None] * V

@square.adjoint("x")
def _(x, W, saved): return W * saved

@module
def scale(x, q, prepared):
    return prepared * x

@scale.prepare
def _(q): return np.exp(q)

@scale.tangent("x")
def _(x, q, V, prepared): return prepared * V

@scale.jacobian("q")
def _(x, q, result): return result[:, None].copy()

b, p, q = inputs(b=np.linspace(1, 2, 4), p=np.linspace(0.1, 0.4, 4), q=0.3)
for _ in range(3):
    b = scale(square(solve(b, p)), q)
outputs(b=b)
`

func TestSharing(t *testing.T) {
	numpy(t)
	r, err := measure(t, sharing, nil)
	if err != nil {
		t.Fatal(err)
	}
	kinds := ""
	for _, c := range r.Checks {
		kinds += c.Module + ": " + c.Kind + "\n"
		if !c.OK {
			t.Errorf("check %+v fails", c)
		}
	}
	for _, want := range []string{"solve: joint tangent", "solve: joint adjoint", "solve: shared",
		"solve: kept", "square: shared", "scale: shared"} {
		if !strings.Contains(kinds, want+"\n") {
			t.Errorf("there is no check of %s:\n%s", want, kinds)
		}
	}
	times := make(map[string]int)
	for _, p := range r.Prepared {
		times[p.Module] = p.Times
	}
	if len(r.Prepared) != 2 || times["solve"] != 3 || times["scale"] != 1 {
		t.Errorf("prepared are %+v", r.Prepared)
	}
	if len(r.Joints) != 2 || len(r.Joints[0].Vertices) != 3 {
		t.Errorf("joint are %+v", r.Joints)
	}
	if len(r.Moves) < 2 || r.Moves[1][0] < 1000 {
		t.Errorf("additions of %v entries are timed: with those of few alone, all of it is taken for the price of an entry", r.Moves)
	}
	if len(r.Joins) < 2 {
		t.Errorf("joins of %v rows are timed: a line has a setup", r.Joins)
	}
}

// Nothing is looked up, nor kept for others, where no other call can have what a call
// prepares.
func TestPreparedForOneCall(t *testing.T) {
	numpy(t)
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	text := `
import numpy as np
from facet_modules import module, inputs, outputs, Program

@module
def step(u, c, prepared): return prepared * u
@step.prepare
def _(c): return np.cos(c)
@step.tangent("u")
def _(u, c, V, prepared): return prepared[:, None] * V
@step.tangent("c")
def _(u, c, V): return -(np.sin(c) * u)[:, None] * V

u, c, d = inputs(u=np.ones(3), c=np.arange(3.0), d=np.arange(3.0) + 1)
u = step(u, c)
u = step(u, c)
outputs(u=step(u, d))

if __name__ == "run":
    program = Program(__file__)
    program.begin()
    given = program.inputs
    one = program.step_1(given[0], given[1])
    two = program.step_2(one, given[1])
    program.step_3(two, given[2])
    calls = [v.call for v in program.recording.vertices if v.call]
    print([c.shares for c in calls], len(calls[0].module.shared), calls[0].at.prepared[0] is calls[1].at.prepared[0], calls[2].at.prepared[0][0] == np.cos(1))
`
	prints(t, "[True, True, False] 1 True True", path, map[string]string{"f.py": text}, "-c",
		"import runpy; runpy.run_path('f.py', run_name='run')")
}

// prints checks what Python prints with files beside facet's modules.
func prints(t *testing.T, want, python string, files map[string]string, args ...string) {
	t.Helper()
	files["facet_modules.py"] = string(recorded.Runtime)
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(strings.TrimLeft(text, "\n")),
			0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.CommandContext(t.Context(), python, args...)
	command.Dir = folder
	if out, err := command.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
		t.Errorf("%v\n%s", err, out)
	}
}

// A function that prepares two modules is called once for both, where its arguments are
// the same.
func TestPreparedForTwoModules(t *testing.T) {
	numpy(t)
	text := `
import numpy as np
from facet_modules import module, inputs, outputs

made = []

@module
def first(b, r, prepared): return prepared @ b
@module
def second(b, r, prepared): return prepared @ b**2
@first.prepare
@second.prepare
def _(r):
    made.append(1)
    return np.linalg.inv(np.diag(3 + r) + 0.1)
@first.tangent("b")
def _(b, r, V, prepared): return prepared @ V
@second.tangent("b")
def _(b, r, V, prepared): return prepared @ (2 * b[:, None] * V)
@first.tangent("r")
def _(b, r, V, prepared, result): return -prepared @ (result[:, None] * V)
@second.tangent("r")
def _(b, r, V, prepared, result): return -prepared @ (result[:, None] * V)

b, r = inputs(b=np.linspace(1, 2, 4), r=np.linspace(0.1, 0.4, 4))
a = first(b, r)
before = len(made)
c = second(a, r)
assert len(made) == before, made
outputs(c=second(c, r))
`
	r, err := measure(t, text, nil)
	if err != nil {
		t.Fatal(err)
	}
	times := 0
	for _, p := range r.Prepared {
		times += p.Times
	}
	if len(r.Failed()) > 0 || len(r.Prepared) != 2 || times != 1 {
		t.Errorf("prepared are %+v, and %v failed", r.Prepared, r.Failed())
	}
}

// together has a module that prepares all of its calls at once.
const together = `
import numpy as np
from facet_modules import module, inputs, outputs, Program

made = []

@module(saves=True)
def step(u, p, h): return u + h * p * np.sin(u), h * np.cos(u)

@step.prepare(together=True)
def _(u, p, h, saved, result):
    made.append(len(u))
    assert result.shape == u.shape and len(saved) == len(h) == len(u)
    return list(zip(np.array(saved) * p, np.array(h)[:, None] * np.sin(u)))

@step.tangent("u")
def _(u, p, h, V, prepared): return V + prepared[0][:, None] * V
@step.adjoint("p")
def _(u, p, h, W, prepared): return W * prepared[1]

u, p = inputs(u=np.linspace(1, 2, 4), p=np.linspace(0.1, 0.4, 4))
for n in range(5):
    u = step(u, p, 0.1 * (n + 1))
outputs(u=u)
`

// All calls of a module are prepared at once where all values are there, and each has what
// it would have alone.
func TestPreparedTogether(t *testing.T) {
	numpy(t)
	r, err := measure(t, together, nil)
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, c := range r.Checks {
		if c.Kind == "together" {
			compared++
		}
	}
	if len(r.Failed()) > 0 || compared != 3 || len(r.Prepared) != 1 || r.Prepared[0].Times != 1 {
		t.Errorf("%d comparisons, prepared %+v, and %v failed", compared, r.Prepared, r.Failed())
	}
	for _, v := range r.Vertices {
		if v.PreparedTogether != (v.Module == "step") {
			t.Errorf("%s is prepared together: %v", v.ID, v.PreparedTogether)
		}
	}
	for _, c := range []struct{ name, old, replacement, want string }{
		{"other calls", "np.array(saved) * p, np", "np.array(saved)[::-1] * p, np",
			`^f\.py:\d+: (the tangent of step for u is wrong|what prepares step for all calls at once gives a call something else than for it alone)`},
		{"no list", "return list(zip(np.array(saved) * p, np.array(h)[:, None] * np.sin(u)))", "return 1.0",
			`^f\.py:\d+: what prepares step together gives a float for \d calls: return a list with what each of them gets$`},
		{"a list that is too short", "np.sin(u)))", "np.sin(u)))[1:]",
			`^f\.py:\d+: what prepares step together gives a list of \d for \d calls: return a list`},
		{"asked for by the module", "def step(u, p, h)", "def step(u, p, h, prepared)",
			`^f\.py:\d+: step asks for prepared, which is made for each call then: leave together=True out$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := measure(t, strings.Replace(together, c.old, c.replacement, 1), nil)
			text := ""
			if err != nil {
				text = err.Error()
			} else if failed := r.Failed(); len(failed) > 0 {
				text = failed[0].Sentence()
			}
			if !regexp.MustCompile(c.want).MatchString(text) {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	text := together + `
if __name__ == "run":
    program = Program(__file__)
    program.begin()
    u, p = program.inputs
    at = [u]
    for n in range(1, 6):
        at.append(getattr(program, f"step_{n}")(at[-1], p))
    before = len(made)
    program.step_5_adjoint_p(at[4], p, np.eye(4))
    program.step_1_tangent_u(at[0], p, np.eye(4))
    module = program.recording.vertices[-1].call.module
    print(module.preparing.__globals__["made"])
`
	prints(t, "[5]", path, map[string]string{"f.py": text}, "-c",
		"import runpy; runpy.run_path('f.py', run_name='run')")
}

func TestWrongSharing(t *testing.T) {
	numpy(t)
	for _, c := range []struct{ name, old, replacement, want string }{
		{"joint tangent, one argument", "V[0] - x[:, None] * V[1]", "V[0] + x[:, None] * V[1]",
			`^tangent p$`},
		{"joint tangent, both at once", "V[0] - x[:, None] * V[1]",
			"V[0] - x[:, None] * V[1] * (not V[0].any())", `^joint tangent b, p$`},
		{"joint adjoint, one argument", "return Z, -Z * result", "return Z, -Z * b", `^adjoint p$`},
		{"joint adjoint, no tuple", "return Z, -Z * result", "return Z",
			`^f\.py:\d+: the adjoint of solve is joint for b, p, and has to return a tuple of 2 blocks$`},
		{"joint adjoint, shape", "return Z, -Z * result", "return Z, -Z.T",
			`^f\.py:\d+: the adjoint of solve for p gives shape 4x3, and 3x4 is wanted: it seems to be transposed, for it has a row for each row of W, and a column for each entry of the argument$`},
		{"prepared elsewhere", "    made.append(1)\n", "    made.append(p)\n    p = made[0]\n",
			`^(shared|adjoint|tangent) `},
		{"prepared that is changed", "    inverse, x = prepared\n",
			"    inverse, x = prepared\n    inverse *= 1.01\n",
			`^(kept|shared|adjoint|joint tangent|tangent) `},
		{"saved elsewhere", "    return x**2, 2 * x",
			"    made.append(2 * x)\n    return x**2, made[0] if not isinstance(made[0], int) else 2 * x",
			`^(shared|tangent) `},
		{"saves nothing", "@module(saves=True)\n", "@module\n",
			`^f\.py:\d+: the tangent of square asks for saved, and square saves nothing: mark it with @module\(saves=True\)`},
		{"saves no pair", "return x**2, 2 * x", "return x**2",
			`^f\.py:\d+: module square saves what its derivatives want, and has to return a pair`},
		{"not prepared", "@solve.prepare\n", "",
			`^f\.py:\d+: module solve has nothing prepared: mark the function that makes it with @solve\.prepare$`},
		{"prepared twice", "@square.tangent", "@solve.prepare\ndef _(b): return b\n\n@square.tangent",
			`^f\.py:\d+: solve has a prepare already: keep one$`},
		{"prepared of what is not there", "def _(q): return", "def _(z): return",
			`^f\.py:\d+: what prepares scale asks for 'z', and there are x, q`},
		{"prepared before V", "def _(x, q, V, prepared)", "def _(x, q, prepared, V)",
			`^f\.py:\d+: this derivative of scale cannot be called: .*result, saved and prepared come last$`},
		{"a package that is missing", "made = []", "import no_such_package",
			`^f\.py:4: ModuleNotFoundError: No module named 'no_such_package': \S*python\S* has none: install it there, or name another Python with --python$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if !strings.Contains(sharing, c.old) {
				t.Fatalf("%q is not in the program", c.old)
			}
			r, err := measure(t, strings.Replace(sharing, c.old, c.replacement, 1), nil)
			text := ""
			switch {
			case err != nil:
				text = err.Error()
			case len(r.Failed()) > 0:
				text = r.Failed()[0].Kind + " " + r.Failed()[0].Argument
			}
			if !regexp.MustCompile(c.want).MatchString(text) || strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}

// What a derivative gives as a sparse matrix is taken.
func TestSparseDerivative(t *testing.T) {
	numpy(t)
	text := strings.Replace(sharing, "return saved[:, None] * V",
		"from scipy.sparse import csr_matrix; return csr_matrix(saved[:, None] * V)", 1)
	r, err := measure(t, text, func(r *recorded.Request) { r.Batches = []int{1, 2} })
	if err != nil && strings.Contains(err.Error(), "ModuleNotFoundError") {
		t.Skip(err)
	}
	if err != nil || len(r.Failed()) > 0 {
		t.Error(err)
	}
}

// A derivative that is 0, such as that of an iteration by its start, is right although
// differences of the values are noise; one that is small, and wrong, is found.
func TestNoDependenceOnAStart(t *testing.T) {
	numpy(t)
	text := `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def root(start, a):
    x = start
    while True:
        d = (x**3 + x - a) / (3 * x**2 + 1)
        x = x - d
        if np.abs(d).max() < 1e-8:
            return x

@root.tangent("start")
def _(start, a, V, result): return 0 * V

@root.tangent("a")
def _(start, a, V, result): return V / (3 * result**2 + 1)[:, None]

start, a = inputs(start=np.linspace(1, 2, 7), a=np.linspace(2, 30, 7))
outputs(x=root(start, a))
`
	for replacement, want := range map[string]string{"0 * V": "", "1e-6 * V": "tangent start",
		"1e-4 * V": "tangent start"} {
		r, err := measure(t, strings.Replace(text, "0 * V", replacement, 1), nil)
		if err != nil {
			t.Fatal(err)
		}
		found := ""
		if failed := r.Failed(); len(failed) > 0 {
			found = failed[0].Kind + " " + failed[0].Argument
		}
		if found != want {
			t.Errorf("of %s is found %q, want %q", replacement, found, want)
		}
	}
}

// Equal numbers are the same argument, though each is an object of its own.
func TestEqualNumbersArePreparedOnce(t *testing.T) {
	numpy(t)
	r, err := measure(t, `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def step(x, dt, prepared): return prepared * x

@step.prepare
def _(dt): return np.exp(-dt)

@step.tangent("x")
def _(x, dt, V, prepared): return prepared * V

@step.adjoint("x")
def _(x, dt, W, prepared): return W * prepared

x = inputs(x=np.linspace(0, 1, 6))
for dt in "0.5", "0.5", "0.25", "0.5":
    x = step(x, float(dt))
outputs(x=x)
`, nil)
	if err != nil || len(r.Failed()) > 0 || len(r.Prepared) != 1 || r.Prepared[0].Times != 2 {
		t.Fatal(err, r.Failed(), r.Prepared)
	}
}
