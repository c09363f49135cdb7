package driver_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/programs/driver"
	"facet/model/taskgraph"
)

// scheduled puts the operations on threads at random, each as soon as it can begin there.
func scheduled(t *testing.T, rng *rand.Rand, g *model.Dag, ops []model.Op, threads int) *driver.Driver {
	t.Helper()
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	needs := tasks.Needs(1 << 20)
	places := make([]driver.Place, len(ops))
	order := make([]int, len(ops))
	free := make([]model.Cost, threads)
	for k := range ops {
		p := driver.Place{Machine: rng.IntN(threads)}
		p.Start = free[p.Machine]
		for _, n := range needs[k] {
			p.Start = max(p.Start, places[n].End)
		}
		p.End = p.Start + model.Cost(1+rng.IntN(5))
		free[p.Machine] = p.End
		places[k], order[k] = p, k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a].Start, places[b].Start) })
	d, err := driver.NewThreads(g, ops, places, order, 99)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestThreads runs drivers on several threads, in Go under its race detector with -tags long: blocks and
// costs are those of one thread.
func TestThreads(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var all []driven
	for len(all) < 8 {
		g := sized(t, rng)
		d := scheduled(t, rng, g, sequence(t, rng, g), 1+rng.IntN(4))
		all = append(all, driven{newModules(rng, g), d, false})
	}
	if extent.Full {
		t.Run("go", func(t *testing.T) { runGo(t, all, "-race") })
		t.Run("c++", func(t *testing.T) { runCPP(t, all[:3]) })
	} else {
		t.Run("go", func(t *testing.T) { runGo(t, all) })
	}
	if _, err := all[0].d.Write("python", origin); err == nil ||
		!strings.Contains(err.Error(), "choose go or c++") {
		t.Errorf("python: %v", err)
	}
}
