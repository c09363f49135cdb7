package overlay

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Summary shows the total against all classical methods, the proof's
// verdict, and where the money went.
type Summary struct{}

// Bindings go back, and say what could come next: in a lesson, that goes on.
func (p *Summary) Bindings(v *layer.View) []layer.Command {
	if v.Led {
		return []layer.Command{
			layer.Back("pgdown", "pgup", "enter", "esc", "t", "tab", "up", "down", "left", "right", " ").Foot("back to the lesson"),
			layer.Means(intent.AskSave{}, "s").Foot("save this sequence"),
			layer.Mention("quit", "quit"),
		}
	}
	back := "back to the pictures"
	if v.Words {
		back = "back"
	}
	return []layer.Command{
		layer.Back("enter", "esc", "t", "tab", "pgdown", "up", "down", "left", "right").Foot(back),
		layer.Means(intent.AskSave{}, "s").Foot("save"),
		layer.Mention("export", "dag"),
		layer.Means(intent.Undo{}, "u", "z", "pgup").Foot("undo"),
		layer.Means(intent.Restart{}, "r").Foot("start again"),
		layer.Mention("quit", "quit"),
	}
}

// Draw draws the page.
func (p *Summary) Draw(c *layer.View, b layer.Box) layer.Drawn {
	t, width, height := c.Theme, b.Width, b.Height
	content := []string{"", "  " + p.verdict(c), "  " + p.meaning(c)}
	if c.State().Done() && c.Proof.Verdict == layer.Holds {
		content = append(content, t.Paint(style.Faint, "  At most "+style.Number(c.Proof.Memory.Peak)+" entries of Jacobians are stored at the same time."))
	}
	content = append(content, "")
	content = append(content, p.bars(c, width)...)
	if room := height - 1 - len(content) - 2; room >= 2 {
		content = append(content, "", t.Paint(style.Strong, "  most expensive steps"))
		content = append(content, p.spending(c, width, room)...)
	}
	title := "totals so far"
	if c.State().Done() {
		title = "complete"
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, title, "", content, width, height, true)}
}

// verdict is the sentence on top.
func (p *Summary) verdict(c *layer.View) string {
	t, s := c.Theme, c.State()
	total := t.Paint(style.Strong, style.Number(s.Spent()))
	if !s.Done() {
		return fmt.Sprintf("Cost so far %s; %s and %s are left.", total,
			style.Plural(s.Faces(), "face", "faces"), style.Plural(s.Lacking(), "Jacobian", "Jacobians"))
	}
	head := fmt.Sprintf("Complete in %s: total %s, ", style.Plural(len(c.Steps.Ops()), "operation", "operations"), total)
	switch c.Proof.Verdict {
	case layer.Holds:
		return head + t.Paint(style.Good, t.Signs.Done+" proved")
	case layer.Fails:
		return head + t.Paint(style.Bad, t.Signs.Failed+" NOT proved: "+style.Printable(c.Proof.Err.Error()))
	}
	return head + "proof running" + t.Signs.Cut
}

// meaning says what was proved.
func (p *Summary) meaning(c *layer.View) string {
	if c.State().Done() && c.Proof.Verdict == layer.Holds {
		return c.Theme.Paint(style.Faint, "With random matrices, the steps give the sum over all paths.")
	}
	return ""
}

// bars compares the total with the classical methods.
func (p *Summary) bars(c *layer.View, width int) []string {
	t, s := c.Theme, c.State()
	all := append([]layer.Method{{Name: "yours", Cost: s.Spent()}}, c.Totals.Methods()...)
	if c.HasKnown {
		all = slices.Insert(all, 1, c.Known)
	}
	most := model.Cost(1)
	for _, m := range all {
		if !m.Cost.IsSaturated() {
			most = max(most, m.Cost)
		}
	}
	number := max(c.Totals.NumberWidth, layer.NumberWidth(s.Spent()))
	room := max(6, width-2-15-number-3-28)
	var rows []string
	for k, m := range all {
		bar := t.Meter(min(1, float64(m.Cost)/float64(most)), room)
		role := style.Plain
		if k == 0 {
			role = style.Selected
		}
		row := "  " + t.Paint(role, t.Left(m.Name, 14)+" "+t.Right(style.Number(m.Cost), number))
		if !c.Words {
			row += "  " + t.Paint(role, t.Left(bar, room))
		}
		if k > 0 && s.Done() {
			row += "  " + saving(t, s.Spent(), m.Cost)
		}
		rows = append(rows, t.Left(row, width))
	}
	return rows
}

// saving compares the total with a method's.
func saving(t *style.Theme, yours, other model.Cost) string {
	switch {
	case other.IsSaturated() || other == 0 && yours == 0, other == yours:
		return "the same"
	case other == 0:
		return t.Paint(style.Bad, "yours is more")
	case yours < other:
		return t.Paint(style.Good, "yours saves "+style.Percent(1-float64(yours)/float64(other)))
	}
	if times := float64(yours) / float64(other); times >= 10 {
		return t.Paint(style.Bad, "yours is "+style.Count(int64(times))+" times this")
	}
	return t.Paint(style.Bad, "yours is "+style.Percent(float64(yours)/float64(other)-1)+" above")
}

// spending lists the most expensive steps.
func (p *Summary) spending(c *layer.View, width, room int) []string {
	t, s := c.Theme, c.State()
	line := c.Steps.Line()
	steps := slices.Clone(line[:c.Steps.Depth()])
	if len(steps) == 0 {
		return []string{"  no cost yet"}
	}
	slices.SortStableFunc(steps, func(a, b session.Step) int { return cmp.Compare(b.Cost, a.Cost) })
	var rest []session.Step // whose prices are told as one sum
	number := max(c.Totals.NumberWidth, layer.NumberWidth(s.Spent()))
	number = max(number, layer.NumberWidth(steps[0].Cost)) // a total that stopped at its end may be shorter
	if len(steps) > room {
		steps, rest = steps[:room-1], steps[room-1:]
	}
	var rows []string
	for _, step := range steps {
		share := 0.0
		if s.Spent() > 0 {
			share = float64(step.Cost) / float64(s.Spent())
		}
		bar := t.Left(t.Meter(share, 10), 10) + "  "
		if c.Words {
			bar = ""
		}
		rows = append(rows, t.Left(fmt.Sprintf("  %s  %s  %sstep %d  %s", t.Right(style.Number(step.Cost), number),
			t.Right(style.Percent(share), 7), bar, step.Depth, layer.StepName(c, line, step.Depth)), width))
	}
	if len(rest) > 0 {
		sum := model.Cost(0)
		for _, step := range rest {
			sum = sum.Add(step.Cost)
		}
		rows = append(rows, fmt.Sprintf("  %s  in %s more", t.Right(style.Number(sum), number), style.Plural(len(rest), "step", "steps")))
	}
	return rows
}
