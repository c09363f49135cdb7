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

// A user does not know the optimal sequence, or takes another one than the planner: there are many.
// On random optimal ways, on such as begin with an operation of the user's own and go on as well as
// possible from there, and on one that goes astray all the time, small dags are seen with labels and
// as a whole; few vertices that live on leave their cells, and none where there is room for all
// mistakes. Bat in 80x24 has no room for most optimal ways: the widest states of its line dag need 52
// to 56 columns of 51.
func TestSightOfOtherWays(t *testing.T) {
	compares(t)
	still := map[string]bool{"lion": true, "bat": true, "newton1": true}
	names := []string{"lion", "bat", "hierarchy", "bat --classic", "newton1", "lion --classic"}
	for k, name := range names[:extent.Of(5, len(names))] {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		ways := optimalWays(t, g, uint64(extent.Of(3, 8)))
		var mistaken, astray [][]model.Op
		if k < extent.Of(3, len(names)) {
			mistaken, astray = ownWays(t, g)
		}
		for _, size := range windows(k) {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
				optimal, own, lost := sight{d: d}, sight{d: d}, sight{d: d}
				for _, ops := range ways {
					optimal.walk(t, ops)
				}
				share := 6
				if name == "bat" && size.X == 80 {
					share = 2
				}
				t.Logf("%s in %dx%d, optimal ways: %v", name, size.X, size.Y, &optimal.tally)
				if share*optimal.strayed > optimal.lived {
					t.Error("too many")
				}
				for k, ops := range mistaken {
					if k%3 == 0 || extent.Full {
						own.walk(t, ops)
					}
				}
				t.Logf("%s in %dx%d, mistakes: %v", name, size.X, size.Y, &own.tally)
				if own.strayed > 0 && still[name] || 4*own.strayed > own.lived {
					t.Error("too many")
				}
				for _, ops := range astray[:min(len(astray), extent.Of(1, 2))] {
					lost.walk(t, ops)
				}
			})
		}
	}
}

// optimalWays are optimal sequences, each operation picked among all that keep the optimum.
func optimalWays(t *testing.T, g *model.Dag, count uint64) (ways [][]model.Op) {
	t.Helper()
	rest := func(s *model.State) int64 {
		found, err := planner.Solve(t.Context(), s, planner.Options{Workers: 1, Work: time.Hour})
		if err != nil || !found.Proven {
			t.Fatal(err, found.Proven)
		}
		var sum int64
		if _, err := model.Walk(s, found.Incumbent.Ops, func(_ *model.State, _ model.Op, c model.Cost) {
			sum += int64(c)
		}); err != nil {
			t.Fatal(err)
		}
		return sum
	}
	for seed := range count {
		rng := rand.New(rand.NewPCG(seed, 3))
		var ops []model.Op
		s := model.NewState(g)
		for left := rest(s); !s.Done(); {
			all := s.Operations()
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for _, c := range all {
				next, _, err := model.Replay(s, []model.Op{c.Op})
				if err != nil {
					t.Fatal(err)
				}
				if after := rest(next); int64(c.Price)+after == left {
					s, left, ops = next, after, append(ops, c.Op)
					break
				}
			}
		}
		ways = append(ways, ops)
	}
	return ways
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
