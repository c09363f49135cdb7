"""What marks do: which functions they call, how long these take, and which of that could be done once.

A mark is carried out for one seed, for another one and for four, and its calls are listened to, those of its operators
among them. What a function is given says whether the seed matters, and whether other marks of the call give it the same.
"""
import ast
import contextlib
import gc
import inspect
import operator
import os
import signal
import sys
import textwrap
from time import perf_counter as clock  # the least time counts; that of the processor takes longer to read

import numpy as np

import facet_quicker

SHORT, SEEDS, ROUNDS = 1e-6, 4, 3  # seconds below which nothing is said of a function; seeds at once; the least time counts
SAMPLE = 20_000  # entries of an array that are looked at, about
WARM = 50e-6  # seconds below which a call is carried out again, for caches that listening has filled
LONG = 20e-3  # seconds above which no other way is tried
STEPS, STACKED = 10, 1000  # calls that a stack does at once; entries up to which it is the calls that take time


def digest(thing, depth=4):
    """What tells arguments apart: numbers by their bits, other objects by which they are."""
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        return thing.shape, hash((thing if thing.size < 2 * SAMPLE else thing.ravel()[::thing.size // SAMPLE]).tobytes())
    if hasattr(thing, "indptr"):
        return "sparse", thing.shape, digest(thing.data), digest(thing.indices), digest(thing.indptr)
    if thing is None or isinstance(thing, (int, float, complex, str, bytes, np.generic)):
        return thing
    if isinstance(thing, (tuple, list)) and depth:
        return tuple([digest(t, depth - 1) for t in thing])
    if isinstance(thing, dict) and depth:
        return tuple([(n, digest(t, depth - 1)) for n, t in thing.items()])
    if hasattr(thing, "__next__"):
        return object()  # a generator lives for one call, and another one gets its id
    return type(thing).__name__, id(thing)


def is_compressed(given):
    """Whether a sparse matrix is made of its entries and a pattern that is there."""
    return len(given) > 0 and isinstance(given[0], tuple) and len(given[0]) == 3


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow, ast.MatMult: operator.matmul}
SIGNS = {o.__name__ for o in OPERATORS.values()}
HOLDER = "_facet_calls"
OF_THE_FRAME = {"dir", "eval", "exec", "locals", "super", "vars"}  # which look at the function that calls them


def is_of_library(what, holder):
    """Whether a function is an operator, or numpy's or scipy's, so that it may be carried out again."""
    module = getattr(what, "__module__", None) or type(what if holder is None else holder).__module__
    return module.split(".")[0] in ("numpy", "scipy", "_operator") and not module.startswith("numpy.random")


def roots(thing):
    """What tells what a call gives where another one takes it, or a view of it."""
    if isinstance(thing, (tuple, list)):
        return set().union(*map(roots, thing))
    while isinstance(thing, np.ndarray) and isinstance(thing.base, np.ndarray):
        thing = thing.base
    return set() if thing is None or isinstance(thing, (bool, int, str)) else {id(thing)}


def in_stack(what, given, name, seconds):
    """The seconds of a call of numpy where one call does it for a stack of steps; those of the call where none can."""
    arrays = [np.asarray(g) for g in given if isinstance(g, (np.ndarray, np.generic, float, int))]
    size = sum(a.size for a in arrays)
    if not isinstance(what, np.ufunc) and what not in OPERATORS.values():
        of_numpy = (getattr(what, "__module__", None) or "numpy") == "numpy"
        return seconds / STEPS if of_numpy and size < STACKED and "solve" not in name else seconds
    if len(arrays) < len(given) or not 0 < STEPS * size < 50 * SAMPLE:
        return seconds
    if what is operator.matmul:
        arrays = [a if a.ndim > 1 else a[:, None] if k else a[None] for k, a in enumerate(arrays)]
    depth = max(a.ndim for a in arrays)
    stack = [np.array([a.reshape((1,) * (depth - a.ndim) + a.shape)] * STEPS) if isinstance(g, (np.ndarray, np.generic)) else g for g, a in zip(given, arrays)]
    return min(seconds, facet_quicker.seconds(lambda: what(*stack)) / STEPS)


class Late(BaseException):
    """The time to listen is over; no mistake of the program's, which it may catch."""


@contextlib.contextmanager
def ended_in(seconds):
    """Raises Late where what is done takes longer, wherever that is."""
    def late(*_):
        raise Late

    if not 0 < seconds < 1e6 or not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except Late:
        pass  # between two calls
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Listener(ast.NodeTransformer):
    """Hears what functions of a program call, also by operators: while it listens, their calls go through it."""

    def __init__(self, folder):
        self.folder, self.through, self.calls, self.around, self.lost, self.tries = folder + os.sep, [], [], [], 0.0, False
        self.flows, self.held = [], []  # what goes into what, in their order; what is held, so that nothing else has its id
        self.orders, self.mixed, self.slower = False, [], {}  # lines that combine arrays of both orders, and what that takes for a seed; by rows

    def _is_own(self, function):
        name = os.path.abspath(function.__code__.co_filename) if inspect.isfunction(function) and function.__code__.co_filename[0] != "<" else ""
        return name.startswith(self.folder) and "-packages" + os.sep not in name

    def visit_BinOp(self, node):
        what = OPERATORS.get(type(node.op))
        return self._call(node, ast.unparse(node), [node.left, node.right], what=what) if what else self.generic_visit(node)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id in OF_THE_FRAME:
            return self.generic_visit(node)
        return self._call(node, ast.unparse(node), [node.func, *node.args], node.keywords)

    def visit_AugAssign(self, node):
        return self._writes(node, node.target)

    def visit_Assign(self, node):
        return self._writes(node, node.targets[0]) if isinstance(node.targets[0], ast.Subscript) else self.generic_visit(node)

    def _writes(self, node, target):
        """Notes what goes into an array that is written to."""
        self.generic_visit(node)
        while isinstance(target, ast.Subscript):
            target = target.value
        if isinstance(target, ast.Name):
            line = node.lineno
            node.value = self._through(node, lambda into, value: self._flow(line, into, value), [ast.Name(target.id, ast.Load()), node.value])
        return node

    def _flow(self, line, into, value):
        at = clock()
        self._mix(line, [into, value])
        if isinstance(into, np.ndarray):
            self.flows.append((roots(value), roots(into), None))
            self.held += value, into
            self.writes += not self.around
        self.lost += clock() - at
        return value

    def _mix(self, line, arrays):
        """Notes it where tangents, or adjoints, of one order are combined with those of the other one."""
        if not self.orders:
            return
        some = [a for a in arrays if isinstance(a, np.ndarray) and a.ndim == 2 and min(a.shape) > 1 and SEEDS in a.shape]
        if len({a.strides[0] < a.strides[1] for a in some}) > 1:
            rows = max(max(a.shape) for a in some)
            if rows not in self.slower:
                self.slower[rows] = facet_quicker.mixed(rows)
            self.mixed.append((line, self.slower[rows]))

    def _call(self, node, text, given, keywords=(), what=None):
        line = node.lineno
        hear = (lambda *given, **more: self._hear(text, line, what, given, more)) if what else (lambda function, *given, **more: self._hear(text, line, function, given, more))
        return self._through(node, hear, [self.visit(g) for g in given], [self.visit(k) for k in keywords])

    def _through(self, node, function, given, keywords=()):
        self.through.append(function)
        through = ast.Subscript(ast.Name(HOLDER, ast.Load()), ast.Constant(len(self.through) - 1), ast.Load())
        return ast.fix_missing_locations(ast.copy_location(ast.Call(through, given, list(keywords)), node))

    def _hear(self, text, line, what, given, more):
        """Carries a call out, and notes it: with name, line, what it was given, the matrix that is solved with, seconds, and the one around it."""
        at, lost, own, holder = clock(), self.lost, self._is_own(what), getattr(what, "__self__", None)
        is_operator = isinstance(what, np.ufunc) or what in OPERATORS.values()
        name = getattr(what, "__name__", type(what).__name__)
        if isinstance(holder, np.ufunc):
            name = f"np.{holder.__name__}.{name}"
        matrix = next((g for g in given[:2] if getattr(g, "ndim", 0) == 2), None) if "solve" in name and not own else None
        one = {"name": text if is_operator else name, "what": name, "line": line, "around": self.around[-1] if self.around else None,
               "given": digest((holder, given, more)), "first": None if matrix is None else digest(matrix), "alters": "out" in more or name.endswith(".at"), "otherwise": "", "saves": 0.0, "stack": None}
        self.calls.append(one)
        self.around.append(one)
        if is_operator:
            self._mix(line, [*given, more.get("out")])
        begin = clock()
        try:
            made = what(*given, **more)
        finally:
            one["seconds"] = max(0.0, clock() - begin - (self.lost - lost))
            self.around.pop()
        of_library = one["seconds"] < (LONG if self.tries else WARM) and is_of_library(what, holder)
        again = of_library and not one["alters"] and one["given"] == digest((holder, given, more))
        if again and one["seconds"] < WARM:
            with contextlib.suppress(Exception):  # of what gives other things each time, as an iterator does
                for _ in range(2):
                    begin = clock()
                    what(*given, **more)
                    one["seconds"] = min(one["seconds"], clock() - begin)
        one["library"] = "sparse" if hasattr(made, "tocsr") and not own and not is_compressed(given) else "operator" if is_operator else "own" if own else ""
        if getattr(made, "size", 0) < SAMPLE:
            self.flows.append((roots([*given, *more.values()]), roots(made), one))
            self.held += made, *[g for g in given if getattr(g, "size", 0) < SAMPLE]
        if self.tries and again:
            with contextlib.suppress(Exception):
                one["stack"] = in_stack(what, given, name, one["seconds"])
        if self.tries and (again or of_library and name.endswith(".at")):
            with contextlib.suppress(Exception):
                one["otherwise"], one["saves"] = facet_quicker.quicker(what, given, more, sys._getframe(2).f_globals.values())
        self.lost = lost + clock() - at - one["seconds"]
        return made

    @contextlib.contextmanager
    def listening(self, functions):
        """Has the calls go through it that these functions make, and those of the program's folder which they may call."""
        before, some = {}, list(functions)
        try:
            for f in some:
                if f in before or not self._is_own(f) or f.__closure__ or hasattr(f, "__wrapped__"):
                    continue
                try:
                    tree = ast.parse(textwrap.dedent(inspect.getsource(f)))
                except (OSError, SyntaxError):
                    continue
                if not isinstance(tree.body[0], ast.FunctionDef) or tree.body[0].name != f.__code__.co_name:
                    continue
                some += filter(inspect.isfunction, f.__globals__.values())
                before[f], tree.body[0].decorator_list = f.__code__, []
                ast.increment_lineno(tree, f.__code__.co_firstlineno - 1)
                code = compile(self.visit(tree), f.__code__.co_filename, "exec")
                f.__code__ = next(c for c in code.co_consts if inspect.iscode(c) and c.co_name == f.__code__.co_name)
                f.__globals__[HOLDER] = self.through
            yield
        finally:
            for f, code in before.items():
                f.__code__ = code
                f.__globals__.pop(HOLDER, None)

    def __call__(self, function):
        """The calls that are heard while a function is carried out."""
        self.calls, self.around, self.flows, self.held, self.mixed, self.writes = [], [], [], [], [], 0
        gc.disable()
        try:
            self.made = function()
        finally:
            gc.enable()
        return self.calls


def inside(call, some):
    """Whether a call is inside of one of some."""
    while call["around"] is not None:
        call = call["around"]
        if any(call is s for s in some):
            return True
    return False


def serves(listener, given, gives):
    """Notes for each call which of the named things that a function is given, or else gives, it is for alone: none where others need it, or that is not known."""
    needs = {}
    for name, thing in given or gives(listener.made):
        for r in roots(thing):
            needs.setdefault(r, set()).add(name)
    for before, behind, call in listener.flows if given else reversed(listener.flows):
        if not given:
            before, behind = behind, before
        some = set().union(*[needs.get(r, ()) for r in before])
        if before and not given and not some:
            some = {None}  # what takes it was not heard
        for r in behind:
            needs.setdefault(r, set()).update(some)
        if call:
            call["serves"] = [] if None in some else sorted(some)


def least(listener, carry, seed, given=(), gives=None):
    """The calls of a function, with the least time of each."""
    listener.tries = True
    calls = listener(lambda: carry(seed))
    listener.tries = False
    if given or gives:
        serves(listener, given, gives)
    for _ in range(ROUNDS - 1):
        for c, d in zip(calls, listener(lambda: carry(seed))):
            c["seconds"] = min(c["seconds"], d["seconds"])
    for c in calls:
        c["stacked"] = 0.0
    for c in reversed(calls):
        c["stacked"] += 0.0 if c["stack"] is None else max(0.0, c["seconds"] - c["stack"])
        if c["around"] is not None:
            c["around"]["stacked"] += c["stacked"]
    return calls


def alike(call):
    """What two calls have in common if they compute the same."""
    return f"{hash((call['what'], call['given'])):x}"


MADE_ANEW = {"array", "asarray", "arange", "copy", "empty", "empty_like", "eye", "full", "full_like", "ones", "ones_like", "zeros", "zeros_like"}  # to be written to


def repeated(calls):
    """The calls that compute again what another one has given, each with that one's line."""
    lines, found, ids = {}, [], set()
    for c in calls:
        around = c["around"]
        while around is not None and id(around) not in ids:
            around = around["around"]
        if around is not None or c["seconds"] < SHORT or c["alters"] or c["what"] in MADE_ANEW:
            continue
        if alike(c) in lines:
            found.append((c, lines[alike(c)]))
            ids.add(id(c))
        lines.setdefault(alike(c), c["line"])
    return found


def spared(first, several):
    """What other ways would save, by line: for one seed, and for several; and what is computed again, with the line of the first time."""
    found = {}
    for some, key in ((first, "seconds"), (several or first, "several")):
        ways = [(c, c["otherwise"], 0, c["saves"]) for c in some if c["otherwise"]]
        for c, otherwise, line, saves in ways + [(c, "", line, c["seconds"]) for c, line in repeated(some)]:
            name = c["what"] if otherwise and c["what"] not in SIGNS else c["name"]
            one = found.setdefault((name, c["line"], otherwise, line), {"name": name, "line": c["line"], "otherwise": otherwise, "first": line, "seconds": 0.0, "several": 0.0})
            one[key] += saves
    return list(found.values())


def mixed(listener, carry, seed):
    """What lines take in vain that combine arrays of numpy's order with those of Fortran's, as solves of LAPACK give them, with seeds of either."""
    found = []
    listener.orders = True
    for order in (np.ascontiguousarray, np.asfortranarray):
        listener(lambda: carry(order(seed) if isinstance(seed, np.ndarray) else [order(s) for s in seed]))
        found.append(listener.mixed)
    listener.orders = False
    lines = {}
    for line, seconds in min(found, key=lambda some: sum(s for _, s in some)):
        lines[line] = lines.get(line, 0.0) + seconds
    return [{"name": "arrays of both orders, numpy's and that of LAPACK's solves,", "line": line, "otherwise": "rows (V.T made contiguous once, and .T of the result), or by np.empty((k, n)).T", "first": 0, "seconds": s, "several": SEEDS * s} for line, s in lines.items() if s > 0]


def works(listener, carry, seeds, value=(), given=lambda seed: (), gives=None):
    """What a function calls: for one seed, for another one, and for several; and what of it the value calls, too. Behind it, what other ways would save, and how often it writes to an array."""
    first = least(listener, carry, seeds[0], given(seeds[0]), gives)
    writes = listener.writes
    second, several = (least(listener, carry, s) for s in seeds[1:]) if len(seeds) > 1 else (first, [])
    line = lambda c: (c["name"], c["line"])
    if list(map(line, first)) != list(map(line, second)):
        return [], [], 0
    once = [c for c, d in zip(first, second) if c["given"] == d["given"]]
    found = {}
    for c, d in zip(first, second):
        within = inside(c, once)
        if within and c["library"] != "sparse":  # how a matrix is put together counts wherever that is done
            continue
        same = not within and any(c is o for o in once)
        one = found.setdefault(line(c), {"name": c["name"], "line": c["line"], "library": c["library"], "seconds": 0.0, "stacked": 0.0, "times": 0, "once": same, "serves": c.get("serves", []), "always": False, "next_times": 0, "again": 0.0, "keys": [], "matrices": [], "top": c["around"] is None})
        one["once"] &= same
        one["serves"] = sorted({*one["serves"], *c["serves"]}) if one["serves"] and c.get("serves") else []
        one["seconds"] += c["seconds"]
        one["stacked"] += c["stacked"]
        one["times"] += 1
        one["keys"].append(alike(c))
        both = [d for d in first if same and alike(d) in value and (d is c or inside(d, [c]))]
        one["again"] += sum(d["seconds"] for d in both if not inside(d, both))
        if c["first"] is not None and c["first"] == d["first"] and not same:
            one["matrices"].append(f"{hash((c['name'], c['first'])):x}")
    for where, one in found.items():
        at = [c for c in several if line(c) == where]
        one["several"] = sum(c["seconds"] for c in at) if at else one["seconds"]
        one["several_stacked"] = sum(c["stacked"] for c in at) if at else one["stacked"]
        one["loops"] = len(at) == SEEDS * one["times"] and not one["once"]
    others = spared(first, several) + (mixed(listener, carry, seeds[-1]) if several else [])
    return [o for o in found.values() if max(o["seconds"], o["several"]) >= (SHORT / 2 if o["library"] == "operator" else SHORT)], others, writes


def habits(recording, program, left, seconds):
    """The marks of each module, and what they call: of its first call, and whether the second one gives the same. Behind it, the
    modules for which there was no time, where values take these seconds."""
    listener, found, marks, like = Listener(os.path.dirname(os.path.abspath(program))), {}, {}, {}
    modules = dict.fromkeys(v.call.module for v in recording.vertices if v.call and not v.call.module.torch and not v.call.module.builtin)
    with listener.listening([f for m in modules for f in (m.function, *m.marks(), *filter(None, [m.preparing]))]), ended_in(left()):
        for at, v in enumerate(recording.vertices):
            call = v.call
            if call is None or call.module not in modules:
                continue
            m, key = call.module, (call.module, tuple((n, call.arrays[k].shape) for n, k in call.number.items()))
            like.setdefault(key, []).append(at)
            seen = marks.setdefault(key, [])
            if len(seen) > 1 or left() < 50 * seconds[v]:
                continue
            seen.append(call)
            try:
                made = list(of_call(listener, call))
                computed = {k for _, _, (some, *_), _ in made for o in some for k in o["keys"]}
                for kind, names, (some, other, writes), ranks in made:
                    one = found.setdefault((key, kind, names), {"module": m.name, "kind": kind, "arguments": list(names), "vertices": like[key], "works": some, "writes": writes, "quicker": other, "outer": ranks})
                    for w in one["works"]:
                        again = w["once"] and len(seen) > 1
                        w["always"] = again and any(w["keys"] == o["keys"] and w["line"] == o["line"] for o in some)
                        common = len(computed.intersection(w["keys"])) if again and not w["always"] else 0
                        w["next_times"] = w["times"] if common == len({*w["keys"]}) else common * (w["library"] == "own")
            except Late:
                seen.remove(call)
                break
            except Exception:  # checks have said what is wrong; advice is not worth a failure
                continue
    reached = {key[0] for key in marks}
    return list(found.values()), sorted({key[0].name for key, seen in marks.items() if not seen} | {m.name for m in modules if m not in reached})


def of_call(listener, call):
    """What the marks of a call do, and which adjoints are outer products."""
    m, rows, arrays = call.module, call.rows, call.arrays
    call.result(call.point())
    carry = lambda _: call.carrier(m.function)(*arrays)
    value = {alike(c) for c in listener(lambda: carry(None))}
    yield "value", (), works(listener, carry, [None], gives=(lambda made: zip(("result", "saved"), made)) if m.saves else None), {}
    if m.preparing and not m.stacks and "prepared" not in m.wanted(m.function):  # else it is a part of the value
        yield "prepare", (), works(listener, lambda _: call.carrier(m.preparing)(*arrays), [None], value), {}
    for kind, table in (("tangent", m.tangents), ("adjoint", m.adjoints), ("jacobian", m.jacobians)):
        for f in dict.fromkeys(table[n] for n in call.number if n in table):
            names, ranks = tuple(n for n in call.number if table.get(n) is f), {}
            joint = m.joint.get(f, names[:1])
            sizes = [call.size(a) for a in joint]
            given, gives = lambda seed: (), None
            if kind == "tangent":
                seeds = [[np.random.randn(s, k) for s in sizes] for k in (1, 1, SEEDS)]
                given = lambda V: [(n, v) for n, v in zip(joint, V)] if f in m.joint else [(n, V[0]) for n in names]
                carry = lambda V: call.carrier(f, True)(*arrays, tuple(V) if f in m.joint else V[0])
            elif kind == "adjoint":
                seeds = [np.random.RandomState(k).randn(n, rows) for k, n in ((1, 1), (2, 1), (3, SEEDS))]  # the same for all marks
                carry = lambda W: call.carrier(f, True)(*arrays, call.split(W))
                gives = lambda made: zip(joint, made) if f in m.joint else [(n, made) for n in names]
                made = carry(seeds[-1])
                for n, part in zip(joint, made if f in m.joint else [made]):
                    rank = outer_rank(part, call.arrays[call.number[n]].shape) if n in call.number else 0
                    if rank:
                        ranks[n] = rank
            else:
                seeds, carry = [None], lambda _: call.carrier(f)(*arrays)
            yield kind, names, works(listener, carry, seeds, value, given, gives), ranks


def outer_rank(made, shape):
    """How many outer products rows of an adjoint are, with one factor for all of them, where these are far smaller; else 0."""
    if len(shape) != 2 or min(shape) < 4 or not isinstance(made, np.ndarray) or made.size > 50 * SAMPLE:
        return 0
    matrices = made.reshape(-1, *shape)
    rank = min(np.linalg.matrix_rank(m) for m in (matrices.reshape(-1, shape[1]), np.concatenate(matrices, 1)))
    return int(rank) if 4 * rank <= min(shape) else 0
