package partition

import (
	"math"
	"slices"

	"facet/model"
)

// amounts are what the ends of a part count at its junctions, by the classes of these: the
// same ends lead to those of a class, and vertices have the same room there.
type amounts struct {
	side
	class []int                  // by place in the part
	ends  []map[int32]model.Cost // by class
}

// room is how much of each vertex paths may pass, in parts of the unit, for the junctions of a
// class.
type room struct {
	class int
	of    func(i int32) model.Cost
}

// full is the size of a vertex in parts of the unit.
func (p *parts) full(i int32) model.Cost { return p.in.Size[i].Times(p.unit) }

// all is the room of vertices for junctions of windows.
func (p *parts) all(int) room { return room{of: p.full} }

// amounts gives the ends of a part what they count in a direction, where vertices have this room
// for the junction at a place of the order.
func (p *parts) amounts(direction, from, to int, rooms func(at int) room, check func() error) (amounts,
	error) {
	if err := check(); err != nil {
		return amounts{}, err
	}
	type class struct {
		room  int
		reach string
	}
	a := amounts{side: p.side(direction, from, to)}
	known := make(map[class]int)
	for k, reach := range p.reach(direction, from, to, a.number) {
		r := rooms(from + k)
		key := class{r.class, string(reach)}
		n, ok := known[key]
		if !ok {
			n = len(a.ends)
			known[key] = n
			ends, err := a.divide(p, reach, r.of, check)
			if err != nil {
				return a, err
			}
			a.ends = append(a.ends, ends)
		}
		a.class = append(a.class, n)
	}
	return a, nil
}

// reach tells which ends of a part, by their numbers, lead to each of its junctions in a
// direction.
func (p *parts) reach(direction, from, to int, number map[int32]int) [][]byte {
	reach := make([][]byte, to-from)
	for turn := range to - from {
		at := turn
		if direction == backward {
			at = to - from - 1 - turn
		}
		reach[at] = make([]byte, len(number))
		for _, z := range p.out[1-direction][p.order[from+at]] {
			i := p.far(z, 1-direction)
			if e, end := number[i]; end {
				reach[at][e] = 1
				continue
			}
			for e, yes := range reach[int(p.place[i])-from] {
				reach[at][e] |= yes
			}
		}
	}
	return reach
}

// limit is a row, and how much more of its vertices may be passed.
type limit struct {
	row
	left, rate float64
}

// divide gives to each of the ends that reach a junction as much as the others let it have: they
// grow alike, by their sizes, until a vertex is passed by as much as it has room.
func (s *side) divide(p *parts, reach []byte, room func(i int32) model.Cost,
	check func() error) (map[int32]model.Cost, error) {
	grows, growing := make([]bool, len(reach)), 0
	for e, yes := range reach {
		if grows[e] = yes > 0; grows[e] {
			growing++
		}
	}
	most := make([]model.Cost, len(s.rows)) // of each row, times the rounds
	var limits []limit
	for k, r := range s.rows {
		if !slices.ContainsFunc(r.ends, func(x passing) bool { return grows[x.end] }) {
			continue
		}
		least := model.Saturated
		for _, i := range r.vertices {
			least = min(least, room(i))
		}
		most[k] = least.Times(model.Cost(s.rounds))
		limits = append(limits, limit{row: r, left: float64(most[k])})
	}
	amount := make([]float64, len(s.ends))
	for growing > 0 {
		if err := check(); err != nil {
			return nil, err
		}
		step := math.Inf(1)
		for k := range limits {
			l := &limits[k]
			l.rate = 0
			for _, x := range l.ends {
				if grows[x.end] {
					l.rate += float64(x.times) * float64(p.in.Size[s.ends[x.end]])
				}
			}
			if l.rate > 0 {
				step = min(step, l.left/l.rate)
			}
		}
		for e, yes := range grows {
			if yes {
				amount[e] += step * float64(p.in.Size[s.ends[e]])
			}
		}
		for k := range limits {
			l := &limits[k]
			if l.rate > 0 && l.left <= l.rate*step*(1+1e-9) {
				for _, x := range l.ends {
					if grows[x.end] {
						grows[x.end] = false
						growing--
					}
				}
			}
			l.left = max(0, l.left-l.rate*step)
		}
	}
	return s.whole(amount, reach, most), nil
}

// whole rounds amounts down, and takes from them what rounding in between has added.
func (s *side) whole(amount []float64, reach []byte, most []model.Cost) map[int32]model.Cost {
	all := make(map[int32]model.Cost)
	for e, i := range s.ends {
		if reach[e] > 0 {
			all[i] = model.Cost(amount[e])
		}
	}
	for k, r := range s.rows {
		for {
			sum := s.sum(r, all)
			if sum == 0 || sum <= most[k] {
				break
			}
			for _, x := range r.ends {
				if i := s.ends[x.end]; all[i] > 0 {
					all[i]--
				}
			}
		}
	}
	return all
}

// sum is how much passes the vertices of a row where ends count so much, times the rounds.
func (s *side) sum(r row, ends map[int32]model.Cost) (sum model.Cost) {
	for _, x := range r.ends {
		sum = sum.Add(ends[s.ends[x.end]].Times(x.times))
	}
	return sum
}
