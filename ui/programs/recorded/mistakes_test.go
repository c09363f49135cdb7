package recorded

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"facet/model/measured"
	"facet/model/modeltest/extent"
)

// mistaken is a program that is right.
const mistaken = `import numpy as np
from facet_modules import module, inputs, outputs

A = np.arange(18.0).reshape(3, 6) / 10

@module
def step(u, p, h=0.1):
    return u + h * p * np.sin(u)

@step.tangent("u")
def _(u, p, h, V):
    return V + h * (p * np.cos(u))[:, None] * V

@step.adjoint("u")
def _(u, p, h, W):
    return W + h * W * (p * np.cos(u))

@step.tangent("p")
def _(u, p, h, V):
    return h * np.sin(u)[:, None] * V

@step.adjoint("p")
def _(u, p, h, W):
    return h * W * np.sin(u)

@module
def sense(u):
    return A @ u

@sense.jacobian("u")
def _(u):
    return A

u, p = inputs(u=np.linspace(1, 2, 6), p=np.full(6, 0.3))
for n in range(2):
    u = step(u, p)
outputs(y=sense(u))
`

// typical are mistakes that people make: each puts something else into a place of the
// program, and wants a sentence that names file, line, cause and remedy; none where the
// program stays right.
var typical = []struct{ name, old, replacement, want string }{
	{`right`, `A = `, `A = `, ``},
	{`tangent transposed`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return (V + h * (p * np.cos(u))[:, None] * V).T\n",
		`^f\.py:10: the tangent of step for u gives shape 3x6, and 6x3 is wanted: it seems to be transposed`},
	{`jacobian transposed`, "    return A\n", "    return A.T\n",
		`^f\.py:30: the Jacobian of sense for u gives shape 6x3, and 3x6 is wanted: it seems to be transposed, for it has a row for each entry of the result, and a column for each entry of the argument$`},
	{`tangent shape`, "    return V + h * (p * np.cos(u))[:, None] * V\n", "    return V[:3]\n",
		`^f\.py:10: .*: it has a row for each entry of the result, and a column for each column of V$`},
	{`tangent 1-d`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return (V + h * (p * np.cos(u))[:, None] * V)[:, 0]\n",
		`^f\.py:10: .* gives shape 6, and 6x3 is wanted: .*, also where there is one$`},
	{`tangent missing [:, None]`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return V + h * (p * np.cos(u)) * V\n",
		`^f\.py:12: ValueError in the tangent of step for u, called at f\.py:36: .*V or W has shape 6x3, so that d\[:, None\] \* V scales its rows`},
	{`adjoint shape transposed`, "    return W + h * W * (p * np.cos(u))\n",
		"    return (W + h * W * (p * np.cos(u))).T\n",
		`^f\.py:14: the adjoint of step for u gives shape 6x3, and 3x6 is wanted: it seems to be transposed`},
	{`one of two args wrong`, "    return h * np.sin(u)[:, None] * V\n",
		"    return h * np.cos(u)[:, None] * V\n",
		`^f\.py:18: the tangent of step for p is wrong: it is off from differences`},
	{`sign of adjoint`, "    return h * W * np.sin(u)\n", "    return -h * W * np.sin(u)\n",
		`^f\.py:22: the adjoint of step for p is wrong, or its tangent is: .*; it is -1 times what it should be$`},
	{`derivative missing`, "    return h * np.sin(u)[:, None] * V\n", "    return 0 * V\n",
		`^f\.py:18: the tangent of step for p is wrong: .*; it is missing: it is 0, and should not be$`},
	{`tangent off 1%`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return V + 1.01 * h * (p * np.cos(u))[:, None] * V\n",
		`^f\.py:10: the tangent of step for u is wrong`},
	{`returns None module`, "    return u + h * p * np.sin(u)\n", "    u + h * p * np.sin(u)\n",
		`^f\.py:6: module step, called in line 36, returns None: end it with return`},
	{`returns None tangent`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    V + h * (p * np.cos(u))[:, None] * V\n",
		`^f\.py:10: the tangent of step for u gives None: end it with return`},
	{`returns None jacobian`, "    return A\n", "    A\n",
		`^f\.py:30: the Jacobian of sense for u gives None: end it with return`},
	{`module returns np.matrix`, "    return A @ u\n", "    return np.matrix(A @ u)\n", ``},
	{`tangent is list`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return [list(r) for r in V + h * (p * np.cos(u))[:, None] * V]\n", ``},
	{`tangent ragged list`, "    return V + h * (p * np.cos(u))[:, None] * V\n", "    return [[1], [2, 3]]\n",
		`^f\.py:10: the tangent of step for u gives a list of parts that are no numbers, or of different lengths, and an array of shape 6x3 is wanted$`},
	{`tangent object array`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return (V + h * (p * np.cos(u))[:, None] * V).astype(object)\n",
		`^f\.py:10: .* gives an array of objects: make one of numbers`},
	{`tangent string`, "    return V + h * (p * np.cos(u))[:, None] * V\n", "    return \"abc\"\n",
		`^f\.py:10: .* gives a str, and an array of shape 6x3 is wanted$`},
	{`tangent nan`, "    return V + h * (p * np.cos(u))[:, None] * V\n", "    return V * np.nan\n",
		`^f\.py:10: the tangent of step for u has entries that are no finite numbers \(NaN or infinite\).*: look for a division by 0`},
	{`adjoint nan`, "    return W + h * W * (p * np.cos(u))\n", "    return W * np.nan\n",
		`^f\.py:14: the adjoint of step for u has entries that are no finite numbers`},
	{`jacobian nan`, "    return A\n", "    return A * np.nan\n",
		`^f\.py:30: the Jacobian of sense for u has entries that are no finite numbers`},
	{`tangent complex`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return (V + h * (p * np.cos(u))[:, None] * V) * (1 + 0j)\n",
		`^f\.py:10: .* gives complex numbers: take their real part`},
	{`tangent tuple for one result`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    return (V + h * (p * np.cos(u))[:, None] * V,)\n",
		`^f\.py:10: .* gives a tuple, and one array of shape 6x3 is wanted: only a module with several results`},
	{`float32 input`, `u=np.linspace(1, 2, 6)`, `u=np.linspace(1, 2, 6).astype(np.float32)`, ``},
	{`float32 inside module`, "    return u + h * p * np.sin(u)\n",
		"    u = u.astype(np.float32); return u + h * p * np.sin(u)\n",
		`^f\.py:26: the output y .*module step: its result does not change .*: it rounds, or computes with single precision \(float32\)$`},
	{`integer input`, `u=np.linspace(1, 2, 6)`, `u=np.arange(1, 7)`, ``},
	{`integer in module`, "    return u + h * p * np.sin(u)\n",
		"    return np.round(u + h * p * np.sin(u)).astype(int)\n",
		`^f\.py:10: .*; it returns whole numbers \(int64\), whose derivative is 0 or none$`},
	{`complex module`, "    return u + h * p * np.sin(u)\n", "    return (u + h * p * np.sin(u)) * 1j\n",
		`^f\.py:36: what step returns, called in line 36, is an array of complex numbers, .*: compute with real and imaginary parts$`},
	{`bool module`, "    return u + h * p * np.sin(u)\n", "    return u > 1.5\n",
		`^f\.py:10: .*; it returns whole numbers \(bool\)`},
	{`string module`, "    return u + h * p * np.sin(u)\n", "    return \"abc\"\n",
		`^f\.py:36: what step returns, called in line 36, is a str, and no array of real numbers: a value is one`},
	{`ragged module`, "    return u + h * p * np.sin(u)\n", "    return [[1.0], [2.0, 3.0]]\n",
		`^f\.py:36: .* is a list of parts that are no numbers, or of different lengths`},
	{`nan module`, "    return u + h * p * np.sin(u)\n", "    return u + np.nan\n",
		`^f\.py:36: .* has entries that are no finite numbers: start at another point$`},
	{`log negative`, "    return u + h * p * np.sin(u)\n", "    return u + h * p * np.log(u - 1.5)\n",
		`^f\.py:36: .* has entries that are no finite numbers`},
	{`None input`, `p=np.full(6, 0.3)`, `p=None`,
		`^f\.py:34: the input p is None, and no array of real numbers: give an array, or a number$`},
	{`string input`, `p=np.full(6, 0.3)`, `p="mesh"`, `^f\.py:34: the input p is a str, and no array`},
	{`empty input`, `p=np.full(6, 0.3)`, `p=np.zeros(0)`,
		`^f\.py:34: the input p has no entries: a value has at least one$`},
	{`empty module`, "    return A @ u\n", "    return A[:0] @ u\n",
		`^f\.py:37: what sense returns, called in line 37, has no entries`},
	{`write argument`, "    return u + h * p * np.sin(u)\n", "    u += h * p * np.sin(u)\n    return u\n",
		`^f\.py:8: ValueError in module step.*read-only: arguments are read-only, since other modules have them, too: change a copy, u = u\.copy\(\)$`},
	{`tangent writes V`, "    return V + h * (p * np.cos(u))[:, None] * V\n", "    V *= 2\n    return V\n",
		`^f\.py:6: the tangent of step for u changes the V that it is given: let it make an array of its own$`},
	{`tangent writes u`, "    return V + h * (p * np.cos(u))[:, None] * V\n",
		"    u *= 2\n    return V + h * (p * np.cos(u))[:, None] * V\n",
		`^f\.py:12: ValueError in the tangent of step for u.*change a copy`},
	{`adjoint writes W`, "    return W + h * W * (p * np.cos(u))\n",
		"    W += h * W * (p * np.cos(u))\n    return W\n",
		`^f\.py:6: the adjoint of step for u changes the W that it is given: let it make an array of its own$`},
	{`keyword args`, `step(u, p)`, `step(u=u, p=p)`, ``},
	{`unknown keyword`, `step(u, p)`, `step(u, q=p)`,
		`^f\.py:36: step is called wrongly: it has no argument 'q'; it is step\(u, p, h=0\.1\)$`},
	{`too many args`, `step(u, p)`, `step(u, p, 0.1, 3)`,
		`^f\.py:36: step is called wrongly: too many positional arguments; it is step`},
	{`missing args`, `step(u, p)`, `step(u)`,
		`^f\.py:36: step is called wrongly: missing a required argument: 'p'; it is step`},
	{`random module`, "    return u + h * p * np.sin(u)\n",
		"    return u + h * p * np.sin(u) + 1e-3 * np.random.rand(6)\n",
		`^f\.py:6: module step gives other values when it is called again with the same arguments: it must depend`},
	{`counter module`, "    return u + h * p * np.sin(u)\n",
		"    step.n = getattr(step, \"n\", 0) + 1\n    return u + step.n * h * p * np.sin(u)\n",
		`^f\.py:6: module step gives other values`},
	{`exception in module`, "    return u + h * p * np.sin(u)\n", "    return u + h * p * np.sinn(u)\n",
		`^f\.py:8: AttributeError in module step, called at f\.py:36: .*no attribute 'sinn'$`},
	{`exception in adjoint`, "    return W + h * W * (p * np.cos(u))\n",
		"    raise ValueError(\"bad\\nthings\")\n",
		`^f\.py:16: ValueError in the adjoint of step for u, called at f\.py:36: bad$`},
	{`assert in module`, "    return u + h * p * np.sin(u)\n", "    assert u[0] > 5\n    return u\n",
		`^f\.py:8: AssertionError in module step, called at f\.py:37: assert u\[0\] > 5$`},
	{`closure value`, "    return A @ u\n", "    return A @ u * p[0]\n",
		`^f\.py:28: the input p is used by \[\] outside of a module.*: give it to the module as an argument`},
	{`misspelled mark`, `@step.tangent("p")`, `@step.tangent("q")`,
		`^f\.py:18: step has no argument 'q': it has u, p, h$`},
	{`mark with value`, `@step.tangent("p")`, `@step.tangent(p)`,
		`^f\.py:18: NameError: .*: a mark names its arguments in quotes$`},
	{`mark without name`, `@step.tangent("p")`, `@step.tangent()`,
		`^f\.py:18: step\.tangent wants the name of an argument, in quotes: write @step\.tangent\(\"u\"\)$`},
	{`mark no call`, `@step.tangent("p")`, `@step.tangent`,
		`^f\.py:18: step\.tangent wants the name of an argument`},
	{`mark misspelled kind`, `@step.tangent("p")`, `@step.tangents("p")`,
		`^f\.py:18: step\.tangents is no mark: write @step\.tangent\(\"u\"\)$`},
	{`mark twice`, `@step.tangent("p")`, `@step.tangent("u")`,
		`^f\.py:18: step has a tangent for u already: keep one$`},
	{`no derivative`, "@sense.jacobian(\"u\")\n", ``,
		`^f\.py:26: module sense has no tangent, adjoint or Jacobian for its argument u, .*: add @sense\.tangent`},
	{`module not marked`, "@module\ndef sense", `def sense`,
		`^f\.py:29: AttributeError: .*: sense is no module: mark it with @module$`},
	{`module on class`, "@module\ndef sense(u):\n    return A @ u\n", "@module\nclass sense:\n    pass\n",
		`^f\.py:26: @module marks a function: write it above a def$`},
	{`derivative misses arg`, "def _(u, p, h, V):\n    return V", "def _(u, p, V):\n    return V",
		`^f\.py:10: this derivative of step cannot be called: .*: it is given all arguments of the module, and then V or W$`},
	{`derivative too many`, "def _(u):\n    return A", "def _(u, V):\n    return A",
		`^f\.py:30: this derivative of sense cannot be called: .*: it is given all arguments of the module$`},
	{`V before others`, "def _(u, p, h, V):\n    return V", "def _(V, u, p, h):\n    return V",
		`^f\.py:12: ValueError in the tangent of step for u.*\(u has shape 6; p has shape 6`},
	{`shape mismatch in loop`, `outputs(y=sense(u))`, `outputs(y=sense(sense(u)))`,
		`^f\.py:28: ValueError in module sense, called at f\.py:37: .*\(u has shape 3\)$`},
	{`scalar vs 1-vector jac`,
		"def sense(u):\n    return A @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return A\n",
		"def sense(u):\n    return u @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return 2 * u\n",
		`^f\.py:30: the Jacobian of sense for u gives shape 6, and 1x6 is wanted: .*, also where there is one$`},
	{`prints`, `for n in`, "print('hello'); \nfor n in", ``},
	{`exit 0`, `outputs(y`, "import sys; sys.exit(0)\noutputs(y",
		`^f\.py:37: the program ends by sys\.exit before it names outputs: call outputs\(\.\.\.\) before$`},
	{`exit text`, `outputs(y`, "import sys; sys.exit('no mesh')\noutputs(y",
		`^f\.py:37: the program ends with sys\.exit\(no mesh\): facet measures programs that run to their end$`},
	{`exit after outputs`, `outputs(y=sense(u))`, `outputs(y=sense(u)); raise SystemExit`, ``},
	{`stdin`, `for n in`, "n = input('steps? ')\nfor n in",
		`^f\.py:35: EOFError: .*: a program that is measured has no input to read: write what it asks for into it$`},
	{`recursion`, "    return A @ u\n", "    return sense(u)\n",
		`^f\.py:28: RecursionError in module sense, called at f\.py:37: .*: a function calls itself without end$`},
	{`missing package`, `import numpy as np`, `import numpy as np, nosuchpackage`,
		`^f\.py:1: ModuleNotFoundError: No module named 'nosuchpackage': .*: install it there, or name another Python with --python$`},
	{`jax`, "@module\ndef sense", "@module(derivatives=\"jax\")\ndef sense",
		`^f\.py:26: derivatives='jax' is not known: write \"torch\", or leave it out$`},
	{`syntax error`, `for n in range(2):`, `for n in range(2)`, `^f\.py:35: SyntaxError: `},
	{`indentation`, `    u = step(u, p)`, `u = step(u, p)`, `^f\.py:36: IndentationError: `},
	{`null byte`, `A = `, "\x00A = ", `^f\.py:1: (ValueError|SyntaxError): source code .*null bytes$`},
	{`missing data file`, `A = `, "B = np.load('mesh.npy')\nA = ",
		`^f\.py:4: FileNotFoundError: .*'mesh\.npy': the program is run in .*; a file beside it is os\.path\.join`},
	{`name error`, `outputs(y=sense(u))`, `outputs(y=sensed(u))`,
		`^f\.py:37: NameError: name 'sensed' is not defined`},
	{`output is look`, `outputs(y=sense(u))`, `outputs(y=sense(u).look())`,
		`^f\.py:37: the output y is no value of a module or an input.*without \.look\(\)$`},
	{`output positional`, `outputs(y=sense(u))`, `outputs(sense(u))`,
		`^f\.py:37: outputs\(\.\.\.\) wants a name for each output: write outputs\(y=y\)$`},
	{`input positional`, `u, p = inputs(u=np.linspace(1, 2, 6), p=np.full(6, 0.3))`,
		`u = inputs(np.linspace(1, 2, 6)); p = inputs(p=np.ones(6))`,
		`^f\.py:34: inputs\(\.\.\.\) wants a name for each input: write u = inputs\(u=\.\.\.\)$`},
	{`inputs unpack one`, `u, p = inputs(u=np.linspace(1, 2, 6), p=np.full(6, 0.3))`,
		`(u,) = inputs(u=np.linspace(1, 2, 6)); p = inputs(p=np.ones(6))`,
		`^f\.py:34: the input u is used by iteration \(a loop, or unpacking\) outside of a module`},
	{`tuple input`, `p=np.full(6, 0.3)`, `p=(np.ones(6), np.ones(3))`,
		`^f\.py:34: the input p is a tuple of parts that are no numbers, or of different lengths`},
	{`input in a list`, `step(u, p)`, `step(u, [p])`,
		`^f\.py:36: step is given values inside of its argument p: give each as an argument of its own$`},
	{`arith on value`, `    u = step(u, p)`, `    u = step(u, p) * 2`,
		`^f\.py:36: what step gave in line 36 is used by \* outside of a module, .*mark(ed)? .*@module, or take \.look\(\)`},
	{`numpy on value`, `    u = step(u, p)`, `    u = np.concatenate([step(u, p), p])`,
		`^f\.py:36: .*numpy\.concatenate outside of a module`},
	{`if on value`, `    u = step(u, p)`, `    if u > 0: u = step(u, p)`,
		`^f\.py:36: the input u is used by > outside of a module`},
	{`*args module`, "def sense(u):\n    return A @ u", "def sense(*u):\n    return A @ u[0]",
		`^f\.py:37: sense takes its values by \*u: write its arguments out, each with a name$`},
	{`lambda module`,
		"@module\ndef sense(u):\n    return A @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return A\n",
		"sense = module(lambda u: A @ u)\n",
		`^f\.py:26: @module wants a function with a name, .*: write a def$`},
	{`method as module`,
		"@module\ndef sense(u):\n    return A @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return A\n",
		"class Model:\n    @module\n    def sense(self, u):\n        return A @ u\nsense = Model().sense\n",
		`^f\.py:27: sense is a method: a module is a function of its own`},
	{`noise`, "    return u + h * p * np.sin(u)\n", "    return np.round(u + h * p * np.sin(u), 3)\n",
		`^f\.py:10: the tangent of step for u is wrong: .*; its result does not change .*: it rounds`},
	{`jacobian of wrong dtype`, "    return A\n", "    return A.astype(int)\n",
		`^f\.py:30: the Jacobian of sense for u is wrong`},
	{`zero division`, `for n in`, "1 / 0\nfor n in", `^f\.py:35: ZeroDivisionError: division by zero$`},
	{`input huge`, `p=np.full(6, 0.3)`, `p=np.full(6, 1e308)`,
		`^f\.py:18: the tangent of step for p has entries that are no finite numbers`},
	{`a square Jacobian whose adjoint is transposed`,
		"def sense(u):\n    return A @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return A\n",
		"def sense(u):\n    return B @ u\n\nB = np.triu(np.ones((6, 6)))\n\n@sense.tangent(\"u\")\ndef _(u, V):\n    return B @ V\n\n@sense.adjoint(\"u\")\ndef _(u, W):\n    return W @ B.T\n", `^f\.py:36: the adjoint of sense for u is wrong.*; it seems to be transposed`},
	{`a square Jacobian whose tangent is transposed`,
		"def sense(u):\n    return A @ u\n\n@sense.jacobian(\"u\")\ndef _(u):\n    return A\n",
		"def sense(u):\n    return B @ u\n\nB = np.triu(np.ones((6, 6)))\n\n@sense.tangent(\"u\")\ndef _(u, V):\n    return B.T @ V\n\n@sense.adjoint(\"u\")\ndef _(u, W):\n    return W @ B\n", `^f\.py:32: the tangent of sense for u is wrong.*; it seems to be transposed`},
	{`a tangent that is twice what it should be`, "    return h * np.sin(u)[:, None] * V\n",
		"    return 2 * h * np.sin(u)[:, None] * V\n",
		`^f\.py:18: the tangent of step for p is wrong.*; it is 2 times what it should be$`},
	{`a tangent that reads one column of V`, "    return h * np.sin(u)[:, None] * V\n",
		"    return h * np.sin(u)[:, None] * V[:, :1]\n",
		`^f\.py:18: the tangent of step for p gives shape 6x1, and 6x3 is wanted`},
}

// judge checks all programs, in one process, and gives an answer for each.
const judge = `
import json
import facet_measure

class Right(BaseException):
    pass

def right(*_):
    raise Right

facet_measure.progress.say, facet_measure.prepared = lambda *_: None, right  # which comes behind the checks
request = {"do": "measure", "program": "f.py", "seed": 0, "repeat": 1, "batches": [1], "structure": False, "trust": False, "methods": [], "unlimited": True}
answers = []
for text in json.load(open("programs.json")):
    with open("f.py", "w") as file:
        file.write(text)
    try:
        answers.append(facet_measure.answered(request))
    except Right:
        answers.append({})
json.dump(answers, open("answers.json", "w"))
`

// judged gives a sentence about each program that is wrong, and an empty one for a right one.
func judged(t *testing.T, programs []string) []string {
	t.Helper()
	extent.NoRace(t)
	t.Parallel()
	path, err := FindPython()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	text, err := json.Marshal(programs)
	if err != nil {
		t.Fatal(err)
	}
	if err := write(dir, map[string][]byte{"facet_modules.py": Runtime, "facet_measure.py": measurer,
		"facet_habits.py": habits, "facet_quicker.py": quicker,
		"judge.py": []byte(judge), "programs.json": text}); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(path, "judge.py")
	run.Dir, run.Env = dir, environment(dir)
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	var answers []struct {
		Error string
		measured.Report
	}
	if text, err = os.ReadFile(filepath.Join(dir, "answers.json")); err == nil {
		err = json.Unmarshal(text, &answers)
	}
	if err != nil || len(answers) != len(programs) {
		t.Fatalf("%d answers for %d programs: %v", len(answers), len(programs), err)
	}
	var sentences []string
	for _, a := range answers {
		sentence := a.Error
		if failed := a.Failed(); len(failed) > 0 {
			sentence = failed[0].Sentence()
		}
		sentences = append(sentences, sentence)
	}
	return sentences
}

// Each typical mistake is answered by one sentence with file, line, cause and remedy.
func TestTypicalMistakes(t *testing.T) {
	var programs []string
	for _, c := range typical {
		if !strings.Contains(mistaken, c.old) {
			t.Fatalf("%s: %q is not in the program", c.name, c.old)
		}
		programs = append(programs, strings.Replace(mistaken, c.old, c.replacement, 1))
	}
	for k, got := range judged(t, programs) {
		c := typical[k]
		if c.want == "" && got != "" || !regexp.MustCompile(c.want).MatchString(got) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
		if len(got) > 420 || strings.Contains(got, "\n") {
			t.Errorf("%s: %d characters are no sentence: %q", c.name, len(got), got)
		}
	}
}
