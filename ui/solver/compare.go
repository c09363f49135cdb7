package solver

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"facet/model"
	"facet/planner/insight"
	"facet/ui/theme"
)

// contender is one bar of the comparison.
type contender struct {
	name  string
	cost  model.Cost
	bound model.Cost // a lower bound of the same, 0 without
	note  string
	mine  bool
}

// classicalModes are the totals of a dag's classical modes; they are worked out
// once for each session.
func classicalModes(g *model.Dag) []contender {
	return []contender{
		{name: "dense tangent", cost: g.DenseTangent()},
		{name: "dense adjoint", cost: g.DenseAdjoint()},
		{name: "sparse tangent", cost: g.SparseTangent()},
		{name: "sparse adjoint", cost: g.SparseAdjoint()},
	}
}

// contenders lists classical modes, the sequence made by hand, its other
// branches, and all runs.
func (m *Model) contenders() []contender {
	if m.classical == nil {
		m.classical = classicalModes(m.session.Dag())
	}
	all := append(slices.Clone(m.classical), m.branches()...)
	s, v := m.session.State(), m.here()
	mine := contender{name: "yours", cost: s.Spent(), mine: true}
	switch {
	case s.Done():
		mine.note = "complete" + m.aboveText(s.Spent())
	case v.HasBest:
		mine.cost = s.Spent().Add(v.Best)
		mine.note = fmt.Sprintf("%s + %s best completion", theme.Number(s.Spent()), theme.Number(v.Best))
		if !v.Optimal() {
			mine.note = fmt.Sprintf("%s + %s best known", theme.Number(s.Spent()), theme.Number(v.Best))
		}
	default:
		mine.note = "so far"
	}
	all = append(all, mine)
	for _, r := range m.runs {
		c := contender{name: fmt.Sprintf("run %d %s", r.id, r.name())}
		best, ok := r.best()
		if !ok {
			continue
		}
		c.cost, c.bound = r.total(best.Cost), r.total(r.snap.Bound)
		c.note = r.where() + ", " + clock(r.snap.Elapsed)
		if v := r.verdict(); v != "" {
			c.note = v + ", " + c.note
		} else {
			c.note = "gap " + percentGap(r.gap(best.Cost, r.snap.Bound)) + ", " + c.note
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b contender) int { return cmp.Compare(b.cost, a.cost) })
	return all
}

// mostBranches is how many branches are compared: those that were left last.
const mostBranches = 8

// branches lists what was tried and left: where each parts from the present
// line, and what it came to.
func (m *Model) branches() []contender {
	on := make(map[int]bool)
	for _, step := range m.session.Line() {
		on[step.ID] = true
	}
	var all []contender
	for _, leaf := range slices.Backward(m.session.Leaves()) {
		if on[leaf.ID] || len(all) == mostBranches {
			continue
		}
		path := m.session.Path(leaf.ID)
		parts := slices.IndexFunc(path, func(id int) bool { return !on[id] })
		c := contender{name: fmt.Sprintf("branch from step %d", parts+1), cost: leaf.Spent}
		v := m.advisor.known.At(leaf.ID)
		steps := theme.Plural(len(path), "step", "steps")
		switch {
		case v.HasBest && v.Best == 0:
			c.note = "complete in " + steps
		case v.HasBest:
			c.cost = leaf.Spent.Add(v.Best)
			c.note = fmt.Sprintf("%s after %s + %s", theme.Number(leaf.Spent), steps, theme.Number(v.Best))
		default:
			c.note = "left after " + steps
		}
		all = append(all, c)
	}
	return all
}

// aboveText tells how a complete sequence compares with the best there is.
func (m *Model) aboveText(spent model.Cost) string {
	low, high := m.advisor.known.Total(m.advisor.line, 0)
	switch {
	case spent <= low:
		return ", optimal"
	case low == high:
		return ", " + theme.Number(spent-low) + " above the optimum"
	case high < spent:
		return ", " + theme.Number(spent-high) + " above the best known"
	}
	return ""
}

// comparison is the bar chart of all of them, the dearest on top, and where the
// steps so far have lost what they lost.
func (m *Model) comparison(width, height int) []string {
	t := m.theme
	all := m.contenders()
	lossRows := m.lossRows(width, max(3, height/3))
	if room := height - len(lossRows) - 1; len(all) > room {
		all = all[len(all)-max(1, room):]
	}
	name, number := 0, 0
	least, most := math.Inf(1), 1.0
	for _, c := range all {
		name = max(name, theme.Width(c.name))
		number = max(number, theme.Width(theme.Number(c.cost)))
		if c.cost > 0 {
			least, most = min(least, float64(c.cost)), max(most, float64(c.cost))
		}
	}
	name = min(name, width/4+6)
	log := most > 40*least
	title := "comparison: totals of whole sequences"
	if log {
		title += ", logarithmic"
	}
	noteWidth := min(38, width/3)
	room := max(4, width-name-number-noteWidth-6)
	var content []string
	for _, c := range all {
		share := float64(c.cost) / most
		if log && c.cost > 0 {
			floor := least / 10
			share = math.Log(float64(c.cost)/floor) / math.Log(most/floor)
		}
		ink := theme.Plain
		if c.mine {
			ink = theme.Selected
		}
		content = append(content, " "+t.Paint(ink, t.Left(c.name, name)+" "+t.Right(theme.Number(c.cost), number))+"  "+
			t.Paint(ink, t.Left(t.Meter(share, room), room))+" "+t.Clip(c.note, noteWidth))
	}
	rows := t.Draw(theme.Rule, title, "", content, width, len(content)+1, true)
	return append(rows, lossRows...)
}

// lossRows attributes the distance to the optimum to the steps that caused it.
func (m *Model) lossRows(width, height int) []string {
	t := m.theme
	content := []string{m.totalLine(m.session.State()), " Steps so far: " + m.lossText()}
	all := slices.Clone(m.advisor.soFar())
	slices.SortStableFunc(all, func(a, b insight.Loss) int { return cmp.Compare(b.Least, a.Least) })
	for _, l := range all {
		if l.Least == 0 || len(content) >= height-1 {
			break
		}
		step, _ := m.session.Step(l.Step)
		sign := "+"
		if !l.Exact() {
			sign = t.Signs.AtLeast
		}
		content = append(content, fmt.Sprintf("   step %s  %s  %s", t.Right(fmt.Sprint(step.Depth), 3),
			t.Paint(theme.Bad, t.Right(sign+theme.Number(l.Least), 14)), t.Text(theme.Printable(step.Title))))
	}
	return t.Draw(theme.Rule, "where the loss arose", "", content, width, len(content)+1, false)
}
