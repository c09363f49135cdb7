package recorded_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/ui/programs/recorded"
)

// numpy skips a test where there is no Python with numpy.
func numpy(t *testing.T) {
	t.Helper()
	t.Parallel()
	if _, err := python(); err != nil {
		t.Skip(err)
	}
}

// python is a Python with numpy.
var python = recorded.FindPython

func measure(t *testing.T, text string, change func(*recorded.Request)) (*measured.Report, error) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "f.py")
	if err := os.WriteFile(file, []byte(strings.TrimLeft(text, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	r := recorded.Request{Program: file, Repeat: 1, Batches: []int{1, 4}, Unlimited: true}
	if change != nil {
		change(&r)
	}
	return recorded.Forked(t).Measure(t.Context(), r)
}

// said is the sentence about a program that is wrong; empty for one that is right.
func said(t *testing.T, text string) string {
	t.Helper()
	r, err := measure(t, text, nil)
	switch {
	case err != nil:
		return err.Error()
	case len(r.Failed()) > 0:
		return r.Failed()[0].Sentence()
	}
	return ""
}

// good has a module with a tangent and an adjoint, one with a Jacobian, one with
// two results, and one with a tangent alone.
const good = `
import numpy as np
from facet_modules import module, inputs, outputs

A = np.random.randn(4, 6)

@module
def step(u, p, factor=0.1):
    return u + factor * p * np.sin(u)

@step.tangent("u")
def _(u, p, factor, V): return V + factor * (p * np.cos(u))[:, None] * V

@step.adjoint("u")
def _(u, p, factor, W): return W + factor * W * (p * np.cos(u))

@step.jacobian("p")
def _(u, p, factor): return np.diag(factor * np.sin(u))

@module
def halves(u):
    return u[:2] ** 2, np.sum(u[2:])

@halves.tangent("u")
def _(u, V): return 2 * u[:2, None] * V[:2], V[2:].sum(axis=0, keepdims=True)

@halves.adjoint("u")
def _(u, W):
    first, second = W
    return np.hstack([2 * u[:2] * first, np.repeat(second, 4, axis=1)])

@module
def both(a, b):
    return np.outer(a, a) * b

@both.tangent("a")
def _(a, b, V): return b * (np.einsum("ik,j->ijk", V, a) + np.einsum("i,jk->ijk", a, V)).reshape(4, -1)

@both.jacobian("b")
def _(a, b): return np.outer(a, a).reshape(4, 1)

u, p = inputs(u=np.linspace(1, 2, 6), p=np.full(6, 0.3))
count = 0
while u.look().max() < 2.1 and count < 3:
    u = step(u, p)
    count += 1
u = step(u, u, factor=0.2)
a, b = halves(u)
outputs(early=a, product=both(a, b))
`

func TestGoodProgram(t *testing.T) {
	numpy(t)
	r, err := measure(t, good, func(r *recorded.Request) { r.Structure = true })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range r.Checks {
		if !c.OK {
			t.Errorf("check %+v fails", c)
		}
	}
	if len(r.Checks) < 10 {
		t.Errorf("there are %d checks", len(r.Checks))
	}
	var ids []string
	for _, v := range r.Vertices {
		ids = append(ids, v.ID)
	}
	if got := strings.Join(ids,
		" "); got != "u p step.1 step.2 step.3 step.4 halves.1 halves.1:1 halves.1:2 both.1 early" &&
		got != "u p step.1 step.2 step.3 halves.1 halves.1:1 halves.1:2 both.1 early" {
		t.Errorf("the vertices are %s", got)
	}
	if len(r.Products) == 0 || !(r.Products[len(r.Products)-1][3] > 0) {
		t.Errorf("products take %v", r.Products)
	}
	r.Products = recorded.Nanosecond
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python", Structure: true})
	if err != nil {
		t.Fatal(err)
	}
	for k, e := range p.Dag.Edges {
		if e.Tangent+e.TangentCurve.Setup <= 0 || e.Adjoint+e.AdjointCurve.Setup <= 0 {
			t.Errorf("edge %s costs nothing", p.Dag.EdgeName(k))
		}
	}
}

// changed gives the good program with something else in a place.
func changed(t *testing.T, old, replacement string) string {
	t.Helper()
	if !strings.Contains(good, old) {
		t.Fatalf("%q is not in the program", old)
	}
	return strings.Replace(good, old, replacement, 1)
}

// Each mistake is one sentence with the line that it is in, also through a process; see
// TestTypicalMistakes for others.
func TestMistakes(t *testing.T) {
	numpy(t)
	for _, c := range []struct{ name, old, replacement, want string }{
		{"leak by asarray", "a, b = halves(u)", "u = np.asarray(u)\na, b = halves(u)",
			`^f\.py:47: .*numpy outside of a module`},
		{"leak in a function", "a, b = halves(u)",
			"def scale(x):\n    return x.sum()\nscale(u)\na, b = halves(u)",
			`^f\.py:48: .*\.sum outside of a module.*mark scale with @module`},
		{"leak that is caught", "a, b = halves(u)",
			"try:\n    u = u + 1\nexcept Exception:\n    pass\na, b = halves(u)",
			`^f\.py:48: .* outside of a module`},
		{"leak by a copy", "u = step(u, u, factor=0.2)", "u = step(u, u, factor=0.1 * u.look()[0])",
			`^f\.py:46: the argument factor of step depends on the inputs and is no value`},
		{"leak by a global", "    return u + factor * p * np.sin(u)",
			"    global last\n    last = u.copy()\n    return u + factor * p * np.sin(u)", ``},
		{"shape that changes", "    return u + factor * p * np.sin(u)",
			"    global n\n    n = globals().get('n', 0) + 1\n    return np.ones(n) * u.sum()",
			`f\.py:\d+: .*shape|f\.py:\d+: ValueError`},
		{"no outputs", "outputs(early=a, product=both(a, b))", "pass",
			`^f\.py:1: the program names no outputs`},
		{"no inputs", "u, p = inputs(u=np.linspace(1, 2, 6), p=np.full(6, 0.3))",
			"u, p = np.ones(6), np.ones(6)", `.`},
		{"no number", "p=np.full(6, 0.3)", "p=np.full(6, np.nan)",
			`^f\.py:41: the input p has entries that are no finite numbers: start at another point$`},
		{"random numbers", "count = 0",
			"import secrets; count = 0; u = step(u, p, factor=1e-15 * secrets.randbelow(10**9))",
			`^f\.py:42: the argument factor of step is another one when the program is run again`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := measure(t, changed(t, c.old, c.replacement), nil)
			text := ""
			switch {
			case err != nil:
				text = err.Error()
			case len(r.Failed()) > 0:
				text = r.Failed()[0].Kind
			}
			if !regexp.MustCompile(c.want).MatchString(text) || c.want == "" && text != "" ||
				strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}

// A program that does not end is ended with what it started: both hold a connection, which is at
// its end when both are.
func TestEndlessProgram(t *testing.T) {
	numpy(t)
	path, _ := python()
	at, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer at.Close()
	file := filepath.Join(t.TempDir(), "f.py")
	text := fmt.Sprintf("import socket, subprocess, time\nto = socket.create_connection(('127.0.0.1', %d))\nsubprocess.Popen(['sh', '-c', 'echo begun; sleep 100000'], stdout=to)\nwhile True: time.sleep(0.1)\n", at.Addr().(*net.TCPAddr).Port)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	left := make(chan string, 1)
	go func() {
		defer cancel()
		connection, err := at.Accept()
		if err != nil {
			left <- err.Error()
			return
		}
		defer connection.Close()
		begun := make([]byte, len("begun\n"))
		if _, err := io.ReadFull(connection, begun); err != nil {
			left <- err.Error()
			return
		}
		cancel()
		more, err := io.ReadAll(connection)
		left <- fmt.Sprintf("%s%s %v", begun, more, err)
	}()
	_, err = recorded.Python{Path: path}.Runner(io.Discard).
		Measure(ctx, recorded.Request{Program: file, Repeat: 1, Batches: []int{1}})
	if err == nil || !strings.Contains(err.Error(), "stopped") {
		t.Fatalf("got %v", err)
	}
	if got := <-left; got != "begun\n <nil>" {
		t.Errorf("what the program started said %q", got)
	}
}

// Objects of the program's own are made anew, with their classes, in each run; what
// depends on the inputs is found in them.
func TestObjectsAsArguments(t *testing.T) {
	numpy(t)
	const text = `
import numpy as np
from facet_modules import module, inputs, outputs
class Mesh:
    def __init__(self, width): self.width, self.weights = width, [np.ones(3), {"scale": np.float64(2)}]
@module
def f(u, mesh, solver): return u * mesh.width
@f.jacobian("u")
def _(u, mesh, solver): return np.eye(3) * mesh.width
u = inputs(u=np.arange(1.0, 4))
mesh = Mesh(2)
outputs(y=f(u, mesh, lambda x: x))
`
	for replacement, want := range map[string]string{
		"Mesh(2)":                                "",
		"Mesh(1 + u.look()[0])":                  "f.py:11: the argument mesh of f depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module",
		"Mesh(np.random.default_rng().random())": "f.py:11: the argument mesh of f is another one when the program is run again: give its random numbers a seed",
	} {
		_, err := measure(t, strings.Replace(text, "Mesh(2)", replacement, 1), nil)
		if got := fmt.Sprint(err); got != want && (err != nil || want != "") {
			t.Errorf("%s: got %s, want %q", replacement, got, want)
		}
	}
}

// What ends without a word, or says what no terminal should see, is one sentence.
func TestProgramsThatDie(t *testing.T) {
	numpy(t)
	path, _ := python()
	runner := recorded.Python{Path: path}.Runner(io.Discard)
	for _, c := range []struct{ line, want string }{
		{"os._exit(0)", "ended before it was measured (without an error): it said nothing"},
		{"os.kill(os.getpid(), 11)",
			"ended before it was measured (signal: segmentation fault): it said nothing"},
		{"sys.stderr.write('gone\\n'); sys.stderr.flush(); os._exit(3)",
			"ended before it was measured (exit status 3): gone"},
		{"sys.exit(3)",
			"f.py:1: the program ends with sys.exit(3): facet measures programs that run to their end"},
		{"print('\\0' * 100000); os.close(1)", "f.py:1: the program names no inputs"},
		{"raise KeyboardInterrupt", "f.py"},
	} {
		file := filepath.Join(t.TempDir(), "f.py")
		if err := os.WriteFile(file, []byte("import os, sys; "+c.line), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := runner.Measure(t.Context(), recorded.Request{Program: file, Repeat: 1, Batches: []int{1},
			Unlimited: true})
		if err == nil || !strings.HasSuffix(err.Error(), c.want) && !strings.HasPrefix(err.Error(), c.want) &&
			c.want != "f.py" || strings.ContainsAny(err.Error(), "\n\x00") {
			t.Errorf("%s: got %v, want %s", c.line, err, c.want)
		}
	}
}

func TestMissingPython(t *testing.T) {
	for _, c := range []struct{ path, python, want string }{
		{t.TempDir(), "",
			"there is no python3 in PATH: install Python 3 with numpy, or name it with --python"},
		{t.TempDir(), "nowhere/python", "--python nowhere/python cannot be run: name a Python interpreter"},
	} {
		t.Setenv("PATH", c.path)
		file := filepath.Join(c.path, "f.py")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := recorded.Python{Path: c.python}.Runner(io.Discard).
			Measure(context.Background(), recorded.Request{Program: file})
		if err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	if sh, err := os.Stat("/bin/false"); err == nil && !sh.IsDir() {
		file := filepath.Join(t.TempDir(), "f.py")
		os.WriteFile(file, nil, 0o600)
		_, err := recorded.Python{Path: "/bin/false"}.Runner(io.Discard).
			Measure(context.Background(), recorded.Request{Program: file})
		if err == nil || !strings.HasPrefix(err.Error(), "/bin/false has no numpy: install it") {
			t.Errorf("got %v", err)
		}
	}
}

// units has an input, and a result, whose entries are of very different sizes.
const units = `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def rate(s):
    p, t, x = s
    return np.array([p * np.exp(-1000 / t) * x, t + 300 * x ** 2, x / t])

@rate.jacobian("s")
def _(s):
    p, t, x = s
    e = np.exp(-1000 / t)
    return np.array([[e * x, p * e * 1000 / t ** 2 * x, p * e], [0, 1, 600 * x], [0, -x / t ** 2, 1 / t]])

s = inputs(s=np.array([101325.0, 1200.0, 0.2]))
outputs(r=rate(s))
`

// Entries of very different sizes in one vector are all looked at: what is right passes,
// and what is wrong by one per cent in any entry is found.
func TestEntriesOfDifferentSizes(t *testing.T) {
	numpy(t)
	report, err := measure(t, units, nil)
	if err != nil {
		t.Fatal(err)
	}
	if failed := report.Failed(); len(failed) > 0 {
		t.Errorf("what is right fails: %+v", failed)
	}
	for _, c := range report.Checks {
		if c.Kind == "jacobian" && c.Error == 0 {
			t.Error("an error of 0 is no difference's")
		}
	}
	for _, entry := range []string{"e * x,", "/ t ** 2 * x, p", "p * e]", "0, 1,", "600 * x]", "-x / t ** 2,",
		"1 / t]"} {
		wrong := strings.Replace(units, entry, strings.Replace(entry, entry[:1], "1.01 * "+entry[:1], 1), 1)
		if strings.HasPrefix(entry, "/ t") {
			wrong = strings.Replace(units, entry, "* 1.01 "+entry, 1)
		}
		if strings.HasPrefix(entry, "0, 1") {
			wrong = strings.Replace(units, entry, "0, 1.01,", 1)
		}
		report, err := measure(t, wrong, nil)
		if err != nil {
			t.Errorf("%s: %v", entry, err)
		} else if len(report.Failed()) == 0 {
			t.Errorf("%s, wrong by one per cent, is not found", entry)
		}
	}
}

// Where the derivatives of a large module are right for most of its result, it is said for which part they
// are not.
func TestWhereAResultIsWrong(t *testing.T) {
	numpy(t)
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

@module
def steps(u, p): return np.outer(u, u), np.append(u**3, p * u[2])

@steps.adjoint("u")
def _(u, p, W):
    A, b = W
    A = A.reshape(-1, 6, 6)
    return (A + A.transpose(0, 2, 1)) @ u + b[:, :6] * 3 * u**2 + p * b[:, 6:] * (np.arange(6) == 2)

@steps.tangent("p")
def _(u, p, V): return np.zeros((36, V.shape[1])), np.append(np.zeros(6), u[2])[:, None] * V

u, p = inputs(u=np.linspace(1, 2, 6), p=0.5)
A, b = steps(u, p)
outputs(A=A, b=b)
`
	for change, want := range map[[2]string]string{
		{"", ""}:                                   "",
		{"p * b[:, 6:]", "b[:, 6:]"}:               "it is so in result[1][6:7] alone",
		{"b[:, :6] * 3", "b[:, :6] * 2.9"}:         "it is so in result[1][0:6] alone",
		{"A + A.transpose(0, 2, 1)", "2 * A"}:      "is wrong",
		{"np.zeros(6), u[2]", "np.zeros(6), u[3]"}: "is wrong",
	} {
		got := said(t, strings.Replace(program, change[0], change[1], 1))
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", change[1], got, want)
		}
	}
}

// The point beside that of a run is near it where entries are of several units; and where a module is not
// defined there, its derivatives are not blamed.
func TestPointsBesideARunAreNear(t *testing.T) {
	numpy(t)
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

@module
def creep(g): return np.array([g[0] * np.exp(300 * (g[1] - 0.4)), g[2]**2])

@creep.tangent("g")
def _(g, V):
    e = np.exp(300 * (g[1] - 0.4))
    return np.array([e * V[0] + 300 * g[0] * e * V[1], 2 * g[2] * V[2]])

@module
def margin(y): return np.sqrt(4018 - y)

@margin.tangent("y")
def _(y, V): return -0.5 / np.sqrt(4018 - y)[:, None] * V

g = inputs(g=np.array([4000, 0.4, 0.6]))
outputs(f=margin(creep(g)))
`
	if got := said(t, program); got != "" {
		t.Errorf("got %q", got)
	}
}

// An input that reaches modules by look() alone, as an argument or by a global variable, is no input that
// nothing depends on.
func TestInputsThatAreLookedAt(t *testing.T) {
	numpy(t)
	const program = `import numpy as np
from facet_modules import module, inputs, outputs

G = np.ones(3)

@module
def step(u, r): return u * r * G

@step.tangent("u")
def _(u, r, V): return (r * G)[:, None] * V

@step.tangent("r")
def _(u, r, V): return (u * G)[:, None] * V

u, r = inputs(u=np.ones(3), r=np.full(3, 2.0))
R = r
for n in range(2):
    u = step(u, R)
outputs(u=u)
`
	for change, want := range map[[2]string]string{
		{"R = r", "R = r.look()"}:                      "f.py:18: the argument r of step depends on the inputs and is no value, so that facet would lose the dependence",
		{"R = r", "G, R = r.look(), 2.0"}:              "f.py:15: the input r changes what modules give, and is no argument of theirs, so that facet would lose the dependence",
		{"R = r", "R = 2.0 + (r.look()[0]>9)"}:         "", // it is used, and changes nothing here
		{"R = r", "R = 2.0"}:                           "",
		{"u, r = inputs(", "q, u, r = inputs(q=1.0, "}: "",
	} {
		if got := said(t, strings.Replace(program, change[0], change[1], 1)); (got != "") != (want != "") ||
			!strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, want %q", change[1], got, want)
		}
	}
}

// Beside a matrix that is nearly singular, as the stiffness of a slender beam, differences need small steps.
func TestDerivativesByStiffMatrices(t *testing.T) {
	numpy(t)
	const program = `
import numpy as np
from facet_modules import module, inputs, outputs

N = 20
bend = np.array([[12, 6, -12, 6], [6, 4, -6, 2], [-12, -6, 12, -6], [6, 2, -6, 4]])

@module
def stiffness(h):
    K = np.zeros((2 * N + 2, 2 * N + 2))
    for k in range(N):
        K[2*k:2*k+4, 2*k:2*k+4] += h[k]**3 * bend
    return K[2:, 2:]

@stiffness.tangent("h")
def _(h, V):
    dK = np.zeros((2 * N + 2, 2 * N + 2, V.shape[1]))
    for k in range(N):
        dK[2*k:2*k+4, 2*k:2*k+4] += 3 * h[k]**2 * bend[:, :, None] * V[k]
    return dK[2:, 2:].reshape(4 * N * N, -1)

@module
def bent(K): return np.linalg.solve(K, np.eye(2 * N)[-2])

@bent.tangent("K")
def _(K, V):
    u = np.linalg.solve(K, np.eye(2 * N)[-2])
    return -np.linalg.solve(K, np.einsum("ijk,j->ik", V.reshape(2 * N, 2 * N, -1), u))

h = inputs(h=np.linspace(1, 0.5, N))
outputs(u=bent(stiffness(h)))
`
	if got := said(t, program); got != "" {
		t.Errorf("what is right fails: %q", got)
	}
	wrong := strings.Replace(program, "return -np", "return -1.01 * np", 1)
	if got := said(t, wrong); !strings.Contains(got, "the tangent of bent for K is wrong") {
		t.Errorf("what is wrong by one per cent is not found: %q", got)
	}
}

// A mark with other arguments than its module is named with its line, and so is a value
// that is formatted.
func TestWrongMarksAreNamed(t *testing.T) {
	numpy(t)
	for change, want := range map[[2]string]string{
		{"def _(s):\n",
			"def _():\n"}: `^f.py:9: this derivative of rate cannot be called: .*: it is given all arguments of the module$`,
		{"outputs(",
			"print(f'{s:.3f}')\noutputs("}: `^f.py:\d+: .*s is used by a format outside of a module.*look\(\)`,
	} {
		_, err := measure(t, strings.Replace(units, change[0], change[1], 1), nil)
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("%q: %v, want %s", change[1], err, want)
		}
	}
}

// A program that makes changes of its inputs large is compared along smaller ones; one that makes all of
// them large, as chaos does, is not said to be wrong.
func TestChaosIsNoMistake(t *testing.T) {
	numpy(t)
	for _, steps := range []string{"10", "20"} {
		if got := said(t, `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def step(x): return 6 * np.sin(x) + 2 * np.cos(x)

@step.tangent("x")
def _(x, V): return (6 * np.cos(x) - 2 * np.sin(x))[:, None] * V

x = inputs(x=np.linspace(0, 1, 30))
for n in range(`+steps+`):
    x = step(x)
outputs(x=x)
`); got != "" {
			t.Errorf("%s steps: %s", steps, got)
		}
	}
}
