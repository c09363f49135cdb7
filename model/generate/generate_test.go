package generate

import (
	"testing"

	"facet/model"
)

// The paper's figures for one, two and ten Newton steps, n = m = 10.
func TestNewton(t *testing.T) {
	for _, c := range []struct {
		steps                              int
		denseTangent, denseAdjoint, sparse model.Cost
	}{{1, 124000, 124000, 80000}, {2, 248000, 248000, 182000}, {10, 1240000, 1240000, 998000}} {
		g, err := Newton(c.steps, 10, 10)
		if err != nil {
			t.Fatal(err)
		}
		if g.DenseTangent() != c.denseTangent || g.DenseAdjoint() != c.denseAdjoint ||
			g.SparseTangent() != c.sparse {
			t.Errorf("%d steps: %d %d %d", c.steps, g.DenseTangent(), g.DenseAdjoint(), g.SparseTangent())
		}
	}
}

func TestRandomDags(t *testing.T) {
	for seed := range uint64(200) {
		e := Elementals{MaxSize: 9, Jacobians: 0.3, Bare: 0.5, Seed: seed}
		g, err := Random(8, 7+int(seed%22), e)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Vertices) != 8 || len(g.Edges) != 7+int(seed%22) {
			t.Errorf("seed %d: %d vertices, %d edges", seed, len(g.Vertices), len(g.Edges))
		}
		again, err := Random(8, 7+int(seed%22), e)
		if err != nil || again.Edges[6].Tangent != g.Edges[6].Tangent ||
			again.DenseAdjoint() != g.DenseAdjoint() {
			t.Errorf("seed %d does not give the same dag twice: %v", seed, err)
		}
		g, err = Layered(4, 3, 2, e)
		if err != nil {
			t.Fatal(err)
		}
		for i := range g.Vertices {
			if last := i >= 9; last != g.IsSink(i) || (i < 3) != g.IsSource(i) {
				t.Errorf("seed %d: vertex %d is in the wrong layer", seed, i)
			}
		}
		g, err = Chain(5, e)
		if err != nil || len(g.Edges) != 5 || g.Words() != 1 {
			t.Errorf("seed %d: chain %v, %v", seed, g, err)
		}
	}
}

// Shares of edges with curves leave everything else as it is.
func TestCurves(t *testing.T) {
	for seed := range uint64(50) {
		e := Elementals{MaxSize: 9, Jacobians: 0.3, Bare: 0.5, Seed: seed}
		plain, err := Chain(9, e)
		if err != nil || !plain.IsLinear() {
			t.Fatalf("a chain without curves has some (%v)", err)
		}
		e.Curves = 1
		for _, make := range []func() (*model.Dag, error){
			func() (*model.Dag, error) { return Chain(9, e) },
			func() (*model.Dag, error) { return Random(8, 12, e) },
			func() (*model.Dag, error) { return Layered(4, 3, 2, e) },
		} {
			g, err := make()
			if err != nil {
				t.Fatal(err)
			}
			curves := 0
			for _, edge := range g.Edges {
				if edge.TangentCurve != (model.Curve{}) {
					curves++
				}
				if !edge.HasModel && edge.TangentCurve != (model.Curve{}) {
					t.Errorf("seed %d: an edge without a model has a curve", seed)
				}
			}
			if curves == 0 || g.IsLinear() {
				t.Errorf("seed %d: %s has %d curves", seed, g.Name, curves)
			}
		}
	}
	if _, err := Chain(3, Elementals{MaxSize: 9, Curves: 2}); err == nil {
		t.Error("a share of 2 is taken")
	}
}

func TestHugeSizes(t *testing.T) {
	g, err := Random(20, 100, Elementals{MaxSize: 1_000_000_000})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range g.Edges {
		if e.Tangent < 1 || e.Adjoint < e.Tangent {
			t.Errorf("costs %d, %d", e.Tangent, e.Adjoint)
		}
	}
}

func TestErrors(t *testing.T) {
	fine := Elementals{MaxSize: 5}
	for want, make := range map[string]func() (*model.Dag, error){
		"0 Newton steps: choose a number from 1 to 10000":                                         func() (*model.Dag, error) { return Newton(0, 10, 10) },
		"0 states: choose a number from 1 to 100000":                                              func() (*model.Dag, error) { return Newton(1, 0, 10) },
		"-1 parameters: choose a number from 1 to 10^9":                                           func() (*model.Dag, error) { return Newton(1, 1, -1) },
		"0 factors: choose a number from 1 to 100000":                                             func() (*model.Dag, error) { return Chain(0, fine) },
		"a largest size of 0: choose a number from 1 to 10^9":                                     func() (*model.Dag, error) { return Chain(1, Elementals{}) },
		"1 vertices: choose a number from 2 to 100000":                                            func() (*model.Dag, error) { return Random(1, 1, fine) },
		"2 edges for 4 vertices: choose a number from 3 to 200000":                                func() (*model.Dag, error) { return Random(4, 2, fine) },
		"7 edges for 4 vertices: there are at most 6":                                             func() (*model.Dag, error) { return Random(4, 7, fine) },
		"a share of 2 edges with Jacobians: choose a number from 0 to 1":                          func() (*model.Dag, error) { return Random(4, 4, Elementals{MaxSize: 1, Jacobians: 2}) },
		"a share of -1 Jacobians without models: choose a number from 0 to 1":                     func() (*model.Dag, error) { return Random(4, 4, Elementals{MaxSize: 1, Bare: -1}) },
		"a degree of 0: choose at least 1":                                                        func() (*model.Dag, error) { return Layered(3, 3, 0, fine) },
		"more than 200000 edges: choose a smaller degree":                                         func() (*model.Dag, error) { return Layered(2, 1000, 900, fine) },
		"1 layers of 3 vertices: choose at least 2 layers, 1 vertex, and 100000 vertices at most": func() (*model.Dag, error) { return Layered(1, 3, 1, fine) },
	} {
		if _, err := make(); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
