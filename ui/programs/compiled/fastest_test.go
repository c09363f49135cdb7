package compiled_test

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/ui/programs/compiled"
)

// TestFastest: ways to write a Jacobian are timed in both languages, of numbers, arrays and
// a direction, in single precision too.
func TestFastest(t *testing.T) {
	for _, tool := range []string{"go", "gcc"} {
		if _, err := exec.LookPath(tool); err != nil || testing.Short() {
			t.Skip("there is no", tool, "or the run is a short one")
		}
	}
	for _, name := range []string{"inverse", "blackscholes"}[:extent.Of(1, 2)] {
		text, err := os.ReadFile("../../../samples/code/" + name + ".go")
		if err != nil {
			t.Fatal(err)
		}
		p, err := source.Read(name+".go", text, "")
		if err != nil {
			t.Fatal(err)
		}
		a, b := coded(t, rand.New(rand.NewPCG(1, 1)), p).Jacobian, coded(t, rand.New(rand.NewPCG(2, 2)), p).
			Jacobian
		for _, f := range []code.Form{{}, {Language: "c"}, {Language: "c", Single: true, Layout: code.Dense},
			{Single: true, Package: "own", Layout: code.CSR}} {
			inSequence := f
			inSequence.Order = code.InSequence
			took, err := compiled.Fastest(t.Context(), []*code.Jacobian{a, a, b},
				[]code.Form{f, inSequence, f})
			if err != nil || len(took) != 3 || !(took[0] > 0 && took[1] > 0 && took[2] > 0) {
				t.Errorf("%s, %+v: %v, %v", name, f, took, err)
			}
		}
	}
}

// TestMissingTools: what is not installed is said before work is done in vain.
func TestMissingTools(t *testing.T) {
	for _, name := range []string{"PATH", "CC", "CXX"} {
		t.Setenv(name, "")
	}
	for _, f := range []code.Form{{}, {Language: "c"}, {Language: "c++"}} {
		if compiled.CanCheck(f) == nil || compiled.CanMeasure(f) == nil {
			t.Errorf("%+v: nothing is missed", f)
		}
	}
}
