package planner_test

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/certificate"
	"facet/planner/linegraph/linegraphtest"
)

// On random small dags with patterns, each exact method finds what exhaustive search of
// its space finds, and proves it.
func TestSparseOptima(t *testing.T) {
	extent.NoRace(t)
	rng := rand.New(rand.NewPCG(31, 1))
	counted := 0
	for n := range extent.Of(40, 400) {
		g := modeltest.Random(t, rng, 6)
		if len(g.Edges) > 9 {
			continue
		}
		if n%3 == 0 {
			g = g.Classic()
		} else if n%3 == 1 {
			g = modeltest.Curved(t, rng, g)
		}
		g = modeltest.Patterned(t, rng, g)
		for method, space := range map[planner.Method]linegraphtest.Space{
			planner.BranchAndBound: linegraphtest.Faces, planner.VertexElimination: linegraphtest.Vertices,
			planner.EdgeElimination: linegraphtest.Edges,
		} {
			s := linegraphtest.Solver{Limit: 20_000, Space: space}
			want, ok := s.Optimum(model.NewState(g))
			if !ok || want.IsSaturated() {
				continue
			}
			o := planner.Options{Method: method, Workers: 1}
			if n%2 == 0 { // by the search alone
				o.WarmStart, o.Bound = planner.WarmNothing, planner.Bound(n/2%4)
			}
			result := solve(t, model.NewState(g), o)
			if got := result.Incumbent.Cost; got != want || !result.Proven {
				t.Fatalf("dag %d, %s: %s, proven %v, want %s", n, method, got, result.Proven, want)
			}
			counted++
		}
	}
	modeltest.Counted(t, "optima", counted, 300)
}

// The dags of testdata/sparse, whose optima two other programs found by exhaustive search;
// on the last one a sum costs more than its terms apart.
func TestSparseCases(t *testing.T) {
	extent.NoRace(t)
	table, err := os.Open("testdata/sparse/expected.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for k, row := range rows[1:] {
		if k%extent.Of(5, 1) > 0 {
			continue
		}
		g, err := format.ReadFile("testdata/sparse/" + row[0])
		if err != nil {
			t.Fatal(err)
		}
		for k, m := range []planner.Method{planner.BranchAndBound, planner.VertexElimination,
			planner.EdgeElimination, planner.CompressedTangent, planner.CompressedAdjoint} {
			want, err := strconv.Atoi(row[1+k])
			if err != nil {
				t.Fatal(err)
			}
			if want < 0 { // an edge has no models
				if _, err := planner.Start(t.Context(), model.NewState(g),
					planner.Options{Method: m}); err == nil {
					t.Errorf("%s, %s: it can be asked", row[0], m)
				}
				continue
			}
			got := solve(t, model.NewState(g), planner.Options{Method: m})
			if got.Incumbent.Cost != model.Cost(want) || got.Proven == m.CostOnly() {
				t.Errorf("%s, %s: %s, proven %v, want %d", row[0], m, got.Incumbent.Cost, got.Proven, want)
			}
		}
	}
}

// What runs on dags with patterns prove can be certified: all of it on chains, and on others
// what does not rest on a search.
func TestSparseCertificates(t *testing.T) {
	extent.NoRace(t)
	rng := rand.New(rand.NewPCG(31, 2))
	whole, chains, counted := 0, 0, 0
	for n := range 200 {
		var g *model.Dag
		if n%2 == 0 {
			g = linegraphtest.RandomSparse(t, rng, n, 4+n%8)
		} else {
			length := 2 + rng.IntN(6)
			vertices, edges := []model.Vertex{{ID: "0", Size: 1 + rng.Int64N(9)}}, []model.Edge(nil)
			for k := range length {
				vertices = append(vertices, model.Vertex{ID: fmt.Sprint(k + 1), Size: 1 + rng.Int64N(9)})
				edges = append(edges, model.Edge{
					Source: k, Target: k + 1, HasModel: true, HasJacobian: rng.IntN(3) == 0,
					Tangent: model.Cost(rng.IntN(30)), Adjoint: model.Cost(rng.IntN(60)),
				})
			}
			chain, err := model.NewDag("chain", vertices, edges)
			if err != nil {
				t.Fatal(err)
			}
			g = modeltest.Patterned(t, rng, chain)
		}
		result := solve(t, model.NewState(g), planner.Options{Workers: 1})
		c, err := planner.Certify(t.Context(), g, result)
		if err != nil {
			t.Fatalf("dag %d: %v", n, err)
		}
		v, err := certificate.Verify(g, c)
		if err != nil || v.Bound > result.Incumbent.Cost {
			t.Fatalf("dag %d: %s, %v", n, v, err)
		}
		counted++
		if v.Optimal {
			whole++
		}
		if n%2 == 1 {
			chains++
			if !v.Optimal {
				t.Errorf("dag %d, a chain: %s", n, v)
			}
		}
	}
	t.Logf("%d of %d proved to the optimum, %d of them chains", whole, counted, chains)
}
