package model

import (
	"strings"
	"testing"

	"facet/model/pattern"
)

// A colour too few, and a pattern that lacks an entry, are found by the proof.
func TestProofFindsWrongColors(t *testing.T) {
	parse := func(text string) *pattern.Pattern {
		p, err := pattern.Parse(text, 6, 6)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	vertices := []Vertex{{ID: "a", Size: 6}, {ID: "b", Size: 6}, {ID: "c", Size: 6}}
	g, err := NewDag("test", vertices, []Edge{
		{Source: 0, Target: 1, Tangent: 1, Adjoint: 1, HasModel: true, Pattern: parse("band 1 1")},
		{Source: 1, Target: 2, Tangent: 1, Adjoint: 1, HasModel: true, Pattern: parse("band 1 0")},
	})
	if err != nil {
		t.Fatal(err)
	}
	face := Face{0, 1}
	for _, ops := range [][]Op{
		{Accumulate(0, TAN), Eliminate(face, TAN)},
		{Accumulate(1, ADJ), Eliminate(face, ADJ)},
		{Accumulate(0, ADJ), Accumulate(1, TAN), Eliminate(face, MUL)},
	} {
		if err := Prove(g, ops); err != nil {
			t.Errorf("%v: %v", ops, err)
		}
		wrong := 0
		for _, m := range []Mode{TAN, ADJ} {
			err := proveCompressed(t.Context(), g, ops, func(p *pattern.Pattern, used Mode) []int32 {
				colors := colorsOf(p, used)
				if used != m {
					return colors
				}
				fewer := make([]int32, len(colors))
				most := int32(0)
				for _, c := range colors {
					most = max(most, c)
				}
				for k, c := range colors {
					fewer[k] = c % most
				}
				return fewer
			})
			if err != nil {
				if wrong++; !strings.Contains(err.Error(), "of sink c is not that of the chain rule") {
					t.Errorf("%v: %v", ops, err)
				}
			}
		}
		if wrong == 0 {
			t.Errorf("%v: fewer colours were not found", ops)
		}
	}
}
