package puzzle

import (
	"strings"
	"testing"

	"facet/model/edit"
	"facet/model/modeltest/extent"
)

// Random puzzles of this kind are the same each time, are no answers as they are, and have
// one; each answer is checked by solving, and others are refused.
func TestRandomOneCost(t *testing.T) {
	for number := range extent.Of(2, 6) {
		p, err := RandomOneCost(t.Context(), 1, number+1)
		if err != nil {
			t.Fatal(err)
		}
		again, err := RandomOneCost(t.Context(), 1, number+1)
		if err != nil || again.Dag.Fingerprint() != p.Dag.Fingerprint() || again.Answer != p.Answer {
			t.Fatalf("the puzzle is another one the second time: %v", err)
		}
		t.Logf("%s: %d edges, %+v, %s", p.Name, len(p.Dag.Edges), p.Spaces, p.Answer)
		if p.Spaces.Edges <= p.Spaces.Faces {
			t.Errorf("%s is solved as it is: %+v", p.Name, p.Spaces)
		}
		r, err := p.Answer.Apply(p.Dag)
		if err != nil {
			t.Fatal(err)
		}
		if spaces, solved, err := p.Judge(t.Context(), r.Dag); err != nil || !solved {
			t.Errorf("%s: %s is no answer: %+v %v", p.Name, p.Answer, spaces, err)
		}
		right := 0
		for k, e := range p.Dag.Edges { // any other cost is right where it solves to the same
			both := edit.SetCosts{From: p.Answer.From, To: p.Answer.To, Tangent: e.Tangent + 1,
				Adjoint: e.Adjoint + 1}
			if both.From, both.To = p.Dag.Vertices[e.Source].ID, p.Dag.Vertices[e.Target].ID; k >= 0 {
				r, err := both.Apply(p.Dag)
				if err != nil {
					t.Fatal(err)
				}
				if _, _, err := p.Judge(t.Context(), r.Dag); err == nil ||
					!strings.Contains(err.Error(), "2 costs are changed") {
					t.Errorf("two costs are allowed: %v", err)
				}
			}
			one := edit.SetCosts{From: both.From, To: both.To, Tangent: e.Tangent + 5, Adjoint: e.Adjoint}
			r, _ := one.Apply(p.Dag)
			spaces, solved, err := p.Judge(t.Context(), r.Dag)
			if err != nil || solved != spaces.Same() {
				t.Errorf("%s: %+v %v %v", one, spaces, solved, err)
			}
			if solved {
				right++
			}
		}
		t.Logf("%d of %d other costs are right, too", right, len(p.Dag.Edges))
		if err := p.Allows(p.Dag); err == nil {
			t.Error("no change is an answer")
		}
		r, _ = edit.SetSize{ID: p.Dag.Vertices[0].ID, Size: 9}.Apply(p.Dag)
		if err := p.Allows(r.Dag); err == nil || err.Error() != "only a cost may be changed" {
			t.Errorf("a size is allowed: %v", err)
		}
	}
	if _, err := RandomOneCost(t.Context(), 1, 0); err == nil {
		t.Error("there is a puzzle 0")
	}
}
