package presenter

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
	"facet/ui/teach/presenter/prose"
)

// comparison is a page with two sequences.
func (s *spot) comparison(t *style.Theme, width int) []string {
	p := s.at()
	var rows []string
	if p.First { // two sequences need their rows: the heading has no line below it
		rows = append(rows, style.Blank(prose.Margin(width))+s.heading(t, p, width-4)[0], "")
	}
	return append(rows, compared(t, s.course, p, width)...)
}

// compared puts two sequences side by side, with the step where they part, what the more expensive
// one costs more in the end, and the author's notes.
func compared(t *style.Theme, course *lesson.Course, p *lesson.Page, width int) []string {
	c := p.Compared
	a, b := &c.Columns[0], &c.Columns[1]
	scene := course.Scenes[p.Scene]
	parting := Parting{At: c.Parting}
	if a.Done && b.Done && !a.Spent.IsSaturated() && !b.Spent.IsSaturated() {
		parting.More = a.Spent - b.Spent
	}
	return append(Beside(t, laneOf(t, scene, a), laneOf(t, scene, b), parting, width),
		remarks(t, c, width)...)
}

// laneOf is a column of a page.
func laneOf(t *style.Theme, scene *session.Session, c *lesson.Lane) Lane {
	lane := Lane{Name: c.Name, Done: c.Done, Spent: c.Spent}
	for k, id := range c.Steps {
		step, _ := scene.Step(id)
		name := step.Title
		if st, ok := scene.StateAt(step.Parent); ok && len(step.Ops) == 1 {
			name = step.Ops[0].Mode.String() + " " + layer.OpName(t, st, step.Ops[0])
		}
		lane.Steps = append(lane.Steps, LaneStep{Step: step, Name: name, Noted: c.Notes[k] != ""})
	}
	return lane
}

// Lane is one of two sequences that are drawn beside each other.
type Lane struct {
	Name  string
	Done  bool // it is complete
	Spent model.Cost
	Steps []LaneStep
}

// LaneStep is a step of a lane; a single operation's name begins with its mode.
type LaneStep struct {
	session.Step
	Name  string
	Noted bool // its author says something of it
}

// Parting is the step where two lanes part, and what the left one costs more in the end; 0 where
// that is not known.
type Parting struct {
	At   int
	More model.Cost
}

// Beside draws two lanes beside each other, with a row that marks where they part.
func Beside(t *style.Theme, left, right Lane, p Parting, width int) []string {
	w := (width - 5) / 2
	bar := " " + t.Paint(style.Faint, t.Either("│", "|")) + " "
	rows := []string{" " + left.head(t, w) + bar + right.head(t, w)}
	for k := range max(len(left.Steps), len(right.Steps)) {
		if k == p.At {
			rows = append(rows, " "+p.mark(t, p.More, w)+bar+p.mark(t, -p.More, w))
		}
		rows = append(rows, " "+t.Left(left.row(t, k, w), w)+bar+t.Left(right.row(t, k, w), w))
	}
	return rows
}

// row is a step: number, operation, price and sum, and a sign where its author says something.
func (l *Lane) row(t *style.Theme, k, width int) string {
	if k >= len(l.Steps) {
		return ""
	}
	price, sum := 0, 0
	for _, s := range l.Steps {
		price, sum = max(price, layer.NumberWidth(s.Cost)), max(sum, layer.NumberWidth(s.Spent))
	}
	step := l.Steps[k]
	number := t.Right(fmt.Sprint(k+1), 2)
	tail := "  " + t.Right(style.Number(step.Cost), price) + "  " +
		t.Paint(style.Strong, t.Right(style.Number(step.Spent), sum))
	mark := " "
	if step.Noted {
		mark = t.Signs.Note
	}
	name, role, label := style.Printable(step.Name), style.Plain, ""
	if len(step.Ops) == 1 && len(name) > 4 {
		name, role, label = name[:3], layer.ModeRole(step.Ops[0].Mode), name[3:]
	}
	room := width - style.Width(number) - style.Width(tail) - 3
	text := t.Paint(role, name) + t.ClipMiddle(label, max(8, room-style.Width(name)))
	return t.Spread(number+" "+text, t.Paint(style.Key, mark)+tail, width)
}

// mark says on one side that the lanes part here, and where this side costs more, how much.
func (p Parting) mark(t *style.Theme, more model.Cost, width int) string {
	text, role := "they differ here", style.Selected
	if more > 0 {
		text, role = "+"+style.Number(more)+" here", style.Bad
	}
	head := t.Either("━━ ", "== ")
	rest := max(0, width-style.Width(head)-style.Width(text)-1)
	return t.Left(t.Paint(role, head+text+" ")+
		t.Paint(style.Faint, strings.Repeat(t.Either("━", "="), rest)), width)
}

// head is the name of a lane and what it costs.
func (l *Lane) head(t *style.Theme, width int) string {
	text := "total "
	if !l.Done {
		text = "so far "
	}
	return t.Left(t.Spread(t.Paint(style.Strong, style.Printable(l.Name)),
		text+t.Paint(style.Strong, style.Number(l.Spent)), width), width)
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
