package packed

import (
	"math/bits"

	"facet/model/pattern"
)

// Vertex is a live vertex of the line dag, from dag vertex From to To. Edge is
// the dag edge whose models it can still use, or -1 when it has none: fill and
// sums stand for more than one elemental (Rule 2).
type Vertex struct {
	Value    uint64
	From, To int32
	Edge     int32
	Jacobian bool
}

// State is a line dag in the middle of an elimination sequence. It belongs to
// one goroutine. Copy it with [State.CopyFrom], which reuses memory.
type State struct {
	Problem *Problem
	Vertex  []Vertex // by slot; dead slots hold rubbish

	width int      // words of a bit row
	live  []uint64 // slots in use
	rows  []uint64 // slot z: P(z) at 2*z*width, then S(z)
	dirty []uint64 // vertices that may have become twins

	pattern []*pattern.Pattern // by slot, of the Jacobian; none in a dag without patterns

	Paths Paths // when not empty, followed through all operations
}

// New gives a state without vertices.
func New(p *Problem) *State { return &State{Problem: p} }

// CopyFrom makes s equal to t, in the memory that s has.
func (s *State) CopyFrom(t *State) {
	s.Problem, s.width = t.Problem, t.width
	s.Vertex = append(s.Vertex[:0], t.Vertex...)
	s.live = append(s.live[:0], t.live...)
	s.rows = append(s.rows[:0], t.rows...)
	s.Paths = append(s.Paths[:0], t.Paths...)
	s.pattern = append(s.pattern[:0], t.pattern...)
	if len(s.dirty) != s.width {
		s.dirty = make([]uint64, s.width)
	}
}

// Clone gives a copy with memory of its own.
func (s *State) Clone() *State {
	c := &State{}
	c.CopyFrom(s)
	return c
}

// Bytes is roughly the memory that the state takes.
func (s *State) Bytes() int {
	return 8*(cap(s.rows)+cap(s.live)+cap(s.dirty)+cap(s.pattern)) + 32*cap(s.Vertex)
}

// P gives the predecessors of slot z as bits. The row changes with the state.
func (s *State) P(z int) []uint64 {
	at := 2 * z * s.width
	return s.rows[at : at+s.width : at+s.width]
}

// S gives the successors of slot z as bits.
func (s *State) S(z int) []uint64 {
	at := (2*z + 1) * s.width
	return s.rows[at : at+s.width : at+s.width]
}

// Live gives the slots in use as bits.
func (s *State) Live() []uint64 { return s.live }

// Slots is one more than the largest slot that may be in use.
func (s *State) Slots() int { return len(s.Vertex) }

// IsLive reports whether slot z is in use.
func (s *State) IsLive(z int) bool {
	return z >= 0 && z < len(s.Vertex) && s.live[z>>6]>>(z&63)&1 == 1
}

// HasFace reports whether (u,v) is a face.
func (s *State) HasFace(u, v int) bool {
	return s.IsLive(u) && s.IsLive(v) && s.S(u)[v>>6]>>(v&63)&1 == 1
}

// Count is the number of live vertices.
func (s *State) Count() int { return count(s.live) }

// Faces counts the faces that are left.
func (s *State) Faces() int {
	n := 0
	for z := range Bits(s.live) {
		n += count(s.S(z))
	}
	return n
}

// Done reports whether the sequence is complete: no face, and every vertex has its
// Jacobian.
func (s *State) Done() bool {
	for z := range Bits(s.live) {
		if !s.Vertex[z].Jacobian || !empty(s.S(z)) {
			return false
		}
	}
	return true
}

// Bits ranges over the positions of the bits set in a row. Changes of the row
// while it is walked are seen from the next word on.
func Bits(row []uint64) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for k, word := range row {
			for word != 0 {
				if !yield(k<<6 + bits.TrailingZeros64(word)) {
					return
				}
				word &= word - 1
			}
		}
	}
}

// first is the lowest position of the bits set in a row, -1 if there is none.
func first(row []uint64) int {
	for k, word := range row {
		if word != 0 {
			return k<<6 + bits.TrailingZeros64(word)
		}
	}
	return -1
}

func count(row []uint64) int {
	n := 0
	for _, word := range row {
		n += bits.OnesCount64(word)
	}
	return n
}

func empty(row []uint64) bool {
	for _, word := range row {
		if word != 0 {
			return false
		}
	}
	return true
}

func equal(a, b []uint64) bool {
	for k, word := range a {
		if word != b[k] {
			return false
		}
	}
	return true
}

func set(row []uint64, z int)   { row[z>>6] |= 1 << (z & 63) }
func unset(row []uint64, z int) { row[z>>6] &^= 1 << (z & 63) }

// reserve widens the rows to hold n slots.
func (s *State) reserve(n int) {
	width := max(1, (n+63)/64)
	if width <= s.width {
		return
	}
	width = max(width, s.width+s.width/8) // every widening copies all rows
	rows := make([]uint64, 2*len(s.Vertex)*width, 2*max(n, len(s.Vertex))*width)
	for k := range 2 * len(s.Vertex) {
		copy(rows[k*width:], s.rows[k*s.width:(k+1)*s.width])
	}
	live := make([]uint64, width)
	copy(live, s.live)
	dirty := make([]uint64, width)
	copy(dirty, s.dirty)
	s.rows, s.live, s.dirty, s.width = rows, live, dirty, width
}

// Pattern is that of the Jacobian of slot z; nil in a dag without patterns.
func (s *State) Pattern(z int) *pattern.Pattern {
	if s.pattern == nil {
		return nil
	}
	return s.pattern[z]
}

// add puts a vertex without neighbours into the lowest free slot.
func (s *State) add(v Vertex, p *pattern.Pattern) int {
	z := s.place(v)
	if p != nil {
		for len(s.pattern) <= z {
			s.pattern = append(s.pattern, nil)
		}
		s.pattern[z] = p
	}
	return z
}

func (s *State) place(v Vertex) int {
	for k, word := range s.live {
		if free := k<<6 + bits.TrailingZeros64(^word); ^word != 0 && free < len(s.Vertex) {
			s.Vertex[free] = v
			s.live[k] |= 1 << (free & 63)
			at := 2 * free * s.width
			clear(s.rows[at : at+2*s.width])
			return free
		}
	}
	z := len(s.Vertex)
	s.reserve(z + 1)
	s.Vertex = append(s.Vertex, v)
	for range 2 * s.width {
		s.rows = append(s.rows, 0)
	}
	set(s.live, z)
	return z
}

func (s *State) connect(u, v int) {
	set(s.S(u), v)
	set(s.P(v), u)
}

// remove takes slot z out of the line dag.
func (s *State) remove(z int) {
	for p := range Bits(s.P(z)) {
		unset(s.S(p), z)
	}
	for v := range Bits(s.S(z)) {
		unset(s.P(v), z)
	}
	unset(s.live, z)
	unset(s.dirty, z)
}

// Touches reports whether a face is left at slot z.
func (s *State) Touches(z int) bool { return !empty(s.P(z)) || !empty(s.S(z)) }
