package junction_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
)

// TestPlanIsTheBestChoice compares the minimum cut with trying all subsets of
// accumulations, on fresh line dags and after eliminating other junctions.
func TestPlanIsTheBestChoice(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	plans := 0
	for k := range 2000 {
		g := modeltest.Random(t, rng, 7)
		if k%2 == 1 {
			g = modeltest.Curved(t, rng, g)
		}
		s := model.NewState(g)
		for {
			var junctions []int
			for j := range g.Vertices {
				if _, err := junction.Vertex(s, j); err == nil {
					junctions = append(junctions, j)
				}
			}
			if len(junctions) == 0 {
				break
			}
			j := junctions[rng.IntN(len(junctions))]
			plan, _ := junction.Vertex(s, j)
			if best, ok := bruteVertex(s, j); ok {
				if best != plan.Cost {
					t.Fatalf("junction %d: planned %d, best %d\n%s", j, plan.Cost, best, s)
				}
				plans++
			}
			s, _, _ = model.Replay(s, plan.Ops)
		}
	}
	modeltest.Counted(t, "plans that brute force checked", plans, 2500)
}

// TestPlanIsWholeEverywhere: after single faces have gone, not every pair at a
// junction has a face, and merges along the way can make other orders cheaper;
// a plan then still eliminates all faces, and costs what it says.
func TestPlanIsWholeEverywhere(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	plans := 0
	for k := range 1000 {
		g := modeltest.Random(t, rng, 7)
		if k%2 == 1 {
			g = modeltest.Curved(t, rng, g)
		}
		s := model.NewState(g)
		for range 1 + rng.IntN(5) {
			if all := s.Operations(); len(all) > 0 {
				s, _, _ = s.Apply(all[rng.IntN(len(all))].Op)
			}
		}
		for j := range g.Vertices {
			plan, err := junction.Vertex(s, j)
			if err != nil {
				continue
			}
			end, changes, err := model.Replay(s, plan.Ops)
			if err != nil {
				t.Fatal(err)
			}
			var cost model.Cost
			for _, c := range changes {
				cost = cost.Add(c.Price)
			}
			if cost != plan.Cost {
				t.Fatalf("the plan says %d and costs %d", plan.Cost, cost)
			}
			if _, err := junction.Vertex(end, j); err == nil {
				t.Fatalf("junction %d has faces after its elimination\n%s", j, end)
			}
			if best, ok := bruteVertex(s, j); ok {
				if best > plan.Cost {
					t.Fatalf("junction %d: planned %d, brute force %d\n%s", j, plan.Cost, best, s)
				}
				plans++
			}
		}
	}
	modeltest.Counted(t, "plans that brute force checked", plans, 1000)
}

func bruteVertex(s *model.State, j int) (model.Cost, bool) {
	var bare []model.Z
	for _, z := range s.Vertices() {
		if !s.HasJacobian(z) && (s.Target(z) == j || s.Source(z) == j) {
			bare = append(bare, z)
		}
	}
	if len(bare) > 8 {
		return 0, false
	}
	best := model.Saturated
subsets:
	for set := range 1 << len(bare) {
		now, cost := s, model.Cost(0) // prices are summed: totals may be saturated
		for k, z := range bare {
			if set>>k&1 == 1 {
				c, ok := model.Cheapest(now.Accumulations(z))
				if !ok {
					continue subsets
				}
				now, _, _ = now.Apply(c.Op)
				cost = cost.Add(c.Price)
			}
		}
		for {
			left, did := false, false
			for _, f := range now.AllFaces() {
				if now.Target(f.U) != j {
					continue
				}
				left = true
				if c, ok := model.Cheapest(now.Choices(f)); ok {
					now, _, _ = now.Apply(c.Op)
					cost = cost.Add(c.Price)
					did = true
					break
				}
			}
			if !left {
				best = min(best, cost)
				break
			}
			if !did {
				continue subsets
			}
		}
	}
	return best, true
}

// TestPlanWhereEverythingSaturates: a plan is complete even where no price can
// be told from another.
func TestPlanWhereEverythingSaturates(t *testing.T) {
	const expensive = model.Saturated - 1
	g, err := model.NewDag("dear", []model.Vertex{{ID: "a", Size: 9}, {ID: "b", Size: 9}, {ID: "c", Size: 9}},
		[]model.Edge{{Source: 0, Target: 1, HasModel: true, Tangent: expensive, Adjoint: expensive},
			{Source: 1, Target: 2, HasModel: true, Tangent: expensive, Adjoint: expensive}})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	plan, err := junction.Vertex(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	end, _, err := model.Replay(s, plan.Ops)
	if err != nil || end.Faces() != 0 || !end.Spent().IsSaturated() {
		t.Errorf("the plan leaves %d faces at a cost of %s: %v", end.Faces(), end.Spent(), err)
	}
}
