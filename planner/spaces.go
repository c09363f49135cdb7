package planner

import (
	"fmt"

	"facet/model"
)

// membership checks whether a sequence belongs to a space. Preaccumulations may stand
// anywhere; a vertex or edge elimination that begins takes all of its faces before the
// next one begins.
type membership struct {
	space space

	// Of vertex eliminations: the faces of each junction are eliminated one directly
	// after the other. All of them are eliminated: the sequence is complete.
	left map[int]bool // junctions whose elimination has ended
	at   int          // the junction that is being eliminated, -1 before the first
	torn int          // a junction that is not eliminated as a whole, -1 if there is none
}

func newMembership(s space) *membership {
	return &membership{space: s, left: make(map[int]bool), at: -1, torn: -1}
}

// see takes every operation of the sequence, with the state before it.
func (m *membership) see(s *model.State, o model.Op) {
	if m.space != vertices || o.IsAccumulation() || !s.IsLive(o.U) {
		return
	}
	j := s.Target(o.U)
	if j == m.at {
		return
	}
	if m.left[m.at] = true; m.left[j] && m.torn < 0 {
		m.torn = j
	}
	m.at = j
}

// check says why the sequence does not belong to the space, once it has seen all of a
// complete one: nil for one that does.
func (m *membership) check(start *model.State, ops []model.Op) error {
	switch {
	case m.space == edges:
		return checkEdges(start, ops)
	case m.torn >= 0:
		return fmt.Errorf("junction %s is not eliminated as a whole", start.Dag().Vertices[m.torn].ID)
	}
	return nil
}

// elimination is one face elimination of a sequence: face ((i,*,j),(j,*,k)).
type elimination struct {
	op      int // its place among the operations
	i, j, k int
	// front and back say whether it removes the last face of the front
	// elimination of (i,j), or of the back elimination of (j,k).
	front, back bool
}

// checkEdges makes sure that the sequence is one of front and back eliminations.
// The first face of an elimination does not tell which of the two it is, so all
// ways to divide the sequence are followed.
func checkEdges(start *model.State, ops []model.Op) error {
	all, err := eliminations(start, ops)
	if err != nil {
		return err
	}
	divides := make([]bool, len(all)+1) // whether an elimination may begin here
	divides[0] = true
	last := 0
	for n := range all {
		if !divides[n] {
			continue
		}
		last = n
		for m := n; m < len(all) && all[m].i == all[n].i && all[m].j == all[n].j; m++ {
			if all[m].front {
				divides[m+1] = true
				break
			}
		}
		for m := n; m < len(all) && all[m].j == all[n].j && all[m].k == all[n].k; m++ {
			if all[m].back {
				divides[m+1] = true
				break
			}
		}
	}
	if !divides[len(all)] {
		return fmt.Errorf("operation %d begins no elimination of a whole edge", all[last].op+1)
	}
	return nil
}

// eliminations carries a sequence out and lists its face eliminations.
func eliminations(start *model.State, ops []model.Op) ([]elimination, error) {
	tape := model.NewTape(start)
	s := tape.State()
	all := make([]elimination, 0, len(ops))
	for n, o := range ops {
		e := elimination{op: n}
		if !o.IsAccumulation() {
			e.i, e.j, e.k = s.Source(o.U), s.Target(o.U), s.Target(o.V)
		}
		if _, err := tape.Do(o); err != nil {
			return nil, fmt.Errorf("operation %d: %w", n+1, err)
		}
		if o.IsAccumulation() {
			continue
		}
		e.front, e.back = true, true
		for _, z := range s.Between(e.i, e.j) {
			e.front = e.front && len(s.Succs(z)) == 0
		}
		for _, z := range s.Between(e.j, e.k) {
			e.back = e.back && len(s.Preds(z)) == 0
		}
		all = append(all, e)
	}
	return all, nil
}
