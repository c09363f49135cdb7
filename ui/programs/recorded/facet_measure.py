"""Carries out what facet measure asks of a program: python3 facet_measure.py REQUEST ANSWER.

Both are files with JSON. The answer has "error", one sentence, or what was found.
"""
import ast
import contextlib
import gc
import io
import json
import os
import random
import shutil
import signal
import sys
import threading
import time
import tracemalloc

import numpy as np

import facet_habits
import facet_modules
from facet_modules import clock, Edge, Mistake, Parts, Program, _same, run

clock[0] = time.perf_counter  # drivers alone read none

# How far a derivative may be from differences: as much as these are from each other,
# within limits; and how far an adjoint may be from its tangent.
EXACT, ROUGH, DUAL = 1e-6, 1e-3, 1e-7
MUCH = 1e-5  # of a value: where a step changes it by more, smaller ones may be needed
SAMPLED = 2000  # adjoints that are taken at most to see where a derivative is wrong
ENTRIES = 4_000_000  # of a seed or result, at most, that is timed


# -- running ------------------------------------------------------------------


def seeded(request):
    random.seed(request["seed"])
    np.random.seed(request["seed"] % 2**32)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(request["seed"])


class Progress:
    """Says what is done, on standard error: at most a line each two seconds, and one for each new kind of work."""

    def __init__(self):
        self.last, self.what = 0.0, None

    def say(self, what, detail=""):
        now = time.monotonic()
        if what == self.what and now - self.last < 2:
            return
        self.last, self.what = now, what
        print(f"facet: {what}{detail}", file=sys.__stderr__, flush=True)


progress = Progress()


def about(seconds):
    """A time that is left, to be read."""
    if seconds < 0.1:
        return "a moment to go"
    return f"about {max(0.0, seconds):.{0 if seconds >= 2 else 1}f} s to go"


class Budget:
    """The time that a request may take: until the deadline that it names, or some times of what the dense modes
    of its program take; all parts of the work ask it how much is left."""

    LEAST, MOST, MODES = 30.0, 120.0, 5.0  # seconds where no deadline is given, and how many times dense modes

    def __init__(self, request):
        self.begin, self.unlimited, deadline = time.monotonic(), request.get("unlimited", False), request.get("deadline", 0)
        self.given = deadline > 0
        self.total = deadline - time.time() if self.given else self.LEAST

    def suits(self, dense):
        """Where no deadline is given, the total is by what dense modes take."""
        if not self.given:
            self.total = max(self.LEAST, min(self.MOST, self.MODES * dense), 2 * dense)

    def starts(self):
        """Where no deadline is given, what was done till now does not count."""
        if not self.given:
            self.begin = time.monotonic()

    def left(self, share=1.0):
        """Seconds until a share of the time is over."""
        return float("inf") if self.unlimited else share * self.total - (time.monotonic() - self.begin)

    def more(self):
        """What to do where the time is over."""
        return "give it more --time" if self.given else "allow more by --time"


def again(request, shifts=None):
    """Runs the program once more, and lets nobody see what it prints."""
    seeded(request)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(request["program"], shifts, named=False)


def changed(first, second):
    """An argument that differs between two runs although it is no value, as text."""
    for v, w in zip(first.vertices, second.vertices):
        if v.call is None:
            continue
        for name, a in v.call.bound.arguments.items():
            if name not in v.call.number and not _same(a, w.call.bound.arguments[name]):
                return v.call, name
    return None


def alike(first, second):
    """Whether two runs took the same way through their modules."""
    return [(v.id, v.array.size, list(v.operands)) for v in first.vertices] == [(v.id, v.array.size, list(v.operands)) for v in second.vertices]


# -- checks -------------------------------------------------------------------


def norm(a):
    return float(np.sqrt(np.sum(np.square(a))))


def off(got, want, floor):
    return norm(got - want) / max(norm(got), norm(want), floor)


class Checks:
    def __init__(self, program):
        self.program, self.lines = program, []
        self.missing, self.light, self.took = [], False, {}  # what was not checked; with one direction each; seconds by edge
        self.hints = {}  # why values of a module may be coarse
        self.zero = {}  # by edge: whether its derivative and the differences are exactly 0 wherever they were compared

    def add(self, module, argument, kind, where, error, tolerance, hint=""):
        self.lines.append({"module": module, "argument": argument, "kind": kind, "where": where, "hint": hint,
                           "error": error if np.isfinite(error) else 1e300, "tolerance": tolerance, "ok": bool(error <= tolerance)})

    def cause(self):
        """What is known of modules whose values are coarse."""
        return next((f"module {name}: {hint}" for name, hint in self.hints.items() if hint), "")


def typical(array):
    """The size in the middle of those of entries that are not 0, which may be of several units."""
    size = np.abs(array)
    return float(np.median(size[size > 0])) if np.any(size > 0) else 1.0


def sizes(array):
    """How large each entry is, so that those of other units count as much as the others. What is nothing
    beside the others is taken to be as large as they are."""
    size, middle = np.abs(array), typical(array)
    return np.where(size > 1e-9 * middle, size, middle)


def weights(array, *changes):
    """What makes entries of results count alike, by what they are and how they change: one that is 0 here would hide all
    others. An entry that is small only because others cancelled in it does not count more than ten million times as much."""
    size = np.abs(array).ravel()
    least = 1e-7 * float(np.max(size, initial=0.0))
    for change in changes:
        size = np.fmax(size, np.abs(change).ravel())
    return 1 / np.maximum(size, least) if least > 0 else np.ones(size.size)


def differences(value, array, direction, steps=(3e-3, 1e-3, 1e-4, 1e-5, 1e-6)):
    """The derivative of value along direction, which is as large as the array, by central differences of
    several steps: smaller ones, too, where the last change the value so much that they do not agree, as beside a
    nearly singular matrix."""
    found, change, size = [], 0.0, 0.0
    small = [steps[-1] / 10**n for n in range(1, 5)]
    for h in [*steps, *small]:
        if h < steps[-1] and (len(found) < 2 or norm(found[-1] - found[-2]) <= ROUGH * norm(found[-1]) or change <= MUCH * size):
            break
        with contextlib.suppress(Mistake):  # outside of where the module is defined
            up, down = value(array + h * direction), value(array - h * direction)
            found.append((up - down) / (2 * h))
            change, size = norm(up - down), norm(up)
    return found


def judge(got, found, floor, base=(), weigh=()):
    """The least error of got against differences, what error these allow, and whether they are far from each other.

    Beside a small derivative they are coarse: values, if base is given, may be off by 1e-13 of the largest one, where an
    iteration ends, and steps are 1e-3 of an argument. Entries that are 0, as of what is at rest, have large weights."""
    errors = [off(got, f, floor) for f in found]
    spread = 30 * min(off(a, b, floor) for a, b in zip(found, found[1:]))
    noise = 1e-10 * float(np.max(np.abs(base), initial=0.0)) * norm(weigh)
    coarse = 2.0 if max(norm(got), min(map(norm, found))) <= noise else min(30 * ROUGH, noise / max(norm(got), floor))
    return min(errors), max(min(ROUGH, max(EXACT, spread)), coarse), spread >= ROUGH


def kinked(value, array, direction, got, W=None):
    """Whether a derivative along a direction is, entry by entry, that of one side of a kink."""
    h = 1e-6
    try:
        here = value(array)
        sides = [(value(array + h * direction) - here) / h, (here - value(array - h * direction)) / h]
    except Mistake:
        return False
    if W is not None:
        sides = [W @ side for side in sides]
    nearer = np.where(abs(got - sides[0]) < abs(got - sides[1]), *sides)
    return off(*sides, 1e-300) > ROUGH and off(got, nearer, 1e-300) < ROUGH


# Values that a check of an edge takes, its derivatives counted as some: thoroughly, with three directions and five
# steps, or with one direction and two steps; and beside the point of a call, with one direction and four steps.
THOROUGH, LIGHT, BESIDE = 40, 7, 12


def check_edge(checks, edge, arrays, label, light=False):
    """Tangent against differences, adjoint by dot products, Jacobian against both."""
    call, m = edge.call, edge.call.module
    at = edge.at
    replaced = lambda a: arrays[:at] + [a] + arrays[at + 1:]
    value = lambda a: edge.value(*replaced(a)).ravel()
    base = np.concatenate([a.ravel() for a in call.first]).reshape(call.first[0].shape if len(call.first) == 1 else -1) if light else edge.value(*arrays)
    if not np.allclose(edge.value(*arrays), base, rtol=1e-9, atol=0, equal_nan=True):
        raise Mistake(f"{m.where}: module {m.name} gives other values when it is called again with the same arguments: it must depend on its arguments alone")
    columns = min(1 if light else 3, edge.columns)
    V = np.random.randn(edge.columns, columns) * sizes(arrays[at]).reshape(-1, 1)
    all = [differences(value, arrays[at], v.reshape(arrays[at].shape), *[(1e-4, 1e-5)] * light) for v in V.T]
    if min(map(len, all)) < 2:
        raise Mistake(f"{m.where}: module {m.name} cannot be evaluated near its argument {label}: choose another point")
    right = np.stack([found[-1 if light else -2] for found in all], 1)
    weigh = weights(base, *right.T)
    W = np.random.randn(min(3, edge.rows), edge.rows) * weigh
    alone = not edge.marked("tangent")  # adjoints are compared by themselves: tangents of them take one for each entry
    begin = clock[0]()
    seed, TV = V.copy(), None if alone else own(edge, "tangent", arrays, V, label)
    if not np.array_equal(seed, V):
        raise Mistake(f"{m.where}: the tangent of {m.name} for {label} changes the V that it is given: let it make an array of its own")
    between = clock[0]()
    seed, WF = W.copy(), own(edge, "adjoint", arrays, W, label)
    if not np.array_equal(seed, W):
        raise Mistake(f"{m.where}: the adjoint of {m.name} for {label} changes the W that it is given: let it make an array of its own")
    checks.took[edge.key] = {"tangent": (columns, between - begin), "adjoint": (len(W), clock[0]() - between)}
    floor = 1e-6 * max(1.0, norm(base.ravel() * weigh))  # below, differences are noise where an iteration ends at 1e-13
    kind = "tangent" if m.torch or any(n in m.tangents for n in edge.names) else "jacobian" if edge.has_jacobian else "adjoint"
    table = {"tangent": m.tangents, "jacobian": m.jacobians, "adjoint": m.adjoints}[kind]
    if not alone:
        numbers(TV, place(edge, table), f"{'Jacobian' if kind == 'jacobian' else kind} of {m.name} for {label}")
    numbers(WF, place(edge, m.adjoints, table), f"{'adjoint' if any(n in m.adjoints for n in edge.names) else kind} of {m.name} for {label}")
    got, seen = (WF @ V, lambda f: W @ f) if alone else (weigh[:, None] * TV, lambda f: weigh * f)
    worst, tolerance, rough, hint, kink = 0.0, 0.0, False, "", False
    for k, found in enumerate(all):
        error, allowed, far = judge(got[:, k], [seen(f) for f in found], floor, base, W if alone else weigh)
        rough = rough or far
        hint = hint or multiple(got[:, k], [seen(f) for f in found])
        kink = kink or error > allowed and kinked(value, arrays[at], V[:, k].reshape(arrays[at].shape), got[:, k] if alone else TV[:, k], W if alone else None)
        if error * tolerance >= worst * allowed:  # the one that is nearest to what it is allowed
            worst, tolerance = error, allowed
    if worst > tolerance and not hint and edge.rows == edge.columns and kind == "tangent":
        hint = transposed(np.array(edge.tangent(*arrays, W.T)).T @ V, W @ TV, W @ right)
    if worst > tolerance and not hint and edge.rows == edge.columns and alone:
        hint = transposed(np.array(edge.adjoint(*arrays, V.T)) @ W.T, (WF @ V).T, (W @ right).T)
    if worst > tolerance and not hint:
        hint = within(edge, arrays, value, W, weigh, floor, worst) or entries_off(edge, arrays, V, right, weigh, TV)
    why = coarse(edge, base, lambda h: value(arrays[at] + h * V[:, 0].reshape(arrays[at].shape)), right[:, 0] if alone else TV[:, 0]) or rough and not hint and NOISE or ""
    checks.hints[m.name] = checks.hints.get(m.name) or why
    checks.zero[edge.key] = not np.any(WF if alone else TV) and not np.any(right)
    checks.add(m.name, label, "kink" if kink and worst > tolerance else "adjoint alone" if alone else kind, place(edge, table), worst, tolerance, why or hint)
    if not alone and (m.torch or any(n in m.adjoints for n in edge.names)):
        wrong = apart(W, TV, WF, V, base)
        hint = ""
        if wrong > DUAL:
            hint = multiple((WF @ V).ravel(), [(W @ TV).ravel()])
            if not hint and edge.rows == edge.columns:
                hint = transposed(np.array(edge.adjoint(*arrays, V.T)) @ W.T, (WF @ V).T, (W @ TV).T)
            hint = hint or within(edge, arrays, value, W, weigh, floor, wrong) or entries_off(edge, arrays, V, TV, weigh)
        checks.add(m.name, label, "adjoint", place(edge, m.adjoints), wrong, DUAL, hint)
    if edge.names[0] in m.outers:
        check_outer(checks, edge, arrays, label)
    if edge.has_jacobian and kind == "tangent":
        J = edge.jacobian(*arrays)
        checks.add(m.name, label, "jacobian", place(edge, m.jacobians), max(off(weigh[:, None] * (J @ V), weigh[:, None] * TV, floor), off((W @ J) * sizes(arrays[at]).ravel(), WF * sizes(arrays[at]).ravel(), floor)), DUAL)


def entries_off(edge, arrays, V, want, weigh, got=None):
    """Which part of a module's result its derivatives are off for, if they are right for most of it: its tangents, or else its
    adjoints."""
    if got is None:
        if edge.rows > SAMPLED:
            return ""
        got = np.array(edge.adjoint(*arrays, np.eye(edge.rows))) @ V
    error = np.max(np.abs(got - want), 1) * weigh
    at = np.flatnonzero(error > 0.01 * error.max())
    if 2 * at.size > edge.rows:
        return ""
    call = edge.call
    ends = np.cumsum(call.sizes if call.several else [edge.rows])
    k = int(np.searchsorted(ends, at[0], "right"))
    if at[-1] >= ends[k]:
        return ""
    first, last = at[[0, -1]] - (ends[k - 1] if k else 0)
    return f"it is so in result{f'[{k}]' * call.several}{'.ravel()' * (len(call.shapes[k]) != 1)}[{first}:{last + 1}] alone"


def place(edge, *tables):
    """The line of the first mark in some tables that is for an argument of an edge; that of its module where there is none."""
    return next((facet_modules._line_of(t[n]) for t in tables for n in edge.names if n in t), edge.call.module.where)


def own(edge, kind, arrays, seed, label):
    """What a derivative gives, which has to be so still when it was asked for something else."""
    derivative = getattr(edge, kind)
    given = derivative(*arrays, seed)
    if not edge.marked(kind):
        return np.array(given)
    before = [a.copy() for a in arrays_of(given)]
    derivative(*arrays, seed[::-1].copy() if kind == "adjoint" and len(seed) > 1 else -seed)
    refuse_changed(edge, kind, given, before)
    if type(given) is facet_modules.Outer:
        check_sum(edge, derivative, arrays, seed, label)
    return np.array(given)


def arrays_of(given):
    """The arrays that a derivative gave, also as parts, as factors, or as a sparse matrix."""
    if type(given) is facet_modules.Outer:
        return [a for term in given.terms for a in term] + ([] if given.base is None else [given.base])
    if type(given) is facet_modules.Parts:
        return [a for b in given.blocks if b is not None for a in arrays_of(b)]
    if hasattr(given, "tocsr"):
        return [given.data, given.indices, given.indptr]
    return [a for g in given for a in arrays_of(g)] if type(given) in (tuple, list) else [given]


def refuse_changed(edge, kind, given, before):
    """Refuses a derivative that has written to what it gave before."""
    if all(np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in zip(arrays_of(given), before)):
        return
    m = edge.call.module
    table = {"tangent": m.tangents, "adjoint": m.adjoints, "Jacobian": m.jacobians}[kind]
    raise Mistake(f"{place(edge, table)}: the {kind} of {m.name} for {', '.join(edge.names)} gives an array to which it writes when it is called again, and drivers need what it gave before: let it return an array of its own, or a copy")


def check_sum(edge, derivative, arrays, W, label):
    """What together returns for several calls is the sum of what it returns for each."""
    first, second = derivative(*arrays, W), derivative(*arrays, 2 * W)
    m = edge.call.module
    if first.function is None:
        return  # products
    where = place(edge, m.adjoints)
    if second.parts != first.parts:
        raise Mistake(f"{where}: the adjoint of {m.name} for {label} gives another function to together in each call, so that no two calls are computed at once: let it be a function of the program, which is given all that it needs as factors")
    if off(np.array(first + second), np.array(first) + np.array(second), 1e-300) > DUAL:
        raise Mistake(f"{where}: the adjoint of {m.name} for {label} by together is not the sum of what it is for each call: {getattr(first.function, '__name__', 'its function')} has to add over the first axis of the stacks")


def apart(W, TV, WF, V, base):
    """How far W (F' V) and (W F') V are from each other; what is nothing beside values of that size is rounding."""
    least = max(1e-7 * norm(W) * float(np.max(np.abs(base), initial=0.0)), 1e-300)
    scale = lambda a, b: max(norm(a @ b), 1e-3 * norm(a) * norm(b), least)
    return norm(W @ TV - WF @ V) / max(scale(W, TV), scale(WF, V))


def shares(call):
    """Whether derivatives of a call share something, or serve several arguments at once."""
    m = call.module
    return holds(m) or call.is_joint("tangent") or call.is_joint("adjoint")


def check_outer(checks, edge, arrays, label):
    """The adjoint of outer products is that of the arrays that they are."""
    call, m = edge.call, edge.call.module
    shape, where = call.shapes[0], place(edge, m.outers)
    if call.several or len(shape) != 2:
        raise Mistake(f"{where}: {m.name} has an adjoint with outer=True, and does not return a matrix: leave outer=True out")
    if edge.names[0] not in m.adjoints:
        raise Mistake(f'{where}: {m.name} has an adjoint of outer products for {label} and none of arrays: add @{m.name}.adjoint("{edge.names[0]}") without outer=True')
    W = facet_modules.outer(np.random.randn(3, shape[0]), np.random.randn(shape[1]))
    want = edge.adjoint(*arrays, W._product())
    checks.add(m.name, label, "outer adjoint", where, off(np.asarray(edge.adjoint(*arrays, W)), np.asarray(want), 1e-300), DUAL)


def numbers(matrix, place, what):
    """Refuses a derivative that is no matrix of finite real numbers."""
    if matrix.dtype.kind == "c":
        raise Mistake(f"{place}: the {what} gives complex numbers: take their real part, or compute with real numbers")
    if matrix.dtype.kind == "O":
        raise Mistake(f"{place}: the {what} gives an array of objects: make one of numbers, with dtype=float")
    if not np.isfinite(matrix).all():
        raise Mistake(f"{place}: the {what} has entries that are no finite numbers (NaN or infinite), where the values are finite: look for a division by 0, or start at another point")


def multiple(got, found):
    """Says so if a vector is some times what it should be."""
    for want in found[::-1]:
        size = float(np.dot(want, want))
        factor = float(np.dot(got, want)) / size if size > 0 else 1.0
        if size > 0 and abs(factor - 1) > 1e-3 and norm(got - factor * want) <= 1e-5 * norm(got):
            return "it is missing: it is 0, and should not be" if abs(factor) < 1e-5 else f"it is {factor:.4g} times what it should be"
    return ""


def transposed(got, given, want):
    """Says so if a derivative would be right if it were transposed, and is not as it is given: a symmetric one is as wrong then."""
    return "it seems to be transposed: W F' and F' V are those of the transposed matrix" if off(got, want, 1e-300) < min(1e-4, 0.1 * off(given, want, 1e-300)) else ""


def is_symmetric(P):
    return P.ndim == 2 and P.shape[0] == P.shape[1] > 1 and np.array_equal(P, P.T)


def constraints(name, P):
    """What entries of an argument keep together, in words; what makes others keep it; and a direction that does."""
    S = sizes(P) * np.random.randn(*P.shape)
    if is_symmetric(P):
        yield "stays symmetric", f"0.5 * ({name} + {name}.T)", S + S.T
    for axis in range(P.ndim):
        if P.shape[axis] > 1 and np.abs(np.sum(P * P, axis) - 1).max() < 1e-9:
            yield "keeps its length 1", f"{name} / np.linalg.norm({name}, axis={axis}, keepdims=True)", S - P * np.sum(P * S, axis, keepdims=True)


def within(edge, arrays, value, W, weigh, floor, wrong):
    """Says so if derivatives, which are off by so much, are right in directions that keep what holds for an argument, as of
    symmetric matrices and unit vectors."""
    name, P = edge.names[0], arrays[edge.at]
    for keeps, begin, S in constraints(name, P):
        found = differences(value, P, S)
        if len(found) < 2:
            continue
        if edge.marked("tangent"):
            error, allowed, _ = judge(weigh * np.array(edge.tangent(*arrays, S.reshape(-1, 1)))[:, 0], [weigh * f for f in found], floor)
            if error > allowed:
                continue
        if off(np.array(edge.adjoint(*arrays, W)) @ S.ravel(), W @ found[-2], floor) <= min(ROUGH, 0.01 * wrong):
            return f"they are right where {name} {keeps}, and each entry of it may change alone: let the module begin with {begin}, and its derivatives take that into account"
    return ""


NOISE = "differences of its values do not agree with each other: it has a kink, a jump or noise here (rounding, or an iteration that ends early)"


def coarse(edge, base, moved, tangent):
    """Why a module's values may be too coarse for differences; empty where they are not."""
    kinds = [k for k in edge.call.kinds if k.kind in "biu"]
    if kinds:
        return f"it returns whole numbers ({', '.join(sorted(k.name for k in kinds))}), whose derivative is 0 or none"
    with contextlib.suppress(Mistake):
        if norm(tangent) > 1e-3 * norm(base) and np.array_equal(moved(1e-10), base.ravel()):
            return "its result does not change when the argument changes by 1e-10: it rounds, or computes with single precision (float32)"
    return ""


def check_shared(checks, v, arrays):
    """What derivatives share belongs to the point where they are wanted, and joint ones are the sum of others."""
    call, m = v.call, v.call.module
    edges = [Edge(call, at) for at in range(len(call.groups))]
    V = [np.random.randn(e.columns, 2) for e in edges]
    W = np.random.randn(2, edges[0].rows)
    for kind in ("tangent", "adjoint"):
        if len(edges) < 2 or not call.is_joint(kind):
            continue
        if kind == "tangent":
            got, want = np.array(edges[0].tangents(*arrays, V)), sum(np.array(e.tangent(*arrays, s)) for e, s in zip(edges, V))
        else:
            got, want = np.hstack(edges[0].adjoints(*arrays, W, range(len(edges)))), np.hstack([e.adjoint(*arrays, W) for e in edges])
        table = m.tangents if kind == "tangent" else m.adjoints
        where = next((facet_modules._line_of(f) for f in table.values() if f in m.joint), m.where)
        checks.add(m.name, ", ".join(n for e in edges for n in e.names), "joint " + kind, where, off(got, want, 1e-300), DUAL)
    if not holds(m):
        return
    whole = lambda: np.concatenate([np.array(e.tangent(*arrays, h) if e.marked("tangent") else e.adjoint(*arrays, W)).ravel() for e, h in zip(edges, V)])
    m.shared.clear()  # since others may have been computed
    edges[0].value(*arrays)
    before, near = whole(), [moved(a) for a in arrays]
    with contextlib.suppress(Mistake):  # outside of where the module is defined
        edges[0].value(*near)
        [e.adjoint(*near, W) for e in edges]
    edges[0].value(*arrays)
    whole(), [e.adjoint(*arrays, W) for e in edges if e.marked("adjoint")]
    where = facet_modules._line_of(m.preparing) if m.preparing else m.where
    checks.add(m.name, ", ".join(n for e in edges for n in e.names), "kept", where, off(whole(), before, 1e-300), DUAL)


def holds(m):
    """Whether derivatives of a module take something from its call."""
    return bool(m.saves or m.preparing or any("result" in m.wanted(f) for f in m.marks()))


def moved(array):
    """A point beside an array, in which no entry is 0 and none is the same as another."""
    return array + np.where(array < 0, -1, 1) * (0.01 * np.abs(array) + 1e-3 * typical(array)) * (0.5 + np.random.rand(*array.shape))


def nth(call, calls):
    """Which call of a module it is, in words."""
    return f"it is so for its call in line {call.line}, number {calls.index(call) + 1} of {len(calls)}"


def compared(edge, near, both, alone):
    """How far derivatives of an edge are off at a point, what is allowed, their kind, whether all is 0, and whether they are those of one
    side of a kink; None outside of where the module is defined."""
    m, at = edge.call.module, edge.at
    value = lambda a: edge.value(*near[:at], a, *near[at + 1:]).ravel()
    V = np.random.randn(edge.columns, 1) * sizes(near[at]).reshape(-1, 1)
    try:
        base = value(near[at])
        found = [f for f in differences(value, near[at], V.reshape(near[at].shape), (1e-3, 1e-4, 1e-5, 1e-6)) if np.isfinite(f).all()]
        if not np.isfinite(base).all() or len(found) < 2:
            return None  # that a module is not defined here is no mistake of its derivatives
        weigh = weights(base, *found[-2:-1])
        W = np.random.randn(min(3, edge.rows), edge.rows) * weigh
        TV, WF = None if alone else np.array(edge.tangent(*near, V)), np.array(edge.adjoint(*near, W)) if alone or both else None
    except Mistake:
        return None
    got, seen = ((WF @ V)[:, 0], lambda f: W @ f) if alone else (weigh * TV[:, 0], lambda f: weigh * f)
    error, allowed, _ = judge(got, [seen(f) for f in found], 1e-6 * max(1.0, norm(weigh * base)), base, W if alone else weigh)
    kink = error > allowed and kinked(value, near[at], V.reshape(near[at].shape), got if alone else TV[:, 0], W if alone else None)
    kind = "adjoint alone" if alone else "jacobian" if edge.has_jacobian and not any(n in m.tangents for n in edge.names) else "tangent"
    if error <= allowed and both and apart(W, TV, WF, V, base) > DUAL:
        error, allowed, kind = apart(W, TV, WF, V, base), DUAL, "adjoint"
    return error, allowed, kind, not np.any(got) and not np.any(found), kink


def check_beside(checks, recording, some, calls):
    """Derivatives by an argument are right beside the point of the first call, where no entry is 0, and at those of others,
    or beside them where an entry is 0: what is wrong by a factor that is 0 in the run, or in some calls alone, shows there."""
    edge, m = some[0][0], some[0][0].call.module
    label, alone, zero, worst = ", ".join(edge.names), not edge.marked("tangent"), checks.zero.get(edge.key, False), (0.0, EXACT)
    nothing = zero
    both = not alone and (m.torch or any(n in m.adjoints for n in edge.names))
    for n, (edge, arrays) in enumerate(some):
        near = arrays if n > 0 and all(a.all() for a in arrays) else [moved(a) for a in arrays]
        found = compared(edge, near, both, alone)
        if found is None:
            continue
        error, allowed, kind, none, kink = found
        nothing = nothing and none
        if kink:
            continue
        if error * worst[1] >= worst[0] * allowed:
            worst = error, allowed
        if error > allowed:
            first, where = edge.call is calls[0], place(edge, {"tangent": m.tangents, "jacobian": m.jacobians}.get(kind, m.adjoints))
            even = [edge.call.groups[k][0] for k, a in enumerate(arrays) if is_symmetric(a)]
            again = compared(edge, [0.5 * (a + a.T) if is_symmetric(b) else a for a, b in zip(near, arrays)], both, alone) if even else None
            if again and again[0] <= again[1]:
                hint = f"they are right where {' and '.join(even)} {'stays' if len(even) == 1 else 'stay'} symmetric, as in the run, and each entry may change alone: let the module begin with 0.5 * ({even[0]} + {even[0]}.T), and its derivatives take that into account"
            else:
                hint = checks.hints.get(m.name) or (nth(edge.call, calls) + ("" if near is arrays else ", with entries moved away from 0") if not first else "it is so where no entry of the arguments is 0: at the point of the run there is nothing to compare" if zero else "it is so beside the point of the run")
                if holds(m) and not m.torch and first and not zero:
                    kind, where, hint = "shared", facet_modules._line_of(m.preparing) if m.preparing else m.where, ""
            checks.add(m.name, label, kind, where, error, allowed, hint)
            return
    checks.add(m.name, label, "shared" if holds(m) and not m.torch else "beside", m.where, *worst)
    checks.zero[some[0][0].key] = nothing


def check_results(recording, vertices):
    """What derivatives of a call gave is so still when those of others were asked for."""
    def derivatives(v):
        found, arrays = [], v.call.arrays
        for at in range(len(arrays)):
            e = Edge(v.call, at)
            for kind, seed in (("tangent", np.ones((e.columns, 1))), ("adjoint", np.ones((1, e.rows)))):
                if e.marked(kind):
                    found.append((e, kind, getattr(e, kind)(*arrays, seed)))
            if e.has_jacobian:
                found.append((e, "Jacobian", e.as_marked(*arrays)))
        return found
    first = derivatives(vertices[0])
    before = [[a.copy() for a in arrays_of(given)] for *_, given in first]
    for v in vertices[1:]:
        derivatives(v)
    for (e, kind, given), kept in zip(first, before):
        refuse_changed(e, kind, given, kept)


def derived(edges, arrays, V, W):
    """What derivatives of a call give by all operands, behind each other."""
    some = [e.adjoint(*arrays, W) if any(n in e.call.module.adjoints for n in e.names) else e.tangent(*arrays, s) for e, s in zip(edges, V)]
    return np.concatenate([np.array(g).ravel() for g in some])


def check_overwritten(checks, recording, m, vertices):
    """What a call saves and has prepared is its own still when others are computed behind it, as a driver does."""
    first = vertices[0]
    arrays = first.call.arrays
    edges = [Edge(first.call, at) for at in range(len(arrays))]
    V, W = [np.random.randn(e.columns, 1) for e in edges], np.random.randn(1, edges[0].rows)
    found = []
    for many in (1, len(vertices)):
        m.shared.clear()
        for v in vertices:
            v.call.at = None
        for v in vertices[:many]:
            v.call.result(v.call.point())
        for v in vertices[:many]:
            if m.preparing:
                v.call.prepared(v.call.point())
        found.append(derived(edges, arrays, V, W))
    checks.add(m.name, ", ".join(n for e in edges for n in e.names), "overwritten", facet_modules._line_of(m.preparing) if m.preparing and not m.saves else m.where, off(*found, 1e-300), DUAL)


FOLLOWING = 8  # calls that are computed before the first one's derivatives


def check_together(checks, recording, m):
    """What prepares all calls of a module at once gives each of them what it gives it alone."""
    alone = ()  # what others have meanwhile, so that they are left out
    vertices = [v for v in recording.vertices if v.call in m.calls]
    for v in vertices:
        v.call.result(v.call.point())
    for v in [vertices[k] for k in sorted({0, len(vertices) // 2, len(vertices) - 1})]:
        arrays = v.call.arrays
        edges = [Edge(v.call, at) for at in range(len(arrays))]
        W = np.random.randn(2, edges[0].rows)
        V = [np.random.randn(e.columns, 2) for e in edges]
        found = []
        for others in (alone, None):
            for w in vertices:
                w.call.point().prepared = others
            v.call.point().prepared = None
            found.append(derived(edges, arrays, V, W))
        checks.add(m.name, ", ".join(n for e in edges for n in e.names), "together", facet_modules._line_of(m.preparing), off(*found, 1e-300), DUAL)
    for v in vertices:
        v.call.point().prepared = None


def turned(request, recording, directions, h):
    """How all vertices change along some directions of the inputs, by differences of the whole program, each a column; a
    sentence where that cannot be said."""
    name, found = os.path.basename(request["program"]), []
    for direction in directions:
        shifts = lambda by: {source: by * direction[at] for source, at in recording.sources.items()}
        try:
            above, below = again(request, shifts(h)), again(request, shifts(-h))
        except Mistake as mistake:
            raise Mistake(f"{mistake} (with inputs that differ by a factor of {h:g} from the program's)") from None
        loose = alike(recording, above) and (changed(recording, above) or alike(recording, below) and changed(recording, below))
        if loose:
            raise lost(loose)
        if not (alike(recording, above) and alike(recording, below)):
            return f"{name} takes another way through its modules when its inputs change by a factor of {h:g}: the dag is that of this run alone"
        far = next((v for v, a, b in zip(recording.vertices, above.vertices, below.vertices) if bent(v.array, a.array, b.array)), None)
        if far is not None and h > LEAST:
            return turned(request, recording, directions, h / 100)
        if far is not None:
            return f"{name}: what {far.call.module.name} gives, called in line {far.call.line}, is quite another where the inputs change by a factor of {h:g}, so that differences of the whole program say nothing"
        found.append([(a.array - b.array).ravel() / (2 * h) for a, b in zip(above.vertices, below.vertices)])
    return [np.stack(some, 1) for some in zip(*found)]


def lost(loose):
    call, name = loose
    return Mistake(f"{call.where}: the argument {name} of {call.module.name} depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module")


def check_unused(request, recording):
    """Refuses inputs that no value depends on, and that change values none the less."""
    unused = recording.unused
    if not unused:
        return
    moved = again(request, {name: 1e-3 * np.random.randn(v.array.size) * sizes(v.array).ravel() for name, v in unused.items()})
    loose = alike(recording, moved) and changed(recording, moved)
    if loose:
        raise lost(loose)
    if not alike(recording, moved) or any(off(a.array, b.array, 1e-300) > 1e-9 for a, b in zip(recording.vertices, moved.vertices)):
        first, some = next(iter(unused.values())), "the input " if len(unused) == 1 else "one of the inputs "
        raise Mistake(f"{os.path.basename(first.file)}:{first.line}: {some}{', '.join(unused)} changes what modules give, and is no argument of theirs, so that facet would lose the dependence: give it to them in place of look(), or of a global variable")


def bent(here, above, below):
    """Whether a value changes so much between two points around it that it does not change in proportion."""
    change = norm(above - below)
    return change > 1e-2 * norm(here) and norm(above + below - 2 * here) > 0.1 * change


def directions(recording, number):
    """Random directions of the inputs, by vertices."""
    arrays = {at: recording.vertices[at].array for at in recording.sources.values()}
    return [{at: np.random.randn(a.size) * sizes(a).ravel() for at, a in arrays.items()} for _ in range(number)]


STEPS, LEAST = (1e-5, 1e-6), 1e-9  # of differences of the whole program: what holds with one of them holds; and where it is bent
FALLS = 0.1  # what is off by so much less with the smaller step is off by the step, and not by a derivative


def call_error(recording, j, changes, blame=False):
    """How far the derivatives of a call are from how its result changes along a direction, and the largest of what they
    add up, to which that is relative, so that nothing is made of what cancels. With blame, of each argument alone: the edge and kind that are
    off, and how far."""
    v = recording.vertices[j]
    arrays, weigh, m = recording.arrays(j), weights(v.array, changes[j]), v.call.module
    W, floor, worst = np.random.randn(min(3, v.array.size), v.array.size) * weigh, 1e-5 * max(1.0, norm(weigh * v.array.ravel())), (0.0, 1.0)
    for kind in ("adjoint",) if m.torch else ("tangent", "adjoint"):
        total, scale = 0.0, max(norm(W @ changes[j]), floor)
        for at, i in enumerate(v.operands):
            edge, d = recording.edge(i, j), changes[i]
            this = kind if edge.marked(kind) else "adjoint" if kind == "tangent" else "tangent"
            if this == "tangent":
                both = W @ np.array(edge.tangent(*arrays, np.hstack([d, d * np.random.choice([-1, 1], d.shape)])))
                one, size = both[:, :1], norm(both[:, 1:])
            else:
                rows = np.array(edge.adjoint(*arrays, W))
                one, size = rows @ d, norm(rows * d.T)
            total, scale = total + one, max(scale, norm(one), size)
            if blame and np.any(d):
                value = lambda a: edge.value(*arrays[:at], a, *arrays[at + 1:]).ravel()
                found = differences(value, arrays[at], d.reshape(arrays[at].shape), (1e-4, 1e-5, 1e-6))
                error, allowed, _ = judge(one[:, 0], [W @ f for f in found], max(floor, 1e-3 * size)) if len(found) > 1 else (0.0, 1.0, False)
                if error > allowed:
                    return edge, "kink" if kinked(value, arrays[at], d.reshape(arrays[at].shape), one[:, 0], W) else this, error, allowed
        worst = max(worst, (norm(total - W @ changes[j]), scale), key=lambda pair: pair[0] / pair[1])
    return None if blame else worst


def check_program(checks, request, recording):
    """Runs the program again: it has to repeat itself, and to depend on its inputs through modules alone; and what each
    call gives has to change as its derivatives say."""
    name = os.path.basename(request["program"])
    repeated = again(request)
    if not alike(recording, repeated):
        raise Mistake(f"{name}:1: the program takes another way when it is run again: give its random numbers a seed")
    loose = changed(recording, repeated)
    if loose:
        raise Mistake(f"{loose[0].where}: the argument {loose[1]} of {loose[0].module.name} is another one when the program is run again: give its random numbers a seed")
    check_unused(request, recording)
    errors, before, along = {}, {}, directions(recording, 1)
    calls = [j for j, v in enumerate(recording.vertices) if v.operands]
    for h in STEPS:
        changes = turned(request, recording, along, h)
        if isinstance(changes, str):
            return changes
        for n, j in enumerate(calls):
            progress.say("checking the whole program", f": call {n + 1} of {len(calls)}")
            if errors.get(j, 1.0) > ROUGH:
                rest, scale = call_error(recording, j, changes)
                error = rest / scale if j not in before or rest > FALLS * before[j] else min(rest / scale, ROUGH)
                errors[j], before[j] = min(errors.get(j, float("inf")), error), rest
        if max(errors.values()) <= ROUGH:
            break
    wrong = next((j for j in calls if errors[j] > ROUGH), None)
    if wrong is not None and checks_call(checks, recording, wrong, changes):
        return None
    worst = {}  # of what a vertex depends on
    for j in calls:
        worst[j] = max([errors[j]] + [worst.get(i, 0.0) for i in recording.vertices[j].operands])
    call = None if wrong is None else recording.vertices[wrong].call
    where = "" if wrong is None else f"it begins with {call.module.name}, called in line {call.line}"
    for sink, (at, *_) in recording.sinks.items():
        v, error = recording.vertices[at], worst.get(at, 0.0)
        checks.add(name, sink, "program", f"{os.path.basename(v.file)}:{v.line}", error, ROUGH, checks.cause() or where if error > ROUGH else "")
    return None


def checks_call(checks, recording, j, changes):
    """Names the argument by which a call's derivative is wrong; gives whether there is one."""
    call = recording.vertices[j].call
    m, found = call.module, call_error(recording, j, changes, blame=True)
    if found is None or m.builtin:
        return False
    edge, kind, error, allowed = found
    table = m.tangents if kind == "tangent" else m.adjoints
    known = any(n in table for n in edge.names) or m.torch or kind == "kink"
    checks.add(m.name, ", ".join(edge.names), (kind if kind != "adjoint" else "adjoint alone") if known else "jacobian", place(edge, table, m.jacobians, m.adjoints, m.tangents), error, allowed, checks.cause() or nth(call, recording.calls(m)))
    return True


# -- times --------------------------------------------------------------------


class Item:
    """What is timed, for a number of seeds; fewer are the items of the same call with fewer of them, ascending. What takes
    more than most seconds is not timed."""

    __slots__ = ("do", "args", "before", "number", "fewer", "rank", "guess", "most", "least", "hopeless")

    def __init__(self, do, args, before, number, fewer, rank, guess, most):
        self.do, self.args, self.before, self.number, self.fewer, self.rank, self.guess, self.most, self.least, self.hopeless = do, args, before, number, fewer, rank, guess, most, float("inf"), False

    def about(self):
        """Seconds that it takes about, by what fewer seeds took, or else a guess."""
        timed = [f for f in self.fewer if f.least < float("inf")]
        if len(timed) < 2:
            return timed[0].least * self.number / timed[0].number if timed else self.guess
        a, b = timed[-2:]
        return b.least + max(0.0, b.least - a.least) / (b.number - a.number) * (self.number - b.number)

    def carry_out(self):
        if self.before:
            self.before()
        begin = clock[0]()
        self.do(*self.args)
        self.least = min(self.least, clock[0]() - begin)


# What is timed first where there is little time: one seed of each kind of call, some seeds and the largest number, then
# other numbers, then other calls of the same kind.
FIRST, SECOND, LARGEST, OTHERS, AGAIN = range(5)


# Seconds of a call that is timed three times at most: it says little more when it is timed again.
LONG = 0.02

# Times a whole dense mode: no plan has a call that takes so long, which is timed once, if at all.
HOPELESS = 5


class Stopwatch:
    """Times many things in turns, each again and again; the least counts. What there is no time for has none."""

    def __init__(self, budget):
        self.items, self.budget = [], budget

    def add(self, do, *args, before=None, number=1, fewer=(), rank=OTHERS, guess=0.0, most=float("inf")):
        """Adds what is timed; before makes it ready each time, and is not timed."""
        self.items.append(Item(do, args, before, number, list(fewer), rank, guess, most))
        return self.items[-1]

    def row(self, numbers, make, rank, **known):
        """Adds a call for some numbers of seeds, ascending; known says what it takes where that is not by fewer of them."""
        items = []
        for k in numbers:
            do, *args, before = make(k)
            this = rank if rank == AGAIN else {1: SECOND, 0: FIRST}.get(len(items), LARGEST if k == numbers[-1] else OTHERS)
            items.append(self.add(do, *args, before=before, **{"number": k, "fewer": items, "rank": this, **known}))
        return list(zip(numbers, items))

    def reference(self):
        """Adds work that is the same in every program, to compare the processor's speed at two times."""
        A = np.full((48, 48), 1 / 48)

        def work():
            B = A
            for _ in range(8):
                B = A @ B
                for k in range(8):
                    B[k] += k
        return self.add(work, before=work, rank=FIRST)

    def side_by_side(self, begin):
        """Puts the items from one on in order of their numbers of seeds: so a call comes right behind the same one for other
        arguments, as in a sweep, and finds its code and its work arrays in the processor's caches."""
        self.items[begin:] = sorted(self.items[begin:], key=lambda i: i.number)

    def run(self, repeat, dense, fast):
        """Times all, with so many rounds as far as there is time; dense says what dense modes take once all was
        carried out, fast about what the faster one takes."""
        gc.collect()
        gc.disable()
        try:
            ready, limit = time.monotonic(), None
            for done, item in enumerate(sorted(self.items, key=lambda i: i.rank)):
                progress.say("timing derivatives for the first time", f", {done + 1} of {len(self.items)} calls")
                if item.rank >= OTHERS and limit is None:
                    limit = HOPELESS * fast() if not self.budget.unlimited else float("inf")
                expected = 1.3 * item.about()
                if expected > min(item.most, limit or float("inf")):
                    item.hopeless = True
                elif self.budget.left(0.95) > expected:
                    item.carry_out()
                    if item.least > (limit or float("inf")) and self.budget.left(0.95) > item.least:
                        item.carry_out()  # the first time may find what is found once
            most = limit or float("inf")
            once = time.monotonic() - ready - sum(i.least for i in self.items if most <= i.least < float("inf"))
            self.budget.suits(dense())
            for done, forwards in enumerate(rounds(repeat)):
                if done == 2 or self.budget.left(0.95) < once and most > LONG:
                    most = min(most, LONG)
                    once = min(once, sum(i.least for i in self.items if i.least < most))
                if self.budget.left(0.95) < once:
                    if done < repeat:
                        progress.say("finishing what is measured", f", after {done} of {repeat} rounds: one takes {once:.2g} s")
                    break
                if done < repeat:
                    progress.say("timing", f": round {done + 1} of {repeat}, {about(min(once * (repeat - done), self.budget.left(0.95)))}")
                begin = time.monotonic()
                for item in self.items if forwards else self.items[::-1]:
                    if item.least < most:
                        item.carry_out()
                once = time.monotonic() - begin
        finally:
            gc.enable()


def rounds(repeat):
    """Rounds forwards and backwards: so many, and more where they are short."""
    end, done = time.perf_counter() + 0.15 * (repeat - 1), 0
    while done < repeat or time.perf_counter() < end:
        yield done % 2 == 0
        done += 1


class Seeds:
    """Random matrices, which all have the same entries: the largest has at most so many as ENTRIES."""

    def __init__(self):
        self.made = np.random.randn(4096)

    def __call__(self, rows, columns):
        if rows * columns > self.made.size:
            self.made = np.resize(self.made, max(rows * columns, 2 * self.made.size))
        return self.made[:rows * columns].reshape(rows, columns)


class Outers:
    """Which adjoints are outer products, and which take them."""

    def __init__(self, recording, groups, of, seeds):
        self.recording, self.of, self.random, self.to = recording, of, seeds, {}
        for g in groups.values():
            i, j, edge = g["at"][0]
            m = edge.call.module
            with contextlib.suppress(Mistake):
                g["outer"] = None if m.torch or m.builtin or not any(n in m.adjoints for n in edge.names) else edge.outer(recording.arrays(j))
        for i, j in of:
            self.to.setdefault(i, []).append(of[i, j].get("outer"))

    def seeds(self, edge, j, k):
        """Adjoints as a call is given them: outer products where all that uses its result gives these, and its derivative takes them."""
        m, shape = edge.call.module, edge.call.shapes[0]
        behind = self.to.get(j, [None])
        if edge.call.several or len(shape) != 2 or not all(n in m.outers for n in edge.names) or not all(o and o[:2] == list(shape) and o[2] == 1 for o in behind):
            return self.random(k, edge.rows)
        return facet_modules.outer(self.random(k, shape[0]), self.random(1, shape[1])[0])


def dense_seconds(groups):
    """About what the dense modes take, of what was timed."""
    total = 0.0
    for g in groups.values():
        for kind in ("tangent", "adjoint"):
            took = [(k, item.least) for row in g[kind] for k, item in row if item.least < float("inf")]
            if took:
                total += len(g["at"]) * max(t for _, t in took)
    return total


def fast_seconds(groups):
    """About what the faster dense mode takes, of what was timed: the most seeds through each module."""
    return min(sum(len(g["at"]) * min(row[-1][1].least for row in g[kind]) for g in groups.values()) for kind in ("tangent", "adjoint"))


def batches(request, sizes, most, rows, columns):
    """The numbers of tangents (adjoints) to time, and those of them that occur.

    More than a dense mode takes are of no use.
    """
    most = max(1, min(most, ENTRIES // max(rows, columns)))
    some = sorted({min(k, most) for k in sizes})
    some = sorted({some[round(q * (len(some) - 1) / 4)] for q in range(5)})
    return sorted({k for k in request["batches"] if k <= most} | set(some) | {1, most}), some


def time_all(request, recording, budget, checks):
    """Times tangents, adjoints, Jacobians and products, all in turns."""
    watch, seeds = Stopwatch(budget), Seeds()
    size = [v.array.size for v in recording.vertices]
    behind, before = [], [set() for _ in size]  # sizes of the vertices from which columns can come to each, and rows
    for v in recording.vertices:
        behind.append(set().union(*({size[i]} | behind[i] for i in v.operands)))
    for j in reversed(range(len(size))):
        for i in recording.vertices[j].operands:
            before[i] |= before[j] | {size[j]}
    sources, sinks = sum(size[at] for at in recording.sources.values()), sum(size[at] for at, *_ in recording.sinks.values())
    groups, of = {}, {}
    for (i, j), edge in recording.edges().items():
        of[i, j] = groups.setdefault(edge.key, {"at": [], "tangents": set(), "adjoints": set()})
        of[i, j]["at"].append((i, j, edge))
        of[i, j]["tangents"] |= behind[i] | {size[i]}
        of[i, j]["adjoints"] |= before[j] | {size[j]}
    many = sources, sinks
    sparse = [e.structure for e in recording.edges().values() if e.structure and e.structure.sparse]
    if sparse:  # numbers of colors occur, and not of columns
        for group in groups.values():
            edge = group["at"][0][2]
            for kind, limit, colors in (("tangents", sources, "by_columns"), ("adjoints", sinks, "by_rows")):
                least = max(getattr(s, colors).count if getattr(s, colors) else 1 for s in sparse)
                group[kind] = {min(limit, least * f) for f in (1, 2, 4, 8, 16)}
        many = None, None
    arrays = recording.arrays
    outers = Outers(recording, groups, of, seeds)
    for group in groups.values():
        at = group["at"]
        group["chosen"] = [at[k] for k in sorted({0, len(at) // 2, len(at) - 1})]
        edge = at[0][2]
        group["k"] = (batches(request, group["tangents"] | ({sources} if many[0] else set()), sources, edge.rows, edge.columns),
                      batches(request, group["adjoints"] | ({sinks} if many[1] else set()), sinks, edge.rows, edge.columns))
        whole = edge.has_jacobian or edge.structure and edge.structure.sparse
        some = edge.rows * edge.columns <= ENTRIES or edge.structure and edge.structure.sparse
        seed = {"tangent": lambda e, j, k: seeds(e.columns, k), "adjoint": outers.seeds}
        ends = {"tangent": edge.columns, "adjoint": edge.rows}
        for kind, other, numbers in sorted((("tangent", "adjoint", group["k"][0][0]), ("adjoint", "tangent", group["k"][1][0])), key=lambda one: not edge.marked(one[0])):
            begin, chosen, known = len(watch.items), list(zip(group["chosen"], [FIRST, AGAIN, AGAIN])), {"guess": edge.call.seconds}
            if not edge.marked(kind):  # what is made by the other comes behind it, and takes as long whatever the number of seeds
                chosen, numbers = [(group["chosen"][0], AGAIN)], sorted({1, numbers[-1]})
                known = {"number": ends[other], "fewer": [i for k, i in group[other][0] if k <= ends[other]], "most": float("inf") if budget.unlimited else 5 * LONG}
            group[kind] = [watch.row(numbers, lambda k: (getattr(e, kind), *arrays(j), seed[kind](e, j, k), ready(e, arrays(j))), r, **known) for (_, j, e), r in chosen]
            watch.side_by_side(begin)
            most = lambda row: {"fewer": [i for _, i in row], "number": max(ends[kind], row[-1][0])}
            group["by_" + kind + "s"] = [watch.add(held(e, getattr(e, "by_" + kind + "s")), *arrays(j), before=ready(e, arrays(j)), **{"rank": max(OTHERS, r), **(known if not edge.marked(kind) else {} if whole else most(row))}) for ((_, j, e), r), row in zip(chosen, group[kind]) if some]
    joints = joint_groups(recording, watch, seeds, arrays, groups, of, outers)
    products = [(t, watch.add(np.dot if 1 == t[1] < t[0] * t[2] else np.matmul, seeds(t[2], t[1]), seeds(t[1], t[0]), rank=FIRST if t in BOTH else OTHERS)) for t in triples(recording, size, behind, before, sources, sinks)]
    sparse, compress, multiplied = sparse_products(recording, watch), compressions(recording, watch), outer_products(recording, groups, sinks, watch)
    moves = [(n * n, watch.add(additions, seeds(n, n).copy(), seeds(n, n))) for n in (4, 48, 200, 400) if n <= 48 or n * n <= max(size) * max(sources, sinks)]  # two at least: a line has a setup
    joins = [(n, watch.add(np.concatenate, (seeds(n, 8), seeds(n, 8).copy()), 1)) for n in (16, 256, 1024) if n < 1024 or max(size) > 256]
    speed = watch.reference()
    watch.run(request["repeat"], lambda: dense_seconds(groups), lambda: fast_seconds(groups))
    for t, item in products:
        if t in BOTH:
            item.carry_out()
    missing = untimed(groups, watch, checks, request, budget)
    answer = [group_answer(recording, k, g) for k, g in enumerate(groups.values())]
    number = {id(g): k for k, g in enumerate(groups.values())}
    done = lambda items: [(n, i) for n, i in items if i.least < float("inf")]
    return answer, {ij: number[id(g)] for ij, g in of.items()}, [[*t, i.least] for t, i in done(products)], joints, {
        "sparse_products": [[n, i.least] for n, i in done(sparse)], "compressions": [[n, i.least] for n, i in done(compress)], "outer_products": [[n, i.least] for n, i in done(multiplied)], "moves": [[n, i.least / ADDITIONS] for n, i in done(moves)], "joins": [[n, i.least / 2] for n, i in done(joins)],
        "reference": speed.least if speed.least < float("inf") else 0, "untimed": missing, "dense_seconds": dense_seconds(groups)}, {ij: g.get("outer") for ij, g in of.items()}


ADDITIONS = 8  # at once: one alone takes less than the clock


def additions(total, part):
    for _ in range(ADDITIONS):
        total += part


def untimed(groups, watch, checks, request, budget):
    """What there was no time for. A kind of call that was not timed at all has the time that its check took, and what nobody
    marked that of what it is made by."""
    late = sum(i.least == float("inf") and not i.hopeless for i in watch.items)
    for key, g in groups.items():
        edge = g["at"][0][2]
        m = edge.call.module
        for kind in sorted(("tangent", "adjoint"), key=lambda kind: not edge.marked(kind)):
            items = [i for row in g[kind] for _, i in row]
            if m.builtin:
                items[0].carry_out()  # which is fast
            done = [i.least for i in items if i.least < float("inf")]
            if not edge.marked(kind):  # others take as long
                for i in items:
                    i.least = min(i.least, max(done, default=i.about()))
            elif not done and key not in checks.took:
                raise Mistake(f"{os.path.basename(request['program'])}:1: there was no time to measure the {kind} of {m.name} for {', '.join(edge.names)}: {budget.more()}")
            elif not done:
                items[0].number, items[0].least = checks.took[key][kind]
                g[kind][0] = [(items[0].number, items[0])]
    return f"{late} of {len(watch.items)} calls" if late else ""


def pattern_texts(recording):
    """The patterns of edges, each once, and which one a structure has."""
    texts, of = {}, {}
    for edge in recording.edges().values():
        text = edge.structure.text() if edge.structure else None
        if text is not None:
            of[id(edge.structure)] = texts.setdefault(text, len(texts))
    return list(texts), of


def sparse_products(recording, watch):
    """Times products of sparse Jacobians, of edges and of what these give, by their multiplications, as drivers do them."""
    found, seen = [], set()
    edges = {ij: e for ij, e in recording.edges().items() if e.structure and e.structure.sparse}
    for (i, j), e in edges.items():
        for (k, l), f in edges.items():
            if k != j or (id(e.structure), id(f.structure)) in seen or len(found) > 8:
                continue
            seen.add((id(e.structure), id(f.structure)))
            from facet_sparse import _product
            right, left = random_sparse(e.structure), random_sparse(f.structure)
            for _ in range(4):  # powers have more entries
                count = int(np.dot(np.diff(left.tocsc().indptr), np.diff(right.indptr)))
                if count > 20_000_000:
                    break
                found.append((count, watch.add(_product, left, right)))
                if left.shape[0] != left.shape[1]:
                    break
                right = _product(left, right)
    return found


def outer_products(recording, groups, sinks, watch):
    """Times sums of outer products over few and over all calls of a module, added and multiplied out as drivers do, by their
    multiplications."""
    found = []
    for g in groups.values():
        if not g.get("outer"):
            continue
        p, q, rank = g["outer"]
        k, many = min(sinks, ENTRIES // (p * q)), rank * len(g["at"])
        k = min(k, ENTRIES // (many * max(p, q)))  # what is multiplied is put together before
        if k == 0:
            continue
        made = [facet_modules.outer(np.random.randn(k, rank, p), np.random.randn(rank, q)) if rank > 1 else facet_modules.outer(np.random.randn(k, p), np.random.randn(q)) for _ in range(4)]
        i, j, edge = g["at"][0]
        arrays = recording.arrays(j)
        if edge.adjoint(*arrays, np.zeros((1, edge.rows))).function is not None:
            made = [edge.adjoint(*arrays, np.random.randn(k, edge.rows))]
        terms = [made[n % len(made)] for n in range(len(g["at"]))]

        def multiplied(terms):
            total = terms[0]._like(terms[0].terms[:], None, terms[0].rank, terms[0].shape[0])  # which becomes an array
            for t in terms[1:]:
                total += t
            return total.dense()
        for n in sorted({len(terms), -(-len(terms) // 4)}):
            found.append((k * p * q * rank * n, watch.add(multiplied, terms[:n], guess=1e-9 * k * p * q * rank * n)))
    return found


def held(edge, function):
    """A function for a Jacobian, with what drivers do to hold what it gives."""
    if not (edge.structure and edge.structure.sparse):
        return function
    from facet_sparse import _sparse
    return lambda *arrays: _sparse(function(*arrays))


def random_sparse(structure):
    """A matrix with a structure, as drivers hold it."""
    from facet_sparse import _sparse
    from scipy.sparse import csr_matrix
    return _sparse(csr_matrix((np.random.randn(len(structure.rows)), (structure.rows, structure.columns)), structure.shape))


def compressions(recording, watch):
    """Times how seeds are put together by colors, and how the result is taken apart, as drivers do, by the entries that are moved."""
    structures = {id(e.structure): e.structure for e in recording.edges().values() if e.structure}
    found = []
    if not structures or not facet_modules.find_spec("scipy"):
        return found
    from facet_sparse import _apart, _Pattern, _spread, _squeeze

    def add(moved, work):
        work()  # which finds colors and places; a driver finds them once
        found.append((moved, watch.add(work)))
    for n in (16, 200) if any(s.by_columns or s.by_rows for s in structures.values()) else ():
        p, right = _Pattern.read("diagonal", n, n), np.random.randn(n, n)  # arrays are put together likewise
        add(2 * n * n + n, lambda p=p, right=right: _spread(p, _squeeze(p, right)))
    for s in [s for s in structures.values() if s.sparse][:4]:
        if s.shape[1] > 10_000:  # colors take long there
            continue
        right = random_sparse(s)
        step = _Pattern(right)
        p = step
        for _ in range(4):
            if s.shape[0] == s.shape[1]:
                p = step @ p  # of a product
            colors = p.seeds().shape[1]
            if 2 * colors > s.shape[1] or p.entries.nnz > ENTRIES or p.entries.shape[0] * colors > ENTRIES:
                break
            compressed = np.random.randn(p.entries.shape[0], colors)
            moved = right.nnz + right.shape[0] * colors + p.entries.nnz
            add(moved, lambda p=p, right=right, compressed=compressed: (_squeeze(p, right), _apart(p, compressed)))
            if s.shape[0] != s.shape[1]:
                break
            right = p.held().matrix(np.random.randn(p.entries.nnz))
    return found


def joint_groups(recording, watch, seeds, arrays, groups, of, outers):
    """Calls that serve several arguments at once, timed with all of them; by kind and by what they have in common."""
    joints = {}
    for j, v in enumerate(recording.vertices):
        for kind in v.joint if v.operands else ():
            edges = [(recording.edge(i, j), of[i, j]) for i in v.operands]
            key = kind, *edges[0][0].key[:3], *edges[0][0].key[4:]
            if key not in joints:
                at = 0 if kind == "tangent" else 1
                e = edges[0][0]
                most = max(1, ENTRIES // max(e.rows, *(n.columns for n, _ in edges)))  # seeds of all arguments are there at once
                timed, used = (sorted(min(k, most) for k in set.union(*(set(g["k"][at][part]) for _, g in edges))) for part in (0, 1))
                timed, used = sorted(set(timed)), sorted(set(used))
                seed = lambda k: [seeds(n.columns, k) for n, _ in edges]
                items = watch.row(timed, lambda k: (e.tangents, *arrays(j), seed(k), ready(e, arrays(j))) if kind == "tangent" else
                                  (e.adjoints, *arrays(j), outers.seeds(e, j, k), range(len(edges)), ready(e, arrays(j))), FIRST, guess=e.call.seconds)
                joints[key] = {"kind": kind, "module": v.module.name, "vertices": [], "items": items, "used": used}
            joints[key]["vertices"].append(j)
    return joints


def prepared(recording, repeat, budget):
    """What preparing takes, and how often it is done in a run that needs each."""
    found = {}
    for v in recording.vertices:
        if v.call:
            v.call.module.shared.clear()
    for call in (v.call for v in recording.vertices):
        if call is None or call.module.preparing is None or ready(Edge(call, 0), call.arrays) is None:
            continue
        m, in_values = call.module, bool(call.module.wanted(call.module.function))
        if m.stacks and id(m) in found:
            continue  # prepared with the first one
        one = found.setdefault(id(m), {"module": m.name, "where": facet_modules._line_of(m.preparing), "times": 0, "seconds": [], "in_values": in_values, "apart": not m.stacks and not in_values})
        point = call.point()
        call.result(point)
        for other in m.calls if m.stacks else []:
            other.result(other.point())
        point.prepared = None
        before = facet_modules.spent[0]
        call.prepared(point)
        one["times"] += facet_modules.spent[0] > before
        if facet_modules.spent[0] == before or len(one["seconds"]) > 2:
            continue
        least, held = float("inf"), dict(m.shared)
        for n in range(min(repeat, 5)):
            if n > 0 and budget.left() < 2 * least:
                break
            for other in m.calls if m.stacks else [call]:
                other.point().prepared = None
            m.shared.clear()
            begin = clock[0]()
            call.prepared(call.point())
            least = min(least, clock[0]() - begin)
        m.shared.update(held)
        one["seconds"].append(least)
    jacobians(recording, repeat, budget, found)
    records(recording, repeat, budget, found)
    for one in found.values():
        one["seconds"] = sum(one["seconds"]) / max(1, len(one["seconds"]))
    return list(found.values())


def jacobians(recording, repeat, budget, found):
    """Likewise the sparse Jacobians that functions give, which are made once for a call: in turns, as a run makes them."""
    least = {}
    for done in range(min(repeat, 5)):
        begin = time.monotonic()
        for (i, j), edge in recording.edges().items():
            if not edge.has_jacobian or done > 0 and (i, j, edge.names[0]) not in least:
                continue
            point = edge.call.point()
            for n in edge.names:
                point.jacobians = {a: J for a, J in (point.jacobians or {}).items() if a != n}
                jacobian, start = edge.call.jacobian(n), clock[0]()
                jacobian(*point.arrays)
                if n in point.jacobians:  # else it is an array, which is made for each derivative
                    least[i, j, n] = min(least.get((i, j, n), float("inf")), clock[0]() - start)
        if budget.left() < 2 * (time.monotonic() - begin):
            break
    for (_, j, n), seconds in least.items():
        m = recording.vertices[j].call.module
        f = m.jacobians[n]
        one = found.setdefault((id(f), n), {"module": f"{m.name} by {n}", "where": facet_modules._line_of(f), "times": 0, "seconds": [], "in_values": False, "matrix": n})
        one["times"] += 1
        one["seconds"].append(seconds)


def records(recording, repeat, budget, found):
    """Likewise torch's records of calls, which are read once, in front of the first sweep."""
    for call in (v.call for v in recording.vertices if v.call and v.call.module.torch):
        point, least = call.point(), float("inf")
        for n in range(min(repeat, 5)):
            if point.graph is None or not point.graph[1].requires_grad or n > 0 and budget.left() < 2 * least:
                break
            point.nodes, begin = None, clock[0]()
            if facet_modules._nodes(call, point) is None:
                break
            least = min(least, clock[0]() - begin)
        if least < float("inf"):
            m = call.module
            one = found.setdefault((id(m), "record"), {"module": m.name, "where": m.where, "times": 0, "seconds": [], "in_values": False})
            one["times"] += 1
            one["seconds"].append(least)


def asked(edge):
    """What is prepared, by its name, that the marks of an edge ask for."""
    m, found = edge.call.module, {}
    for kind, tables in (("tangent", (m.tangents, m.jacobians, m.adjoints)), ("adjoint", (m.adjoints, m.jacobians, m.tangents)), ("jacobian", (m.jacobians,))):
        marks = [(n, t) for n in edge.names for t in [t for t in tables if n in t][:1]]
        marks += [(n, m.outers) for n in edge.names if kind == "adjoint" and n in m.outers]
        asks = m.torch or any("prepared" in m.wanted(t[n]) for n, t in marks)
        found[kind] = [f"{m.name} by {n}" for n, t in marks if t is m.jacobians] + [one.name for one in m.together] * asks
    return found


def values(recording, repeat, budget):
    """The least time of each call's value, in turns, as drivers compute them, without what they prepare."""
    calls, least = [(v, v.call.value()) for v in recording.vertices if v.call], {}
    for done in range(repeat):
        begin = time.monotonic()
        for v, value in calls:
            before, start = facet_modules.spent[0], clock[0]()
            value(*v.call.arrays)
            took_one = clock[0]() - start - (facet_modules.spent[0] - before)
            least[v] = min(least.get(v, float("inf")), took_one)
        took = time.monotonic() - begin
        if budget.left() < 2 * took or done > 3 and took > LONG / 10:
            break
    return least


def ready(edge, arrays):
    """What makes a call's shared work, so that a derivative alone is timed; None where there is none."""
    call, m = edge.call, edge.call.module
    wanted = {n for f in m.marks() for n in m.wanted(f)}
    if not wanted and not edge.has_jacobian:
        return None

    def make():
        point = call.point(arrays)
        if edge.has_jacobian:
            edge.as_marked(*arrays)  # which is kept if it is sparse
        if wanted & {"result", "saved"}:
            call.result(point)
        if "prepared" in wanted:
            call.prepared(point)
    return make


BOTH = (1, 1, 1), (48, 48, 48)  # products that tell setup from slope


def triples(recording, size, behind, before, sources, sinks):
    """Sizes (i,j,k) of products that can occur, from small to large, and two that tell setup from slope."""
    found = set()
    for j, v in enumerate(recording.vertices):
        for i in behind[j]:
            for k in before[j]:
                if i <= sources and k <= sinks and max(i * size[j], size[j] * k, i * k) <= ENTRIES:
                    found.add((i, size[j], k))
    some = sorted(found, key=lambda t: (t[0] * t[1] * t[2], t))
    if len(some) > 14:
        some = [some[round(k * (len(some) - 1) / 13)] for k in range(14)]
    return sorted(set(some) | set(BOTH))


def mean(rows):
    """The mean time of calls, by the number of seeds: of those that were timed."""
    found = {}
    for row in rows:
        for k, item in row:
            if item.least < float("inf"):
                found.setdefault(k, []).append(item.least)
    return [[k, sum(times) / len(times)] for k, times in sorted(found.items())]


def group_answer(recording, number, group):
    i, j, edge = group["at"][0]
    m = edge.call.module
    structure = edge.structure
    timed = lambda items: [i.least for i in items if i.least < float("inf")]
    least = lambda items: sum(timed(items)) / len(timed(items)) if timed(items) else None
    whole = lambda rows: [sum(i.least for _, i in row) for row in rows if all(i.least < float("inf") for _, i in row)] or [1.0]
    spread = max(max(w) / max(min(w), 1e-12) - 1 for w in (whole(group["tangent"]), whole(group["adjoint"])))
    return {
        "module": m.name, "argument": ", ".join(edge.names), "where": m.where, "calls": len(group["at"]), "rows": edge.rows, "columns": edge.columns,
        "tangent": mean(group["tangent"]), "adjoint": mean(group["adjoint"]), "tangents_used": group["k"][0][1], "adjoints_used": group["k"][1][1],
        "by_tangents": least(group["by_tangents"]), "by_adjoints": least(group["by_adjoints"]), "spread": spread,
        "column_colors": structure.by_columns.count if structure and structure.by_columns else 0,
        "row_colors": structure.by_rows.count if structure and structure.by_rows else 0,
        "whole": edge.has_jacobian, "sparse": bool(structure and structure.sparse),
    }


# -- measure ------------------------------------------------------------------


SAVES = 0.25  # of the time of derivatives, at least, where entries that are always zero are looked for
LOOKS = 10  # runs of a dense mode that looking for entries which are always zero may take, where nobody asked for it


def looks_for_structure(request, recording, warnings):
    """Whether entries that are always zero are looked for: where that was asked for, or costs less than it can gain."""
    if request["structure"] or not request.get("look"):
        return request["structure"]
    part, cost = recording.suits_structure()
    suits = part > SAVES
    size = lambda ends: sum(recording.vertices[at].array.size for at in ends)
    seeds = min(size(recording.sources.values()), size(at for at, *_ in recording.sinks.values()))
    dense = sum(v.call.seconds for v in recording.vertices if v.call) * (1 + seeds / 4)
    if suits and cost > LOOKS * dense:
        warnings.append(f"most entries of large Jacobians seem to be always 0; they were not looked at, since that takes about {cost:.2g} s, which is more than it can gain: --structure looks at them")
        return False
    return suits or cost < dense and recording.suits_sections() > SAVES


def measure(request):
    budget = Budget(request)
    seeded(request)
    name = os.path.basename(request["program"])
    progress.say(f"running {name}")
    begin = time.monotonic()
    recording = run(request["program"])
    took = time.monotonic() - begin
    budget.starts()
    checks, warnings = Checks(request["program"]), []
    for source in recording.unused:
        warnings.append(f"no output depends on the input {source}: it is left out")
    check_all(checks, request, recording, budget, took)
    if all(c["ok"] for c in checks.lines):  # wrong modules make a wrong program
        if budget.left(0.6) > 4 * took:
            progress.say("checking the whole program", f": three more runs, {about(3 * took)}, and then its {len(recording.edges())} derivatives")
            note = check_program(checks, request, recording)
            if note:
                warnings.append(note)
        else:
            checks.missing.append("the whole program")
    else:
        checks.missing.append("the whole program, since a module fails")
    for key, zero in checks.zero.items():
        if zero:
            warnings.append(f"the derivative of {key[0]} by {', '.join(key[3])} is exactly 0 wherever it was looked at, and so are differences: there was nothing to compare")
    if checks.light and any(c["kind"] != "program" for c in checks.lines):
        warnings.append("for lack of time, derivatives were checked along one direction each")
    answer = {"fingerprint": recording.fingerprint(request["program"]), "checks": checks.lines, "warnings": warnings, "versions": versions(), "unchecked": checks.missing}
    if not request["trust"] and not all(c["ok"] for c in checks.lines):
        return answer
    structure = looks_for_structure(request, recording, warnings)
    if structure:
        progress.say("finding patterns of Jacobians")
        late = recording.find_structures(lambda seconds: budget.left(0.75) > seconds)
        if late:
            warnings.append(f"for lack of time, {late} Jacobians were not looked at for entries that are always zero")
    answer["structure"] = structure
    progress.say("timing what derivatives share")
    before, early = prepared(recording, request["repeat"], budget), values(recording, request["repeat"], budget)  # and behind the rest: the processor is faster at times
    groups, of, products, joints, products_of_sparse, of_outer = time_all(request, recording, budget, checks)
    answer.update(products_of_sparse)
    answer["groups"], answer["products"], answer["prepared"] = groups, products, [{**b, "seconds": min(a["seconds"], b["seconds"])} for a, b in zip(before, prepared(recording, request["repeat"], budget))]
    answer["joints"] = [{"kind": g["kind"], "module": g["module"], "vertices": g["vertices"], "used": g["used"], "samples": mean([g["items"]])} for g in joints.values() if mean([g["items"]])]
    answer["patterns"], patterns = pattern_texts(recording)
    late = values(recording, request["repeat"], budget)
    progress.say("looking at what marks do")  # for advice, which comes last: without it a plan is as good
    budget.starts()
    answer["habits"], answer["unheard"] = facet_habits.habits(recording, request["program"], lambda: budget.left(0.97), late)
    places = {at: k for k, (at, *_) in enumerate(recording.sinks.values(), 1)}
    answer["vertices"] = [{
        "id": v.id, "size": v.array.size, "function": v.function, "output": v.output, "place": places.get(j, 0), "line": v.line, "file": os.path.basename(v.file),
        "joint_tangent": v.joint.get("tangent", "") if v.operands else "", "joint_adjoint": v.joint.get("adjoint", "") if v.operands else "",
        "prepared_together": bool(v.module and v.module.preparing and v.module.stacks), "module": v.module.name if v.module else None, "call": v.call.line if v.call else None,
        "seconds": min(early[v], late[v]) if v.call else 0.0} for j, v in enumerate(recording.vertices)]
    answer["edges"] = [{
        "outer": of_outer[i, j], "part": edge.call.module.builtin and edge.names == ["packed"], "copies": edge.call.module.builtin and edge.names == ["value"], "takes_outer": all(n in edge.call.module.outers for n in edge.names),
        "asks": asked(edge), "source": i, "target": j, "pattern": patterns.get(id(edge.structure), -1), "group": of[i, j], "argument": ", ".join(edge.names),
        **recording.vertices[j].derivatives[i]} for (i, j), edge in recording.edges().items()]
    return answer


def check_all(checks, request, recording, budget, took):
    """Checks each module by each argument: thoroughly, or along one direction where that would take too long, as far
    as there is time."""
    edges, shared, seen, alike = [], [], set(), {}
    for (_, j), edge in recording.edges().items():
        m = edge.call.module
        for name in edge.names:
            if not edge.call.has(name):
                raise Mistake(f'{m.where}: module {m.name} has no tangent, adjoint or Jacobian for its argument {name}, which depends on the inputs: add @{m.name}.tangent("{name}") and @{m.name}.adjoint("{name}")')
        if not m.builtin:
            alike.setdefault(edge.key, []).append((edge, recording.arrays(j)))
            for of, key in ((edges, edge.key), (shared, edge.key[:3] + edge.key[4:])):
                if key not in seen:
                    seen.add(key)
                    of.append((edge, j, recording.arrays(j)))
    budget.suits(2 * sum(e.call.seconds for e in recording.edges().values()))
    cost = lambda e, how: how * e.call.seconds
    ahead = sum(cost(e, THOROUGH) for e, _, _ in edges)
    checks.light = ahead + 4 * took > budget.left(0.5)
    how = LIGHT if checks.light else THOROUGH
    begin = time.monotonic()
    for n, (edge, _, arrays) in enumerate(edges):
        names = ", ".join(edge.names)
        if cost(edge, how) > budget.left(0.5):
            checks.missing.append(f"{edge.call.module.name} by {names}")
            continue
        ahead = "" if n == 0 else f", {about(min((time.monotonic() - begin) / n * (len(edges) - n), budget.left(0.5)))}"  # as long as those till now
        progress.say("checking derivatives", f": {edge.call.module.name} by {names}, {n + 1} of {len(edges)}{ahead}")
        check_edge(checks, edge, arrays, names, checks.light)
        if all(c["ok"] for c in checks.lines if c["module"] == edge.call.module.name):
            some = alike[edge.key]
            if cost(edge, BESIDE) > budget.left(0.5):
                checks.missing.append(f"{edge.call.module.name} by {names} beside the point of the run")
                continue
            if cost(edge, len(some) * BESIDE) > 0.05 * budget.left(0.5):  # else all calls
                some = [some[k] for k in sorted({0, len(some) // 2, len(some) - 1})]
            some = some[:1] if cost(edge, 3 * BESIDE) > 0.1 * budget.left(0.5) else some
            check_beside(checks, recording, some, recording.calls(edge.call.module))
    wrong, several = {c["module"] for c in checks.lines if not c["ok"]}, set()
    for edge, j, arrays in shared:
        m = edge.call.module
        if m.name in wrong:
            continue
        calls = [] if m.name in several else [v for v in recording.vertices if v.call and v.call.module is m]
        calls = calls[:FOLLOWING if cost(edge, FOLLOWING) < 0.05 * budget.left(0.55) else 2]
        several.add(m.name)
        if len(calls) > 1 and not m.torch and cost(edge, 9) < budget.left(0.55):
            check_results(recording, calls)
        if not shares(edge.call):
            continue
        if cost(edge, THOROUGH) > budget.left(0.55):
            checks.missing.append(f"what derivatives of {edge.call.module.name} share")
            continue
        progress.say("checking what derivatives share", f": {edge.call.module.name}")
        check_shared(checks, recording.vertices[j], arrays)
        if len(calls) > 1 and (m.saves or m.preparing):
            check_overwritten(checks, recording, m, calls)
            if m.stacks and checks.lines[-1]["ok"]:
                check_together(checks, recording, m)


def fingerprint(request):
    seeded(request)
    progress.say(f"running {os.path.basename(request['program'])}")
    return {"fingerprint": run(request["program"]).fingerprint(request["program"])}


def versions():
    return {"Python": sys.version.split()[0], "numpy": np.__version__}


# -- methods ------------------------------------------------------------------


class Driver:
    """A generated driver, with clocks between its lines."""

    def __init__(self, name, text, program):
        self.name, self.program = name, program
        tree = ast.parse(text)
        function = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "jacobian")
        lines, values = text.splitlines(), {v.function for v in program.recording.vertices if v.function}
        look = ast.parse("__clock__()").body[0]
        body, self.notes = [look], []  # of what is between two clocks: the line; None of values
        for statement in function.body:
            if isinstance(statement, ast.Return):
                body.append(statement)
                continue
            call = getattr(statement, "value", None)
            name = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
            if name in program.recording.functions:
                getattr(program, name)  # which is made once, and is no memory of the driver's
            if name in values or name in ("begin", "takes") or isinstance(statement, ast.Expr) and not self.notes:
                if self.notes and self.notes[-1] is None:
                    body.pop()  # several values are one
                else:
                    self.notes.append(None)
            else:
                self.notes.append(" ".join(lines[n] for n in range(statement.lineno - 1, statement.end_lineno)).strip())
            body += [statement, look]
        self.space, function.body = {}, body
        exec(compile(tree, "driver.py", "exec"), self.space)

    def blocks(self):
        """Its blocks, with the values among them, which derivatives that are evaluated in between must not change."""
        self.space["__clock__"] = lambda: None
        values, blocks = self.space["jacobian"](self.program, *self.program.inputs)
        recording = self.program.recording
        wanted = [recording.vertices[at].array for at, *_ in recording.sinks.values()]
        self.values_off = max(off(np.asarray(v), w, 1e-300) for v, w in zip(values, wanted))
        return blocks

    def clocks(self):
        """Seconds of the whole without the values, and by line."""
        times, spent = [], []
        look = self.space["__clock__"] = lambda: (times.append(clock[0]()), spent.append(facet_modules.spent[0]))
        for _ in range(9):
            look()
        itself = min(b - a for a, b in zip(times, times[1:]))  # what a look at the clock takes
        times.clear(), spent.clear()
        self.space["jacobian"](self.program, *self.program.inputs)
        parts = [(b - a - itself, q - p) for note, a, b, p, q in zip(self.notes, times, times[1:], spent, spent[1:]) if note is not None]
        self.prepared = sum(p for _, p in parts)  # a line of its own
        return sum(t for t, _ in parts), [max(0.0, t - p) for t, p in parts]

    def meeting(self):
        """By line, how many of the seeds of its call are other than 0 in one entry at most, of what it is given and of what it
        gives, if only by one argument; 0 where these are unit vectors, or it is no call."""
        recording, found, last = self.program.recording, [], [0]
        self.space["__clock__"] = lambda: found.append(last.pop()) or last.append(0)

        def heard(function, kind):
            def meet(some):
                return [int(np.count_nonzero(a, axis=int(kind.startswith("tangent"))).max()) for a in some if type(a) is np.ndarray and a.size]

            def call(*given):
                seeds = given[-2] if kind == "adjoints" else given[-1]
                some = seeds if type(seeds) is tuple else seeds.filled() if type(seeds) is Parts else [seeds]
                unit, entries = any(id(a) in facet_modules._unit_seeds for a in some), meet(some)
                made = function(*given)
                last[:] = [0 if unit else max([*entries, min(meet(made if type(made) is tuple else [made]), default=0)])]
                return made
            return call
        functions = {n: getattr(self.program, n) for n, (_, _, kind) in recording.functions.items() if kind.startswith(("tangent", "adjoint")) and n in vars(self.program)}
        try:
            vars(self.program).update({n: heard(f, recording.functions[n][2]) for n, f in functions.items()})
            self.space["jacobian"](self.program, *self.program.inputs)
        finally:
            vars(self.program).update(functions)
        return [n for note, n in zip(self.notes, found[1:]) if note is not None]

    def lines(self, seconds, meeting):
        notes = [n for n in self.notes if n is not None]
        return [{"text": note, "seconds": s, "meet": n} for note, s, n in zip(notes, seconds, meeting or [0] * len(notes))]


SLOW = 20  # times the fastest method: such a method is timed in two rounds only, or one, as nobody chooses it


def peak(method):
    """Bytes at once of one run, and its blocks."""
    gc.collect()
    tracemalloc.start()
    try:
        blocks = method.blocks()
        return tracemalloc.get_traced_memory()[1], blocks
    finally:
        tracemalloc.stop()


def compare(blocks, with_):
    """The largest difference of two Jacobians relative to the largest entry of the second."""
    sparse = lambda a: hasattr(a, "toarray")
    most = lambda a: float(abs(a).max())
    largest = max(map(most, with_.values()))
    worst = 0.0
    for key in set(blocks) | set(with_):
        a, b = blocks.get(key), with_.get(key)
        if a is None or b is None:
            worst = max(worst, most(b if a is None else a))
            continue
        if sparse(a) != sparse(b):
            a, b = (m.toarray() if sparse(m) else m for m in (a, b))
        worst = max(worst, most(a - b))
    return worst / max(largest, 1e-300)


DIRECTIONS = 3  # along which a driver's Jacobian is compared with differences of the whole program


def check_driver(request, recording, blocks):
    """Compares a driver's Jacobian with differences of the whole program; gives how far it is off, or why that cannot be said."""
    along, least, before = directions(recording, DIRECTIONS), float("inf"), {}
    for h in STEPS:
        changes = turned(request, recording, along, h)
        if isinstance(changes, str):
            return None, changes
        worst = 0.0
        for sink, (at, *_) in recording.sinks.items():
            v, got = recording.vertices[at], np.zeros((recording.vertices[at].array.size, DIRECTIONS))
            for i in along[0]:
                block = blocks.get((sink, recording.vertices[i].id))
                if i == at:
                    got += np.stack([d[i] for d in along], 1)
                elif block is not None:
                    got += block @ np.stack([d[i] for d in along], 1)
            weigh = weights(v.array, *changes[at].T)[:, None]
            floor = 1e-7 * max(1.0, norm(weigh * v.array.reshape(-1, 1)))
            for k, (g, d) in enumerate(zip(got.T[:, :, None], changes[at].T[:, :, None])):
                rest = norm(weigh * (g - d))
                if (at, k) not in before or rest > FALLS * before[at, k]:
                    worst = max(worst, off(weigh * g, weigh * d, floor))
                before[at, k] = rest
        least = min(least, worst)
        if least <= ROUGH:
            return least, ""
    return least, culprit(recording, changes)


def culprit(recording, changes):
    """The call whose derivatives do not have for unit seeds what they have for others, in words; empty where there is none."""
    for j, v in enumerate(recording.vertices):
        arrays = recording.arrays(j)
        for i in v.operands:
            edge = recording.edge(i, j)
            for kind, n in (("tangent", edge.columns), ("adjoint", edge.rows)):
                if v.call.module.builtin or not edge.marked(kind) or edge.rows * edge.columns > ENTRIES:
                    continue
                whole, d = np.array(edge.by_tangents(*arrays) if kind == "tangent" else edge.by_adjoints(*arrays)), changes[i][:, :1]
                want = np.array(edge.tangent(*arrays, d)) if kind == "tangent" else None
                W = np.random.randn(1, edge.rows)
                one, other = (W @ (whole @ d), W @ want) if kind == "tangent" else (W @ whole @ d, np.array(edge.adjoint(*arrays, W)) @ d)
                if off(one, other, 1e-3 * norm(whole * d.T) * norm(W) / edge.rows**0.5 or 1e-300) > DUAL:
                    m = v.call.module
                    return f": the {kind} of {m.name} for {', '.join(edge.names)} is another for {n} unit seeds at once than for one; " + nth(v.call, recording.calls(m))
    return ""


def methods(request):
    """What methods take and give. Once the plan was timed, that is an answer already, should the time be over before all is done."""
    given = request["methods"]  # behind the plan, those that take longest come last
    request = {**request, "methods": given[:1] + sorted(given[1:], key=lambda m: m.get("seconds", 0.0))}
    budget = Budget(request)
    seeded(request)
    name = os.path.basename(request["program"])
    progress.say(f"running {name}", f" once more, to carry out {len(request['methods'])} methods")
    begin = time.monotonic()
    with contextlib.redirect_stdout(io.StringIO()):
        program = Program(request["program"])
    took = time.monotonic() - begin
    if request["structure"]:
        program._find_structures()
    values = sum(v.call.seconds for v in program.recording.vertices if v.call)
    budget.starts()
    expected = [m.get("seconds", 0.0) + values for m in request["methods"]]
    budget.suits(max(expected, default=0.0) * 2)
    all, answer, wanted, meeting, each = [], [], None, [], 0.0  # each: seconds that a character of a driver takes till its memory is counted
    takes, whole, lines, prepare, speed = [], [], [], [], Stopwatch(budget).reference()  # of those in all; takes: as expected

    def time_one(k):
        total, parts = all[k].clocks()
        prepare[k] = min(prepare[k], all[k].prepared)
        lines[k] = parts if lines[k] is None else list(map(min, lines[k], parts))
        whole[k] = min(whole[k], total)

    def so_far():
        """What is known by now: for what was not timed there was no time."""
        made, k = {}, 0
        for n, m in enumerate(request["methods"]):
            late = n >= len(answer) or "late" in answer[n]
            if late or whole[k] == float("inf"):
                made[m["name"]] = {"name": m["name"], "late": True}
            else:
                made[m["name"]] = {**answer[n], "whole_seconds": whole[k], "lines": all[k].lines(lines[k], meeting if k == 0 else []), "prepared_seconds": prepare[k]}
            k += not late
        return {"methods": [made[m["name"]] for m in given], "reference": speed.least if speed.least < float("inf") else 0}
    for k, m in enumerate(request["methods"]):
        # Once for its blocks and its memory, and once with clocks, as are those before it; the plan only with clocks
        # where there is no time for both.
        ahead, begin = 1.2 * (sum(takes) + expected[k]) + budget.given * each * len(m["driver"]), time.monotonic()
        if budget.left(0.95) < ahead + (1.2 * expected[k] if k > 0 else 0):
            answer.append({"name": m["name"], "late": True})
            continue
        progress.say("carrying methods out", f": {m['name']}, {k + 1} of {len(request['methods'])}, {about(min(budget.left(), (1 + request['repeat']) * sum(expected)))}")
        one, found = Driver(m["name"], m["driver"], program), {"name": m["name"]}
        found["unchecked"] = "there was no time to compare it with differences of the whole program" if k == 0 else ""
        if budget.left(0.95) > ahead + 1.2 * expected[k]:
            found["peak_bytes"], blocks = peak(one)
            each = max(each, (time.monotonic() - begin) / len(m["driver"]))
            wanted = blocks if wanted is None else wanted
            found["relative_difference"], found["values_difference"] = compare(blocks, wanted), one.values_off
            if blocks is wanted:  # the plan's
                meeting = one.meeting() if budget.left(0.95) > ahead + 2.4 * expected[k] else []
                if budget.left(0.95) > ahead + 2.2 * DIRECTIONS * took:
                    progress.say("comparing the plan's Jacobian with differences of the whole program", f": {2 * DIRECTIONS} more runs, {about(2 * DIRECTIONS * took)}")
                    differ, unchecked = check_driver(request, program.recording, blocks)
                    if differ is not None and differ > ROUGH and not request["trust"]:
                        raise Mistake(f"{name}:1: the Jacobian of {m['name']} is off from differences of the whole program by {differ:.1g}, and {ROUGH:g} is allowed{unchecked}: correct it, or go on with --trust")
                    found["unchecked"] = unchecked if differ is None else f"it is off from differences of the whole program by {differ:.1g}, and trusted" if differ > ROUGH else ""
        answer.append(found)
        all.append(one), takes.append(expected[k]), whole.append(float("inf")), lines.append(None), prepare.append(float("inf"))
        if k == 0:
            speed.carry_out(), time_one(0), time_one(0)
            leave(so_far(), request["answer"])
    wanted = blocks = None
    gc.collect()
    gc.disable()
    try:
        busy = 1.0  # how many times as long rounds take as their methods
        lasts = lambda k: busy * (takes[k] if whole[k] == float("inf") else whole[k] + values)
        for done, forwards in enumerate(rounds(request["repeat"]) if all else ()):
            some, quick = range(len(all)), [k for k, w in enumerate(whole) if w <= SLOW * min(whole)]
            if done > 1 or budget.left(0.95) < sum(map(lasts, some)):
                some = quick
            took = sum(map(lasts, some))
            if done > 0 and budget.left(0.95) < took:
                if done < request["repeat"]:
                    progress.say("finishing", f", after {done} of {request['repeat']} rounds")
                break
            if done < request["repeat"]:
                progress.say("timing methods", f": round {done + 1} of {request['repeat']}, {about(min(budget.left(), took * (request['repeat'] - done)))}")
            begin = time.monotonic()
            speed.carry_out()
            for k in some if forwards else some[::-1]:
                # Short ones several times, as long as that is little beside the longest, for which there may be one round only:
                # the first one after a method with large arrays finds nothing in the processor's caches.
                longest = max(map(lasts, some))
                for _ in range(max(1, min(request["repeat"], int(0.2 * longest / max(lasts(k), 1e-6))))):
                    time_one(k)
            gc.collect()
            busy *= max(1.0, (time.monotonic() - begin) / sum(map(lasts, some)))
    finally:
        gc.enable()
    return so_far()


def end_with(parent, folder):
    """Ends this process and what it started when its parent is gone, and removes the folder of the request."""
    while os.getppid() == parent:
        time.sleep(1)
    if os.path.basename(folder).startswith("facet-measure-"):
        shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


def answered(request):
    """What is found, or what is wrong with the program, as one sentence that begins with file and line."""
    name = os.path.basename(request["program"])
    try:
        return {"measure": measure, "methods": methods, "fingerprint": fingerprint}[request["do"]](request)
    except Mistake as mistake:
        return {"error": str(mistake)}
    except SyntaxError as error:
        return {"error": f"{os.path.basename(error.filename or name)}:{error.lineno}: {type(error).__name__}: {error.msg}"}
    except MemoryError:
        return {"error": f"{name}:1: there is not enough memory for the program's derivatives: make it smaller" + ", or allow more by --memory" * bool(request.get("memory"))}
    except Exception as error:
        where = facet_modules._deepest(error)
        return {"error": f"{name + ':1' if where.startswith('<') else where}: {type(error).__name__}: {facet_modules._first_line(error)}{advice(error, os.path.abspath(request['program']))}"}


def in_the_way(error, folder):
    """A file of a folder that is taken for a module of Python, or of numpy or scipy, where an error came from it."""
    names, trace, files = {*getattr(sys, "stdlib_module_names", ()), "numpy", "scipy", "torch"}, error.__traceback__, []
    if not isinstance(error, (ImportError, AttributeError)):
        return ""
    while trace is not None:
        files.append(trace.tb_frame.f_code.co_filename)
        trace = trace.tb_next
    files += [getattr(error, "path", None) or "", getattr(getattr(error, "obj", None), "__file__", None) or ""]
    for file in files:
        if os.path.dirname(file) == folder and os.path.splitext(os.path.basename(file))[0] in names and os.path.basename(file) != os.path.basename(sys.argv[0]):
            return os.path.basename(file)
    return ""


def advice(error, program):
    """What may help against an exception of a program outside of modules."""
    file, line = facet_modules._innermost(error)
    other = in_the_way(error, os.path.dirname(program))
    if other:
        return f": {other} beside the program is in the way, which Python takes for a module of its own: give it another name"
    if isinstance(error, ModuleNotFoundError):
        return f": {sys.executable} has none: install it there, or name another Python with --python"
    facet_modules.linecache.checkcache(file)
    if isinstance(error, AttributeError) and error.name in ("tangent", "adjoint", "jacobian", "prepare") and callable(error.obj) and not isinstance(error.obj, facet_modules.Module):
        return f": {getattr(error.obj, '__name__', 'it')} is no module: mark it with @module"
    if isinstance(error, NameError) and facet_modules.linecache.getline(file, line).strip().startswith("@"):
        return ": a mark names its arguments in quotes"
    if isinstance(error, EOFError):
        return ": a program that is measured has no input to read: write what it asks for into it"
    if isinstance(error, FileNotFoundError):
        return f": the program is run in {os.getcwd()}; a file beside it is os.path.join(os.path.dirname(__file__), ...)"
    if isinstance(error, RecursionError):
        return ": a function calls itself without end"
    return ""


def bounded(memory):
    """Bounds what this process allocates, in bytes, and how much of it seeds and results may be."""
    global ENTRIES
    import resource
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    ENTRIES = max(1, min(ENTRIES, memory // 256))
    facet_modules.WHOLE = min(facet_modules.WHOLE, ENTRIES)


def leave(answer, path):
    """Writes an answer, in place of an earlier one."""
    try:
        with open(path + ".part", "w") as file:
            json.dump(answer, file)
        os.replace(path + ".part", path)
    except OSError as error:
        sys.exit(f"what was measured cannot be written into the temporary folder: {error.strerror}")


def main():
    with open(sys.argv[1]) as file:
        request = json.load(file)
    facet_modules.settle_memory()
    if request.get("memory"):
        bounded(request["memory"])
    threading.Thread(target=end_with, args=(os.getppid(), os.path.dirname(sys.argv[1])), daemon=True).start()
    if request.get("processor"):
        clock[0] = time.process_time
    request["answer"] = sys.argv[2]
    leave(answered(request), sys.argv[2])


if __name__ == "__main__":
    main()
