package heuristic

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
)

// TestGreedyTakesTheFirst prices all faces anew before every step: the one that
// the heap gives is the first of them.
func TestGreedyTakesTheFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(71, 7))
	steps := 0
	for k := range 300 {
		shapes := linegraphtest.Shapes(4 + rng.IntN(36))
		g := linegraphtest.RandomDag(rng, shapes[rng.IntN(len(shapes))])
		switch k % 4 {
		case 0:
			g = g.Classic()
		case 1:
			g = modeltest.Curved(t, rng, g)
		}
		s := model.NewState(g)
		for range rng.IntN(5) {
			if ops := s.Operations(); len(ops) > 0 {
				s, _, _ = s.Apply(ops[rng.IntN(len(ops))].Op)
			}
		}
		for _, o := range []order{{byFill, k%2 == 0}, {byCost, k%2 == 0}} {
			c := choose(s, nil, o, canon(g))
			for {
				best, ok := c.pop()
				var first candidate
				known := false
				for _, f := range c.state.AllFaces() {
					if now := c.candidate(f.U, f.V); !known || c.compare(&now, &first) < 0 {
						first, known = now, true
					}
				}
				if ok != known || ok && c.compare(&first, &best) != 0 {
					t.Fatalf("dag %d: %+v comes first, the heap gives %+v, %v", k, first, best, ok)
				}
				if !ok {
					break
				}
				steps++
				c.take(best)
			}
		}
	}
	modeltest.Counted(t, "steps", steps, 9500)
}
