"""What marks do: which functions they call, how long these take, and which of that could be done once.

A mark is carried out for one seed, for another one and for four, and its calls are listened to. What a function is given
says whether the seed matters, and whether other marks of the call give it the same.
"""
import os
import sys

import numpy as np

import facet_modules

SHORT, SEEDS, ROUNDS = 5e-6, 4, 3  # seconds below which nothing is said of a function; seeds at once; the least time counts


def digest(thing, depth=4):
    """What tells arguments apart: numbers by their bits, other objects by which they are."""
    if isinstance(thing, np.ndarray) and thing.dtype != object:
        return thing.shape, hash(thing.tobytes())
    if hasattr(thing, "indptr"):
        return "sparse", thing.shape, digest(thing.data), digest(thing.indices), digest(thing.indptr)
    if thing is None or isinstance(thing, (int, float, complex, str, bytes, np.generic)):
        return thing
    if isinstance(thing, (tuple, list)) and depth:
        return tuple([digest(t, depth - 1) for t in thing])
    if isinstance(thing, dict) and depth:
        return tuple([(n, digest(t, depth - 1)) for n, t in thing.items()])
    return type(thing).__name__, id(thing)


def is_compressed(given):
    """Whether a sparse matrix is made of its entries and a pattern that is there."""
    return len(given) > 1 and isinstance(given[1], tuple) and len(given[1]) == 3


class Listener:
    """The functions that code of the program's folder calls, while another function is carried out."""

    def __init__(self, folder):
        self.folder, self.known = folder + os.sep, {}

    def _is_own(self, code):
        if code not in self.known:
            name = code.co_filename
            self.known[code] = not name.startswith("<") and os.path.abspath(name).startswith(self.folder) and "-packages" + os.sep not in name
        return self.known[code]

    def __call__(self, function):
        """Calls with name, line, what they were given (None: not known), the first of that, seconds, and the one around them."""
        calls, stack, lost, now = [], [], [0.0], facet_modules.clock[0]

        def look(frame, event, arg):
            at = now()
            if event in ("call", "c_call"):
                caller, one = frame if event == "c_call" else frame.f_back, None
                name = "" if event == "c_call" else frame.f_code.co_name
                inner = name[:1] in ("<", "_") and not name.endswith("__") and not self._is_own(frame.f_code)  # of a comprehension, a method
                if caller is not None and self._is_own(caller.f_code) and not inner and name[:1] != "<":
                    around = next((c for c in reversed(stack) if c), None)
                    if event == "c_call":
                        holder = getattr(arg, "__self__", None)
                        one = {"name": arg.__name__, "given": None, "first": None, "library": type(holder).__name__ if isinstance(holder, np.ufunc) else ""}
                    else:
                        code = frame.f_code
                        given = [frame.f_locals.get(n) for n in code.co_varnames[:code.co_argcount + code.co_kwonlyargcount + 2] if n in frame.f_locals]
                        first = given[0][0] if given and isinstance(given[0], tuple) and given[0] else given[0] if given else None
                        solves = getattr(first, "ndim", 0) == 2 and not self._is_own(code)  # what an own function solves is seen by itself
                        one = {"name": code.co_name, "given": digest(given), "first": digest(first) if solves else None,
                               "library": "sparse" if f"scipy{os.sep}sparse" in code.co_filename and "linalg" not in code.co_filename and not is_compressed(given) else ""}
                    one.update(line=caller.f_lineno, around=around, begin=0.0)
                    calls.append(one)
                stack.append(one)
                end = now()
                lost[0] += end - at
                if one:
                    one["begin"] = end - lost[0]
                return
            one = stack.pop() if stack else None
            if one:
                one["seconds"] = at - lost[0] - one["begin"]
            lost[0] += now() - at
        sys.setprofile(look)
        try:
            function()
        finally:
            sys.setprofile(None)
        return [c for c in calls if "seconds" in c]


def inside(call, some):
    """Whether a call is inside of one of some."""
    while call["around"] is not None:
        call = call["around"]
        if any(call is s for s in some):
            return True
    return False


def least(listener, carry, seed):
    """The calls of a function, with the least time of each."""
    calls = listener(lambda: carry(seed))
    for _ in range(ROUNDS - 1):
        for c, d in zip(calls, listener(lambda: carry(seed))):
            c["seconds"] = min(c["seconds"], d["seconds"])
    return calls


def alike(call):
    """What two calls have in common if they compute the same."""
    return f"{hash((call['name'], call['given'])):x}" if call["given"] is not None else call["name"]


def works(listener, carry, seeds, value=()):
    """What a function calls: for one seed, for another one, and for several; and what of it the value calls, too."""
    first = least(listener, carry, seeds[0])
    second, several = (least(listener, carry, s) for s in seeds[1:]) if len(seeds) > 1 else (first, [])
    line = lambda c: (c["name"], c["line"])
    if list(map(line, first)) != list(map(line, second)):
        return []
    once = [c for c, d in zip(first, second) if c["given"] is not None and c["given"] == d["given"]]
    found = {}
    for c, d in zip(first, second):
        within = inside(c, once)
        if within and c["library"] != "sparse":  # how a matrix is put together counts wherever that is done
            continue
        same = not within and any(c is o for o in once)
        one = found.setdefault(line(c), {"name": c["name"], "line": c["line"], "library": c["library"], "seconds": 0.0, "times": 0, "once": same, "always": False, "again": 0.0, "keys": [], "matrices": [], "top": c["around"] is None})
        one["once"] &= same
        one["seconds"] += c["seconds"]
        one["times"] += 1
        one["keys"].append(alike(c))
        both = [d for d in first if same and d["given"] is not None and alike(d) in value and (d is c or inside(d, [c]))]
        one["again"] += sum(d["seconds"] for d in both if not inside(d, both))
        if c["first"] is not None and c["first"] == d["first"] and not same:
            one["matrices"].append(f"{hash((c['name'], c['first'])):x}")
    for where, one in found.items():
        at = [c for c in several if line(c) == where]
        one["several"] = sum(c["seconds"] for c in at) if at else one["seconds"]
        one["loops"] = len(at) == SEEDS * one["times"] and not one["once"]
    return [o for o in found.values() if max(o["seconds"], o["several"]) >= SHORT]


def habits(recording, program, left):
    """The marks of each module, and what they call: of its first call, and whether the second one gives the same."""
    listener, found, marks, like = Listener(os.path.dirname(os.path.abspath(program))), {}, {}, {}
    for at, v in enumerate(recording.vertices):
        call = v.call
        if call is None or call.module.torch or call.module.builtin:
            continue
        m, key = call.module, (id(call.module), tuple((n, call.arrays[k].shape) for n, k in call.number.items()))
        like.setdefault(key, []).append(at)
        seen = marks.setdefault(key, [])
        if len(seen) > 1 or left() < 50 * (call.seconds or 0):
            continue
        seen.append(call)
        try:
            for kind, names, some in of_call(listener, call):
                one = found.setdefault((key, kind, names), {"module": m.name, "kind": kind, "arguments": list(names), "vertices": like[key], "works": some})
                for w in one["works"]:
                    w["always"] = w["once"] and len(seen) > 1 and any(w["keys"] == o["keys"] for o in some)
        except facet_modules.Mistake:
            continue
    return list(found.values())


def of_call(listener, call):
    """What the marks of a call do."""
    m, rows, arrays = call.module, call.rows, call.arrays
    call.result(call.point())
    value = {alike(c) for c in listener(lambda: call.carrier(m.function)(*arrays))}
    for kind, table in (("tangent", m.tangents), ("adjoint", m.adjoints), ("jacobian", m.jacobians)):
        for f in dict.fromkeys(table[n] for n in call.number if n in table):
            names = tuple(n for n in call.number if table.get(n) is f)
            sizes = [call.size(a) for a in m.joint.get(f, names[:1])]
            if kind == "tangent":
                seeds = [[np.random.randn(s, k) for s in sizes] for k in (1, 1, SEEDS)]
                carry = lambda V: call.carrier(f, True)(*arrays, tuple(V) if f in m.joint else V[0])
            elif kind == "adjoint":
                seeds = [np.random.RandomState(k).randn(n, rows) for k, n in ((1, 1), (2, 1), (3, SEEDS))]  # the same for all marks
                carry = lambda W: call.carrier(f, True)(*arrays, call.split(W))
            else:
                seeds, carry = [None], lambda _: call.carrier(f)(*arrays)
            yield kind, names, works(listener, carry, seeds, value)


def slow_sums():
    """How much of the time of np.add.at remains where a product with a sparse matrix adds instead."""
    from facet_modules import find_spec
    if not find_spec("scipy"):
        return 1.0
    from scipy.sparse import csr_matrix
    n, k, now = 400, 8, facet_modules.clock[0]
    at, given, out = np.arange(n) % (n // 2), np.random.randn(n, k), np.zeros((n // 2, k))
    sums, took = csr_matrix((np.ones(n), (at, np.arange(n))), (n // 2, n)), []
    for f in (lambda: np.add.at(out, at, given), lambda: sums @ given):
        times = []
        for _ in range(5):
            begin = now()
            f()
            times.append(now() - begin)
        took.append(min(times))
    return min(1.0, took[1] / took[0])
