package why_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/why"
)

// solve asks the planner, for the completions that a reason is made of.
func solve(ctx context.Context, s *model.State) ([]model.Op, model.Cost, bool) {
	if s.Done() {
		return nil, 0, true
	}
	r, err := planner.Solve(ctx, s, planner.Options{Workers: 1})
	if err != nil || !r.Proven {
		return nil, 0, false
	}
	return r.Incumbent.Ops, r.Incumbent.Cost, true
}

// Along optimal sequences of the paper's small dags, every operation that loses has a
// reason, and a second program that knows nothing but the rules confirms it: by looking at
// every state that follows.
func TestEveryLossHasATrueReason(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		if c.Name == "newton2" || c.Name == "newton10" || c.Name == "openfoam" {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			if c.Name == "hierarchy" {
				extent.FullOnly(t) // newton1 has losses of the same kinds, and a tenth of the states
			}
			referee := newReferee(c.Dag)
			if c.Name == "bat" { // half a million states follow from its first ones
				referee.most = 400
			}
			states := []*model.State{model.NewState(c.Dag)}
			run, _, ok := solve(t.Context(), states[0])
			if !ok {
				t.Fatal("not solved")
			}
			for _, o := range run[:min(extent.Of(6, 9), len(run)-1)] {
				next, _, err := states[len(states)-1].Apply(o)
				if err != nil {
					t.Fatal(err)
				}
				states = append(states, next)
			}
			losses := 0
			for k := len(states) - 1; k >= 0; k-- { // small ones first: what is known of them is used again
				losses += referee.judge(t, states[k], run[:k])
			}
			if losses == 0 {
				t.Error("nothing lost")
			}
			t.Logf("%d losses, %d confirmed by all states that follow, %d too large for that; by kind %v",
				losses, referee.confirmed, referee.large, referee.kinds)
			if c.Name != "bat" {
				modeltest.Counted(t, "losses confirmed by all states that follow", referee.confirmed, losses)
			}
		})
	}
}

// The same holds on small random dags of all kinds, with models and without.
func TestReasonsOnRandomDags(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	losses, kinds := 0, make(map[why.Kind]int)
	for _, shape := range linegraphtest.Shapes(6) {
		if shape.MaxSize > 1000 {
			continue // totals that saturate have no reasons
		}
		for range 6 {
			g := linegraphtest.RandomDag(rng, shape)
			for _, g := range []*model.Dag{g, g.Classic()} {
				referee := newReferee(g)
				referee.most = 3000
				s := model.NewState(g)
				if s.Done() {
					continue
				}
				losses += referee.judge(t, s, nil)
				if best, _, ok := solve(t.Context(), s); ok && len(best) > 1 {
					next, _, err := s.Apply(best[0])
					if err != nil {
						t.Fatal(err)
					}
					losses += referee.judge(t, next, best[:1])
				}
				for kind, n := range referee.kinds {
					kinds[kind] += n
				}
			}
		}
	}
	t.Logf("%d losses, by kind %v", losses, kinds)
	modeltest.Counted(t, "losses", losses, 50)
	modeltest.Counted(t, "kinds of reasons", len(kinds), 5)
}

// referee confirms reasons.
type referee struct {
	*game
	begin            *board
	confirmed, large int
	kinds            map[why.Kind]int
}

func newReferee(g *model.Dag) *referee {
	game, begin := newGame(g)
	return &referee{game: game, begin: begin, kinds: make(map[why.Kind]int)}
}

// judge asks for the reason of each operation that loses in a state, and confirms it.
func (r *referee) judge(t *testing.T, s *model.State, so []model.Op) (losses int) {
	t.Helper()
	best, cost, ok := solve(t.Context(), s)
	if !ok {
		t.Fatal("not solved")
	}
	before := r.carry(t, r.begin, model.NewState(s.Dag()), so, nil)
	for _, c := range s.Operations() {
		after, _, err := s.Apply(c.Op)
		if err != nil {
			t.Fatal(err)
		}
		rest, left, ok := solve(t.Context(), after)
		if !ok {
			t.Fatal("not solved")
		}
		if c.Price+left == cost {
			continue
		}
		losses++
		name := fmt.Sprintf("after %d steps, %s", len(so), model.OpName(s, c.Op))
		l, err := why.Question{Before: s, Move: []model.Op{c.Op}, Best: best, Rest: rest,
			Names: why.Written{}, Solve: solve}.Answer(t.Context())
		if err != nil {
			t.Errorf("%s loses %d: %v", name, c.Price+left-cost, err)
			continue
		}
		if l.Price != c.Price || l.Without != cost || l.With != left || l.Text(why.Written{}) == "" ||
			l.Brief(why.Written{}) == "" {
			t.Errorf("%s: %+v", name, l)
		}
		r.kinds[l.Kind]++
		var operations []string
		r.carry(t, before, s, best, &operations)
		behind := r.carry(t, before, s, []model.Op{c.Op}, nil)
		r.totals(t, name, l, before, behind)
		r.reason(t, name, l, before, behind, operations, c.Op)
		r.exchange(t, name, l)
	}
	return losses
}

// carry plays operations of the model in the game, which has to charge the same, and lists
// them.
func (r *referee) carry(t *testing.T, b *board, s *model.State, ops []model.Op, list *[]string) *board {
	t.Helper()
	_, err := model.Walk(s, ops, func(s *model.State, o model.Op, price model.Cost) {
		right := ""
		if !o.IsAccumulation() {
			right = labelOf(s.Label(o.V))
		}
		turn, ok := r.find(b, labelOf(s.Label(o.U)), right, o.Mode)
		if !ok || turn.price != int64(price) {
			t.Fatalf("%s for %d is not possible by the rules: %+v", model.OpName(s, o), price, turn)
		}
		next, absorber := r.play(b, turn)
		absorbed := ""
		if absorber >= 0 {
			absorbed = b.spots[absorber].paths
		}
		if b = next; list != nil {
			*list = append(*list, fmt.Sprint(labelOf(s.Label(o.U)), right, o.Mode, price, absorbed))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// totals confirms what is left before the move and behind it.
func (r *referee) totals(t *testing.T, name string, l *why.Loss, before, behind *board) {
	t.Helper()
	without, known := r.best(before)
	with, too := r.best(behind)
	switch {
	case !known || !too:
		r.large++
	case without != int64(l.Without) || with != int64(l.With):
		t.Errorf("%s: %d and %d are left, not %d and %d", name, without, with, l.Without, l.With)
	default:
		r.confirmed++
	}
}

// reason confirms that the operation it names is in the better completion, and impossible
// behind the move in every state that follows.
func (r *referee) reason(t *testing.T, name string, l *why.Loss, before, behind *board, best []string,
	o model.Op) {
	t.Helper()
	if l.Kind == why.Comparison {
		return
	}
	d := l.Lost
	left, right, absorber := labelOf(d.Left), "", ""
	if d.Right != nil {
		right = labelOf(d.Right)
	}
	if d.Absorber != nil {
		absorber = labelOf(d.Absorber)
	}
	if !strings.Contains(l.Text(why.Written{}), d.Name) {
		t.Errorf("%s: %q does not name %s", name, l.Text(why.Written{}), d.Name)
	}
	if l.Kind == why.OtherMode {
		turn, ok := r.find(before, left, right, d.Mode)
		if !ok || d.Mode == o.Mode || turn.price != int64(d.Price) {
			t.Fatalf("%s: %s", name, l.Text(why.Written{}))
		}
		if next, _ := r.play(before, turn); next.named() != behind.named() ||
			turn.price+int64(l.With) != int64(l.Without) {
			t.Errorf("%s: %s does something else, or costs more", name, d.Name)
		}
		return
	}
	if whole := strings.Join(best, " "); !strings.Contains(whole, fmt.Sprint(left, right, d.Mode, d.Price,
		absorber)) || l.Brief(why.Written{}) == l.Text(why.Written{}) {
		t.Errorf("%s: %s is not in %s", name, d.Name, whole)
	}
	again := r.comes(behind, func(b *board) bool {
		for _, turn := range r.turns(b) {
			if b.spots[turn.u].paths != left || turn.v < 0 && right != "" || turn.v >= 0 &&
				b.spots[turn.v].paths != right {
				continue
			}
			_, by := r.play(b, turn)
			switch {
			case l.Kind == why.Impossible:
				return true
			case l.Kind == why.NoModel && turn.mode == d.Mode:
				return true
			case l.Kind == why.NotAbsorbed && by >= 0 && b.spots[by].paths == absorber:
				return true
			}
		}
		return false
	})
	if again {
		t.Errorf("%s: %q, but it comes up again", name, l.Text(why.Written{}))
	}
}

// exchange confirms the sums of what takes the place of what.
func (r *referee) exchange(t *testing.T, name string, l *why.Loss) {
	t.Helper()
	if l.Kind == why.OtherMode {
		return
	}
	var sum model.Cost
	for _, d := range l.Takes {
		sum += d.Price
	}
	for _, d := range l.Instead {
		sum -= d.Price
	}
	if sum != l.Cost() || len(l.Takes) == 0 {
		t.Errorf("%s: %q does not add up", name, l.Text(why.Written{}))
	}
}
