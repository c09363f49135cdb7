package bnb

import (
	"facet/planner/search/packed"
)

// Space is what counts as a step.
type Space int

// The spaces.
const (
	Faces Space = iota // one face after the other
	Edges              // all faces of an edge elimination before the next begins
)

// group is an edge elimination under way: front elimination of (i,j) takes all
// faces whose u runs from i to j, back elimination all whose v does. 0 is none.
type group uint32

const (
	groupFront group = 1 << 30
	groupBack  group = 1 << 31
	groupShift       = 14 // more dag vertices than MaxVertices+1 have no edge
)

func front(i, j int32) group { return groupFront | group(i)<<groupShift | group(j) }
func back(i, j int32) group  { return groupBack | group(i)<<groupShift | group(j) }

// takes reports whether face (u,v) belongs to the group.
func (g group) takes(s *packed.State, u, v int) bool {
	a, b := &s.Vertex[u], &s.Vertex[v]
	return g == front(a.From, a.To) || g == back(b.From, b.To)
}

// left gives the group that is still under way in s: none if all its faces are
// gone.
func (g group) left(s *packed.State) group {
	if g == 0 {
		return 0
	}
	for u := range packed.Bits(s.Live()) {
		for v := range packed.Bits(s.S(u)) {
			if g.takes(s, u, v) {
				return g
			}
		}
	}
	return 0
}

// key tells states with different groups under way apart.
func (g group) key(k packed.Key) packed.Key {
	if g != 0 {
		k.Hi += uint64(g) * 0x9e3779b97f4a7c15
		k.Lo ^= uint64(g) * 0xc2b2ae3d27d4eb4f
	}
	return k
}

// step is a possible move: a face and a way, and the group it belongs to.
type step struct {
	u, v  int32
	acc   packed.AccMode
	group group
}

// steps lists the steps from a state: those of the group under way, or else all
// in one component of the face graph.
func (sp Space) steps(s *packed.State, under group, into []step, c *components) []step {
	into = into[:0]
	mine := s.Live()
	if under == 0 {
		mine = c.pick(s)
	}
	for u := range packed.Bits(mine) {
		for v := range packed.Bits(s.S(u)) {
			if under != 0 && !under.takes(s, u, v) {
				continue
			}
			for _, acc := range s.AccModes(u, v) {
				st := step{u: int32(u), v: int32(v), acc: acc, group: under}
				if sp == Faces || under != 0 {
					into = append(into, st)
					continue
				}
				st.group = front(s.Vertex[u].From, s.Vertex[u].To)
				into = append(into, st)
				st.group = back(s.Vertex[v].From, s.Vertex[v].To)
				into = append(into, st)
			}
		}
	}
	return into
}
