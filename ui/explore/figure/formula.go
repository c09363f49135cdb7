package figure

import "facet/model"

// factor is one side of a product in the paper's notation.
type factor struct {
	kind  factorKind
	label string     // of the vertex of the line dag
	sum   bool       // the label is a sum of paths and needs parentheses
	size  model.Cost // dimension of an identity
}

type factorKind uint8

const (
	jacobian factorKind = iota // F'
	tangent                    // F with a dot
	adjoint                    // F with a bar
	identity                   // I
)

// assignment is "target := left · right" or "target += left · right"; without right it
// adds another Jacobian to the target.
type assignment struct {
	target      factor
	adds        bool
	left, right *factor
}

// assignments writes an operation as the paper does: the product or preaccumulation
// first, then the merges.
func assignments(before *model.State, o model.Op, after *model.State, events []model.Event) []assignment {
	name := func(z model.Z) factor {
		s := before
		if int(z) >= before.Born() {
			s = after
		}
		return factor{label: s.Name(z), sum: s.Label(z).Count() > 1}
	}
	with := func(kind factorKind, z model.Z) *factor {
		f := name(z)
		f.kind = kind
		return &f
	}
	var all []assignment
	for _, e := range events {
		switch e.Kind {
		case model.Accumulated:
			g := before.Dag()
			left, right := with(tangent, e.Z), &factor{kind: identity, size: g.Size(before.Source(e.Z))}
			if o.Mode == model.ADJ {
				left, right = &factor{kind: identity, size: g.Size(before.Target(e.Z))}, with(adjoint, e.Z)
			}
			all = append(all, assignment{name(e.Z), false, left, right})
		case model.Born, model.Absorbed:
			left, right := with(jacobian, o.V), with(jacobian, o.U)
			switch o.Mode {
			case model.TAN:
				left.kind = tangent
			case model.ADJ:
				right.kind = adjoint
			}
			target := name(e.Z)
			if e.Kind == model.Born {
				target = product(before, o)
			}
			all = append(all, assignment{target, e.Kind == model.Absorbed, left, right})
		case model.Merged:
			target, other := name(e.Z), with(jacobian, e.Other)
			if born, ok := brought(events); ok && born == e.Z {
				target = product(before, o)
			} else if ok && born == e.Other {
				made := product(before, o)
				other = &made
			}
			all = append(all, assignment{target, true, other, nil})
		}
	}
	return all
}

// brought is the fill vertex among events, if there is one.
func brought(events []model.Event) (model.Z, bool) {
	for _, e := range events {
		if e.Kind == model.Born {
			return e.Z, true
		}
	}
	return model.NoZ, false
}

// product is the result of eliminating a face, before it is merged.
func product(s *model.State, o model.Op) factor {
	label := s.Label(o.U).Then(s.Label(o.V))
	return factor{label: label.Text(s.Dag(), ","), sum: label.Count() > 1}
}
