package solver

import (
	"cmp"
	"fmt"
	"slices"

	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// contenders lists classical modes, the sequence made by hand, its other
// branches, and all runs.
func (d *display) contenders() []page.Contender {
	var all []page.Contender
	for _, m := range d.classical {
		all = append(all, page.Contender{Name: m.Name, Cost: m.Cost})
	}
	all = append(all, d.branches()...)
	s, v := d.study.session.State(), d.study.advisor.here()
	yours := page.Contender{Name: "yours", Cost: s.Spent(), Mine: true}
	if d.study.session.Depth() == 0 { // nothing of it is the user's yet
		yours.Name = "from the start"
	}
	switch {
	case s.Done():
		low, high := d.study.advisor.known.Total(d.study.advisor.line, 0)
		yours.Note = "complete" + page.Above(d.theme, s.Spent(), low, high)
	case v.HasBest:
		yours.Cost = s.Spent().Add(v.Best)
		yours.Note = fmt.Sprintf("%s + %s best completion", d.theme.Cost(s.Spent()), d.theme.Cost(v.Best))
		if !v.Optimal() {
			yours.Note = fmt.Sprintf("%s + %s best known", d.theme.Cost(s.Spent()), d.theme.Cost(v.Best))
		}
	default:
		yours.Note = "so far"
	}
	if d.study.session.Depth() > 0 || v.HasBest {
		all = append(all, yours)
	}
	for _, r := range d.study.runs {
		c := page.Contender{Name: fmt.Sprintf("run %d %s", r.id, r.name())}
		best, ok := r.best()
		if !ok {
			continue
		}
		c.Cost = r.total(best.Cost)
		c.Note = r.where() + ", " + page.Clock(r.snap.Elapsed)
		if v := d.study.standing(r); v != r.verdict() { // it says where
			c.Note = v + ", " + page.Clock(r.snap.Elapsed)
		} else if v != "" {
			c.Note = v + ", " + c.Note
		} else {
			c.Note = "gap " + page.Percent(r.gap(best.Cost, r.snap.Bound)) + ", " + c.Note
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b page.Contender) int { return cmp.Compare(b.Cost, a.Cost) })
	return all
}

// mostBranches is how many branches are compared: those that were left last.
const mostBranches = 8

// branches lists what was tried and left: where each parts from the present
// line, and what it came to.
func (d *display) branches() []page.Contender {
	on := make(map[int]bool)
	for _, step := range d.study.session.Line() {
		on[step.ID] = true
	}
	var all []page.Contender
	for _, leaf := range slices.Backward(d.study.session.Leaves()) {
		if on[leaf.ID] || len(all) == mostBranches {
			continue
		}
		path := d.study.session.Path(leaf.ID)
		parts := slices.IndexFunc(path, func(id int) bool { return !on[id] })
		c := page.Contender{Name: fmt.Sprintf("branch from step %d", parts+1), Cost: leaf.Spent}
		v := d.study.advisor.known.At(leaf.ID)
		steps := style.Plural(len(path), "step", "steps")
		switch {
		case v.HasBest && v.Best == 0:
			c.Note = "complete in " + steps
		case v.HasBest:
			c.Cost = leaf.Spent.Add(v.Best)
			c.Note = fmt.Sprintf("%s after %s + %s", d.theme.Cost(leaf.Spent), steps, d.theme.Cost(v.Best))
		default:
			c.Note = "left after " + steps
		}
		all = append(all, c)
	}
	return all
}

// comparison is the bar chart of all of them, the most expensive on top, and where the
// steps so far have lost what they lost.
func (d *display) comparison(width, height int) []string {
	lossRows := d.lossRows(width, max(3, height/3))
	return append(page.Compare(d.theme, d.contenders(), width, height-len(lossRows)), lossRows...)
}

// lossRows attributes the distance to the optimum to the steps that caused it.
func (d *display) lossRows(width, height int) []string {
	t := d.theme
	content := []string{d.totalLine(d.study.session.State()), " Steps so far: " +
		d.study.advisor.lossText(d.theme)}
	shot, line := &layer.View{Theme: t, Steps: d.study.session}, d.study.session.Line()
	all := slices.Clone(d.study.advisor.soFar())
	slices.SortStableFunc(all, func(a, b analysis.Regret) int { return cmp.Compare(b.Least, a.Least) })
	for _, l := range all {
		if l.Least == 0 || len(content) >= height-1 {
			break
		}
		step, _ := d.study.session.Step(l.Step)
		sign := "+"
		if !l.Exact() {
			sign = t.Signs.AtLeast
		}
		content = append(content, fmt.Sprintf("   step %s  %s  %s", t.Right(fmt.Sprint(step.Depth), 3),
			t.Paint(style.Bad, t.Right(sign+d.theme.Cost(l.Least), 14)),
			layer.StepName(shot, line, step.Depth)))
	}
	return t.Draw(style.Rule, "steps with losses", "", content, width, len(content)+1, false)
}
