package partition

import (
	"cmp"

	"facet/model"
	"facet/model/heap"
	"facet/planner/linegraph"
)

// parts is a dag whose junctions are in a topological order.
type parts struct {
	in    *linegraph.Graph
	base  model.Cost   // of what leads straight from a source to a sink
	out   [2][][]int32 // by direction, by vertex of the dag: the edges that lead on
	order []int32      // the junctions
	unit  model.Cost   // amounts are in parts of one in so many, costs in its square
	place []int32      // by vertex of the dag: its place in order; of sources -1, of sinks its length
}

const (
	forward = iota
	backward
)

// Beyond these, sizes and costs in parts of the unit would be too large to be counted.
const (
	mostSize = 1 << 40
	mostCost = 1 << 50
)

// newParts orders the junctions. ok is false for costs that are not linear, in states with a
// junction some of whose faces are gone, and for sizes and costs beyond all measure.
func newParts(in *linegraph.Graph) (p *parts, ok bool) {
	n := len(in.Size)
	p = &parts{in: in, place: make([]int32, n)}
	for d := range p.out {
		p.out[d] = make([][]int32, n)
	}
	for z := range in.Vertices {
		l := &in.Vertices[z]
		p.out[forward][l.From] = append(p.out[forward][l.From], int32(z))
		p.out[backward][l.To] = append(p.out[backward][l.To], int32(z))
	}
	for z := range in.Vertices {
		if len(in.Succ[z]) != len(p.out[forward][in.Vertices[z].To]) ||
			len(in.Pred[z]) != len(p.out[backward][in.Vertices[z].From]) {
			return nil, false
		}
		if !in.Vertices[z].Jacobian && len(in.Succ[z]) == 0 && len(in.Pred[z]) == 0 {
			p.base = p.base.Add(in.Acc(int32(z)))
		}
	}
	if p.unit, ok = unitOf(in); !ok || !in.Dag.IsLinear() {
		return nil, false
	}
	p.sort()
	return p, true
}

// sort takes as the next junction the one with whose edges the width grows least: the sizes of
// what has edges to junctions that come later. Of equals it takes the one that has waited
// longest.
func (p *parts) sort() {
	n := len(p.in.Size)
	isJunction := func(i int32) bool { return len(p.out[forward][i]) > 0 && len(p.out[backward][i]) > 0 }
	// for junctions before it; edges to junctions that come later
	waits, left := make([]int, n), make([]int, n)
	for i := range int32(n) {
		for d, count := range [...][]int{forward: left, backward: waits} {
			for _, z := range p.out[d][i] {
				if isJunction(p.far(z, d)) {
					count[i]++
				}
			}
		}
	}
	growth := func(j int32) (g model.Cost) {
		if left[j] > 0 {
			g = p.in.Size[j]
		}
		for _, z := range p.out[backward][j] {
			if i := p.far(z, backward); isJunction(i) && left[i] == 1 {
				g -= p.in.Size[i]
			}
		}
		return g
	}
	ready := heap.New((*candidate).before)
	push := func(j int32) { ready.Push(candidate{growth(j), len(p.order), j}) }
	for i := range int32(n) {
		switch {
		case len(p.out[backward][i]) == 0:
			p.place[i] = -1
		case isJunction(i) && waits[i] == 0:
			push(i)
		}
	}
	done := make([]bool, n)
	for ready.Len() > 0 {
		j := ready.Pop().junction
		if done[j] {
			continue // it has come as another candidate, with less growth
		}
		done[j] = true
		p.place[j] = int32(len(p.order))
		p.order = append(p.order, j)
		for _, z := range p.out[backward][j] {
			i := p.far(z, backward)
			if left[i]--; left[i] != 1 || !isJunction(i) {
				continue
			}
			for _, z := range p.out[forward][i] { // the last one ends its width
				if to := p.far(z, forward); isJunction(to) && !done[to] && waits[to] == 0 {
					push(to)
				}
			}
		}
		for _, z := range p.out[forward][j] {
			if to := p.far(z, forward); isJunction(to) {
				if waits[to]--; waits[to] == 0 {
					push(to)
				}
			}
		}
	}
	for i := range p.place {
		if len(p.out[forward][i]) == 0 && len(p.out[backward][i]) > 0 {
			p.place[i] = int32(len(p.order))
		}
	}
}

// unitOf is in how many parts amounts are told: as many as costs leave room for; not ok where they
// leave none.
func unitOf(in *linegraph.Graph) (unit model.Cost, ok bool) {
	const most, least, room = 1 << 10, 1 << 4, 1 << 44
	size := model.Cost(1)
	for _, n := range in.Size {
		size = max(size, n)
	}
	highest := size.Times(size).Times(size).Times(max(1, in.Dag.Product.Cost))
	for z := range in.Vertices {
		if m := in.Vertices[z].Model; m != nil {
			highest = max(highest, size.Times(max(m.Tangent, m.Adjoint)))
		}
	}
	unit = most
	for unit > least && highest > room/(unit*unit) {
		unit /= 2
	}
	return unit, size <= mostSize && highest <= mostCost
}

// candidate is a junction that may come next.
type candidate struct {
	growth   model.Cost
	since    int
	junction int32
}

func (c *candidate) before(d *candidate) bool {
	return cmp.Or(cmp.Compare(c.growth, d.growth), cmp.Compare(c.since, d.since)) < 0
}

func (p *parts) isEnd(i int32) bool { return p.place[i] < 0 || int(p.place[i]) == len(p.order) }

// far is the end of an edge in a direction.
func (p *parts) far(z int32, direction int) int32 {
	if direction == forward {
		return p.in.Vertices[z].To
	}
	return p.in.Vertices[z].From
}

// cuts reports where windows of about so many junctions begin, and where the last one ends:
// within a quarter of the length, where the vertices on edges from one window to the next
// are smallest together, and nearest to the length.
func (p *parts) cuts(length int) []int {
	n := len(p.order)
	width := make([]model.Cost, n+1) // by place: the vertices before it that lead to it or beyond
	for at, j := range p.order {
		end := at
		for _, z := range p.out[forward][j] {
			if to := p.far(z, forward); !p.isEnd(to) {
				end = max(end, int(p.place[to]))
			}
		}
		if end > at {
			width[at+1] += p.in.Size[j]
			width[min(end+1, n)] -= p.in.Size[j]
		}
	}
	for k := range n {
		width[k+1] += width[k]
	}
	all := []int{0}
	for last := 0; n-last > length+length/4; last = all[len(all)-1] {
		best := last + length
		for k := range length / 4 {
			for _, at := range [...]int{last + length - k, last + length + k} {
				if at > last && width[at] < width[best] {
					best = at
				}
			}
		}
		all = append(all, best)
	}
	return append(all, n)
}
