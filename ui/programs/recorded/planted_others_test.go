package recorded

import (
	"os"
	"path/filepath"
	"testing"

	"facet/model/modeltest/extent"
)

// plantedInOthers are mistakes in marks of programs of other fields and styles.
var plantedInOthers = []mistake{
	{"food", "transposed Jacobian product", "h * J(saved, p) @ (np.eye(3) + 0.5*h*J(z, p))",
		"h * (np.eye(3) + 0.5*h*J(z, p)) @ J(saved, p)", "step"},
	{"food", "missing second-order term", "h * (P(saved) + J(saved, p) @ (0.5*h*P(z)))", "h * P(saved)",
		"step"},
	{"food", "at start instead of the midpoint", "P(saved) +", "P(z) +", "step"},
	{"food", "index of parameter", "[0, 0, z[0]*z[1], -z[1]]", "[0, 0, -z[1], z[0]*z[1]]", "step"},
	{"food", "sign in adjoint", "2 * W * (z - d)", "2 * W * (d - z)", "misfit"},
	{"food", "stale closure h", "np.eye(3) + h * J(saved, p) @", "np.eye(3) + 0.04 * J(saved, p) @", "step"},
	{"food", "wrong where z[0] is large (later calls)", "0.5*z[2], 0.5*z[1]",
		"(0.5 if z[0] < 1.25 else 0.4)*z[2], 0.5*z[1]", "step"},
	{"net", "bias adjoint sums one sample", "W.sum(1)", "W[:, 0]", "affine"},
	{"net", "A adjoint transposed (square A)", "np.einsum(\"np,knq->kpq\", h, W)",
		"np.einsum(\"np,knq->kqp\", h, W)", "affine"},
	{"net", "h adjoint by A not A.T", "(W @ A.T).reshape",
		"(W @ (A if A.shape[0] == A.shape[1] else A.T)).reshape", "affine"},
	{"net", "both forget the mean", "(g / len(h))", "(g / len(Y - 0) * 1.0 if len(h) != 16 else g)", "loss"},
	{"net", "in-place on what is saved", "g = saved.copy(); g[np.arange(len(h)), Y] -= 1\n    return W",
		"g = saved; g[np.arange(len(h)), Y] -= 1\n    return W", "loss"},
	{"net", "in-place on W", "return W * (1 / (1 + np.exp(-h))).ravel()",
		"W *= (1 / (1 + np.exp(-h))).ravel(); return W", "soft"},
	{"net", "relu's derivative for softplus", "return W * (1 / (1 + np.exp(-h))).ravel()",
		"return W * (h > 0).ravel()", "soft"},
	{"net", "both: relu's derivative", "(1 / (1 + np.exp(-h)))", "(h > 0).astype(float)", "soft"},
	{"net", "module-level buffer given back", "def _(h, W): return W * (1 / (1 + np.exp(-h))).ravel()",
		"def _(h, W):\n    global B_; B_ = globals().get('B_') if globals().get('B_') is not None and globals()['B_'].shape == W.shape else np.empty(W.shape); np.multiply(W, (1 / (1 + np.exp(-h))).ravel(), out=B_); return B_", "soft"},
	{"net", "first state 0 hides: bias scaled twice", "V[2].reshape(1, q, k)", "2 * V[2].reshape(1, q, k)",
		"affine"},
	{"filter", "P assumed symmetric in x's tangent", "F.T @ Z @ F).reshape",
		"F.T @ Z.transpose(0, 2, 1) @ F).reshape", "predict"},
	{"filter", "term by P in the mean forgotten", "((W[0] @ L)[:, :, None] * g + L.T @ Z @ Q.T)",
		"(L.T @ Z @ Q.T)", "correct"},
	{"filter", "prepared keeps the first call", "return np.linalg.inv(H @ P @ H.T + R)",
		"first.append(np.linalg.inv(H @ P @ H.T + R)); return first[0]\nfirst = []", "correct"},
	{"filter", "prepare names the wrong argument", "def _(P):\n    return np.linalg.inv(H @ P @ H.T + R)",
		"def _(x):\n    return np.linalg.inv(H @ H.T + R)", "correct"},
	{"filter", "sign of the innovation", "e = z - H @ x\n    L", "e = H @ x - z\n    L", "correct"},
	{"filter", "trace's derivative all ones", "np.eye(N).reshape(1, -1)", "np.ones((1, N * N))", "total"},
	{"image", "roll the other way in adjoint", "np.roll(f, 1, 2) - f", "np.roll(f, -1, 2) - f", "smooth"},
	{"image", "axes swapped", "g = c * ds * (Z - np.roll(Z, -1, 1))",
		"g = c * ds.T * (Z - np.roll(Z, -1, 1))", "smooth"},
	{"image", "square missing", "(1 - e * e) / (1 + e * e)**2", "(1 - e * e) / (1 + e * e)", "smooth"},
	{"image", "crop off by one", "Z[:, 2:6, 1:5] = W", "Z[:, 1:5, 2:6] = W", "crop"},
	{"image", "one boundary column", "return (Z + np.roll(f, 1, 2) - f",
		"f[:, 0, -1] = 0; return (Z + np.roll(f, 1, 2) - f", "smooth"},
	{"image", "only in the corner entry, both", "    return (1 - e * e)",
		"    e[0, 0] = 0\n    return (1 - e * e)", "smooth"},
	{"implicit", "not transposed", "Z = W @ prepared", "Z = W @ prepared.T", "implicit"},
	{"implicit", "at u in place of the result", "(result**3)[:, None] * V[1])", "(u**3)[:, None] * V[1])",
		"implicit"},
	{"implicit", "k term sign", "return Z, -Z * result**3", "return Z, Z * result**3", "implicit"},
	{"implicit", "factor 3 in prepared", "np.diag(3 * k * result**2))", "np.diag(k * result**2))",
		"implicit"},
	{"implicit", "table index +1", "np.where(np.abs(y) < 1.9, T[i + 1] - T[i], 0)",
		"np.where(np.abs(y) < 1.9, T[i] - T[i - 1], 0)", "table"},
	{"implicit", "unit: missing projection", "return W / n - (W @ y)[:, None] * y / n**3", "return W / n",
		"unit"},
	{"implicit", "wrong from load 0.5 on", "return Z, -Z * result**3",
		"return Z, -Z * result**3 * (1 if load < 0.45 else 1.1)", "implicit"},
	{"implicit", "wrong at load 0.2 alone", "return Z, -Z * result**3",
		"return Z, -Z * result**3 * (1.1 if abs(load - 0.2) < 1e-9 else 1)", "implicit"},
	{"implicit", "wrong at load 0.2 alone, for u", "return Z, -Z * result**3",
		"return Z * (1.02 if abs(load - 0.2) < 1e-9 else 1), -Z * result**3", "implicit"},
	{"implicit", "stale: depends on the last call", "return Z, -Z * result**3",
		"_last = globals().setdefault('LAST', [None]); r = result if _last[0] is None else _last[0]; _last[0] = result; return Z, -Z * r**3", "implicit"},
	{"net", "right for one column only", "def _(h, V): return (1 / (1 + np.exp(-h))).ravel()[:, None] * V",
		"def _(h, V): return np.repeat((1 / (1 + np.exp(-h))).ravel()[:, None] * V[:, :1], V.shape[1], 1)",
		"soft"},
	{"net", "lost: a scale through a global", "h = start(s)", "SC = 1 + 0.1 * s.look()[0]\nh = start(s)",
		"start"},
	{"implicit", "lost: load through a global", "y = u.copy()", "load = load + 0.01 * k0[0]; y = u.copy()",
		"implicit"},
	{"image", "lost: c by a global in one place", "return u + f - np.roll(f, 1, 1) + g",
		"g = g * (C0 / c); return u + f - np.roll(f, 1, 1) + g", "smooth"},
	{"image", "a state in the module", "    e, s = np.roll(u, -1, 1) - u, np.roll(u, -1, 0) - u\n    f, g =",
		"    global n_; n_ = globals().get('n_', 0) + 1\n    e, s = np.roll(u, -1, 1) - u + 1e-3 * n_, np.roll(u, -1, 0) - u\n    f, g =", "smooth"},
	{"filter", "joint tangent forgets x when P is zeros", "    y = V[0] - A @ (H @ V[0])",
		"    if not V[1].any(): return np.zeros((N + N * N, k))\n    y = V[0] - A @ (H @ V[0])", "correct"},
	{"filter", "blocks in the wrong order", "return W[0] @ F, (F.T @ Z @ F).reshape(k, -1), Z",
		"return W[0] @ F.T, (F.T @ Z @ F).reshape(k, -1), Z", "predict"},
	{"filter", "R for R/2 at the last datum", "    L, Q = np.eye(N) - A @ H",
		"    if np.array_equal(z, DATA[7]): A = A * 1.01\n    L, Q = np.eye(N) - A @ H", "correct"},
	{"food", "wrong in one call of 40 by one percent in z",
		"return np.eye(3) + h * J(saved, p) @ (np.eye(3) + 0.5*h*J(z, p))",
		"return np.eye(3) + h * J(saved, p) @ (np.eye(3) + 0.5*h*J(z, p)) * (1.01 if abs(z[0] - Z7) < 1e-3 else 1)", "step"},
}

// These programs are right, and no mistake in their marks passes: transposed, of another sign, index
// or point, in place, kept from an earlier call, right for one column alone, or in one call of many.
func TestMistakesPlantedInOtherPrograms(t *testing.T) {
	dir := filepath.Join("testdata", "planted")
	t.Run("wrong", func(t *testing.T) {
		areFound(t, dir, plantedInOthers[:extent.Of(12, len(plantedInOthers))])
	})
	t.Run("right", func(t *testing.T) {
		files, err := filepath.Glob(filepath.Join(dir, "*.py"))
		if err != nil {
			t.Fatal(err)
		}
		var programs []string
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			programs = append(programs, string(text))
		}
		for k, got := range judged(t, programs) {
			if got != "" {
				t.Errorf("%s: %s", files[k], got)
			}
		}
	})
}
