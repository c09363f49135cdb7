package recorded_test

import (
	"os/exec"
	"testing"
)

// others carries out functions and the other ways that are known of them, and compares.
const others = `
import operator
import sys
import numpy as np
import facet_quicker as q

R = np.random.RandomState(1)
x, y, A, B, T = R.rand(7), R.rand(7), R.rand(4, 5), R.rand(5, 6), R.rand(3, 4, 5)
few = np.zeros((60, 60)); few[3, 5] = few[50, 2] = 2
places, twice = np.array([4, 0, 2]), np.array([[4, 0], [4, 2]])
calls = [(np.outer, x, y), (np.stack, [x, y]), (np.stack, [A, A], -1), (np.stack, [x, y], 1), (np.concatenate, [A, 2 * A]),
         (np.concatenate, (A, A), 1), (np.vstack, [A, A]), (np.hstack, [A, A]), (np.hstack, [x, y]), (np.roll, x, 1), (np.roll, x, -2),
         (np.clip, x, 0.2, 0.7), (np.diff, x), (np.diff, A), (np.linalg.norm, x), (np.kron, A, B), (np.cross, x[:3], y[:3]),
         (np.cross, A[:, :3], 2 * A[:, 1:4]), (np.mean, A), (np.mean, x), (np.sum, A, 1), (np.max, A), (np.zeros_like, A),
         (np.moveaxis, T, 0, 2), (np.moveaxis, T, -1, 0), (np.expand_dims, T, 1), (np.expand_dims, T, -1),
         (operator.pow, x, 3), (operator.pow, x, 1.5), (operator.pow, x, -3), (np.power, x, 4.0),
         (operator.matmul, np.diag(x), R.rand(7, 3)), (operator.matmul, R.rand(3, 7), np.diag(x)), (np.dot, np.diag(x), y),
         (np.einsum, "ij,jk->ik", A, B), (np.einsum, "ij,jk->ki", A, B),
         (np.einsum, "aij,aj->ai", T, T[:, 0]), (np.einsum, "ijk,jk->i", T, A), (np.einsum, "aij,ij->aij", T, A),
         (np.einsum, "i,j->ij", x, y), (np.add.at, np.zeros(7), places, x[:3]), (A.mean,), (A.mean, 1), (np.exp, x[0]),
         (np.arctan2, x[0], y[0]), (np.maximum, x[0], 0.5), (np.absolute, -x[0])]
kept = [few]
if q.find_spec("scipy"):
    from scipy import linalg, sparse
    kept.append(sparse.csr_matrix(few))
    N, factors = R.rand(5, 5) + 3 * np.eye(5), linalg.lu_factor(R.rand(5, 5))
    calls += [(sparse.csc_matrix, (kept[1].data, kept[1].indices, kept[1].indptr)), (linalg.lu_factor, N), (linalg.solve_banded, (1, 1), R.rand(3, 7), x), (linalg.lu_solve, factors, B), (linalg.lu_solve, factors, B, 1),
              (linalg.cho_solve, linalg.cho_factor(N @ N.T, lower=True), B), (linalg.solve_triangular, N, B), (linalg.solve, N, B), (linalg.eigvalsh, N @ N.T), (operator.matmul, kept[1], R.rand(60, 2)),
              (np.matmul, few, R.rand(60, 3)), (np.add.at, np.zeros((7, 3)), twice, T[:2, :2, :3]), (np.subtract.at, np.zeros(7), twice, A[:2, :2])]
for what, *given in calls:
    ways = list(q.others(what, given, {}, kept))
    assert ways, what
    if what.__name__ == "at":  # which adds to what it is given
        want, made = given[0].copy(), given[0]
        what(want, *given[1:])
        (_, way), = ways
        way()
        assert q.same(want, made), what
        continue
    for text, way in ways:
        for w, m in zip(*(r if isinstance(r, tuple) else (r,) for r in (what(*given), way()))):
            w, m = (a.toarray() if hasattr(a, "toarray") else np.array(a) for a in (w, m))
            assert q.same(w, m), (what, text)
none = [(np.outer, [1, 2], x), (np.roll, A, 1), (np.power, x, 0.3), (np.power, x, 2), (np.dot, A, B), (np.einsum, "ii", few),
        (np.einsum, "ij,jk->i", A, B), (np.add.at, np.zeros(7), places, 1.0), (np.stack, [1.0, 2.0]), (A.sum,), (np.exp, x)]
for what, *given in none:
    assert not list(q.others(what, given, {}, [])), (what, given)
assert q.quicker(np.diag, [x], {}, []) == ("", 0.0)
`

// Other ways to write what a function of numpy gives do give the same.
func TestOtherWaysGiveTheSame(t *testing.T) {
	numpy(t)
	path, err := python()
	if err != nil {
		t.Skip(err)
	}
	run := exec.CommandContext(t.Context(), path, "-B", "-c", others)
	if said, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
}
