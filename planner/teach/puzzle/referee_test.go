package puzzle

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/teach/lesson"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/why"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func refereeOf(t testing.TB, p *Puzzle) *Referee {
	t.Helper()
	r, err := NewReferee(p, why.Written{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// followed does what the hints say, to the end, which has to be at par; it gives
// every position on the way. most limits how many positions are asked for, 0
// for all.
func followed(t *testing.T, p *Puzzle, most int) []*Position {
	t.Helper()
	r := refereeOf(t, p)
	var all []*Position
	var steps [][]model.Op
	for most == 0 || len(all) < most {
		pos, err := r.Position(t.Context(), steps)
		if err != nil {
			t.Fatal(err)
		}
		if par := cmp.Or(p.Par, p.Goal.Total, pos.Least); !pos.Exact() || pos.Least != par {
			t.Fatalf("%s after %d steps: best is %d to %d, par %d", p.Name, len(steps), pos.Least, pos.Most,
				par)
		}
		if pos.State.Done() {
			return all
		}
		all = append(all, pos)
		h, ok := pos.Hint()
		if !ok || !h.Proven {
			t.Fatalf("%s after %d steps: no hint", p.Name, len(steps))
		}
		for rung := range Rungs {
			if h.Text(rung) == "" {
				t.Errorf("%s after %d steps: rung %d says nothing", p.Name, len(steps), rung)
			}
		}
		if err := p.Allows(pos.State, h.Move.Ops); err != nil {
			t.Errorf("%s after %d steps: %s is hinted at: %v", p.Name, len(steps), h.Move.Title, err)
		}
		steps = append(steps, h.Move.Ops)
	}
	return all
}

// A player who takes every hint solves every puzzle that is shipped.
func TestHintsLeadToPar(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		most := 0
		if p.Name == "newton2-150000" && !extent.Full {
			most = 2 // twenty seconds for all
		}
		followed(t, p, most)
	}
}

// The ladder on the paper's Bat says, rung by rung, what Example 3 does.
func TestLadder(t *testing.T) {
	all, err := Shipped()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		if p.Name != "bat-22" {
			continue
		}
		pos, err := refereeOf(t, p).Position(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		h, _ := pos.Hint()
		for rung, want := range []string{
			"2 of the 10 moves are optimal.",
			"Look at junction 3: it has an optimal move.",
			"The face is (1,3)→(3,4).",
			"ELI MUL (1 3)(3 4), which costs 1 = 1·1·1. (1,4) has the same neighbours as the product (1,3,4) and absorbs it. " +
				"From here on one product serves the paths through both. This move is optimal.",
		} {
			if got := h.Text(Rung(rung)); got != want {
				t.Errorf("rung %d: %s", rung, got)
			}
		}
	}
}

// What moves lose is what an exhaustive search says, on random dags of all kinds.
func TestVerdicts(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	compared := 0
	for _, shape := range linegraphtest.Shapes(6) {
		if shape.MaxSize > 1000 {
			continue
		}
		for range 3 {
			g := linegraphtest.RandomDag(r, shape)
			brute := &linegraphtest.Solver{Limit: 5_000}
			best, ok := brute.Optimum(model.NewState(g))
			if !ok {
				continue
			}
			checkVerdicts(t, refereeOf(t, &Puzzle{Dag: g}), brute, best)
			compared++
		}
	}
	modeltest.Counted(t, "dags", compared, 12)
}

func checkVerdicts(t *testing.T, r *Referee, brute *linegraphtest.Solver, best model.Cost) {
	t.Helper()
	pos, err := r.Position(t.Context(), nil)
	if err != nil || pos.Least != best || pos.Most != best {
		t.Fatalf("best is %d to %d, not %d: %v", pos.Least, pos.Most, best, err)
	}
	end, _, err := model.Replay(pos.State, pos.Way)
	if err != nil || !end.Done() || end.Spent() != best {
		t.Errorf("the way costs %d, not %d: %v", end.Spent(), best, err)
	}
	for _, m := range pos.Moves {
		after, _, err := model.Replay(pos.State, m.Ops)
		if err != nil {
			t.Fatal(err)
		}
		then, ok := brute.Optimum(after)
		if want := m.Price + then - best; ok && (!m.Loss.Exact() || m.Loss.Least != want) {
			t.Errorf("%s loses %+v, not %d", m.Title, m.Loss, want)
		}
		if end, _, err := model.Replay(after, m.way); m.way != nil && m.Loss.Exact() &&
			(err != nil || !end.Done() || end.Spent() != best+m.Loss.Least) {
			t.Errorf("behind %s the way costs %d, not %d: %v", m.Title, end.Spent(), best+m.Loss.Least, err)
		}
	}
}

// attempt reads a sequence, one step a line.
func attempt(t *testing.T, p *Puzzle, text string) [][]model.Op {
	t.Helper()
	s, err := p.Begin()
	if err != nil {
		t.Fatal(err)
	}
	var steps [][]model.Op
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		if line == "" {
			break
		}
		var ops []model.Op
		for part := range strings.SplitSeq(line, ";") {
			o, ok, err := model.ParseOp(s, part)
			if err != nil || !ok {
				t.Fatalf("%s: %v", part, err)
			}
			if s, _, err = s.Apply(o); err != nil {
				t.Fatal(err)
			}
			ops = append(ops, o)
		}
		steps = append(steps, ops)
	}
	return steps
}

func lion(t testing.TB) *Puzzle {
	t.Helper()
	g, err := shippedDag("lion")
	if err != nil {
		t.Fatal(err)
	}
	return &Puzzle{Name: "lion", Dag: g.Classic(), Goal: Goal{Kind: lesson.GoalTotal, Total: 11}}
}

// An attempt is judged step by step: what lost, and what would have been right.
func TestReview(t *testing.T) {
	p := lion(t)
	steps := attempt(t, p, "ELI (0 1)(1 2)\nELI (0 1)(1 4)\nELI (0 1 2)(2 3)\nELI (0 1 2)(2 4)\n")
	p.Answers = []lesson.Reply{{At: model.NewState(p.Dag), Op: steps[0][0], Any: true, Text: "Too early."}}
	got, err := refereeOf(t, p).Review(t.Context(), steps)
	if err != nil {
		t.Fatal(err)
	}
	if got.Total != 12 || got.Par != 11 || !got.Exact || got.Lost.Least != 1 {
		t.Errorf("%+v", got)
	}
	first := got.Steps[0]
	if first.Loss.Least != 1 || !first.Loss.Exact() || first.Instead != "ELI MUL (1 2)(2 4)" ||
		!strings.Contains(first.Why, "absorbs") || first.Answer != "Too early." {
		t.Errorf("%+v", first)
	}
	for _, s := range got.Steps[1:] {
		if !s.Loss.None() {
			t.Errorf("%s loses %+v", s.Title, s.Loss)
		}
	}
}

// Half an attempt can be judged, too, and so can none.
func TestReviewOfHalf(t *testing.T) {
	p := lion(t)
	r := refereeOf(t, p)
	for _, text := range []string{"", "ELI (1 2)(2 4)\n", "ELI (1 2)(2 4)\nELI (1 2)(2 3)\n"} {
		steps := attempt(t, p, text)
		got, err := r.Review(t.Context(), steps)
		want := model.Cost(max(0, len(steps)-1))
		if err != nil || len(got.Steps) != len(steps) || got.Lost.Least != want || got.Lost.Most != want {
			t.Errorf("%q: %+v, %v", text, got, err)
		}
	}
}

// With eliminations of edges or vertices alone, moves are measured against what such moves can
// reach: Bat's 24 and 23, the hierarchy's 28 and 27.
func TestEdgeAndVertexMoves(t *testing.T) {
	for _, c := range []struct {
		dag   *model.Dag
		moves lesson.Moves
		par   model.Cost
	}{
		{modeltest.Sample(t, "bat").Classic(), lesson.Vertices, 24},
		{modeltest.Sample(t, "bat").Classic(), lesson.Edges, 23},
		{modeltest.Sample(t, "lion").Classic(), lesson.Vertices, 12},
		{modeltest.Sample(t, "lion").Classic(), lesson.Edges, 11},
	} {
		followed(t, &Puzzle{Name: c.dag.Name + " by " + c.moves.String(), Dag: c.dag, Moves: c.moves,
			Par: c.par}, 0)
	}
}

// With some modes alone.
func TestModes(t *testing.T) {
	g := modeltest.Sample(t, "lion")
	for _, c := range []struct {
		modes lesson.Modes
		par   model.Cost
	}{{1 << model.TAN, 16}, {1<<model.TAN | 1<<model.MUL, 16}} {
		p := &Puzzle{Name: "lion " + c.modes.String(), Dag: g, Modes: c.modes, Par: c.par}
		for _, pos := range followed(t, p, 0) {
			for _, m := range pos.Moves {
				if m.Ops[0].Mode == model.ADJ {
					t.Errorf("%s is no move", m.Title)
				}
			}
		}
	}
}

// What is looked at for one answer is limited, however many moves there are.
func TestExhaustionIsLimited(t *testing.T) {
	r := refereeOf(t, &Puzzle{Dag: modeltest.Sample(t, "bat"), Modes: 1 << model.TAN})
	r.exhaust.most = 50
	pos, err := r.Position(t.Context(), nil)
	if right, wrong, open := pos.count(); err != nil || right+wrong > 0 || open < 9 {
		t.Errorf("%d right, %d wrong, %d open: %v", right, wrong, open, err)
	}
	if looked := r.exhaust.most - r.exhaust.left; looked > 50+100 { // and each that asks once more
		t.Errorf("%d states were looked at", looked)
	}
}

// A state as the goal: any way there counts, the cheapest is par, and a move
// from which it cannot be reached off goal.
func TestStateGoal(t *testing.T) {
	p := lion(t)
	p.Goal = Goal{Kind: lesson.GoalState}
	goal := slices.Concat(attempt(t, p, "ELI (1 2)(2 4)\nELI (0 1)(1 2)\n")...)
	var err error
	if p.Goal.State, _, err = model.Replay(model.NewState(p.Dag), goal); err != nil {
		t.Fatal(err)
	}
	if want := "Reach, at the lowest cost, the state in which (1,2,4)+(1,4) and (0,1,2) are computed and 2 faces are left."; p.Question() != want {
		t.Error(p.Question())
	}
	r := refereeOf(t, p)
	pos, err := r.Position(t.Context(), nil)
	if err != nil || pos.Least != 3 || pos.Most != 3 {
		t.Fatalf("%+v, %v", pos, err)
	}
	right, away := 0, 0
	for _, m := range pos.Moves {
		if m.Loss.None() {
			right++
		}
		if m.Loss.Away() {
			away++
		}
	}
	if right != 1 || right+away != len(pos.Moves) {
		t.Errorf("%d right, %d away of %d", right, away, len(pos.Moves))
	}
	other := attempt(t, p, "ELI (1 2)(2 4)\nELI (1 2)(2 3)\n")
	review, err := r.Review(t.Context(), other)
	if err != nil || !review.Steps[0].Loss.None() || !review.Steps[1].Loss.Away() {
		t.Errorf("%+v, %v", review, err)
	}
	end, _, err := model.Replay(pos.State, goal)
	if err != nil {
		t.Fatal(err)
	}
	if p.Verdict(end, 0) != Solved || p.Verdict(pos.State, 0) != Open {
		t.Error("the state is not recognised")
	}
}

// Only what the puzzle allows is a move, however it was asked for.
func TestAllows(t *testing.T) {
	p := lion(t)
	s, err := p.Begin()
	if err != nil {
		t.Fatal(err)
	}
	one := attempt(t, p, "ELI (1 2)(2 4)")[0]
	edge := attempt(t, p, "ELI (1 2)(2 4); ELI (1 2)(2 3)")[0]
	vertex := attempt(t, p, "ELI (0 1)(1 2); ELI (0 1)(1 4)")[0]
	neither := attempt(t, p, "ELI (0 1)(1 4); ELI (1 2)(2 4)")[0]
	for _, c := range []struct {
		moves lesson.Moves
		ops   []model.Op
		want  string
	}{
		{0, neither, ""}, {lesson.Faces, one, ""}, {lesson.Faces, edge, "only single faces"},
		{lesson.Edges, one, ""}, {lesson.Edges, edge, ""}, {lesson.Edges, vertex, ""}, {lesson.Edges, neither, "only edge eliminations"},
		{lesson.Vertices, one, "only vertex eliminations"}, {lesson.Vertices, edge, ""}, {lesson.Vertices, vertex, ""},
		{lesson.Edges | lesson.Vertices, neither, "only eliminations of edges, vertices"},
	} {
		p.Moves = c.moves
		err := p.Allows(s, c.ops)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %v: %v", c.moves, c.ops, err)
		}
	}
	bat := &Puzzle{Dag: modeltest.Sample(t, "bat").Classic(), Moves: lesson.Edges}
	fresh := model.NewState(bat.Dag)
	if err := bat.Allows(fresh, attempt(t, bat, "ELI (1 3)(3 4)")[0]); err == nil {
		t.Error("a face of Bat is no edge")
	}
	p.Moves, p.Modes = 0, 1<<model.TAN
	if err := p.Allows(s, one); err == nil || !strings.Contains(err.Error(), "allows only TAN") {
		t.Errorf("MUL: %v", err)
	}
}

// A puzzle that is none says why.
func TestCheck(t *testing.T) {
	complete := attempt(t, lion(t), "ELI (1 2)(2 4)\nELI (0 1)(1 2)\nELI (0 1)(1 4)\nELI (0 1 2)(2 3)\n")
	for _, c := range []struct {
		change func(p *Puzzle)
		want   string
	}{
		{func(*Puzzle) {}, ""},
		{func(p *Puzzle) { p.Goal.Total = 10 }, "a total of 10 cannot be reached: the optimum is 11"},
		{func(p *Puzzle) {
			p.Moves = lesson.Vertices
		}, "a total of 11 cannot be reached with vertices alone: the optimum is 12"},
		{func(p *Puzzle) { p.Modes = 1 << model.TAN }, "the goal cannot be reached with TAN alone"},
		{func(p *Puzzle) { p.Start = slices.Concat(complete...) }, "the puzzle starts at its goal"},
		{func(p *Puzzle) {
			p.Goal = Goal{Kind: lesson.GoalState, State: model.NewState(p.Dag)}
		}, "the puzzle starts at its goal"},
		{func(p *Puzzle) { p.Start = []model.Op{{U: 99, V: 98}} }, "the start of the puzzle"},
	} {
		p := lion(t)
		c.change(p)
		err := Check(t.Context(), p)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("want %q, got %v", c.want, err)
		}
	}
}
