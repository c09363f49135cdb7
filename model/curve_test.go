package model_test

import (
	"strings"
	"testing"

	"facet/model"
)

// curved is x -> j -> y with sizes 10, 6 and 4 and a curve on each edge.
func curved(t *testing.T) *model.Dag {
	t.Helper()
	g, err := model.NewDag("curved", []model.Vertex{{ID: "x", Size: 10}, {ID: "j", Size: 6},
		{ID: "y", Size: 4}}, []model.Edge{
		{
			Source: 0, Target: 1, HasModel: true, Tangent: 7, Adjoint: 9,
			TangentCurve: model.Curve{Setup: 100, Width: 4, Colors: 3}, AdjointCurve: model.Curve{Colors: 2},
		},
		{Source: 1, Target: 2, HasModel: true, Tangent: 5, Adjoint: 8, TangentCurve: model.Curve{Width: 4},
			AdjointCurve: model.Curve{Setup: 30}},
	})
	if err != nil {
		t.Fatal(err)
	}
	g.Product = model.Product{Setup: 50, Cost: 2}
	return g
}

func TestCurves(t *testing.T) {
	g := curved(t)
	s := model.NewState(g)
	u, v := model.Z(0), model.Z(1)
	face := model.Face{U: u, V: v}
	done, _, err := model.Replay(s, []model.Op{model.Accumulate(u, model.ADJ),
		model.Accumulate(v, model.TAN)})
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		state *model.State
		op    model.Op
		want  model.Cost
	}{
		{s, model.Accumulate(u, model.TAN), 107},           // 100 + 7 for 3 colours, 4 of which fit a batch
		{s, model.Accumulate(u, model.ADJ), 18},            // 2 colours at 9
		{s, model.Accumulate(v, model.TAN), 10},            // 6 tangents in 2 batches of 4
		{s, model.Accumulate(v, model.ADJ), 62},            // 30 + 4·8
		{done, model.Eliminate(face, model.TAN), 15},       // 10 tangents in 3 batches
		{done, model.Eliminate(face, model.ADJ), 36},       // 4 adjoints
		{done, model.Eliminate(face, model.MUL), 50 + 480}, // 2 for each of 10·6·4 multiplications
	}
	for _, test := range tests {
		if got, err := test.state.Price(test.op); err != nil || got != test.want {
			t.Errorf("%v: %s, %v; want %s", test.op, got, err, test.want)
		}
	}
	totals := [4]model.Cost{g.DenseTangent(), g.DenseAdjoint(), g.SparseTangent(), g.SparseAdjoint()}
	// 100+7·3 and 5·3; 9·4 and 30+8·4; accumulation and 10 tangents; accumulation and 4 adjoints.
	if want := [4]model.Cost{121 + 15, 36 + 62, 107 + 15, 62 + 36}; totals != want {
		t.Errorf("totals %v, want %v", totals, want)
	}
	if g.IsLinear() {
		t.Error("a dag with curves is not linear")
	}
}

func TestWrongCurves(t *testing.T) {
	for _, test := range []struct {
		curve model.Curve
		want  string
	}{
		{model.Curve{Setup: -1}, "edge (x,j) has a negative tangent_setup"},
		{model.Curve{Width: -1}, "edge (x,j) has tangent_width -1"},
		{model.Curve{Colors: 11}, "its Jacobian has 10 columns, so that 1 to 10 colors are possible"},
	} {
		g := curved(t)
		g.Edges[0].TangentCurve = test.curve
		if _, err := model.NewDag("", g.Vertices, g.Edges); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// TestPlainFingerprints: curves are part of a dag's fingerprint; one without is
// called what it was called before there were any.
func TestPlainFingerprints(t *testing.T) {
	g := curved(t)
	seen := map[string]bool{g.Fingerprint(): true}
	g.Product = model.Product{Cost: 1}
	seen[g.Fingerprint()] = true
	g.Edges[0].TangentCurve = model.Curve{}
	seen[g.Fingerprint()] = true
	g.Edges[0].AdjointCurve = model.Curve{}
	g.Edges[1].TangentCurve, g.Edges[1].AdjointCurve = model.Curve{}, model.Curve{Width: 1}
	seen[g.Fingerprint()] = true
	g.Edges[1].AdjointCurve = model.Curve{}
	seen[g.Fingerprint()] = true
	if len(seen) != 5 {
		t.Errorf("%d fingerprints of 5 dags", len(seen))
	}
	if got := g.Fingerprint(); got != "180cadd998aaf28f57609e2b2053a35d" {
		t.Errorf("the plain dag is called %s", got)
	}
}
