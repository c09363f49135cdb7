package class

import (
	"fmt"
	"slices"
	"strings"

	"facet/model/session"
	"facet/ui/draw/style"
)

// beside draws a person's steps beside the lecturer's, with the step marked where they
// part.
func beside(t *style.Theme, lecturer, other *Position, width, height int) []string {
	if other == nil {
		return []string{"", " There are no steps to be seen."}
	}
	var lecturers []session.Step
	name := "nobody leads"
	if lecturer != nil {
		name = style.Printable(lecturer.Lecturer)
		if lecturer.Dag == other.Dag || lecturer.Dag.Fingerprint() == other.Dag.Fingerprint() {
			lecturers = lecturer.Steps
		} else {
			name += ", on " + style.Printable(lecturer.Dag.Name)
		}
	}
	half := width / 2
	left, right := columnOf(lecturers, half), columnOf(other.Steps, width-half)
	rows := []string{
		t.Left(t.Paint(style.Title, " "+t.Clip(name, half-2)), half) +
			t.Paint(style.Title, " "+t.Clip(style.Printable(other.Lecturer), half-2)) + ", on " +
			style.Printable(other.Dag.Name),
		t.Left(left.head(t), half) + right.head(t),
	}
	part := 0
	for part < min(len(lecturers), len(other.Steps)) &&
		slices.Equal(lecturers[part].Ops, other.Steps[part].Ops) {
		part++
	}
	last := max(len(lecturers), len(other.Steps))
	from := max(0, min(part-height/3, last-(height-3)))
	for k := from; k < last && len(rows) < height; k++ {
		mark, role := " ", style.Plain
		if k == part {
			mark, role = t.Signs.Cursor, style.Selected
		}
		rows = append(rows, t.Left(left.row(t, lecturers, k, mark, role), half)+right.row(t, other.Steps, k,
			mark, role))
	}
	if last == 0 {
		rows = append(rows, " Nobody has made a step.")
	}
	for k := range rows {
		rows[k] = t.Clip(rows[k], width)
	}
	return rows
}

// column says how wide the parts of a person's steps are.
type column struct{ name, price, sum int }

func columnOf(steps []session.Step, width int) column {
	c := column{price: len("price"), sum: len("sum")}
	for _, s := range steps {
		c.price, c.sum = max(c.price, len(style.Number(s.Cost))), max(c.sum, len(style.Number(s.Spent)))
	}
	if len(steps) == 0 {
		return column{}
	}
	c.name = max(6, width-9-c.price-c.sum)
	return c
}

// head names the parts.
func (c column) head(t *style.Theme) string {
	if c == (column{}) {
		return t.Paint(style.Faint, "   no steps on this dag")
	}
	return t.Paint(style.Faint, "     "+t.Left("step", c.name)+t.Right("price", c.price+1)+t.Right("sum",
		c.sum+2))
}

// row is one step: its number, name, price and the sum.
func (c column) row(t *style.Theme, steps []session.Step, k int, mark string, role style.Role) string {
	if k >= len(steps) {
		return ""
	}
	s := steps[k]
	title := strings.TrimSuffix(style.Printable(s.Title), " "+s.Cost.String())
	return fmt.Sprintf("%s%3d ", mark, k+1) +
		t.Paint(role, t.Left(t.ClipMiddle(t.Text(title), c.name), c.name)) +
		t.Right(style.Number(s.Cost), c.price+1) + t.Right(style.Number(s.Spent), c.sum+2)
}
