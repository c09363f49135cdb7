package recorded

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
)

// mistake puts something else into a place of a program, and is one of a module.
type mistake struct{ program, name, old, replacement, module string }

// planted are mistakes in marks of the programs that come with facet.
var planted = []mistake{
	{
		"rom", "a square is missing",
		"0.02 * (1 - 3 * u**2)[:, None] * V",
		"0.02 * (1 - 3 * u)[:, None] * V",
		"advance",
	},
	{"rom", "order of steps", "for u in reversed(saved):", "for u in saved:", "advance"},
	{
		"rom", "one step too few",
		"    for u in reversed(saved):",
		"    for u in reversed(saved[1:]):",
		"advance",
	},
	{"rom", "a factor", "neighbours(V) - 2 * V", "neighbours(V) - V", "advance"},
	{
		"rom", "wrong in the last call alone",
		"    return basis.T @ u\n" +
			"\n" +
			"\n" +
			"@project.tangent(\"u\")\n" +
			"def _(u, V): return basis.T @ V\n" +
			"\n" +
			"@project.adjoint(\"u\")\n" +
			"def _(u, W): return W @ basis.T\n",
		"    if not any(np.array_equal(u, v) for v in seen):\n" +
			"        seen.append(u)\n" +
			"    return basis.T @ u\n" +
			"\n" +
			"seen = []\n" +
			"\n" +
			"@project.tangent(\"u\")\n" +
			"def _(u, V): return basis.T @ V\n" +
			"\n" +
			"@project.adjoint(\"u\")\n" +
			"def _(u, W): return W @ basis.T * (1.5 if u is seen[7] else 1)\n",
		"project",
	},
	{
		"rom", "wrong in the fourth call alone",
		"    return basis.T @ u\n" +
			"\n" +
			"\n" +
			"@project.tangent(\"u\")\n" +
			"def _(u, V): return basis.T @ V\n" +
			"\n" +
			"@project.adjoint(\"u\")\n" +
			"def _(u, W): return W @ basis.T\n",
		"    if not any(np.array_equal(u, v) for v in seen):\n" +
			"        seen.append(u)\n" +
			"    return basis.T @ u\n" +
			"\n" +
			"seen = []\n" +
			"\n" +
			"@project.tangent(\"u\")\n" +
			"def _(u, V): return basis.T @ V\n" +
			"\n" +
			"@project.adjoint(\"u\")\n" +
			"def _(u, W): return W @ basis.T * (1.5 if u is seen[3] else 1)\n",
		"project",
	},
	{
		"newton", "swapped factors",
		"    return W, outer(Z, x - result), -Z",
		"    return W, outer(x - result, Z), -Z",
		"update",
	},
	{
		"newton", "dropped term",
		"    return W, outer(Z, x - result), -Z",
		"    return W, outer(Z, x), -Z",
		"update",
	},
	{"newton", "not transposed", "trans=1, check_finite", "trans=0, check_finite", "update"},
	{
		"newton", "a factor, of outer products",
		"    return Z * (2 * p), Z * x",
		"    return Z * p, Z * x",
		"matrix",
	},
	{
		"newton", "a square is missing",
		"W[:, ::N + 1] * (6 * p * x), W[:, ::N + 1] * (3 * x**2)",
		"W[:, ::N + 1] * (6 * p * x), W[:, ::N + 1] * (3 * x)",
		"matrix",
	},
	{
		"newton", "wrong in later calls",
		"    return W, outer(Z, x - result), -Z",
		"    return W, outer(Z, x - result if np.abs(x - result).max() > 1e-3 else result - x), -Z",
		"update",
	},
	{"plates", "off by one", "V[entries]", "V[entries - 1]", "edge"},
	{
		"plates", "off by one in every other entry",
		"all[:, entries] = W",
		"all[:, entries + 1 - entries % 2] = W",
		"edge",
	},
	{"plates", "a boundary", "count[seam] += 1", "count[seam] += 0", "conduct"},
	{"plates", "dropped term", "1 + 0.05 * DT * c * flow - k * count", "1 - k * count", "conduct"},
	{
		"plates", "dropped term, in a sparse matrix",
		"(DT * c * (1 + 0.05 * u[seam]),",
		"(DT * c * np.ones(SIDE),",
		"conduct",
	},
	{"plates", "right where c is 1", "k = DT * c * (1 + 0.05 * u)\n", "k = DT * (1 + 0.05 * u)\n", "conduct"},
	{
		"transport", "swapped",
		"[DT * (k + 0.5 * wind_x), DT * (k - 0.5 * wind_x)",
		"[DT * (k - 0.5 * wind_x), DT * (k + 0.5 * wind_x)",
		"step",
	},
	{"transport", "a boundary", "here[beyond] += part[beyond]", "here[beyond] += 0", "step"},
	{"transport", "dropped term", "0.1 * NU * (w + e + s + n - 4 * u) - 4 * k", "-4 * k", "step"},
	{"transport", "dropped term", "diags(0.1 - 0.01 * u,", "diags(0.1 + 0 * u,", "let_in"},
	{"transport", "another argument", "diags(1 - 0.01 * q,", "diags(1 - 0.01 * u,", "let_in"},
	{
		"transport", "off by one in a slice",
		"[s[SIDE:], w[1:], here, e[:-1], n[:-SIDE]]",
		"[s[SIDE:], w[:-1], here, e[:-1], n[:-SIDE]]",
		"step",
	},
	{
		"coupling", "sign",
		"V, prepared): return prepared[1] @ V",
		"V, prepared): return -prepared[1] @ V",
		"bend",
	},
	{
		"coupling", "a square is missing",
		"return Z @ ((inflow * (1 - t**2))[:, None] * seam), Z * (1 + t)",
		"return Z @ ((inflow * (1 - t))[:, None] * seam), Z * (1 + t)",
		"flow",
	},
	{
		"coupling", "dropped term",
		"return Z @ ((inflow * (1 - t**2))[:, None] * seam), Z * (1 + t)",
		"return Z @ ((inflow * (1 - t**2))[:, None] * seam), Z",
		"flow",
	},
	{
		"coupling", "dropped factor",
		"return (Z * (inflow * (1 - saved**2))) @ seam, Z * (1 + saved)",
		"return (Z * (1 - saved**2)) @ seam, Z * (1 + saved)",
		"load",
	},
	{
		"coupling", "a constant for a variable",
		"return (W @ seam.T) @ prepared[1], (W @ prepared[1].T) * -saved",
		"return (W @ seam.T) @ prepared[1], (W @ prepared[1].T) * -saved.mean()",
		"touch",
	},
	{
		"coupling", "what the first call saved",
		"    t = np.tanh(seam @ x)\n    return prepared[1].T @ (inflow * (1 + t)), t",
		"    t = np.tanh(seam @ x)\n" +
			"    load.last = getattr(load, 'last', t)\n" +
			"    return prepared[1].T @ (inflow * (1 + t)), load.last",
		"load",
	},
	{
		"coupling", "the start for the argument",
		"return prepared[0].solve((1 + np.tanh(seam @ x))[:, None] * V)",
		"return prepared[0].solve((1 + np.tanh(seam @ np.zeros(SEAM)))[:, None] * V)",
		"flow",
	},
	{
		"simple", "swapped parts",
		"[M * U[N:] + 0.7 * W, M * U[:N]]",
		"[M * U[:N] + 0.7 * W, M * U[N:]]",
		"UEqn_H",
	},
	{
		"simple", "sign of a term",
		"return (by_U + 0.7 * Z).T, by_phi.T, (by_p - gradient.T @ Z).T",
		"return (by_U + 0.7 * Z).T, by_phi.T, (by_p + gradient.T @ Z).T",
		"U_tmp",
	},
	{"simple", "dropped term", "(flux - back))).T, back.T, 0.1 * Z.T", "flux)).T, back.T, 0.1 * Z.T", "pEqn"},
	{"simple", "sign", "return diags(-1 / A**2).tocsr()", "return diags(1 / A**2).tocsr()", "rAU"},
	{"heat", "a factor", "p[1] + 2 * p[2] * t)", "p[1] + p[2] * t)", "conductivity"},
	{
		"heat", "swapped columns",
		"np.stack([np.ones(8), t, t**2], axis=1)",
		"np.stack([np.ones(8), t**2, t], axis=1)",
		"conductivity",
	},
	{"heat", "sign", "return Z.T, -DT * (across.T", "return Z.T, DT * (across.T", "step"},
	{
		"heat", "the argument for the result",
		"((gradient @ result)[:, None] * (gradient @ Z))",
		"((gradient @ u)[:, None] * (gradient @ Z))",
		"step",
	},
	{
		"reactor", "off by one",
		"(len(W), 2 * N))\n    all[:, sensors] = W",
		"(len(W), 2 * N))\n    all[:, sensors + 1] = W",
		"sense",
	},
	{
		"reactor", "swapped parts",
		"return np.concatenate([np.zeros(N), 2 * z[N:] / N])[None, :]",
		"return np.concatenate([2 * z[N:] / N, np.zeros(N)])[None, :]",
		"heat",
	},
}

// What is wrong with a mark is found, and its module named, whatever it is: also where it shows
// in one call of many, or where no entry is 0.
func TestPlantedMistakes(t *testing.T) {
	areFound(t, filepath.Join("..", "..", "..", "samples", "programs"), planted[:extent.Of(6, len(planted))])
}

// areFound plants mistakes in programs of a folder, one at a time.
func areFound(t *testing.T, dir string, planted []mistake) {
	t.Helper()
	var programs []string
	for _, c := range planted {
		text, err := os.ReadFile(filepath.Join(dir, c.program+".py"))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), c.old) {
			t.Fatalf("%s, %s: %q is not in the program", c.program, c.name, c.old)
		}
		programs = append(programs, strings.Replace(string(text), c.old, c.replacement, 1))
	}
	found := 0
	for k, got := range judged(t, programs) {
		c := planted[k]
		names := `(of ` + c.module + ` for |module ` + c.module + ` gives|it begins with ` + c.module + `,)`
		switch {
		case strings.Contains(got, "No module named 'scipy'"):
			t.Skip(got)
		case regexp.MustCompile(`^f\.py:\d+: .*` + names).MatchString(got):
			found++
		default:
			t.Errorf("%s, %s: got %q, want a sentence about %s", c.program, c.name, got, c.module)
		}
	}
	t.Logf("%d of %d mistakes are found", found, len(planted))
}

// A state that is 0 at first hides what it multiplies: derivatives are compared where nothing is 0,
// and in other calls than the first.
func TestStatesThatAreZero(t *testing.T) {
	right := func(s string) string { return strings.Replace(s, "outer(h, D)", "outer(D, h)", 1) }
	alone := func(s string) string { // no tangent, so that the adjoint is compared with differences
		begin, end := strings.Index(s, "@cell.tangent"), strings.Index(s, "@cell.adjoint")
		return s[:begin] + s[end:]
	}
	got := judged(t, []string{
		zeroState, right(zeroState), alone(zeroState), right(alone(zeroState)),
		strings.Replace(right(zeroState), "range(4)", "range(1)", 1),
	})
	const hint = "; it is so where no entry of the arguments is 0: at the point of the run there is nothing to compare$"
	for k, want := range []string{
		`^f\.py:14: the adjoint of cell for B is wrong, or its tangent is: .*` + hint, `^$`,
		`^f\.py:9: the adjoint of cell for B is wrong: it is off from differences.*` + hint, `^$`, `^$`,
	} {
		if !regexp.MustCompile(want).MatchString(got[k]) {
			t.Errorf("program %d: got %q, want %q", k, got[k], want)
		}
	}
}

// zeroState begins with a state of zeros, and has an adjoint whose factors are swapped.
const zeroState = `import numpy as np
from facet_modules import module, inputs, outputs, outer

H = 5

@module
def cell(h, B): return np.tanh(B @ h)

@cell.tangent("h", "B", joint=True)
def _(h, B, V, result):
    by_B = np.einsum("ijk,j->ik", V[1].reshape(H, H, -1), h)
    return (1 - result**2)[:, None] * (B @ V[0] + by_B)

@cell.adjoint("h", "B", joint=True)
def _(h, B, W, result):
    D = W * (1 - result**2)
    return D @ B, outer(h, D)

@module
def loss(h): return h @ h

@loss.jacobian("h")
def _(h): return 2 * h[None]

h, B = inputs(h=np.zeros(H), B=np.random.default_rng(1).normal(size=(H, H)))
for _ in range(4):
    h = cell(h, B)
outputs(loss=loss(h))
`

// A derivative that is that of one side of a kink is no mistake, and one of no side is.
func TestKinks(t *testing.T) {
	const relu = `import numpy as np
from facet_modules import module, inputs, outputs
@module
def relu(u): return np.maximum(u, 0.0)
@relu.jacobian("u")
def _(u): return np.diag(np.where(u > 0, 1.0, 0.0))
u = inputs(u=np.array([-1.0, 0.0, 2.0]))
outputs(y=relu(u))
`
	const kink = "f.py:5: module relu has a kink at this point of u, and its derivative agrees with one side here: " +
		"start elsewhere, or go on with --trust"
	programs := []string{
		relu, strings.Replace(relu, "u > 0", "u >= 0", 1), strings.Replace(relu, "0.0, 2.0", "0.1, 2.0", 1),
		strings.Replace(relu, "1.0, 0.0))", "1.0, 0.4 * (u == 0)))", 1),
		strings.NewReplacer("jacobian(", "adjoint(", "_(u)", "_(u, W)", "np.diag(", "W * (").Replace(relu),
	}
	got := judged(t, programs)
	for k, want := range []string{kink, kink, "", "f.py:5: the Jacobian of relu for u is wrong", kink} {
		if got[k] != want && (want == "" || want == kink || !strings.HasPrefix(got[k], want)) {
			t.Errorf("program %d: got %q, want %q", k, got[k], want)
		}
	}
}
