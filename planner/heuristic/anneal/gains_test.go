package anneal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest/extent"
	"facet/planner/heuristic/dive"
)

// TestChosenWindowsAreDisjoint: windows that are chosen have no junction in common, save at
// least what they do if the best is taken first, and stay when others go for want of memory.
func TestChosenWindowsAreDisjoint(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 11))
	for range some(200) {
		g := newGains(20)
		for range rng.IntN(60) {
			var members []int32
			for _, j := range rng.Perm(20)[:2+rng.IntN(6)] {
				members = append(members, int32(j))
			}
			slices.Sort(members)
			g.add(Window{members: members, gain: float64(1 + rng.IntN(100)),
				local: &local{dag: &model.Dag{}}}, 1<<30)
		}
		chosen := g.choose()
		before := sum(t, chosen)
		if least := firstFit(g); before < least {
			t.Fatalf("they save %.0f, the best first %.0f", before, least)
		}
		all := make([]int32, 20)
		for j := range all {
			all[j] = int32(j)
		}
		if inside := g.within(all); inside > before {
			t.Fatalf("%.0f are saved inside, and %.0f by the best", inside, before)
		}
		had := len(g.windows)
		g.prune(g.bytes / 2)
		sum(t, g.choose())
		for _, w := range chosen {
			if !slices.ContainsFunc(g.windows, func(x Window) bool {
				return slices.Equal(x.members, w.members)
			}) {
				t.Fatalf("%v was chosen and is gone, %d of %d windows are left", w.members, len(g.windows),
					had)
			}
		}
	}
}

func sum(t *testing.T, windows []Window) float64 {
	t.Helper()
	total := 0.0
	taken := make(map[int32]bool)
	for _, w := range windows {
		total += w.gain
		for _, j := range w.members {
			if taken[j] {
				t.Fatalf("junction %d is in two windows", j)
			}
			taken[j] = true
		}
	}
	return total
}

// firstFit is what is saved if the best is taken first.
func firstFit(g *gains) float64 {
	total := 0.0
	taken := make(map[int32]bool)
	for _, k := range g.byGain() {
		w := &g.windows[k]
		if slices.ContainsFunc(w.members, func(j int32) bool { return taken[j] }) {
			continue
		}
		for _, j := range w.members {
			taken[j] = true
		}
		total += w.gain
	}
	return total
}

// TestSmallMemoryOfWindows: what windows keep has a limit, and they are found with
// little memory, too.
func TestSmallMemoryOfWindows(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 8))
	dag, err := generate.Random(60, 180, generate.Elementals{MaxSize: 50, Seed: 4})
	if err != nil {
		t.Fatal(err)
	}
	graph := graph(t, model.NewState(dag))
	for _, memory := range []int64{0, 1 << 12, 1 << 16} {
		o := graph.newOrder(shuffle(rng, graph.junctions))
		windows, g := newWindows(dive.Small, rng, memory, never), newGains(o.junctions)
		for range 3 {
			if err := windows.improve(o, g, extent.Of(5_000, 20_000)); err != nil {
				t.Fatal(err)
			}
		}
		chosen := int64(0)
		for _, w := range g.choose() {
			chosen += w.bytes()
		}
		if chosen == 0 {
			t.Errorf("nothing is saved with %d bytes", memory)
		}
		if g.bytes > memory/gainsPart+chosen {
			t.Errorf("%d bytes of windows, %d of them chosen, where %d are allowed", g.bytes, chosen,
				memory/gainsPart)
		}
		if windows.bytes > memory/solvedPart && len(windows.solved) > 1 {
			t.Errorf("%d solutions of %d bytes where %d are allowed", len(windows.solved), windows.bytes,
				memory/solvedPart)
		}
	}
}
