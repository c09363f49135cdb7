package explorer

import (
	"fmt"

	"facet/model"
	"facet/ui/theme"
)

// headerPane shows where the user stands: the dag and the progress, then the
// totals. The number of its rows depends on dag and width only, so that nothing
// below it moves while numbers grow.
type headerPane struct{}

// rows is how many rows the header takes.
func (h headerPane) rows(c *common, width int) int {
	wide := theme.Width(h.yours(c, Advice{HasAtLeast: true, AtLeast: 1, HasBest: true, Best: 1, Source: "sparse tangent", Optimal: true})) +
		theme.Width(h.classical(c)) + 3
	if wide <= width {
		return 2
	}
	return 3
}

// View gives as many rows as rows says.
func (h headerPane) View(c *common, a Advice, width int) []string {
	t := c.theme
	out := []string{h.first(c, width)}
	yours, classical := h.yours(c, a), h.classical(c)
	if h.rows(c, width) == 2 {
		return append(out, t.Spread(yours, classical+" ", width))
	}
	return append(out, t.Left(yours, width), t.Left(classical, width))
}

// first names the dag and the progress.
func (headerPane) first(c *common, width int) string {
	t, s, n := c.theme, c.state(), &c.totals
	dot := " " + t.Signs.Dot + " "
	name := theme.Printable(c.dag().Name)
	if n.classic {
		name += dot + "classic"
	}
	left := t.Paint(theme.Title, " facet") + "  " + t.Paint(theme.Strong, name)
	size := dot + theme.Plural(n.vertices, "vertex", "vertices") + ", " + theme.Plural(n.edges, "edge", "edges")
	line := len(c.session.Line())
	right := fmt.Sprintf("faces left %s/%d%sJacobians left %s/%d%sstep %s/%d ",
		t.Right(theme.Count(int64(s.Faces())), len(fmt.Sprint(n.faces))), n.faces, dot,
		t.Right(theme.Count(int64(s.Lacking())), len(fmt.Sprint(n.lacking))), n.lacking, dot,
		t.Right(fmt.Sprint(c.session.Depth()), len(fmt.Sprint(line))), line)
	if theme.Width(left)+theme.Width(size)+theme.Width(right) < width {
		left += t.Paint(theme.Faint, size)
	}
	if room := width - theme.Width(left) - theme.Width(right); room >= 16 {
		right = progress(c, 10) + "  " + right
	}
	return t.Spread(left, right, width)
}

// progress is a meter of what is done of faces and Jacobians.
func progress(c *common, width int) string {
	t, s := c.theme, c.state()
	all := max(c.totals.faces+c.totals.lacking, 1)
	share := 1 - float64(s.Faces()+s.Lacking())/float64(all)
	done := t.Meter(max(0, share), width)
	rest := "░"
	if t.ASCII {
		rest = "."
	}
	bar := done
	for k := theme.Width(done); k < width; k++ {
		bar += rest
	}
	return bar
}

// yours gives the three numbers: spent, still needed, best known.
func (headerPane) yours(c *common, a Advice) string {
	t, s, w := c.theme, c.state(), c.totals.numberWidth
	number := func(k model.Cost) string { return t.Paint(theme.Strong, t.Right(theme.Number(k), w)) }
	out := " yours " + number(s.Spent())
	switch {
	case s.Done():
		out += "  complete"
	case a.HasAtLeast:
		out += " + at least " + number(a.AtLeast) + " left"
	}
	if a.HasBest {
		out += "   best known " + number(s.Spent().Add(a.Best))
		if a.Optimal {
			out += " optimal"
		} else if a.Source != "" {
			out += " " + a.Source
		}
		return out
	}
	best := c.totals.best()
	return out + "   best known " + number(best.cost) + " " + best.name
}

// classical gives the totals of the four classical modes.
func (headerPane) classical(c *common) string {
	t, n := c.theme, &c.totals
	pair := func(name string, a, b model.Cost) string {
		return t.Paint(theme.Faint, name+" tangent ") + theme.Number(a) + t.Paint(theme.Faint, " adjoint ") + theme.Number(b)
	}
	return " " + pair("dense", n.denseTangent, n.denseAdjoint) + "   " + pair("sparse", n.sparseTangent, n.sparseAdjoint)
}
