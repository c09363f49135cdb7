package driver_test

import (
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/pattern"
	"facet/model/programs/driver"
)

// cells has cells that do not meet for two steps, whose values outputs mix, of these entries each.
func cells(t *testing.T, outputs ...string) *model.Dag {
	t.Helper()
	const n = 24
	vertices := []model.Vertex{{ID: "u", Size: n}, {ID: "p", Size: 2}}
	var edges []model.Edge
	add := func(id string, size int64, from map[int]string) int {
		vertices = append(vertices, model.Vertex{ID: id, Size: size})
		for i := range len(vertices) {
			text, has := from[i]
			if !has {
				continue
			}
			p, err := pattern.Parse(text, size, vertices[i].Size)
			if err != nil {
				t.Fatal(err)
			}
			edges = append(edges, model.Edge{Source: i, Target: len(vertices) - 1, HasModel: true, Tangent: 900,
				Adjoint: 800, Pattern: p})
		}
		return len(vertices) - 1
	}
	kinds := "rows " + strings.TrimSuffix(strings.Repeat("0;1;", n/2), ";")
	last := add("s", n, map[int]string{0: "diagonal", 1: kinds})
	last = add("t", n, map[int]string{last: "diagonal", 1: kinds})
	for k, text := range outputs {
		y := add("y"+string(rune('a'+k)), 3, map[int]string{last: text})
		add("z"+string(rune('a'+k)), 4, map[int]string{y: "dense", 1: "dense"})
	}
	g, err := model.NewDag("cells", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Where cells do not meet yet, three tangents do: of the two kinds of parameters, one. What mixes them is given
// all columns, or those of the whole Jacobian by their colours.
func TestSections(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	half := "rows 0-11;0-11;0-11"
	var all []driven
	for _, c := range []struct {
		outputs           []string
		takes             model.Cost // two steps of two edges by two tangents, and outputs by all columns
		python, cpp, goes string
	}{
		{[]string{"dense"}, 900 * (4*2 + 3*26), " = _wide(section, ", "facet::dense(facet::block(p.section, ",
			"dense(blockOf(p.section, "},
		{[]string{half, strings.ReplaceAll(half, "0-11", "12-23")}, 900 * (4*2 + 6*14), " = _squeeze(whole, _block(section, ",
			"facet::squeeze(p.whole, facet::block(p.section, ", "squeeze(p.whole, blockOf(p.section, "},
	} {
		g := cells(t, c.outputs...)
		d := driver.NewMode(g, "compressed tangent")
		if d.Cost != c.takes {
			t.Errorf("%v: %d and not %d", c.outputs, d.Cost, c.takes)
		}
		all = append(all, driven{newModules(rng, g).sparse(), d, true})
		for language, want := range map[string]string{"python": c.python, "c++": c.cpp, "go": c.goes} {
			if text, err := d.Write(language, origin); err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%v: no driver in %s with %s", err, language, want)
			}
		}
	}
	t.Run("python", func(t *testing.T) {
		if err := exec.Command(numpy(t), "-c", "import scipy.sparse").Run(); err != nil {
			t.Skip("there is no scipy")
		}
		runPython(t, all)
	})
	t.Run("go", func(t *testing.T) { runGo(t, all) })
	t.Run("c++", func(t *testing.T) {
		extent.FullOnly(t)
		runCPP(t, all, "-fsanitize=address,undefined")
	})
}

// Times decide: where a call's tangents take next to nothing, taking them apart takes longer.
func TestSectionsThatSaveNothing(t *testing.T) {
	for unit, want := range map[string]bool{"1e-7": true, "1e-12": false} {
		g := cells(t, "dense")
		g.Extra = []model.Attribute{{Name: "program", Value: "f"}, {Name: "language", Value: "python"},
			{Name: "unit_seconds", Value: unit}}
		text, err := driver.NewMode(g, "compressed tangent").Write("python", origin)
		if got := strings.Contains(string(text), " = _wide("); err != nil || got != want {
			t.Errorf("%v: a unit of %s s: a section is %t", err, unit, got)
		}
	}
}
