package app

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// A user does not know the optimal sequence. On all ways that begin with an operation of
// the user's own and go on as well as possible from there, and on some that go astray all the
// time, small dags are seen with labels and as a whole, as along optimal sequences; few
// vertices that live on leave their cells, and none where there is room for all mistakes.
func TestSightOfOwnWays(t *testing.T) {
	compares(t)
	still := map[string]bool{"lion": true, "bat": true, "newton1": true}
	names := []string{"lion", "bat", "hierarchy", "bat --classic", "lion --classic", "newton1"}
	for k, name := range names[:extent.Of(3, len(names))] {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		mistaken, astray := ownWays(t, g)
		for _, size := range windows(k) {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
				s := sight{d: d}
				for k, ops := range mistaken {
					if k%3 > 0 && !extent.Full {
						continue
					}
					s.walk(t, ops)
				}
				t.Logf("%s in %dx%d: %v", name, size.X, size.Y, &s.Tally)
				if s.Moved > 0 && still[name] || 4*s.Moved > s.Lived {
					t.Error("too many")
				}
				for _, ops := range astray[:extent.Of(1, 2)] {
					s.walk(t, ops)
				}
			})
		}
	}
}

// ownWays are an optimal completion after each first operation, and some random sequences.
func ownWays(t *testing.T, g *model.Dag) (mistaken, astray [][]model.Op) {
	t.Helper()
	s := model.NewState(g)
	for _, c := range s.Operations() {
		here, _, err := model.Replay(s, []model.Op{c.Op})
		if err != nil {
			t.Fatal(err)
		}
		rest, err := planner.Solve(t.Context(), here, planner.Options{Workers: 1, Work: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		mistaken = append(mistaken, append([]model.Op{c.Op}, rest.Incumbent.Ops...))
	}
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(seed, 7))
		var ops []model.Op
		for here := s; !here.Done(); {
			all := here.Operations()
			ops = append(ops, all[rng.IntN(len(all))].Op)
			here, _, _ = model.Replay(here, ops[len(ops)-1:])
		}
		astray = append(astray, ops)
	}
	return mistaken, astray
}

// walk looks at each state of a sequence, from the start on.
func (s *sight) walk(t *testing.T, ops []model.Op) {
	t.Helper()
	s.d.send(Intents{intent.JumpTo{}})
	s.d.check()
	s.cells, s.kinds = make(map[seenVertex]picture.Point), nil
	s.look(t, 0)
	for k, op := range ops {
		s.d.send(Intents{intent.Carry{Ops: []model.Op{op}}})
		if s.d.m.screen.where.top() != nil {
			s.d.press("esc")
		}
		s.d.check()
		s.look(t, k+1)
	}
}
