package packed

import (
	"facet/model"
	"facet/model/field"
)

// Values are those of the vertices of a model's state, by name: the polynomials of elemental
// Jacobians that they stand for, at random points modulo 2^61-1. So vertices are known again
// however they were reached.
type Values []uint64

// Set gives a vertex its value.
func (v *Values) Set(z model.Z, value uint64) {
	for len(*v) <= int(z) {
		*v = append(*v, 0)
	}
	(*v)[z] = value
}

// Follow takes over what an operation has changed.
func (v *Values) Follow(events []model.Event) {
	for _, e := range events {
		switch e.Kind {
		case model.Born:
			v.Set(e.Z, field.Mul((*v)[e.Face.U], (*v)[e.Face.V]))
		case model.Absorbed:
			v.Set(e.Z, field.Add((*v)[e.Z], field.Mul((*v)[e.Face.U], (*v)[e.Face.V])))
		case model.Merged:
			v.Set(e.Z, field.Add((*v)[e.Z], (*v)[e.Other]))
		}
	}
}
