package recorded_test

import (
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
	path, _ := python()
	dir := t.TempDir()
	for file, text := range map[string]string{"facet_modules.py": string(recorded.Runtime),
		"f.py": likeSteps, "count.py": `
import facet_modules
program, made, colour = facet_modules.Program("f.py"), [], facet_modules.Coloring.__init__
facet_modules.Coloring.__init__ = lambda *given: (made.append(1), colour(*given))[1]
program.recording.find_structures()
print(len(program.recording.structures), len(made))
`} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := exec.CommandContext(t.Context(), path, "count.py")
	run.Dir = dir
	out, err := run.CombinedOutput()
	if got := strings.TrimSpace(string(out)); err != nil || got != "8 2" { // by columns, and by rows
		t.Errorf("%v: %s; 8 Jacobians with 2 colourings are wanted", err, got)
	}
}
