package ranges

import (
	"math"
	"slices"
	"strings"

	"facet/model"
	"facet/planner/ranges"
	"facet/ui/draw/style"
)

// Table is ranges as rows of text.
type Table struct {
	rows    []row
	decades float64 // of the axis, on each side of the present value
	wide    [columns]int
	Open    bool // some end is not proved, which the legend explains

	patterns      bool // Jacobians have patterns, likewise
	wideBatches   bool // some size was not looked at
	fixed, beaten bool // sizes were not looked at, or prices of sparse products
}

// row is a range as text, and the numbers from which its bar is drawn.
type row struct {
	cells    [columns]string
	low, end float64 // decimal logarithms of the ends as factors of the value
	scale    bool    // the value is not 0, so that factors exist
	never    bool
}

// The columns.
const (
	what = iota
	name
	value
	from
	to
	below
	above
	columns
)

var heads = [columns]string{"", "", "now", "from", "to", "below", "above"}

// mostName is the largest width of a name.
const mostName = 24

// Name is the name of a parameter: its edge or vertex by the ids of the file, or what has
// the price.
func Name(g *model.Dag, p ranges.Parameter) string {
	switch p.What {
	case ranges.Size:
		return g.Vertices[p.At].ID
	case ranges.SparseProductCost, ranges.SparseProductSetup:
		return "sparse products"
	}
	e := g.Edges[p.At]
	return g.Vertices[e.Source].ID + "->" + g.Vertices[e.Target].ID
}

// letters are the quantities as the paper writes them, and those of patterns.
var letters = [...]string{"T", "A", "n", "c", "s", "L", "U"}

// NewTable makes a table of ranges, in their order.
func NewTable(g *model.Dag, all []ranges.Range) *Table {
	t := &Table{decades: 1, patterns: g.HasPatterns()}
	for c := range heads {
		t.wide[c] = len(heads[c])
	}
	for k := range all {
		r := newRow(g, &all[k])
		t.Open = t.Open || !all[k].Proved() && !all[k].Unexamined
		if all[k].Unexamined {
			t.wideBatches = t.wideBatches || !t.patterns
			t.fixed = t.fixed || t.patterns && all[k].What == ranges.Size
			t.beaten = t.beaten || all[k].What > ranges.Size
		}
		for _, x := range [...]float64{-r.low, r.end} {
			if r.scale && !math.IsInf(x, 0) {
				t.decades = max(t.decades, math.Ceil(min(x, mostDecades)))
			}
		}
		for c := range r.cells {
			t.wide[c] = max(t.wide[c], style.Width(r.cells[c]))
		}
		t.rows = append(t.rows, r)
	}
	t.wide[name] = min(t.wide[name], mostName)
	return t
}

// mostDecades is the largest reach of the axis on each side: a thousandth, and
// thousandfold.
const mostDecades = 3

func newRow(g *model.Dag, r *ranges.Range) row {
	w := row{low: math.Inf(-1), end: math.Inf(1), scale: r.Value > 0, never: r.Never || r.Unknown}
	w.cells[what], w.cells[name], w.cells[value] = letters[r.What], style.Printable(Name(g, r.Parameter)),
		style.Count(r.Value)
	if r.Never {
		w.cells[from] = "never"
		return w
	}
	if r.Unexamined {
		w.cells[from], w.cells[to], w.never = "-", "-", true
		return w
	}
	if r.Unknown {
		w.cells[from], w.cells[to] = "?", "?"
		return w
	}
	w.cells[from] = style.Count(r.From) + doubt(r.FromProved)
	w.cells[to] = "any"
	if r.To != ranges.Unbounded {
		w.cells[to] = style.Count(r.To)
		w.end = math.Log10(float64(max(0, r.To)) / float64(r.Value))
	}
	w.cells[to] += doubt(r.ToProved)
	if r.Below.IsKnown() || !r.FromProved {
		w.low = math.Log10(float64(max(0, r.From)) / float64(r.Value))
	}
	w.cells[below], w.cells[above] = loses(r.Below), loses(r.Above)
	return w
}

// doubt marks an end that is not proved.
func doubt(proved bool) string {
	if proved {
		return ""
	}
	return "?"
}

// loses is the extra cost of each unit beyond an end, or of the first where costs rise in
// steps.
func loses(l ranges.Loss) string {
	cost := l.PerUnit
	if cost == 0 {
		cost = l.Cost
	}
	if cost == 0 {
		return ""
	}
	return "+" + style.Number(cost) + doubt(l.Exact)
}

// leastBar is the narrowest useful bar, and mostBar the widest.
const (
	leastBar = 13
	mostBar  = 61
)

// barWidth is the width of bars for a width of rows; 0 for no bar.
func (t *Table) barWidth(width int) int {
	used := 0
	for c := range t.wide {
		used += t.wide[c] + gap
	}
	bar := min(width-used, mostBar)
	if bar < leastBar {
		return 0
	}
	return bar - (bar+1)%2 // odd, so that the present value is in the middle
}

// gap is the number of blanks after a column.
const gap = 2

// Head is the row of titles, with the factors on the axis.
func (t *Table) Head(th *style.Theme, width int) string {
	axis := ""
	if bar := t.barWidth(width); bar > 0 {
		factor := "1" + strings.Repeat("0", int(t.decades))
		left, right := "/"+factor, "x"+factor
		half := bar / 2
		axis = left + strings.Repeat(" ", half-len(left)) + "1" + strings.Repeat(" ", half-len(right)) + right
	}
	return t.line(th, heads, axis, width)
}

// Len is the number of rows.
func (t *Table) Len() int { return len(t.rows) }

// Row is the k-th row.
func (t *Table) Row(th *style.Theme, k, width int) string {
	r := &t.rows[k]
	return t.line(th, r.cells, t.bar(th, r, t.barWidth(width)), width)
}

func (t *Table) line(th *style.Theme, cells [columns]string, bar string, width int) string {
	var b strings.Builder
	for c, cell := range cells {
		if c == what || c == name {
			b.WriteString(th.Left(th.ClipMiddle(cell, t.wide[c]), t.wide[c]))
		} else {
			b.WriteString(th.Right(cell, t.wide[c]))
		}
		b.WriteString(strings.Repeat(" ", gap))
	}
	return strings.TrimRight(th.Clip(b.String()+bar, width), " ")
}

// bar draws the interval on the axis, with the present value in the middle.
func (t *Table) bar(th *style.Theme, r *row, width int) string {
	if width == 0 || r.never {
		return ""
	}
	line, low, high, here := "─", "├", "┤", "●"
	if th.ASCII {
		line, low, high, here = "-", "|", "|", "*"
	}
	middle := width / 2
	cells := slices.Repeat([]string{" "}, width)
	if r.scale {
		at := func(x float64) int { return middle + int(math.Round(x/t.decades*float64(middle))) }
		first, last := 0, width-1
		if !math.IsInf(r.low, 0) && r.low >= -t.decades {
			first = at(r.low)
		}
		if !math.IsInf(r.end, 0) && r.end <= t.decades {
			last = at(r.end)
		}
		for k := max(first, 0); k <= min(last, width-1); k++ {
			cells[k] = line
		}
		if first > 0 {
			cells[min(first, width-1)] = low
		}
		if last < width-1 {
			cells[max(last, 0)] = high
		}
	}
	cells[middle] = here
	return strings.Join(cells, "")
}

// Legend explains the columns.
func (t *Table) Legend() []string {
	all := []string{
		"T, A: cost of a tangent, an adjoint; n: size of a vector.",
		"below, above: what each unit beyond the interval costs more than the optimum.",
	}
	if t.patterns {
		all = append(all,
			"c, s: cost of a multiplication, setup of a sparse product; L, U: how far a band reaches below, above the diagonal; for these, what the first unit beyond costs more.")
	}
	if t.Open {
		all = append(all, "?: not proved in this time; an interval with it is an inner one.")
	}
	if t.wideBatches {
		all = append(all,
			"-: not looked at, whatever the time: more than 64 evaluations share a cost (tangent_width, adjoint_width).")
	}
	if t.fixed {
		all = append(all, "-: not looked at, whatever the time: patterns fix the sizes.")
	}
	if t.beaten {
		all = append(all,
			"-: not looked at for c, s, L and U, whatever the time: the sequence is not optimal now.")
	}
	return all
}
