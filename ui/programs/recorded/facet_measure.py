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
import signal
import sys
import threading
import time
import tracemalloc

import numpy as np

import facet_modules
from facet_modules import clock, Coloring, Edge, Mistake, Program, _same, run

# How far a derivative may be from differences: as much as these are from each other,
# within limits; and how far an adjoint may be from its tangent.
EXACT, ROUGH, DUAL = 1e-6, 1e-3, 1e-7
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


def again(request, shifts=None):
    """Runs the program once more, and lets nobody see what it prints."""
    seeded(request)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return run(request["program"], shifts)


def changed(first, second):
    """An argument that differs between two runs although it is no value, as text."""
    for v, w in zip(first.vertices, second.vertices):
        if v.call is None:
            continue
        for name, a in v.call.bound.arguments.items():
            if name not in v.call.values and not _same(a, w.call.bound.arguments[name]):
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

    def add(self, module, argument, kind, where, error, tolerance):
        self.lines.append({"module": module, "argument": argument, "kind": kind, "where": where,
                           "error": error, "tolerance": tolerance, "ok": bool(error <= tolerance)})


def sizes(array):
    """How large each entry is, so that those of other units count as much as the others. What is nothing
    beside the others is taken to be as large as they are."""
    size = np.abs(array)
    typical = float(np.median(size[size > 0])) if np.any(size > 0) else 1.0
    return np.where(size > 1e-9 * typical, size, typical)


def weights(array):
    """What makes entries of results count alike; an entry that is small only because others cancelled in it
    does not count more than ten million times as much."""
    size = np.abs(array)
    most = float(np.max(size)) if size.size else 0.0
    return 1 / np.maximum(size, 1e-7 * most).ravel() if most > 0 else np.ones(size.size)


def differences(value, array, direction):
    """The derivative of value along direction, which is as large as the array, by central differences of
    several steps."""
    found = []
    for h in (3e-3, 1e-3, 1e-4, 1e-5, 1e-6):
        with contextlib.suppress(Mistake):  # outside of where the module is defined
            found.append((value(array + h * direction) - value(array - h * direction)) / (2 * h))
    return found


def judge(got, found, floor):
    """The least error of got against differences, and what error these allow."""
    errors = [off(got, f, floor) for f in found]
    spread = min(off(a, b, floor) for a, b in zip(found, found[1:]))
    return min(errors), min(ROUGH, max(EXACT, 30 * spread))


def check_edge(checks, edge, arrays, label):
    """Tangent against differences, adjoint by dot products, Jacobian against both."""
    call, m = edge.call, edge.call.module
    at = list(edge.operands.values()).index(edge.names)
    replaced = lambda a: arrays[:at] + [a] + arrays[at + 1:]
    value = lambda a: edge.value(*replaced(a)).ravel()
    base = edge.value(*arrays)
    if not np.allclose(edge.value(*arrays), base, rtol=1e-9, atol=0, equal_nan=True):
        raise Mistake(f"{m.where}: module {m.name} gives other values when it is called again with the same arguments: it must depend on its arguments alone")
    columns = min(3, edge.columns)
    weigh = weights(base)
    V = np.random.randn(edge.columns, columns) * sizes(arrays[at]).reshape(-1, 1)
    W = np.random.randn(min(3, edge.rows), edge.rows) * weigh
    seed, TV = V.copy(), np.array(edge.tangent(*arrays, V))
    WF = np.array(edge.adjoint(*arrays, W))
    if not np.array_equal(seed, V):
        raise Mistake(f"{m.where}: the tangent of {m.name} for {label} changes the V that it is given: let it make an array of its own")
    floor = 1e-9 * max(1.0, norm(base.ravel() * weigh))
    worst, tolerance = 0.0, 0.0
    for k in range(columns):
        found = differences(value, arrays[at], V[:, k].reshape(arrays[at].shape))
        if len(found) < 2:
            raise Mistake(f"{m.where}: module {m.name} cannot be evaluated near its argument {label}: choose another point")
        error, allowed = judge(weigh * TV[:, k], [weigh * f for f in found], floor)
        if error * tolerance >= worst * allowed:  # the one that is nearest to what it is allowed
            worst, tolerance = error, allowed
    given = lambda table, function: f"{os.path.basename(function.__code__.co_filename)}:{function.__code__.co_firstlineno}" if table else m.where
    place = lambda table: given(table, next((table[n] for n in edge.names if n in table), None))
    kind = "tangent" if m.torch or any(n in m.tangents for n in edge.names) else "jacobian" if edge.has_jacobian else "adjoint"
    checks.add(m.name, label, kind, place({"tangent": m.tangents, "jacobian": m.jacobians, "adjoint": m.adjoints}[kind]), worst, tolerance)
    scale = lambda a, b: max(norm(a @ b), 1e-3 * norm(a) * norm(b), 1e-300)
    if m.torch or any(n in m.adjoints for n in edge.names):
        checks.add(m.name, label, "adjoint", place(m.adjoints), norm(W @ TV - WF @ V) / max(scale(W, TV), scale(WF, V)), DUAL)
    if edge.has_jacobian and kind == "tangent":
        J = edge.jacobian(*arrays)
        checks.add(m.name, label, "jacobian", place(m.jacobians), max(off(weigh[:, None] * (J @ V), weigh[:, None] * TV, floor), off((W @ J) * sizes(arrays[at]).ravel(), WF * sizes(arrays[at]).ravel(), floor)), DUAL)


def check_shared(checks, v, arrays):
    """What derivatives share belongs to the point where they are wanted, and joint ones are the sum of others."""
    call, m = v.call, v.call.module
    edges = [Edge(call, v.operands, i, None) for i in v.operands]
    V = [np.random.randn(e.columns, 2) for e in edges]
    W = np.random.randn(2, edges[0].rows)
    whole = lambda at: sum(e.tangent(*at, s) for e, s in zip(edges, V))
    for kind in ("tangent", "adjoint"):
        if len(edges) < 2 or not call.is_joint(kind):
            continue
        if kind == "tangent":
            got, want = edges[0].tangents(*arrays, V), whole(arrays)
        else:
            got, want = np.hstack(edges[0].adjoints(*arrays, W, range(len(edges)))), np.hstack([e.adjoint(*arrays, W) for e in edges])
        table = m.tangents if kind == "tangent" else m.adjoints
        place = next((facet_modules._line_of(f) for f in table.values() if f in m.joint), m.where)
        checks.add(m.name, ", ".join(n for e in edges for n in e.names), "joint " + kind, place, off(got, want, 1e-300), DUAL)
    if not (m.saves or m.preparing or any("result" in m.wanted(f) for t in (m.tangents, m.adjoints, m.jacobians) for f in t.values())):
        return
    near = [a * (1 + 0.01 * np.random.rand(*a.shape)) + 1e-3 * norm(a) / a.size**0.5 * np.random.rand(*a.shape) for a in arrays]
    place = facet_modules._line_of(m.preparing) if m.preparing else m.where
    name = ", ".join(n for e in edges for n in e.names)
    try:
        value = lambda t: edges[0].value(*[a + t * h for a, h in zip(near, steps)]).ravel()
        V = [s[:, :1] * sizes(a).reshape(-1, 1) for s, a in zip(V, near)]
        steps = [s.reshape(a.shape) for s, a in zip(V, near)]
        before = whole(arrays)
        edges[0].value(*near)
        there = whole(near)[:, 0]
        found = [(value(h) - value(-h)) / (2 * h) for h in (1e-4, 1e-5, 1e-6)]
        weigh = weights(edges[0].value(*near))
    except Mistake:
        return  # the other point is outside of where the module is defined
    error, allowed = judge(weigh * there, [weigh * f for f in found], 1e-9 * max(1.0, norm(edges[0].value(*near).ravel() * weigh)))
    checks.add(m.name, name, "shared", place, error, allowed)
    edges[0].value(*arrays)
    whole(arrays), [e.adjoint(*arrays, W) for e in edges]
    checks.add(m.name, name, "kept", place, off(whole(arrays), before, 1e-300), DUAL)


def check_program(checks, request, recording):
    """Runs the program again: it has to repeat itself, and to depend on its inputs through modules alone."""
    name = os.path.basename(request["program"])
    repeated = again(request)
    if not alike(recording, repeated):
        raise Mistake(f"{name}:1: the program takes another way when it is run again: give its random numbers a seed")
    loose = changed(recording, repeated)
    if loose:
        raise Mistake(f"{loose[0].where}: the argument {loose[1]} of {loose[0].module.name} is another one when the program is run again: give its random numbers a seed")
    h, tangents, up, down = 1e-5, {}, {}, {}
    for source, at in recording.sources.items():
        array = recording.vertices[at].array
        tangents[at] = np.random.randn(array.size, 1) * sizes(array).reshape(-1, 1)
        up[source], down[source] = h * tangents[at][:, 0], -h * tangents[at][:, 0]
    try:
        above, below = again(request, up), again(request, down)
    except Mistake as mistake:
        raise Mistake(f"{mistake} (with inputs that differ by a factor of {h:g} from the program's)") from None
    loose = alike(recording, above) and (changed(recording, above) or alike(recording, below) and changed(recording, below))
    if loose:
        raise Mistake(f"{loose[0].where}: the argument {loose[1]} of {loose[0].module.name} depends on the inputs and is no value, so that facet would lose the dependence: compute it in a module")
    if not (alike(recording, above) and alike(recording, below)):
        return f"{name} takes another way through its modules when its inputs change by a factor of {h:g}: the dag is that of this run alone"
    dots = dict(tangents)
    for j, v in enumerate(recording.vertices):
        for i in v.operands:
            if i in dots:
                t = recording.edge(i, j).tangent(*[recording.vertices[k].array for k in v.operands], dots[i])
                dots[j] = dots[j] + t if j in dots else t
    for sink, (at, *_) in recording.sinks.items():
        v = recording.vertices[at]
        difference = (above.vertices[at].array - below.vertices[at].array).ravel() / (2 * h)
        weigh = weights(v.array)
        error = off(weigh * dots.get(at, np.zeros((v.array.size, 1)))[:, 0], weigh * difference, 1e-7 * max(1.0, norm(v.array.ravel() * weigh)))
        checks.add(name, sink, "program", f"{os.path.basename(v.file)}:{v.line}", error, ROUGH)
    return None


# -- times --------------------------------------------------------------------


class Stopwatch:
    """Times many things in turns, each again and again; the least counts."""

    def __init__(self):
        self.items = []

    def add(self, do, *args, before=None):
        """Adds what is timed; before makes it ready each time, and is not timed."""
        self.items.append([do, args, float("inf"), before])
        return self.items[-1]

    def run(self, repeat, limit=None):
        """Times all, with so many rounds; within the limit in seconds as far as one round allows."""
        start = time.monotonic()
        progress.say("timing", f" {len(self.items)} calls of derivatives and products, once to warm up")
        for _ in range(2 if repeat > 1 else 1):  # first calls fetch what later ones find
            for do, args, _, before in self.items:
                if before:
                    before()
                do(*args)
        gc.collect()
        gc.disable()
        try:
            for done, forwards in enumerate(rounds(repeat)):
                spent = time.monotonic() - start
                if done > 0 and limit and spent * (done + 1) / done > limit:
                    progress.say("timing ends", f" after {done} of {repeat} rounds: more would take longer than {limit:.0f} s")
                    break
                if done > 0:
                    progress.say("timing", f": round {done + 1} of {repeat}, {max(0.0, spent / done * (repeat - done)):.0f} s to go")
                for item in self.items if forwards else self.items[::-1]:
                    do, args, least, before = item
                    if before:
                        before()
                    begin = clock[0]()
                    do(*args)
                    item[2] = min(least, clock[0]() - begin)
        finally:
            gc.enable()


def rounds(repeat):
    """Rounds forwards and backwards: so many, and more where they are short."""
    end, done = time.perf_counter() + 0.15 * (repeat - 1), 0
    while done < repeat or time.perf_counter() < end:
        yield done % 2 == 0
        done += 1


class Seeds:
    """Random matrices by shape, each made once."""

    def __init__(self):
        self.made = {}

    def __call__(self, rows, columns):
        if (rows, columns) not in self.made:
            self.made[rows, columns] = np.random.randn(rows, columns)
        return self.made[rows, columns]


def dense_seconds(recording, sources, sinks):
    """About what dense modes take, for a limit to the time of measuring: by a call of few seeds for each edge."""
    total = 0.0
    for (i, j), e in recording.edges().items():
        arrays = [recording.vertices[k].array for k in recording.vertices[j].operands]
        for f, rows, columns in ((e.tangent, e.columns, sources), (e.adjoint, sinks, e.rows)):
            few = min(8, columns if f == e.tangent else rows)
            seed = np.ones((rows, few)) if f == e.tangent else np.ones((few, columns))
            begin = time.monotonic()
            f(*arrays, seed)
            total += (time.monotonic() - begin) * max(1, (columns if f == e.tangent else rows) / few / 4)
        if total > 60:
            break
    return max(3.0, total)


def batches(request, sizes, most, rows, columns):
    """The numbers of tangents (adjoints) to time, and those of them that occur.

    More than a dense mode takes are of no use.
    """
    most = max(1, min(most, ENTRIES // max(rows, columns)))
    some = sorted({min(k, most) for k in sizes})
    some = sorted({some[round(q * (len(some) - 1) / 4)] for q in range(5)})
    return sorted({k for k in request["batches"] if k <= most} | set(some) | {1, most}), some


def time_all(request, recording):
    """Times values, tangents, adjoints, Jacobians and products, all in turns."""
    watch, seeds = Stopwatch(), Seeds()
    size = [v.array.size for v in recording.vertices]
    behind = [{i for i, v in enumerate(recording.vertices) if not v.operands and i == j} for j in range(len(size))]
    for j, v in enumerate(recording.vertices):  # the vertices from which columns can come
        behind[j] = {j}.union(*(behind[i] for i in v.operands)) if v.operands else {j}
    before = [{j} for j in range(len(size))]
    for j in reversed(range(len(size))):
        for i in recording.vertices[j].operands:
            before[i] |= before[j]
    sources, sinks = sum(size[at] for at in recording.sources.values()), sum(size[at] for at, *_ in recording.sinks.values())
    groups, of = {}, {}
    for (i, j), edge in recording.edges().items():
        of[i, j] = groups.setdefault(edge.key, {"at": [], "tangents": set(), "adjoints": set()})
        of[i, j]["at"].append((i, j, edge))
        of[i, j]["tangents"] |= {size[b] for b in behind[i]}
        of[i, j]["adjoints"] |= {size[b] for b in before[j]}
    many = sources, sinks
    sparse = [e.structure for e in recording.edges().values() if e.structure and e.structure.sparse]
    if sparse:  # numbers of colors occur, and not of columns
        for group in groups.values():
            edge = group["at"][0][2]
            for kind, limit, colors in (("tangents", sources, "by_columns"), ("adjoints", sinks, "by_rows")):
                least = max(getattr(s, colors).count if getattr(s, colors) else 1 for s in sparse)
                group[kind] = {min(limit, least * f) for f in (1, 2, 4, 8, 16)}
        many = None, None
    arrays = lambda j: [recording.vertices[i].array for i in recording.vertices[j].operands]
    values = {}
    for group in groups.values():
        at = group["at"]
        group["chosen"] = [at[k] for k in sorted({0, len(at) // 2, len(at) - 1})]
        edge = at[0][2]
        group["k"] = (batches(request, group["tangents"] | ({sources} if many[0] else set()), sources, edge.rows, edge.columns),
                      batches(request, group["adjoints"] | ({sinks} if many[1] else set()), sinks, edge.rows, edge.columns))
        group["tangent"] = [[(k, watch.add(e.function("tangent"), *arrays(j), seeds(edge.columns, k), before=ready(e, arrays(j)))) for k in group["k"][0][0]] for _, j, e in group["chosen"]]
        group["adjoint"] = [[(k, watch.add(e.function("adjoint"), *arrays(j), seeds(k, edge.rows), before=ready(e, arrays(j)))) for k in group["k"][1][0]] for _, j, e in group["chosen"]]
        some = edge.rows * edge.columns <= ENTRIES or edge.structure and edge.structure.sparse
        group["by_tangents"] = [watch.add(e.by_tangents, *arrays(j), before=ready(e, arrays(j))) for _, j, e in group["chosen"] if some]
        group["by_adjoints"] = [watch.add(e.by_adjoints, *arrays(j), before=ready(e, arrays(j))) for _, j, e in group["chosen"] if some]
        for _, j, e in group["chosen"]:
            if recording.vertices[j].call not in values:
                values[recording.vertices[j].call] = watch.add(e.value, *arrays(j))
    joints = joint_groups(recording, watch, seeds, arrays, groups, of)
    products = [(t, watch.add(np.matmul, seeds(t[2], t[1]), seeds(t[1], t[0]))) for t in triples(recording, size, behind, before, sources, sinks)]
    sparse, compress = sparse_products(recording, watch), compressions(recording, watch)
    watch.run(request["repeat"], 10 * dense_seconds(recording, sources, sinks))
    answer = [group_answer(recording, k, g) for k, g in enumerate(groups.values())]
    number = {id(g): k for k, g in enumerate(groups.values())}
    return answer, {ij: number[id(g)] for ij, g in of.items()}, [[*t, item[2]] for t, item in products], joints, {"sparse_products": [[n, item[2]] for n, item in sparse], "compress": sum(item[2] for item in compress) / max(1, len(compress))}


def pattern_texts(recording):
    """The patterns of edges, each once, and which one a structure has."""
    texts, of = {}, {}
    for edge in recording.edges().values():
        text = edge.structure.text() if edge.structure else None
        if text is not None:
            of[id(edge.structure)] = texts.setdefault(text, len(texts))
    return list(texts), of


def sparse_products(recording, watch):
    """Times products of sparse Jacobians, of edges and of what these give, by their multiplications."""
    found, seen = [], set()
    edges = {ij: e for ij, e in recording.edges().items() if e.structure and e.structure.sparse}

    def random(s):
        from scipy.sparse import csr_matrix
        return csr_matrix((np.random.randn(len(s.rows)), (s.rows, s.columns)), s.shape)

    for (i, j), e in edges.items():
        for (k, l), f in edges.items():
            if k != j or (id(e.structure), id(f.structure)) in seen or len(found) > 8:
                continue
            seen.add((id(e.structure), id(f.structure)))
            right, left = random(e.structure), random(f.structure)
            for _ in range(4):  # powers have more entries
                count = int(np.dot(np.diff(left.tocsc().indptr), np.diff(right.indptr)))
                if count > 20_000_000:
                    break
                found.append((count, watch.add(left.__matmul__, right)))
                if left.shape[0] != left.shape[1]:
                    break
                right = (left @ right).tocsr()
    return found


def compressions(recording, watch):
    """Times how seeds are put together by colors, and how the result is taken apart, as drivers do."""
    structures = {id(e.structure): e.structure for e in recording.edges().values() if e.structure and e.structure.sparse}

    def both(jacobian, seeds, places):
        from scipy.sparse import csr_matrix
        compressed = (jacobian @ seeds).toarray()
        return csr_matrix((compressed.ravel()[places], jacobian.indices, jacobian.indptr), jacobian.shape)

    found = []
    for s in list(structures.values())[:4]:
        from scipy.sparse import csr_matrix
        c = Coloring(s.rows, s.columns, s.shape, True)
        jacobian = csr_matrix((np.random.randn(len(s.rows)), (s.rows, s.columns)), s.shape)
        found.append(watch.add(both, jacobian, csr_matrix(c.seeds), s.rows * c.count + c.color))
    return found


def joint_groups(recording, watch, seeds, arrays, groups, of):
    """Calls that serve several arguments at once, timed with all of them; by kind and by what they have in common."""
    joints = {}
    for j, v in enumerate(recording.vertices):
        for kind in v.joint if v.operands else ():
            edges = [(recording.edge(i, j), of[i, j]) for i in v.operands]
            key = kind, *edges[0][0].key[:3], *edges[0][0].key[4:]
            if key not in joints:
                at = 0 if kind == "tangent" else 1
                timed, used = (sorted(set.union(*(set(g["k"][at][part]) for _, g in edges))) for part in (0, 1))
                e = edges[0][0]
                seed = lambda k: [seeds(n.columns, k) for n, _ in edges]
                items = [(k, watch.add(e.function("tangents"), *arrays(j), seed(k), before=ready(e, arrays(j))) if kind == "tangent" else
                          watch.add(e.function("adjoints"), *arrays(j), seeds(k, e.rows), range(len(edges)), before=ready(e, arrays(j)))) for k in timed]
                joints[key] = {"kind": kind, "module": v.module.name, "vertices": [], "items": items, "used": used}
            joints[key]["vertices"].append(j)
    return joints


def prepared(recording, repeat):
    """What preparing takes, and how often it is done in a run that needs each."""
    found = {}
    for v in recording.vertices:
        if v.call:
            v.call.module.shared.clear()
    for v in recording.vertices:
        call = v.call
        if call is None or ready(Edge(call, v.operands, next(iter(v.operands)), None), [recording.vertices[i].array for i in v.operands]) is None or call.module.preparing is None:
            continue
        m, in_values = call.module, bool(call.module.wanted(call.module.function))
        one = found.setdefault(id(m), {"module": m.name, "where": facet_modules._line_of(m.preparing), "times": 0, "seconds": [], "in_values": in_values})
        point = call.point()
        call._result(point)
        point.prepared = None
        before = facet_modules.spent[0]
        call.prepared()
        one["times"] += facet_modules.spent[0] > before
        if facet_modules.spent[0] == before or len(one["seconds"]) > 2:
            continue
        least = float("inf")
        for _ in range(min(repeat, 5)):
            point.prepared = None
            m.shared.clear()
            begin = clock[0]()
            call.prepared()
            least = min(least, clock[0]() - begin)
        one["seconds"].append(least)
    for one in found.values():
        one["seconds"] = sum(one["seconds"]) / max(1, len(one["seconds"]))
    return list(found.values())


def ready(edge, arrays):
    """What makes a call's shared work, so that a derivative alone is timed; None where there is none."""
    m, values = edge.call.module, edge._values(arrays)
    wanted = {n for t in (m.tangents, m.adjoints, m.jacobians) for f in t.values() for n in m.wanted(f)}
    if not wanted:
        return None

    def make():
        edge.call.point(values)
        if wanted & {"result", "saved"}:
            edge.call._result(edge.call.point(values))
        if "prepared" in wanted:
            edge.call.prepared(values)
    return make


def triples(recording, size, behind, before, sources, sinks):
    """Sizes (i,j,k) of products that can occur, from small to large, and two that tell setup from slope."""
    found = set()
    for j, v in enumerate(recording.vertices):
        for i in {size[b] for b in behind[j] - {j} if size[b] <= sources}:
            for k in {size[b] for b in before[j] - {j} if size[b] <= sinks}:
                if max(i * size[j], size[j] * k, i * k) <= ENTRIES:
                    found.add((i, size[j], k))
    some = sorted(found, key=lambda t: (t[0] * t[1] * t[2], t))
    if len(some) > 14:
        some = [some[round(k * (len(some) - 1) / 13)] for k in range(14)]
    return sorted(set(some) | {(1, 1, 1), (48, 48, 48)})


def mean(rows):
    return [[row[0][0], sum(item[2] for _, item in row) / len(row)] for row in zip(*rows)]


def group_answer(recording, number, group):
    i, j, edge = group["at"][0]
    m = edge.call.module
    structure = edge.structure
    least = lambda items: sum(item[2] for item in items) / len(items) if items else None
    whole = lambda rows: [sum(item[2] for _, item in row) for row in rows]
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


def measure(request):
    seeded(request)
    progress.say(f"running {os.path.basename(request['program'])}")
    recording = run(request["program"])
    checks, warnings, seen = Checks(request["program"]), [], set()
    for name in recording.unused:
        warnings.append(f"no output depends on the input {name}: it is left out")
    for (_, j), edge in recording.edges().items():
        m = edge.call.module
        for name in edge.names:
            if not edge.call.has(name):
                raise Mistake(f'{m.where}: module {m.name} has no tangent, adjoint or Jacobian for its argument {name}, which depends on the inputs: add @{m.name}.tangent("{name}") and @{m.name}.adjoint("{name}")')
        if edge.key not in seen and m.name not in ("output", "result"):
            seen.add(edge.key)
            progress.say("checking derivatives", f": {m.name} by {', '.join(edge.names)}")
            arrays = [recording.vertices[i].array for i in edge.operands]
            check_edge(checks, edge, arrays, ", ".join(edge.names))
    wrong = {c["module"] for c in checks.lines if not c["ok"]}
    for (_, j), edge in recording.edges().items():
        key = edge.key[:3] + edge.key[4:]
        if key not in seen and edge.call.module.name not in wrong | {"output", "result"}:
            seen.add(key)
            check_shared(checks, recording.vertices[j], [recording.vertices[i].array for i in edge.operands])
    if all(c["ok"] for c in checks.lines):  # wrong modules make a wrong program
        note = check_program(checks, request, recording)
        if note:
            warnings.append(note)
    answer = {"fingerprint": recording.fingerprint(request["program"]), "checks": checks.lines, "warnings": warnings, "versions": versions()}
    if not request["trust"] and not all(c["ok"] for c in checks.lines):
        return answer
    if request["structure"]:
        progress.say("finding patterns of Jacobians")
        recording.find_structures()
    groups, of, products, joints, products_of_sparse = time_all(request, recording)
    answer.update(products_of_sparse)
    answer["groups"], answer["products"], answer["prepared"] = groups, products, prepared(recording, request["repeat"])
    answer["joints"] = [{"kind": g["kind"], "module": g["module"], "vertices": g["vertices"], "used": g["used"], "samples": [[k, item[2]] for k, item in g["items"]]} for g in joints.values()]
    answer["patterns"], patterns = pattern_texts(recording)
    answer["vertices"] = [{
        "id": v.id, "size": v.array.size, "function": v.function, "output": v.output, "line": v.line, "file": os.path.basename(v.file),
        "joint_tangent": v.joint.get("tangent", "") if v.operands else "", "joint_adjoint": v.joint.get("adjoint", "") if v.operands else "",
        "module": v.module.name if v.module else None, "call": v.call.line if v.call else None} for v in recording.vertices]
    answer["edges"] = [{
        "source": i, "target": j, "pattern": patterns.get(id(edge.structure), -1), "group": of[i, j], "argument": ", ".join(edge.names),
        **recording.vertices[j].derivatives[i]} for (i, j), edge in recording.edges().items()]
    return answer


def fingerprint(request):
    seeded(request)
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
        lines, body, self.notes = text.splitlines(), [], []
        values = {v.function for v in program.recording.vertices if v.function}
        for statement in function.body:
            call = getattr(statement, "value", None)
            name = call.func.attr if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else ""
            if isinstance(statement, ast.Return) or name not in values and not self.notes and not isinstance(statement, ast.Expr):
                body.append(self.clock())
                self.notes.append("values" if not self.notes else self.notes.pop())
            body.append(statement)
            if self.notes and not isinstance(statement, ast.Return):
                body.append(self.clock())
                self.notes.append(" ".join(lines[n] for n in range(statement.lineno - 1, statement.end_lineno)).strip())
        self.timed = self.compile(text, program)
        function.body = body
        space = {}
        exec(compile(ast.fix_missing_locations(tree), "driver.py", "exec"), space)
        self.instrumented, self.space = space["jacobian"], space

    @staticmethod
    def clock():
        return ast.parse("__clock__()").body[0]

    def compile(self, text, program):
        space = {}
        exec(compile(text, "driver.py", "exec"), space)
        return space["jacobian"]

    def blocks(self):
        return self.timed(self.program, *self.program.inputs)[1]

    def clocks(self):
        """Seconds of the whole without the values, and by line."""
        times, spent = [], []
        self.space["__clock__"] = lambda: (times.append(clock[0]()), spent.append(facet_modules.spent[0]))
        self.instrumented(self.program, *self.program.inputs)
        self.prepared = spent[-1] - spent[0]  # a line of its own
        return times[-1] - times[0], [b - a - (q - p) for a, b, p, q in zip(times, times[1:], spent, spent[1:])]

    def lines(self, seconds):
        return [{"text": note, "seconds": s} for note, s in zip(self.notes[1:], seconds)]


def peak(method):
    """Bytes at once of one run."""
    gc.collect()
    tracemalloc.start()
    try:
        method.blocks()
        return tracemalloc.get_traced_memory()[1]
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


def methods(request):
    seeded(request)
    with contextlib.redirect_stdout(io.StringIO()):
        program = Program(request["program"], request["structure"])
    all = [Driver(m["name"], m["driver"], program) for m in request["methods"]]
    wanted = all[0].blocks()
    answer = [{"name": m.name, "relative_difference": compare(m.blocks(), wanted), "peak_bytes": peak(m)} for m in all]
    del wanted
    whole, lines, prepare = [float("inf")] * len(all), [None] * len(all), [float("inf")] * len(all)
    gc.collect()
    gc.disable()
    try:
        for done, forwards in enumerate(rounds(request["repeat"])):
            progress.say("carrying methods out", f": round {done + 1} of {request['repeat']}")
            for k in range(len(all)) if forwards else range(len(all))[::-1]:
                total, parts = all[k].clocks()
                prepare[k] = min(prepare[k], all[k].prepared)
                lines[k] = parts if lines[k] is None else list(map(min, lines[k], parts))
                whole[k] = min(whole[k], total)
            gc.collect()
    finally:
        gc.enable()
    for k, a in enumerate(answer):
        a["whole_seconds"], a["lines"], a["prepared_seconds"] = whole[k], all[k].lines(lines[k]), prepare[k]
    return {"methods": answer}


def end_with(parent):
    """Ends this process and what it started when its parent is gone."""
    while os.getppid() == parent:
        time.sleep(1)
    os.killpg(0, signal.SIGKILL)


def settle_memory():
    """Brings the allocator to where that of a longer run is.

    The C library gives large arrays back to the system, and clears them anew each
    time, until one of 32 MB was freed; then it keeps them. Times before and after
    cannot be compared.
    """
    np.empty(4_000_000)


def main():
    settle_memory()
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    with open(sys.argv[1]) as file:
        request = json.load(file)
    name = os.path.basename(request["program"])
    if request.get("processor"):
        clock[0] = time.process_time
    try:
        answer = {"measure": measure, "methods": methods, "fingerprint": fingerprint}[request["do"]](request)
    except Mistake as mistake:
        answer = {"error": str(mistake)}
    except SyntaxError as error:
        answer = {"error": f"{os.path.basename(error.filename or name)}:{error.lineno}: {type(error).__name__}: {error.msg}"}
    except ModuleNotFoundError as error:
        where = facet_modules._deepest(error)
        answer = {"error": f"{where}: ModuleNotFoundError: {facet_modules._first_line(error)}: {sys.executable} has none: install it there, or name another Python with --python"}
    except MemoryError:
        answer = {"error": f"{name}:1: there is not enough memory for the program's derivatives: make it smaller"}
    except Exception as error:
        answer = {"error": f"{facet_modules._deepest(error)}: {type(error).__name__}: {facet_modules._first_line(error)}"}
    with open(sys.argv[2] + ".part", "w") as file:
        json.dump(answer, file)
    os.replace(sys.argv[2] + ".part", sys.argv[2])


if __name__ == "__main__":
    main()
