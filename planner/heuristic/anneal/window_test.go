package anneal

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/planner/heuristic/dive"
	"facet/planner/linegraph/linegraphtest"
)

// TestWindowsAreCarriedOut replays orders with windows on random dags of every
// mixture: the cost is the price of the order less the gains.
func TestWindowsAreCarriedOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	gained := 0
	for range some(40) {
		for _, shape := range linegraphtest.Shapes(26) {
			if shape.MaxSize > 1000 {
				continue // prices beyond 2^53 are rounded
			}
			s := model.NewState(mixed(t, rng, shape))
			g := graph(t, s)
			o := g.newOrder(shuffle(rng, g.junctions))
			found := newGains(g.junctions)
			if err := newWindows(dive.Small, rng, 1<<20, never).improve(o, found, 100_000); err != nil {
				t.Fatal(err)
			}
			windows := found.choose()
			price := o.Price()
			for _, w := range windows {
				price -= w.gain
			}
			gained += len(windows)
			plan, err := g.Write(Found{Order: o.Junctions(nil), Windows: windows}, freely)
			if err != nil {
				t.Fatal(err)
			}
			prove(t, s, plan, price)
		}
	}
	if gained < 20 && extent.Full {
		t.Errorf("only %d windows were cheaper than their junctions", gained)
	}
}
