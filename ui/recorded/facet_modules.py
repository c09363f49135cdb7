"""Modules of a numerical program, marked for facet.

A module is a function of arrays with its derivatives beside it:

    from facet_modules import module, inputs, outputs

    @module
    def step(u, p):
        return u + 0.1 * p * np.sin(u)

    @step.tangent("u")                   # F'(u) V: V has a column for each tangent
    def _(u, p, V): return V + 0.1 * (p * np.cos(u))[:, None] * V

    @step.adjoint("u")                   # W F'(u): W has a row for each adjoint
    def _(u, p, W): return W + 0.1 * W * (p * np.cos(u))[None, :]

    @step.jacobian("p")                  # or the Jacobian itself, where it is cheap
    def _(u, p): return np.diag(0.1 * np.sin(u))

    u, p = inputs(u=np.ones(20), p=np.full(20, 0.3))
    for _ in range(10):
        u = step(u, p)
    outputs(u=u)

What modules and inputs give are values: modules take them, and nothing else does,
so that no dependence is lost. u.look() is a copy to print or to test.

Program("heat.py") runs a program and has its modules for a generated driver:

    program = Program("heat.py")
    values, blocks = heat_jacobian.jacobian(program, *program.inputs)
"""
import inspect
import os
import runpy
import sys

import numpy as np


class Mistake(Exception):
    """What is wrong with a program, as one sentence that begins with file and line."""


def _place(frame):
    """The innermost frame of the program: not of this file, nor of a library."""
    libraries = os.path.dirname(os.path.dirname(np.__file__))
    standard = os.path.dirname(os.__file__)
    first = None
    while frame is not None:
        name = frame.f_code.co_filename
        if os.path.abspath(name) != os.path.abspath(__file__):
            first = first or frame
            if not name.startswith(("<", libraries, standard)):
                return frame
        frame = frame.f_back
    return first


def _where(frame):
    return f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"


def _mistake(text, frame=None):
    frame = frame or _place(sys._getframe(2))
    mistake = Mistake(f"{_where(frame)}: {text}")
    if _recording is not None and _recording.mistake is None:
        _recording.mistake = mistake  # also where the program catches it
    return mistake


class Value:
    """An array that modules take and give, and that nothing else can be done with."""

    __slots__ = ("_array", "_vertex", "_name", "_of")

    def __init__(self, array, vertex, name, of):
        self._array, self._vertex, self._name, self._of = array, vertex, name, of

    shape = property(lambda self: self._array.shape)
    size = property(lambda self: self._array.size)
    ndim = property(lambda self: self._array.ndim)
    dtype = property(lambda self: self._array.dtype)

    def look(self):
        """A copy, to print or to test. What is computed from it is lost to facet."""
        return self._array.copy()

    def __len__(self):
        return len(self._array)

    def __repr__(self):
        return f"<{self._name}: a value with shape {self.shape}>"

    def __format__(self, spec):
        if spec:
            raise self._refuse("a format")
        return repr(self)

    def _refuse(self, what):
        frame = _place(sys._getframe(2))
        function = frame.f_code.co_name
        missing = f"mark {function} with @module" if function.isidentifier() else "put this line into a function marked with @module"
        if _depth:
            missing = "give it to the module as an argument"
        return _mistake(f"{self._name} is used by {what} outside of a module, and facet would lose what depends on it: {missing}, or take .look() of it to print or to test", frame)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise self._refuse("." + name)

    def __array__(self, *_, **__):
        raise self._refuse("numpy")

    def __array_ufunc__(self, ufunc, *_, **__):
        raise self._refuse("numpy." + ufunc.__name__)

    def __array_function__(self, function, *_, **__):
        raise self._refuse("numpy." + function.__name__)

    __hash__ = object.__hash__


def _refusing(sign):
    def operation(self, *_):
        raise self._refuse(sign)
    return operation


for _name, _sign in {
    "getitem": "[]", "setitem": "[]", "delitem": "[]", "iter": "iteration", "contains": "in", "bool": "a condition", "float": "float()", "int": "int()",
    "complex": "complex()", "index": "an index", "round": "round()", "neg": "-", "pos": "+", "abs": "abs()", "invert": "~",
    "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "divmod": "divmod()", "rdivmod": "divmod()",
    **{prefix + name: sign for prefix in ("", "r", "i") for name, sign in {
        "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@",
        "and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>"}.items()},
}.items():
    setattr(Value, f"__{_name}__", _refusing(_sign))


def _holds_value(thing, depth=3):
    if isinstance(thing, Value):
        return True
    if isinstance(thing, dict):
        thing = list(thing.values())
    if isinstance(thing, np.ndarray):
        thing = list(thing.flat) if thing.dtype == object else ()
    return depth > 0 and isinstance(thing, (list, tuple, set)) and any(_holds_value(t, depth - 1) for t in thing)


def _array(result, what):
    """A result of a module as an array of its own that nobody writes to."""
    if _holds_value(result):
        raise _mistake(f"{what} is a value that it was not given: give it to the module as an argument")
    try:
        kind = np.asarray(result).dtype.kind
        if kind not in "biuf":
            raise TypeError("neither whole nor real")
        array = np.array(result, dtype=float)
    except (TypeError, ValueError):
        raise _mistake(f"{what} is no array of real numbers: a value is one, and a module returns one or a tuple of them") from None
    if array.size == 0:
        raise _mistake(f"{what} has no entries: a value has at least one")
    if _recording is not None and not np.isfinite(array).all():
        raise _mistake(f"{what} has entries that are no finite numbers: start at another point")
    array.flags.writeable = False
    return array


class Module:
    """A function of arrays that returns an array, or a tuple of them, with derivatives."""

    def __init__(self, function, derivatives=None, name=None):
        if derivatives not in (None, "torch"):
            raise _mistake(f'derivatives={derivatives!r} is not known: write "torch", or leave it out')
        self.function = function
        self.name = name or function.__name__
        self.file, self.line = function.__code__.co_filename, function.__code__.co_firstlineno
        self.signature = inspect.signature(function)
        self.tangents, self.adjoints, self.jacobians = {}, {}, {}
        self.__doc__ = function.__doc__
        self.torch = derivatives == "torch"

    @property
    def where(self):
        return f"{os.path.basename(self.file)}:{self.line}"

    def tangent(self, *arguments):
        """Marks the function that gives F' V for an argument."""
        return self._marker(self.tangents, arguments, "tangent")

    def adjoint(self, *arguments):
        """Marks the function that gives W F' for an argument."""
        return self._marker(self.adjoints, arguments, "adjoint")

    def jacobian(self, *arguments):
        """Marks the function that gives F' for an argument."""
        return self._marker(self.jacobians, arguments, "jacobian")

    def _marker(self, table, arguments, kind):
        for name in arguments:
            if name not in self.signature.parameters:
                raise _mistake(f"{self.name} has no argument {name!r}: it has {', '.join(self.signature.parameters)}", _place(sys._getframe(2)))
            if name in table:
                raise _mistake(f"{self.name} has a {kind} for {name} already: keep one", _place(sys._getframe(2)))
        if not arguments:
            raise _mistake(f'{self.name}.{kind} wants the name of an argument: write @{self.name}.{kind}("{next(iter(self.signature.parameters), "u")}")', _place(sys._getframe(2)))

        def mark(function):
            table.update(dict.fromkeys(arguments, function))
            return function
        return mark

    def __call__(self, *args, **keywords):
        try:
            bound = self.signature.bind(*args, **keywords)
        except TypeError as error:
            raise _mistake(f"{self.name} is called wrongly: {error}") from None
        bound.apply_defaults()
        values = {name: a for name, a in bound.arguments.items() if isinstance(a, Value)}
        for name, a in bound.arguments.items():
            if name not in values and _holds_value(a):
                raise _mistake(f"{self.name} is given values inside of its argument {name}: give each as an argument of its own")
        if not values:
            return self.function(*args, **keywords)
        frame = _place(sys._getframe(1))
        call = Call(self, bound, {name: v._array for name, v in values.items()}, _where(frame), frame.f_lineno)
        results = call.results()
        if _recording is None:
            made = [Value(r, None, "what " + self.name + " gave", None) for r in results]
        else:
            for name, v in values.items():
                if v._of is not _recording:
                    raise _mistake(f"{v._name} is of another run: make it in this one")
            made = _recording.record(call, {name: v._vertex for name, v in values.items()}, results)
        return tuple(made) if call.several else made[0]


def _same(a, b, strict=False, depth=9):
    """Whether two arguments are the same, as far as can be told; strict: where that can be told."""
    kind = type(a)
    if (kind.__module__, kind.__qualname__) != (type(b).__module__, type(b).__qualname__):
        return False
    if a is b or depth == 0:
        return a is b or not strict
    inner = lambda x, y: _same(x, y, strict, depth - 1)
    if hasattr(a, "indptr"):
        return all(np.array_equal(getattr(a, part), getattr(b, part)) for part in ("data", "indices", "indptr"))
    if isinstance(a, np.ndarray) and a.dtype != object:
        return a.shape == b.shape and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
    if isinstance(a, (int, float, complex, str, bytes, np.generic)):
        return bool(a == b or a != a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(inner, a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(inner(a[k], b[k]) for k in a)
    if strict or callable(a) or not hasattr(a, "__dict__"):
        return not strict
    return inner(vars(a), vars(b))  # an object of the program's own, whose class is made anew in each run


class Call:
    """One call of a module: its arguments, of which some are values."""

    def __init__(self, module, bound, values, where, line):
        self.module, self.bound, self.values, self.where, self.line = module, bound, values, where, line
        self.several, self.shapes = False, ()
        self._args, self._keywords = list(bound.args), dict(bound.kwargs)
        positions = {p: k for k, (p, q) in enumerate(module.signature.parameters.items()) if q.kind in (q.POSITIONAL_ONLY, q.POSITIONAL_OR_KEYWORD)}
        self._places = [(name, positions.get(name)) for name in values]

    def results(self, values=None):
        """The module's results, each as an array of its own."""
        result = self._carry(self.module.function, values)
        self.several = isinstance(result, tuple)
        if self.module.torch:
            result = tuple(r.detach().numpy() for r in result) if self.several else result.detach().numpy()
        what = f"what {self.module.name} returns, called in line {self.line},"
        arrays = [_array(r, what) for r in (result if self.several else (result,))]
        shapes = tuple(a.shape for a in arrays)
        if self.shapes and shapes != self.shapes:
            raise Mistake(f"{self.module.where}: module {self.module.name} gave shape {_shapes(self.shapes)} and gives {_shapes(shapes)} for the same arguments: a module's shapes must not change")
        self.shapes = shapes
        return arrays

    def value(self, values=None):
        """The results as one array: that of the module, or all of a tuple behind each other."""
        arrays = self.results(values)
        return np.concatenate([a.ravel() for a in arrays]) if self.several else arrays[0]

    @property
    def sizes(self):
        return [int(np.prod(s)) for s in self.shapes]

    def _carry(self, function, values, *seed):
        global _depth
        values = self.values if values is None else values
        args, keywords = self._arguments(values if not self.module.torch or seed else {n: _tensor(a) for n, a in values.items()})
        _depth += 1
        try:
            return function(*args, *seed, **keywords)
        except (Mistake, KeyboardInterrupt):
            raise
        except Exception as error:
            part = "" if function is self.module.function else "a derivative of "
            if part and isinstance(error, TypeError):
                try:
                    inspect.signature(function).bind(*args, *seed, **keywords)
                except TypeError as wrong:
                    code = function.__code__
                    raise Mistake(f"{os.path.basename(code.co_filename)}:{code.co_firstlineno}: this derivative of {self.module.name} cannot be called: {wrong}: it is given all arguments of the module{', and then V or W' if seed else ''}") from error
            raise Mistake(f"{_deepest(error)}: {type(error).__name__} in {part}module {self.module.name}, called at {self.where}: {_first_line(error)}") from error
        finally:
            _depth -= 1

    def _arguments(self, values):
        args, keywords = self._args.copy(), self._keywords
        for name, at in self._places:
            if at is None:
                keywords = {**keywords, name: values[name]}
            else:
                args[at] = values[name]
        return args, keywords

    def is_like(self, other):
        """Whether it is a call of the same module with the same arguments that are no values."""
        constant = lambda call: {n: a for n, a in call.bound.arguments.items() if n not in call.values}
        return self.module is other.module and _same(constant(self), constant(other), strict=True)

    def has(self, name):
        m = self.module
        return m.torch or name in m.tangents or name in m.adjoints or name in m.jacobians

    def tangent(self, name, V, values=None):
        """F' V for an argument."""
        m = self.module
        if m.torch:
            return _torch_tangent(self, name, V, values)
        if name in m.tangents:
            result = self._carry(m.tangents[name], values, V)
            return self._matrix(self._stack(result, 0), (sum(self.sizes), V.shape[1]), f"tangent of {m.name} for {name}", m.tangents[name])
        if name in m.jacobians:
            return self._jacobian(name, values) @ V
        return self.adjoint(name, np.eye(sum(self.sizes)), values) @ V

    def adjoint(self, name, W, values=None):
        """W F' for an argument."""
        m = self.module
        if m.torch:
            return _torch_adjoint(self, name, W, values)
        if name in m.adjoints:
            seed = tuple(np.split(W, np.cumsum(self.sizes)[:-1], axis=1)) if self.several else W
            result = self._carry(m.adjoints[name], values, seed)
            return self._matrix(result, (W.shape[0], self.values[name].size), f"adjoint of {m.name} for {name}", m.adjoints[name])
        if name in m.jacobians:
            return W @ self._jacobian(name, values)
        return W @ self.tangent(name, np.eye(self.values[name].size), values)

    def jacobian(self, name, values=None):
        """F' for an argument, which has a function for it, as an array."""
        jacobian = self._jacobian(name, values)
        return jacobian.toarray() if hasattr(jacobian, "toarray") else jacobian

    def _jacobian(self, name, values):
        m = self.module
        result = self._stack(self._carry(m.jacobians[name], values), 0)
        return self._matrix(result, (sum(self.sizes), self.values[name].size), f"Jacobian of {m.name} for {name}", m.jacobians[name])

    def _stack(self, result, axis):
        if not self.several or not isinstance(result, tuple):
            return result
        return np.concatenate([r.toarray() if hasattr(r, "toarray") else r for r in result], axis)

    def _matrix(self, result, shape, what, function):
        place = f"{os.path.basename(function.__code__.co_filename)}:{function.__code__.co_firstlineno}"
        if _holds_value(result):
            raise Mistake(f"{place}: the {what} uses a value that is none of its arguments: give it to the module as one")
        if not hasattr(result, "toarray"):
            result = np.asarray(result)
        if result.shape != shape:
            raise Mistake(f"{place}: the {what} gives shape {_shapes([result.shape])}, and {_shapes([shape])} is wanted")
        return result


def _shapes(shapes):
    return " and ".join("x".join(map(str, s)) or "1" for s in shapes)


def _first_line(error):
    return (str(error).strip().splitlines() or ["no reason given"])[0]


def _deepest(error):
    """File and line where an exception of the program arose."""
    trace, frames = error.__traceback__, []
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    mine = os.path.dirname(os.path.abspath(__file__))
    libraries = (os.path.dirname(os.path.dirname(np.__file__)), os.path.dirname(os.__file__), mine, "<")
    own = [f for f in frames if not f[0].startswith(libraries)] or frames
    return f"{os.path.basename(own[-1][0])}:{own[-1][1]}"


def _tensor(array):
    import torch
    return torch.tensor(array)


def _torch_result(call, name, values):
    """The tensors of the argument and of the results, flat, with torch's record between them."""
    import torch
    values = call.values if values is None else values
    x = torch.tensor(values[name], requires_grad=True)
    args, keywords = call._arguments({n: x if n == name else torch.tensor(a) for n, a in values.items()})
    result = call.module.function(*args, **keywords)
    return x, torch.cat([r.reshape(-1) for r in (result if isinstance(result, tuple) else (result,))])


def _torch_adjoint(call, name, W, values):
    import torch
    x, y = _torch_result(call, name, values)
    if not y.requires_grad:
        return np.zeros((W.shape[0], x.numel()))
    (g,) = torch.autograd.grad(y, x, torch.tensor(W), is_grads_batched=True)
    return g.reshape(W.shape[0], -1).numpy()


def _torch_tangent(call, name, V, values):
    import torch
    x, y = _torch_result(call, name, values)
    if not y.requires_grad:
        return np.zeros((y.numel(), V.shape[1]))
    w = torch.zeros_like(y, requires_grad=True)  # W F' is linear in W: its derivative by W is F'
    (g,) = torch.autograd.grad(y, x, w, create_graph=True)
    if not g.requires_grad:
        return np.zeros((y.numel(), V.shape[1]))
    seeds = torch.tensor(np.ascontiguousarray(V.T)).reshape((V.shape[1],) + tuple(x.shape))
    (t,) = torch.autograd.grad(g, w, seeds, is_grads_batched=True)
    return np.ascontiguousarray(t.numpy().T)


def module(function=None, *, derivatives=None):
    """Marks a function as a module; derivatives="torch" takes them from torch."""
    if function is None:
        return lambda f: Module(f, derivatives)
    if not inspect.isfunction(function):
        raise _mistake("@module marks a function: write it above a def")
    return Module(function, derivatives)


def inputs(**arrays):
    """Names the inputs of the program, in this order, and gives them as values."""
    if not arrays:
        raise _mistake("inputs() names no input: write u = inputs(u=...)")
    made = []
    for name, a in arrays.items():
        array = _array(a, f"the input {name}")
        if _recording is None:
            made.append(Value(array, None, f"the input {name}", None))
        else:
            made.append(_recording.source(name, array, _place(sys._getframe(1))))
    return made[0] if len(made) == 1 else tuple(made)


def outputs(**values):
    """Names the outputs of the program."""
    if not values:
        raise _mistake("outputs() names no output: write outputs(u=u)")
    for name, v in values.items():
        if not isinstance(v, Value):
            raise _mistake(f"the output {name} is no value of a module or an input, so that facet cannot know what it depends on")
        if _recording is not None:
            _recording.sink(name, v, _place(sys._getframe(1)))


def _selection(k, sizes, shape):
    """The module that takes one result out of all that a module has."""
    start, end, total = sum(sizes[:k]), sum(sizes[:k + 1]), sum(sizes)
    m = Module(lambda packed: packed[start:end].reshape(shape), name="result")

    @m.tangent("packed")
    def _(packed, V):
        return V[start:end]

    @m.adjoint("packed")
    def _(packed, W):
        all = np.zeros((W.shape[0], total))
        all[:, start:end] = W
        return all
    return m


def _identity():
    m = Module(lambda value: value, name="output")
    m.tangents["value"] = m.adjoints["value"] = lambda value, seed: seed
    return m


class Vertex:
    def __init__(self, id, array, module, call, operands, file, line):
        self.id, self.array, self.module, self.call, self.file, self.line = id, array, module, call, file, line
        self.operands = operands  # vertex -> names of the arguments that it is
        self.output = None


class Recording:
    """The calls of one run of a program, as the vertices of a dag."""

    def __init__(self, shifts=None):
        self.vertices, self.ids, self.counts, self.mistake = [], set(), {}, None
        self.sources, self.sinks, self.shifts = {}, {}, shifts or {}
        self.functions, self.structures = {}, {}

    def _add(self, id, *rest):
        name, k = id, 2
        while name in self.ids:
            name, k = f"{id}_{k}", k + 1
        self.ids.add(name)
        self.vertices.append(Vertex(name, *rest))
        return len(self.vertices) - 1

    def source(self, name, array, frame):
        if name in self.sources:
            raise _mistake(f"the input {name} is named twice: give each a name of its own", frame)
        if name in self.shifts:
            array = array + self.shifts[name].reshape(array.shape)
        v = self._add(name, array, None, None, {}, frame.f_code.co_filename, frame.f_lineno)
        self.sources[name] = v
        return Value(array, v, f"the input {name}", self)

    def record(self, call, operands, results):
        m = call.module
        self.counts[m.name] = self.counts.get(m.name, 0) + 1
        id = f"{m.name}.{self.counts[m.name]}"
        if not call.several:
            v = self._call(id, call, operands, results[0], m)
            return [Value(results[0], v, f"what {m.name} gave in line {call.line}", self)]
        packed = np.concatenate([r.ravel() for r in results])
        v, values = self._call(id, call, operands, packed, m), []
        for k, r in enumerate(results):
            part = self._builtin(_selection(k, call.sizes, r.shape), packed, call.where, call.line)
            at = self._call(f"{id}:{k + 1}", part, {"packed": v}, r, m)
            values.append(Value(r, at, f"what {m.name} gave in line {call.line}", self))
        return values

    def _call(self, id, call, operands, array, m):
        grouped = {}
        for name, at in operands.items():
            grouped.setdefault(at, []).append(name)
        return self._add(id, array, m, call, grouped, m.file, m.line)

    def _builtin(self, m, array, where, line):
        bound = m.signature.bind(array)
        call = Call(m, bound, dict(bound.arguments), where, line)
        call.results()
        return call

    def sink(self, name, value, frame):
        if name in self.sinks:
            raise _mistake(f"the output {name} is named twice: give each a name of its own", frame)
        if value._of is not self:
            raise _mistake(f"the output {name} is of another run", frame)
        self.sinks[name] = (value._vertex, frame.f_code.co_filename, frame.f_lineno)

    def finish(self, program):
        """Keeps what leads from an input to an output, and names the functions."""
        if self.mistake is not None:
            raise self.mistake
        if not self.sources:
            raise Mistake(f"{program}:1: the program names no inputs: begin with u = inputs(u=...)")
        if not self.sinks:
            raise Mistake(f"{program}:1: the program names no outputs: end with outputs(u=u)")
        used = {at for v in self.vertices for at in v.operands}
        for name, (at, file, line) in list(self.sinks.items()):
            v = self.vertices[at]
            if at in used or v.output is not None or not v.operands:
                m = _identity()
                m.file, m.line = file, line
                where = f"{os.path.basename(file)}:{line}"
                at = self._call(name, self._builtin(m, v.array, where, line), {"value": at}, v.array, m)
            self.vertices[at].output = name
            self.sinks[name] = (at, file, line)
        self._keep({at for at, *_ in self.sinks.values()})
        for j, v in enumerate(self.vertices):
            v.function, v.derivatives = None, {}
            if v.operands:
                v.function = self._function(v.id, j, None, "value")
            for at, names in v.operands.items():
                v.derivatives[at] = {kind: self._function(f"{v.id}_{kind}_{names[0]}", j, at, kind) for kind in ("tangent", "adjoint", "by_tangents", "by_adjoints")}

    def _keep(self, ends):
        needed = set(ends)
        for j in reversed(range(len(self.vertices))):
            if j in needed:
                needed.update(self.vertices[j].operands)
        self.unused = [n for n, at in self.sources.items() if at not in needed]
        places = {j: k for k, j in enumerate(sorted(needed))}
        self.vertices = [self.vertices[j] for j in sorted(needed)]
        for v in self.vertices:
            v.operands = {places[at]: names for at, names in v.operands.items()}
        self.sources = {n: places[at] for n, at in self.sources.items() if at in places}
        self.sinks = {n: (places[at], *place) for n, (at, *place) in self.sinks.items()}

    def _function(self, name, *what):
        name = "".join(c if c.isalnum() and c.isascii() else "_" for c in name)
        name = "_" + name if name[0].isdigit() else name
        while name in self.functions:
            name += "_"
        self.functions[name] = what
        return name

    def edge(self, source, target):
        return Edge(self.vertices[target].call, self.vertices[target].operands, source, self.structures.get((source, target)))

    def edges(self):
        """All edges by source and target, in the order of the dag."""
        return {(i, j): self.edge(i, j) for j, v in enumerate(self.vertices) for i in v.operands}

    def find_structures(self):
        """Finds which entries of Jacobians can be other than 0, once for calls that are alike."""
        found = {}
        for (i, j), edge in self.edges().items():
            before = found.setdefault(edge.key, [])
            like = next((b for b in before if b[0].is_like(edge.call)), None)
            if like is None:
                like = edge.call, Structure.of(edge, [self.vertices[k].array for k in edge.operands])
                before.append(like)
            self.structures[i, j] = like[1]


class Edge:
    """The elemental from one vertex to another: a module by some of its arguments."""

    def __init__(self, call, operands, source, structure):
        self.call, self.operands, self.names, self.structure = call, operands, operands[source], structure

    @property
    def key(self):
        """What edges of equal costs have in common."""
        m = self.call.module
        return m.name, m.file, m.line, tuple(self.names), tuple((n, a.shape) for n, a in self.call.values.items()), self.call.shapes

    def _values(self, arrays):
        """The module's arguments, where the operands have these arrays."""
        return {name: a for a, names in zip(arrays, self.operands.values()) for name in names}

    def value(self, *arrays):
        return self.call.value(self._values(arrays))

    def tangent(self, *arrays):
        values, V = self._values(arrays[:-1]), arrays[-1]
        return self._sum(self.call.tangent(name, V, values) for name in self.names)

    def adjoint(self, *arrays):
        values, W = self._values(arrays[:-1]), arrays[-1]
        return self._sum(self.call.adjoint(name, W, values) for name in self.names)

    def jacobian(self, *arrays):
        values = self._values(arrays)
        return self._sum(self.call.jacobian(name, values) for name in self.names)

    @property
    def has_jacobian(self):
        return not self.call.module.torch and all(name in self.call.module.jacobians for name in self.names)

    @property
    def columns(self):
        return self.call.values[self.names[0]].size

    @property
    def rows(self):
        return sum(self.call.sizes)

    def by_tangents(self, *arrays):
        """F' by tangents: one for each column, or for each color of the columns."""
        if self.has_jacobian:
            return self.jacobian(*arrays)
        structure = self.structure
        if structure and structure.by_columns:
            return structure.by_columns.expand(self.tangent(*arrays, structure.by_columns.seeds))
        return self.tangent(*arrays, np.eye(self.columns))

    def by_adjoints(self, *arrays):
        """F' by adjoints: one for each row, or for each color of the rows."""
        if self.has_jacobian:
            return self.jacobian(*arrays)
        structure = self.structure
        if structure and structure.by_rows:
            return structure.by_rows.expand(self.adjoint(*arrays, structure.by_rows.seeds.T).T).T
        return self.adjoint(*arrays, np.eye(self.rows))

    @staticmethod
    def _sum(parts):
        parts = list(parts)
        return parts[0] if len(parts) == 1 else sum(parts[1:], parts[0])


class Coloring:
    """Columns that share no row, taken together: F' S has all that F' has."""

    def __init__(self, pattern):
        rows, columns = pattern.shape
        color, taken = np.zeros(columns, int), []
        for c in np.argsort(-pattern.sum(axis=0), kind="stable"):
            for k, mask in enumerate(taken):
                if not (mask & pattern[:, c]).any():
                    break
            else:
                k = len(taken)
                taken.append(np.zeros(rows, bool))
            taken[k] |= pattern[:, c]
            color[c] = k
        self.count = len(taken)
        self.seeds = np.zeros((columns, self.count))
        self.seeds[np.arange(columns), color] = 1
        r, c = np.nonzero(pattern)
        self.shape, self.to, self.row, self.color = pattern.shape, r * columns + c, r, color[c]

    def expand(self, compressed):
        jacobian = np.zeros(self.shape)
        jacobian.ravel()[self.to] = compressed[self.row, self.color]
        return jacobian


class Structure:
    """The colors of an elemental's columns and rows; None where they save nothing."""

    LARGEST = 30_000_000  # entries of a Jacobian that is looked at

    def __init__(self, pattern):
        self.by_columns, self.by_rows = Coloring(pattern), Coloring(pattern.T)
        if self.by_columns.count == pattern.shape[1]:
            self.by_columns = None
        if self.by_rows.count == pattern.shape[0]:
            self.by_rows = None

    @classmethod
    def of(cls, edge, arrays):
        """Looks at the Jacobian here and nearby, and tries what it found at another point."""
        if edge.has_jacobian or edge.rows * edge.columns > cls.LARGEST:
            return None
        points = [arrays] + [[a * (1 + 0.01 * np.random.rand(*a.shape)) + 1e-3 * np.random.rand(*a.shape) for a in arrays] for _ in range(2)]
        try:
            full = [np.asarray(edge.tangent(*p, np.eye(edge.columns))) for p in points]
        except Mistake:
            return None  # the other points are outside of where the module is defined
        structure = cls((full[0] != 0) | (full[1] != 0))
        for way, jacobian in ((structure.by_columns, full[2]), (structure.by_rows, full[2].T)):
            if way and not np.array_equal(way.expand(jacobian @ way.seeds) != 0, jacobian != 0):
                return None
        return structure


class Program:
    """A program that was run once. It has the functions that a driver of its dag calls.

    structure=True finds the Jacobians' structures, as facet measure --structure does.
    """

    def __init__(self, path, structure=False):
        self.recording = run(path)
        self.inputs = [self.recording.vertices[at].array for at in sorted(self.recording.sources.values())]
        if structure:
            self.recording.find_structures()

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.recording.functions:
            raise AttributeError(f"the program has no function {name}: its driver is of another run")
        target, source, kind = self.recording.functions[name]
        v = self.recording.vertices[target]
        edge = self.recording.edge(next(iter(v.operands)) if source is None else source, target)
        function = getattr(edge, kind)
        setattr(self, name, function)
        return function


def run(path, shifts=None):
    """Runs a program and gives its recording."""
    global _recording
    path, before, argv, here, process = os.path.abspath(path), _recording, sys.argv, os.getcwd(), os.getpid()
    folder = os.path.dirname(path)
    recording = _recording = Recording(shifts)
    sys.argv = [path]
    sys.path.insert(0, folder)
    try:
        runpy.run_path(path, run_name="__main__")
    except SystemExit as end:
        if end.code not in (None, 0):
            raise Mistake(f"{_deepest(end)}: the program ends with {_first_line(end)}") from None
    finally:
        if os.getpid() != process:
            os._exit(0)  # what the program has forked is not measured
        _recording, sys.argv = before, argv
        os.chdir(here)
        if folder in sys.path:
            sys.path.remove(folder)
    recording.finish(os.path.basename(path))
    return recording


_recording = None
_depth = 0
