package recorded_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/programs/recorded"
)

// direct asks for each function of a program as drivers do, and compares it with the Jacobian
// by one unit tangent after the other. Nothing is looked up about a function that a driver
// calls again.
const direct = `
import inspect, sys
import numpy as np
import facet_modules
from facet_modules import Mistake, Program

def said(f, *given):
    try:
        return f(*given)
    except Mistake as mistake:
        return str(mistake)

plain = lambda a: a.toarray() if hasattr(a, "toarray") else np.array(a)

def same(a, b):
    if isinstance(b, tuple):
        return len(a) == len(b) and all(map(same, a, b))
    return a.shape == b.shape and np.allclose(plain(a), b, rtol=1e-13, atol=1e-13)

# Unit seeds as programs keep them, alone and among those of others, and some that have as many zeros.
columns = lambda e: [program.unit(e.columns), program.unit(e.columns, e.columns + 5, 3), np.eye(e.columns, e.columns + 5, 3), 2 * np.eye(e.columns)]
rows = lambda e: [program.unit(e.rows), program.unit(e.rows + 5, e.rows, 3), np.eye(e.rows + 5, e.rows, -3), rng.normal(size=(200, e.rows))]

program = Program(sys.argv[1])
wrong, mistakes = len(sys.argv) > 2, 0
rng = np.random.default_rng(1)
functions = program.recording.functions
for name, (target, source, kind) in functions.items():
    v = program.recording.vertices[target]
    edges = [program.recording.edge(i, target) for i in v.operands]
    at = 0 if source is None else list(v.operands).index(source)
    edge, arrays = edges[at], program.recording.arrays(target)
    V = [rng.normal(size=(a.size, 2)) for a in arrays]
    W, every = rng.normal(size=(3, edge.rows)), tuple(range(len(edges)))
    J = [said(lambda: np.hstack([np.array(e.tangent(*arrays, c[:, None])) for c in np.eye(e.columns)])) for e in edges]
    if any(isinstance(j, str) for j in J):
        mistakes += 1
        continue
    program.begin()
    for given, want in {
        "value": [((), v.call.several and tuple(v.call.first) or v.array)], "by_tangents": [((), J[at])], "by_adjoints": [((), J[at])],
        "tangent": [((s,), J[at] @ s) for s in [V[at], *columns(edge)]], "adjoint": [((s,), s @ J[at]) for s in [W, *rows(edge)]],
        "tangents": [((tuple(V),), sum(j @ s for j, s in zip(J, V))), (((None, *V[1:]),), sum(j @ s for j, s in zip(J[1:], V[1:])))],
        "adjoints": [((W, every), tuple(W @ j for j in J)), ((W, (len(J) - 1,)), (W @ J[-1],))],
    }[kind]:
        got = said(getattr(program, name), *arrays, *given)
        if isinstance(got, str):
            mistakes += 1
            continue
        assert wrong or same(got, want), (name, got, want)
        signature, inspect.signature = inspect.signature, None
        try:
            for _ in range(2):
                assert wrong or same(getattr(program, name)(*arrays, *given), want), name
        finally:
            inspect.signature = signature
        if kind == "value" and not v.call.module.builtin:
            assert not any(a.flags.writeable for a in (got if type(got) is tuple else [got]))
assert (mistakes > 0) == wrong, mistakes
kept = program.unit(3)
assert kept is program.unit(3, 3, 0) and not kept.flags.writeable
given = program.given({"a": kept, "b": V[0]})
assert given["a"] is not kept and np.array_equal(given["a"], kept) and given["a"].flags.writeable and given["b"] is V[0]
print(len(functions))
`

// forms has Jacobians of all forms: with entries twice, diagonal ones, the identity, and
// such that are no squares.
const forms = `
import numpy as np
from scipy.sparse import coo_matrix, csc_matrix, csr_matrix, diags, eye
from facet_modules import module, inputs, outputs

N = 120

def jacobian_of(make):
    @module
    def f(u): return make() @ u
    f.jacobian("u")(lambda u: make())
    return f

def entries_twice():
    return csr_matrix((np.array([1.0, 2, 3]), np.array([1, 1, 0]), np.concatenate([[0, 2], np.full(N - 1, 3)])), (N, N))

u = inputs(u=np.linspace(1, 2, N))
for make in (lambda: diags(np.linspace(1, 3, N), format="csr"), lambda: eye(N, format="csc"), lambda: csr_matrix(diags([1.0, 2], [0, 1], (N, N))), lambda: -eye(N, format="csr"),
    lambda: csc_matrix(diags([1.0, 2], [0, -1], (N, N))), lambda: diags([1.0, 2], [0, -1], (N, N)), lambda: eye(N).tocoo(), entries_twice,
    lambda: eye(N, format="csr")[::-1], lambda: np.eye(N, 7).T, lambda: csr_matrix(np.arange(35.0).reshape(5, 7))):
    u = jacobian_of(make)(u)
outputs(u=u)
`

// numbers has modules that return numbers of numpy and of Python, alone and among several results.
const numbers = `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def total(u): return u @ u                     # a number of numpy's
@total.tangent("u")
def _(u, V): return 2 * u[None, :] @ V

@module(saves=True)
def both(u, s): return (np.sin(u), s * np.sum(u), np.array(s)), np.cos(u)
@both.tangent("u")
def _(u, s, V, saved): return saved[:, None] * V, s * V.sum(0)[None, :], np.zeros((1, V.shape[1]))
@both.tangent("s")
def _(u, s, V): return np.zeros((u.size, 1)) @ V, np.sum(u) * V, V

@module
def plain(u): return float(u[0])               # and one of Python's
@plain.tangent("u")
def _(u, V): return V[:1]

u = inputs(u=np.linspace(1, 2, 5))
v, s, t = both(u, total(u))
outputs(v=v, s=s, t=t, p=plain(v))
`

// Functions of drivers give products with the Jacobian, or say what is wrong.
func TestDirectFunctions(t *testing.T) {
	numpy(t)
	sparse := strings.Replace(sharing, "return saved[:, None] * V",
		"from scipy.sparse import csr_matrix; return csr_matrix(saved[:, None] * V)", 1)
	cases := map[string]struct{ text, want string }{
		"sharing":       {sharing, "75"},
		"good":          {good, ""},
		"sparse":        {sparse, ""},
		"list":          {strings.Replace(sharing, "return W * saved", "return (W * saved).tolist()", 1), ""},
		"wrong shape":   {strings.Replace(sharing, "return Z, -Z * result", "return Z, -Z.T", 1), ""},
		"no tuple":      {strings.Replace(sharing, "return Z, -Z * result", "return Z", 1), ""},
		"forms":         {forms, ""},
		"numbers":       {numbers, "39"},
		"wrong tangent": {strings.Replace(sharing, "return saved[:, None] * V", "return saved * V", 1), ""},
	}
	path, _ := python()
	dirs := make(map[string]string)
	args := []string{"-c", apart}
	for name, c := range cases {
		dir := t.TempDir()
		dirs[name] = dir
		for file, text := range map[string]string{"facet_modules.py": string(recorded.Runtime),
			"f.py": strings.TrimLeft(c.text, "\n"), "direct.py": direct} {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		wrong := ""
		if strings.HasPrefix(name, "wrong") || name == "no tuple" {
			wrong = "wrong"
		}
		args = append(args, dir, wrong)
	}
	run := exec.CommandContext(t.Context(), path, args...)
	run.Dir = dirs["good"] // which has facet's file
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, c := range cases {
		out, err := os.ReadFile(filepath.Join(dirs[name], "said"))
		text, well := strings.CutSuffix(string(out), "ends\n")
		if strings.Contains(text, "No module named 'scipy'") {
			continue
		}
		if got := strings.TrimSpace(text); err != nil || !well || c.want != "" && got != c.want {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}

// apart runs direct.py in each folder in a copy of one process, which has imported what all need.
const apart = `
import os, runpy, sys, traceback
import numpy, facet_modules
for folder, wrong in zip(sys.argv[1::2], sys.argv[2::2]):
    child = os.fork()
    if child == 0:
        try:
            os.chdir(folder)
            said = os.open("said", os.O_WRONLY | os.O_CREAT, 0o600)
            os.dup2(said, 1)
            os.dup2(said, 2)
            sys.path[0], sys.argv = folder, ["direct.py", "f.py"] + [wrong] * bool(wrong)
            runpy.run_path("direct.py", run_name="__main__")
            print("ends", flush=True)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
        finally:
            os._exit(0)
    os.waitpid(child, 0)
`
