package narration

import (
	"testing"

	"facet/model"
	"facet/model/pattern"
)

// parsed is a pattern of a size.
func parsed(t *testing.T, text string, rows, columns int64) *pattern.Pattern {
	t.Helper()
	p, err := pattern.Parse(text, rows, columns)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A price says colours and multiplications where a Jacobian is sparse, and what it said
// before where it is dense.
func TestSparsityInWords(t *testing.T) {
	band, dense, chosen := parsed(t, "band 1 1", 400, 400), parsed(t, "dense", 400, 400),
		parsed(t, "identity", 400, 400)
	g, err := model.NewDag("", []model.Vertex{{ID: "a", Size: 400}, {ID: "b", Size: 400},
		{ID: "c", Size: 400}}, []model.Edge{
		{Source: 0, Target: 1, HasJacobian: true, Pattern: band}, {Source: 1, Target: 2, HasJacobian: true,
			Pattern: band}})
	if err != nil {
		t.Fatal(err)
	}
	costly := *g
	costly.Sparse = model.Product{Setup: 20, Cost: 3}
	never := *g
	never.Sparse = model.Product{Setup: model.Saturated - 1, Cost: 1}
	tangents := func(p *pattern.Pattern, v model.Curve) string {
		return evaluations("n_i", "T", 400, g.Columns(0, p), p, 69, v, "·")
	}
	multiply := func(g *model.Dag, u, v *pattern.Pattern) string { return product(g, "·", 0, 1, 2, u, v) }
	for _, c := range []struct{ got, want string }{
		{tangents(band, model.Curve{}), "3 colours · T 69"},
		{tangents(parsed(t, "diagonal", 400, 400), model.Curve{}), "1 colour · T 69"},
		{tangents(nil, model.Curve{}), "n_i·T = 400·69"},
		{tangents(dense, model.Curve{}), "n_i·T = 400·69"},
		{tangents(band, model.Curve{Setup: 7}), "T(3 colours) = 7 + 3·69"},
		{tangents(band, model.Curve{Colors: 5}), "T(5 colours) = 5·69"},
		{multiply(g, band, band), "sparse product: 3590 multiplications"},
		{multiply(&costly, band, band), "sparse product: 20 + 3·3590 multiplications"},
		{multiply(&never, band, band), "dense product: n_i·n_j·n_k = 400·400·400"},
		{multiply(g, dense, dense), "n_i·n_j·n_k = 400·400·400"},
		{multiply(g, nil, nil), "n_i·n_j·n_k = 400·400·400"},
		{multiply(g, band, chosen), "a selection: moves entries, costs nothing"},
		{sparsity(nil), ""},
		{sparsity(dense), "dense"},
		{sparsity(band), "1198 of 160 000 entries, 3 colours"},
		{sparsity(chosen), "400 of 160 000 entries, all 1: a selection"},
		{sparsity(parsed(t, "rows 0;", 2, 1)), "1 of 2 entries, 1 colour"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
