package comparison

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

func snapshot(g *model.Dag, s *session.Session) *layer.View {
	root, _ := s.StateAt(0)
	return &layer.View{Theme: style.Make(style.Mono, false, termenv.Ascii), Steps: s,
		Totals: layer.NewTotals(g, root)}
}

func do(t *testing.T, s *session.Session, ops ...model.Op) {
	t.Helper()
	for _, o := range ops {
		if _, err := s.Do("", o); err != nil {
			t.Fatal(err)
		}
	}
}

// The table has the branches, the fast methods, the classical totals and the optimum, the
// best first, and says where each differs; a preview completes the steps that are shared.
func TestComparison(t *testing.T) {
	g := uitest.Sample(t, "newton1")
	root := model.NewState(g)
	end, err := planner.Solve(t.Context(), root, planner.Options{Workers: 1})
	if err != nil || !end.Proven {
		t.Fatal("no optimum", err)
	}
	optimal := end.Incumbent.Ops
	s := session.New(g)
	do(t, s, optimal[:3]...)
	left := s.Cursor()
	if err := s.Jump(1); err != nil {
		t.Fatal(err)
	}
	for !s.State().Done() { // another branch to its end
		all := s.State().Operations()
		do(t, s, all[len(all)-1].Op)
	}
	advice := func(step int) layer.Advice {
		if step == 0 {
			return layer.Advice{Best: 74_000, HasBest: true, AtLeast: 74_000, HasAtLeast: true, Optimal: true,
				Ops: optimal}
		}
		return layer.Advice{}
	}
	all := Of(snapshot(g, s), Methods(t.Context(), root), advice)
	by := make(map[string]candidate)
	for k, w := range all {
		by[w.name] = w
		if k > 0 && !w.open && all[k-1].open || k > 0 && w.open == all[k-1].open && w.cost < all[k-1].cost {
			t.Errorf("%s stands below %s", w.name, all[k-1].name)
		}
	}
	for name, total := range map[string]model.Cost{"optimum": 74_000, "greedy minimum fill": 80_000,
		"sparse tangent": 80_000,
		"sparse adjoint": 124_000, "dense tangent": 124_000, "dense adjoint": 124_000, "yours": s.State().
					Spent()} {
		if by[name].cost != total {
			t.Errorf("%s: %v, want %v", name, by[name].cost, total)
		}
	}
	if w := by["your branch 1"]; !w.open || w.parts != 2 || w.steps != 3 ||
		w.intent != (intent.GoTo{Step: left}) {
		t.Errorf("the branch that was left: %+v", w)
	}
	if w := by["yours"]; !w.current || w.open || w.parts != 0 {
		t.Errorf("yours: %+v", w)
	}
	for _, w := range all {
		p, ok := w.intent.(intent.Preview)
		if !ok {
			continue
		}
		at, _ := s.StateAt(p.From)
		if st, _, err := model.Replay(at, p.Ops); err != nil || !st.Done() || st.Spent() != w.cost {
			t.Errorf("%s from step %d: %v", w.name, p.From, err)
		}
	}
	if w := by["optimum"]; w.parts != 2 {
		t.Errorf("the optimum parts at step %d", w.parts)
	}
}

// PgDn and PgUp scroll a list in front of the panels by what is shown of it, and do not close it.
func TestComparisonScrolls(t *testing.T) {
	g := uitest.Sample(t, "bat")
	v := snapshot(g, session.New(g))
	l := NewList(make([]candidate, 20), false)
	l.Fit(v, layer.Box{Width: 80, Height: 9})
	for _, step := range []struct {
		key string
		at  int
	}{{"pgdown", 5}, {"pgdown", 10}, {"pgup", 5}, {"end", 19}, {"pgdown", 19}, {"home", 0}, {"pgup", 0}} {
		heard, taken := layer.Press(l, v, layer.Key(step.key), false)
		if !taken || len(heard.Intents) > 0 || l.at != step.at {
			t.Errorf("%s: row %d, %v, want row %d", step.key, l.at, heard.Intents, step.at)
		}
	}
}

// Without advice the best known is not shown.
func TestComparisonHidden(t *testing.T) {
	g := uitest.Sample(t, "bat")
	s := session.New(g)
	v := snapshot(g, s)
	all := Of(v, nil, nil)
	rows := NewList(all, true).Draw(v, layer.Box{Width: 80, Height: 12}).Rows
	text := strings.Join(rows, "\n")
	if strings.Contains(text, "optimum") || !strings.Contains(text, "Losses and best totals are hidden") {
		t.Error(text)
	}
}
