package model_test

import (
	"context"
	"testing"

	"facet/model"
	"facet/model/generate"
)

// All classical modes at once are each by itself, and none where the context is done.
func TestClassicalOf(t *testing.T) {
	banded, err := generate.Banded(60, 5, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	newton, err := generate.Newton(4, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*model.Dag{banded, newton, newton.Classic()} {
		all, err := model.ClassicalOf(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		tangent, adjoint := g.Compressed()
		if all.DenseTangent != g.DenseTangent() || all.DenseAdjoint != g.DenseAdjoint() || all.SparseTangent != g.SparseTangent() || all.SparseAdjoint != g.SparseAdjoint() {
			t.Errorf("%s: %+v", g.Name, all)
		}
		if (tangent == nil) != (all.CompressedTangent == nil) || tangent != nil && (*tangent != *all.CompressedTangent || *adjoint != *all.CompressedAdjoint) {
			t.Errorf("%s: compressed %v %v", g.Name, all.CompressedTangent, all.CompressedAdjoint)
		}
		done, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := model.ClassicalOf(done, g); err == nil {
			t.Errorf("%s: it goes on", g.Name)
		}
	}
}
