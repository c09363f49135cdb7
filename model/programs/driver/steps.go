package driver

import (
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

// definition is the step that takes a matrix out of what an earlier call gave; nil if it
// is something else, or was added to.
func definition(steps []driverStep, name string, kind stepKind) *driverStep {
	var found *driverStep
	for k := range steps {
		if s := &steps[k]; s.result == name && s.kind != free {
			if found != nil || s.kind != kind || s.adds {
				return nil
			}
			found = s
		}
	}
	return found
}

// peak is the most entries that steps hold at once, without what is there for one call
// only; it also notes what is alive after each.
func (d *Driver) peak(steps []driverStep) (peak model.Cost) {
	held := make(map[string]model.Cost)
	var alive model.Cost
	for k := range steps {
		s := &steps[k]
		switch {
		case s.kind == computeValue || s.temporary:
		case s.kind == free:
			alive -= min(alive, held[s.result])
			delete(held, s.result)
		case s.kind == jointAdjoint || s.adds && s.holds == 0:
		default:
			entries := s.holds
			if entries == 0 {
				entries = s.size[0].Times(s.size[1])
			}
			alive = alive.Add(entries) - held[s.result]
			held[s.result] = entries
		}
		s.alive = alive
		peak = max(peak, alive)
	}
	return peak
}
