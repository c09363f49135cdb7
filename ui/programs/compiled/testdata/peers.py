"""Races facet's Jacobian code with that of other ways, for the table of docs/measured.md.

    go build -o facet . && python3 ui/programs/compiled/testdata/peers.py ./facet [--time=10s] [NAME...]

For every function of samples/code and of testdata/bench, or for those that are named: the multiplications and divisions,
and the least nanoseconds, of the best order, of the reverse order, of the best with --fast-math, of symbolic differentiation
forward and backward with common subexpressions, and of sympy and CasADi where this Python has them; all as C by gcc -O3, in
turns; and of the best order in Go for the same processor. What all ways compute is compared. It wants a quiet machine.
"""
import glob
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..", "..", "..")
ROUNDS, CALLS, TURNS = 80, 4000, 5
PATIENCE = 60  # seconds for another way to differentiate a function
FUNCTIONS = "sin cos tan asin acos atan sinh cosh tanh exp log sqrt pow erf erfc fabs copysign fmax fmin".split()


class Function:
    """A function as facet's code has it: its values, as lines of C, and the places of its Jacobian's entries."""

    def __init__(self, text):
        self.name, params = re.search(r"static inline void (\w+)\((.*)\) {", text).groups()
        self.params = []  # a star, the name, how many numbers an array has, and whether it is an input
        for p in params.split(", "):
            star, name, size = re.search(r"(\*?)(?:FACET_RESTRICT )?(\w+)(?:\[(\d+)\])?$", p).groups()
            self.params.append((star, name, size, p.startswith("const") or not star and size is None))
        body = text[text.index("static inline void " + self.name):]
        self.lines = dict(re.findall(r"const double (\w+) = (.*?);", body))
        stores = {name + at: v for name, at, v in re.findall(r"^  \*?(\w+)(\[\d+\])? = (.*?);", body, re.M)}
        self.inputs = [name if size is None else f"{name}[{k}]" for _, name, size, given in self.params if given for k in range(int(size or 1))]
        outputs = [p for p in self.params if not p[3]][:-1]
        self.results = [stores[name if size is None else f"{name}[{k}]"] for _, name, size, _ in outputs for k in range(int(size or 1))]
        starts, columns = ([int(n) for n in re.search(of + r"\[\d+\] = {(.*?)}", text).group(1).split(", ")] for of in ("Rows", "Columns"))
        self.entries = [(row, columns[at]) for row in range(len(starts) - 1) for at in range(starts[row], starts[row + 1])]

    def values(self, inputs, functions, number=float):
        """The results by other numbers, such as symbols."""
        known, arrays = dict(functions), {}
        for name, x in zip(self.inputs, inputs):
            if "[" in name:
                arrays.setdefault(name.split("[")[0], []).append(x)
            else:
                known[name] = x
        known.update(arrays, number=number)

        def value(text):
            for name in re.findall(r"[A-Za-z_]\w*", text):
                if name not in known and name in self.lines:
                    known[name] = value(self.lines[name])
            return eval(re.sub(r"(?<![\w.\[])\d+\.?\d*(?:e[+-]?\d+)?", r'number("\g<0>")', text), known)
        return [value(r) for r in self.results]


class Symbols:
    """Expressions of the textbook's way to differentiate: equal ones are one, products with 0 and 1 are not made, and nothing
    else is known."""

    class Symbol:
        def __init__(self, of, at):
            self.of, self.at = of, at

        def __add__(self, other): return self.of.plain("+", self, other)
        def __sub__(self, other): return self.of.plain("-", self, other)
        def __mul__(self, other): return self.of.plain("*", self, other)
        def __truediv__(self, other): return self.of.plain("/", self, other)
        def __neg__(self): return self.of.minus(self)

    def __init__(self):
        self.all, self.known = [], {}

    def plain(self, op, *args):
        key = op, *(args if op == "c" or op == "x" else (a.at for a in args))
        if op in "+*":
            key = op, *sorted(key[1:])
        if key not in self.known:
            self.known[key] = self.Symbol(self, len(self.all))
            self.all.append((op, args))
        return self.known[key]

    def number(self, c): return self.plain("c", float(c))

    def constant(self, a):
        op, args = self.all[a.at]
        return args[0] if op == "c" else None

    def minus(self, a):
        op, args = self.all[a.at]
        return args[0] if op == "neg" else self.number(-args[0]) if op == "c" else self.plain("neg", a)

    def times(self, a, b):
        for a, b in (a, b), (b, a):
            if self.constant(a) in (0, 1, -1):
                return {0: a, 1: b, -1: None}[self.constant(a)] or self.minus(b)
        return self.plain("*", a, b)

    def sum(self, a, b):
        if self.constant(a) == 0 or self.constant(b) == 0:
            return b if self.constant(a) == 0 else a
        (of_a, args_a), (of_b, args_b) = self.all[a.at], self.all[b.at]
        return self.plain("-", a, args_b[0]) if of_b == "neg" else self.plain("-", b, args_a[0]) if of_a == "neg" else self.plain("+", a, b)

    def partials(self, op, args, y):
        """The derivatives of an operation by its operands; a KeyError where the rule is not known."""
        one, call, over = self.number(1), self.plain, lambda a, b: self.plain("/", a, b)
        a, b = args[0], args[-1]
        bell = lambda c: self.times(self.number(c / math.sqrt(math.pi)), call("exp", self.minus(self.times(a, a))))
        if op == "pow" and self.constant(b) is not None:
            return [self.times(b, call("pow", a, self.number(self.constant(b) - 1))), self.number(0)]
        return {
            "+": lambda: [one, one], "-": lambda: [one, self.number(-1)], "neg": lambda: [self.number(-1)], "*": lambda: [b, a],
            "/": lambda: [over(one, b), self.minus(over(y, b))], "sin": lambda: [call("cos", a)], "cos": lambda: [self.minus(call("sin", a))],
            "exp": lambda: [y], "log": lambda: [over(one, a)], "sqrt": lambda: [over(self.number(0.5), y)],
            "tanh": lambda: [call("-", one, self.times(y, y))], "erf": lambda: [bell(2)], "erfc": lambda: [bell(-2)],
            "fabs": lambda: [call("copysign", one, a)], "pow": lambda: [self.times(b, over(y, a)), self.times(y, call("log", a))]}[op]()

    def derivatives(self, inputs, results, entries, reverse):
        """The entries of the Jacobian, by one sweep for each input, or backwards for each result."""
        swept, zero, end = {}, self.number(0), len(self.all)
        for row, column in entries:
            seed = row if reverse else column
            if seed in swept:
                continue
            d = {(results[seed] if reverse else inputs[seed]).at: self.number(1)}
            for at in range(end)[::-1] if reverse else range(end):
                op, args = self.all[at]
                if op in "cx" or not (at in d if reverse else any(a.at in d for a in args)):
                    continue
                y = self.Symbol(self, at)
                for a, partial in zip(args, self.partials(op, args, y)):
                    if reverse:
                        d[a.at] = self.sum(d.get(a.at, zero), self.times(d[at], partial))
                    elif a.at in d:
                        d[at] = self.sum(d.get(at, zero), self.times(partial, d[a.at]))
            swept[seed] = d
        return [swept[row].get(inputs[column].at, zero) if reverse else swept[column].get(results[row].at, zero) for row, column in entries]

    def text(self, results):
        """C with a line for each expression that is needed."""
        live, names = {r.at for r in results}, {}
        for at in range(len(self.all))[::-1]:
            if at in live and self.all[at][0] not in "cx":
                live |= {a.at for a in self.all[at][1]}
        lines = []
        for at in sorted(live):
            op, args = self.all[at]
            names[at] = f"({args[0]!r})" if op == "c" else f"v{at}"
            given = [] if op in "cx" else [names[a.at] for a in args]
            if op != "c":
                made = f"x[{args[0]}]" if op == "x" else f" {op} ".join(given) if op in "+-*/" else f"{'-' if op == 'neg' else op}({', '.join(given)})"
                lines.append(f"const double v{at} = {made};")
        return "\n".join(lines + [f"r[{k}] = {names[r.at]};" for k, r in enumerate(results)])


def symbolic(f, reverse):
    s = Symbols()
    inputs = [s.plain("x", k) for k in range(len(f.inputs))]
    results = f.values(inputs, {name: (lambda *args, name=name: s.plain(name, *args)) for name in FUNCTIONS}, s.number)
    return s.text(results + s.derivatives(inputs, results, f.entries, reverse))


def sympy(f):
    import sympy as sp
    x = [sp.Symbol(f"x{k}", positive=True) for k in range(len(f.inputs))]
    functions = {name: getattr(sp, {"fabs": "Abs", "pow": "Pow", "fmax": "Max", "fmin": "Min"}.get(name, name), None) for name in FUNCTIONS}
    y = sp.Matrix(f.values(x, functions, lambda c: sp.Integer(int(float(c))) if float(c).is_integer() else sp.Float(c)))
    J = y.jacobian(x)
    names, rest = sp.cse(list(y) + [J[at] for at in f.entries], symbols=sp.numbered_symbols("v"), optimizations=None)
    if any(e.has(sp.Derivative, sp.Subs) for e in J):
        raise KeyError("a rule")
    return "\n".join([f"const double x{k} = x[{k}];" for k in range(len(x))] + [f"const double {s} = {sp.ccode(e)};" for s, e in names]
                     + [f"r[{k}] = {sp.ccode(e)};" for k, e in enumerate(rest)])


def casadi(f):
    import casadi as ca
    x = ca.SX.sym("x", len(f.inputs))
    y = ca.vertcat(*f.values([x[k] for k in range(len(f.inputs))], {name: getattr(ca, name, None) for name in FUNCTIONS}))
    J = ca.jacobian(y, x)
    made = ca.Function("casadi_f", [x], [ca.vertcat(y, *[J[at] for at in f.entries])], {"cse": True})
    code = ca.CodeGenerator("casadi.c")
    code.add(made)
    return code.dump()


def counted(text):
    """The multiplications and divisions of C; doubling is none."""
    lines = "\n".join(re.findall(r"^.*= .*;", re.sub(r"(?s)/\*.*?\*/|//[^\n]*", "", text), re.M))
    lines = re.sub(r"double \*|\*\w+ =|\b2(?:\.0*)? ?\*|\* ?2(?:\.0*)?(?![\d.])|\d\.0/\d+\.0", "", lines)
    return f"{lines.count('*') + len(re.findall(r'casadi_sq[(]|pow[(][^()]*, 2(?:[.]0*)?[)]', lines))}+{lines.count('/')}"


def facets(binary, file, *flags):
    return subprocess.run([binary, "code", *flags, file], check=True, capture_output=True, text=True, cwd=ROOT).stdout


def race(f, ways, go, point, folder):
    """The least nanoseconds of each way, and what it gives: C by name, and Go."""
    n, size = len(point), len(f.results) + len(f.entries)
    list_of = ", ".join(map(repr, point))
    names = list(ways)
    for k, (headers, call) in enumerate(ways.values()):
        with open(os.path.join(folder, f"way{k}.c"), "w") as out:
            out.write(f"#include <math.h>\n{headers}\nextern double x[], r[];\nvoid way{k}(void) {{ {call} }}\n")
    calls = "".join(f"way(way{k}, {k});\n" for k in range(len(names)))
    with open(os.path.join(folder, "main.c"), "w") as out:
        out.write(f"""#include <stdio.h>
#include <time.h>
double x[] = {{{list_of}}}, r[{size}];
static double least[{len(names)}];
static int first = 1;
{"".join(f"void way{k}(void);" for k in range(len(names)))}
static double now(void) {{ struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e9 * t.tv_sec + t.tv_nsec; }}
static void way(void (*f)(void), int k) {{
  double t = now();
  for (int i = 0; i < {CALLS}; ++i) x[0] += 1e-13, f();
  t = (now() - t) / {CALLS};
  if (first || t < least[k]) least[k] = t;
}}
static void show(void (*f)(void), int k) {{
  printf("%.2f", least[k]), f();
  for (int i = 0; i < {size}; ++i) printf(" %.17g", r[i]);
  printf("\\n");
}}
int main(void) {{
  for (int round = 0; round < {ROUNDS}; ++round, first = 0) {{ {calls} }}
  x[0] = {point[0]!r};
  {calls.replace("way(", "show(")}
}}
""")
    sources = [f"way{k}.c" for k in range(len(names))]
    subprocess.run(["gcc", "-std=gnu99", "-O3", "-march=native", "-fno-math-errno", "-w", "-o", "c", "main.c", *sources, "-lm"],
                   check=True, cwd=folder)
    params = re.search(rf"func {f.name}To\((.*)\) {{", go).group(1).split(", ")
    at, declared, args = 0, "", []
    for k, p in enumerate(params):
        size_of = int((re.findall(r"\[(\d+)\]", p) or [1])[0])
        given = at < n
        part, at = point[at:at + size_of], at + size_of
        kind = re.sub(r"^\w+ \*?", "", p)
        declared += f"var p{k} {kind}" + (" = " + (f"{kind}{{{', '.join(map(repr, part))}}}" if "[" in p else repr(part[0])) if given else "") + "\n"
        args.append(("&" if "*" in p else "") + f"p{k}")
    first = "p0[0]" if "[" in params[0] else "p0"
    with open(os.path.join(folder, "main.go"), "w") as out:
        out.write(f"""package main
import ("fmt"; "time")
{declared}
func main() {{
	least := 0.0
	for round := range {ROUNDS} {{
		began := time.Now()
		for range {CALLS} {{ {first} += 1e-13; {f.name}To({", ".join(args)}) }}
		if took := float64(time.Since(began).Nanoseconds()) / {CALLS}; round == 0 || took < least {{ least = took }}
	}}
	fmt.Println(least)
}}
""")
    for name, text in ("best.go", go), ("go.mod", "module race\n\ngo 1.22\n"):
        with open(os.path.join(folder, name), "w") as out:
            out.write(text)
    own = {"GOFLAGS": "", "GOWORK": "off", "GOAMD64": "v3"}
    subprocess.run(["go", "build", "-o", "g", "main.go", "best.go"], check=True, cwd=folder, env={**os.environ, **own})
    took, gives = {}, {}
    for _ in range(TURNS):
        lines = subprocess.run("./c", check=True, capture_output=True, text=True, cwd=folder).stdout.splitlines()
        for name, line in zip(names, lines):
            t, *gives[name] = map(float, line.split())
            took[name] = min(t, took.get(name, t))
        t = float(subprocess.run("./g", check=True, capture_output=True, text=True, cwd=folder).stdout)
        took["Go"] = min(t, took.get("Go", t))
    return took, gives


def contest(binary, file, limit, folder):
    """A line of the table: the time and the counts of each way."""
    best, reverse, fast = (facets(binary, file, "--language", "c", "--layout", "csr", "--time", limit, *flags)
                           for flags in ([], ["--order", "reverse"], ["--fast-math"]))
    f = Function(best)
    draw, plain = random.Random(1), {name: getattr(math, name, None) for name in FUNCTIONS}
    for _ in range(1000):
        point = [draw.uniform(0.2, 1.8) for _ in f.inputs]
        try:
            if all(map(math.isfinite, f.values(point, {**plain, "fmax": max, "fmin": min}))):
                break
        except (ValueError, ZeroDivisionError, OverflowError):
            pass
    args, at = [], {True: 0, False: 0}
    for star, _, size, given in f.params:
        args.append(f"{'x' if given else 'r'} + {at[given]}" if size or star else f"x[{at[given]}]")
        at[given] += int(size or 1)
    ways = {name: (text, f"{f.name}({', '.join(args)});") for name, text in (("best", best), ("reverse", reverse), ("fast", fast))}
    for name, make in {"forward": lambda f: symbolic(f, False), "backward": lambda f: symbolic(f, True), "sympy": sympy}.items():
        signal.alarm(PATIENCE)
        try:
            ways[name] = f"static void f(const double *x, double *r) {{\n{make(f)}\n}}\n", "f(x, r);"
        except (ImportError, KeyError, TimeoutError, TypeError) as error:
            print(f"{f.name} without {name}: {error!r}", file=sys.stderr)
        signal.alarm(0)
    try:
        ways["CasADi"] = casadi(f), "const double *arg[] = {x}; double *res[] = {r}; casadi_f(arg, res, 0, 0, 0);"
    except (ImportError, TypeError):
        pass
    took, gives = race(f, ways, facets(binary, file, "--package", "main", "--time", limit), point, folder)
    for name, numbers in gives.items():
        if not all(abs(a - b) <= 1e-9 * (1 + abs(b)) for a, b in zip(numbers, gives["best"])):
            sys.exit(f"{f.name}: {name} gives other numbers than the best order")
    return f.name, took, {name: counted(text) for name, (text, _) in ways.items()}


def late(*_):
    raise TimeoutError


def main():
    signal.signal(signal.SIGALRM, late)
    flags, names = [a for a in sys.argv[2:] if a.startswith("-")], [a for a in sys.argv[2:] if not a.startswith("-")]
    limit = next((a[len("--time="):] for a in flags if a.startswith("--time=")), "10s")
    files = [os.path.abspath(p) for d in ("samples/code", "ui/programs/compiled/testdata/bench") for p in sorted(glob.glob(os.path.join(ROOT, d, "*.go")))]
    ratios, every = {}, ["best", "reverse", "fast", "forward", "backward", "sympy", "CasADi", "Go"]
    print("| function | " + " | ".join(every) + " |\n" + "|---" * (len(every) + 1) + "|")
    for file in files:
        name = os.path.basename(file)[:-3]
        if name == "doc" or names and name not in names:
            continue
        with tempfile.TemporaryDirectory() as folder:
            name, took, counts = contest(os.path.abspath(sys.argv[1]), file, limit, folder)
        took["the fastest other"] = min(took[w] for w in every[3:7] if w in took)
        for way, ns in took.items():
            ratios.setdefault(way, []).append(ns / took["best"])
        print(f"| {name} | " + " | ".join(f"{took[w]:.0f} ({counts[w]})" if w in counts else f"{took[w]:.0f}" if w in took else "-" for w in every) + " |", flush=True)
    for way, all in ratios.items():
        print(f"{way}: {math.exp(sum(map(math.log, all)) / len(all)):.2f} times the best order's, geometric mean of {len(all)}; {min(all):.2f} to {max(all):.2f}")


main()
