// Package header draws the rows at the top: the dag, the progress, and the totals.
package header

import (
	"fmt"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Rows are the dag and the three numbers that the eye looks for first: what is spent, what is
// still needed, and what is best. Where there is room for two, the second one has the progress
// and the totals of the classical modes. steps asks for the number of the step.
func Rows(v *layer.View, a layer.Advice, width, rows int, steps bool) []string {
	t := v.Theme
	right, least := "", minName
	if steps = steps && rows < 2; steps {
		least = style.Width(name(v, width, width, steps, false))
		if least+style.Width(numbers(v, a, short))+3 > width {
			least, steps = minName, false
		}
	}
	if whole := style.Width(name(v, width, width, false, false)); !steps && whole <= wholeName {
		least = max(least, whole)
	}
	if v.Leader != "" { // whose steps these are is not cut
		least = max(least, style.Width(style.Printable(v.Leader))+2)
	}
	if v.Unsaved && !steps {
		least = style.Width(name(v, width, width, false, false))
	}
	if said := style.Width(name(v, width, width, steps, false) + quiet(v)); v.Silent &&
		said+style.Width(numbers(v, a, short))+3 <= width {
		least = max(least, said) // that losses are hidden says more than words around the numbers
	}
	for _, form := range [...]form{full, short, shortest, tight, tightest} {
		if right = numbers(v, a, form); style.Width(right)+least+3 <= width {
			break
		}
	}
	out := []string{t.Spread(name(v, width-style.Width(right)-3, width, steps, true), " "+right+" ",
		width)}
	if rows < 2 {
		return out
	}
	done := progress(v, width)
	for _, modes := range []string{classical(v, false, true), classical(v, true, true),
		classical(v, true, false)} {
		if style.Width(done)+style.Width(modes)+2 <= width {
			return append(out, t.Spread(done, modes+" ", width))
		}
	}
	return append(out, t.Left(done, width))
}

// Program is the header of a page that is about no dag.
func Program(t *style.Theme, width, rows int) []string {
	out := []string{t.Left(t.Paint(style.Title, " facet")+"  "+t.Paint(style.Faint,
		"generalized face elimination, by hand and by proof"), width)}
	for len(out) < rows {
		out = append(out, "")
	}
	return out
}

// minName is the least room for the name of the dag; a name of up to wholeName cells is not
// cut for words around the numbers. countsFrom is the width of a window that shows how large
// the dag is.
const (
	minName    = 15
	wholeName  = 24
	countsFrom = 100
)

// form is how much the numbers say.
type form uint8

const (
	full form = iota
	short
	shortest
	tight    // and numbers take no more cells than they have digits
	tightest // and the bound is left out
)

// words around the numbers.
var words = [...]struct{ needed, best, here, known string }{
	full:     {" still at least ", " best total ", " best from here ", " best known "},
	short:    {" at least ", " best ", " from here ", " best known "},
	shortest: {" at least ", " best ", " from here ", " best "},
	tight:    {" at least ", " best ", " from here ", " best "},
	tightest: {" at least ", " best ", " from here ", " best "},
}

// name is what is shown: who leads, or the program, the dag, and a run that works.
func name(v *layer.View, width, terminal int, steps, all bool) string {
	t, dot := v.Theme, " "+v.Theme.Signs.Dot+" "
	dag := style.Printable(v.Dag().Name)
	if v.Totals.Classic {
		dag += dot + "classic"
	}
	left := t.Paint(style.Title, " facet") + "  " + t.Paint(style.Strong, dag)
	if !steps && width < len(" facet  ")+style.Width(style.Printable(v.Dag().Name)) {
		// which dag it is says more than the program's name
		left = " " + t.Paint(style.Strong, dag)
	}
	if v.Leader != "" {
		left = t.Paint(style.Selected, " "+style.Printable(v.Leader)+" ")
		if style.Width(left)+style.Width(dag)+1 < width { // a cut name says nothing
			left += " " + dag
		}
	}
	if v.Preview != "" {
		left = t.Paint(style.Selected, " preview") + " of " + style.Printable(v.Preview)
	}
	if v.Unsaved {
		left += dot + "unsaved"
	}
	if steps {
		left += dot + t.Paint(style.Faint,
			"step "+style.Count(int64(v.Steps.Depth()))+"/"+style.Count(int64(len(v.Steps.Line()))))
	}
	if !all {
		return left
	}
	counts := ""
	if terminal >= countsFrom || v.Concealed { // else they would come and go with the numbers beside them
		counts = dot + style.Plural(v.Totals.Vertices, "vertex", "vertices") + ", " +
			style.Plural(v.Totals.Edges, "edge", "edges")
	}
	for _, more := range []string{v.Running, quiet(v), counts} {
		role := style.Faint
		if more == v.Running && more != "" {
			more, role = "  "+more, style.Selected
		}
		if style.Width(left)+style.Width(more) <= width {
			left += t.Paint(role, more)
		}
	}
	return t.Clip(left, max(1, width))
}

// quiet says that losses are hidden.
func quiet(v *layer.View) string {
	if v.Silent {
		return " " + v.Theme.Signs.Dot + " losses hidden"
	}
	return ""
}

// progress is how much of the faces and Jacobians is done.
func progress(v *layer.View, width int) string {
	t, s, n := v.Theme, v.State(), &v.Totals
	dot := " " + t.Signs.Dot + " "
	of := func(k, all int) string {
		return t.Right(fmt.Sprint(k), len(fmt.Sprint(all))) + "/" + fmt.Sprint(all)
	}
	text := " faces left " + of(s.Faces(), s.Faces()+eliminated(v))
	if n.Lacking > 0 { // if all Jacobians are given there is nothing to count down
		text += dot + "Jacobians left " + of(s.Lacking(), n.Lacking)
	}
	text += dot + "step " + of(v.Steps.Depth(), len(v.Steps.Line()))
	if width >= 100 {
		text = " " + meter(v, 10) + text
	}
	return text
}

// numbers are what is spent, what is still needed, and the best total: of the whole dag, or
// from here where the steps so far are worse.
func numbers(v *layer.View, a layer.Advice, f form) string {
	t, s, w := v.Theme, v.State(), v.Totals.NumberWidth
	dot := " " + t.Signs.Dot
	number := func(k model.Cost) string {
		if f >= tight {
			return t.Paint(style.Strong, t.Cost(k))
		}
		return t.Paint(style.Strong, t.Right(t.Cost(k), max(w, t.CostWidth(k))))
	}
	out := "spent " + number(s.Spent())
	switch {
	case s.Done() && f == full && v.Totals.Edges > 0:
		out += ", complete"
	case s.Done():
	case a.HasAtLeast && f < tightest:
		out += dot + words[f].needed + number(a.AtLeast)
	}
	best, here := best(v, a)
	switch {
	case v.Concealed:
		return out // during a puzzle the user compares with the goal alone
	case here:
		out += dot + words[f].here + number(best.Cost)
		if f < shortest {
			out += lost(v, a)
		}
		return out
	case best.Name == layer.Optimum:
		out += dot + words[f].best + number(best.Cost)
		if f < shortest {
			out += ", proved"
		}
		return out
	}
	out += dot + words[f].known + number(best.Cost)
	if f == full && best.Name != "" {
		out += t.Paint(style.Faint, " "+best.Name)
	}
	return out
}

// eliminated counts the faces that were eliminated so far. Together with those that are
// left they are all faces so far, including fill.
func eliminated(v *layer.View) int {
	n := 0
	for _, op := range v.Steps.Ops() {
		if !op.IsAccumulation() {
			n++
		}
	}
	return n
}

// meter shows the finished share of faces and Jacobians.
func meter(v *layer.View, width int) string {
	t, s := v.Theme, v.State()
	all := max(s.Faces()+eliminated(v)+v.Totals.Lacking, 1)
	share := 1 - float64(s.Faces()+s.Lacking())/float64(all)
	return t.Gauge(share, width)
}

// Known describes the best known total; false where it is concealed.
func Known(v *layer.View, a layer.Advice) (string, bool) {
	best, here := best(v, a)
	text := "best known "
	if here {
		text = "best from here "
	}
	text += v.Theme.Cost(best.Cost)
	if !here && best.Name != "" {
		text += " (" + best.Name + ")"
	}
	return text, !v.Concealed
}

// best is the best known total: of the whole dag (the classical modes, the session's
// complete sequences, the solver's), or from here where the steps so far are worse, or
// where only this state was planned. Its name says where it comes from and may be empty.
func best(v *layer.View, a layer.Advice) (best layer.Method, here bool) {
	best = v.Totals.Best()
	better := func(m layer.Method) {
		if m.Cost < best.Cost || m.Cost == best.Cost && (m.Name == layer.Optimum || best.Name == "") {
			best = m
		}
	}
	if total, ok := v.Steps.Best(); ok {
		better(layer.Method{Cost: total})
	}
	if v.HasKnown {
		m := v.Known
		if m.Name == "best known" {
			m.Name = ""
		}
		better(m)
	}
	if v.State().Done() || !a.HasBest {
		return best, false
	}
	fromHere := layer.Method{Name: a.Source, Cost: v.State().Spent().Add(a.Best)}
	if a.Optimal && v.State().Spent() == 0 {
		fromHere.Name = layer.Optimum
	}
	if better(fromHere); fromHere.Cost > best.Cost || a.Optimal && best.Name != layer.Optimum {
		// another start may be better
		return fromHere, true
	}
	return best, false
}

// lost names the optimum, where the best total from here is proved to be larger and there
// is room.
func lost(v *layer.View, a layer.Advice) string {
	total := v.State().Spent().Add(a.Best)
	if v.State().Done() || !a.HasBest || !v.HasKnown || v.Known.Name != layer.Optimum ||
		total <= v.Known.Cost {
		return ""
	}
	return v.Theme.Paint(style.Bad, " (optimum "+v.Theme.Cost(v.Known.Cost)+")")
}

// classical is the totals of the classical modes.
func classical(v *layer.View, short, compressed bool) string {
	t, n := v.Theme, &v.Totals
	tangent, adjoint := " tangent ", " adjoint "
	if short {
		tangent, adjoint = " T ", " A "
	}
	pair := func(name string, a, b model.Cost) string {
		return t.Paint(style.Faint, name+tangent) + t.Cost(a) + t.Paint(style.Faint, adjoint) + t.Cost(b)
	}
	all := " " + pair("dense", n.DenseTangent, n.DenseAdjoint)
	if compressed && n.CompressedTangent != nil {
		all += "  " + pair("compressed", *n.CompressedTangent, *n.CompressedAdjoint)
	}
	if n.Pending {
		return all + t.Paint(style.Faint, "  sparse "+t.Signs.Cut)
	}
	return all + "  " + pair("sparse", n.SparseTangent, n.SparseAdjoint)
}
