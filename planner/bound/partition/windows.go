package partition

import (
	"math"

	"facet/model"
	"facet/model/maxflow"
	"facet/planner/linegraph"
)

// parts is a dag whose junctions are in order, with the packed paths: amounts that
// stand in vertices.
type parts struct {
	in    *linegraph.Graph
	base  model.Cost   // of what leads straight from a source to a sink
	out   [2][][]int32 // by direction, by vertex of the dag: the edges that lead on
	order []int32      // the junctions
	whole int          // windows of so many junctions are one
	place []int32      // by vertex of the dag: its place in order; of sources -1, of sinks its length
}

const (
	forward = iota
	backward
)

// newParts orders the junctions.
func newParts(in *linegraph.Graph) (*parts, bool) {
	n := len(in.Size)
	p := &parts{in: in, place: make([]int32, n), whole: math.MaxInt}
	for d := range p.out {
		p.out[d] = make([][]int32, n)
	}
	for z := range in.Vertices {
		l := &in.Vertices[z]
		p.out[forward][l.From] = append(p.out[forward][l.From], int32(z))
		p.out[backward][l.To] = append(p.out[backward][l.To], int32(z))
	}
	for z := range in.Vertices {
		if len(in.Succ[z]) != len(p.out[forward][in.Vertices[z].To]) || len(in.Pred[z]) != len(p.out[backward][in.Vertices[z].From]) {
			return nil, false
		}
	}
	waits := make([]int, n)
	var ready []int32
	for i := range waits {
		if waits[i] = len(p.out[backward][i]); waits[i] == 0 {
			ready = append(ready, int32(i))
		}
	}
	for k := 0; k < len(ready); k++ {
		i := ready[k]
		for _, z := range p.out[forward][i] {
			to := in.Vertices[z].To
			if waits[to]--; waits[to] == 0 {
				ready = append(ready, to)
			}
		}
	}
	for _, i := range ready {
		switch {
		case len(p.out[backward][i]) == 0:
			p.place[i] = -1
		case len(p.out[forward][i]) > 0:
			p.place[i] = int32(len(p.order))
			p.order = append(p.order, i)
		}
	}
	for i := range p.place {
		if len(p.out[forward][i]) == 0 && len(p.out[backward][i]) > 0 {
			p.place[i] = int32(len(p.order))
		}
	}
	for z := range in.Vertices {
		if !in.Vertices[z].Jacobian && len(in.Succ[z]) == 0 && len(in.Pred[z]) == 0 {
			p.base = p.base.Add(in.Acc(int32(z)))
		}
	}
	return p, in.Dag.IsLinear()
}

func (p *parts) isEnd(i int32) bool { return p.place[i] < 0 || int(p.place[i]) == len(p.order) }

// far is the end of an edge in a direction.
func (p *parts) far(z int32, direction int) int32 {
	if direction == forward {
		return p.in.Vertices[z].To
	}
	return p.in.Vertices[z].From
}

// amounts packs paths from the sources forward, or from the sinks backward, as many as
// there can be for each window, and gives the amounts that stand in vertices before it,
// or behind it. Each window has paths of its own: those of the window before are led on
// or around as far as possible, and the others give way.
//
// The network leads backwards, from the window to where paths begin: what is searched
// for more paths is then little more than what lies behind the last narrow place.
func (p *parts) amounts(direction int, cuts []int, check func() error) ([]map[int32]model.Cost, error) {
	const begin, before = 0, 1 // where all paths begin, and the windows before
	n := int32(len(p.in.Size))
	net := maxflow.New(2 + 2*int(n))
	leave := func(i int32) int32 { return 2 + 2*i }
	enter := func(i int32) int32 { return 3 + 2*i }
	for i := range n {
		net.Connect(leave(i), enter(i), p.in.Size[i])
		if len(p.out[1-direction][i]) == 0 {
			net.Connect(enter(i), begin, model.Saturated)
		}
	}
	windows := len(cuts) - 1
	at := make([]map[int32]model.Cost, windows)
	for turn := range windows {
		if err := check(); err != nil {
			return nil, err
		}
		w := turn
		if direction == backward {
			w = windows - 1 - turn
		}
		region := p.order[cuts[w]:cuts[w+1]]
		window, arcs := net.Add(), make(map[int32]int32)
		for _, j := range region {
			for _, z := range p.out[1-direction][j] {
				i := p.far(z, 1-direction)
				if k := int(p.place[i]); !p.isEnd(i) && k >= cuts[w] && k < cuts[w+1] {
					continue
				}
				if _, known := arcs[i]; !known {
					arcs[i] = net.Connect(window, leave(i), model.Saturated)
				}
			}
		}
		net.Flow(window, before, model.Saturated)
		net.Flow(window, begin, model.Saturated)
		at[w] = make(map[int32]model.Cost, len(arcs))
		for i, arc := range arcs {
			if amount := net.Carries(arc); amount > 0 {
				at[w][i] = amount
			}
		}
		net.Connect(window, before, model.Saturated)
		for _, j := range region {
			for _, z := range p.out[1-direction][j] {
				net.Connect(enter(j), leave(p.far(z, 1-direction)), model.Saturated)
			}
		}
	}
	return at, nil
}

// narrow says which of equally narrow places ends a window.
type narrow int

const (
	nearest narrow = iota
	leftmost
	rightmost
)

// cuts reports where windows of about so many junctions begin, and where the last one ends:
// within a quarter of the length, where the vertices on edges from one window to the next
// are smallest together.
func (p *parts) cuts(length int, among narrow) []int {
	n := len(p.order)
	width := make([]model.Cost, n+1) // by place: the vertices before it that lead to it or beyond
	for at, j := range p.order {
		end := at
		for _, z := range p.out[forward][j] {
			if to := p.far(z, forward); !p.isEnd(to) {
				end = max(end, int(p.place[to]))
			}
		}
		for k := at + 1; k <= end; k++ {
			width[k] = width[k].Add(p.in.Size[j])
		}
	}
	all := []int{0}
	for last := 0; n-last > length+length/4; last = all[len(all)-1] {
		best := last + length
		for k := range length / 4 {
			for _, at := range [...]int{last + length - k, last + length + k} {
				if at > last && (width[at] < width[best] || width[at] == width[best] &&
					(among == leftmost && at < best || among == rightmost && at > best)) {
					best = at
				}
			}
		}
		all = append(all, best)
	}
	return append(all, n)
}

// windows are what lies between the cuts.
func (p *parts) windows(cuts []int, check func() error) ([]linegraph.Graph, error) {
	before, err := p.amounts(forward, cuts, check)
	if err != nil {
		return nil, err
	}
	behind, err := p.amounts(backward, cuts, check)
	if err != nil {
		return nil, err
	}
	all := make([]linegraph.Graph, len(before))
	for w := range all {
		if err := check(); err != nil {
			return nil, err
		}
		all[w] = p.window(p.order[cuts[w]:cuts[w+1]], before[w], behind[w])
	}
	return all, nil
}

// window is the dag of some junctions between amounts: of what lies on a path from an
// amount before to one behind.
func (p *parts) window(junctions []int32, before, behind map[int32]model.Cost) linegraph.Graph {
	inside := make(map[int32]bool, len(junctions))
	for _, j := range junctions {
		inside[j] = true
	}
	var reached [2]map[int32]bool // by direction: on a path from an end
	ends := [2]map[int32]model.Cost{before, behind}
	for d := range reached {
		reached[d] = make(map[int32]bool)
		for k := range junctions {
			j := junctions[k]
			if d == backward {
				j = junctions[len(junctions)-1-k]
			}
			for _, z := range p.out[1-d][j] {
				i := p.far(z, 1-d)
				if ends[d][i] > 0 && !inside[i] || reached[d][i] {
					reached[d][j] = true
					break
				}
			}
		}
	}
	out := linegraph.Graph{Dag: p.in.Dag}
	number := make(map[int32]int32)
	vertex := func(i int32, size model.Cost) int32 {
		n, known := number[i]
		if !known {
			n = int32(len(out.Size))
			number[i] = n
			out.Size = append(out.Size, size)
		}
		return n
	}
	through := func(i int32) bool { return inside[i] && reached[forward][i] && reached[backward][i] }
	into := make(map[int32][]int32) // by junction: edges of the window that end there
	add := func(z int32) {
		l := p.in.Vertices[z]
		free := l.Jacobian
		for _, end := range [...]struct {
			at    int32
			sizes map[int32]model.Cost
			put   *int32
		}{{l.From, before, &l.From}, {l.To, behind, &l.To}} {
			switch {
			case through(end.at):
				*end.put = vertex(end.at, p.in.Size[end.at])
			case !inside[end.at] && end.sizes[end.at] > 0:
				*end.put = vertex(end.at, end.sizes[end.at])
				free = free || !p.isEnd(end.at)
			default:
				return
			}
		}
		l.Jacobian = free
		n := int32(len(out.Vertices))
		out.Vertices = append(out.Vertices, l)
		out.Succ, out.Pred = append(out.Succ, nil), append(out.Pred, nil)
		into[l.To] = append(into[l.To], n)
	}
	for _, j := range junctions {
		if !through(j) {
			continue
		}
		for _, z := range p.out[backward][j] {
			add(z)
		}
		for _, z := range p.out[forward][j] {
			if !inside[p.in.Vertices[z].To] {
				add(z)
			}
		}
	}
	for v := range out.Vertices {
		for _, u := range into[out.Vertices[v].From] {
			out.Succ[u] = append(out.Succ[u], int32(v))
			out.Pred[v] = append(out.Pred[v], u)
		}
	}
	return out
}
