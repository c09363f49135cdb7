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
	"facet/ui/draw/style"
)

// There are many optimal sequences, and a user who knows the optimum takes another one than
// the planner. Along random ones small dags are seen with labels and as a whole, too, and few
// vertices that live on leave their cells. Bat in 80x24 has no room for most of them: the
// widest states of its line dag need 52 to 56 columns of 51.
func TestSightOfOptimalWays(t *testing.T) {
	compares(t)
	for k, name := range []string{"lion", "hierarchy", "bat", "bat --classic", "newton1"} {
		file, classic := strings.CutSuffix(name, " --classic")
		g := sample(t, file)
		if classic {
			g = g.Classic()
		}
		ways := optimalWays(t, g, uint64(extent.Of(4, 8)))
		for _, size := range windows(k) {
			t.Run(fmt.Sprintf("%s/%dx%d", name, size.X, size.Y), func(t *testing.T) {
				d := start(t, testOptions(g, style.Mono, false), size.X, size.Y)
				s := sight{d: d}
				for _, ops := range ways {
					s.walk(t, ops)
				}
				t.Logf("%s in %dx%d: %v", name, size.X, size.Y, &s.Tally)
				share := 6
				if name == "bat" && size.X == 80 {
					share = 2
				}
				if share*s.Moved > s.Lived {
					t.Error("too many")
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
