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

What derivatives of a call share is made once: by @step.prepare, or in the module
itself, @module(saves=True), which returns its result and what is saved. Derivatives
ask for it with an argument prepared or saved, and for the module's result with
result. joint=True marks a tangent or adjoint of several arguments at once.

What modules and inputs give are values: modules take them, and nothing else does,
so that no dependence is lost. u.look() is a copy to print or to test.

Program("heat.py") runs a program and has its modules for a generated driver:

    program = Program("heat.py")
    values, blocks = heat_jacobian.jacobian(program, *program.inputs)
"""
import ast
import copy
import hashlib
import inspect
import linecache
import os
import re
import runpy
import sys
import time
import tokenize
from functools import cached_property
from importlib.util import find_spec

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
        if _within_module(frame):
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


def _within_module(frame):
    """Whether a frame of the program belongs to a module that is carried out."""
    while frame is not None and frame.f_code.co_filename != WRITTEN:
        frame = frame.f_back
    return frame is not None


def _refusing(sign):
    def operation(self, *_):
        raise self._refuse(sign)
    return operation


for _name, _sign in {
    "getitem": "[]", "setitem": "[]", "delitem": "[]", "iter": "iteration (a loop, or unpacking)", "contains": "in", "bool": "a condition", "float": "float()", "int": "int()",
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


def _kind(thing):
    """What something is that is no array of real numbers, in words."""
    if thing is None:
        return "None"
    if hasattr(thing, "toarray"):
        return "a sparse matrix of scipy"
    if isinstance(thing, np.ndarray):
        return "an array of complex numbers" if thing.dtype.kind == "c" else f"an array of {thing.dtype}"
    if isinstance(thing, complex):
        return "a complex number"
    if isinstance(thing, (list, tuple)):
        return f"a {type(thing).__name__} of parts that are no numbers, or of different lengths"
    return f"a {type(thing).__name__}"


def _instead(thing):
    """What to do about that."""
    if thing is None:
        return "give an array, or a number"
    if hasattr(thing, "toarray"):
        return "take .toarray() of it; only Jacobians may be sparse"
    if isinstance(thing, complex) or isinstance(thing, np.ndarray) and thing.dtype.kind == "c":
        return "compute with real and imaginary parts"
    return "a value is one, and a module returns one or a tuple of them"


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
        raise _mistake(f"{what} is {_kind(result)}, and no array of real numbers: {_instead(result)}") from None
    if array.size == 0:
        raise _mistake(f"{what} has no entries: a value has at least one")
    if _recording is not None and not np.isfinite(array).all():
        raise _mistake(f"{what} has entries that are no finite numbers: start at another point")
    array.flags.writeable = False
    return array


class Deferred(np.lib.mixins.NDArrayOperatorsMixin):
    """A matrix that becomes an array where anything is done with it that its kind does not do by itself."""

    __slots__ = ()
    ndim, dtype = 2, np.dtype(float)
    T = property(lambda self: self.dense().T)

    def __array__(self, dtype=None, copy=None):
        return self.dense()

    def __array_ufunc__(self, ufunc, method, *given, out=(None,), **keywords):
        if type(out[0]) is np.ndarray:
            keywords["out"] = out
        elif ufunc is np.add and method == "__call__" and not keywords and given[1] is self:
            return self + given[0]
        return getattr(ufunc, method)(*map(_plain, given), **keywords)

    def __matmul__(self, other):
        return self.dense() @ other  # which may be sparse


class Outer(Deferred):
    """Adjoints by an argument of p times q entries that are outer products: row k is np.outer(left[k], right).

    A sum of them keeps its terms, and is multiplied out once, at the end: where the same weights
    are used in each of many steps, by one product of matrices. Whatever else is done with it
    multiplies it out before. What together returns is kept likewise, with a function in place of the product; it has
    p entries then, q is 1, and the function and the shapes of its factors stand where else is said which factor has the rows.
    """

    __slots__ = ("terms", "base", "shape", "parts", "rank")

    def __init__(self, terms, base, rank, parts, shape):
        self.terms, self.base, self.rank, self.parts, self.shape = terms, base, rank, parts, shape

    swapped = property(lambda self: self.parts[2])  # whether the right factor has the rows
    function = property(lambda self: None if type(self.parts[2]) is bool else self.parts[2][0])  # of together
    __len__ = lambda self: self.shape[0]
    left = property(lambda self: self.terms[0][self.parts[2]])
    right = property(lambda self: self.terms[0][not self.parts[2]])

    def _like(self, terms, base, rank, rows):
        return Outer(terms, base, rank, self.parts, (rows, self.shape[1]))

    def _product(self):
        """The sum of the terms as an array."""
        if self.function is not None:
            return _added_up(self.function, self.terms)
        a, b = self.terms[0]
        if self.rank == 1:
            return (b[:, None] * a[:, None, :] if self.swapped else a[:, :, None] * b).reshape(self.shape)
        if self.rank == len(self.terms) and not self.swapped:
            a, b = [np.concatenate(factors).reshape(self.rank, -1) for factors in zip(*self.terms)]
            return (a.T @ b).reshape(self.shape)
        a = np.concatenate([a if a.ndim == 3 else a[:, None] for a, _ in self.terms], axis=1) if len(self.terms) > 1 else a
        b = np.concatenate([b if b.ndim == 2 else b[None] for _, b in self.terms]) if len(self.terms) > 1 else b
        if self.swapped:
            return (b.T @ a).reshape(self.shape)
        return (np.swapaxes(a, 0, 1).reshape(self.rank, -1).T @ b).reshape(self.shape)

    def dense(self):
        """It as an array, which is kept in place of the factors."""
        if self.terms:
            self.base = self._product() if self.base is None else self.base + self._product()
            self.terms, self.rank = [], 0
        return self.base

    def __add__(self, other):
        if type(other) is not Outer:
            other = _plain(other)
            if type(other) is not np.ndarray or other.shape != self.shape:
                return self.dense() + other
            return self._like(self.terms[:], other if self.base is None else self.base + other, self.rank, self.shape[0])
        if self.parts != other.parts:  # those of one kind become an array, to which the others can be added
            return other + self.dense()
        base = self.base if other.base is None else other.base if self.base is None else self.base + other.base
        return self._like(self.terms + other.terms, base, self.rank + other.rank, self.shape[0])

    def __iadd__(self, other):
        if type(other) is not Outer or self.parts != other.parts or other.base is not None:
            return self + other
        self.terms += other.terms
        self.rank += other.rank
        if self.rank > MOST_TERMS and self.rank // MOST_TERMS > (self.rank - other.rank) // MOST_TERMS:  # now and then: whether the factors have more entries than the array, about
            p, q, _ = self.parts
            entries = self.shape[0] * p + q if self.function is None else sum(map(np.size, self.terms[0]))
            if self.rank * entries > max(MOST_ENTRIES, self.shape[0] * p * q):
                self.dense()
        return self

    def __radd__(self, other):
        return self if type(other) is int and other == 0 else self + other  # which sum begins with

    def __getitem__(self, at):
        if not isinstance(at, slice) or self.function is not None:
            return self.dense()[at]
        return self._like([(a[at], b) for a, b in self.terms], None if self.base is None else self.base[at], self.rank, len(range(*at.indices(self.shape[0]))))

    def is_single(self, shape):
        """Whether each of its rows is one outer product, of a vector on the left as long as the columns of a matrix."""
        return self.rank == 1 and self.base is None and self.parts[:1] == shape[:1] and self.swapped is False


MOST_TERMS, MOST_ENTRIES = 16, 1 << 17  # that are kept in any case


def outer(left, right):
    """What an adjoint by a matrix returns where each row of it is an outer product: row k is np.outer(left[k], right).

    One of the two has a row for each row of W, and the other is a vector. There may be several of
    both, which are added: left of shape (k, r, p) and right of shape (r, q), or the other way round.
    """
    if type(left) is not np.ndarray or left.dtype is not FLOAT:
        left = np.asarray(left, dtype=float)
    if type(right) is not np.ndarray or right.dtype is not FLOAT:
        right = np.asarray(right, dtype=float)
    if left.ndim == 2 and right.ndim == 1:  # in most cases
        (k, p), q = left.shape, right.size
        return Outer([(left, right)], None, 1, (p, q, False), (k, p * q))
    swapped = left.ndim < right.ndim
    rows, one = (right, left) if swapped else (left, right)
    if rows.ndim - one.ndim != 1 or one.ndim != 1 and (one.ndim != 2 or rows.shape[1] != one.shape[0]):
        raise ValueError(f"outer is given factors of shapes {_shapes([left.shape])} and {_shapes([right.shape])}: one has a row for each row of W, and the other is a vector; or there are r of both, of shapes (k, r, p) and (r, q)")
    if rows.ndim == 3 and rows.shape[1] == 1:
        rows, one = rows[:, 0], one[0]
    p, q = rows.shape[-1], one.shape[-1]
    return Outer([(rows, one)], None, rows.shape[1] if rows.ndim == 3 else 1, (p, q, swapped), (len(rows), p * q))


FLOAT = np.dtype(float)
_columns = {}  # of what functions of together return, by the shapes that they are given


def together(function, *factors):
    """What an adjoint returns whose contributions are computed for all calls at once.

    The function is given each factor as a stack, an array with a first axis more, and returns their sum, with a row
    for each row of W. It is called when the sum is wanted, once for all calls that have contributed by then. The
    first factor has a row for each row of W.
    """
    factors = tuple([a if type(a) is np.ndarray else np.asarray(a) for a in factors])
    key = function, tuple([a.shape for a in factors])
    columns = _columns.get(key)
    if columns is None:
        made = _added_up(function, [factors])
        if made.ndim != 2 or not factors[0].ndim or len(made) != len(factors[0]):
            name = getattr(function, "__name__", "it")
            raise ValueError(f"{name}, which together is given, returns shape {_shapes([made.shape])}, and wanted is a row for each row of its first factor, which has shape {_shapes([factors[0].shape])}: that has to have a row for each row of W, and {name} adds over the first axis of the stacks")
        if len(_columns) > 1000:
            _columns.clear()  # such as a function that is made anew for each call
        columns = _columns[key] = made.shape[1]
    return Outer([factors], None, 1, (columns, 1, key), (len(factors[0]), columns))


def _added_up(function, terms):
    """The sum of the contributions of some calls."""
    return np.asarray(function(*[np.array(some) for some in zip(*terms)]), dtype=float)


class Parts(Deferred):
    """A matrix in blocks: tangents of a tuple of results, one below the other (axis 0), or adjoints, side by side (axis 1).

    A block that is None is 0. Blocks are never written to, since others may have them.
    """

    __slots__ = ("blocks", "sizes", "axis", "lines")
    __len__ = lambda self: self.lines if self.axis else sum(self.sizes)
    shape = property(lambda self: (self.lines, sum(self.sizes)) if self.axis else (sum(self.sizes), self.lines))

    def __init__(self, blocks, sizes, axis, lines):
        self.blocks, self.sizes, self.axis, self.lines = blocks, sizes, axis, lines

    def filled(self):
        """The blocks as arrays."""
        for b in self.blocks:
            if type(b) is not np.ndarray:
                break
        else:
            return tuple(self.blocks)
        lines = self.lines
        return tuple([np.zeros((lines, n) if self.axis else (n, lines)) if b is None else _plain(b) for b, n in zip(self.blocks, self.sizes)])

    def _beside(self, array):
        """The blocks, each with its part of an array."""
        at = 0
        for b, n in zip(self.blocks, self.sizes):
            yield b, array[:, at:at + n] if self.axis else array[at:at + n]
            at += n

    def dense(self):
        """It as an array."""
        made = np.empty(self.shape)
        for b, part in self._beside(made):
            part[...] = 0 if b is None else _plain(b)
        return made

    def __add__(self, other):
        if type(other) is not Parts or self.axis != other.axis or self.sizes != other.sizes:
            return self.dense() + _plain(other)
        return Parts([b if a is None else a if b is None else a + b for a, b in zip(self.blocks, other.blocks)], self.sizes, self.axis, self.lines)

    def __iadd__(self, other):
        """Of one that nobody else has, whose blocks are a list; the blocks are not written to."""
        if type(other) is not Parts or self.axis != other.axis or self.sizes != other.sizes or type(self.blocks) is not list:
            return self + other
        blocks = self.blocks
        for k, b in enumerate(other.blocks):
            if b is not None:
                a = blocks[k]
                blocks[k] = b if a is None else a + b
        return self

    def __getitem__(self, at):
        if type(at) is not (slice if self.axis else tuple):
            return self.dense()[at]
        blocks = [None if b is None else b[at] for b in self.blocks]
        lines = len(range(*(at if self.axis else at[1]).indices(self.lines)))
        return Parts(blocks, self.sizes, self.axis, lines)


def _plain(matrix):
    """An array, where a matrix may be outer products, or parts."""
    return matrix.dense() if isinstance(matrix, Deferred) else matrix


SHARED = ("result", "saved", "prepared")  # what derivatives can ask for, by these names


class Table(dict):
    """The marked functions of a kind, by argument."""

    def __init__(self, module, kind):
        self.module, self.kind = module, kind

    def __call__(self, *_, **__):
        raise _mistake(f'{self.module}.{self.kind}s is no mark: write @{self.module}.{self.kind}("u")')


class Module:
    """A function of arrays that returns an array, or a tuple of them, with derivatives."""

    def __init__(self, function, derivatives=None, name=None, saves=False):
        if derivatives not in (None, "torch"):
            raise _mistake(f'derivatives={derivatives!r} is not known: write "torch", or leave it out')
        self.function = function
        self.name = name or function.__name__
        first = next(iter(inspect.signature(function).parameters.values()), None)
        if self.name == "<lambda>":
            raise _mistake("@module wants a function with a name, for its marks and for the dag: write a def")
        if first is not None and first.name == "self":
            raise _mistake(f"{self.name} is a method: a module is a function of its own, which may be given the object as an argument")
        self.file, self.line = function.__code__.co_filename, function.__code__.co_firstlineno
        self.signature = inspect.signature(function)
        self.saves, self.preparing, self.joint, self._wanted, self.shared = saves, None, {}, {}, {}
        self.prepares_from, self.together = (), [self]  # the arguments of what prepares, and the modules that it prepares
        self.stacks, self.calls = False, []  # whether it prepares all calls at once, and which there are
        if "prepared" in self.signature.parameters:  # made for the module, too
            self._wanted[function] = ("prepared",)
            self.signature = self.signature.replace(parameters=[p for n, p in self.signature.parameters.items() if n != "prepared"])
        else:
            self._wanted[function] = ()
        self.tangents, self.adjoints, self.jacobians, self.outers = (Table(self.name, kind) for kind in ("tangent", "adjoint", "jacobian", "adjoint"))
        self.__doc__ = function.__doc__
        self.torch, self.races = derivatives == "torch", {}  # races: whether torch is slower, by the form of its record
        self.builtin = False  # what facet adds to a program: an output of its own, one result of several

    @property
    def where(self):
        return f"{os.path.basename(self.file)}:{self.line}"

    def __getattr__(self, name):
        raise AttributeError(f"{self.__dict__.get('name', 'this')} is a module and has no {name}: its marks are tangent, adjoint, jacobian and prepare")

    def marks(self):
        """The marked functions."""
        return [f for table in (self.tangents, self.adjoints, self.jacobians, self.outers) for f in table.values()]

    def part_of(self, function):
        """What a function is for a module, in words."""
        if function is self.preparing:
            return f"what prepares {self.name}"
        for table in (self.tangents, self.adjoints, self.jacobians, self.outers):
            names = [n for n, f in table.items() if f is function]
            if names:
                return f"the {'Jacobian' if table.kind == 'jacobian' else table.kind} of {self.name} for {', '.join(names)}"
        return f"module {self.name}"

    def tangent(self, *arguments, joint=False):
        """Marks the function that gives F' V for an argument.

        With joint=True it is given a V for each of the arguments, and gives the sum.
        """
        return self._marker(self.tangents, arguments, "tangent", joint)

    def adjoint(self, *arguments, joint=False, outer=False):
        """Marks the function that gives W F' for an argument.

        With joint=True it gives a tuple, with a block for each of the arguments. With outer=True it is
        one for a W whose rows are outer products, beside the one for any W: W.left has a row for each
        row of W, and W.right is a vector.
        """
        return self._marker(self.outers if outer else self.adjoints, arguments, "adjoint", joint)

    def jacobian(self, *arguments):
        """Marks the function that gives F' for an argument."""
        return self._marker(self.jacobians, arguments, "jacobian")

    def prepare(self, function=None, *, together=False):
        """Marks the function that gives what derivatives take as prepared.

        It takes those of the module's arguments that it names, and result or saved. Calls
        with the same arguments share what it gives, also calls of several modules that it is
        marked for. With together=True it is called once for all calls of the module, with a
        list or a stack of each argument, and gives a list with what each call gets.
        """
        place = _place(sys._getframe(1))
        return self._prepare(function, together, place) if function else lambda f: self._prepare(f, together, place)

    def _prepare(self, function, together, place):
        wanted, missing = inspect.signature(function).parameters, "prepared" in self._wanted[self.function]
        if together and missing:
            raise _mistake(f"{self.name} asks for prepared, which is made for each call then: leave together=True out", place)
        for name in wanted:
            if name not in self.signature.parameters and (name not in SHARED[:2] or missing):
                reason = f": {self.name} asks for prepared, which is made first" if name in SHARED else ""
                raise _mistake(f"what prepares {self.name} asks for {name!r}, and there are {', '.join(self.signature.parameters)}, result and saved{reason}", place)
        if self.preparing is not None:
            raise _mistake(f"{self.name} has a prepare already: keep one", place)
        if together and "facet_shared" in vars(function):
            raise _mistake(f"what prepares {self.name} prepares another module, too: leave together=True out", place)
        self.preparing, self.prepares_from, self.stacks = function, tuple(wanted), together
        self.prepares_by_result = any(n not in self.signature.parameters for n in wanted)
        self.shared, self.together = vars(function).setdefault("facet_shared", (self.shared, []))
        self.together.append(self)  # a function that prepares several modules is called once for all
        return function

    def wanted(self, function):
        """What a function asks for beside the module's arguments."""
        if function not in self._wanted:
            self._wanted[function] = tuple(n for n in inspect.signature(function).parameters if n in SHARED and n not in self.signature.parameters)
        return self._wanted[function]

    def _marker(self, table, arguments, kind, joint=False):
        if not arguments or not all(isinstance(name, str) for name in arguments):
            raise _mistake(f'{self.name}.{kind} wants the name of an argument, in quotes: write @{self.name}.{kind}("{next(iter(self.signature.parameters), "u")}")', _place(sys._getframe(2)))
        for name in arguments:
            if name not in self.signature.parameters:
                raise _mistake(f"{self.name} has no argument {name!r}: it has {', '.join(self.signature.parameters)}", _place(sys._getframe(2)))
            if name in table:
                raise _mistake(f"{self.name} has a {kind} for {name} already: keep one", _place(sys._getframe(2)))

        def mark(function):
            for name in self.wanted(function):
                if name == "saved" and not self.saves:
                    raise _mistake(f"the {kind} of {self.name} asks for saved, and {self.name} saves nothing: mark it with @module(saves=True), and return the result and what is saved", _place(sys._getframe(1)))
            if joint:
                self.joint[function] = arguments
            table.update(dict.fromkeys(arguments, function))
            return function
        return mark

    def __call__(self, *args, **keywords):
        try:
            bound = self.signature.bind(*args, **keywords)
        except TypeError as error:
            unknown = [k for k in keywords if k not in self.signature.parameters]
            reason = f"it has no argument {unknown[0]!r}" if unknown and all(p.kind is not p.VAR_KEYWORD for p in self.signature.parameters.values()) else error
            raise _mistake(f"{self.name} is called wrongly: {reason}; it is {self.name}{self.signature}") from None
        bound.apply_defaults()
        values = {name: a for name, a in bound.arguments.items() if isinstance(a, Value)}
        for name, a in bound.arguments.items():
            if name not in values and _holds_value(a):
                kind = self.signature.parameters[name].kind
                if kind in (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD):
                    raise _mistake(f"{self.name} takes its values by {'*' if kind == inspect.Parameter.VAR_POSITIONAL else '**'}{name}: write its arguments out, each with a name")
                raise _mistake(f"{self.name} is given values inside of its argument {name}: give each as an argument of its own")
        if not values:
            if not self.saves and not self._wanted[self.function]:
                return self.function(*args, **keywords)
            result = Call(self, bound, [], [], self.where, self.line).carrier(self.function)()
            return result[0] if self.saves else result
        operands = {}  # the names of the arguments that a vertex is
        for name, v in values.items():
            if _recording is not None and v._of is not _recording:
                raise _mistake(f"{v._name} is of another run: make it in this one")
            operands.setdefault(id(v) if _recording is None else v._vertex, []).append(name)
        frame, begin = _place(sys._getframe(1)), time.perf_counter()
        call = Call(self, bound, list(operands.values()), [values[names[0]]._array for names in operands.values()], _where(frame), frame.f_lineno)
        results = call.compute(call.point())
        call.seconds = time.perf_counter() - begin
        made = [Value(r, None, "what " + self.name + " gave", None) for r in results] if _recording is None else _recording.record(call, operands, results)
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


def _which(thing):
    """What tells an argument of what prepares from others: a number or a string by what it is, anything else by which it is."""
    return (type(thing), repr(thing)) if isinstance(thing, (int, float, complex, str, np.generic)) else id(thing)


class Call:
    """One call of a module: its arguments, of which some are values, and what carries its functions out at any point.

    Values that are the same vertex are one operand. Points have an array for each operand. Functions are made once, and are
    given an array for each operand, and V or W behind them: drivers and checks call the same ones.
    """

    def __init__(self, module, bound, groups, arrays, where, line):
        self.module, self.bound, self.where, self.line = module, bound, where, line
        self.groups, self.arrays = groups, tuple(arrays)  # by operands: the names of the arguments that it is, and its array in the run
        self.number = {n: k for n in bound.arguments for k, names in enumerate(groups) if n in names}  # the operand that an argument is
        self.at, self.shares = None, True  # the point where it was computed last; whether other calls may have what it prepares
        self.structures = {}  # of what Jacobian marks return as sparse matrices, by their arguments
        self.seconds, self.first, self.kinds = 0.0, None, set()  # that the first value took, its arrays, their types
        self.several, self.shapes, self.sizes, self.spans = False, None, (), []  # of its results
        self._carriers = {}
        self.nodes = self._preparing = None  # of torch's records, False where these are unknown; what carries out what prepares

    @property
    def rows(self):
        return sum(self.sizes)

    def size(self, name):
        return self.arrays[self.number[name]].size if name in self.number else np.size(self.bound.arguments[name])

    def constants(self):
        """The arguments that are no values."""
        return {n: a for n, a in self.bound.arguments.items() if n not in self.number}

    def is_like(self, other):
        """Whether it is a call of the same module with the same arguments that are no values."""
        return self.module is other.module and _same(self.constants(), other.constants(), strict=True)

    def has(self, name):
        m = self.module
        return m.torch or name in m.tangents or name in m.adjoints or name in m.jacobians

    def is_joint(self, kind):
        """Whether one call serves several of the arguments that are values."""
        m = self.module
        table = m.tangents if kind == "tangent" else m.adjoints
        return len(self.number) > 1 and (m.torch or any(sum(table.get(n) is f for n in self.number) > 1 for f in m.joint))

    # Its value, and what derivatives share at a point.

    def compute(self, point):
        """The module's results at a point, each an array."""
        self.at = point
        result = _torch_graph(self, point) if self.module.torch else self.carrier(self.module.function)(*point.arrays)
        if self.module.saves:
            result, point.saved = self._pair(result)
        return self._keep(result, point)

    def value(self):
        """The function of a point that gives what the module returns, as an array or a tuple of them, and leaves it for derivatives."""
        m = self.module
        if m.torch or m.builtin:
            return m.function if m.builtin else lambda *arrays: self._given_on(self.compute(Point(arrays)))  # facet's own is right for all that drivers hold
        asked = m.saves or m.jacobians or any(m.wanted(f) for f in (m.function, *m.marks()))
        moves = "point.arrays, point.results, point.prepared, point.jacobians = {arrays}, None, None, None\n    call.at = point"
        return self._written(VALUE, m.function, point=Point(None), shape=self.shapes[0], several=self.several, moves=moves if asked else "", saved=SAVED if m.saves else "")

    def _pair(self, result):
        """A result, and what the module saves."""
        if type(result) is not tuple or len(result) != 2:
            raise Mistake(f"{self.module.where}: module {self.module.name} saves what its derivatives want, and has to return a pair: its result, and what is saved")
        return result

    def _given_on(self, results):
        return tuple(results) if self.several else results[0]

    def _keep(self, result, point):
        """What the module returned, as arrays of their own."""
        m, self.several = self.module, isinstance(result, tuple)
        if m.torch:
            result = tuple(r.detach().numpy() for r in result) if self.several else result.detach().numpy()
        if result is None:
            raise Mistake(f"{m.where}: module {m.name}, called in line {self.line}, returns None: end it with return, and what it computes")
        arrays = []
        for array in result if self.several else (result,):
            if type(array) is NUMBER:
                array = np.array(array)
            if type(array) is not ndarray or array.dtype is not FLOAT or _recording is not None or not array.size:
                array = _array(array, f"what {m.name} returns, called in line {self.line},")
            elif array.base is not None or _count(array) != FRESH + 1:
                array = array.copy()
            array.setflags(False)
            arrays.append(array)
        shapes = tuple([a.shape for a in arrays])
        if self.shapes is None:
            self.shapes, self.sizes = shapes, tuple([a.size for a in arrays])
            self.spans = [(sum(self.sizes[:k]), sum(self.sizes[:k + 1])) for k in range(len(shapes))]
            self.first, self.kinds = arrays, {np.asarray(r).dtype for r in (result if self.several else (result,))}  # for the checks
        elif shapes != self.shapes:
            raise Mistake(f"{m.where}: module {m.name} gave shape {_shapes(self.shapes)} and gives {_shapes(shapes)} for the same arguments: a module's shapes must not change")
        point.results = arrays
        return arrays

    def point(self, arrays=None):
        """Where the call is computed, with what its derivatives share there."""
        at, arrays = self.at, self.arrays if arrays is None else arrays
        if at is not None:
            for a, b in zip(at.arrays, arrays):
                if a is not b:
                    break
            else:
                return at
        self.at = at = Point(arrays)
        return at

    def result(self, point):
        """What the module returns at a point, made once."""
        if point.results is None:
            self.compute(point)
        return self._given_on(point.results)

    def saved(self, point):
        self.result(point)
        return point.saved

    def prepared(self, point):
        """What @prepare gives at a point, made once."""
        if point.prepared is None and (self.shares or clock[0] or self._preparing is None):
            self._prepare(point)
        elif point.prepared is None:
            point.prepared = self._preparing(*point.arrays),
        return point.prepared[0]

    def _prepare(self, point):
        """Prepares where other calls may have it, too, or where that is timed."""
        m = self.module
        if m.preparing is None:
            raise Mistake(f"{m.where}: module {m.name} has nothing prepared: mark the function that makes it with @{m.name}.prepare")
        self._preparing = self._preparing or self.carrier(m.preparing)
        if m.prepares_by_result:
            self.result(point)
        shared = self.shares and not m.stacks
        if shared:
            given = [self._given(point, n) for n in m.prepares_from]
            key = tuple(map(_which, given))
            if key in m.shared:
                point.prepared = m.shared[key][:1]
                return
        begin = clock[0]() if clock[0] else 0
        if m.stacks:
            self._prepare_together(point)
        else:
            point.prepared = self._preparing(*point.arrays),
        if clock[0]:
            spent[0] += clock[0]() - begin
        if shared:
            m.shared[key] = *point.prepared, given  # which are held, so that nothing else has their ids
            if len(m.shared) > KEPT:
                del m.shared[next(iter(m.shared))]

    def _given(self, point, name):
        """An argument of what prepares."""
        if name in self.number:
            return point.arrays[self.number[name]]
        return self.bound.arguments[name] if name in self.bound.arguments else self.result(point) if name == "result" else self.saved(point)

    def _prepare_together(self, point):
        """Prepares all calls of the module whose values are there and have the same shapes; elsewhere than there this one alone."""
        m, shapes, given = self.module, [a.shape for a in point.arrays], {}
        there = lambda c: c is self or c.at is not None and c.at.prepared is None and c.at.results is not None and c.groups == self.groups and [a.shape for a in c.at.arrays] == shapes
        calls = [(c, c.at) for c in m.calls if there(c)] if point is self.at and self in m.calls else [(self, point)]
        for n in m.prepares_from:
            all = [c._given(p, n) for c, p in calls]
            given[n] = np.array(all) if n in self.number or n == "result" and not self.several else all
        try:
            made = m.preparing(**given)
        except Exception as error:
            raise self.explained(error, m.preparing) from error
        several = isinstance(made, (list, tuple)) or isinstance(made, np.ndarray) and made.ndim > 0
        if not several or len(made) != len(calls):
            what = f"{type(made).__name__} of {len(made)}" if several else type(made).__name__
            raise Mistake(f"{_line_of(m.preparing)}: what prepares {m.name} together gives a {what} for {len(calls)} calls: return a list with what each of them gets")
        for (_, p), one in zip(calls, made):
            p.prepared = one,

    # Its functions, as they are marked.

    def carrier(self, function, seeded=False):
        """What carries a function of the module out, as it is."""
        if function not in self._carriers:
            self._carriers[function] = self._written(CARRY, function, "seed" * seeded)
        return self._carriers[function]

    def _written(self, template, function, seed="", given_as="", **more):
        """A function that carries one of the module's out: given an array for each operand, and a seed behind them, which is
        given on as it is, in another form, or (None) not at all.

        It is written as text, since finding a call's arguments takes as long as calling a small module. Calls of a module
        have the same lines: their functions share one code, and differ in what it closes over. It stays in the processor's
        cache then, and the interpreter adapts it once.
        """
        m, parameters, every = self.module, self.module.signature.parameters, [f"a{k}" for k in range(len(self.groups))]
        have = {"result": "call.result(point) if point.results is None else " + ("tuple(point.results)" if self.several else "point.results[0]"),
                "saved": "call.saved(point) if point.results is None else point.saved", "prepared": "call.prepared(point) if point.prepared is None else point.prepared[0]"}
        if function is m.preparing:
            given, named, keywords = [], m.prepares_from, {n: a for n, a in self.constants().items() if n in m.prepares_from}
        else:
            positions = [n for n, p in parameters.items() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
            given = [f"c{k}" for k in range(len(self.bound.args))]
            more.update(zip(given, self.bound.args))
            for n in self.number:
                if n in positions:
                    given[positions.index(n)] = every[self.number[n]]
            named, keywords = [n for n in self.number if n not in positions] + list(m.wanted(function)), {n: a for n, a in self.bound.kwargs.items() if n not in self.number}
        asked = [n for n in named if n not in parameters]
        given += [given_as or seed] * bool(seed and given_as is not None) + [f"{n}={every[self.number[n]]}" if n in self.number else f"{n}={have[n]}" for n in named if n not in keywords] + ["**keywords"] * bool(keywords)
        moved = " or ".join(["point is None", *(f"point.arrays[{k}] is not {a}" for k, a in enumerate(every))])
        arrays, parameters = "".join(a + ", " for a in every), ", ".join(every + [seed] * bool(seed))
        lines = template.format(given=parameters, arrays=f"({arrays})", seen=arrays + (seed or ""), carried=f"function({', '.join(given)})", moves=more.pop("moves", "").format(arrays=f"({arrays})"), saved=more.pop("saved", ""),
                                point=f"point = call.at\n    if {moved}:\n        point = call.point(({arrays}))" if asked or template is JACOBIAN else "")
        space = {"call": self, "function": function, "keywords": keywords, **more}
        text = f"def make({', '.join(space)}):\n" + "".join("    " + line + "\n" for line in lines.strip().split("\n")) + f"    return {lines.split('(')[0].split()[1]}\n"
        if text not in _written:
            made = {"ndarray": np.ndarray, "number": np.float64, "FLOAT": FLOAT, "FRESH": FRESH, "count": _count, "array": np.array, "zeros": np.zeros, "Outer": Outer, "Parts": Parts, "plain": _plain, "clock": clock, "spent": spent}
            exec(compile(text, WRITTEN, "exec"), made)
            _written[text] = made["make"]
        return _written[text](**space)

    def explained(self, error, function, *given):
        """An exception of one of the module's functions as a mistake that says where it arose, and what may help."""
        if isinstance(error, Mistake):
            return error
        m, arrays, seed = self.module, given[:len(self.groups)], given[len(self.groups):]
        if m.torch and isinstance(error, RuntimeError) and "Double" in str(error) and "Float" in str(error):
            return Mistake(f"{_deepest(error)}: module {m.name} computes with float32 in torch, and is given float64: begin the program with torch.set_default_dtype(torch.float64)")
        if isinstance(error, TypeError) and function not in (m.function, m.preparing):
            try:
                inspect.signature(function).bind(*self.bound.args, *seed, **self.bound.kwargs, **dict.fromkeys(m.wanted(function)))
            except TypeError as wrong:
                return Mistake(f"{_line_of(function)}: this derivative of {m.name} cannot be called: {wrong}: it is given all arguments of the module{', and then V or W' if seed else ''}{'; result, saved and prepared come last' if m.wanted(function) else ''}")
        return Mistake(f"{_deepest(error)}: {type(error).__name__} in {m.part_of(function)}, called at {self.where}: {_first_line(error)}{self._advice(error, arrays, seed)}")

    def _advice(self, error, arrays, seed):
        """What may help against an exception in a module or a derivative."""
        text = str(error)
        if "read-only" in text:
            return ": arguments are read-only, since other modules have them, too: change a copy, u = u.copy()"
        if isinstance(error, RecursionError):
            return ": a function calls itself without end"
        if arrays and isinstance(error, (ValueError, IndexError)) and isinstance(error, IndexError) + any(w in text for w in ("shape", "broadcast", "dimension", "size", "axis")):
            all = [(n, arrays[self.number[n]] if n in self.number else a) for n, a in self.bound.arguments.items()]
            given = [f"{n} has shape {_shapes([np.shape(a)])}" for n, a in all if isinstance(a, np.ndarray)]
            if seed and isinstance(seed[0], np.ndarray):
                given.append(f"V or W has shape {_shapes([seed[0].shape])}, so that d[:, None] * V scales its rows, and W * d its columns")
            return f" ({'; '.join(given)})"
        return ""

    def _matrix(self, result, shape, kind, names, function):
        """What a derivative gave, as an array of the right shape, or another kind of matrix that drivers take."""
        if self.several and kind != "adjoint" and type(result) is tuple:
            for r, n in zip(result, self.sizes):
                if kind != "tangent" or type(r) is not ndarray or r.dtype is not FLOAT or r.shape != (n, shape[1]):
                    break
            else:
                if len(result) == len(self.sizes):
                    return Parts(result, self.sizes, 0, shape[1])
            result = self._stack(result)
        if type(result) is Outer and kind == "adjoint" and result.shape == shape or type(result) is Parts:
            return result
        place, what, given = _line_of(function), f"{kind} of {self.module.name} for {', '.join(names)}", result
        if _holds_value(result):
            raise Mistake(f"{place}: the {what} uses a value that is none of its arguments: give it to the module as one")
        if type(result) is Outer and kind != "adjoint":
            raise Mistake(f"{place}: the {what} gives outer products, and only adjoints may: return an array of shape {_shapes([shape])}")
        if not hasattr(result, "toarray"):
            try:
                result = np.asarray(result)
                if result.dtype.kind not in "biufcO":
                    raise ValueError
            except ValueError:
                raise Mistake(f"{place}: the {what} gives {_kind(given)}, and an array of shape {_shapes([shape])} is wanted") from None
        elif kind != "Jacobian":
            result = result.toarray()  # of tangents, adjoints: they have no zeros to leave out
        if result.shape != shape:
            raise Mistake(f"{place}: the {what} gives {_misfit(given, result.shape, shape, kind)}")
        return result.astype(float) if result.dtype.kind in "biu" else result  # which have sums of their own

    def _stack(self, blocks):
        """Blocks of results, one below the other."""
        if any(hasattr(b, "toarray") for b in blocks):
            from scipy.sparse import vstack
            return vstack(blocks, format="csr")
        return np.concatenate(blocks)

    def _blocks(self, blocks, names, function):
        if type(blocks) not in (tuple, list) or len(blocks) != len(names):
            raise Mistake(f"{_line_of(function)}: the adjoint of {self.module.name} is joint for {', '.join(names)}, and has to return a tuple of {len(names)} blocks")
        return tuple(blocks)

    def split(self, W):
        """Adjoints as a mark is given them: by results."""
        if not self.several:
            return _plain(W)
        if type(W) is Parts:
            return W.filled()
        W = _plain(W)
        return tuple([W[:, begin:end] for begin, end in self.spans])

    def jacobian(self, name, multiply=None):
        """The function of a point that gives F' for an argument as its mark does, or its product with a seed; a sparse one is made once for all."""
        f, shape = self.module.jacobians[name], (self.rows, self.size(name))
        return self._written(JACOBIAN, f, "seed=None", None, shape=shape, name=name, multiply=multiply)

    def _held(self, result, shape, name, function, point, began):
        """A Jacobian of another kind than an array: a sparse one is kept."""
        if getattr(result, "format", "") not in ("csr", "csc") or result.dtype is not FLOAT or result.shape != shape:
            result = self._matrix(result, shape, "Jacobian", [name], function)
        if hasattr(result, "tocsr"):
            result = result if getattr(result, "format", "") in ("csr", "csc") else result.tocsr()
            if name in self.structures:
                result = self.structures[name].fitted(result, function, self.module.name, name)
            point.jacobians = {**(point.jacobians or {}), name: result}
            if clock[0]:
                spent[0] = began[1] + clock[0]() - began[0]
        return result

    def tangent(self, name):
        """The function that gives F' V for an argument."""
        m, f, rows = self.module, self.module.tangents.get(name), self.rows
        if m.builtin:
            return f
        if f in m.joint:
            joint, before, behind = self._joint_tangent(f, (name,)), (None,) * self.number[name], (None,) * (len(self.groups) - self.number[name] - 1)
            return lambda *given: joint(*given[:-1], (*before, given[-1], *behind))
        if f is None and name in m.jacobians:
            return self.jacobian(name, _times)
        if f is None:
            adjoint = self.adjoint(name)
            return lambda *given: _beside([_times(_plain(adjoint(*given[:-1], E)), given[-1]) for E in _unit_rows(rows, self.size(name))], 0)
        return self._written(TANGENT, f, "V", rows=rows, names=[name])

    def adjoint(self, name, outer=False):
        """The function that gives W F' for an argument; with outer of a W with an outer product."""
        m, columns = self.module, self.size(name)
        f = (m.outers if outer else m.adjoints).get(name)
        if m.builtin:
            return f
        if f in m.joint:
            joint, at = self._joint_adjoint(f, outer), (m.joint[f].index(name),)
            return lambda *given: joint(*given, at)[0]
        if f is None and name in m.jacobians:
            return self.jacobian(name, _times_left)
        if f is None:
            tangent = self.tangent(name)
            return lambda *given: _beside([_times_left(_plain(tangent(*given[:-1], E.T)), given[-1]) for E in _unit_rows(columns, self.rows)], 1)
        return self._written(ADJOINT, f, "W", "given", columns=columns, names=[name], split=self.split, kind=self._seeds_of(outer))

    def _seeds_of(self, outer):
        """The type of W that a mark is given as it is: of one for several results none is."""
        return None if self.several else Outer if outer else ndarray

    def _joint_tangent(self, f, by=None):
        """The function of a joint mark, which is given a V for each operand, or None; by: the arguments that it is for, if not for all."""
        names = self.module.joint[f]
        wanted = [(self.number.get(n) if by is None or n in by else None, self.size(n)) for n in names]
        return self._written(JOINT_TANGENT, f, "seeds", "tuple(V)", rows=self.rows, wanted=wanted, names=names)

    def _joint_adjoint(self, f, outer):
        """The function of a joint mark that gives W F' by those of its arguments whose places it is given behind W."""
        names = self.module.joint[f]
        each, sizes = [f"b{k}" for k in range(len(names))], [self.size(n) for n in names]
        fits = " and ".join(f"(type({b}) is ndarray and {b}.dtype is FLOAT or type({b}) is Outer) and {b}.shape == (k, {n})" for b, n in zip(each, sizes))
        text = JOINT_ADJOINT.replace("{each}", ", ".join(each)).replace("{fits}", fits)
        return self._written(text, f, "W, places", "given", names=names, sizes=sizes, every=tuple(range(len(names))), split=self.split, kind=self._seeds_of(outer))

    def tangents(self):
        """The function that gives the sum of F' V over operands: given a tuple with a V for each, None where there is none."""
        m = self.module
        if m.torch:
            return lambda *given: _torch_tangent(self, {k: _plain(V) for k, V in enumerate(given[-1]) if V is not None}, given[:-1])
        marks = dict.fromkeys(f for f in map(m.tangents.get, self.number) if f in m.joint)
        joint = [(self._joint_tangent(f), {self.number[n] for n in m.joint[f] if n in self.number}) for f in marks]
        alone = [(self.tangent(n), k) for n, k in self.number.items() if m.tangents.get(n) not in m.joint]
        if len(joint) == 1 and not alone:
            return joint[0][0]

        def tangents(*given):
            arrays, seeds = given[:-1], given[-1]
            parts = [f(*given) for f, at in joint if any(seeds[k] is not None for k in at)]
            return _total(parts + [f(*arrays, seeds[k]) for f, k in alone if seeds[k] is not None])
        return tangents

    def adjoints(self):
        """The function that gives W F' by operands: those whose numbers it is given behind W."""
        m = self.module
        if m.torch:
            return lambda *given: _torch_adjoint(self, given[-1], _plain(given[-2]), given[:-2])
        adjoints = self._adjoints(m.adjoints, False)
        if self.several or not m.outers:
            return adjoints
        by_outer, shape = self._adjoints(m.outers, True), self.shapes[0]
        have = {k for k, names in enumerate(self.groups) if all(n in m.outers for n in names)}

        def of_outer(*given):
            W = given[-2]
            if type(W) is not Outer:
                return adjoints(*given)
            if have.issuperset(given[-1]) and W.is_single(shape):
                return by_outer(*given)
            return adjoints(*given[:-2], W.dense(), given[-1])
        return of_outer

    def _adjoints(self, table, outer):
        """Likewise by the marks of a table: each is called once for all arguments that it is for."""
        m, first = self.module, table.get(next(iter(self.number)))
        if first in m.joint and [[n] for n in m.joint[first]] == self.groups:
            return self._joint_adjoint(first, outer)
        marks, of = {}, [[] for _ in self.groups]  # by functions, or names; and what an operand has of each
        for n, k in self.number.items():
            f = table.get(n)
            if f in m.joint:
                marks[f] = self._joint_adjoint(f, outer)
                of[k].append((f, m.joint[f].index(n), tuple(range(len(m.joint[f])))))
            elif f or not outer:
                one = self.adjoint(n, outer)
                marks[n] = lambda *given, one=one: (one(*given[:-1]),)
                of[k].append((n, 0, (0,)))

        def adjoints(*given):
            numbers, given, made = given[-1], given[:-1], {}
            for key, _, all in dict.fromkeys(of_one for k in numbers for of_one in of[k]):
                if key not in made:
                    made[key] = marks[key](*given, all)
            return tuple([_total([made[key][at] for key, at, _ in of[k]]) for k in numbers])
        return adjoints


# What drivers call, for a function of a module. What is as it should be is given on as it is.
CARRY = """
def carry({given}):
    {point}
    try:
        return {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
"""
SAVED = "result, point.saved = result if type(result) is tuple and len(result) == 2 else call._pair(result)"
VALUE = """
def value({given}):
    {moves}
    try:
        result = {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
    {saved}
    if type(result) is number:
        result = array(result)
    if type(result) is ndarray and result.shape == shape and result.dtype is FLOAT and not several:
        if result.base is not None or count(result) != FRESH:  # others have it
            result = result.copy()
        result.setflags(False)
        point.results = [result]
        return result
    return call._given_on(call._keep(result, point))
"""
TANGENT = """
def tangent({given}):
    if type(V) is not ndarray:
        V = plain(V)
    {point}
    try:
        result = {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
    if type(result) is ndarray and result.dtype is FLOAT and result.shape == (rows, V.shape[1]):
        return result
    return call._matrix(result, (rows, V.shape[1]), "tangent", names, function)
"""
ADJOINT = """
def adjoint({given}):
    given = W if type(W) is kind else split(W)
    {point}
    try:
        result = {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
    k = len(W)
    if (type(result) is ndarray and result.dtype is FLOAT or type(result) is Outer) and result.shape == (k, columns):
        return result
    return call._matrix(result, (k, columns), "adjoint", names, function)
"""
JOINT_TANGENT = """
def tangents({given}):
    k, V = 0, []
    for seed in seeds:
        if seed is not None:
            k = seed.shape[1]
            break
    for at, n in wanted:
        seed = None if at is None else seeds[at]
        V.append(seed if type(seed) is ndarray else zeros((n, k)) if seed is None else plain(seed))
    {point}
    try:
        result = {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
    if type(result) is ndarray and result.dtype is FLOAT and result.shape == (rows, k):
        return result
    return call._matrix(result, (rows, k), "tangent", names, function)
"""
JOINT_ADJOINT = """
def adjoints({given}):
    given = W if type(W) is kind else split(W)
    {point}
    try:
        blocks = {carried}
    except Exception as error:
        raise call.explained(error, function, {seen}) from error
    k = len(W)
    if type(blocks) is not tuple or len(blocks) != len(sizes):
        blocks = call._blocks(blocks, names, function)
    {each}, = blocks
    if not ({fits}):
        blocks = tuple([call._matrix(b, (k, size), "adjoint", [n], function) for b, size, n in zip(blocks, sizes, names)])
    return blocks if places == every else tuple([blocks[k] for k in places])
"""
JACOBIAN = """
def jacobian({given}):
    {point}
    J = None if point.jacobians is None else point.jacobians.get(name)
    if J is None:
        began = clock[0]() if clock[0] else 0, spent[0]
        try:
            J = {carried}
        except Exception as error:
            raise call.explained(error, function, *{arrays}) from error
        if not (type(J) is ndarray and J.dtype is FLOAT and J.shape == shape):
            J = call._held(J, shape, name, function, point, began)
    return multiply(J, seed) if multiply else J
"""
_written = {}  # what makes such functions, by their text
WRITTEN = "<facet>"  # where their code is said to be
ndarray, NUMBER = np.ndarray, np.float64


def _total(parts):
    return parts[0] if len(parts) == 1 else sum(parts[1:], parts[0])


def _beside(parts, axis):
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis)


WHOLE = 1 << 22  # entries of a Jacobian, at most, that is made to multiply by it


def _unit_rows(n, other):
    """All unit rows of n entries, as many at a time as there is room for, where the Jacobian has so many other ones."""
    if n * max(n, other) <= MOST_ENTRIES:  # whose products are looked up
        yield _unit(n, n, 0)
        return
    step = max(1, WHOLE // max(n, other))
    for begin in range(0, n, step):
        yield np.eye(min(step, n - begin), n, begin)


def _misfit(given, got, wanted, kind):
    """What a derivative gives in place of a matrix of the wanted shape, and what to do about it."""
    if given is None:
        return "None: end it with return, and what it computes"
    if isinstance(given, tuple):
        return f"a tuple, and one array of shape {_shapes([wanted])} is wanted: only a module with several results has a tangent with several blocks, and only joint adjoints are tuples"
    rows, columns = ("entry of the result", "column of V") if kind == "tangent" else ("row of W", "entry of the argument") if kind == "adjoint" else ("entry of the result", "entry of the argument")
    advice = f"it has a row for each {rows}, and a column for each {columns}"
    if got == wanted[::-1]:
        advice = "it seems to be transposed, for " + advice
    elif len(got) == 1:
        advice += ", also where there is one"
    return f"shape {_shapes([got])}, and {_shapes([wanted])} is wanted: {advice}"


class Point:
    """Where a call is computed: an array for each operand, and what its derivatives share there."""

    __slots__ = ("arrays", "results", "saved", "prepared", "jacobians", "graph", "nodes")

    def __init__(self, arrays):
        self.arrays = arrays
        self.results = self.saved = self.prepared = self.jacobians = None
        self.graph = self.nodes = None  # torch's record, and the derivatives of its nodes


KEPT = 8  # what is prepared for several calls
spent = [0.0]  # seconds of what was prepared, where there is a clock
clock = [None]


def _line_of(function):
    return f"{os.path.basename(function.__code__.co_filename)}:{function.__code__.co_firstlineno}"


def _shapes(shapes):
    return " and ".join("x".join(map(str, s)) or "1" for s in shapes)


def _first_line(error):
    """What an exception says, or the line that raised it."""
    text = str(error).strip().splitlines()
    if not text:
        file, line = _innermost(error)
        linecache.checkcache(file)
        text = [linecache.getline(file, line).strip() or "no reason given"]
    return text[0] if len(text[0]) <= 300 else text[0][:300] + " ..."


def _innermost(error):
    """File and line of the program where an exception arose; of a library's, if the program has none."""
    trace, frames = error.__traceback__, []
    while trace is not None:
        frames.append((trace.tb_frame.f_code.co_filename, trace.tb_lineno))
        trace = trace.tb_next
    mine = os.path.join(os.path.dirname(os.path.abspath(__file__)), "facet_m")  # facet's own files
    libraries = (os.path.dirname(os.path.dirname(np.__file__)), os.path.dirname(os.__file__), mine + "odules.py", mine + "easure.py", "<")
    own = [f for f in frames if not f[0].startswith(libraries)] or frames or [("", 1)]
    return own[-1]


def _deepest(error):
    """File and line where an exception of the program arose, to be read."""
    file, line = _innermost(error)
    return f"{os.path.basename(file)}:{line}"


def _tensor(array):
    import torch
    return torch.from_numpy(np.array(array, dtype=float))


def _torch_graph(call, point):
    """Carries the module out, with torch's record between its operands and its results, which are made flat."""
    import torch
    xs = [_tensor(a).requires_grad_() for a in point.arrays]
    with torch.enable_grad():
        result = call.carrier(call.module.function)(*xs)
        ys = [r.reshape(-1) for r in (result if isinstance(result, tuple) else (result,))]
        point.graph = {names[0]: x for names, x in zip(call.groups, xs)}, ys[0] if len(ys) == 1 else torch.cat(ys)
    return result


def _torch_record(call, names, point):
    """The tensors of operands, and of the results."""
    if point.graph is None:
        _torch_graph(call, point)
    xs, y = point.graph
    return [xs[n] for n in names], y


def _torch_adjoint(call, numbers, W, arrays):
    """W F' by operands, by one backward sweep."""
    import torch
    names, point = [call.groups[k][0] for k in numbers], call.point(arrays)
    xs, y = _torch_record(call, names, point)
    found = [None] * len(xs)
    if y.requires_grad:
        nodes = _nodes(call, point)
        if nodes:
            found = call.nodes.adjoint(nodes, names, W)
            return tuple([found[n] for n in names])
        found = torch.autograd.grad(y, xs, torch.tensor(W), is_grads_batched=True, allow_unused=True, retain_graph=True)
    return tuple([np.zeros((W.shape[0], x.numel())) if g is None else g.reshape(W.shape[0], -1).numpy() for x, g in zip(xs, found)])


def _torch_tangent(call, seeds, arrays):
    """The sum of F' V over operands, by one sweep."""
    import torch
    seeds, point = {call.groups[k][0]: V for k, V in seeds.items()}, call.point(arrays)
    xs, y = _torch_record(call, list(seeds), point)
    k = next(iter(seeds.values())).shape[1]
    if not y.requires_grad:
        return np.zeros((y.numel(), k))
    nodes = _nodes(call, point)
    if nodes:
        return call.nodes.tangent(nodes, seeds)
    w = torch.zeros_like(y, requires_grad=True)  # W F' is linear in W: its derivative by W is F'
    found = torch.autograd.grad(y, xs, w, create_graph=True, allow_unused=True)
    pairs = [(g, torch.tensor(np.ascontiguousarray(V.T)).reshape((k,) + tuple(x.shape))) for g, x, V in zip(found, xs, seeds.values()) if g is not None and g.requires_grad]
    if not pairs:
        return np.zeros((y.numel(), k))
    (t,) = torch.autograd.grad([g for g, _ in pairs], w, [v for _, v in pairs], is_grads_batched=True)
    return np.ascontiguousarray(t.reshape(k, -1).numpy().T)


class Unknown(Exception):
    """A node of torch's record that sweeps by numpy do not know."""


def _nodes(call, point):
    """What sweeps over torch's record at a point; None where torch has to.

    torch takes some hundred microseconds around each sweep with several seeds. The first record of a call is therefore
    compared: where sweeps over its nodes give what torch gives, in less time, those of later ones do without torch.
    """
    if point.nodes is None and call.nodes is not False:
        import torch
        now = clock[0]
        begin = now() if now else 0
        try:
            with torch.no_grad():
                nodes = call.nodes.of(*point.graph) if call.nodes else None
                if nodes is None:
                    call.nodes = Nodes(*point.graph, call.module.races)
                    nodes = call.nodes.of(*point.graph)
                point.nodes = call.nodes.derivatives(nodes)
        except (Unknown, AttributeError, IndexError, RuntimeError, TypeError, ValueError):
            call.nodes = False
        if now:
            spent[0] += now() - begin  # once for a call, whatever is swept
    return point.nodes


class Nodes:
    """The nodes of torch's records of a call, and their derivatives as far as they are known here.

    For each of its inputs a node has a rule: a pair of functions of tangents and of adjoints, whose first axis counts
    them, and of what the record has of the node, such as the other factor of a product.
    """

    # Functions of each entry: their derivative is what the node makes of ones.
    EACH = frozenset("""Abs Acos Acosh Asin Asinh Atan Atan2 Atanh Clamp ClampMax ClampMin Cos Cosh Digamma Div Elu Erf Erfc Exp Exp2 Expm1
        Gelu Hardswish Hardtanh LeakyRelu Lerp Lgamma Log Log10 Log1P Log2 LogSigmoid Maximum Minimum Mul Pow Reciprocal Relu Rsqrt Sigmoid Silu
        Sin Sinc Sinh Softplus Sqrt Tan Tanh Where""".split())
    BY_RESULT = {"Exp": lambda y: y, "Relu": lambda y: y > 0.0, "Sigmoid": lambda y: y * (1 - y), "Sqrt": lambda y: 0.5 / y, "Tanh": lambda y: 1 - y * y}  # likewise, and quicker
    # Entries of the result are entries of an input: the node moves numbers back to where they are from.
    CHOOSES = frozenset("Cat ConstantPadNd Diagonal Flip Index IndexSelect Permute Roll Select Slice Stack T Transpose Tril Triu".split())
    RESHAPES = frozenset("Alias Clone ReshapeAlias Squeeze UnsafeView Unsqueeze View".split())

    @staticmethod
    def read(xs, y):
        """The nodes between arguments and results, each behind its inputs, with the numbers of these; an argument's has its name."""
        names, found, lines, stack = {id(x): n for n, x in xs.items()}, {None: None}, [], [y.grad_fn]
        while stack:
            node = stack[-1]
            if node in found:
                stack.pop()
                continue
            inputs = node.next_functions
            ahead = [f for f, _ in inputs if f not in found]
            if ahead:
                stack += ahead
                continue
            stack.pop()
            at = tuple([(k, found[f], n) for k, (f, n) in enumerate(inputs) if found[f] is not None]) if inputs else names.get(id(getattr(node, "variable", None)))
            found[node] = len(lines) if at else None
            if at:
                lines.append((node, at))
        return lines

    def of(self, xs, y):
        """The nodes of a record that is like the first one; None where it is another."""
        nodes = self._followed(xs, y)
        if nodes is None:
            lines = self.read(xs, y)
            nodes = [node for node, _ in lines] if [(type(n), at) for n, at in lines] == self.alike else None
        return nodes

    def _followed(self, xs, y):
        """Likewise, from one node to the next; None where something leads elsewhere."""
        nodes = [None] * len(self.kinds)
        nodes[-1] = y.grad_fn
        for k in range(len(nodes) - 1, -1, -1):
            node = nodes[k]
            kind, at = self.alike[k]
            if type(node) is not kind:
                return None
            if type(at) is str:
                if node.variable is not xs[at]:
                    return None
                continue
            given, many = node.next_functions, 0
            for f, _ in given:
                many += f is not None
            for j, to, _ in at:
                f = given[j][0]
                if nodes[to] is None:
                    nodes[to] = f
                elif nodes[to] is not f:
                    return None
            if many != len(at):  # the others are no arguments
                tracked = [j for j, _, _ in at]
                for v in [getattr(f, "variable", None) for j, (f, _) in enumerate(given) if f is not None and j not in tracked]:
                    if v is None or any(v is x for x in xs.values()):
                        return None
        return nodes

    def __init__(self, xs, y, races):
        import torch
        lines = self.read(xs, y)
        self.alike = [(type(node), at) for node, at in lines]
        self.size, self.sizes = y.numel(), {n: x.numel() for n, x in xs.items()}
        self.names = {at: k for k, (_, at) in enumerate(lines) if type(at) is str}
        self.inputs = [() if type(at) is str else at for _, at in lines]
        if y.dtype != torch.float64 or any(number for at in self.inputs for _, _, number in at):
            raise Unknown  # one of several results
        self.last = {to: k for k, at in enumerate(self.inputs) for _, to, _ in at}
        self.kinds = [node.name().rstrip("0123456789").removesuffix("Backward") for node, _ in lines]
        self.shapes = self._shapes(lines, xs, y)
        self.ones = [torch.ones(int(np.prod(s)) if kind in self.CHOOSES else s, dtype=torch.float64) for kind, s in zip(self.kinds, self.shapes)]
        made = [self._rules(k, node) for k, (node, _) in enumerate(lines)]
        self.rules, self.makes = [rules for rules, _ in made], [make for _, make in made]
        nodes = [node for node, _ in lines]
        self._compare(self.derivatives(nodes), xs, y)
        key = tuple(self.kinds), tuple(self.shapes)
        if key not in races:
            races[key] = self._is_faster(xs, y)
        if not races[key]:
            raise Unknown

    @staticmethod
    def _shapes(lines, xs, y):
        """The shapes of what the nodes computed: those of the adjoints that torch gives to them."""
        import torch
        found = {}
        handles = [node.register_hook(lambda _, given, k=k: found.__setitem__(k, tuple(given[0].shape))) for k, (node, at) in enumerate(lines) if type(at) is tuple]
        try:
            torch.autograd.grad(y, list(xs.values()), torch.ones_like(y), allow_unused=True, retain_graph=True)
        finally:
            for h in handles:
                h.remove()
        return [found.get(k, ()) if type(at) is tuple else tuple(xs[at].shape) for k, (_, at) in enumerate(lines)]

    def derivatives(self, nodes):
        """What the rules of each node are given of its record, for each of its inputs."""
        return [make if type(make) is tuple else make(node) for make, node in zip(self.makes, nodes)]

    def _rules(self, k, node):
        """A node's rules, and what makes what they are given of later records, or is what is the same for all of them."""
        kind, shape, inputs = self.kinds[k], self.shapes[k], [(j, self.shapes[to]) for j, to, _ in self.inputs[k]]
        if not inputs:
            return [], ()
        each, passed = ([rule(of, shape) for _, of in inputs] for rule in (_each, _passed))
        if kind == "Rsub":
            return each, lambda node: [1 if j else -node._saved_alpha for j, _ in inputs]
        if kind == "Neg":
            return each, (-1,)
        if kind in ("Add", "Sub"):
            sign, one = -1 if kind == "Sub" else 1, (1,) * len(inputs)
            if not any(j for j, _ in inputs):
                return passed, one
            if sign * node._saved_alpha != 1:
                return each, lambda node: [sign * node._saved_alpha if j else 1 for j, _ in inputs]

            def added(node):
                if sign * node._saved_alpha != 1:
                    raise Unknown  # as it was in the first record
                return one
            return passed, added
        if kind in self.BY_RESULT:
            by = self.BY_RESULT[kind]
            return each, lambda node: [by(_read(node, "_saved_result"))]
        if kind == "Div" and all(hasattr(node, "_saved_" + n) for n in ("self", "other")):
            return each, lambda node: [-_read(node, "_saved_self") / _read(node, "_saved_other")**2 if j else 1 / _read(node, "_saved_other") for j, _ in inputs]
        if kind == "Mul":  # by the other factor
            return each, self._reads(node, ["_saved_self" if j else "_saved_other" for j, _ in inputs])
        if kind in self.EACH:
            ones = self.ones[k]

            def entries(node):
                made = self._given(node, ones)
                return [made[j] for j, _ in inputs]
            return each, entries
        if kind in self.RESHAPES:
            return [(lambda V, _: V.reshape(len(V), *shape), lambda W, _, of=of: W.reshape(len(W), *of)) for _, of in inputs], self._kept(node, lambda _: (None,) * len(inputs))
        if kind == "Expand":
            return passed, self._kept(node, lambda _: (1,))
        if kind in ("Mm", "Mv", "Bmm"):
            right = "_saved_vec" if kind == "Mv" else "_saved_mat2"
            reads = self._reads(node, ["_saved_self" if j else right for j, _ in inputs])
            return [(_FACTOR_OF_VECTOR if kind == "Mv" else _FACTOR) if j else _RIGHT_VECTOR if kind == "Mv" else _RIGHT for j, _ in inputs], reads
        if kind == "Dot":
            return [_RIGHT_VECTOR] * len(inputs), self._reads(node, ["_saved_self" if j else "_saved_tensor" for j, _ in inputs])
        if kind == "Addmm":
            def factors(node):
                if not node._saved_alpha == node._saved_beta == 1:
                    raise Unknown
                return [1 if j == 0 else _read(node, "_saved_mat2" if j == 1 else "_saved_mat1") for j, _ in inputs]
            return [rule if j == 0 else _RIGHT if j == 1 else _FACTOR for rule, (j, _) in zip(passed, inputs)], factors
        if kind in ("Sum", "Mean"):
            (_, of), = inputs
            last = node.name()[-1]

            def total(node):
                axes = tuple([int(d) if d < 1 << 63 else int(d) - (1 << 64) for d in node._saved_dim]) if last == "1" else ()
                axes = tuple([a % len(of) for a in axes]) or tuple(range(len(of)))
                by = 1 / np.prod([of[a] for a in axes]) if kind == "Mean" else 1.0
                return [(tuple([a + 1 for a in axes]), by, [1 if k in axes else n for k, n in enumerate(of)])]
            return [(lambda V, d: (d[1] * V.sum(d[0])).reshape(len(V), *shape), lambda W, d: np.broadcast_to((d[1] * W).reshape(len(W), *d[2]), (len(W), *of)))], self._kept(node, total)
        if kind in self.CHOOSES:
            count, numbers = int(np.prod(shape)), self.ones[k].cumsum(0).reshape(shape)

            def chosen(node):
                made = self._given(node, numbers)
                if "Index" in kind and any(np.count_nonzero(made[j]) != count for j, _ in inputs):
                    raise Unknown  # an entry is taken twice
                at = [np.flatnonzero(made[j]) for j, _ in inputs]
                return [(a, made[j].ravel()[a].astype(int) - 1) for a, (j, _) in zip(at, inputs)]
            return [_chosen(of, shape) for _, of in inputs], self._kept(node, chosen)
        raise Unknown

    @staticmethod
    def _reads(node, names):
        """Reads tensors of a node, whose shapes have to be those of the first one's."""
        shapes = [_read(node, n).shape for n in names]

        def read(node):
            made = [_read(node, n) for n in names]
            for a, shape in zip(made, shapes):
                if a.shape != shape:
                    raise Unknown
            return made
        return read

    @staticmethod
    def _kept(node, make):
        """What is the same for all nodes with the same numbers, such as a slice's bounds, is made once; tensors may differ.

        Other numbers may mean other shapes, with which torch has to sweep.
        """
        names = [n for n in dir(node) if n.startswith("_saved_")]
        numbers = lambda node: [getattr(node, n) for n in names]
        is_plain = lambda n: n is None or type(n) in (int, bool, float, str) or type(n) in (tuple, list) and all(map(is_plain, n))
        first = numbers(node)
        if not all(map(is_plain, first)):
            return make
        made = make(node)

        def same(node):
            if numbers(node) != first:
                raise Unknown
            return made
        return same

    @staticmethod
    def _given(node, W):
        """What a node makes of one adjoint, by inputs."""
        made = node(W)
        return [None if m is None else m.numpy() for m in (made if isinstance(made, tuple) else (made,))]

    def _wanted(self, names):
        """Which nodes the arguments lead to."""
        if all(n in names for n in self.names):
            return [True] * len(self.inputs)
        wanted = []
        for k, inputs in enumerate(self.inputs):
            wanted.append(any(self.names.get(n) == k for n in names) or any(wanted[to] for _, to, _ in inputs))
        return wanted

    def adjoint(self, derivatives, names, W):
        """W F' by arguments."""
        wanted, k, found = self._wanted(names), len(W), [None] * len(self.inputs)
        found[-1] = W.reshape(k, *self.shapes[-1])
        for n in range(len(found) - 1, -1, -1):
            inputs, given = self.inputs[n], found[n]
            if inputs and given is not None:
                found[n] = None
                for (_, to, _), (_, adjoint), d in zip(inputs, self.rules[n], derivatives[n]):
                    if wanted[to]:
                        made = adjoint(given, d)
                        found[to] = made if found[to] is None else found[to] + made
        at = {n: found[self.names[n]] if n in self.names else None for n in names}
        return {n: np.zeros((k, self.sizes[n])) if g is None else g.reshape(k, -1) for n, g in at.items()}

    def tangent(self, derivatives, seeds):
        """The sum of F' V over arguments."""
        wanted, k, found = self._wanted(seeds), next(iter(seeds.values())).shape[1], [None] * len(self.inputs)
        for n in seeds:
            if n in self.names:
                found[self.names[n]] = seeds[n].T.reshape(k, *self.shapes[self.names[n]])
        for n, inputs in enumerate(self.inputs):
            for (_, to, _), (tangent, _), d in zip(inputs, self.rules[n], derivatives[n]):
                if wanted[to]:
                    made = tangent(found[to], d)
                    found[n] = made if found[n] is None else found[n] + made
                    if self.last[to] == n:
                        found[to] = None
        return np.zeros((self.size, k)) if found[-1] is None else found[-1].reshape(k, -1).T

    def _compare(self, derivatives, xs, y):
        """Sweeps have to give what torch gives, in random directions."""
        import torch
        random, names = np.random.default_rng(1), list(xs)
        W, seeds = random.normal(size=(2, self.size)), {n: random.normal(size=(size, 2)) for n, size in self.sizes.items()}
        given = torch.autograd.grad(y, list(xs.values()), torch.tensor(W), is_grads_batched=True, allow_unused=True, retain_graph=True)
        found, both = self.adjoint(derivatives, names, W), 0
        for n, g in zip(names, given):
            g = np.zeros(found[n].shape) if g is None else g.reshape(2, -1).numpy()
            both = both + g @ seeds[n]
            if not np.abs(g - found[n]).max() <= 1e-11 * np.abs(g).max():
                raise Unknown
        if not np.abs(W @ self.tangent(derivatives, seeds) - both).max() <= 1e-9 * np.abs(both).max():
            raise Unknown

    def _is_faster(self, xs, y):
        """Whether reading a record and a sweep take less time than torch's sweep, for a few adjoints."""
        import torch
        W = np.ones((4, self.size))

        def by_torch():
            torch.autograd.grad(y, list(xs.values()), torch.tensor(W), is_grads_batched=True, allow_unused=True, retain_graph=True)

        def by_nodes():
            self.adjoint(self.derivatives(self.of(xs, y)), list(xs), W)
        least = {}
        for do in (by_torch, by_nodes) * 4:
            begin = time.perf_counter()
            do()
            least[do] = min(least.get(do, float("inf")), time.perf_counter() - begin)
        return least[by_nodes] < least[by_torch]


def _read(node, name):
    """A tensor of torch's record, as an array."""
    return getattr(node, name).detach().numpy()


_FACTOR = (lambda V, A: A @ V, lambda W, A: np.swapaxes(A, -1, -2) @ W)  # of A u by a matrix u
_FACTOR_OF_VECTOR = (lambda V, A: V @ A.T, lambda W, A: W @ A)  # by a vector
_RIGHT = (lambda V, b: V @ b, lambda W, b: W @ np.swapaxes(b, -1, -2))  # of A b by A
_RIGHT_VECTOR = (lambda V, b: V @ b, lambda W, b: W[..., None] * b)


def _widened(of, shape):
    """The shape of an input that was broadcast, with as many axes as the result, and the axes behind the first along which it was."""
    more = len(shape) - len(of)
    wide = (1,) * more + of
    return wide, tuple([k + 1 for k, (n, m) in enumerate(zip(wide, shape)) if n != m or k < more])


def _each(of, shape):
    """The rule of a function of each entry with derivatives d, of an input that may have been broadcast."""
    if of == shape:
        return lambda V, d: V * d, lambda W, d: W * d
    wide, axes = _widened(of, shape)
    return lambda V, d: V.reshape(len(V), *wide) * np.broadcast_to(d, shape), lambda W, d: (W * d).sum(axes).reshape(len(W), *of)


def _passed(of, shape):
    """Likewise where the derivatives are 1."""
    if of == shape:
        return lambda V, _: V, lambda W, _: W
    wide, axes = _widened(of, shape)
    return lambda V, _: np.broadcast_to(V.reshape(len(V), *wide), (len(V), *shape)), lambda W, _: W.sum(axes).reshape(len(W), *of)


def _chosen(of, shape):
    """The rule of entries of an input, and those of the result that they become."""
    size, of_size = int(np.prod(shape)), int(np.prod(of))

    def tangent(V, d):
        made = np.zeros((len(V), size))
        made[:, d[1]] = V.reshape(len(V), -1)[:, d[0]]
        return made.reshape(len(V), *shape)

    def adjoint(W, d):
        made = np.zeros((len(W), of_size))
        made[:, d[0]] = W.reshape(len(W), -1)[:, d[1]]
        return made.reshape(len(W), *of)
    return tangent, adjoint


def module(function=None, *, derivatives=None, saves=False):
    """Marks a function as a module; derivatives="torch" takes them from torch.

    With saves=True it returns its result, and what its derivatives are given as saved.
    """
    if function is None:
        return lambda f: Module(f, derivatives, saves=saves)
    if not inspect.isfunction(function):
        raise _mistake("@module marks a function: write it above a def")
    return Module(function, derivatives)


def inputs(*unnamed, **arrays):
    """Names the inputs of the program, in this order, and gives them as values."""
    if unnamed:
        raise _mistake("inputs(...) wants a name for each input: write u = inputs(u=...)")
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


def outputs(*unnamed, **values):
    """Names the outputs of the program."""
    if unnamed:
        raise _mistake("outputs(...) wants a name for each output: write outputs(y=y)")
    if not values:
        raise _mistake("outputs() names no output: write outputs(u=u)")
    for name, v in values.items():
        if not isinstance(v, Value):
            raise _mistake(f"the output {name} is no value of a module or an input, so that facet cannot know what it depends on: compute it in a module, and give what that returns, without .look()")
        if _recording is not None:
            _recording.sink(name, v, _place(sys._getframe(1)))


def _selection(k, sizes, shape):
    """The module that takes one result out of all that a module has."""
    start, end, sizes = sum(sizes[:k]), sum(sizes[:k + 1]), tuple(sizes)
    m = Module(lambda packed: packed[k] if type(packed) is tuple else packed[start:end].reshape(shape), name="result")
    m.builtin, before, behind = True, (None,) * k, (None,) * (len(sizes) - k - 1)

    @m.tangent("packed")
    def _(packed, V):
        return _plain(V.blocks[k] if type(V) is Parts and V.axis == 0 and V.blocks[k] is not None else V[start:end])

    @m.adjoint("packed")
    def _(packed, W):
        return Parts([*before, W, *behind], sizes, 1, W.shape[0])
    return m


def _identity():
    m = Module(lambda value: value, name="output")
    m.builtin = True
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
        self.functions, self.structures, self.ended = {}, {}, None  # the line of sys.exit

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
            at = self._call(f"{id}:{k + 1}", part, {v: ["packed"]}, r, m)
            values.append(Value(r, at, f"what {m.name} gave in line {call.line}", self))
        return values

    def _call(self, id, call, operands, array, m):
        return self._add(id, array, m, call, operands, m.file, m.line)

    def _builtin(self, m, array, where, line):
        bound = m.signature.bind(array)
        call = Call(m, bound, [list(bound.arguments)], [array], where, line)
        call.compute(call.point())
        return call

    def sink(self, name, value, frame):
        if name in self.sinks:
            raise _mistake(f"the output {name} is named twice: give each a name of its own", frame)
        if value._of is not self:
            raise _mistake(f"the output {name} is of another run", frame)
        self.sinks[name] = (value._vertex, frame.f_code.co_filename, frame.f_lineno)

    def finish(self, program):
        """Keeps what leads from an input to an output."""
        if self.mistake is not None:
            raise self.mistake
        if not self.sources:
            raise Mistake(f"{program}:1: the program names no inputs: begin with u = inputs(u=...)")
        if not self.sinks:
            if self.ended:
                raise Mistake(f"{self.ended}: the program ends by sys.exit before it names outputs: call outputs(...) before")
            raise Mistake(f"{program}:1: the program names no outputs: end with outputs(u=u)")
        used = {at for v in self.vertices for at in v.operands}
        for name, (at, file, line) in list(self.sinks.items()):
            v = self.vertices[at]
            if at in used or v.output is not None or not v.operands:
                m = _identity()
                m.file, m.line = file, line
                where = f"{os.path.basename(file)}:{line}"
                at = self._call(name, self._builtin(m, v.array, where, line), {at: ["value"]}, v.array, m)
            self.vertices[at].output = name
            self.sinks[name] = (at, file, line)
        self._keep({at for at, *_ in self.sinks.values()})
        self._find_shared()

    def name(self):
        """Names the functions, as drivers call them."""
        for j, v in enumerate(self.vertices):
            v.function, v.derivatives = None, {}
            if v.operands:
                v.function = self._function(v.id, j, None, "value")
            v.joint = {kind: self._function(f"{v.id}_{kind}s", j, None, kind + "s") for kind in ("tangent", "adjoint") if len(v.operands) > 1 and v.call.is_joint(kind)}
            for at, names in v.operands.items():
                v.derivatives[at] = {kind: self._function(f"{v.id}_{kind}_{names[0]}", j, at, kind) for kind in ("tangent", "adjoint", "by_tangents", "by_adjoints")}

    def _keep(self, ends):
        needed = set(ends)
        for j in reversed(range(len(self.vertices))):
            if j in needed:
                needed.update(self.vertices[j].operands)
        self.unused = {n: self.vertices[at] for n, at in self.sources.items() if at not in needed}  # that no output depends on
        places = {j: k for k, j in enumerate(sorted(needed))}
        self.vertices = [self.vertices[j] for j in sorted(needed)]
        for v in self.vertices:
            v.operands = {places[at]: names for at, names in v.operands.items()}
        self.sources = {n: places[at] for n, at in self.sources.items() if at in places}
        self.sinks = {n: (places[at], *place) for n, (at, *place) in self.sinks.items()}

    def _find_shared(self):
        """Finds the calls that have what they prepare for themselves, so that nothing is looked up for them."""
        alike = {}
        for call in (v.call for v in self.vertices if v.call and v.call.module.preparing):
            m = call.module
            m.calls.append(call)
            key = (id(m.preparing), *(_which(call.arrays[call.number[n]] if n in call.number else call.bound.arguments.get(n, call)) for n in m.prepares_from))
            alike.setdefault(key, []).append(call)
        for calls in alike.values():
            for call in calls:
                call.shares = len(calls) > 1 or call.module.stacks

    def _function(self, name, *what):
        name = re.sub("[^0-9A-Za-z]", "_", name)
        name = "_" + name if name[0].isdigit() else name
        while name in self.functions or name in ("add", "array", "begin", "given", "inputs", "path", "recording", "structure", "takes", "unit"):
            name += "_"
        self.functions[name] = what
        return name

    def edge(self, source, target):
        v = self.vertices[target]
        return Edge(v.call, list(v.operands).index(source), self.structures.get((source, target)))

    def calls(self, module):
        """The calls of a module."""
        return [v.call for v in self.vertices if v.call and v.call.module is module]

    def arrays(self, j):
        """What the operands of a vertex are in the run."""
        return [self.vertices[i].array for i in self.vertices[j].operands]

    def edges(self):
        """All edges by source and target, in the order of the dag."""
        return {(i, j): self.edge(i, j) for j, v in enumerate(self.vertices) for i in v.operands}

    def fingerprint(self, path):
        """Digits that stand for the program's files, and for its run: modules, sizes, and arguments without rounding."""
        def exact(a):
            if isinstance(a, np.ndarray) and a.dtype.kind in "biu":
                return a.tolist()
            if isinstance(a, (list, tuple)):
                return [exact(x) for x in a]
            return a if isinstance(a, (bool, int, str)) else type(a).__name__
        h = hashlib.sha256()
        for v in self.vertices:
            constants = [] if v.call is None else [exact(a) for a in v.call.constants().values()]
            h.update(f"{v.id} {v.array.shape} {list(v.operands.items())} {constants}\n".encode())
        file = hashlib.sha256()
        for part in _project(path):
            with open(part, "rb") as text:
                file.update(_code(text.read()))
        return file.hexdigest()[:16], h.hexdigest()[:16]

    def suits_structure(self):
        """Which part of the time of derivatives large Jacobians with few entries take for their columns or rows, and about the
        seconds of looking at all that may have few; by what marks take for as many as a dense mode needs. All of it, where
        a mark says by a sparse matrix that there are few."""
        took, sparse, cost, seen, said = 0.0, 0.0, 0.0, {}, False
        columns, rows = self._reaching()
        for (i, j), edge in self.edges().items():
            if edge.key not in seen:
                arrays = self.arrays(j)
                needed = min(edge.columns, columns[i]), min(edge.rows, rows[j])
                one, each, k, share = edge.sample(arrays, *needed)
                few = edge.rows * edge.columns >= Structure.SPARSE and share * Structure.SHARE <= 1
                seen[edge.key] = one, each * k, few * each * max(0, k - Structure.ARRAYS)
                cost += edge.seconds_of_structure() * edge.may_be_sparse(share)
                said = said or few and edge.has_jacobian and hasattr(edge.as_marked(*arrays), "tocsr")
            one, all, gain = seen[edge.key]
            took, sparse = took + all + one * (i == next(iter(self.vertices[j].operands))), sparse + gain
        return float(said) or sparse / took if took and find_spec("scipy") else 0.0, cost

    def suits_sections(self):
        """Which part of a dense tangent mode's time fewer tangents save, as far as each entry depends on few of the inputs: there,
        columns that do not meet are one. By one call of those that are alike."""
        sources = np.cumsum([v.array.size for v in self.vertices if not v.operands])
        inputs, seen, known, made = int(sources[-1]), {}, [], {}
        if inputs * sum(v.array.size for v in self.vertices) > Structure.LARGEST:
            return 0.0
        once = lambda key, make: made[key] if key in made else made.setdefault(key, make())
        same = lambda reached: once((reached.shape, reached.tobytes()), lambda: reached)
        behind, takes, most, at = [], [], [], 0
        for j, v in enumerate(self.vertices):
            costs, parts = [], []
            for i in v.operands:
                edge = self.edge(i, j)
                if edge.key not in seen:
                    one, each, _, share = edge.sample(self.arrays(j), edge.columns, edge.columns)
                    seen[edge.key] = one, each, Structure.of(edge, self.arrays(j), known) if edge.may_be_sparse(share) else None
                *cost, structure = seen[edge.key]
                costs.append(cost)
                parts.append(once((id(structure), edge.rows, id(behind[i])), lambda: same(_reached(structure, edge.rows, behind[i]))))
            if parts:
                behind.append(once(tuple(map(id, parts)), lambda: same(np.logical_or.reduce(parts))))
            else:
                behind.append(np.eye(v.array.size, inputs, at, dtype=bool))
                at += v.array.size
            takes.append((np.max if v.call and v.call.is_joint("tangent") else np.sum)(costs or [(0.0, 0.0)], axis=0))
            most.append(int(behind[j].sum(axis=1).max(initial=0)))
        dense = least = sum(one + inputs * each for one, each in takes)
        for level in set(most):
            within = []
            for j, v in enumerate(self.vertices):
                within.append(most[j] <= level and all(within[i] for i in v.operands))
            least = min(least, sum(one + (level if w else inputs) * each for (one, each), w in zip(takes, within)))
        return float(1 - least / dense) if dense else 0.0

    def _reaching(self):
        """The sizes of all inputs that each vertex depends on, and of all outputs that depend on it."""
        size = lambda ends: [sum(self.vertices[k].array.size for k in some) for some in ends]
        inputs, outputs = [{k} if not v.operands else set() for k, v in enumerate(self.vertices)], [set() for _ in self.vertices]
        for j, v in enumerate(self.vertices):
            inputs[j].update(*(inputs[i] for i in v.operands))
        for at, *_ in self.sinks.values():
            outputs[at].add(at)
        for j in reversed(range(len(self.vertices))):
            for i in self.vertices[j].operands:
                outputs[i] |= outputs[j]
        return size(inputs), size(outputs)

    def find_structures(self, enough=lambda seconds: True):
        """Finds which entries of Jacobians can be other than 0, once for calls that are alike.

        What enough says there is no time for is left out; gives how many.
        """
        found, known, shares, late = {}, [], {}, 0
        for (i, j), edge in self.edges().items():
            before = found.setdefault(edge.key, [])
            # Where each call has arguments of its own, to compare all takes longer than to look.
            like = next((b for b in before[-Structure.COMPARED:] if b[0].is_like(edge.call) and edge.fits(b[1], self.arrays(j))), None)
            if like is None and edge.key not in shares:
                shares[edge.key] = edge.sample(self.arrays(j), 3, 3)[3]
            if like is None and not edge.may_be_sparse(shares[edge.key]):
                continue
            if like is None and not enough(edge.seconds_of_structure()):
                late += 1
                continue
            if like is None:
                like = edge.call, Structure.of(edge, self.arrays(j), known)
                before.append(like)
            self.structures[i, j] = like[1]
            if like[1] and like[1].stored and len(edge.names) == 1:
                edge.call.structures[edge.names[0]] = like[1]
        return late


def _reached(structure, rows, inputs):
    """Which inputs each entry of a result depends on, by those of the argument."""
    if structure is None:
        return np.broadcast_to(inputs.any(axis=0), (rows, inputs.shape[1]))
    pattern = np.zeros(structure.shape, np.float32)
    pattern[structure.rows, structure.columns] = 1
    return pattern @ inputs.astype(np.float32) > 0


def _installed(file):
    """Whether a file is no part of a program: of Python, of what is installed for it, or of facet."""
    folders = os.path.dirname(os.__file__), os.path.dirname(os.path.dirname(np.__file__))
    return (file.startswith(tuple(os.path.realpath(f) + os.sep for f in folders)) or {"site-packages", "dist-packages"} & set(file.split(os.sep)) != set()
            or os.path.basename(file) in ("facet_modules.py", "facet_measure.py"))


def _code(source):
    """A file without its comments, which change nothing that it computes."""
    try:
        lines = source.decode().split("\n")
        for token in tokenize.generate_tokens(iter([line + "\n" for line in lines] + [""]).__next__):
            if token.type == tokenize.COMMENT:
                row, column = token.start
                lines[row - 1] = lines[row - 1][:column].rstrip() or None
    except (UnicodeDecodeError, SyntaxError, tokenize.TokenError):
        return source
    return "\n".join(line for line in lines if line is not None).encode()


def _project(path):
    """A program's file, and those that it imports: of its own folder, and what else is not installed, by name."""
    path = os.path.realpath(path)
    folder, found = os.path.dirname(path), {}

    def file_of(name):
        base = os.path.join(folder, *name.split("."))
        for place in (base + ".py", os.path.join(base, "__init__.py")):
            if os.path.isfile(place):
                return place
        place = getattr(sys.modules.get(name), "__file__", None)
        return place if place and place.endswith(".py") and os.path.isfile(place) else None

    def visit(name, file, package):
        file = os.path.realpath(file)
        if name in found or file in found.values() or found and _installed(file):
            return
        with open(file, "rb") as source:
            text = source.read()
        if b"Code generated by facet" in text[:100]:  # a driver is no part of its program
            return
        found[name] = file
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            return
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.Import):
                names = [a.name for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[:len(package.split(".")) - node.level + 1] if node.level else []
                start = ".".join([p for p in above if p] + [node.module] * bool(node.module))
                names = [start] * bool(start) + [f"{start}.{a.name}".lstrip(".") for a in node.names]
            for one in names:
                for k in range(1, one.count(".") + 2):
                    part = ".".join(one.split(".")[:k])
                    other = file_of(part)
                    if other:
                        visit(part, other, part if os.path.basename(other) == "__init__.py" else part.rpartition(".")[0])

    visit("", path, "")
    return [found[name] for name in sorted(found)]


class Edge:
    """The elemental from one vertex to another: a module by one of its operands. Its functions are those that drivers call."""

    def __init__(self, call, at, structure=None):
        self.call, self.at, self.structure, self.names = call, at, structure, call.groups[at]
        self.has_jacobian = not call.module.torch and all(name in call.module.jacobians for name in self.names)

    @property
    def key(self):
        """What edges of equal costs have in common."""
        m, call = self.call.module, self.call
        return m.name, m.file, m.line, tuple(self.names), tuple((n, call.arrays[k].shape) for n, k in call.number.items()), call.shapes

    @property
    def columns(self):
        return self.call.arrays[self.at].size

    @property
    def rows(self):
        return self.call.rows

    @cached_property
    def _value(self):
        return self.call.value()

    def value(self, *arrays):
        """The result as one array: that of the module, or all of a tuple behind each other."""
        made = self._value(*arrays)
        return np.concatenate([a.ravel() for a in made]) if type(made) is tuple else made

    @cached_property
    def tangent(self):
        """F' V."""
        call, at = self.call, self.at
        if call.module.torch:
            return lambda *given: _torch_tangent(call, {at: _plain(given[-1])}, given[:-1])
        return self._total(call.tangent)

    @cached_property
    def adjoint(self):
        """W F'."""
        call, at = self.call, self.at
        if call.module.torch or len(self.names) > 1 or self.names[0] in call.module.outers:
            adjoints = call.adjoints()
            return lambda *given: adjoints(*given, (at,))[0]
        return call.adjoint(self.names[0])

    @cached_property
    def tangents(self):
        return self.call.tangents()

    @cached_property
    def adjoints(self):
        return self.call.adjoints()

    @cached_property
    def as_marked(self):
        """F', where there is a function for it, as that gives it: an array or a sparse matrix."""
        return self._total(self.call.jacobian)

    def _total(self, of):
        """The sum of functions by all arguments that the operand is."""
        functions = [of(name) for name in self.names]
        return functions[0] if len(functions) == 1 else lambda *given: _total([f(*given) for f in functions])

    def jacobian(self, *arrays):
        """The same as an array."""
        J = self.as_marked(*arrays)
        return J.toarray() if hasattr(J, "toarray") else J

    def by_tangents(self, *arrays):
        """F' by tangents: one for each column, as many at a time as there is room for, or for each color of the columns."""
        structure = self.structure
        if self.has_jacobian:
            return _csr(self.as_marked(*arrays)) if structure and structure.sparse else self.jacobian(*arrays)
        if structure and structure.by_columns:
            return structure.by_columns.expand(self.tangent(*arrays, structure.by_columns.seeds))
        return _plain(_beside([self.tangent(*arrays, np.ascontiguousarray(E.T)) for E in _unit_rows(self.columns, self.rows)], 1))

    def by_adjoints(self, *arrays):
        """F' by adjoints: one for each row, or for each color of the rows."""
        structure = self.structure
        if self.has_jacobian:
            return self.by_tangents(*arrays)
        if structure and structure.by_rows:
            whole = structure.by_rows.expand(self.adjoint(*arrays, structure.by_rows.seeds.T).T).T
            return whole.tocsr() if structure.sparse else whole
        return _beside([self.adjoint(*arrays, E) for E in _unit_rows(self.rows, self.columns)], 0)

    def fits(self, structure, arrays):
        """Whether a structure is that of the Jacobian at a point too, where a mark says by a sparse matrix what it has."""
        if not (self.has_jacobian and structure and structure.stored):
            return True
        places, _, stored = self.entries(arrays)
        return stored and np.array_equal(places, structure.places)

    def marked(self, kind):
        """Whether a module has a tangent (adjoint) of its own, or a Jacobian. Else it is made by the whole Jacobian,
        which may take a thousand times as long, and about the same for each number of seeds."""
        m = self.call.module
        return m.torch or m.builtin or self.has_jacobian or any(n in (m.tangents if kind == "tangent" else m.adjoints) for n in self.names)

    def entries(self, arrays):
        """The entries of F' that are not 0, or that a sparse matrix has: their places, counted row by row, what they are, and
        whether a mark says so by a sparse matrix. Others are looked at in parts: memory for all of F' takes longer."""
        if self.has_jacobian:
            J = self.as_marked(*arrays)
            if hasattr(J, "tocsr"):
                J = J.tocsr().copy()
                J.sum_duplicates()
                return np.repeat(np.arange(self.rows), np.diff(J.indptr)) * self.columns + J.indices, J.data, True
            J = np.ravel(J)
            return np.flatnonzero(J), J[J != 0], False
        forwards = self.marked("tangent") and (self.columns <= self.rows or not self.marked("adjoint"))
        n, other = (self.columns, self.rows) if forwards else (self.rows, self.columns)
        step, places, values = max(1, Structure.PART // max(n, other)), [], []
        for begin in range(0, n, step):
            E = np.eye(min(step, n - begin), n, begin)
            made = np.asarray(self.tangent(*arrays, np.ascontiguousarray(E.T)) if forwards else self.adjoint(*arrays, E))
            row, column = np.nonzero(made)
            places.append(row * self.columns + (begin + column) if forwards else (begin + row) * self.columns + column)
            values.append(made[row, column])
        places, values = np.concatenate(places), np.concatenate(values)
        order = np.argsort(places, kind="stable")
        return places[order], values[order], False

    def may_be_sparse(self, share):
        """Whether a Jacobian is worth a look: it is small, or some of it has few entries."""
        return self.rows * self.columns < Structure.SPARSE or self.call.module.builtin or 2 * share <= 1

    def seconds_of_structure(self):
        """About what it takes to look at its Jacobian at three points."""
        return self.call.seconds * (3 if self.has_jacobian else 1 + self.columns / 4)

    def sample(self, arrays, columns, rows):
        """About the seconds of a call and of each column or row, whichever are marked and fewer of these; how many that are; and
        the share of their entries that are not 0."""
        m = self.call.module
        if m.torch or m.builtin:
            return 0.0, 0.0, 0, 1.0
        tangent, adjoint = self.marked("tangent"), self.marked("adjoint")
        of, n, needed = (self.tangent, self.columns, columns) if tangent and (columns <= rows or not adjoint) else (self.adjoint, self.rows, rows)
        took = []
        for k in (1, 1, min(needed, 64)):  # the first prepares; others may be busy on this processor
            seeds = np.zeros((n, k))
            seeds[np.linspace(0, n - 1, k).astype(int), np.arange(k)] = 1
            begin = time.process_time()
            made = of(*arrays, seeds if of is self.tangent else seeds.T)
            took.append(time.process_time() - begin)
        made = np.asarray(_plain(made))
        return took[1], max(0.0, took[2] - took[1]) / max(1, k - 1), needed, np.count_nonzero(made) / made.size

    def outer(self, arrays):
        """The sizes p and q where its adjoints are outer products, and of how many terms; None where they are arrays."""
        found = self.adjoint(*arrays, np.zeros((1, self.rows)))
        return [*found.parts[:2], found.rank] if type(found) is Outer else None


_count = sys.getrefcount


def _fresh():
    """What the interpreter counts for an array that only the caller has."""
    array = np.zeros(1)
    return _count(array)


FRESH = _fresh()


_unit_seeds = {}  # unit seeds that drivers take: what the identity is in, and where it begins, by the array's id


def _unit(rows, columns, at):
    """Unit seeds: the columns of the identity from one on, or its rows where there are more rows than columns.

    They are made once, as far as they are not too many, and nobody may write to them.
    """
    for array, begins in _unit_seeds.values():
        if array.shape == (rows, columns) and begins == at:
            return array
    array = np.eye(rows, columns, at if columns >= rows else -at)
    array.flags.writeable = False
    if sum(a.size for a, _ in _unit_seeds.values()) + array.size > UNITS:
        _unit_seeds.clear()
    _unit_seeds[id(array)] = array, at
    return array


UNITS = 4_000_000  # entries of unit seeds that are kept


def _placed(J, seed, tangent):
    """The product of J with unit seeds."""
    J, at = J.toarray() if hasattr(J, "toarray") else J, _unit_seeds[id(seed)][1]
    if J.shape[1] == seed.shape[1] if tangent else J.shape[0] == seed.shape[0]:
        return J
    if tangent:
        made = np.zeros((J.shape[0], seed.shape[1]))
        made[:, at:at + J.shape[1]] = J
    else:
        made = np.zeros((seed.shape[0], J.shape[1]))
        made[at:at + J.shape[0]] = J
    return made


def _times(J, V):
    """J V, without what scipy does around a product."""
    V = _plain(V)
    if id(V) in _unit_seeds:
        return _placed(J, V, True)
    if type(J) is ndarray:
        return J @ V
    product = _products_of(J, V)
    if product is None:
        return J @ V
    (rows, columns), k = J.shape, V.shape[1]
    made = np.zeros((rows, k))
    product[J.format](rows, columns, k, J.indptr, J.indices, J.data, V.ravel(), made.ravel())
    return made


def _times_left(J, W):
    """W J, likewise, by the transposed matrices: what are rows of one are columns of the other."""
    W = _plain(W)
    if id(W) in _unit_seeds:
        return _placed(J, W, False)
    if type(J) is ndarray:
        return W @ J
    product = _products_of(J, W)
    if product is None:
        return W @ J
    (rows, columns), k = J.shape, W.shape[0]
    made = np.zeros((columns, k))
    product["csc" if J.format == "csr" else "csr"](columns, rows, k, J.indptr, J.indices, J.data, W.T.ravel(), made.ravel())
    return made.T


_loops = {}


def _products_of(J, V):
    """scipy's loops for products of a sparse matrix with a dense one, by its form; None where they do not do."""
    if getattr(J, "format", "") not in ("csr", "csc") or J.data.dtype != float or V.dtype != float or type(V) is not np.ndarray:
        return None
    if not _loops:
        try:
            from scipy.sparse._sparsetools import csc_matvecs, csr_matvecs
            _loops.update(csr=csr_matvecs, csc=csc_matvecs)
        except ImportError:
            _loops["missing"] = None
    return _loops if "csr" in _loops else None


def _csr(matrix):
    from scipy.sparse import csr_matrix
    return matrix.tocsr() if hasattr(matrix, "tocsr") else csr_matrix(matrix)


class Coloring:
    """Columns that share no row, taken together: F' S has all that F' has.

    Columns come in the order of falling degree (how many others share a row with one), ties by
    the lower index, and take the smallest color that is free.
    """

    def __init__(self, rows, columns, shape, sparse):
        self.shape, self.row, self.column, self.sparse = shape, rows, columns, sparse
        order = np.argsort(columns, kind="stable")
        of_column = np.split(rows[order], np.searchsorted(columns[order], np.arange(1, shape[1])))
        order = np.argsort(rows, kind="stable")
        of_row = np.split(columns[order], np.searchsorted(rows[order], np.arange(1, shape[0])))
        alike = {}  # columns that have the same rows share them with the same others
        for some in of_column:
            if some.tobytes() not in alike:
                alike[some.tobytes()] = np.unique(np.concatenate([of_row[r] for r in some])) if len(some) else some
        near = [alike[some.tobytes()] for some in of_column]
        color = np.full(shape[1], -1)
        for c in np.argsort([1 - max(1, len(n)) for n in near], kind="stable"):
            colors = color[near[c]]
            taken = np.zeros(len(colors) + 2, bool)
            taken[colors[(colors >= 0) & (colors < len(taken))]] = True
            color[c] = np.argmin(taken)
        self.count, self.color = int(color.max()) + 1, color[columns]
        self.seeds = np.zeros((shape[1], self.count))
        self.seeds[np.arange(shape[1]), color] = 1
        if sparse:  # entries come row by row, or column by column
            from scipy.sparse import csc_matrix, csr_matrix
            form = csr_matrix if np.all(rows[1:] >= rows[:-1]) else csc_matrix
            self.like = form((np.ones(len(rows)), (rows, columns)), shape)

    def expand(self, compressed):
        data = np.asarray(compressed)[self.row, self.color]
        if self.sparse:
            made = copy.copy(self.like)
            made.data = data
            return made
        jacobian = np.zeros(self.shape)
        jacobian[self.row, self.column] = data
        return jacobian


class Structure:
    """The entries of an elemental that can be other than 0, and colors of its columns and rows; None where they save nothing."""

    LARGEST = 30_000_000  # entries of a Jacobian that is looked at
    SPARSE, SHARE = 4096, 4  # a Jacobian is sparse from so many entries on, if so few of them are there
    ARRAYS = 16  # so many columns or rows of it are as fast as arrays
    COMPARED = 8  # calls with which another is compared, whether it is alike
    PART = 1 << 19  # entries that are looked at in one piece
    ROUNDING = 1e-11  # of what is added up in an entry: more than that is no rounding

    def __init__(self, shape, places, unit, stored):
        self.shape, self.places, self.unit = shape, places, unit
        self.rows, self.columns = np.divmod(places, shape[1])
        self.stored, self.last = stored, None  # whether marks say by sparse matrices what they have
        size = shape[0] * shape[1]
        self.sparse = size >= self.SPARSE and len(places) * self.SHARE <= size and bool(find_spec("scipy"))
        self.by_columns, self.by_rows = self.colors(self.rows, self.columns, shape), self.colors(self.columns, self.rows, shape[::-1])

    def colors(self, rows, columns, shape):
        """Colors of columns, where they save something."""
        if len(rows) == shape[0] * shape[1] or np.bincount(rows, minlength=1).max() == shape[1]:  # all share a row
            return None
        made = Coloring(rows, columns, shape, self.sparse)
        return made if made.count < shape[1] else None

    @classmethod
    def of(cls, edge, arrays, known):
        """Looks at the Jacobian here and nearby, and tries what it found at another point. One that is known is taken, else added."""
        if edge.rows * edge.columns > cls.LARGEST:
            return None
        points = [arrays] + [[a * (1 + 0.01 * np.random.rand(*a.shape)) + 1e-3 * np.random.rand(*a.shape) for a in arrays] for _ in range(2)]
        alike = [k for k in known if k.shape == (edge.rows, edge.columns)]
        try:
            like = next((k for k in alike[-cls.COMPARED:] if k.holds(edge, points)), None)
            if like is None:
                found = [edge.entries(arrays)]
                like = cls._of(edge, found[0][0], found, alike)
                if not like.holds(edge, points[1:]):
                    found += [edge.entries(p) for p in points[1:]]
                    (here, _, stored), (near, *_), (last, *_) = found
                    places = here if stored else np.union1d(here, near)
                    if stored and not (np.array_equal(here, near) and np.array_equal(here, last)) or np.setdiff1d(last, places).size:
                        return None
                    like = cls._of(edge, places, found, alike + [like])
        except Mistake:
            return None  # the other points are outside of where the module is defined
        if like not in known:
            known.append(like)
        return like

    @classmethod
    def _of(cls, edge, places, found, known):
        """The structure with some places, which is one of those that are known, or is made."""
        unit = all(np.array_equal(at, places) and (values == 1).all() for at, values, _ in found) and np.array_equal(places // edge.columns, np.arange(edge.rows))
        stored = found[0][2]
        like = next((k for k in known if k.unit == unit and k.stored == stored and np.array_equal(k.places, places)), None)
        return like or cls((edge.rows, edge.columns), places, unit, stored)

    def holds(self, edge, points):
        """Whether large Jacobians of a module without a mark of them have just these entries at some points: by colors, and
        along a direction, where others show."""
        forwards = edge.marked("tangent") and bool(self.by_columns)
        colors = self.by_columns if forwards else self.by_rows if edge.marked("adjoint") else None
        if edge.has_jacobian or self.stored or edge.rows * edge.columns < self.SPARSE or colors is None:
            return False
        (n, m), row, column = colors.shape, colors.row, colors.column
        there, ones = np.zeros(len(row), bool), np.array_equal(self.rows, np.arange(self.shape[0]))
        for p in points:
            d = np.random.randn(m)
            V = np.column_stack([colors.seeds, d])
            made = np.asarray(edge.tangent(*p, V)) if forwards else np.asarray(edge.adjoint(*p, np.ascontiguousarray(V.T))).T
            entries = made[row, colors.color]
            if not (np.abs(made[:, -1] - np.bincount(row, entries * d[column], n)) <= self.ROUNDING * np.bincount(row, np.abs(entries * d[column]), n)).all():
                return False
            there, ones = there | (entries != 0), ones and bool((entries == 1).all())
        return bool(there.all()) and ones == self.unit

    def fitted(self, J, function, module, name):
        """A sparse matrix that a mark returned, if it has nothing outside of the pattern: drivers count on that."""
        places = J.indices.tobytes(), J.indptr.tobytes(), J.format
        if places == self.last:
            return J
        entries = J.tocoo()
        inside = np.isin(entries.row.astype(np.int64) * self.shape[1] + entries.col, self.rows.astype(np.int64) * self.shape[1] + self.columns)
        if inside.all():
            self.last = places
            return J
        if np.any(entries.data[~inside]):
            raise Mistake(f"{_line_of(function)}: the Jacobian of {module} for {name} has entries where it had none when the program was measured: let it have all that can be other than 0, or measure with --structure=false")
        J = J.copy()
        J.eliminate_zeros()
        return J

    def text(self):
        """The pattern, as dags have it; None where it is dense."""
        if len(self.rows) == self.shape[0] * self.shape[1] and not self.unit:
            return None
        if self.unit:
            return "select " + " ".join(map(str, self.columns))
        if self.shape[0] == self.shape[1] == len(self.rows) and np.array_equal(self.rows, self.columns):
            return "diagonal"
        return "rows " + ";".join(_spans(c) for c in np.split(self.columns, np.searchsorted(self.rows, np.arange(1, self.shape[0]))))


def _spans(columns):
    """Ascending numbers as ranges."""
    if not len(columns):
        return ""
    ends = np.flatnonzero(np.diff(columns) > 1)
    pairs = zip(np.concatenate([columns[:1], columns[ends + 1]]), np.concatenate([columns[ends], columns[-1:]]))
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in pairs)


def settle_memory():
    """Brings the allocator to where that of a longer run is.

    The C library gives large arrays back to the system, and clears them anew each
    time, until one of 32 MB was freed; then it keeps them. A driver makes many such
    arrays in each run, and times before and after cannot be compared.
    """
    np.empty(4_000_000)


class Program:
    """A program that was run once. It has the functions that a driver of its dag calls.

    structure=True finds the Jacobians' structures, as facet measure --structure does.
    """

    def __init__(self, path, structure=False):
        settle_memory()
        self.path, self.structure, self.recording = path, structure, run(path)
        self._made = self.recording.fingerprint(path)  # of the file as it was run
        self.inputs = [self.recording.vertices[at].array for at in sorted(self.recording.sources.values())]
        self._calls = [v.call for v in self.recording.vertices if v.call]
        self._shared = list({id(c.module.shared): c.module.shared for c in self._calls if c.module.preparing}.values())
        if structure:
            self._find_structures()

    def _find_structures(self):
        """Finds the Jacobians' structures."""
        self.structure = True
        self.recording.find_structures()
        for name in self.recording.functions:
            vars(self).pop(name, None)  # those of another driver

    def begin(self, file=None, run=None, structure=None):
        """Begins a run of a driver: forgets what was prepared and saved in an earlier one.

        A driver says which program it was made for: the fingerprint of its file, and of its run.
        """
        if structure and not self.structure and (file, run) == self._made:  # before any of the driver's functions is asked for
            self._find_structures()
        if file is not None and (file, run) != self._made:
            name, made = os.path.basename(self.path), self._made
            again = "make the driver again, with facet measure and facet code"
            if run != made[1]:
                raise Mistake(f"{name}: the driver is of another run, with other modules, sizes or arguments: {again}")
            if file != made[0]:
                others = ", ".join(os.path.basename(f) for f in _project(self.path)[1:])
                raise Mistake(f"{name}: the program's file{f', or one that it imports ({others}),' if others else ''} has changed since its driver was made: {again}")
        for call in self._calls:
            call.at = None
        for shared in self._shared:
            shared.clear()

    def takes(self, *inputs):
        """Refuses inputs of other shapes than those of the run."""
        for n, (given, own) in enumerate(zip(inputs, self.inputs)):
            if np.shape(given) != own.shape:
                name = next(s for s, at in self.recording.sources.items() if self.recording.vertices[at].array is own)
                raise Mistake(f"{os.path.basename(self.path)}: the input {name} (number {n + 1}) is given with shape {_shapes([np.shape(given)])}, and the program was run with {_shapes([own.shape])}: drivers hold for the sizes of the run")

    def unit(self, rows, columns=None, at=0):
        """Unit tangents or adjoints: all, or those of a part of what they are of."""
        return _unit(rows, columns or rows, at)

    def add(self, matrix, product):
        """The sum of a matrix and of a product that nobody else has, which takes it."""
        return np.add(matrix, product, out=product) if type(matrix) is np.ndarray else matrix + product

    def array(self, matrix):
        """A matrix as an array, where it may be outer products."""
        return _plain(matrix)

    def given(self, blocks):
        """Blocks as they are given away: outer products are multiplied out, and unit seeds that became one are copied, since they are used again;
        so is what is a block already, of an output with two names."""
        seen = set()
        for at, block in blocks.items():
            if isinstance(block, Deferred):
                blocks[at] = block.dense()
            elif type(block) is np.ndarray and not block.flags.writeable or id(block) in seen:
                blocks[at] = block.copy()
            seen.add(id(block))
        return blocks

    def __getattr__(self, name):
        if name.startswith("__") or name not in self.recording.functions:
            raise AttributeError(f"the program has no function {name}: its driver is of another run")
        target, source, kind = self.recording.functions[name]
        v = self.recording.vertices[target]
        edge = self.recording.edge(next(iter(v.operands)) if source is None else source, target)
        function = v.call.value() if kind == "value" else getattr(edge, kind)
        setattr(self, name, function)
        return function


def run(path, shifts=None, named=True):
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
            raise Mistake(f"{_deepest(end)}: the program ends with sys.exit({_first_line(end)}): facet measures programs that run to their end") from None
        recording.ended = _deepest(end)
    finally:
        if os.getpid() != process:
            os._exit(0)  # what the program has forked is not measured
        _recording, sys.argv = before, argv
        os.chdir(here)
        if folder in sys.path:
            sys.path.remove(folder)
    recording.finish(os.path.basename(path))
    if named:
        recording.name()
    return recording


_recording = None
