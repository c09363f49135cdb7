package recorded_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/ui/programs/recorded"
)

// likeSteps has calls that are not alike, for each has a number of its own, with Jacobians of one pattern.
const likeSteps = `
import numpy as np
from facet_modules import module, inputs, outputs

@module
def step(u, k): return k * np.sin(u)

@step.jacobian("u")
def _(u, k): return np.diag(k * np.cos(u))

u = inputs(u=np.linspace(1, 2, 80))
for k in range(1, 9):
    u = step(u, k)
outputs(u=u)
`

// Patterns that are equal are coloured once: that takes longer than to look at a Jacobian.
func TestEqualPatternsAreOne(t *testing.T) {
	numpy(t)
	out, err := facetRuns(t, likeSteps, `
import facet_modules
program, made, colour = facet_modules.Program("f.py"), [], facet_modules.Coloring.__init__
facet_modules.Coloring.__init__ = lambda *given: (made.append(1), colour(*given))[1]
program.recording.find_structures()
print(len(program.recording.structures), len(made))
`)
	if got := out; err != nil || got != "8 2" { // by columns, and by rows
		t.Errorf("%v: %s; 8 Jacobians with 2 colourings are wanted", err, got)
	}
}

// bands has calls of one pattern with a number each, of which one has an entry more far from the others, and
// counts the tangents that are made.
const bands = `
import numpy as np
from facet_modules import module, inputs, outputs

made = vars(np).setdefault("made", [0])

@module
def step(u, k):
    v = k * u * np.roll(u, 1)
    v[7] += (k == 5) * u[200]
    return v

@step.tangent("u")
def _(u, k, V):
    made[0] += V.shape[1]
    T = k * (V * np.roll(u, 1)[:, None] + u[:, None] * np.roll(V, 1, 0))
    T[7] += (k == 5) * V[200]
    return T

u = inputs(u=np.linspace(1, 2, 300))
for k in range(1, 9):
    u = step(u, k)
outputs(u=u)
`

// Calls that may have the same pattern are compared by its colours, and one that has another entry has a
// pattern of its own.
func TestPatternsAreComparedByColours(t *testing.T) {
	numpy(t)
	got, err := facetRuns(t, bands, `
import facet_modules, numpy
program = facet_modules.Program("f.py")
before = numpy.made[0]
program.recording.find_structures()
found = list(program.recording.structures.values())
print([len(s.rows) for s in found], [s is found[0] for s in found], numpy.made[0] - before < 900)
`)
	const want = "[600, 600, 600, 600, 601, 600, 600, 600] " +
		"[True, True, True, True, False, True, True, True] True"
	if err != nil || got != want {
		t.Errorf("%v: %s, want %s", err, got, want)
	}
}

// facetRuns writes a program, runs what looks at it, and gives what that prints.
func facetRuns(t *testing.T, program, script string) (string, error) {
	t.Helper()
	path, _ := python()
	dir := t.TempDir()
	for file, text := range map[string]string{"facet_modules.py": string(recorded.Runtime),
		"f.py": program, "look.py": script} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), path, "look.py")
	run.Dir = dir
	out, err := run.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// clockedSteps has a diagonal Jacobian, and before it one that takes as long for one column as the other for
// thirty. Its marks say how long they take.
const clockedSteps = `
import numpy as np
import facet_modules
from facet_modules import module, inputs, outputs

def takes(seconds): facet_modules.time.now += seconds

@module
def turn(p): return p[::-1] * 2

@turn.tangent("p")
def _(p, V): takes(30 + 0.01 * V.shape[1]); return 2 * V[::-1]

@turn.adjoint("p")
def _(p, W): takes(30 + 0.01 * W.shape[0]); return 2 * W[:, ::-1]

@module
def step(u, p): return np.sin(u) + p[0]

@step.tangent("u")
def _(u, p, V): takes(1 + V.shape[1]); return np.cos(u)[:, None] * V

@step.adjoint("u")
def _(u, p, W): takes(1 + W.shape[0]); return W * np.cos(u)

@step.jacobian("p")
def _(u, p): return np.eye(80, 4)[:1].repeat(80, 0)

u, p = inputs(u=np.linspace(1, 2, 80), p=np.arange(4.0))
for n in range(3):
    p = turn(p)
    u = step(u, p)
%s
`

// Where many columns are wanted, it is they that take the time, and not the calls: a Jacobian with few
// entries is worth a look there, and is none where a few rows are all.
func TestStructureIsLookedForWhereColumnsTakeTime(t *testing.T) {
	numpy(t)
	const look = `
import facet_modules
class Clock:
    now = 0.0
    def process_time(self): return self.now
    perf_counter = process_time
facet_modules.time = Clock()
facet_modules.find_spec = lambda name: True
print(round(facet_modules.run("f.py").suits_structure()[0], 1))
`
	for outputs, want := range map[string]string{
		"outputs(u=u)": "0.6",
		"@module\ndef total(u): return u @ u\n\n@total.adjoint(\"u\")\ndef _(u, W): return 2 * W * u\n\n" +
			"outputs(total=total(u))": "0.0",
	} {
		if got, err := facetRuns(t, fmt.Sprintf(clockedSteps, outputs), look); err != nil || got != want {
			t.Errorf("%v: a part of %s, and %s is wanted, with %s", err, got, want, outputs)
		}
	}
}

// clockedCells has small cells that do not meet in three steps, and are mixed or not in as many others.
const clockedCells = `
import facet_modules
import numpy as np
from facet_modules import module, inputs, outputs

def takes(seconds): facet_modules.time.now += seconds

@module
def grow(u, p): return u * p[0] + np.sin(u)

@grow.tangent("u", "p", joint=True)
def _(u, p, V):
    takes(1 + V[0].shape[1])
    return (p[0] + np.cos(u))[:, None] * V[0] + u[:, None] * V[1][:1]

@module
def mix(v, u): return %s

@mix.tangent("v", "u", joint=True)
def _(v, u, V):
    takes(1 + V[0].shape[1])
    return %s

u, p = inputs(u=np.linspace(1, 2, 20), p=np.arange(1.0, 3.0))
v = u
for n in range(3):
    u = grow(u, p)
    v = mix(v, u)
outputs(v=v)
`

// Where cells do not meet, two tangents do in place of 22: in half of the calls, or in all of them.
func TestStructureIsLookedForWhereCellsDoNotMeet(t *testing.T) {
	numpy(t)
	const look = `
import facet_modules
class Clock:
    now = 0.0
    def process_time(self): return self.now
    perf_counter = process_time
facet_modules.time = Clock()
print(round(facet_modules.run("f.py").suits_sections(), 2))
`
	for mix, want := range map[[2]string]string{
		{"v[::-1].cumsum() + u", "V[0][::-1].cumsum(0) + V[1]"}: "0.42",
		{"v + u", "V[0] + V[1]"}:                                "0.83",
	} {
		if got, err := facetRuns(t, fmt.Sprintf(clockedCells, mix[0], mix[1]), look); err != nil || got != want {
			t.Errorf("%v: a part of %s, and %s is wanted", err, got, want)
		}
	}
}

// selecting has a sparse Jacobian that picks entries by what its module is given, and one of a fixed pattern.
const selecting = `
import numpy as np
from scipy.sparse import csr_matrix
from facet_modules import module, inputs, outputs

@module
def pick(u, at): return u[at(u)]**2

@pick.jacobian("u")
def _(u, at): return csr_matrix((2 * u[at(u)], at(u), np.arange(91)), (90, 90))

u = inputs(u=np.linspace(1, 2, 90))
outputs(u=pick(u, %s))
`

// What a mark says by a sparse matrix to be there is a pattern without being asked for. It is none where it is
// another one nearby, and a run where it has become another one ends.
func TestPatternsOfSparseMarks(t *testing.T) {
	numpy(t)
	const look = `
import numpy as np
import facet_modules
try:
    import scipy
except ImportError:
    print("no scipy")
    raise SystemExit
program = facet_modules.Program("f.py")
recording = program.recording
suits = recording.suits_structure()[0]
recording.find_structures()
structure, = recording.structures.values()
said = []
for k in (1, -1):
    program.begin()
    try:
        J = program.pick_1_tangent_u(k * program.inputs[0], np.eye(90))
        said.append(str(np.count_nonzero(J)))
    except facet_modules.Mistake as mistake:
        said.append(str(mistake)[:66])
print(suits, None if structure is None else len(structure.rows), *said, sep="; ")
`
	for at, want := range map[string]string{
		"lambda u: np.arange(90)[::-1]": "1.0; 90; 90; 90",
		"lambda u: np.arange(90) if u[0] > 0 else np.arange(90) // 2": "1.0; 90; 90; " +
			"f.py:9: the Jacobian of pick for u has entries where it had none w",
		"lambda u: np.full(90, int(1e9 * u[0]) %% 89)": "1.0; None; 90; 90",
	} {
		got, err := facetRuns(t, fmt.Sprintf(selecting, strings.ReplaceAll(at, "%%", "%")), look)
		if got == "no scipy" {
			t.Skip(got)
		}
		if err != nil || got != want {
			t.Errorf("%v: %s, and %s is wanted, with %s", err, got, want, at)
		}
	}
}

// Entries that a mark stores are there, whatever they are in the runs that are looked at.
func TestStoredZerosAreEntries(t *testing.T) {
	numpy(t)
	const late = `
import numpy as np
from scipy.sparse import csr_matrix
from facet_modules import module, inputs, outputs

@module
def bend(u): return np.maximum(u, 3)

@bend.jacobian("u")
def _(u): return csr_matrix((1.0 * (u > 3), np.arange(90), np.arange(91)), (90, 90))

u = inputs(u=np.linspace(1, 2, 90))
outputs(u=bend(u))
`
	got, err := facetRuns(t, late, `
import facet_modules
program = facet_modules.Program("f.py")
try:
    import scipy
    program.recording.find_structures()
    print(*(len(s.rows) for s in program.recording.structures.values()))
    program.begin()
    print(program.bend_1_by_tangents_u(program.inputs[0] + 1.5).sum())
except ImportError:
    print("no scipy")
`)
	if got == "no scipy" {
		t.Skip(got)
	}
	if err != nil || got != "90\n45.0" {
		t.Errorf("%v: %s entries", err, got)
	}
}
