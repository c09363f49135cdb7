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
from facet_modules import Mistake, Program, _same, run

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

    def add(self, do, *args):
        self.items.append([do, args, float("inf")])
        return self.items[-1]

    def run(self, repeat):
        for _ in range(2 if repeat > 1 else 1):  # first calls fetch what later ones find
            for do, args, _ in self.items:
                do(*args)
        gc.collect()
        gc.disable()
        try:
            for forwards in rounds(repeat):
                for item in self.items if forwards else self.items[::-1]:
                    do, args, least = item
                    begin = time.perf_counter()
                    do(*args)
                    item[2] = min(least, time.perf_counter() - begin)
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
    arrays = lambda j: [recording.vertices[i].array for i in recording.vertices[j].operands]
    values = {}
    for group in groups.values():
        at = group["at"]
        group["chosen"] = [at[k] for k in sorted({0, len(at) // 2, len(at) - 1})]
        edge = at[0][2]
        group["k"] = (batches(request, group["tangents"] | {sources}, sources, edge.rows, edge.columns),
                      batches(request, group["adjoints"] | {sinks}, sinks, edge.rows, edge.columns))
        group["tangent"] = [[(k, watch.add(e.tangent, *arrays(j), seeds(edge.columns, k))) for k in group["k"][0][0]] for _, j, e in group["chosen"]]
        group["adjoint"] = [[(k, watch.add(e.adjoint, *arrays(j), seeds(k, edge.rows))) for k in group["k"][1][0]] for _, j, e in group["chosen"]]
        some = edge.rows * edge.columns <= ENTRIES
        group["by_tangents"] = [watch.add(e.by_tangents, *arrays(j)) for _, j, e in group["chosen"] if some]
        group["by_adjoints"] = [watch.add(e.by_adjoints, *arrays(j)) for _, j, e in group["chosen"] if some]
        for _, j, e in group["chosen"]:
            if recording.vertices[j].call not in values:
                values[recording.vertices[j].call] = watch.add(e.value, *arrays(j))
    products = [(t, watch.add(np.matmul, seeds(t[2], t[1]), seeds(t[1], t[0]))) for t in triples(recording, size, behind, before, sources, sinks)]
    watch.run(request["repeat"])
    answer = [group_answer(recording, k, g) for k, g in enumerate(groups.values())]
    number = {id(g): k for k, g in enumerate(groups.values())}
    return answer, {ij: number[id(g)] for ij, g in of.items()}, [[*t, item[2]] for t, item in products]


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
        "whole": edge.has_jacobian,
    }


# -- measure ------------------------------------------------------------------


def measure(request):
    seeded(request)
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
            check_edge(checks, edge, [recording.vertices[i].array for i in edge.operands], ", ".join(edge.names))
    if all(c["ok"] for c in checks.lines):  # wrong modules make a wrong program
        note = check_program(checks, request, recording)
        if note:
            warnings.append(note)
    answer = {"checks": checks.lines, "warnings": warnings, "versions": versions()}
    if not request["trust"] and not all(c["ok"] for c in checks.lines):
        return answer
    if request["structure"]:
        recording.find_structures()
    groups, of, products = time_all(request, recording)
    answer["groups"], answer["products"] = groups, products
    answer["vertices"] = [{
        "id": v.id, "size": v.array.size, "function": v.function, "output": v.output, "line": v.line, "file": os.path.basename(v.file),
        "module": v.module.name if v.module else None, "call": v.call.line if v.call else None} for v in recording.vertices]
    answer["edges"] = [{
        "source": i, "target": j, "group": of[i, j], "argument": ", ".join(edge.names),
        **recording.vertices[j].derivatives[i]} for (i, j), edge in recording.edges().items()]
    return answer


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
        times = []
        self.space["__clock__"] = lambda: times.append(time.perf_counter())
        self.instrumented(self.program, *self.program.inputs)
        return times[-1] - times[0], [b - a for a, b in zip(times, times[1:])]

    def lines(self, seconds):
        return [{"text": note, "seconds": s} for note, s in zip(self.notes[1:], seconds)]


class Dense:
    """All unit tangents through the whole dag, or all unit adjoints back."""

    def __init__(self, name, program, backwards):
        self.name, self.recording, self.backwards = name, program.recording, backwards
        self.edges = self.recording.edges()
        self.arrays = [[self.recording.vertices[i].array for i in v.operands] for v in self.recording.vertices]

    def ends(self):
        r = self.recording
        sources = [(r.vertices[at].id, at) for at in sorted(r.sources.values())]
        sinks = [(r.vertices[at].id, at) for at in sorted(at for at, *_ in r.sinks.values())]
        return (sinks, sources) if self.backwards else (sources, sinks)

    def blocks(self, times=None):
        size = lambda at: self.recording.vertices[at].array.size
        begin, end = self.ends()
        total, done, dots, left = sum(size(at) for _, at in begin), 0, {}, {}
        for _, at in begin:
            seed = np.eye(size(at), total, done) if not self.backwards else np.eye(total, size(at), -done)
            dots[at], done = seed, done + size(at)
        for i, j in self.edges:
            left[j if self.backwards else i] = left.get(j if self.backwards else i, 0) + 1
        keep = {at for _, at in end}
        order = sorted(self.edges, key=(lambda e: (-e[1], -e[0])) if self.backwards else (lambda e: (e[1], e[0])))
        for i, j in order:
            edge, (a, b) = self.edges[i, j], (j, i) if self.backwards else (i, j)
            made = (edge.adjoint if self.backwards else edge.tangent)(*self.arrays[j], dots[a])
            if times is not None:
                times.append(time.perf_counter())
            dots[b] = dots[b] + made if b in dots else made
            del made
            left[a] -= 1
            if not left[a] and a not in keep:
                del dots[a]
            if times is not None:
                times.append(time.perf_counter())
        blocks, done = {}, 0
        for name, at in begin:
            for other, b in end:
                part = dots[b][done:done + size(at)] if self.backwards else dots[b][:, done:done + size(at)]
                blocks[(name, other) if self.backwards else (other, name)] = part
            done += size(at)
        return blocks

    def clocks(self):
        times = [time.perf_counter()]
        self.blocks(times)
        times.append(time.perf_counter())
        return times[-1] - times[0], [b - a for a, b in zip(times, times[1:])]

    def lines(self, seconds):
        """A sweep and an addition for each edge, and making the blocks."""
        return [{"text": "", "seconds": s} for s in seconds]


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
    largest = max(float(np.max(np.abs(b))) for b in with_.values())
    worst = 0.0
    for key in set(blocks) | set(with_):
        a, b = blocks.get(key, 0), with_.get(key, 0)
        worst = max(worst, float(np.max(np.abs(a - b))))
    return worst / max(largest, 1e-300)


def methods(request):
    seeded(request)
    with contextlib.redirect_stdout(io.StringIO()):
        program = Program(request["program"], request["structure"])
    all = [Driver(m["name"], m["driver"], program) for m in request["methods"]]
    all += [Dense(name, program, name == "dense adjoint") for name in request["dense"] or ()]
    wanted = all[0].blocks()
    answer = [{"name": m.name, "relative_difference": compare(m.blocks(), wanted), "peak_bytes": peak(m)} for m in all]
    del wanted
    whole, lines = [float("inf")] * len(all), [None] * len(all)
    gc.collect()
    gc.disable()
    try:
        for forwards in rounds(request["repeat"]):
            for k in range(len(all)) if forwards else range(len(all))[::-1]:
                total, parts = all[k].clocks()
                lines[k] = parts if lines[k] is None else list(map(min, lines[k], parts))
                whole[k] = min(whole[k], total)
            gc.collect()
    finally:
        gc.enable()
    for k, a in enumerate(answer):
        a["whole_seconds"], a["lines"] = whole[k], all[k].lines(lines[k])
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
    try:
        answer = {"measure": measure, "methods": methods}[request["do"]](request)
    except Mistake as mistake:
        answer = {"error": str(mistake)}
    except SyntaxError as error:
        answer = {"error": f"{os.path.basename(error.filename or name)}:{error.lineno}: {type(error).__name__}: {error.msg}"}
    except MemoryError:
        answer = {"error": f"{name}:1: there is not enough memory for the program's derivatives: make it smaller"}
    except Exception as error:
        answer = {"error": f"{facet_modules._deepest(error)}: {type(error).__name__}: {facet_modules._first_line(error)}"}
    with open(sys.argv[2] + ".part", "w") as file:
        json.dump(answer, file)
    os.replace(sys.argv[2] + ".part", sys.argv[2])


if __name__ == "__main__":
    main()
