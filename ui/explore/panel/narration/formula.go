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
	num := func(k model.Cost) string { return style.Number(k) }
	price := " = " + num(o.Choice.Price) + inTime(g, o.Choice.Price)
	if op.IsAccumulation() {
		i, j, p := s.Source(op.U), s.Target(op.U), s.Pattern(op.U)
		name, e := layer.Name(s, op.U), s.Elemental(op.U)
		if op.Mode == model.TAN {
			return account{
				fmt.Sprintf("%s := %s%s%sI", layer.Jacobian(s, op.U), t.Signs.Tangent, name, dot),
				evaluations("n_i", "T", g.Size(i), g.Columns(i, p), p, e.Tangent, e.TangentCurve, dot) +
					price,
				plot(t, e, g.Size(i)), sparsity(p), o.Rules(), dims(s, i, j) + dot + dims(s, i, i),
			}
		}
		return account{
			fmt.Sprintf("%s := I%s%s%s", layer.Jacobian(s, op.U), dot, t.Signs.Adjoint, name),
			evaluations("n_j", "A", g.Size(j), g.Rows(j, p), p, e.Adjoint, e.AdjointCurve, dot) + price,
			plot(t, e, g.Size(j)), sparsity(p), o.Rules(), dims(s, j, j) + dot + dims(s, i, j),
		}
	}
	i, j, k := s.Source(op.U), s.Target(op.U), s.Target(op.V)
	left, right := layer.Jacobian(s, op.V), layer.Jacobian(s, op.U)
	p := s.Product(op.Face())
	var sum, drawn string
	switch op.Mode {
	case model.TAN:
		e := s.Elemental(op.V)
		left = t.Signs.Tangent + layer.Name(s, op.V)
		sum = evaluations("n_i", "T", g.Size(i), g.Columns(i, p), p, e.Tangent, uncolored(e.TangentCurve),
			dot)
		drawn = plot(t, e, g.Size(i))
	case model.ADJ:
		e := s.Elemental(op.U)
		right = t.Signs.Adjoint + layer.Name(s, op.U)
		sum = evaluations("n_k", "A", g.Size(k), g.Rows(k, p), p, e.Adjoint, uncolored(e.AdjointCurve), dot)
		drawn = plot(t, e, g.Size(k))
	default:
		sum = product(g, dot, i, j, k, s.Pattern(op.U), s.Pattern(op.V))
	}
	if op.Mode == model.MUL && p != nil && isPrice(sum, o.Choice.Price) {
		price = inTime(g, o.Choice.Price)
	}
	into, sign := target(o)
	return account{
		fmt.Sprintf("%s %s %s%s%s", into, sign, left, dot, right), sum + price,
		drawn, sparsity(p), o.Rules(), dims(s, j, k) + dot + dims(s, i, j),
	}
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
