package model

import "facet/model/pattern"

// Memory is what a sequence holds of Jacobians while it is carried out, in
// entries: a Jacobian of z = (i,*,k) has n_i·n_k, or those of its pattern. One that is made is held
// beside its operands; a product that is absorbed is added as it is computed and
// takes no room of its own; a vertex that is removed or merged away is freed at
// once. Jacobians that are given count from the start. While adjoints of an elemental
// are evaluated, its tape is held as well.
//
// Where Jacobians have patterns, a sum holds the entries of the parts that have arrived,
// as a sparse matrix does to which others are added: a product that is absorbed takes
// room for the entries that are new. What is held between operations depends on the
// state alone.
type Memory struct {
	Peak   Cost // the most at any time
	At     int  // after how many operations that is first reached; 0 is before the first
	Result Cost // what is left at the end
}

// Entries writes a number of entries: "1 entry", "12 entries".
func Entries(n Cost) string {
	if n == 1 {
		return "1 entry"
	}
	return n.String() + " entries"
}

// MemoryOf carries the operations out and counts. The error names the operation
// that cannot be carried out.
func MemoryOf(start *State, ops []Op) (Memory, error) {
	m, _, err := MemoryEach(start, ops, func(*State, Op, Cost) {})
	return m, err
}

// MemoryEach is MemoryOf and [Walk] in one, for sequences of millions of operations.
func MemoryEach(start *State, ops []Op, visit func(before *State, o Op, price Cost)) (Memory, *State, error) {
	t := NewTape(start)
	s := t.State()
	h := holding{dag: s.dag}
	for z := range s.nodes {
		h.patterns = append(h.patterns, nil)
		if s.IsLive(Z(z)) && s.HasJacobian(Z(z)) {
			h.hold(s, Z(z), s.Pattern(Z(z)))
		}
	}
	var m Memory
	m.Peak = h.held
	note := func(k int, held Cost) {
		if held > m.Peak {
			m.Peak, m.At = held, k+1
		}
	}
	for k, o := range ops {
		price, err := s.Price(o)
		if err != nil {
			return m, t.Keep(), atOperation(k, err)
		}
		visit(s, o, price)
		tape := tapeOf(s, o)
		made := s.Makes(o)
		change, err := t.Do(o)
		if err != nil {
			return m, t.Keep(), atOperation(k, err)
		}
		for _, e := range change.Events {
			switch e.Kind {
			case Accumulated, Born:
				h.hold(s, e.Z, made)
				note(k, h.held.Add(tape))
			case Absorbed:
				h.add(s, e.Z, made)
				note(k, h.held.Add(tape))
			case Removed:
				if s.nodes[e.Z].jacobian {
					h.free(s, e.Z)
				}
			case Merged:
				other := h.patterns[e.Other]
				h.free(s, e.Other)
				h.add(s, e.Z, other)
			}
		}
	}
	m.Result = h.held
	return m, t.Keep(), nil
}

// holding is the Jacobians that are held, by their patterns at this moment: the labels
// are those at the end of an operation already.
type holding struct {
	dag      *Dag
	patterns []*pattern.Pattern // by Z
	held     Cost
}

func (h *holding) entries(s *State, z Z) Cost {
	return h.dag.Entries(s.Source(z), s.Target(z), h.patterns[z])
}

func (h *holding) hold(s *State, z Z, p *pattern.Pattern) {
	for int(z) >= len(h.patterns) {
		h.patterns = append(h.patterns, nil)
	}
	h.patterns[z] = p
	h.held = h.held.Add(h.entries(s, z))
}

// add makes z hold a sum: in place, so that only new entries take room.
func (h *holding) add(s *State, z Z, p *pattern.Pattern) {
	if p != nil {
		h.free(s, z)
		h.hold(s, z, h.patterns[z].Union(p))
	}
}

// free takes off what a Jacobian held; what was beyond 64 bits stays there.
func (h *holding) free(s *State, z Z) {
	if !h.held.IsSaturated() {
		h.held -= h.entries(s, z)
	}
}

// tapeOf is what an operation that is possible holds beside the Jacobians while it is
// carried out: the tape of the elemental whose adjoints it evaluates.
func tapeOf(s *State, o Op) Cost {
	if o.Mode != ADJ || !s.IsLive(o.U) || s.nodes[o.U].model < 0 {
		return 0
	}
	return s.dag.Edges[s.nodes[o.U].model].Tape
}
