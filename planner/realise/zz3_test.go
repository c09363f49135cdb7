package realise

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/planner/compact"
	"facet/planner/cover"
	"facet/planner/letters"
)

func TestZ3(t *testing.T) {
	if os.Getenv("Z3") == "" {
		t.Skip()
	}
	for _, c := range [][3]int{{25, 60, 20}, {42, 100, 20}, {62, 150, 8}} {
		ok, conv := 0, 0
		for seed := 1; seed <= c[2]; seed++ {
			dag, err := generate.Random(c[0], c[1], generate.Elementals{MaxSize: 100, Seed: uint64(seed)})
			if err != nil {
				t.Fatal(err)
			}
			m := model.NewState(dag)
			p, _ := compact.NewProblem(dag)
			s := compact.FromModel(p, m)
			in, _ := letters.FromState(m)
			b0 := time.Now()
			res := cover.Solve(context.Background(), in, cover.Options{Deadline: time.Now().Add(10 * time.Second)})
			t1 := time.Since(b0)
			pr := NewProblem(s)
			best := model.Saturated
			luck := rand.New(rand.NewPCG(1, 2))
			n := 0
			b0 = time.Now()
			for ; n < 100 && best > res.Bound; n++ {
				o := Options{Limit: best, Luck: luck, Check: func() error { return nil }}
				if n > 0 {
					o.Noise = 0.3
				}
				r, err := pr.Dive(res.Support, o)
				if err != nil {
					t.Fatal(err)
				}
				if r.Cost < best {
					best = r.Cost
				}
			}
			frac := 0
			for _, q := range res.Support {
				if q.Amount < 0.999 {
					frac++
				}
			}
			if res.Converged {
				conv++
			}
			if best == res.Bound {
				ok++
			} else {
				fmt.Printf("  %v seed %d: best %d bound %d conv %v frac %d/%d words %d dives %d %.2fs LP %.2fs\n", c, seed, best, res.Bound, res.Converged, frac, len(res.Support), len(pr.words), n, time.Since(b0).Seconds(), t1.Seconds())
			}
		}
		fmt.Printf("%v: %d of %d at the bound, %d converged\n", c, ok, c[2], conv)
	}
}
