package overlay

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Summary compares the total with all classical methods, and shows the result of the
// proof and the most expensive steps.
type Summary struct{ layer.Plain }

// Bindings go back, and offer what can come next; in a lesson that continues it.
func (s *Summary) Bindings(v *layer.View) []layer.Command {
	if v.Led {
		return []layer.Command{
			layer.Back("pgdown", "pgup", "enter", "esc", "t", "tab", "up", "down", "left", "right", " ").
				Foot("back to the lesson"),
			layer.Means(intent.Line("save-as"), "s").Foot("save this sequence"),
			layer.Mention("quit", "quit"),
		}
	}
	back := "back to the pictures"
	if v.Words {
		back = "back"
	}
	return []layer.Command{
		layer.Back("enter", "esc", "t", "tab", "pgdown", "up", "down", "left", "right").Foot(back),
		layer.Means(intent.Line("save-as"), "s").Foot("save"),
		layer.Mention("export", "dag"),
		layer.Means(intent.Undo{}, "u", "z", "pgup").Foot("undo"),
		layer.Means(intent.Line("restart"), "r").Foot("start again"),
		layer.Mention("quit", "quit"),
	}
}

// Draw draws the page.
func (s *Summary) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width, height := v.Theme, b.Width, b.Height
	content := []string{"", "  " + s.verdict(v)}
	if role, text := s.meaning(v); text == "" {
		content = append(content, "")
	} else {
		for _, row := range layer.Wrap(t, text, width-2, 2, role) {
			content = append(content, " "+row)
		}
	}
	if v.State().Done() && v.Proof.Verdict == layer.Holds {
		content = append(content, t.Paint(style.Faint,
			"  At most "+style.Number(v.Proof.Memory.Peak)+" entries of Jacobians are stored at the same time."))
	}
	content = append(content, "")
	content = append(content, s.bars(v, width)...)
	if room := height - 1 - len(content) - 2; room >= 2 {
		content = append(content, "", t.Paint(style.Strong, "  most expensive steps"))
		content = append(content, s.spending(v, width, room)...)
	}
	title := "totals so far"
	if v.State().Done() {
		title = "complete"
	}
	return paged(v, b, title, "", content)
}

// verdict is the sentence at the top.
func (s *Summary) verdict(v *layer.View) string {
	t, state := v.Theme, v.State()
	total := t.Paint(style.Strong, t.Cost(state.Spent()))
	if !state.Done() {
		return fmt.Sprintf("Cost so far %s; %s and %s are left.", total,
			style.Plural(state.Faces(), "face", "faces"), style.Plural(state.Lacking(), "Jacobian",
				"Jacobians"))
	}
	head := fmt.Sprintf("Complete in %s: total %s, ", style.Plural(len(v.Steps.Ops()), "operation",
		"operations"), total)
	switch v.Proof.Verdict {
	case layer.Holds:
		head += t.Paint(style.Good, t.Signs.Done+" checked")
		if v.HasKnown && v.Known.Name == layer.Optimum && v.Known.Cost == state.Spent() {
			head += ", " + t.Paint(style.Good, "optimal")
		}
		return head
	case layer.Fails:
		return head + t.Paint(style.Bad, t.Signs.Failed+" WRONG: "+style.Printable(v.Proof.Err.Error()))
	}
	return head + "being checked" + t.Signs.Cut
}

// meaning says what was checked, and that another way costs less.
func (s *Summary) meaning(v *layer.View) (style.Role, string) {
	if !v.State().Done() {
		return style.Plain, ""
	}
	least := model.Cost(0)
	if v.HasKnown && v.Known.Name == layer.Optimum {
		least = v.Known.Cost
	}
	if text := style.Beaten(&v.Totals.Classical, v.State().Spent(), least); text != "" && !v.Concealed {
		return style.Bad, text
	}
	if v.Proof.Verdict == layer.Holds {
		return style.Faint, "Checked: with random matrices, the steps give the sum over all paths."
	}
	return style.Plain, ""
}

// bars compares the total with the classical methods.
func (s *Summary) bars(v *layer.View, width int) []string {
	t, state := v.Theme, v.State()
	all := append([]layer.Method{{Name: "yours", Cost: state.Spent()}}, v.Totals.Methods()...)
	if v.HasKnown && (v.Known.Name == layer.Optimum || v.Known.Cost <= v.Totals.Best().Cost) {
		// another is the best known, else
		all = slices.Insert(all, 1, v.Known)
	}
	most := model.Cost(1)
	for _, m := range all {
		if !m.Cost.IsSaturated() {
			most = max(most, m.Cost)
		}
	}
	number := max(v.Totals.NumberWidth, v.Theme.CostWidth(state.Spent()))
	room := max(6, width-2-15-number-3-28)
	var rows []string
	for k, m := range all {
		bar := t.Meter(min(1, float64(m.Cost)/float64(most)), room)
		role := style.Plain
		if k == 0 {
			role = style.Selected
		}
		row := "  " + t.Paint(role, t.Left(m.Name, 14)+" "+t.Right(t.Cost(m.Cost), number))
		if !v.Words {
			row += "  " + t.Paint(role, t.Left(bar, room))
		}
		if k > 0 && state.Done() {
			row += "  " + saving(t, state.Spent(), m.Cost)
		}
		rows = append(rows, t.Left(row, width))
	}
	if v.Totals.Pending {
		rows = append(rows,
			t.Left("  "+t.Paint(style.Faint, "sparse modes   are being computed "+t.Signs.Cut), width))
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

// mostSteps is how many of the most expensive steps are listed: a page without an end has
// room for all of a long sequence.
const mostSteps = 50

// spending lists the most expensive steps.
func (s *Summary) spending(v *layer.View, width, room int) []string {
	t, state := v.Theme, v.State()
	line := v.Steps.Line()
	steps, rest, sum := costliest(line[:v.Steps.Depth()], min(room, mostSteps))
	if len(steps) == 0 {
		return []string{"  no cost yet"}
	}
	number := max(v.Totals.NumberWidth, v.Theme.CostWidth(state.Spent()))
	number = max(number, v.Theme.CostWidth(steps[0].Cost)) // a saturated total may be shorter than a price
	var rows []string
	for _, step := range steps {
		share := 0.0
		if state.Spent() > 0 {
			share = float64(step.Cost) / float64(state.Spent())
		}
		bar := t.Left(t.Meter(share, 10), 10) + "  "
		if v.Words {
			bar = ""
		}
		rows = append(rows, t.Left(fmt.Sprintf("  %s  %s  %sstep %d  %s", t.Right(t.Cost(step.Cost), number),
			t.Right(style.Percent(share), 7), bar, step.Depth, layer.StepName(v, line, step.Depth)), width))
	}
	if rest > 0 {
		rows = append(rows, fmt.Sprintf("  %s  in %s more", t.Right(t.Cost(sum), number),
			style.Plural(rest, "step", "steps")))
	}
	return rows
}

// costliest gives the steps that cost most, the most expensive first, in at most so many rows: how
// many others there are, and what they cost together, takes the last one. It holds no
// more than it gives, since sequences can be long.
func costliest(line []session.Step, room int) (steps []session.Step, rest int, sum model.Cost) {
	most := room
	if len(line) > room {
		most--
	}
	for _, step := range line {
		at, _ := slices.BinarySearchFunc(steps, step.Cost, func(other session.Step, cost model.Cost) int {
			if other.Cost >= cost { // equal ones stay in order
				return -1
			}
			return 1
		})
		if steps = slices.Insert(steps, at, step); len(steps) > most {
			rest++
			sum = sum.Add(steps[most].Cost)
			steps = steps[:most]
		}
	}
	return steps, rest, sum
}
