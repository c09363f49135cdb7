from copy import copy

from scipy.sparse import bmat, csr_matrix, diags, eye, issparse, kron

try:  # scipy's own products count the entries first, and check what is known here
    from scipy.sparse._sparsetools import csc_matvecs, csr_matmat, csr_matvecs
except ImportError:
    csc_matvecs = csr_matmat = csr_matvecs = None


class _Pattern:
    """Which entries of a Jacobian can be other than 0, and columns or rows that are taken together."""

    def __init__(self, entries):
        self.entries = csr_matrix((np.ones(entries.nnz), entries.indices, entries.indptr), entries.shape)
        self.entries.sort_indices()
        self._known = {}

    @classmethod
    def read(cls, text, rows, columns):
        kind, _, rest = text.partition(" ")
        if kind == "block":
            size, _, inner = rest.partition(" of ")
            size = int(size)
            return cls(kron(cls.read(inner, rows // size, columns // size).entries, np.ones((size, size)), "csr"))
        if kind in ("diagonal", "identity"):
            return cls(eye(rows, columns, format="csr"))
        if kind == "band":
            lower, upper = map(int, rest.split())
            return cls(diags([1.0] * (lower + upper + 1), range(-lower, upper + 1), (rows, columns), "csr"))
        if kind == "dense":
            return cls(csr_matrix(np.ones((rows, columns))))
        at = []
        for row in rest.split(";"):
            ends = [span.split("-") for span in row.split()]
            at.append([c for e in ends for c in range(int(e[0]), int(e[-1]) + 1)])
        if kind == "select":
            at = [[c] for c in at[0]]
        ends = np.cumsum([0] + [len(row) for row in at])
        return cls(csr_matrix((np.ones(ends[-1]), np.array([c for row in at for c in row], int), ends), (rows, columns)))

    def __matmul__(self, other):
        return _Pattern((self.entries @ other.entries).tocsr())

    def __or__(self, other):
        return _Pattern((self.entries + other.entries).tocsr())

    def known(self, name, make):
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]

    def seeds(self):
        """Unit columns, those of a colour together: a sparse matrix with a column for each colour."""
        return self.known("seeds", lambda: _seeds(self.entries))

    def row_seeds(self):
        return self.known("row seeds", lambda: self.rows().seeds().T.tocsr())

    def unit(self):
        """The seeds as an array."""
        return self.known("unit", lambda: _kept(self.seeds().toarray()))

    def row_unit(self):
        return self.known("row unit", lambda: _kept(self.row_seeds().toarray()))

    def part(self, first, end):
        """Those of its seeds that belong to some of the columns."""
        return self.known(("part", first, end), lambda: _kept(self.seeds()[first:end].toarray()))

    def row_part(self, first, end):
        return self.known(("row part", first, end), lambda: _kept(self.rows().seeds()[first:end].T.toarray()))

    def rows(self):
        return self.known("rows", lambda: _Pattern(self.entries.T.tocsr()))

    def held(self):
        """What matrices with all entries of the pattern have in common."""
        return self.known("held", lambda: _sparse(self.entries).held)

    def places(self):
        """Where the entries are in a compressed Jacobian."""
        def make():
            color = np.asarray(self.seeds().indices)
            row = np.repeat(np.arange(self.entries.shape[0]), np.diff(self.entries.indptr))
            return row * self.seeds().shape[1] + color[self.entries.indices]
        return self.known("places", make)

    def flat(self):
        """Where the entries are in an array of all."""
        return self.known("flat", lambda: self.held().row() * self.entries.shape[1] + self.entries.indices)

    def backwards(self):
        """Where the entries are in a Jacobian of which rows are compressed."""
        def make():
            color = np.asarray(self.rows().seeds().indices)
            row = np.repeat(np.arange(self.entries.shape[0]), np.diff(self.entries.indptr))
            return color[row] * self.entries.shape[1] + self.entries.indices
        return self.known("backwards", make)


def _kept(array):
    """An array that is used again and again."""
    array.flags.writeable = False
    return array


def _seeds(entries):
    """Colours the columns that share a row apart: those of the highest degree first, the smallest colour that is free."""
    columns = entries.shape[1]
    meeting = (entries.T @ entries).tocsr()
    color, degree = np.full(columns, -1), np.diff(meeting.indptr)
    for c in np.argsort(-degree, kind="stable"):
        near = color[meeting.indices[meeting.indptr[c]:meeting.indptr[c + 1]]]
        taken = np.zeros(len(near) + 2, bool)
        taken[near[(near >= 0) & (near < len(taken))]] = True
        color[c] = np.argmin(taken)
    return csr_matrix((np.ones(columns), color, np.arange(columns + 1)), (columns, max(color) + 1))


class _Held:
    """What sparse matrices with entries at the same places have in common: index arrays that nobody changes.

    Places are compared once, when a module gives a matrix; from there on by identity.
    """

    def __init__(self, indices, indptr, shape):
        self.indices, self.indptr, self.shape = indices, indptr, shape
        self.empty = csr_matrix(shape)
        self.empty.indices, self.empty.indptr = indices, indptr
        single = len(indices) == shape[0] and np.array_equal(indptr, np.arange(shape[0] + 1))
        self.scales = single and len(np.unique(indices)) == shape[0]  # one entry in a row, and at most one in a column

    def matrix(self, data, indices=None, indptr=None):
        """The matrix with these entries. Index arrays that are given are its own."""
        made = copy(self.empty)
        made.data, made.held = data, self
        if indices is not None:
            made.indices, made.indptr = indices, indptr
        return made

    def ones(self):
        return csr_matrix((np.ones(len(self.indices)), self.indices, self.indptr), self.shape)

    def row(self):
        return np.repeat(np.arange(self.shape[0]), np.diff(self.indptr))


_held, _products, _sums = {}, {}, {}  # all that were met, and what products and sums of two have in common
_MOST = 2000


def _sparse(j):
    """A matrix as it is held."""
    if hasattr(j, "held"):
        return j
    if not isinstance(j, csr_matrix):
        j = csr_matrix(j)
    data, indices, indptr = np.asarray(j.data, float), j.indices, j.indptr
    alike = _held.setdefault((j.shape, len(indices)), [])
    middle = len(indices) // 2  # which tells most of them apart
    for h in alike:
        if (middle == 0 or h.indices[middle] == indices[middle]) and np.array_equal(h.indptr, indptr) and np.array_equal(h.indices, indices):
            return h.matrix(data)
    single = j.copy()
    single.sum_duplicates()
    if len(single.indices) != len(indices):
        return _sparse(single)
    if len(_held) > _MOST or len(alike) > 200:  # places that change from run to run
        for all in (_held, _products, _sums, alike):
            all.clear()
    h = _Held(indices.astype(np.int32), indptr.astype(np.int32), j.shape)
    alike.append(h)
    return h.matrix(data)


def _remembered(table, a, b, make):
    key = a.held, b.held
    if key not in table:
        table[key] = make(*key)
    return table[key]


def _product(v, u):
    """The product of two sparse matrices. Where its entries are is found once."""
    return _remembered(_products, v, u, _multiply)(v, u)


def _multiply(a, b):
    """What multiplies matrices with these places."""
    if b.scales:
        h = _sparse(csr_matrix((np.zeros(len(a.indices)), b.indices[a.indices], a.indptr), (a.shape[0], b.shape[1]))).held
        return lambda v, u: h.matrix(v.data * u.data[v.indices])
    if csr_matmat is None:
        return lambda v, u: _sparse(v @ u)
    h = _sparse(a.ones() @ b.ones()).held

    def multiply(v, u):
        data, indices, indptr = np.empty(len(h.indices)), np.empty_like(h.indices), np.empty_like(h.indptr)
        csr_matmat(*h.shape, v.indptr, v.indices, v.data, u.indptr, u.indices, u.data, indptr, indices, data)
        if indptr[-1] == len(data):
            return h.matrix(data, indices, indptr)
        return _sparse(csr_matrix((data[:indptr[-1]], indices[:indptr[-1]], indptr), h.shape))  # without entries that became 0
    return multiply


def _times_dense(v, u):
    """The product of a sparse matrix and a dense one."""
    if csr_matvecs is None:
        return v @ u
    made = np.zeros((v.shape[0], u.shape[1]))
    csr_matvecs(*v.shape, u.shape[1], v.indptr, v.indices, v.data, np.ravel(u), made.ravel())
    return made


def _dense_times(v, u):
    """The product of a dense matrix and a sparse one, by the transposed matrices: rows of one are columns of the other."""
    if csc_matvecs is None:
        return v @ u
    made = np.zeros((u.shape[1], v.shape[0]))
    csc_matvecs(*u.shape[::-1], v.shape[0], u.indptr, u.indices, u.data, np.ravel(v.T), made.ravel())
    return made.T


def _sum(a, b):
    """The sum of two sparse matrices, likewise."""
    if a.held is b.held:
        return a.held.matrix(a.data + b.data)
    return _remembered(_sums, a, b, _add)(a, b)


def _add(a, b):
    """What adds matrices with these places."""
    h = _sparse((a.ones() + b.ones()).sorted_indices()).held
    key = lambda m: m.row() * m.shape[1] + m.indices
    at = [np.searchsorted(key(h), key(m)) for m in (a, b)]

    def add(v, u):
        data = np.zeros(len(h.indices))
        data[at[0]] = v.data
        data[at[1]] += u.data
        return h.matrix(data)
    return add


def _own(j):
    """A matrix that is given away: its index arrays are its own."""
    if j.indices is j.held.indices:
        j.indices, j.indptr = j.indices.copy(), j.indptr.copy()
    return j


_FEW = 10  # so many colours are a product of arrays: with more, zeros are worth leaving out


def _squeeze(p, j):
    """The columns of j that p takes together, added up.

    Where two of them meet in a row, the product with j needs none of this row: one will do.
    """
    rows, colors = j.shape[0], p.seeds().shape[1]
    if not issparse(j):
        return np.asarray(j) @ p.unit() if colors <= _FEW else _dense_times(np.asarray(j), p.seeds())
    at = p.known(("squeeze", j.held), lambda: j.held.row() * colors + p.seeds().indices[j.held.indices])
    together = np.zeros(rows * colors)
    together[at] = j.data
    return together.reshape(rows, colors)


def _squeeze_rows(p, j):
    columns, colors = j.shape[1], p.row_seeds().shape[0]
    if not issparse(j):
        return p.row_unit() @ np.asarray(j) if colors <= _FEW else _times_dense(p.row_seeds(), np.asarray(j))
    at = p.known(("squeeze rows", j.held), lambda: p.rows().seeds().indices[j.held.row()] * columns + j.held.indices)
    together = np.zeros(colors * columns)
    together[at] = j.data
    return together.reshape(colors, columns)


def _apart(p, compressed):
    """The Jacobian with pattern p whose columns were taken together."""
    return p.held().matrix(np.asarray(compressed).ravel()[p.places()])


def _apart_rows(p, compressed):
    return p.held().matrix(np.asarray(compressed).ravel()[p.backwards()])


def _spread(p, compressed, places=None):
    """The same as an array."""
    made = np.zeros(p.entries.shape)
    made.ravel()[p.flat()] = np.asarray(compressed).ravel()[p.places() if places is None else places]
    return made


def _spread_rows(p, compressed):
    return _spread(p, compressed, p.backwards())


def _within(p, j):
    """An array of which nothing but the entries of p can be other than 0, as a sparse matrix."""
    return j if issparse(j) else p.held().matrix(np.asarray(j).ravel()[p.flat()])


def _dense(j):
    return j.toarray() if issparse(j) else np.asarray(j)


def _block(whole, p, compressed, column):
    """The block with pattern p, from a column on, of the whole Jacobian whose columns were taken together."""
    at = p.known(("block", whole, column), lambda: p.held().row() * whole.seeds().shape[1] + whole.seeds().indices[column:][p.entries.indices])
    return p.held().matrix(np.asarray(compressed).ravel()[at])


def _wide(part, p, compressed):
    """All columns of a matrix with pattern p, which a part of the program has taken together."""
    at = p.known(("wide", part), lambda: p.held().row() * part.seeds().shape[1] + part.seeds().indices[p.entries.indices])
    return _spread(p, compressed, at)


def _block_rows(whole, p, compressed, row):
    at = p.known(("block rows", row), lambda: whole.rows().seeds().indices[row:][p.held().row()] * p.entries.shape[1] + p.entries.indices)
    return p.held().matrix(np.asarray(compressed).ravel()[at])
