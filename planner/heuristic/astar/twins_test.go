package astar

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// withTwins gives a random dag in classic mode with twins of one or two junctions, and the
// dag that has one junction for each class of twins, of their sizes together.
func withTwins(t *testing.T, r *rand.Rand, shape linegraphtest.Shape) (dag, merged *model.Dag) {
	g := linegraphtest.RandomDag(r, shape).Classic()
	sum := append([]model.Vertex(nil), g.Vertices...)
	vertices, edges := append([]model.Vertex(nil), g.Vertices...), append([]model.Edge(nil), g.Edges...)
	for n := 1 + r.IntN(2); n > 0; {
		j := r.IntN(len(g.Vertices))
		if !g.IsJunction(j) {
			continue
		}
		twin := len(vertices)
		v := model.Vertex{ID: "twin" + string(rune('0'+n)), Size: 1 + r.Int64N(4)}
		vertices = append(vertices, v)
		sum[j].Size += v.Size
		for _, e := range edges {
			if e.Source == j {
				e.Source = twin
				edges = append(edges, e)
			} else if e.Target == j {
				e.Target = twin
				edges = append(edges, e)
			}
		}
		n--
	}
	dag, err := model.NewDag("twins", vertices, edges)
	if err == nil {
		merged, err = model.NewDag("merged", sum, g.Edges)
	}
	if err != nil {
		t.Fatal(err)
	}
	return dag, merged
}

func start(t *testing.T, g *model.Dag) *packed.State {
	p, err := packed.NewProblem(g)
	if err != nil {
		t.Fatal(err)
	}
	return packed.FromModel(p, model.NewState(p.Dag))
}

// cheapest tries every order of junctions; where there are twins, those orders alone in
// which each comes right after the other.
func cheapest(s *packed.State, twins [][2]int, known map[packed.Key]model.Cost) model.Cost {
	key := s.Key()
	if cost, ok := known[key]; ok {
		return cost
	}
	best := model.Saturated
	js := junctions(s)
	for _, j := range js {
		next := s.Clone()
		_, cost, _ := eliminate(next, j, nil)
		for _, pair := range twins {
			for k, twin := range pair {
				if int(j) == pair[1-k] {
					_, also, _ := eliminate(next, int32(twin), nil)
					cost = cost.Add(also)
				}
			}
		}
		best = min(best, cost.Add(cheapest(next, twins, known)))
	}
	if len(js) == 0 {
		best = 0
		for z := range packed.Bits(s.Live()) {
			if !s.Vertex[z].Jacobian {
				_, price := s.Accumulation(z)
				best = best.Add(price)
			}
		}
	}
	known[key] = best
	return best
}

// TestTwinsAreEliminatedTogether: in classic mode no order of vertex eliminations is
// cheaper than the best one in which twins follow one another, which costs as much as that
// of the dag that has one junction for each class.
func TestTwinsAreEliminatedTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 6))
	for n := range 200 {
		dag, merged := withTwins(t, r, linegraphtest.Shape{Edges: 6 + n%6, MaxSize: 1 + int64(n%4),
			MaxCost: 1})
		s := start(t, dag)
		want := cheapest(s, nil, make(map[packed.Key]model.Cost))
		if got := cheapest(start(t, merged), nil, make(map[packed.Key]model.Cost)); got != want {
			t.Fatalf("dag %d: %s, and %s where twins are one junction", n, want, got)
		}
		got, err := Search(s, incumbent.New(schedule.New(1, 0, 0)).Reporters(incumbent.Job{}, 1)[0],
			Options{})
		if err != nil || !got.Proven || got.Cost != want {
			t.Fatalf("dag %d: %s of %s, proven %v, %v", n, got.Cost, want, got.Proven, err)
		}
	}
}

// TestTwinsWithModels: with models twins may have to be eliminated apart, for an edge is
// accumulated, or used by its model, for both sides at once.
func TestTwinsWithModels(t *testing.T) {
	vertices := []model.Vertex{{ID: "0", Size: 7}, {ID: "1", Size: 45}, {ID: "2", Size: 40},
		{ID: "3", Size: 18}, {ID: "twin", Size: 3}}
	edge := func(from, to int, tangent, adjoint model.Cost) model.Edge {
		return model.Edge{Source: from, Target: to, Tangent: tangent, Adjoint: adjoint, HasModel: true}
	}
	known := edge(0, 3, 350, 1215)
	known.HasJacobian = true
	dag, err := model.NewDag("models", vertices, []model.Edge{
		edge(1, 3, 864, 626), edge(0, 2, 520, 221), known, edge(0, 1, 438, 220), edge(1, 2, 679, 181),
		edge(2, 3, 199, 729),
		edge(4, 3, 864, 626), edge(0, 4, 438, 220), edge(4, 2, 679, 181),
	})
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, dag)
	apart := cheapest(s, nil, make(map[packed.Key]model.Cost))
	together := cheapest(s, [][2]int{{1, 4}}, make(map[packed.Key]model.Cost))
	if apart != 25164 || together != 25407 {
		t.Errorf("%s, and %s with twins one after the other", apart, together)
	}
}
