package partition

import "facet/model"

// span is a window, from its place on, with the best bounds of it and of the seams to windows
// before it.
type span struct {
	from int
	bounded
	seams map[int]*bounded // by the place where the window before begins
}

// bounded is the best bound of a task in parts of the unit.
type bounded struct {
	bound model.Cost
	done  bool // more time would give no more
}

// at finds the best bound of a task, and makes room for it. The lock is held.
func (s *Search) at(t task) *bounded {
	if !t.isSeam() {
		return &s.span(t.from, t.to).bounded
	}
	w := s.span(t.at, t.end)
	if w.seams == nil {
		w.seams = make(map[int]*bounded)
	}
	if w.seams[t.begin] == nil {
		w.seams[t.begin] = new(bounded)
	}
	return w.seams[t.begin]
}

func (s *Search) span(from, to int) *span {
	for k := range s.known[to] {
		if s.known[to][k].from == from {
			return &s.known[to][k]
		}
	}
	s.known[to] = append(s.known[to], span{from: from})
	return &s.known[to][len(s.known[to])-1]
}

// sum is that of the best windows that do not overlap, and of the seams where they meet, as a whole
// number: costs are. The lock is held.
func (s *Search) sum() model.Cost {
	most := make([]model.Cost, len(s.known))
	with := make([][]model.Cost, len(s.known)) // those of them that end with a known window
	for to := 1; to < len(most); to++ {
		most[to] = most[to-1]
		with[to] = make([]model.Cost, len(s.known[to]))
		for n, w := range s.known[to] {
			before := most[w.from]
			for k, v := range s.known[w.from] {
				if joint := w.seams[v.from]; joint != nil {
					before = max(before, with[w.from][k].Add(joint.bound))
				}
			}
			with[to][n] = before.Add(w.bound)
			most[to] = max(most[to], with[to][n])
		}
	}
	s.sums = most
	parts := s.parts.unit * s.parts.unit
	return most[len(most)-1].Add(parts-1) / parts
}
