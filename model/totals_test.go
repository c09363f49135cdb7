package model_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/generate"
)

// All classical modes at once are each by itself, and none where the context is done.
func TestClassicalOf(t *testing.T) {
	banded, err := generate.Banded(60, 5, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	newton, err := generate.Newton(4, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*model.Dag{banded, newton, newton.Classic()} {
		all, err := model.ClassicalOf(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		once := model.AtOnceOf(g, func() bool { return false })
		tangent, adjoint := once.CompressedTangent, once.CompressedAdjoint
		if all.DenseTangent != g.DenseTangent() || all.DenseAdjoint != g.DenseAdjoint() ||
			all.SparseTangent != g.SparseTangent() || all.SparseAdjoint != g.SparseAdjoint() {
			t.Errorf("%s: %+v", g.Name, all)
		}
		if (tangent == nil) != (all.CompressedTangent == nil) || tangent != nil &&
			(*tangent != *all.CompressedTangent || *adjoint != *all.CompressedAdjoint) {
			t.Errorf("%s: compressed %v %v", g.Name, all.CompressedTangent, all.CompressedAdjoint)
		}
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := model.ClassicalOf(done, g); err == nil {
			t.Errorf("%s: it goes on", g.Name)
		}
	}
}

// Where all Jacobians are dense, compressed modes see which sinks a source reaches: columns
// of the whole Jacobian without a row in common have one colour, by the greedy colouring of
// docs/sparsity.md.
func TestCompressedModesOfDenseJacobians(t *testing.T) {
	two, err := model.NewDag("two chains", []model.Vertex{
		{ID: "a", Size: 2}, {ID: "b", Size: 2}, {ID: "c", Size: 2}, {ID: "d", Size: 2},
	}, []model.Edge{
		{Source: 0, Target: 1, Tangent: 5, Adjoint: 7, HasModel: true},
		{Source: 2, Target: 3, Tangent: 5, Adjoint: 7, HasModel: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	if tangent, ok := two.CompressedTangent(); tangent != 20 || !ok {
		t.Errorf("two chains: %s", tangent)
	}
	r := rand.New(rand.NewPCG(7, 8))
	fewer := 0
	for range 400 {
		g := randomDense(t, r)
		var sum [2]model.Cost
		for k := range g.Edges {
			sum[0], sum[1] = sum[0].Add(g.Edges[k].Tangent), sum[1].Add(g.Edges[k].Adjoint)
		}
		tangent, _ := g.CompressedTangent()
		adjoint, _ := g.CompressedAdjoint()
		columns, rows := colorsByHand(g)
		if tangent != sum[0].Times(columns) || adjoint != sum[1].Times(rows) {
			t.Fatalf("%v: %s and %s, want %d and %d colours times %v", g.Edges, tangent, adjoint, columns,
				rows, sum)
		}
		if tangent < g.DenseTangent() {
			fewer++
		}
	}
	if fewer < 50 {
		t.Errorf("%d dags only have columns that share no row", fewer)
	}
}

// randomDense is a dag of some layers without patterns, with models everywhere.
func randomDense(t *testing.T, r *rand.Rand) *model.Dag {
	t.Helper()
	n := 4 + r.IntN(8)
	vertices := make([]model.Vertex, n)
	for i := range vertices {
		vertices[i] = model.Vertex{ID: fmt.Sprint(i), Size: 1 + r.Int64N(3)}
	}
	var edges []model.Edge
	linked := make([]bool, n)
	for i := range n {
		for j := i + 1; j < n; j++ {
			if r.IntN(n) < 2 || !linked[i] && j == n-1 {
				edges = append(edges, model.Edge{
					Source: i, Target: j, Tangent: model.Cost(1 + r.IntN(9)),
					Adjoint: model.Cost(1 + r.IntN(9)), HasModel: true,
				})
				linked[i], linked[j] = true, true
			}
		}
	}
	g, err := model.NewDag("random", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// colorsByHand colours columns and rows of the whole Jacobian one by one.
func colorsByHand(g *model.Dag) (columns, rows model.Cost) {
	n := len(g.Vertices)
	reaches := make([][]bool, n)
	for _, i := range slices.Backward(g.Topological()) {
		reaches[i] = make([]bool, n)
		reaches[i][i] = true
		for _, k := range g.Out(i) {
			for j, does := range reaches[g.Edges[k].Target] {
				reaches[i][j] = reaches[i][j] || does
			}
		}
	}
	var from, to []int // a vertex for each column and row
	for i, v := range g.Vertices {
		for range v.Size {
			if g.IsSource(i) {
				from = append(from, i)
			}
			if g.IsSink(i) {
				to = append(to, i)
			}
		}
	}
	color := func(all, across []int, has func(line, across int) bool) model.Cost {
		meets := func(x, y int) bool {
			return slices.ContainsFunc(across, func(s int) bool { return has(all[x], s) && has(all[y], s) })
		}
		degree, order, of := make([]int, len(all)), make([]int, len(all)), make([]int, len(all))
		for x := range all {
			order[x] = x
			for y := range all {
				if x != y && meets(x, y) {
					degree[x]++
				}
			}
		}
		slices.SortStableFunc(order, func(x, y int) int { return degree[y] - degree[x] })
		count := 0
		for at, x := range order {
			taken := func(y int) bool { return of[y] == of[x] && meets(x, y) }
			for slices.ContainsFunc(order[:at], taken) {
				of[x]++
			}
			count = max(count, of[x]+1)
		}
		return model.Cost(count)
	}
	has := func(i, s int) bool { return reaches[i][s] }
	return color(from, to, has), color(to, from, func(s, i int) bool { return has(i, s) })
}
