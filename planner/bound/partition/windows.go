package partition

import (
	"facet/model"
	"facet/planner/linegraph"
)

// window is the dag of the junctions from one place on to before another, between ends that
// stand for what lies before it and behind it. flows are what ends count at all junctions alike,
// by direction; nil if they count what they can at each.
func (p *parts) window(from, to int, flows *ends, check func() error) (linegraph.Graph, error) {
	out := linegraph.Graph{Dag: p.in.Dag, Ends: &linegraph.Ends{Unit: p.unit}}
	number := make(map[int32]int32)
	vertex := func(i int32) int32 {
		n, known := number[i]
		if !known {
			n = int32(len(out.Size))
			number[i] = n
			out.Size = append(out.Size, p.in.Size[i])
			out.Ends.Amount = append(out.Ends.Amount, nil)
		}
		return n
	}
	junctions := p.order[from:to]
	for _, j := range junctions {
		out.Ends.Amount[vertex(j)] = make(map[int32]model.Cost)
	}
	inside := func(i int32) bool { n, known := number[i]; return known && int(n) < len(junctions) }
	into := make(map[int32][]int32) // by junction: edges of the window that end there
	add := func(z int32) {
		l := p.in.Vertices[z]
		l.Jacobian = l.Jacobian || !inside(l.From) && !p.isEnd(l.From) || !inside(l.To) && !p.isEnd(l.To)
		l.From, l.To = vertex(l.From), vertex(l.To)
		n := int32(len(out.Vertices))
		out.Vertices = append(out.Vertices, l)
		out.Succ, out.Pred = append(out.Succ, nil), append(out.Pred, nil)
		into[l.To] = append(into[l.To], n)
	}
	for _, j := range junctions {
		for _, z := range p.out[backward][j] {
			add(z)
		}
		for _, z := range p.out[forward][j] {
			if !inside(p.in.Vertices[z].To) {
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
	if flows != nil {
		all := make(map[int32]model.Cost)
		for i, n := range number {
			if !inside(i) {
				all[n] = flows[forward][i].Add(flows[backward][i]).Times(p.unit)
			}
		}
		for _, j := range junctions {
			out.Ends.Amount[number[j]] = all
		}
		return out, nil
	}
	for direction := range 2 {
		tell := func(j, i int32, amount model.Cost) { out.Ends.Amount[number[j]][number[i]] = amount }
		if err := p.amounts(direction, from, to, tell, check); err != nil {
			return out, err
		}
	}
	return out, nil
}

// amounts tells how much of each end of a window counts at each junction to which the end
// leads in a direction.
func (p *parts) amounts(direction, from, to int, tell func(j, end int32, amount model.Cost), check func() error) error {
	if err := check(); err != nil {
		return err
	}
	s := p.side(direction, from, to)
	known := make(map[string]map[int32]model.Cost) // by the ends that reach a junction
	reach := make([][]byte, to-from)
	for turn := range to - from {
		at := turn
		if direction == backward {
			at = to - from - 1 - turn
		}
		reach[at] = make([]byte, len(s.ends))
		for _, z := range p.out[1-direction][p.order[from+at]] {
			i := p.far(z, 1-direction)
			if e, end := s.number[i]; end {
				reach[at][e] = 1
				continue
			}
			for e, yes := range reach[int(p.place[i])-from] {
				reach[at][e] |= yes
			}
		}
		key := string(reach[at])
		all, ok := known[key]
		if !ok {
			var err error
			if all, err = s.amounts(p, reach[at], check); err != nil {
				return err
			}
			known[key] = all
		}
		for i, amount := range all {
			tell(p.order[from+at], i, amount)
		}
	}
	return nil
}
