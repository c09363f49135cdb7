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

// Where many columns are wanted, it is they that take the time, and not the calls: a Jacobian with few entries
// is worth a look there, and is none where a few rows are all.
func TestStructureIsLookedForWhereColumnsTakeTime(t *testing.T) {
	numpy(t)
	const look = `
import facet_modules
class Clock:
    now = 0.0
    def perf_counter(self): return self.now
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
