package model

import "testing"

func TestFingerprintTellsDagsApart(t *testing.T) {
	dag := func(change func(v []Vertex, e []Edge)) string {
		v := []Vertex{{ID: "a", Size: 2}, {ID: "b", Size: 3}, {ID: "c", Size: 1}}
		e := []Edge{{Source: 0, Target: 1, HasJacobian: true}, {Source: 1, Target: 2, Tangent: 4, Adjoint: 5,
			HasModel: true}}
		change(v, e)
		g, err := NewDag("g", v, e)
		if err != nil {
			t.Fatal(err)
		}
		return g.Fingerprint()
	}
	plain := dag(func([]Vertex, []Edge) {})
	if len(plain) != 32 {
		t.Errorf("fingerprint %q, want 32 digits", plain)
	}
	if same := dag(func(_ []Vertex, e []Edge) { e[0].ID, e[0].Tangent = "x", 7 }); same != plain {
		t.Error("a name or a cost without a model changes the fingerprint")
	}
	for name, change := range map[string]func([]Vertex, []Edge){
		"id":       func(v []Vertex, _ []Edge) { v[0].ID = "A" },
		"size":     func(v []Vertex, _ []Edge) { v[0].Size = 1 },
		"cost":     func(_ []Vertex, e []Edge) { e[1].Tangent = 5 },
		"jacobian": func(_ []Vertex, e []Edge) { e[1].HasJacobian = true },
		"target":   func(_ []Vertex, e []Edge) { e[0].Target = 2 },
	} {
		if dag(change) == plain {
			t.Errorf("%s: the fingerprint does not tell", name)
		}
	}
}
