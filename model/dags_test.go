package model_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"facet/model"
)

// build makes a dag from vertices "id:size" and edges of (source, target, T, A).
type edge struct {
	from, to         string
	tangent, adjoint model.Cost
}

func build(t testing.TB, name string, sizes map[string]int64, ids []string, edges []edge) *model.Dag {
	t.Helper()
	at := map[string]int{}
	var vertices []model.Vertex
	for k, id := range ids {
		at[id] = k
		vertices = append(vertices, model.Vertex{ID: id, Size: sizes[id]})
	}
	var es []model.Edge
	for _, e := range edges {
		es = append(es, model.Edge{Source: at[e.from], Target: at[e.to], Tangent: e.tangent, Adjoint: e.adjoint, HasModel: true})
	}
	g, err := model.NewDag(name, vertices, es)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func bat(t testing.TB) *model.Dag {
	return build(t, "bat",
		map[string]int64{"-1": 2, "0": 2, "1": 1, "2": 1, "3": 1, "4": 1, "5": 2, "6": 1},
		[]string{"-1", "0", "1", "2", "3", "4", "5", "6"},
		[]edge{{"-1", "1", 2, 4}, {"0", "2", 2, 4}, {"1", "3", 1, 2}, {"1", "4", 1, 2}, {"2", "3", 1, 2},
			{"2", "6", 1, 2}, {"3", "4", 1, 2}, {"3", "5", 2, 4}, {"3", "6", 1, 2}})
}

// lion is the dag of the paper's session: the outputs 5 and 6 of Bat are one
// vertex of three entries.
func lion(t testing.TB) *model.Dag {
	return build(t, "lion",
		map[string]int64{"0": 2, "1": 1, "2": 1, "3": 3, "4": 1},
		[]string{"0", "1", "2", "3", "4"},
		[]edge{{"0", "1", 2, 4}, {"1", "2", 1, 2}, {"1", "4", 1, 2}, {"2", "3", 3, 6}, {"2", "4", 1, 2}})
}

func newton(t testing.TB, steps int) *model.Dag {
	sizes := map[string]int64{"p": 10, "x0": 10}
	ids := []string{"p", "x0"}
	var edges []edge
	for k := range steps {
		x, f, r, y := "x"+strconv.Itoa(k), "F"+strconv.Itoa(k), "R"+strconv.Itoa(k), "x"+strconv.Itoa(k+1)
		sizes[f], sizes[r], sizes[y] = 100, 10, 10
		ids = append(ids, f, r, y)
		edges = append(edges, edge{x, f, 2000, 4000}, edge{"p", f, 2000, 4000}, edge{x, r, 200, 400},
			edge{"p", r, 200, 400}, edge{x, y, 0, 0}, edge{f, y, 1000, 2000}, edge{r, y, 800, 1600})
	}
	return build(t, fmt.Sprintf("newton%d", steps), sizes, ids, edges)
}

func composition(t testing.TB) *model.Dag {
	return build(t, "composition", map[string]int64{"0": 10, "1": 2, "2": 5}, []string{"0", "1", "2"},
		[]edge{{"0", "1", 1000, 2000}, {"1", "2", 1000, 2000}})
}

// randomDag has up to most vertices and all mixtures of flags, zero costs and,
// rarely, huge sizes.
func randomDag(t testing.TB, rng *rand.Rand, most int) *model.Dag {
	for {
		n := 3 + rng.IntN(most-2)
		huge := rng.IntN(20) == 0
		vertices := make([]model.Vertex, n)
		for k := range vertices {
			vertices[k] = model.Vertex{ID: strconv.Itoa(k), Size: 1 + rng.Int64N(6)}
			if huge {
				vertices[k].Size = 1 + rng.Int64N(3e8)
			}
		}
		density := 0.2 + 0.6*rng.Float64()
		flags := rng.IntN(3)
		var edges []model.Edge
		for i := range n {
			for j := i + 1; j < n; j++ {
				if rng.Float64() > density {
					continue
				}
				e := model.Edge{Source: i, Target: j, HasModel: true, Tangent: model.Cost(rng.IntN(30)), Adjoint: model.Cost(rng.IntN(60))}
				if flags > 0 && rng.IntN(3) == 0 {
					e.HasJacobian = true
					e.HasModel = flags == 1 || rng.IntN(2) == 0
				}
				edges = append(edges, e)
			}
		}
		if g, err := model.NewDag("random", vertices, edges); err == nil {
			return g
		}
	}
}
