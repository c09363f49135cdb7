package puzzle

import (
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/planner/why"
)

// Where Jacobians are sparse, a hint counts the colours and multiplications that a move
// takes, not rows and columns.
func TestHintsCountColours(t *testing.T) {
	g, err := generate.Banded(20, 3, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	for _, c := range []struct{ line, price string }{
		{"ACC TAN (0 1)", "180: 3 tangents of cost 60"},
		{"ACC ADJ (1 2)", "360: 3 adjoints of cost 120"},
		{"ELI MUL (0 1)(1 2)", "170: a sparse product of 170 multiplications"},
		{"ELI TAN (0 1 2)(2 3)", "420: 7 tangents of cost 60"},
	} {
		o, _, err := model.ParseOp(s, c.line)
		if err != nil {
			t.Fatal(err)
		}
		price, err := s.Price(o)
		if err != nil {
			t.Fatal(err)
		}
		h := Hint{Move: Move{Ops: []model.Op{o}, Price: price},
			pos: &Position{State: s, names: why.Written{}}}
		if got := h.price(); got != c.price {
			t.Errorf("%s says %q, not %q", c.line, got, c.price)
		}
		if s, _, err = s.Apply(o); err != nil {
			t.Fatal(err)
		}
	}
}
