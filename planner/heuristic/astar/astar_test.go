package astar

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// TestJunctionLikeModel eliminates random junctions and compares the price with
// the model's plan for the same coarse move.
func TestJunctionLikeModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for range 200 {
		for _, shape := range linegraphtest.Shapes(12) {
			m := model.NewState(linegraphtest.RandomDag(rng, shape))
			p, err := packed.NewProblem(m.Dag())
			if err != nil {
				t.Fatal(err)
			}
			s := packed.FromModel(p, m)
			for js := junctions(s); len(js) > 0; js = junctions(s) {
				j := js[rng.IntN(len(js))]
				plan, err := junction.Vertex(m, int(j))
				if err != nil {
					t.Fatal(err)
				}
				_, cost, exact := eliminate(s, j, nil)
				if cost.IsSaturated() || m.Spent().Add(plan.Cost).IsSaturated() {
					break // prices that cannot be told apart
				}
				if cost != plan.Cost || !exact {
					t.Fatalf("junction %d costs %s, the model says %s; exact %v", j, cost, plan.Cost, exact)
				}
				if m, _, err = model.Replay(m, plan.Ops); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestSearchWithoutRoom gives up and says so.
func TestSearchWithoutRoom(t *testing.T) {
	p, err := packed.NewProblem(modeltest.Newton(t, 3))
	if err != nil {
		t.Fatal(err)
	}
	s := packed.FromModel(p, model.NewState(p.Dag))
	best, err := Search(s, incumbent.New(schedule.New(1, 0, 0)).Reporters(incumbent.Job{}, 1)[0], Options{})
	if err != nil || !best.Proven {
		t.Fatalf("%+v, %v", best, err)
	}
	for memory := int64(nodeBytes); memory < 6*nodeBytes; memory += nodeBytes {
		got, err := Search(s, incumbent.New(schedule.New(1, 0, 0)).Reporters(incumbent.Job{}, 1)[0],
			Options{Memory: memory})
		if err != nil || got.Proven || got.Moves != nil {
			t.Errorf("%d bytes: %s, proven %v, %v", memory, got.Cost, got.Proven, err)
		}
	}
}
