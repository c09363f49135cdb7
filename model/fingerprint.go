package model

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Fingerprint ties what is kept in a file to its dag: 32 hexadecimal digits that
// are the same for two dags only if they have the same ids, sizes, edges, costs,
// curves, patterns and flags, in the same order. It does not depend on names of edges, on extra
// attributes, or on costs of a model that is not there.
func (g *Dag) Fingerprint() string {
	h := sha256.New()
	for i := range g.Vertices {
		fmt.Fprintf(h, "%q %d\n", g.Vertices[i].ID, g.Vertices[i].Size)
	}
	for _, e := range g.Edges {
		t, a := e.Tangent, e.Adjoint
		if !e.HasModel {
			t, a = 0, 0
		}
		fmt.Fprintf(h, "%d %d %d %d %v %v\n", e.Source, e.Target, t, a, e.HasJacobian, e.HasModel)
		if v, w := e.TangentCurve, e.AdjointCurve; e.HasModel && (v != Curve{} || w != Curve{}) {
			fmt.Fprintf(h, "curves %d %d %d %d %d %d\n", v.Setup, max(1, v.Width), v.Colors, w.Setup,
				max(1, w.Width), w.Colors)
		}
		if e.Pattern != nil && (!e.Pattern.IsDense() || e.Pattern.IsUnit()) {
			fmt.Fprintf(h, "pattern %s\n", e.Pattern.Canonical())
		}
	}
	if g.Product != (Product{Cost: 1}) {
		fmt.Fprintf(h, "product %d %d\n", g.Product.Setup, g.Product.Cost)
	}
	if g.patterned && g.Sparse != (Product{Cost: 1}) {
		fmt.Fprintf(h, "sparse product %d %d\n", g.Sparse.Setup, g.Sparse.Cost)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
