package model_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// TestMemory: the composition's two factors have 2x10 and 5x2 entries, their
// product 5x10.
func TestMemory(t *testing.T) {
	g := modeltest.Sample(t, "composition")
	for _, c := range []struct {
		text string
		want model.Memory
	}{
		{"ACC ADJ (0 1)\nELI TAN (0 1)(1 2)", model.Memory{Peak: 70, At: 2, Result: 50}},
		{"ACC ADJ (0 1)\nACC ADJ (1 2)\nELI MUL (0 1)(1 2)", model.Memory{Peak: 80, At: 3, Result: 50}},
		{"ACC ADJ (1 2)\nELI ADJ (0 1)(1 2)", model.Memory{Peak: 60, At: 2, Result: 50}},
	} {
		ops, _, err := model.ReadSequence(model.NewState(g), strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := model.MemoryOf(model.NewState(g), ops); err != nil || got != c.want {
			t.Errorf("%q: %+v %v, want %+v", c.text, got, err, c.want)
		}
	}
}

// entries counts the entries of a Jacobian one by one: those that some path reaches.
func entries(g *model.Dag, s *model.State, z model.Z) (sum model.Cost) {
	if !g.HasPatterns() {
		return g.Size(s.Source(z)).Times(g.Size(s.Target(z)))
	}
	const most = 100_000
	reached := make(map[[2]int64]bool)
	for _, path := range s.Label(z).Paths(most) {
		for column := range g.Vertices[path[0]].Size {
			at := map[int64]bool{column: true}
			for k := range len(path) - 1 {
				next := make(map[int64]bool)
				for _, e := range g.Out(int(path[k])) {
					if g.Edges[e].Target != int(path[k+1]) {
						continue
					}
					for row := range g.Edges[e].Pattern.Rows() {
						for m := range at {
							if g.Edges[e].Pattern.Has(row, m) {
								next[row] = true
							}
						}
					}
				}
				at = next
			}
			for row := range at {
				reached[[2]int64{row, column}] = true
			}
		}
	}
	return model.Cost(len(reached))
}

// TestMemoryOfWalks counts again after every operation.
func TestMemoryOfWalks(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for n := range 600 {
		g := modeltest.Random(t, rng, 7)
		if n%2 == 1 {
			g = modeltest.Patterned(t, rng, g)
		}
		s := model.NewState(g)
		count := func() (sum model.Cost) {
			for _, z := range s.Vertices() {
				if s.HasJacobian(z) {
					sum = sum.Add(entries(g, s, z))
				}
			}
			return sum
		}
		least := count()
		var ops []model.Op
		for {
			all := s.Operations()
			if len(all) == 0 {
				break
			}
			o := all[rng.IntN(len(all))].Op
			ops = append(ops, o)
			s, _, _ = s.Apply(o)
			least = max(least, count())
		}
		m, err := model.MemoryOf(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		if !m.Peak.IsSaturated() && (m.Result != count() || m.Peak < least) {
			t.Fatalf("%+v, counted %d at the end and %d at most between operations", m, count(), least)
		}
	}
}
