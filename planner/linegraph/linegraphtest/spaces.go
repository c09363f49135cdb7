package linegraphtest

import (
	"fmt"

	"facet/model"
)

// Space is what the sequences of a Solver consist of.
type Space int

// The spaces: each contains the ones behind it.
const (
	Faces    Space = iota // single faces
	Edges                 // front and back eliminations of edges
	Vertices              // eliminations of junctions
)

// group is the elimination of a junction or an edge under way: all faces at
// junction j whose u starts in i and whose v ends in k, where -1 is any. The zero
// value is none.
type group struct {
	under   bool
	i, j, k int
}

// groups lists the groups to which an operation may belong: none for it to be
// impossible now.
func (p Space) groups(s *model.State, under group, o model.Op) []group {
	switch {
	case p == Faces || o.IsAccumulation():
		return []group{under}
	case under.under && !under.takes(s, o.Face()):
		return nil
	case under.under:
		return []group{under}
	case p == Vertices:
		return []group{{true, -1, s.Target(o.U), -1}}
	}
	return []group{{true, s.Source(o.U), s.Target(o.U), -1}, {true, -1, s.Target(o.U), s.Target(o.V)}}
}

func (g group) takes(s *model.State, f model.Face) bool {
	return s.Target(f.U) == g.j && (g.i < 0 || s.Source(f.U) == g.i) && (g.k < 0 || s.Target(f.V) == g.k)
}

// goesOn reports whether a face of the group is left.
func (g group) goesOn(s *model.State) bool {
	if !g.under {
		return false
	}
	for _, f := range s.AllFaces() {
		if g.takes(s, f) {
			return true
		}
	}
	return false
}

func (g group) key() string { return fmt.Sprint(g) }
