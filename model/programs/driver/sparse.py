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
        at = [[int(c)] for c in rest.split()] if kind == "select" else []
        for row in rest.split(";") if kind == "rows" else []:
            ends = [span.split("-") for span in row.split()]
            at.append([c for e in ends for c in range(int(e[0]), int(e[-1]) + 1)])
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

    def rows(self):
        return self.known("rows", lambda: _Pattern(self.entries.T.tocsr()))

    def places(self):
        """Where the entries are in a compressed Jacobian."""
        def make():
            color = np.asarray(self.seeds().indices)
            row = np.repeat(np.arange(self.entries.shape[0]), np.diff(self.entries.indptr))
            return row * self.seeds().shape[1] + color[self.entries.indices]
        return self.known("places", make)

    def backwards(self):
        """Where the entries are in a Jacobian of which rows are compressed."""
        def make():
            color = np.asarray(self.rows().seeds().indices)
            row = np.repeat(np.arange(self.entries.shape[0]), np.diff(self.entries.indptr))
            return color[row] * self.entries.shape[1] + self.entries.indices
        return self.known("backwards", make)


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


def _squeeze(p, j):
    """The columns of j that p takes together, added up."""
    return _dense(j @ p.seeds())


def _squeeze_rows(p, j):
    return _dense(p.row_seeds() @ j)


def _apart(p, compressed):
    """The Jacobian with pattern p whose columns were taken together."""
    return csr_matrix((np.asarray(compressed).ravel()[p.places()], p.entries.indices, p.entries.indptr), p.entries.shape)


def _apart_rows(p, compressed):
    return csr_matrix((np.asarray(compressed).ravel()[p.backwards()], p.entries.indices, p.entries.indptr), p.entries.shape)


def _dense(j):
    return j.toarray() if issparse(j) else np.asarray(j)


def _sparse(j):
    return j if isinstance(j, csr_matrix) else csr_matrix(j)


def _block(whole, p, compressed, column):
    """The block with pattern p, from a column on, of the whole Jacobian whose columns were taken together."""
    color, row = whole.seeds().indices[column:], np.repeat(np.arange(p.entries.shape[0]), np.diff(p.entries.indptr))
    return csr_matrix((compressed[row, color[p.entries.indices]], p.entries.indices, p.entries.indptr), p.entries.shape)


def _block_rows(whole, p, compressed, row):
    color, at = whole.rows().seeds().indices[row:], np.repeat(np.arange(p.entries.shape[0]), np.diff(p.entries.indptr))
    return csr_matrix((compressed[color[at], p.entries.indices], p.entries.indices, p.entries.indptr), p.entries.shape)
