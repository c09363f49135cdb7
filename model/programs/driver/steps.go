package driver

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
)

// reads reports whether a step reads a matrix, other than to add to it.
func (s *driverStep) reads(name string) bool {
	return s.left == name || s.right == name || slices.Contains(s.seeds, name)
}

// inputs lists the matrices that a step reads; empty where it has no left or no right one.
func (s *driverStep) inputs() []string { return append([]string{s.left, s.right}, s.seeds...) }

// plain reports whether a step has nothing to do with patterns, so that it can be fused.
func (s *driverStep) plain() bool { return len(s.wraps)+len(s.leftAs)+len(s.rightAs) == 0 }

// isAdjoint reports whether a call is one of adjoints.
func (s *driverStep) isAdjoint() bool { return s.kind == adjoint || s.kind == identityAdjoint }

// givesTangents reports whether a call is one of tangents, or of unit tangents.
func (s *driverStep) givesTangents() bool { return s.kind == tangent || s.kind == identityTangent }

// isLike reports whether calls ask for the same kind of derivative.
func (s *driverStep) isLike(t *driverStep) bool {
	return s.kind == t.kind || s.givesTangents() && t.givesTangents()
}

// seedLine is what the calls have in common that are one line of seeds in a call for several:
// the seed of adjoints, or the result of tangents.
func (s *driverStep) seedLine() string {
	if s.kind == adjoint {
		return s.left
	}
	return s.result
}

// seedsOf is how many tangents or adjoints a call asks for, without colours.
func (s *driverStep) seedsOf() model.Cost {
	if s.isAdjoint() {
		return s.size[0]
	}
	return s.size[1]
}

// temporary is a name for what is there for one call.
func (d *Driver) temporary() string {
	d.temporaries++
	return fmt.Sprintf("t%d", d.temporaries)
}

// joint is the function for several arguments of a vertex at once; empty where there is none.
func (d *Driver) joint(vertex int, kind stepKind) string {
	name := attributeJointTangent
	if kind == adjoint || kind == jointAdjoint {
		name = attributeJointAdjoint
	}
	f, _ := named(d.Dag.Vertices[vertex].Extra, name)
	return f
}

// maker is the first step that makes a matrix; others make it again, or add to it.
type maker struct {
	step    *driverStep
	isAlone bool
}

// makersOf are those of all matrices of some steps.
func makersOf(steps []driverStep) map[string]maker {
	all := make(map[string]maker, len(steps))
	for k := range steps {
		s := &steps[k]
		if m := all[s.result]; s.kind != free {
			all[s.result] = maker{cmp.Or(m.step, s), m.step == nil}
		}
	}
	return all
}

// part is the step that takes a matrix out of what an earlier call gave; nil if it is something else,
// or was added to.
func (m maker) part(kind stepKind) *driverStep {
	if m.step == nil || !m.isAlone || m.step.kind != kind || m.step.adds {
		return nil
	}
	return m.step
}

// batch is how many seeds the call has that makes a matrix.
func (m maker) batch() model.Cost {
	switch {
	case m.step == nil:
		return 0
	case m.step.batch > 0:
		return m.step.batch
	}
	return m.step.seedsOf()
}

// readBy are the matrices that some steps read, or add to.
func readBy(steps []driverStep) map[string]bool {
	read := make(map[string]bool)
	for k := range steps {
		s := &steps[k]
		for _, name := range s.inputs() {
			read[name] = true
		}
		if s.adds {
			read[s.result] = true
		}
	}
	return read
}

// peak is the most entries that steps hold at once, without what is there for one call
// only; it also notes what is alive after each.
func (d *Driver) peak(steps []driverStep) model.Cost {
	h := newHolding(nil)
	for k := range steps {
		h.step(&steps[k])
	}
	return h.peak
}

// holding follows which entries steps hold.
type holding struct {
	before      *holding              // what was held when it began; nil for nothing
	held        map[string]model.Cost // by the matrices that have changed since
	alive, peak model.Cost
}

func newHolding(before *holding) *holding {
	h := &holding{before: before, held: make(map[string]model.Cost)}
	if before != nil {
		h.alive = before.alive
	}
	return h
}

// of is how many entries of a matrix are held.
func (h *holding) of(name string) model.Cost {
	if entries, has := h.held[name]; has || h.before == nil {
		return entries
	}
	return h.before.of(name)
}

// step carries a step out, and notes what is alive after it.
func (h *holding) step(s *driverStep) {
	switch {
	case s.kind == computeValue || s.temporary:
	case s.kind == free:
		h.alive -= min(h.alive, h.of(s.result))
		h.held[s.result] = 0
	case s.kind == jointAdjoint || s.adds && s.holds == 0:
	default:
		entries := s.holds
		if entries == 0 {
			entries = s.size[0].Times(s.size[1])
		}
		h.alive = h.alive.Add(entries) - h.of(s.result)
		h.held[s.result] = entries
	}
	s.alive = h.alive
	h.peak = max(h.peak, h.alive)
}

// isLike reports whether two hold the same, from the same beginning.
func (h *holding) isLike(o *holding) bool {
	if h.alive != o.alive {
		return false
	}
	for _, names := range []map[string]model.Cost{h.held, o.held} {
		for name := range names {
			if h.of(name) != o.of(name) {
				return false
			}
		}
	}
	return true
}
