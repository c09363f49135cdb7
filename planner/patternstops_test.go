package planner

import (
	"context"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/planner/heuristic"
	"facet/planner/linegraph"
	"facet/planner/search/presolve"
)

// asked is a context, and a stop, that ends at a question.
type asked struct {
	context.Context
	questions, last int // 0 is never
	atEnd           func()
}

func (a *asked) Err() error {
	a.questions++
	if a.last == 0 || a.questions < a.last {
		return nil
	}
	if a.questions == a.last {
		a.atEnd()
	}
	return context.Canceled
}

func (a *asked) stop() bool { return a.Err() != nil }

// On dags whose patterns take long, whatever is stopped at a question makes no more
// patterns than those of an operation or two, and then returns.
func TestPatternsEndWithTheirRun(t *testing.T) {
	banded := func(t *testing.T) *model.Dag {
		g, err := generate.Banded(1500, 24, 25, 25)
		if err != nil {
			t.Fatal(err)
		}
		return g
	}
	for _, c := range []struct {
		name string
		run  func(g *model.Dag, a *asked)
	}{
		{"classical modes", func(g *model.Dag, a *asked) { _, _ = model.ClassicalOf(a, g) }},
		{"compressed modes", func(g *model.Dag, a *asked) { model.CompressedOf(g, a.stop) }},
		{"SparseTangent", func(g *model.Dag, a *asked) {
			heuristic.SparseTangent(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"SparseAdjoint", func(g *model.Dag, a *asked) {
			heuristic.SparseAdjoint(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"LocalSparseTangent", func(g *model.Dag, a *asked) {
			heuristic.LocalSparseTangent(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"GreedyMinFill", func(g *model.Dag, a *asked) {
			heuristic.GreedyMinFill(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"GreedyLocalCost", func(g *model.Dag, a *asked) {
			heuristic.GreedyLocalCost(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"ChainDP", func(g *model.Dag, a *asked) {
			_, _ = heuristic.Chain(model.NewState(g), heuristic.Whenever(a.stop))
		}},
		{"presolve", func(g *model.Dag, a *asked) { _, _ = presolve.Reduce(a.stop, model.NewState(g)) }},
		{"prices of paths", func(g *model.Dag, a *asked) {
			in, _ := linegraph.FromState(model.NewState(g))
			in.Until(a.stop)
			for z := range in.Vertices {
				for i := range g.Vertices {
					if int32(i) <= in.Vertices[z].From {
						in.TanLevels(int32(z), int32(i))
					}
				}
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			g := banded(t)
			whole := &asked{Context: context.Background()}
			c.run(g, whole)
			all := g.Edges[0].Pattern.Table().Steps()
			if all < 10_000 {
				return // it makes none but those of the file
			}
			if whole.questions < 10 {
				t.Fatalf("%d questions in %d steps", whole.questions, all)
			}
			for _, last := range []int{1, 2, whole.questions / 8, whole.questions / 3,
				whole.questions * 2 / 3} {
				g := banded(t)
				table := g.Edges[0].Pattern.Table()
				at := int64(0)
				a := &asked{Context: context.Background(), last: last, atEnd: func() { at = table.Steps() }}
				c.run(g, a)
				if after := table.Steps() - at; after > all/8 {
					t.Errorf("stopped at question %d of %d, it takes %d of %d steps more", last,
						whole.questions, after, all)
				}
			}
		})
	}
}
