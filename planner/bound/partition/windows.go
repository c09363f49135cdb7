package partition

import (
	"facet/model"
	"facet/planner/linegraph"
)

// window is the dag of the junctions from one place on to before another, between ends that
// stand for what lies before it and behind it. flows are what ends count at all junctions alike,
// by direction; nil if they count what they can at each.
func (p *parts) window(from, to int, flows *ends, check func() error) (linegraph.Graph, error) {
	out, number := p.between(from, to, func(l *linegraph.Vertex) {
		for _, i := range [...]int32{l.From, l.To} {
			l.Jacobian = l.Jacobian || !p.isEnd(i) && !isBetween(from, p.place[i], to)
		}
	})
	if flows != nil {
		all := make(map[int32]model.Cost)
		for i, n := range number {
			if int(n) >= to-from {
				all[n] = flows[forward][i].Add(flows[backward][i]).Times(p.unit)
			}
		}
		for k := range to - from {
			out.Ends.Amount[k] = all
		}
		return out, nil
	}
	for direction := range 2 {
		a, err := p.amounts(direction, from, to, p.all, check)
		if err != nil {
			return out, err
		}
		a.tell(&out, number)
	}
	return out, nil
}

// tell writes down what the ends of a part count. Its junctions have the first numbers, in the
// order of their places.
func (a *amounts) tell(out *linegraph.Graph, number map[int32]int32) {
	for k, class := range a.class {
		for i, amount := range a.ends[class] {
			out.Ends.Amount[k][number[i]] = amount
		}
	}
}

func isBetween(from int, at int32, to int) bool { return from <= int(at) && int(at) < to }

// between is the dag of the junctions from one place on to before another, with the edges into
// them and from them, as change makes these; the junctions have the first numbers. Nothing is said
// of what ends count.
func (p *parts) between(from, to int, change func(l *linegraph.Vertex)) (out linegraph.Graph,
	number map[int32]int32) {
	out = linegraph.Graph{Dag: p.in.Dag, Ends: &linegraph.Ends{Unit: p.unit}}
	number = make(map[int32]int32)
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
	for _, j := range p.order[from:to] {
		out.Ends.Amount[vertex(j)] = make(map[int32]model.Cost)
	}
	into := make(map[int32][]int32) // by junction: edges of the part that end there
	add := func(z int32) {
		l := p.in.Vertices[z]
		change(&l)
		l.From, l.To = vertex(l.From), vertex(l.To)
		n := int32(len(out.Vertices))
		out.Vertices = append(out.Vertices, l)
		out.Succ, out.Pred = append(out.Succ, nil), append(out.Pred, nil)
		into[l.To] = append(into[l.To], n)
	}
	for _, j := range p.order[from:to] {
		for _, z := range p.out[backward][j] {
			add(z)
		}
		for _, z := range p.out[forward][j] {
			if i := p.in.Vertices[z].To; !isBetween(from, p.place[i], to) {
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
	return out, number
}
