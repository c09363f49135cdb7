package recorded_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/planner"
	"facet/ui/programs/recorded"
)

// weights has adjoints by matrices that are outer products: of each step of a recurrent
// network, of a matrix that a module gives, and with the factors the other way round.
const weights = `
import numpy as np
from facet_modules import module, inputs, outer, outputs

@module
def cell(h, A, B):
    return np.tanh(A @ h + h @ B)

@cell.adjoint("h", "A", "B", joint=True)
def _(h, A, B, W, result):
    D = W * (1 - result**2)
    return D @ (A + B.T), outer(D, h), outer(h, D)

@cell.tangent("h", "A", "B", joint=True)
def _(h, A, B, V, result):
    n, k = len(h), V[0].shape[1]
    S = (A + B.T) @ V[0] + np.einsum("ijk,j->ik", V[1].reshape(n, n, k), h) + np.einsum("jik,j->ik", V[2].reshape(n, n, k), h)
    return (1 - result**2)[:, None] * S

@module
def matrix(d):
    return np.diag(d**2) + 0.1

@matrix.jacobian("d")
def _(d):
    J = np.zeros((len(d)**2, len(d)))
    J[::len(d) + 1] = np.diag(2 * d)
    return J

@matrix.adjoint("d", joint=True, outer=True)
def _(d, W): return W.left * W.right * 2 * d,

@matrix.adjoint("d")
def _(d, W): return W[:, ::len(d) + 1] * 2 * d

A, B, d = inputs(A=np.random.default_rng(1).normal(size=(5, 5)), B=np.eye(5) / 2, d=np.linspace(0.1, 0.5, 5))
h = np.linspace(-1, 1, 5)
for _ in range(4):
    h = cell(h, A, B)
for _ in range(2):
    h = cell(h, matrix(d), B)
outputs(h=h)
`

// atOnce is the same program, whose adjoints by one of the matrices are added up by a function
// of its own.
var atOnce = strings.NewReplacer("inputs, outer,", "inputs, outer, together,", "outer(D, h), ",
	"together(by_A, D, h), ", "@module\ndef cell",
	"def by_A(D, h): return (D[..., None] * h[:, None, None]).sum(0).reshape(len(D[0]), -1)\n\n@module\ndef cell").Replace(weights)

// Contributions of all steps to the same weights are multiplied out once, and a mark for
// outer products is given them; that is what the chain rule gives.
func TestOuterAdjoints(t *testing.T) {
	t.Run("outer", func(t *testing.T) { outerAdjoints(t, weights) })
	t.Run("together", func(t *testing.T) { outerAdjoints(t, atOnce) })
}

// solved measures a program and solves its dag.
func solved(t *testing.T, program string, method planner.Method) (recorded.Request, recorded.Runner,
	*measured.Program, []model.Op) {
	t.Helper()
	numpy(t)
	file := filepath.Join(t.TempDir(), "f.py")
	if err := os.WriteFile(file, []byte(strings.TrimLeft(program, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	request := recorded.Request{Program: file, Repeat: 1, Batches: []int{1, 4}, Unlimited: true}
	runner := recorded.Forked(t)
	r, err := runner.Measure(t.Context(), request)
	if err != nil || len(r.Failed()) > 0 {
		t.Fatal(err, r.Failed())
	}
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	result, err := planner.Solve(t.Context(), model.NewState(p.Dag), planner.Options{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	return request, runner, p, result.Incumbent.Ops
}

// agree carries methods out, whose Jacobians have to be the same.
func agree(t *testing.T, runner recorded.Runner, request recorded.Request) {
	t.Helper()
	runs, err := runner.Methods(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	for _, run := range runs {
		if run.Difference > 1e-12 {
			t.Errorf("%s is off by %g", run.Name, run.Difference)
		}
	}
}

func outerAdjoints(t *testing.T, program string) {
	request, runner, p, backwards := solved(t, program, planner.SparseAdjoint)
	sequence, err := driver.New(p.Dag, backwards)
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]*driver.Driver{"tangent": driver.NewDense(p.Dag, false),
		"adjoint": driver.NewDense(p.Dag, true), "sequence": sequence} {
		d.Fuse(driver.Room(p.Dag), nil)
		text, err := d.Write("python", code.Origin{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Count(string(text), "modules.array("),
			map[string]int{"adjoint": 2, "sequence": 2}[name]; got != want {
			t.Errorf("%s multiplies out %d times, want %d:\n%s", name, got, want, text)
		}
		multiplied := 0
		for _, m := range d.Moves() {
			if m.Multiplications > 0 {
				multiplied += int(m.Multiplications)
			}
		}
		if want := map[string]int{"adjoint": 5 * 25 * (4 + 6),
			"sequence": 5 * 25 * (4 + 6)}[name]; multiplied != want {
			t.Errorf("%s is predicted with %d multiplications of outer products, want %d", name, multiplied,
				want)
		}
		request.Methods = append(request.Methods, recorded.Driver{Name: name, Text: string(text)})
	}
	agree(t, runner, request)
}

// sums tries outer products of all forms, their sums, and what is done with them, against
// arrays.
const sums = `
import numpy as np
from facet_modules import Outer, outer, together

random, (k, p, q) = np.random.default_rng(0).normal, (3, 4, 5)

def same(o, want):
    assert o.shape == want.shape and np.allclose(np.asarray(o), want), (o.shape, want.shape)

for count in (1, 2, 7, 40):
    for left, right, form in ((k, p), (q,), "kp,q->kpq"), ((p,), (k, q), "p,kq->kpq"), ((k, 2, p), (2, q), "krp,rq->kpq"), ((2, p), (k, 2, q), "rp,krq->kpq"), ((1, p), (q,), "kp,q->kpq"):
        terms = [(random(size=left), random(size=right)) for _ in range(count)]
        want = sum(np.einsum(form, a, b).reshape(-1, p * q) for a, b in terms)
        made = lambda: sum((outer(a, b) for a, b in terms[1:]), outer(*terms[0]))
        o = outer(*terms[0])
        if count > 1:
            o = o + outer(*terms[1])
        for a, b in terms[2:]:
            o += outer(a, b)
        assert type(o) is Outer
        same(o[1:], want[1:]), same(o, want), same(made(), want), same(made() + o, 2 * want)
        same(made() + np.ones_like(want), want + 1), same(np.ones_like(want) + made(), want + 1), same(np.vstack((made(), want)), np.vstack((want, want)))
        x = np.ones_like(want)
        x += made()
        M = random(size=(p * q, 2))
        same(x, want + 1), same(made() @ M, want @ M), same(M[:len(want)].T @ made(), M[:len(want)].T @ want), same(made().T, want.T)
        a = made()
        b = a + made()
        b += made()
        same(a, want), same(b, 3 * want)
def added(a, b): return np.einsum("ckp,cq->kpq", a, b).reshape(a.shape[1], -1)

def others(a): return a.sum(0)

for count in (1, 2, 7, 200):
    terms = [(random(size=(k, p)), random(size=q)) for _ in range(count)]
    want = sum(np.einsum("kp,q->kpq", a, b).reshape(k, -1) for a, b in terms)
    made = lambda: sum((together(added, a, b) for a, b in terms[1:]), together(added, *terms[0]))
    other = random(size=want.shape)
    x = other.copy()
    x += made()
    for a, b in terms:
        x += together(added, a, b)
    same(x, 2 * want + other), same(made()[1:], want[1:]), same(made() @ want.T, want @ want.T), same(2 * made(), 2 * want)
    x = x + together(others, want) + outer(*terms[0]) + made() + other
    same(x, 4 * want + 2 * other + np.asarray(outer(*terms[0])))
    x += other
    same(x, 4 * want + 3 * other + np.asarray(outer(*terms[0])))
for wrong in (np.max, (np.ones(3),)), (others, (np.ones(3),)), (lambda a: a[:, 0], (np.ones((4, 5)),)):
    try:
        together(wrong[0], *wrong[1])
    except ValueError as error:
        assert "a row for each row" in str(error), error
    else:
        assert False, wrong
same(outer(np.ones((k, p)), np.ones(q)) + outer(np.ones(p), np.ones((k, q))), 2 * np.ones((k, p * q)))
same(outer(np.ones((k, 4), np.float32), [1, 2, 3]), np.tile([1.0, 2, 3], (k, 4)))
for wrong in ((2, 3), (2, 3)), ((3,), (3,)), ((2, 3, 4), (2, 4)), ((), (2,)):
    try:
        outer(*map(np.ones, wrong))
    except ValueError:
        continue
    raise AssertionError(wrong)
`

// blocks tries parts of tuples likewise.
const blocks = `
import numpy as np
from facet_modules import Parts, outer

random, sizes = np.random.default_rng(0).normal, (2, 3, 4)

def same(o, want):
    assert o.shape == want.shape and np.allclose(np.asarray(o), want), (o.shape, want.shape)

for axis in (0, 1):
    shape = lambda n: (5, n) if axis else (n, 5)
    for lacking in ((), (0,), (0, 2)):
        given = [None if k in lacking else random(size=shape(n)) for k, n in enumerate(sizes)]
        if axis and given[1] is not None:
            given[1] = outer(random(size=(5, 3)), np.ones(1))
        o, want = Parts(given, sizes, axis, 5), np.concatenate([np.zeros(shape(n)) if g is None else np.asarray(g) for g, n in zip(given, sizes)], axis)
        other = Parts([random(size=shape(2)), None, None], sizes, axis, 5)
        before, both = want.copy(), want + np.asarray(other)
        same(o, want), same(o + other, both), same(other + o, both), same(o + np.asarray(other), both), same(np.asarray(other) + o, both), same(o.T, want.T)
        total = o + other
        total += other
        same(total, both + np.asarray(other)), same(o, before)
        x = np.asarray(other).copy()
        x += o
        same(x, both), same(o @ np.ones((want.shape[1], 2)), want @ np.ones((want.shape[1], 2))), same(np.ones((2, len(want))) @ o, np.ones((2, len(want))) @ want)
        same(o[1:3], want[1:3]), same(o[:, 1:3], want[:, 1:3]), same(np.hstack((o, o)), np.hstack((want, want)))
        assert all(a.shape == shape(n) for a, n in zip(o.filled(), sizes))
`

func TestSumsOfOuterProducts(t *testing.T) {
	numpy(t)
	path, _ := python()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "facet_modules.py"), recorded.Runtime, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{sums, blocks} {
		run := exec.CommandContext(t.Context(), path, "-c", text)
		run.Dir = dir
		if out, err := run.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

func TestWrongOuterAdjoints(t *testing.T) {
	numpy(t)
	for _, c := range []struct{ name, old, replacement, want string }{
		{"no sum", ".sum(0).reshape", "[0].reshape",
			`^f\.py:\d+: the adjoint of cell for A by together is not the sum of what it is for each call: by_A has to add over the first axis of the stacks`},
		{"another function", "together(by_A, D, h), ", "together(lambda *given: by_A(*given), D, h), ",
			`^f\.py:\d+: the adjoint of cell for A gives another function to together in each call`},
		{"wrong rows", "together(by_A, D, h), ", "together(by_A, D[0], h), ",
			`^f\.py:\d+: the adjoint of cell for A gives shape 5x5, and 3x25 is wanted`},
		{"another sum", "W.left * W.right * 2 * d", "W.left * W.right * d",
			`^f\.py:\d+: the adjoint of matrix for d that takes outer products is not what its adjoint gives for the same W`},
		{"no mark for arrays", "@matrix.adjoint(\"d\")\ndef _(d, W): return W[:, ::len(d) + 1] * 2 * d", "",
			`^f\.py:\d+: matrix has an adjoint of outer products for d and none of arrays: add @matrix\.adjoint\("d"\)`},
		{"no matrix", "@cell.tangent",
			"@cell.adjoint(\"h\", outer=True)\ndef _(h, A, B, W): return W.left\n\n@cell.tangent",
			`^f\.py:\d+: cell has an adjoint with outer=True, and does not return a matrix: leave outer=True out`},
		{"factors", "outer(D, h), ", "outer(D, D), ",
			`^f\.py:\d+: ValueError in the adjoint of cell for h, A, B, .*: outer is given factors of shapes 3x5 and 3x5: one has a row for each row of W, and the other is a vector`},
		{"other sizes", "outer(D, h), ", "outer(D, h[1:]), ",
			`^f\.py:\d+: the adjoint of cell for A gives shape 3x20, and 3x25 is wanted`},
		{"transposed", "outer(D, h), ", "outer(h, D), ",
			`^f\.py:\d+: the adjoint of cell for A is wrong, or its tangent is`},
		{"a tangent", "return (1 - result**2)[:, None] * S", "return outer(np.ones((5, 1)), np.ones(k))",
			`^f\.py:\d+: the tangent of cell for h, A, B gives outer products, and only adjoints may: return an array`},
		{"a Jacobian", "    return J\n", "    return outer(J, np.ones(1))\n",
			`^f\.py:\d+: the Jacobian of matrix for d gives outer products, and only adjoints may: return an array`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			program := weights
			if !strings.Contains(program, c.old) {
				program = atOnce
			}
			if !strings.Contains(program, c.old) {
				t.Fatalf("%q is not in the program", c.old)
			}
			text := said(t, strings.Replace(program, c.old, c.replacement, 1))
			if !regexp.MustCompile(c.want).MatchString(text) || strings.Contains(text, "\n") {
				t.Errorf("got %q, want %q", text, c.want)
			}
		})
	}
}
