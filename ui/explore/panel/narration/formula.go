package narration

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// account is a row of facts, the most important first; the last ones are dropped where
// they do not fit.
type account []string

func (a account) fit(width int) string {
	out := ""
	for _, fact := range slices.DeleteFunc(slices.Clone(a), func(s string) bool { return s == "" }) {
		next := out + "   " + fact
		if out != "" && style.Width(next)-2 > width {
			break
		}
		out = next
	}
	switch {
	case out == "":
		return ""
	case style.Width(out)+indent-3 <= width:
		return style.Blank(indent-3) + out
	}
	return out[2:]
}

// Formula is the assignment of the selected operation and its price; false where none is
// selected.
func Formula(v *layer.View) (string, bool) {
	o, ok := v.Outlook()
	if !ok {
		return "", false
	}
	all := formula(v, o)
	return v.Theme.Text(all[0] + "   " + all[1]), true
}

// formula writes an operation as the paper does: assignment, price, dimensions and rules.
func formula(v *layer.View, o *layer.Outlook) account {
	t, s, op := v.Theme, o.Before, o.Choice.Op
	g, dot := s.Dag(), t.Signs.Times
	i, j := s.Source(op.U), s.Target(op.U)
	k, into, sign := j, layer.Jacobian(s, op.U), ":="
	p, left, right, dimensions := s.Pattern(op.U), "I", "I", dims(s, j, j)+dot+dims(s, i, j)
	tangents, last, shape := op.U, "n_j", func(c model.Curve) model.Curve { return c }
	switch {
	case !op.IsAccumulation():
		k, p, tangents, last, shape = s.Target(op.V), s.Product(op.Face()), op.V, "n_k", uncolored
		left, right = layer.Jacobian(s, op.V), layer.Jacobian(s, op.U)
		into, sign = target(o)
		dimensions = dims(s, j, k) + dot + dims(s, i, j)
	case op.Mode == model.TAN:
		dimensions = dims(s, i, j) + dot + dims(s, i, i)
	}
	price := " = " + style.Number(o.Choice.Price) + inTime(g, o.Choice.Price)
	var sum, drawn string
	switch op.Mode {
	case model.TAN:
		e := s.Elemental(tangents)
		left = t.Signs.Tangent + layer.Name(s, tangents)
		sum = evaluations("n_i", "T", g.Size(i), g.Columns(i, p), p, e.Tangent, shape(e.TangentCurve), dot)
		drawn = plot(t, e, g.Size(i))
	case model.ADJ:
		e := s.Elemental(op.U)
		right = t.Signs.Adjoint + layer.Name(s, op.U)
		sum = evaluations(last, "A", g.Size(k), g.Rows(k, p), p, e.Adjoint, shape(e.AdjointCurve), dot)
		drawn = plot(t, e, g.Size(k))
	default:
		sum = product(g, dot, i, j, k, s.Pattern(op.U), s.Pattern(op.V))
		if p != nil && isPrice(sum, o.Choice.Price) {
			price = inTime(g, o.Choice.Price)
		}
	}
	return account{fmt.Sprintf("%s %s %s%s%s", into, sign, left, dot, right), sum + price, drawn, sparsity(p),
		o.Rules(), dimensions}
}

// target is the Jacobian that an elimination assigns (:=), where it is fill, or adds to
// (+=).
func target(o *layer.Outlook) (into, sign string) {
	for _, e := range o.Change.Events {
		switch {
		case e.Kind == model.Absorbed:
			return layer.Jacobian(o.Before, e.Z), "+="
		case e.Kind == model.Born && o.After.IsLive(e.Z):
			return layer.Jacobian(o.After, e.Z), ":="
		case e.Kind == model.Born: // merged at once
			return fmt.Sprintf("F'(%s,*,%s)", id(o.Before, o.Before.Source(e.Face.U)),
				id(o.Before, o.Before.Target(e.Face.V))), "+="
		}
	}
	return "F'", "+="
}

func id(s *model.State, i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }

// dims writes the dimensions of the Jacobian of a path from i to j: n_j rows, n_i
// columns.
func dims(s *model.State, i, j int) string {
	g := s.Dag()
	return fmt.Sprintf("[%sx%s]", compact(g.Size(j)), compact(g.Size(i)))
}

func compact(c model.Cost) string { return strings.ReplaceAll(style.Number(c), " ", "") }
