package intent_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/ui/explore/intent"
	"facet/ui/uitest"
)

// A user who wants to leave, or cannot read the screen, is never held; an intent without an
// effect, which was forgotten, is never allowed.
func TestWhatALeaderAllows(t *testing.T) {
	for _, c := range []struct {
		of, mask intent.Effect
		allowed  bool
	}{
		{intent.Leaves, 0, true}, {intent.Adjusts, 0, true}, {intent.Leaves | intent.Adjusts, intent.Moves, true},
		{0, intent.All, false},
		{intent.Edits, intent.Moves, false}, {intent.Edits, intent.Moves | intent.Edits, true},
		{intent.Edits | intent.Reads, intent.Edits, false}, {intent.Draws, intent.All, true},
	} {
		if c.of.Within(c.mask) != c.allowed {
			t.Errorf("%b among %b: %t", c.of, c.mask, !c.allowed)
		}
	}
	if e := intent.Edits | intent.Reads; !e.Has(intent.Reads) || e.Has(intent.Moves|intent.Writes) {
		t.Error("an effect is not among several")
	}
}

// Each intent says what it changes. What shows losses or the answer judges, and is refused in a
// puzzle: the solver's page and a preview, too.
func TestEffects(t *testing.T) {
	for want, all := range map[intent.Effect][]intent.Intent{
		intent.Adjusts: {intent.Line("undo"), intent.Invoke{}, intent.AskCommand{}, intent.AskText{},
			intent.Say{}, intent.Back{}},
		intent.Looks:  {intent.Select{}, intent.Focus{Panel: intent.History}, intent.Bring{}},
		intent.Edits:  {intent.DoSelected{}, intent.Carry{}, intent.Annotate{}, intent.Mark{}},
		intent.Moves:  {intent.Undo{}, intent.Redo{}, intent.JumpTo{}, intent.GoTo{}},
		intent.Judges: {intent.Focus{Panel: intent.Solver}, intent.Preview{}},
		intent.Opens:  {intent.Show{}, intent.Keep{}},
		intent.Leaves: {intent.Lead{}, intent.EndLead{}},
		intent.Draws:  {intent.EditDag{}},
	} {
		for _, i := range all {
			if i.Effect() != want {
				t.Errorf("%T has the effect %b, not %b", i, i.Effect(), want)
			}
		}
	}
}

// What is selected is an operation where one is possible there, in its cheapest mode at first.
func TestSelections(t *testing.T) {
	s := model.NewState(uitest.Sample(t, "bat"))
	for _, c := range s.Operations() {
		x := intent.AtOp(c.Op)
		if got, ok := x.Op(s); !ok || got != c || !x.Exists(s) || !x.Touches(s, c.Op) {
			t.Errorf("%v is selected as %v, %t", c, got, ok)
		}
		cheapest := intent.AtElement(s, c.Op.U)
		if !c.Op.IsAccumulation() {
			cheapest = intent.AtFace(s, c.Op.Face())
		}
		best, ok := cheapest.Op(s)
		if !ok || best.Price > c.Price {
			t.Errorf("%v is dearer than %v", best, c)
		}
	}
	done, _, err := s.Apply(s.Operations()[0].Op)
	if err != nil {
		t.Fatal(err)
	}
	if x := intent.AtElement(done, s.Operations()[0].Op.U); len(x.Choices(done)) > 0 {
		t.Error("a Jacobian that is there can be asked for again")
	}
	for _, x := range []intent.Selection{{}, {Kind: intent.OnFace, Face: model.Face{U: 0, V: 0}},
		{Kind: intent.OnElement, Z: model.NoZ}} {
		if _, ok := x.Op(s); ok || x.Exists(s) || x.Survives(s) {
			t.Errorf("%v is there", x)
		}
	}
}

// walk carries out an operation that is possible, chosen by its place among n, until none is.
func walk(t *testing.T, pick func(n int) int, each func(before, after *model.State, op model.Op, change model.Change)) *model.State {
	t.Helper()
	s := model.NewState(uitest.Sample(t, "bat"))
	for len(s.Operations()) > 0 {
		all := s.Operations()
		op := all[pick(len(all))].Op
		after, change, err := s.Apply(op)
		if err != nil {
			t.Fatal(err)
		}
		each(s, after, op, change)
		s = after
	}
	return s
}

// After an operation a face of one of its sides is selected, as long as one can be eliminated;
// what a step was about is there to be looked at.
func TestWhatIsSelectedAfterAStep(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	end := walk(t, rng.IntN, func(_, s *model.State, op model.Op, change model.Change) {
		if x, ok := intent.After(s, op); ok {
			if _, possible := x.Op(s); !possible || x.Face.U != op.U && x.Face.V != op.U &&
				x.Face.U != op.V && x.Face.V != op.V {
				t.Errorf("%v follows %v", x, op)
			}
		} else {
			for _, z := range []model.Z{op.U, op.V} {
				if z != model.NoZ && s.IsLive(z) {
					for _, v := range s.Succs(z) {
						if len(s.Choices(model.Face{U: z, V: v})) > 0 {
							t.Errorf("a face beside %v is passed over", op)
						}
					}
				}
			}
		}
		if x := intent.Last(s, []model.Change{change}); !x.Exists(s) {
			t.Errorf("%v was about %v, which is not there", op, x)
		}
	})
	if x := intent.Last(end, nil); !x.Exists(end) {
		t.Error("nothing is selected in a complete sequence")
	}
}

// A vertex that is selected by hand is watched until it is eliminated, one of the line dag as
// long as it lives.
func TestWatchedUntilEliminated(t *testing.T) {
	g := uitest.Sample(t, "bat")
	end := walk(t, func(int) int { return 0 }, func(_, s *model.State, op model.Op, _ model.Change) {
		if x := (intent.Selection{Kind: intent.OnElement, Z: op.U}); x.Survives(s) != s.IsLive(op.U) {
			t.Errorf("%v is watched: %t", x, x.Survives(s))
		}
	})
	start := model.NewState(g)
	for i := range g.Vertices {
		x := intent.AtVertex(i)
		if !x.Survives(start) || x.Survives(end) == g.IsJunction(i) {
			t.Errorf("vertex %d: %t at the end", i, x.Survives(end))
		}
	}
}

func TestPanelNames(t *testing.T) {
	for p, want := range map[intent.Panel]string{intent.Dag: "dag", intent.LineDag: "line dag",
		intent.Next: "next", intent.History: "history", intent.Solver: "solver", intent.Told: "done",
		intent.Text: "text"} {
		if p.String() != want {
			t.Errorf("%d is the %s", p, p)
		}
	}
}
