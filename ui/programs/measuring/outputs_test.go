package measuring_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/ui/programs/recorded"
)

// shared has outputs that modules use, too, and a product that is added to what one of them gives.
const shared = `
import numpy as np
from facet_modules import module, inputs, outputs

B = np.random.default_rng(2).normal(size=(80, 80))

@module
def step(u): return np.sin(u)

@step.tangent("u")
def _(u, V): return np.cos(u)[:, None] * V

@step.adjoint("u")
def _(u, W): return W * np.cos(u)

@module
def mix(a, b): return a + B @ b

@mix.jacobian("a")
def _(a, b): return np.eye(80)

@mix.jacobian("b")
def _(a, b): return B

u = inputs(u=np.linspace(1, 2, 80))
y = step(u)
z = step(y)
w = mix(y, z)
outputs(y=y, z=z, w=w, x=mix(w, y), again=z)
`

// What an output gives that modules use, too, is what they are given: nothing is called for it.
func TestOutputsThatModulesUse(t *testing.T) {
	extent.NoRace(t)
	for _, structure := range []string{"--structure", "--structure=false"} {
		dir := folder(t, shared)
		text, err := run(t, dir, "f.py", "--repeat", "1", structure, "--out", "f.json")
		if err != nil {
			t.Errorf("%v\n%s", err, text)
		}
		_, driver := planned(t, read(t, filepath.Join(dir, "f.json")), "python")
		for _, name := range []string{"y_tangent_value", "z_tangent_value", "w_tangent_value"} {
			if strings.Contains(string(driver), "modules."+name+"(") {
				t.Errorf("%s is called:\n%s", name, driver[strings.Index(string(driver), "def jacobian"):])
			}
		}
		for name, text := range map[string][]byte{
			"f_jacobian.py": driver, "facet_modules.py": recorded.Runtime, "use.py": []byte(`
import numpy as np, f_jacobian, facet_modules
program = facet_modules.Program("f.py")
B = np.random.default_rng(2).normal(size=(80, 80))
plain = lambda a: a.toarray() if hasattr(a, "toarray") else a
for u in (program.inputs[0], np.linspace(-2, 3, 80)):
    values, blocks = f_jacobian.jacobian(program, u)
    y = np.diag(np.cos(u))
    z = np.cos(np.sin(u))[:, None] * y
    assert blocks["z", "u"] is not blocks["again", "u"]
    for name, want in {"y": y, "z": z, "again": z, "w": y + B @ z, "x": y + B @ z + B @ y}.items():
        assert np.allclose(plain(blocks[name, "u"]), want, rtol=1e-12, atol=1e-12), name
`)} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		path, err := python()
		if err != nil {
			t.Fatal(err)
		}
		use := exec.Command(path, "use.py")
		use.Dir = dir
		if output, err := use.CombinedOutput(); err != nil {
			t.Errorf("the driver does not give the Jacobian: %v\n%s\n%s", err, output, driver)
		}
	}
}
