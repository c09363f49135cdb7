package lesson

import (
	"fmt"

	"facet/model"
	"facet/model/lesson"
	"facet/model/session"
	"facet/ui/lesson/prose"
	"facet/ui/pane"
	"facet/ui/theme"
)

// comparison is a page with two sequences.
func (g *Guide) comparison(t *theme.Theme, width int) []string {
	p := g.at()
	var rows []string
	if p.First {
		margin := theme.Blank(prose.Margin(width))
		for _, row := range g.heading(t, p, width-4) {
			rows = append(rows, margin+row)
		}
	}
	return append(rows, compared(t, g.Course, p, width)...)
}

// compared puts two sequences side by side, with the step where they part.
func compared(t *theme.Theme, course *lesson.Course, p *lesson.Page, width int) []string {
	c := p.Compared
	var rows []string
	w := lanes{t: t, scene: course.Scenes[p.Scene], width: (width - 5) / 2}
	bar := " " + t.Paint(theme.Faint, pick(t, "│", "|")) + " "
	add := func(left, right string) { rows = append(rows, " "+t.Left(left, w.width)+bar+t.Left(right, w.width)) }
	for k := range w.sums {
		w.measure(&c.Columns[k], k)
	}
	add(t.Paint(theme.Strong, theme.Printable(c.Columns[0].Name)), t.Paint(theme.Strong, theme.Printable(c.Columns[1].Name)))
	for k := range max(len(c.Columns[0].Steps), len(c.Columns[1].Steps)) {
		if k == c.Parting {
			left, right := w.parting(c)
			rows = append(rows, " "+left+bar+right)
		}
		add(w.step(&c.Columns[0], 0, k), w.step(&c.Columns[1], 1, k))
	}
	add(w.total(&c.Columns[0]), w.total(&c.Columns[1]))
	return append(rows, remarks(t, c, width)...)
}

func pick(t *theme.Theme, fine, ascii string) string {
	if t.ASCII {
		return ascii
	}
	return fine
}

// lanes draws the two columns.
type lanes struct {
	t     *theme.Theme
	scene *session.Session
	width int
	sums  [2]int // how wide their sums are
	price [2]int
}

func (w *lanes) measure(c *lesson.Lane, side int) {
	for _, id := range c.Steps {
		step, _ := w.scene.Step(id)
		w.sums[side] = max(w.sums[side], pane.NumberWidth(step.Spent))
		w.price[side] = max(w.price[side], pane.NumberWidth(step.Cost))
	}
}

// step is a row of a column: number, operation, price and sum, and a sign where the
// author says something of it.
func (w *lanes) step(c *lesson.Lane, side, k int) string {
	if k >= len(c.Steps) {
		return ""
	}
	t := w.t
	step, _ := w.scene.Step(c.Steps[k])
	name := theme.Printable(step.Title)
	ink := theme.Plain
	if st, ok := w.scene.StateAt(parent(w.scene.Path(c.Steps[k]))); ok && len(step.Ops) == 1 {
		name, ink = step.Ops[0].Mode.String()+" "+pane.OpName(t, st, step.Ops[0]), pane.ModeInk(step.Ops[0].Mode)
	}
	number := t.Right(fmt.Sprint(k+1), 2)
	tail := "  " + t.Right(theme.Number(step.Cost), w.price[side]) + "  " + t.Paint(theme.Strong, t.Right(theme.Number(step.Spent), w.sums[side]))
	mark := " "
	if c.Notes[k] != "" {
		mark = t.Signs.Note
	}
	room := w.width - theme.Width(number) - theme.Width(tail) - 3
	mode, label := name, ""
	if ink != theme.Plain && len(name) > 4 {
		mode, label = name[:3], name[3:]
	}
	text := t.Paint(ink, mode) + t.ClipMiddle(label, max(8, room-theme.Width(mode)))
	return t.Spread(number+" "+text, t.Paint(theme.Key, mark)+tail, w.width)
}

// parting is the row that marks where the sequences part, with what the dearer one
// costs more in the end.
func (w *lanes) parting(c *lesson.Compared) (left, right string) {
	texts := [2]string{"they part here", "they part here"}
	inks := [2]theme.Ink{theme.Selected, theme.Selected}
	a, b := &c.Columns[0], &c.Columns[1]
	if a.Done && b.Done && a.Spent != b.Spent && !a.Spent.IsSaturated() && !b.Spent.IsSaturated() {
		dear, more := 0, a.Spent-b.Spent
		if more < 0 {
			dear, more = 1, -more
		}
		texts[dear], inks[dear] = "+"+theme.Number(model.Cost(more))+" here", theme.Bad
	}
	line := func(k int) string {
		head := pick(w.t, "━━ ", "== ")
		rest := max(0, w.width-theme.Width(head)-theme.Width(texts[k])-1)
		fill := ""
		for range rest {
			fill += pick(w.t, "━", "=")
		}
		return w.t.Left(w.t.Paint(inks[k], head+texts[k]+" ")+w.t.Paint(theme.Faint, fill), w.width)
	}
	return line(0), line(1)
}

func (w *lanes) total(c *lesson.Lane) string {
	text := "total "
	if !c.Done {
		text = "so far "
	}
	return w.t.Right(text+w.t.Paint(theme.Strong, theme.Number(c.Spent)), w.width)
}

// remarks are the notes of both sequences, by name and step.
func remarks(t *theme.Theme, c *lesson.Compared, width int) []string {
	var rows []string
	margin := theme.Blank(prose.Margin(width))
	for k := range c.Columns {
		column := &c.Columns[k]
		for at, note := range column.Notes {
			if note == "" || k == 1 && at < c.Parting && note == c.Columns[0].Notes[at] {
				continue
			}
			rows = append(rows, "")
			block := lesson.Block{Kind: lesson.Paragraph, Spans: []lesson.Span{
				{Text: fmt.Sprintf("%s, %d:", column.Name, at+1), Strong: true}, {Text: " " + note}}}
			for _, row := range prose.Rows(t, []lesson.Block{block}, width-4) {
				rows = append(rows, margin+row)
			}
		}
	}
	return rows
}
