package model

// Memory is what a sequence holds of Jacobians while it is carried out, in
// entries: a Jacobian of z = (i,*,k) has n_i·n_k. One that is made is there
// beside its operands; a product that is absorbed is added as it is computed and
// takes no room of its own; a vertex that is removed or merged away is freed at
// once. Jacobians that are given count from the start. While adjoints of an elemental
// are evaluated, its tape is there as well.
type Memory struct {
	Peak   Cost // the most at any time
	At     int  // after how many operations that is first reached; 0 is before the first
	Result Cost // what is left at the end
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
	size := func(z Z) Cost {
		return s.dag.Size(int(s.nodes[z].source)).Times(s.dag.Size(int(s.nodes[z].target)))
	}
	var m Memory
	var held Cost
	for _, z := range s.Vertices() {
		if s.HasJacobian(z) {
			held = held.Add(size(z))
		}
	}
	m.Peak = held
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
		tape := s.tape(o)
		change, err := t.Do(o)
		if err != nil {
			return m, t.Keep(), atOperation(k, err)
		}
		for _, e := range change.Events {
			switch e.Kind {
			case Accumulated, Born:
				held = held.Add(size(e.Z))
				note(k, held.Add(tape))
			case Absorbed:
				note(k, held.Add(tape))
			case Removed:
				if s.nodes[e.Z].jacobian {
					held = freed(held, size(e.Z))
				}
			case Merged:
				held = freed(held, size(e.Other))
			}
		}
	}
	m.Result = held
	return m, t.Keep(), nil
}

// tape is what an operation that is possible holds beside the Jacobians while it is
// carried out: the tape of the elemental whose adjoints it evaluates.
func (s *State) tape(o Op) Cost {
	if o.Mode != ADJ || !s.IsLive(o.U) || s.nodes[o.U].model < 0 {
		return 0
	}
	return s.dag.Edges[s.nodes[o.U].model].Tape
}

// freed takes off what a Jacobian held; what was beyond 64 bits stays there.
func freed(held, size Cost) Cost {
	if held.IsSaturated() {
		return held
	}
	return held - size
}
