package presenter

import (
	"fmt"

	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/teach/presenter/prose"
)

// comparison is a page with two sequences.
func (v *view) comparison(t *style.Theme, width int) []string {
	p := v.spot.at()
	var rows []string
	if p.First { // two sequences need their rows: the heading has no line below it
		rows = append(rows, style.Blank(prose.Margin(width))+v.heading(t, p, width-4)[0], "")
	}
	return append(rows, compared(t, v.spot.course, p, width)...)
}

// compared puts two sequences side by side, with the step where they part.
func compared(t *style.Theme, course *lesson.Course, p *lesson.Page, width int) []string {
	c := p.Compared
	var rows []string
	w := lanes{t: t, scene: course.Scenes[p.Scene], width: (width - 5) / 2}
	bar := " " + t.Paint(style.Faint, pick(t, "│", "|")) + " "
	add := func(left, right string) {
		rows = append(rows, " "+t.Left(left, w.width)+bar+t.Left(right, w.width))
	}
	for k := range w.sums {
		w.measure(&c.Columns[k], k)
	}
	add(w.head(&c.Columns[0]), w.head(&c.Columns[1]))
	for k := range max(len(c.Columns[0].Steps), len(c.Columns[1].Steps)) {
		if k == c.Parting {
			left, right := w.parting(c)
			rows = append(rows, " "+left+bar+right)
		}
		add(w.step(&c.Columns[0], 0, k), w.step(&c.Columns[1], 1, k))
	}
	return append(rows, remarks(t, c, width)...)
}

func pick(t *style.Theme, fine, ascii string) string {
	if t.ASCII {
		return ascii
	}
	return fine
}

// lanes draws the two columns.
type lanes struct {
	t     *style.Theme
	scene *session.Session
	width int
	sums  [2]int // how wide their sums are
	price [2]int
}

func (l *lanes) measure(c *lesson.Lane, side int) {
	for _, id := range c.Steps {
		step, _ := l.scene.Step(id)
		l.sums[side] = max(l.sums[side], layer.NumberWidth(step.Spent))
		l.price[side] = max(l.price[side], layer.NumberWidth(step.Cost))
	}
}

// step is a row of a column: number, operation, price and sum, and a sign where the
// author says something of it.
func (l *lanes) step(c *lesson.Lane, side, k int) string {
	if k >= len(c.Steps) {
		return ""
	}
	t := l.t
	step, _ := l.scene.Step(c.Steps[k])
	name := style.Printable(step.Title)
	role := style.Plain
	if st, ok := l.scene.StateAt(parent(l.scene.Path(c.Steps[k]))); ok && len(step.Ops) == 1 {
		name, role = step.Ops[0].Mode.String()+" "+layer.OpName(t, st, step.Ops[0]),
			layer.ModeRole(step.Ops[0].Mode)
	}
	number := t.Right(fmt.Sprint(k+1), 2)
	tail := "  " + t.Right(style.Number(step.Cost), l.price[side]) + "  " +
		t.Paint(style.Strong, t.Right(style.Number(step.Spent), l.sums[side]))
	mark := " "
	if c.Notes[k] != "" {
		mark = t.Signs.Note
	}
	room := l.width - style.Width(number) - style.Width(tail) - 3
	mode, label := name, ""
	if role != style.Plain && len(name) > 4 {
		mode, label = name[:3], name[3:]
	}
	text := t.Paint(role, mode) + t.ClipMiddle(label, max(8, room-style.Width(mode)))
	return t.Spread(number+" "+text, t.Paint(style.Key, mark)+tail, l.width)
}

// parting is the row that marks where the sequences part, with what the more expensive one
// costs more in the end.
func (l *lanes) parting(c *lesson.Compared) (left, right string) {
	texts := [2]string{"they differ here", "they differ here"}
	roles := [2]style.Role{style.Selected, style.Selected}
	a, b := &c.Columns[0], &c.Columns[1]
	if a.Done && b.Done && a.Spent != b.Spent && !a.Spent.IsSaturated() && !b.Spent.IsSaturated() {
		expensive, more := 0, a.Spent-b.Spent
		if more < 0 {
			expensive, more = 1, -more
		}
		texts[expensive], roles[expensive] = "+"+style.Number(more)+" here", style.Bad
	}
	line := func(k int) string {
		head := pick(l.t, "━━ ", "== ")
		rest := max(0, l.width-style.Width(head)-style.Width(texts[k])-1)
		fill := ""
		for range rest {
			fill += pick(l.t, "━", "=")
		}
		return l.t.Left(l.t.Paint(roles[k], head+texts[k]+" ")+l.t.Paint(style.Faint, fill), l.width)
	}
	return line(0), line(1)
}

// head is the name of a column and what it costs.
func (l *lanes) head(c *lesson.Lane) string {
	text := "total "
	if !c.Done {
		text = "so far "
	}
	return l.t.Spread(l.t.Paint(style.Strong, style.Printable(c.Name)),
		text+l.t.Paint(style.Strong, style.Number(c.Spent)), l.width)
}

// remarks are the notes of both sequences, on each and on its steps.
func remarks(t *style.Theme, c *lesson.Compared, width int) []string {
	var rows []string
	margin := style.Blank(prose.Margin(width))
	say := func(about, note string) {
		if len(rows) == 0 {
			rows = append(rows, "")
		}
		block := lesson.Block{Kind: lesson.Paragraph, Spans: []lesson.Span{
			{Text: about + ":", Strong: true}, {Text: " " + note}}}
		for _, row := range prose.Rows(t, []lesson.Block{block}, width-4) {
			rows = append(rows, margin+row)
		}
	}
	for k := range c.Columns {
		column := &c.Columns[k]
		if column.Note != "" {
			say(column.Name, column.Note)
		}
		for at, note := range column.Notes {
			if note != "" && (k == 0 || at >= c.Parting || note != c.Columns[0].Notes[at]) {
				say(fmt.Sprintf("%s, %d", column.Name, at+1), note)
			}
		}
	}
	return rows
}
