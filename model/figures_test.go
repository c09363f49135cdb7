package model_test

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest"
)

func TestTotalsOfThePaper(t *testing.T) {
	for _, c := range []struct {
		dag  *model.Dag
		want [4]model.Cost
	}{
		{modeltest.Sample(t, "lion"), [4]model.Cost{16, 64, 16, 46}},
		{modeltest.Sample(t, "bat"), [4]model.Cost{48, 96, 32, 64}},
		{modeltest.Newton(t, 1), [4]model.Cost{124000, 124000, 80000, 124000}},
		{modeltest.Newton(t, 2), [4]model.Cost{248000, 248000, 182000, 248000}},
		{modeltest.Newton(t, 10), [4]model.Cost{1240000, 1240000, 998000, 1240000}},
	} {
		got := [4]model.Cost{c.dag.DenseTangent(), c.dag.DenseAdjoint(), c.dag.SparseTangent(),
			c.dag.SparseAdjoint()}
		if got != c.want {
			t.Errorf("%s: totals %v, want %v", c.dag.Name, got, c.want)
		}
	}
}

// run reads a sequence, proves it and gives its total.
func run(t *testing.T, g *model.Dag, text string) model.Cost {
	t.Helper()
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := model.Prove(g, ops); err != nil {
		t.Fatal(err)
	}
	return end.Spent()
}

func TestBatIn22(t *testing.T) {
	got := run(t, modeltest.Sample(t, "bat").Classic(), `
		ELI MUL (1 3)(3 4) 1
		ELI MUL (2 3)(3 6) 1
		ELI MUL (-1 1)(1 3 4) 2   # absorbs what (-1 1)(1 4) would need
		ELI MUL (-1 1)(1 3) 2
		ELI MUL (-1 1 3)(3 5) 4
		ELI MUL (-1 1 3)(3 6) 2
		ELI MUL (0 2)(2 3 6) 2
		ELI MUL (0 2)(2 3) 2
		ELI MUL (0 2 3)(3 4) 2
		ELI MUL (0 2 3)(3 5) 4`)
	if got != 22 {
		t.Errorf("the sequence of the paper's Example costs %d, want 22", got)
	}
}

func TestNewtonIn80000And74000(t *testing.T) {
	greedy := run(t, modeltest.Newton(t, 1), `
		ACC TAN (-1 2) 2000
		ACC TAN (0 2) 2000
		ELI TAN (-1 2)(2 3) 8000
		ELI TAN (0 2)(2 3) 8000
		ACC TAN (-1 1) 20000
		ELI TAN (-1 1)(1 3) 10000
		ACC TAN (0 1) 20000
		ELI TAN (0 1)(1 3) 10000
		ACC TAN (-1 3) 0`)
	if greedy != 80000 {
		t.Errorf("the greedy sequence costs %d, want 80000", greedy)
	}
	best := run(t, modeltest.Newton(t, 1), `
		ACC TAN (0 2) 2000
		ACC TAN (2 3) 8000
		ELI MUL (0 2)(2 3) 1000
		ACC TAN (-1 2) 2000
		ELI MUL (-1 2)(2 3) 1000
		ACC TAN (-1 1) 20000
		ELI TAN (-1 1)(1 3) 10000
		ACC TAN (0 1) 20000
		ELI TAN (0 1)(1 3) 10000
		ACC TAN (-1 3) 0`)
	if best != 74000 {
		t.Errorf("the sequence of branch and bound costs %d, want 74000", best)
	}
}

func TestEightWaysOfTheComposition(t *testing.T) {
	for text, want := range map[string]model.Cost{
		"ACC TAN (0 1)\nELI TAN (0 1)(1 2)":                20000,
		"ACC ADJ (0 1)\nELI TAN (0 1)(1 2)":                14000,
		"ACC ADJ (1 2)\nELI ADJ (0 1)(1 2)":                20000,
		"ACC TAN (1 2)\nELI ADJ (0 1)(1 2)":                12000,
		"ACC ADJ (0 1)\nACC TAN (1 2)\nELI MUL (0 1)(1 2)": 6100,
		"ACC ADJ (0 1)\nACC ADJ (1 2)\nELI MUL (0 1)(1 2)": 14100,
		"ACC TAN (0 1)\nACC ADJ (1 2)\nELI MUL (0 1)(1 2)": 20100,
		"ACC TAN (0 1)\nACC TAN (1 2)\nELI MUL (0 1)(1 2)": 12100,
	} {
		if got := run(t, modeltest.Sample(t, "composition"), text); got != want {
			t.Errorf("%q costs %d, want %d", text, got, want)
		}
	}
}

// bestByVertices tries all orders of junctions.
func bestByVertices(t *testing.T, s *model.State) model.Cost {
	best := model.Saturated
	any := false
	for j := range s.Dag().Vertices {
		plan, err := junction.Vertex(s, j)
		if err != nil {
			continue
		}
		any = true
		next, _, err := model.Replay(s, plan.Ops)
		if err != nil {
			t.Fatal(err)
		}
		best = min(best, plan.Cost.Add(bestByVertices(t, next)))
	}
	if any {
		return best
	}
	var rest model.Cost
	for _, z := range s.Vertices() {
		if c, ok := model.Cheapest(s.Accumulations(z)); ok {
			rest = rest.Add(c.Price)
		}
	}
	return rest
}

func TestVertexEliminationOverAllOrders(t *testing.T) {
	for _, c := range []struct {
		dag  *model.Dag
		want model.Cost
	}{
		{modeltest.Sample(t, "lion").Classic(), 12}, {modeltest.Sample(t, "bat").Classic(), 24},
		{modeltest.Sample(t, "lion"), 16}, {modeltest.Sample(t, "bat"), 32},
		{modeltest.Sample(t, "composition"), 6100}, {modeltest.Newton(t, 1), 74000},
		{modeltest.Newton(t, 2), 150000},
	} {
		if got := bestByVertices(t, model.NewState(c.dag)); got != c.want {
			t.Errorf("%s: best vertex elimination %d, want %d", c.dag.Name, got, c.want)
		}
	}
}
