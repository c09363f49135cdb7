"""Other ways to compute what a function of numpy or scipy gives, which take less where arrays are small or have zeros.

Which of them does is found by carrying both out, with what a mark has given to the function.
"""
import inspect
import math
import operator
from functools import reduce
from time import perf_counter as clock

import numpy as np

from facet_modules import find_spec

ROUNDS = 3  # the least time counts
SAME = 1e-11  # relative to the largest entry
LITTLE = 0.1  # of a function's time
COLUMNS = 64  # with which operators are timed
SPARSE = 0.1  # entries beside zeros, of a matrix that may be sparse


def powers(a, n):
    """How a power is written as products, for exponents that take numpy's general function."""
    whole, half = int(abs(n)), abs(n) % 1
    if not (half in (0, 0.5) and 0 < whole <= 4) or n in (1, 2, -1):
        return
    name = " * ".join(["x"] * whole + ["np.sqrt(x)"] * (half > 0))
    product = lambda: reduce(operator.mul, [a] * whole + ([np.sqrt(a)] if half else []))
    yield (f"1 / ({name})", lambda: 1 / product()) if n < 0 else (name, product)


def products(a, b, kept):
    """Of a matrix that is diagonal; of one that has few entries, or is sparse but small, if the program keeps it."""
    if hasattr(a, "toarray") and isinstance(b, np.ndarray):
        if a.shape[0] * a.shape[1] <= 1e5 and is_kept(a, kept):
            dense = a.toarray()
            yield "a dense matrix", lambda: dense @ b
        return
    for m, left in ((a, True), (b, False)):
        if not (isinstance(m, np.ndarray) and m.ndim == 2 and min(m.shape) > 1):
            continue
        entries, diagonal = np.count_nonzero(m), np.ascontiguousarray(np.diagonal(m))
        if m.shape[0] == m.shape[1] and entries and entries == np.count_nonzero(diagonal):
            if left:
                yield "d[:, None] * V of the diagonal d", lambda: (diagonal[:, None] if b.ndim == 2 else diagonal) * b
            else:
                yield "W * d of the diagonal d", lambda: a * diagonal
            return
        if left and entries < SPARSE * m.size and m.size > 2500 and is_kept(m, kept) and find_spec("scipy"):
            from scipy.sparse import csr_matrix
            sparse = csr_matrix(m)
            yield f"a sparse matrix, made once, for {100 * (1 - entries / m.size):.0f} % of its entries are zeros", lambda: sparse @ b


def is_kept(matrix, kept):
    """Whether the program has a matrix, or that of which it is a view, under a name."""
    base = getattr(matrix, "base", None)
    return any(v is matrix or v is base for v in kept if v is not None)


def summed(subscripts, a, b):
    """A sum of products over two arrays as a product of matrices."""
    terms, to = subscripts.replace(" ", "").split("->")
    of_a, of_b = terms.split(",")
    if "." in subscripts or any(len(set(t)) < len(t) for t in (of_a, of_b)):
        return
    both = [x for x in of_a if x in of_b]
    stack, inner = [x for x in both if x in to], [x for x in both if x not in to]
    rows, columns = [x for x in of_a if x not in both], [x for x in of_b if x not in both]
    if not set(rows + columns) <= set(to):
        return
    size = dict(zip(of_a + of_b, a.shape + b.shape))
    shape, n = [size[x] for x in stack], math.prod(size[x] for x in inner)
    for_a, for_b = ([of.index(x) for x in order] for of, order in ((of_a, stack + rows + inner), (of_b, stack + inner + columns)))
    at = [(stack + rows + columns).index(x) for x in to]

    def product():
        left, right = a.transpose(for_a).reshape(*shape, -1, n), b.transpose(for_b).reshape(*shape, n, -1)
        made = left @ right if inner else left * right
        return made.reshape([size[x] for x in stack + rows + columns]).transpose(at)
    yield "a product by @ of the two, brought into shape" if inner else "a product by * of the two, brought into shape", product


def filled(shape, places, parts):
    out = np.empty(shape)
    for at, part in zip(places, parts):
        out[at] = part
    return out


def at_places(ufunc, out, at, given):
    """A sum into an array whose places may be named several times."""
    if ufunc not in (np.add, np.subtract) or not isinstance(at, np.ndarray) or at.dtype.kind != "i" or np.shape(given) != at.shape + out.shape[1:]:
        return
    name, parts, where = "+" if ufunc is np.add else "-", given.reshape(-1, *out.shape[1:]), at.ravel()
    if len(np.unique(at)) == at.size:
        yield f"out[at] {name}= values, for no place is named twice", lambda: operator.setitem(out, at, ufunc(out[at], given))
    elif out.ndim < 3 and find_spec("scipy"):
        from scipy.sparse import csr_matrix
        ones = csr_matrix((np.ones(at.size), (where, np.arange(at.size))), (len(out), at.size))
        yield f"out {name}= S @ values, with a sparse matrix S of ones, made once", lambda: ufunc(out, ones @ parts, out=out)


def arguments(what):
    """The names of a function's arguments; of one that is none of scipy.linalg's, none."""
    if not (getattr(what, "__module__", None) or "").startswith("scipy.linalg"):
        return ()
    try:
        return inspect.signature(what).parameters
    except (TypeError, ValueError):
        return ()


def lapack(name, given, more):
    """Functions of LAPACK that scipy.linalg calls itself, without what it looks at before and behind."""
    from scipy.linalg import lapack
    a, b = (*given, None)[:2]
    more = {n: v for n, v in more.items() if n != "check_finite"}
    if name == "solve_banded" and tuple(a) == (1, 1) and len(given) == 3 and not more:
        solved = lambda: lapack.dgttrs(*lapack.dgttrf(b[2, :-1], b[1], b[0, 1:])[:5], given[2])[0]
        yield "scipy.linalg.lapack.dgttrf(lower, diagonal, upper), once for all that has this matrix, and dgttrs (trans='T' for adjoints)", solved
    elif name == "lu_factor" and len(given) == 1 and not more:
        yield "scipy.linalg.lapack.dgetrf(A)[:2]", lambda: lapack.dgetrf(a)[:2]
    elif name == "lu_solve" and set(more) <= {"trans"}:
        trans = more.get("trans", given[2] if len(given) > 2 else 0)
        yield f"scipy.linalg.lapack.dgetrs(lu, piv, b{f', trans={trans}' if trans else ''})[0]", lambda: lapack.dgetrs(*a, b, trans=trans)[0]
    elif name == "cho_solve" and len(given) == 2 and not more:
        yield "scipy.linalg.lapack.dpotrs(c, b, lower)[0]", lambda: lapack.dpotrs(a[0], b, lower=a[1])[0]
    elif name == "solve_triangular" and len(given) == 2 and set(more) <= {"lower", "trans", "unit_diagonal"}:
        flags = {"lower": int(more.get("lower", False)), "trans": more.get("trans", 0), "unitdiag": int(more.get("unit_diagonal", False))}
        yield "scipy.linalg.lapack.dtrtrs(A, b, ...)[0]", lambda: lapack.dtrtrs(a, b, **flags)[0]
    elif name == "solve" and len(given) == 2 and not more:
        yield "np.linalg.solve(A, b)", lambda: np.linalg.solve(a, b)


OF_MATH = {"absolute": abs, "arccos": math.acos, "arccosh": math.acosh, "arcsin": math.asin, "arcsinh": math.asinh, "arctan": math.atan,
           "arctan2": math.atan2, "arctanh": math.atanh, "maximum": max, "minimum": min}


def of_numbers(name, given):
    """The function of Python that does for numbers what one of numpy does for arrays."""
    function = OF_MATH.get(name) or getattr(math, name, None)
    if function and all(isinstance(x, float) for x in given):
        yield "that of math (abs, max, min), for numbers", lambda: function(*given)


def renewed(matrix, entries):
    """A sparse matrix with other entries."""
    matrix.data = entries
    return matrix


def others(what, given, more, kept):
    """Other ways, each with how it is written. What they need beside is made here."""
    holder = getattr(what, "__self__", None)
    if isinstance(holder, np.ndarray):  # its method
        given = holder, *given
    name, a = getattr(what, "__name__", ""), given[0] if given else None
    b = given[1] if len(given) > 1 else None
    arrays = isinstance(a, np.ndarray), isinstance(b, np.ndarray)
    few = isinstance(a, (list, tuple)) and 1 < len(a) <= 16 and isinstance(a[0], np.ndarray) and a[0].ndim
    axis = more.get("axis", b if isinstance(b, int) else 0)
    if what in (operator.pow, np.power) and arrays[0] and isinstance(b, (int, float)):
        yield from powers(a, b)
    elif what in (operator.matmul, np.matmul, np.dot) and not more and len(given) == 2:
        yield from products(a, b, kept)
    elif "check_finite" in arguments(what):
        if "check_finite" not in more:
            yield "check_finite=False", lambda: what(*given, **more, check_finite=False)
        yield from lapack(name, given, more)
    elif name == "at" and isinstance(getattr(what, "__self__", None), np.ufunc) and len(given) == 3 and arrays[0]:
        yield from at_places(what.__self__, *given)
    elif name in ("csc_matrix", "csr_matrix", "csc_array", "csr_array") and isinstance(a, tuple) and len(a) == 3:
        matrix = what(*given, **more)
        yield "one that is kept, with new .data", lambda: renewed(matrix, a[0])
    elif isinstance(what, np.ufunc) and not more:
        yield from of_numbers(name, given)
    elif getattr(what, "__module__", None) not in ("numpy", "numpy.linalg") and not isinstance(holder, np.ndarray):
        return
    elif name == "einsum" and len(given) == 3 and isinstance(a, str) and "->" in a and not more:
        yield from summed(*given)
    elif name == "outer" and all(arrays) and not more:
        yield "a[:, None] * b", lambda: a.reshape(-1, 1) * b.ravel()
    elif name == "stack" and few and axis in (0, -1, a[0].ndim):
        places = range(len(a)) if axis == 0 else [(..., k) for k in range(len(a))]
        shape = (len(a), *a[0].shape) if axis == 0 else (*a[0].shape, len(a))
        yield "an np.empty that is filled", lambda: filled(shape, places, a)
    elif name in ("vstack", "hstack", "concatenate") and few and all(isinstance(p, np.ndarray) and p.ndim == a[0].ndim for p in a):
        axis = axis if name == "concatenate" else 1 if name == "hstack" and a[0].ndim > 1 else 0
        if axis not in (0, 1) or name == "vstack" and a[0].ndim == 1:
            return
        ends = np.cumsum([0] + [p.shape[axis] for p in a]).tolist()
        places = [(slice(None),) * axis + (slice(i, j),) for i, j in zip(ends, ends[1:])]
        shape = (*a[0].shape[:axis], ends[-1], *a[0].shape[axis + 1:])
        yield "an np.empty that is filled", lambda: filled(shape, places, a)
    elif name == "roll" and arrays[0] and isinstance(b, int) and (a.ndim == 1 or more.get("axis") == 0 and len(given) == 2):
        k, n = b % len(a), len(a)
        yield "an np.empty that is filled", lambda: filled(a.shape, (slice(k, n), slice(0, k)), (a[:n - k], a[n - k:]))
    elif name == "clip" and arrays[0] and len(given) == 3 and not more:
        yield "np.minimum(np.maximum(x, low), high)", lambda: np.minimum(np.maximum(a, b), given[2])
    elif name == "diff" and arrays[0] and len(given) == 1 and (not more or a.ndim > 1 and more == {"axis": 0}):
        yield ("x[1:] - x[:-1]", lambda: a[1:] - a[:-1]) if more or a.ndim == 1 else ("x[..., 1:] - x[..., :-1]", lambda: a[..., 1:] - a[..., :-1])
    elif name == "norm" and arrays[0] and a.ndim == 1 and len(given) == 1 and not more:
        yield "math.sqrt(x @ x)", lambda: math.sqrt(a @ a)
    elif name == "kron" and all(arrays) and a.ndim == b.ndim == 2:
        shape = (a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])
        yield "(a[:, None, :, None] * b[:, None]).reshape(...)", lambda: (a[:, None, :, None] * b[:, None]).reshape(shape)
    elif name == "cross" and all(arrays) and a.shape == b.shape and a.shape[-1] == 3 and not more:
        def crossed():
            (x, y, z), (u, v, w) = (np.moveaxis(m, -1, 0) if m.ndim > 1 else m.tolist() for m in (a, b))
            return filled(a.shape, [(..., k) for k in range(3)], (y * w - z * v, z * u - x * w, x * v - y * u))
        yield "its three components", crossed
    elif name == "mean" and arrays[0] and len(given) < 3 and set(more) <= {"axis"}:
        axis = more.get("axis", b)
        n = a.size if axis is None else a.shape[axis]
        yield "x.sum(...) / n", lambda: a.sum(axis) / n
    elif name in ("sum", "prod", "max", "min", "amax", "amin") and arrays[0] and holder is None:
        method = name[-3:] if name != "prod" else name
        yield f"x.{method}(...)", lambda: getattr(a, method)(*given[1:], **more)
    elif name == "zeros_like" and arrays[0] and len(given) == 1 and not more:
        yield "np.zeros(x.shape)", lambda: np.zeros(a.shape)
    elif name == "moveaxis" and arrays[0] and len(given) == 3 and isinstance(b, int) and isinstance(given[2], int):
        order = [k for k in range(a.ndim) if k != b % a.ndim]
        order.insert(given[2] % a.ndim, b % a.ndim)
        yield f"x.transpose({', '.join(map(str, order))})", lambda: a.transpose(order)
    elif name == "expand_dims" and arrays[0] and isinstance(axis, int):
        index = (slice(None),) * (axis % (a.ndim + 1)) + (None,)
        yield "x[:, None]", lambda: a[index]


def seconds(function):
    took = []
    for _ in range(ROUNDS):
        begin = clock()
        function()
        took.append(clock() - begin)
    return min(took)


def mixed(rows):
    """The seconds for each column that an operator takes more where its arrays have so many rows, and not one order."""
    a, b, out = np.ones((rows, COLUMNS)), np.ones((COLUMNS, rows)).T, np.empty((rows, COLUMNS))
    one, both = seconds(lambda: np.add(a, a, out=out)), seconds(lambda: np.add(a, b, out=out))
    return (both - one) / COLUMNS if one < (1 - LITTLE) * both else 0.0


def same(want, made):
    return made.shape == want.shape and np.allclose(made, want, rtol=SAME, atol=SAME * np.abs(want).max(initial=0))


def quicker(what, given, more, kept):
    """How a call would be written otherwise, and the seconds that this saves; none where nothing is quicker, or gives something else."""
    best, adds = ("", 0.0), getattr(what, "__name__", "") == "at"
    if adds:  # into zeros
        given = (np.zeros(np.shape(given[0])), *given[1:])

    def result(function):
        if adds:
            given[0][:] = 0
        made = function()
        return [m.toarray() if hasattr(m, "toarray") else np.array(m) for m in (made if isinstance(made, tuple) else (given[0] if adds else made,))]
    plain = lambda: what(*given, **more)
    for text, other in others(what, given, more, kept):
        want, made = result(plain), result(other)
        if len(want) != len(made) or not all(map(same, want, made)):
            continue
        took = seconds(plain)
        saved = took - seconds(other)
        if saved > max(best[1], LITTLE * took):
            best = text, saved
    return best
