// Package header is the rows on top: the dag, the progress, and the totals.
package header

import (
	"fmt"

	"facet/model"
	"facet/ui/layer"
	"facet/ui/style"
)

// Totals shows where the user stands: the dag and the progress, then the
// totals. The number of its rows depends on dag and width only, so that nothing
// below it moves while numbers grow.
type Totals struct{}

// The words around the numbers, in full and short.
var words = map[bool]struct{ known, fromHere string }{
	false: {"  best known ", "  best from here "}, true: {"  best ", "  from here "},
}

// widest is how many cells the totals take at most, so that nothing moves while they
// become known.
func (Totals) widest(c *layer.View, short bool) int {
	n := max(c.Totals.NumberWidth, layer.NumberWidth(c.State().Spent()))
	width := len(" yours ") + n + len(" + at least ") + n
	if c.Concealed {
		return width
	}
	return width + len(words[short].known) + n + len(" optimal")
}

// fit finds the fullest way to write the totals that leaves the header at two
// rows; where none does, it takes three.
func (h Totals) fit(c *layer.View, width int) (rows int, short bool) {
	for _, short := range []bool{false, true} {
		if h.widest(c, short)+style.Width(h.classical(c, short))+2 <= width {
			return 2, short
		}
	}
	return 3, style.Width(h.classical(c, false)) > width
}

// View gives as many rows as fit says.
func (h Totals) View(c *layer.View, a layer.Advice, width int) []string {
	t := c.Theme
	out := []string{h.first(c, width)}
	rows, short := h.fit(c, width)
	yours, classical := h.yours(c, a, short), h.classical(c, short)
	room := width
	if rows == 2 {
		room -= style.Width(classical) + 1
	}
	if lost := lost(c, a); style.Width(yours)+style.Width(lost) <= room {
		yours += lost
	}
	if rows == 2 {
		return append(out, t.Spread(yours, classical+" ", width))
	}
	return append(out, t.Left(yours, width), t.Left(classical, width))
}

// first names the dag and the progress.
func (Totals) first(c *layer.View, width int) string {
	t, s, n := c.Theme, c.State(), &c.Totals
	dot := " " + t.Signs.Dot + " "
	name := style.Printable(c.Dag().Name)
	if n.Classic {
		name += dot + "classic"
	}
	left := t.Paint(style.Title, " facet") + "  " + t.Paint(style.Strong, name)
	line := len(c.Steps.Line())
	faces := s.Faces() + eliminated(c)
	of := func(k, all int) string { return t.Right(fmt.Sprint(k), len(fmt.Sprint(all))) + "/" + fmt.Sprint(all) }
	right := "faces left " + of(s.Faces(), faces) + dot
	if n.Lacking > 0 { // where all are given there is nothing to count down
		right += "Jacobians left " + of(s.Lacking(), n.Lacking) + dot
	}
	right += "step " + of(c.Steps.Depth(), line) + " "
	if c.Leader != "" {
		left = t.Paint(style.Selected, " "+style.Printable(c.Leader)+" ")
		if style.Width(left)+style.Width(name)+style.Width(right)+2 < width { // half a name tells nothing
			left += " " + name
		}
	}
	if c.Preview != "" {
		left = t.Paint(style.Selected, " preview") + " of " + style.Printable(c.Preview)
	}
	if quiet := dot + "losses hidden"; c.Silent && style.Width(left)+style.Width(quiet)+style.Width(right)+2 <= width {
		left += t.Paint(style.Selected, quiet)
	}
	size := dot + style.Plural(n.Vertices, "vertex", "vertices") + ", " + style.Plural(n.Edges, "edge", "edges")
	if style.Width(left)+style.Width(size)+style.Width(right) < width {
		left += t.Paint(style.Faint, size)
	}
	if room := width - style.Width(left) - style.Width(right); room >= 16 {
		right = progress(c, 10) + "  " + right
	}
	return t.Spread(left, " "+right, width)
}

// eliminated counts the faces that were eliminated so far. With those that are
// left they are all that the sequence has met: fill brings more.
func eliminated(c *layer.View) int {
	n := 0
	for _, op := range c.Steps.Ops() {
		if !op.IsAccumulation() {
			n++
		}
	}
	return n
}

// progress is a meter of what is done of faces and Jacobians.
func progress(c *layer.View, width int) string {
	t, s := c.Theme, c.State()
	all := max(s.Faces()+eliminated(c)+c.Totals.Lacking, 1)
	share := 1 - float64(s.Faces()+s.Lacking())/float64(all)
	done := t.Meter(max(0, share), width)
	rest := "░"
	if t.ASCII {
		rest = "."
	}
	bar := done
	for k := style.Width(done); k < width; k++ {
		bar += rest
	}
	return bar
}

// yours gives the three numbers: spent, still needed, and the best that is known: of
// the whole dag, or from here on where the steps so far are worse than that.
func (Totals) yours(c *layer.View, a layer.Advice, short bool) string {
	t, s, w := c.Theme, c.State(), c.Totals.NumberWidth
	number := func(k model.Cost) string {
		return t.Paint(style.Strong, t.Right(style.Number(k), max(w, layer.NumberWidth(k))))
	}
	out := " yours " + number(s.Spent())
	switch {
	case s.Done():
		out += "  complete"
	case a.HasAtLeast:
		out += " + at least " + number(a.AtLeast)
	}
	best, here := best(c, a)
	switch {
	case c.Concealed:
		return out // a student compares with what is asked for, not with others
	case here:
		return out + words[short].fromHere + number(best.Cost)
	}
	out += words[short].known + number(best.Cost)
	switch {
	case best.Name == layer.Optimum:
		out += " optimal"
	case !short && best.Name != "":
		out += t.Paint(style.Faint, " "+best.Name)
	}
	return out
}

// Known says in words what the best known total is; false where nothing may be said.
func Known(c *layer.View, a layer.Advice) (string, bool) {
	best, here := best(c, a)
	text := "best known "
	if here {
		text = "best from here "
	}
	text += style.Number(best.Cost)
	if !here && best.Name != "" {
		text += " (" + best.Name + ")"
	}
	return text, !c.Concealed
}

// best is the best total that is known by now: of the whole dag (the classical modes,
// the session's complete sequences, the solver's), or from here on, where the steps so
// far are worse than that or no other start was looked at. Its name says where it is from;
// it may be empty.
func best(c *layer.View, a layer.Advice) (best layer.Method, here bool) {
	best = c.Totals.Best()
	better := func(m layer.Method) {
		if m.Cost < best.Cost || m.Cost == best.Cost && (m.Name == layer.Optimum || best.Name == "") {
			best = m
		}
	}
	if total, ok := c.Steps.Best(); ok {
		better(layer.Method{Cost: total})
	}
	if c.HasKnown {
		m := layer.Method{Cost: c.Known.Cost}
		if c.Known.Name == layer.Optimum {
			m.Name = layer.Optimum
		}
		better(m)
	}
	if c.State().Done() || !a.HasBest {
		return best, false
	}
	fromHere := layer.Method{Name: a.Source, Cost: c.State().Spent().Add(a.Best)}
	if a.Optimal && c.State().Spent() == 0 {
		fromHere.Name = layer.Optimum
	}
	if better(fromHere); fromHere.Cost > best.Cost || a.Optimal && best.Name != layer.Optimum { // another start may be better
		return fromHere, true
	}
	return best, false
}

// lost names the optimum, where the best from here on is proved to be more and there is
// room.
func lost(c *layer.View, a layer.Advice) string {
	total := c.State().Spent().Add(a.Best)
	if c.State().Done() || !a.HasBest || !c.HasKnown || c.Known.Name != layer.Optimum || total <= c.Known.Cost {
		return ""
	}
	return c.Theme.Paint(style.Bad, " (optimum "+style.Number(c.Known.Cost)+")")
}

// classical gives the totals of the four classical modes.
func (Totals) classical(c *layer.View, short bool) string {
	t, n := c.Theme, &c.Totals
	tangent, adjoint := " tangent ", " adjoint "
	if short {
		tangent, adjoint = " T ", " A "
	}
	pair := func(name string, a, b model.Cost) string {
		return t.Paint(style.Faint, name+tangent) + style.Number(a) + t.Paint(style.Faint, adjoint) + style.Number(b)
	}
	return " " + pair("dense", n.DenseTangent, n.DenseAdjoint) + "  " + pair("sparse", n.SparseTangent, n.SparseAdjoint)
}
