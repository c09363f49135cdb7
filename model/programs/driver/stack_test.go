package driver_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
	"facet/model/modeltest/extent"
	"facet/model/programs/driver"
)

// Of a loop with results in each step, or with inputs, the parts of a call are added at once:
// a step takes as many lines as any other, whatever the number of results; and the
// steps are a loop (where no step has an input of its own, which is an argument of the driver).
func TestStacks(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var all []driven
	for _, joint := range []bool{false, true} {
		for _, mode := range []model.Mode{model.ADJ, model.TAN} {
			lines := make(map[int]int)
			for _, n := range []int{9, 18} {
				d := sweptSteps(t, n, 3, mode, joint)
				text, err := d.WriteLines("python", origin)
				if err != nil {
					t.Fatal(err)
				}
				_, body, _ := strings.Cut(string(text), "def jacobian")
				lines[n] = len(regexp.MustCompile(`(?m) \+= | = \w+ \+ |concatenate|zeros`).FindAllString(body, -1))
				rolled, err := d.Write("python", origin)
				if err != nil {
					t.Fatal(err)
				}
				if added := regexp.MustCompile(`(?m)^        \w+\[.*n.*\] \+= `); mode == model.ADJ && !added.Match(rolled) {
					t.Errorf("%s: parts are not added in a loop:\n%s", mode, rolled)
				}
				all = append(all, driven{newModules(rng, d.Dag), d, true})
			}
			if lines[18] > 2*lines[9]+9 {
				t.Errorf("%s, joint %v: of %d lines in 9 steps %d became in 18", mode, joint, lines[9], lines[18])
			}
		}
	}
	text, err := sweptSteps(t, 9, 3000, model.ADJ, false).WriteLines("python", origin)
	if err != nil || strings.Contains(string(text), "zeros") {
		t.Errorf("large matrices are moved to be added at once: %v\n%s", err, text)
	}
	t.Run("python", func(t *testing.T) { runPython(t, all) })
	t.Run("go", func(t *testing.T) { runGo(t, all[:4]) })
	t.Run("c++", func(t *testing.T) { runCPP(t, all[:extent.Of(4, len(all))]) })
}

// sweptSteps is the driver of a loop whose adjoints go through it from the last step to the first, or
// tangents from the first to the last; calls have a setup. States
// have so many entries.
func sweptSteps(t *testing.T, n int, state int64, mode model.Mode, joint bool) *driver.Driver {
	t.Helper()
	vertices := []model.Vertex{{ID: "u", Size: state}, {ID: "p", Size: state - 1}}
	var edges []model.Edge
	add := func(id string, size int64, from ...int) int {
		v := model.Vertex{ID: id, Size: size}
		for _, kind := range []string{"tangent", "adjoint"} {
			if joint && len(from) > 1 {
				v.Extra = append(v.Extra, model.Attribute{Name: "joint_" + kind + "_function", Type: "string",
					Value: fmt.Sprintf("joint_%s_%d", kind, len(vertices))})
			}
		}
		vertices = append(vertices, v)
		for _, i := range from {
			edges = append(edges, model.Edge{Source: i, Target: len(vertices) - 1, HasModel: true, Tangent: 3, Adjoint: 4})
		}
		return len(vertices) - 1
	}
	last, also := 0, 1
	for k := range n {
		if mode == model.ADJ {
			last = add(fmt.Sprintf("u%d", k+1), state, last, 1)
			add(fmt.Sprintf("y%d", k+1), 2, last)
		} else {
			last = add(fmt.Sprintf("u%d", k+1), state, last, add(fmt.Sprintf("c%d", k+1), 2))
			also = add(fmt.Sprintf("s%d", k+1), 2, also, last)
		}
	}
	g, err := model.NewDag("steps", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	var ops []model.Op
	for s := model.NewState(g); !s.Done(); {
		best, most := model.Op{}, -1
		for _, o := range s.Operations() {
			source, target := s.Source(o.Op.U), s.Target(o.Op.U)
			rank := target // the middle of a face
			if mode == model.TAN {
				rank = len(g.Vertices) - target
			}
			if o.Op.IsAccumulation() {
				rank = len(g.Vertices)
				if mode == model.ADJ && !g.IsSink(target) || mode == model.TAN && !g.IsSource(source) {
					continue
				}
			}
			if o.Op.Mode == mode && rank > most {
				best, most = o.Op, rank
			}
		}
		if s, _, err = s.Apply(best); err != nil {
			t.Fatal(err)
		}
		ops = append(ops, best)
	}
	d, err := driver.New(g, ops)
	if err != nil {
		t.Fatal(err)
	}
	d.Fuse(1<<20, func(o measured.Call) float64 { return 1000 + float64(o.Seeds) })
	return d
}
