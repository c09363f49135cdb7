package narration

import (
	"facet/model"
	"facet/model/pattern"
	"facet/ui/draw/spy"
	"facet/ui/draw/style"
)

// evaluations writes the cost of the tangents (adjoints) that a Jacobian with pattern p
// takes, by colours where it is sparse: "3 colours · T 69". lines is how many columns
// (rows) it has, colours how many are evaluated.
func evaluations(size, name string, lines, colours model.Cost, p *pattern.Pattern, each model.Cost,
	v model.Curve, dot string) string {
	switch {
	case p == nil || v.Colors > 0 || p.IsDense() && !p.IsUnit():
		return batch(size, name, lines, each, v, dot)
	case v == (model.Curve{}):
		return counted(colours, "colour ", "colours ") + dot + " " + name + " " + style.Number(each)
	}
	v.Colors = int64(colours)
	return batch(size, name, lines, each, v, dot)
}

// product writes the cost of an explicit product of the Jacobians with patterns u and v
// at i, j, k: as scalar multiplications where it is sparse.
func product(g *model.Dag, dot string, i, j, k int, u, v *pattern.Pattern) string {
	dense := multiplications(g.Product, dot, g.Size(i), g.Size(j), g.Size(k))
	switch {
	case u == nil:
		return dense
	case u.IsUnit() || v.IsUnit():
		return selects
	case u.IsDense() && v.IsDense():
		return dense
	}
	n := model.Cost(v.Multiplications(u))
	if g.Multiply(i, j, k, u, v) < g.Sparse.Of(n, 1, 1) {
		return "dense product: " + dense
	}
	text := counted(n, "multiplication", "multiplications")
	if g.Sparse.Cost != 1 {
		text = style.Number(g.Sparse.Cost) + dot + text
	}
	if g.Sparse.Setup != 0 {
		text = style.Number(g.Sparse.Setup) + " + " + text
	}
	return "sparse product: " + text
}

// isPrice reports whether the words for a product say its price already.
func isPrice(words string, price model.Cost) bool {
	return words == selects || words == "sparse product: "+counted(price, "multiplication", "multiplications")
}

const selects = "a selection: moves entries, costs nothing"

// sparsity says what is sparse about a Jacobian; nothing without patterns.
func sparsity(p *pattern.Pattern) string {
	if p == nil {
		return ""
	}
	return spy.Sparsity(p)
}

// counted writes a count with its noun.
func counted(n model.Cost, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return style.Number(n) + " " + many
}
