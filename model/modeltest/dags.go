// Package modeltest holds the dags that tests of several packages are made with:
// the samples, so that each stands in one place, and random ones.
package modeltest

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/generate"
	"facet/model/pattern"
	"facet/model/pattern/patterntest"
	"facet/samples"
)

// Sample is the built-in dag with this name.
func Sample(t testing.TB, name string) *model.Dag {
	t.Helper()
	text, err := samples.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := format.Read(name, bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Newton is a chain of that many Newton steps with the paper's sizes, n = m = 10.
func Newton(t testing.TB, steps int) *model.Dag {
	t.Helper()
	g, err := generate.Newton(steps, 10, 10)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Random has up to most vertices and all mixtures of flags, zero costs and,
// rarely, huge sizes.
func Random(t testing.TB, rng *rand.Rand, most int) *model.Dag {
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
				e := model.Edge{Source: i, Target: j, HasModel: true, Tangent: model.Cost(rng.IntN(30)),
					Adjoint: model.Cost(rng.IntN(60))}
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

// Patterned gives the dag with random patterns on most of its edges: bands, diagonals,
// selections, rows of any kind. Now and then products of sparse matrices have prices of
// their own.
func Patterned(t testing.TB, rng *rand.Rand, g *model.Dag) *model.Dag {
	edges := slices.Clone(g.Edges)
	for k := range edges {
		e := &edges[k]
		rows, columns := g.Vertices[e.Target].Size, g.Vertices[e.Source].Size
		if max(rows, columns) > 100 || rng.IntN(5) == 0 {
			continue
		}
		p, err := pattern.Parse(patterntest.Text(rng, int(rows), int(columns)), rows, columns)
		if err != nil {
			t.Fatal(err)
		}
		e.Pattern = p
	}
	patterned, err := model.NewDag(g.Name, g.Vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	patterned.Product = g.Product
	if rng.IntN(3) == 0 {
		patterned.Sparse = model.Product{Setup: model.Cost(rng.IntN(20)), Cost: model.Cost(rng.IntN(4))}
	}
	return patterned
}

// Curved gives the dag with random cost curves on some of its edges, and now and
// then on its products.
func Curved(t testing.TB, rng *rand.Rand, g *model.Dag) *model.Dag {
	curve := func(n int64) (v model.Curve) {
		if rng.IntN(2) == 0 {
			v.Setup = model.Cost(rng.IntN(40))
		}
		if rng.IntN(2) == 0 {
			v.Width = 1 + rng.Int64N(4)
		}
		if rng.IntN(3) == 0 {
			v.Colors = 1 + rng.Int64N(n)
		}
		return v
	}
	edges := slices.Clone(g.Edges)
	for k := range edges {
		e := &edges[k]
		if e.HasModel && rng.IntN(3) > 0 {
			e.TangentCurve, e.AdjointCurve = curve(g.Vertices[e.Source].Size),
				curve(g.Vertices[e.Target].Size)
		}
	}
	curved, err := model.NewDag(g.Name, g.Vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	if rng.IntN(2) == 0 {
		curved.Product = model.Product{Setup: model.Cost(rng.IntN(20)), Cost: model.Cost(rng.IntN(4))}
	}
	return curved
}
