package partition

import (
	"facet/model"
	"facet/planner/linegraph"
)

// seam is the junctions on both sides of the place where two windows meet: the first window has
// those from begin to before at, the second those from there to before end, and the seam those
// of both from from to before to.
type seam struct{ begin, from, at, to, end int }

// windows are the first and the last place of each of the two, by their sides of the seam's place.
func (s seam) windows() [2][2]int { return [...][2]int{{s.begin, s.at}, {s.at, s.end}} }

// seam is the dag of a seam with what the two windows leave of the costs there.
func (p *parts) seam(s seam, check func() error) (linegraph.Graph, error) {
	out, number := p.between(s.from, s.to, func(l *linegraph.Vertex) {
		l.Jacobian = true
		if l.Model == nil {
			return
		}
		m := *l.Model
		if isBetween(s.from, p.place[l.From], s.at) {
			m.Tangent = 0
		}
		if isBetween(s.at, p.place[l.To], s.to) {
			m.Adjoint = 0
		}
		l.Model = &m
	})
	for direction := range 2 {
		rooms, err := p.left(direction, s, check)
		if err != nil {
			return out, err
		}
		a, err := p.amounts(direction, s.from, s.to, rooms, check)
		if err != nil {
			return out, err
		}
		a.tell(&out, number)
		s.tell(&out, direction, p.order, rooms)
	}
	return out, nil
}

// tell writes down what a seam's own junctions count at those that lie on the other side of its
// place, as paths of the direction come, or further on: those before the place what is left of
// them, and those behind it nothing.
func (s seam) tell(out *linegraph.Graph, direction int, order []int32, rooms func(at int) room) {
	first, last := s.at, s.to // of the junctions that are told
	if direction == backward {
		first, last = s.from, s.at
	}
	for at := first; at < last; at++ {
		left, counts := rooms(at), out.Ends.Amount[at-s.from]
		for k := s.from; k < s.to; k++ {
			switch {
			case (k < at) != (direction == forward) || k == at:
			case isBetween(first, int32(k), last):
				counts[int32(k-s.from)] = 0
			default:
				counts[int32(k-s.from)] = left.of(order[k])
			}
		}
	}
}

// left gives the room that the windows of a seam leave in a direction. At junctions behind the
// seam's place, as paths of the direction come, that is what their window does not count. At those
// before it vertices of the window have all of theirs, and those before the window half of what
// it does not count with what it does: the other half is left to its other seam.
func (p *parts) left(direction int, s seam, check func() error) (func(at int) room, error) {
	var counted [2]counts
	for n, w := range s.windows() {
		a, err := p.amounts(direction, w[0], w[1], p.all, check)
		if err != nil {
			return nil, err
		}
		counted[n] = a.counts(len(p.in.Size))
	}
	return func(at int) room {
		n := 0
		if at >= s.at {
			n = 1
		}
		w := s.windows()[n]
		class := counted[n].class[at-w[0]]
		of := func(i int32) model.Cost { return p.full(i) - counted[n].at(class, i) }
		if (n == 0) == (direction == forward) {
			of = func(i int32) model.Cost {
				if isBetween(w[0], p.place[i], w[1]) {
					return p.full(i)
				}
				return (p.full(i) + counted[n].at(class, i)) / 2
			}
		}
		return room{2*class + n, of}
	}, nil
}

// counts is what a window counts of the vertices that its ends' paths pass, rounded up.
type counts struct {
	class []int          // by place in the window
	row   []int32        // by vertex, and one; 0 for those that no path passes
	sums  [][]model.Cost // by class, by row and one
}

func (c *counts) at(class int, i int32) model.Cost { return c.sums[class][c.row[i]] }

// counts sums up what passes each of so many vertices.
func (a *amounts) counts(vertices int) counts {
	c := counts{class: a.class, row: make([]int32, vertices), sums: make([][]model.Cost, len(a.ends))}
	for k, r := range a.rows {
		for _, i := range r.vertices {
			c.row[i] = int32(k + 1)
		}
	}
	rounds := model.Cost(a.rounds)
	for class, ends := range a.ends {
		c.sums[class] = make([]model.Cost, len(a.rows)+1)
		for k, r := range a.rows {
			c.sums[class][k+1] = (a.sum(r, ends) + rounds - 1) / rounds
		}
	}
	return c
}
