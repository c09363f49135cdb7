package driver_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/programs/driver"
)

// kernels multiplies and adds sparse matrices as drivers do, and compares with scipy. Where
// entries are is found once: afterwards scipy multiplies and adds nothing.
const kernels = `
import numpy as np
from scipy import sparse
import places
from places import _apart, _apart_rows, _dense_times, _held, _own, _Pattern, _product, _products, _sparse, _spread, _spread_rows, _squeeze, _squeeze_rows, _sum, _times_dense, _within

rng = np.random.default_rng(1)
values = lambda n: rng.normal(size=n)
rough = lambda m, n: sparse.random(m, n, 0.2, "csr", random_state=3, data_rvs=values)
other = lambda m, n: sparse.random(m, n, 0.3, "csr", random_state=4, data_rvs=values)
scale = lambda n: sparse.diags(rng.normal(size=n), format="csr")
turned = lambda n: sparse.csr_matrix((rng.normal(size=n), np.arange(n)[::-1].copy(), np.arange(n + 1)), (n, n))
chosen = lambda m, n: sparse.csr_matrix((rng.normal(size=m), (np.arange(m), 2 * np.arange(m))), (m, n))
pairs = [lambda: (rough(9, 7), other(7, 8)), lambda: (rough(9, 7), scale(7)), lambda: (scale(9), rough(9, 7)), lambda: (turned(7), rough(7, 5)),
    lambda: (rough(6, 7), turned(7)), lambda: (rough(6, 4), chosen(4, 9)), lambda: (chosen(3, 7), rough(7, 5)), lambda: (rough(6, 4).tocoo(), rough(4, 9).tocsc())]

def refuse(*_):
    raise AssertionError("where entries are is looked for again")

for k, pair in enumerate(pairs):
    for turn in range(3):
        v, u = pair()
        matmul, sparse.csr_matrix.__matmul__ = sparse.csr_matrix.__matmul__, refuse if turn else sparse.csr_matrix.__matmul__
        try:
            got = _product(_sparse(v), _sparse(u))
        finally:
            sparse.csr_matrix.__matmul__ = matmul
        assert np.allclose(got.toarray(), (v @ u).toarray(), atol=1e-14), k
        assert got.shape == (v.shape[0], u.shape[1])
for a, b in ((rough(9, 7), other(9, 7)), (rough(9, 7), rough(9, 7))):
    for turn in range(2):
        add, sparse.csr_matrix.__add__ = sparse.csr_matrix.__add__, refuse if turn else sparse.csr_matrix.__add__
        try:
            got = _sum(_sparse(a), _sparse(b))
        finally:
            sparse.csr_matrix.__add__ = add
        assert np.allclose(got.toarray(), (a + b).toarray())

# Entries that become 0 are left out by scipy: the places of others must not move.
for _ in range(3):
    v, u = sparse.csr_matrix(np.array([[1.0, 1], [1, 2]])), sparse.csr_matrix(np.array([[1.0, 1, 2], [1, -1, 0]]))
    assert np.array_equal(_product(_sparse(v), _sparse(u)).toarray(), (v @ u).toarray())
    assert np.array_equal(_product(_sparse(v), _sparse(abs(u))).toarray(), (v @ abs(u)).toarray())

# Entries that are given twice count twice; a matrix of another structure is another one.
twice = sparse.csr_matrix((np.array([1.0, 2, 3]), np.array([1, 1, 0]), np.array([0, 2, 3])), (2, 3))
for _ in range(2):
    assert np.array_equal(_sparse(twice).toarray(), [[0, 3, 0], [3, 0, 0]])
    assert np.array_equal(_product(_sparse(scale(2)), _sparse(twice)).toarray() != 0, [[False, True, False], [True, False, False]])

# What is given away is its owner's: sorting or scaling it changes nothing else.
v, u = rough(9, 7), rough(7, 8)
want = (v @ u @ u.T).toarray()
for _ in range(3):
    w = _product(_sparse(v), _sparse(u))
    end = _product(w, _sparse(u.T))
    assert np.allclose(end.toarray(), want)
    for given in (_own(end), _own(_product(_sparse(v), _sparse(scale(7)))), _own(_sparse(v))):
        assert not any(given.indices is h.indices for all in _held.values() for h in all)
        given.sort_indices()
        given.indices[:] = given.indices[::-1].copy()

# Columns that are taken together, and taken apart.
v, u = sparse.diags([rng.normal(size=n) for n in (29, 30, 29)], [-1, 0, 1], format="csr"), sparse.diags([rng.normal(size=30), rng.normal(size=28)], [0, 2], format="csr")
p = _Pattern(v) @ _Pattern(u)
for turn in range(2):
    assert p.seeds().shape[1] < 30
    assert np.allclose(_apart(p, v @ _squeeze(p, _sparse(u))).toarray(), (v @ u).toarray())
    assert np.allclose(_apart_rows(p, _squeeze_rows(p, _sparse(v)) @ u).toarray(), (v @ u).toarray())
    assert np.allclose(_squeeze(p, u.toarray()), _squeeze(p, _sparse(u)))
    assert np.allclose(_spread(p, v @ _squeeze(p, u.toarray())), (v @ u).toarray())
    assert np.allclose(_spread_rows(p, _squeeze_rows(p, v.toarray()) @ u), (v @ u).toarray())
    for w in (v @ u).toarray(), np.asfortranarray((v @ u).toarray()):
        assert np.allclose(_within(p, w).toarray(), w) and _within(p, w).held is p.held()
    places._FEW = 2  # where there are more colours
holes = v.toarray()
holes[:, 5] = 0  # columns that meet in row 5 of u
v = sparse.csr_matrix(holes)
u = u.tolil(); u[5, 8:20] = 1.0; u = u.tocsr()
p = _Pattern(v) @ _Pattern(u)
assert np.allclose(_apart(p, v @ _squeeze(p, _sparse(u))).toarray(), (v @ u).toarray())

# Structures that change from call to call are forgotten.
for n in range(260):
    a = sparse.random(9, 9, 0.3, "csr", random_state=100 + n)
    assert np.allclose(_product(_sparse(a), _sparse(a)).toarray(), (a @ a).toarray())
assert max(map(len, _held.values())) <= 201

# A dense factor, in either order of its entries.
for loops in (True, False):
    a, d = rough(9, 7), rng.normal(size=(7, 4))
    assert np.allclose(_times_dense(_sparse(a), d), a @ d) and np.allclose(_times_dense(_sparse(a), np.asfortranarray(d)), a @ d)
    assert np.allclose(_dense_times(d.T, _sparse(a.T)), d.T @ a.T) and np.allclose(_dense_times(d.T.copy(), _sparse(a.T)), d.T @ a.T)
    places.csr_matvecs = places.csc_matvecs = None

# Without scipy's own loop the same.
places.csr_matmat = None
_products.clear()
v, u = rough(9, 7), other(7, 8)
for _ in range(2):
    assert np.allclose(_product(_sparse(v), _sparse(u)).toarray(), (v @ u).toarray())
`

func TestSparseKernels(t *testing.T) {
	t.Parallel()
	python := numpy(t)
	if exec.Command(python, "-c", "import scipy").Run() != nil {
		t.Skip("there is no scipy")
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "places.py"), []byte(driver.SparsePython()))
	write(t, filepath.Join(dir, "main.py"), []byte(kernels))
	run := exec.CommandContext(t.Context(), python, "main.py")
	run.Dir = dir
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, strings.TrimSpace(string(out)))
	}
}
