package anneal

import (
	"cmp"
	"slices"
	"unsafe"

	"facet/model"
)

// gains are windows of one order, each of which saves something. They may have junctions
// in common.
type gains struct {
	windows []Window
	of      [][]int // by junction: the windows that it is in
	bytes   int64
}

func newGains(junctions int) *gains { return &gains{of: make([][]int, junctions)} }

// bytes is about what a window takes.
func (w *Window) bytes() int64 {
	const names = 64 // of a vertex and what it stands for
	return int64(unsafe.Sizeof(*w)) + int64(len(w.ops))*int64(unsafe.Sizeof(model.Op{})) +
		4*int64(len(w.members)) +
		int64(len(w.local.dag.Edges))*int64(unsafe.Sizeof(model.Edge{})) +
		int64(len(w.local.dag.Vertices))*(int64(unsafe.Sizeof(model.Vertex{}))+names)
}

// add adds a window that is not there yet. Where all take more than so many bytes only
// those that save most stay.
func (g *gains) add(w Window, most int64) {
	for _, k := range g.of[w.members[0]] {
		if slices.Equal(g.windows[k].members, w.members) {
			return
		}
	}
	g.put(w)
	if g.bytes > most {
		g.prune(most / 2)
	}
}

func (g *gains) put(w Window) {
	for _, j := range w.members {
		g.of[j] = append(g.of[j], len(g.windows))
	}
	g.windows = append(g.windows, w)
	g.bytes += w.bytes()
}

// prune leaves the windows that are best together, and of the others those that save most,
// as long as they take so many bytes.
func (g *gains) prune(most int64) {
	old, order := g.windows, g.byGain()
	chosen := g.chosen(order)
	*g = *newGains(len(g.of))
	for _, best := range []bool{true, false} {
		for _, k := range order {
			if chosen[k] == best && (best || g.bytes < most) {
				g.put(old[k])
			}
		}
	}
}

// within is how much windows with no junction in common save inside a set of junctions:
// the best is taken first.
func (g *gains) within(members []int32) float64 {
	inside := make(map[int]int)
	var full []int
	for _, j := range members {
		for _, k := range g.of[j] {
			if inside[k]++; inside[k] == len(g.windows[k].members) {
				full = append(full, k)
			}
		}
	}
	slices.SortFunc(full, g.compare)
	sum := 0.0
	var taken []int32
	for _, k := range full {
		w := &g.windows[k]
		if !slices.ContainsFunc(w.members, func(j int32) bool { return slices.Contains(taken, j) }) {
			sum, taken = sum+w.gain, append(taken, w.members...)
		}
	}
	return sum
}

// compare puts the window first that saves more.
func (g *gains) compare(a, b int) int {
	return cmp.Or(cmp.Compare(g.windows[b].gain, g.windows[a].gain), cmp.Compare(a, b))
}

// byGain lists the windows, those first that save most.
func (g *gains) byGain() []int {
	all := make([]int, len(g.windows))
	for k := range all {
		all[k] = k
	}
	slices.SortFunc(all, g.compare)
	return all
}

// choose gives windows with no junction in common that save much together, the best
// first.
func (g *gains) choose() []Window {
	var some []Window
	order := g.byGain()
	chosen := g.chosen(order)
	for _, k := range order {
		if chosen[k] {
			some = append(some, g.windows[k])
		}
	}
	return some
}

// chosen reports which windows these are, for all in the order of what they save: a window
// takes the place of others as long as it saves more than they do together.
func (g *gains) chosen(order []int) []bool {
	holder := make([]int, len(g.of)) // by junction: the chosen window, plus one
	chosen := make([]bool, len(g.windows))
	for changed := true; changed; {
		changed = false
		for _, k := range order {
			changed = !chosen[k] && g.place(k, holder, chosen) || changed
		}
	}
	return chosen
}

// place chooses a window instead of those that it has junctions in common with, if it
// saves more than they do.
func (g *gains) place(k int, holder []int, chosen []bool) bool {
	w := &g.windows[k]
	var others []int
	sum := 0.0
	for _, j := range w.members {
		if h := holder[j] - 1; h >= 0 && !slices.Contains(others, h) {
			others, sum = append(others, h), sum+g.windows[h].gain
		}
	}
	if sum >= w.gain {
		return false
	}
	for _, h := range others {
		chosen[h] = false
		for _, j := range g.windows[h].members {
			holder[j] = 0
		}
	}
	chosen[k] = true
	for _, j := range w.members {
		holder[j] = k + 1
	}
	return true
}
