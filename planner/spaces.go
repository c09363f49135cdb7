package planner

import (
	"cmp"
	"fmt"

	"facet/model"
)

// checkSpace says why a complete sequence does not belong to a space: nil for one
// that does. Preaccumulations may stand anywhere; a vertex or edge elimination
// that begins takes all of its faces before the next one begins.
func checkSpace(start *model.State, ops []model.Op, sp space) error {
	switch sp {
	case vertices:
		return checkVertices(start, ops)
	case edges:
		return checkEdges(start, ops)
	}
	return nil
}

// elimination is one face elimination of a sequence: face ((i,*,j),(j,*,k)).
type elimination struct {
	op      int // its place among the operations
	i, j, k int
	// front and back tell whether it removes the last face of the front
	// elimination of (i,j), or of the back elimination of (j,k).
	front, back bool
}

// checkVertices makes sure that the faces of each junction are eliminated one
// directly after the other. That they all are, the caller knows: the sequence is
// complete.
func checkVertices(start *model.State, ops []model.Op) error {
	left := make(map[int]bool) // junctions whose elimination has ended
	at, begun := 0, false
	var err error
	_, impossible := model.Walk(start, ops, func(s *model.State, o model.Op, _ model.Cost) {
		if o.IsAccumulation() {
			return
		}
		j := s.Target(o.U)
		if begun && j != at {
			left[at] = true
		}
		if left[j] && err == nil {
			err = fmt.Errorf("junction %s is not eliminated as a whole", start.Dag().Vertices[j].ID)
		}
		at, begun = j, true
	})
	return cmp.Or(impossible, err)
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
