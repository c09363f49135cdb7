package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
)

func read(t testing.TB, start *model.State, lines string) ([]model.Op, *model.State) {
	t.Helper()
	ops, end, err := model.ReadSequence(start, strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	return ops, end
}

// hub is a dag in which n edges meet n edges at one junction: n squared faces.
func hub(t testing.TB, n int) *model.Dag {
	t.Helper()
	vertices := []model.Vertex{{ID: "hub", Size: 5}}
	var edges []model.Edge
	for k := 1; k <= n; k++ {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint("in", k), Size: 3},
			model.Vertex{ID: fmt.Sprint("out", k), Size: 3})
		edges = append(edges, model.Edge{Source: 2*k - 1, Target: 0, Tangent: 3, Adjoint: 4, HasModel: true},
			model.Edge{Source: 0, Target: 2 * k, Tangent: 3, Adjoint: 4, HasModel: true})
	}
	g, err := model.NewDag("hub", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func random(t testing.TB, edges int) *model.Dag {
	t.Helper()
	g, err := generate.Random(edges/3, edges, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// leaveOpen is a planner that never proves anything.
func leaveOpen(asked *int) solver {
	return func(context.Context, *model.State, time.Duration, int64) (Value, bool) {
		*asked++
		return Value{}, true
	}
}

// On dags as large as programs are, what is cheap and wanted comes first, and
// the work stays within the budget.
func TestLargeDags(t *testing.T) {
	for _, g := range []*model.Dag{random(t, 300), random(t, 1000), random(t, 2000), hub(t, 400)} {
		s := model.NewState(g)
		wanted := s.Accumulations(model.Z(len(g.Edges) - 1))[0].Op
		const budget = 500_000
		st := New(Line{Start: s}, nil, Everything, Budget{Work: budget})
		st.Prefer(wanted)
		asked, found := 0, []Finding(nil)
		st.solver = leaveOpen(&asked)
		for f := range st.Findings(t.Context()) {
			found = append(found, f)
		}
		if len(found) < 2 || found[0].OfMove || !found[1].OfMove || found[1].Op != wanted {
			t.Errorf("%d edges: the bound of the state and the wanted operation do not come first",
				len(g.Edges))
		}
		if used := budget - st.budget.Work; used > budget+int64(s.Live()+s.Faces()) {
			t.Errorf("%d edges: %d units of work, the budget was %d", len(g.Edges), used, budget)
		}
		if asked > 1 || s.Faces() > solvableFaces && asked > 0 {
			t.Errorf("%d edges, %d faces: the planner was asked %d times", len(g.Edges), s.Faces(), asked)
		}
	}
}

// Bounds are worked out around the selection, and around where it goes next.
func TestBoundsFollowTheSelection(t *testing.T) {
	s := model.NewState(random(t, 300))
	a := New(Line{Start: s}, nil, BoundsOnly, patient)
	all := s.Operations()
	first, second := 300, 500
	a.Prefer(all[first].Op)
	n := 0
	var near, far []int
	for f := range a.Findings(t.Context()) {
		if !f.OfMove {
			continue
		}
		at := slices.IndexFunc(all, func(c model.Choice) bool { return c.Op == f.Op })
		switch n++; {
		case n < 20:
			near = append(near, at-first)
		case n == 20:
			a.Prefer(all[second].Op)
		case n < 40:
			far = append(far, at-second)
		}
	}
	if slices.Max(near) > 20 || slices.Min(near) < -20 || slices.Max(far) > 20 || slices.Min(far) < -20 {
		t.Errorf("not around what was waited for: %v, then %v", near, far)
	}
	if n != len(all) {
		t.Errorf("%d of %d operations were bounded", n, len(all))
	}
}

// A sequence with one bad step is understood with few questions, also a long one.
func TestFewQuestions(t *testing.T) {
	g := modeltest.Newton(t, 3)
	start := model.NewState(g)
	best, _ := askPlanner(t.Context(), start, patient.Solve, defaultMemory)
	whole := lineOf(t, start, best.Ops)
	// A wrong mode is the plainest of all losses.
	bad := -1
	for n := len(best.Ops) - 1; n >= 0; n-- {
		s, err := whole.state(n)
		if err != nil {
			t.Fatal(err)
		}
		o := best.Ops[n]
		for mode := model.TAN; mode <= model.MUL; mode++ {
			other := o
			other.Mode = mode
			if price, err := s.Price(other); err == nil && price > whole.Steps[n].Cost {
				best.Ops[n], bad = other, n
			}
		}
		if bad >= 0 && n < len(best.Ops)/2 {
			break
		}
		if bad >= 0 {
			best.Ops[bad], bad = o, -1
		}
	}
	if bad < 0 {
		t.Fatal("no step has two modes")
	}
	line := lineOf(t, start, best.Ops)
	st := New(line, nil, LineOnly, patient)
	asked := count(st)
	k := find(t, st)
	checkRegrets(t, k, line, 226000)
	if l := k.Regrets(line)[bad]; l.Most == 0 {
		t.Errorf("step %d lost nothing", bad+1)
	}
	if *asked > 8 {
		t.Errorf("the planner was asked %d times for %d steps", *asked, len(line.Steps))
	}
}

// The analysis ends when the caller stops listening, at whatever finding.
func TestStopListening(t *testing.T) {
	line := Line{Start: model.NewState(modeltest.Sample(t, "bat"))}
	total := 0
	for range New(line, nil, Everything, patient).Findings(t.Context()) {
		total++
	}
	for stop := 1; stop <= total; stop++ {
		for _, cancelled := range []bool{false, true} {
			st := New(line, nil, Everything, patient)
			asked := count(st)
			ctx, cancel := context.WithCancel(t.Context())
			n, work, questions := 0, int64(0), 0
			for range st.Findings(ctx) {
				if n++; n < stop {
					continue
				}
				work, questions = st.budget.Work, *asked
				if !cancelled {
					break
				}
				cancel()
			}
			cancel()
			if n != stop || st.budget.Work != work || *asked != questions {
				t.Fatalf("stopped at %d of %d (context %v): %d findings, %d units of work and %d questions more",
					stop, total, cancelled, n-stop, work-st.budget.Work, *asked-questions)
			}
		}
	}
}

// A planner at work is stopped as soon as the context ends.
func TestCancelTheQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		st := New(Line{Start: model.NewState(modeltest.Sample(t, "bat"))}, nil, Everything, patient)
		st.solver = func(ctx context.Context, _ *model.State, _ time.Duration, _ int64) (Value, bool) {
			<-ctx.Done()
			return Value{}, false
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for range st.Findings(ctx) {
			}
		}()
		synctest.Wait()
		select {
		case <-ended:
			t.Error("the planner was not asked")
		default:
		}
		cancel()
		<-ended
	})
}

// What is preferred while the planner works is judged next.
func TestPreferLater(t *testing.T) {
	s := model.NewState(modeltest.Sample(t, "bat"))
	st := New(Line{Start: s}, nil, Everything, patient)
	all := s.Operations()
	last, first := all[len(all)-1].Op, model.Op{U: model.NoZ}
	for f := range st.Findings(t.Context()) {
		switch {
		case !f.OfMove || !f.Value.Optimal() || f.Op.U == first.U && f.Op.V == first.V:
			continue
		case first.U == model.NoZ:
			first = f.Op
			st.Prefer(last)
			continue
		case f.Op.U != last.U || f.Op.V != last.V:
			t.Errorf("%v was judged before %v", f.Op, last)
		}
		break
	}
}

// What was found before is not worked out again.
func TestNothingTwice(t *testing.T) {
	line := Line{Start: model.NewState(modeltest.Sample(t, "bat"))}
	k := find(t, New(line, nil, Everything, patient))
	st := New(line, k, Everything, patient)
	asked := count(st)
	for f := range st.Findings(t.Context()) {
		t.Errorf("found again: %+v", f)
	}
	faces := int64(line.Start.Faces()) // listing the operations looks at them
	if used := defaultWork - st.budget.Work; *asked > 0 || used > faces {
		t.Errorf("asked %d times, %d units of work", *asked, used)
	}
}
