package class

import (
	"fmt"
	"slices"

	"facet/model/session"
	"facet/ui/style"
)

// beside draws somebody's steps beside the lecturer's, with the step marked where they
// part.
func beside(t *style.Theme, lecturer, other *Position, width, height int) []string {
	if other == nil {
		return []string{"", " There are no steps to be seen."}
	}
	var own []session.Step
	name := "nobody leads"
	if lecturer != nil {
		name = style.Printable(lecturer.Lecturer)
		if lecturer.Dag == other.Dag || lecturer.Dag.Fingerprint() == other.Dag.Fingerprint() {
			own = lecturer.Steps
		} else {
			name += ", on " + style.Printable(lecturer.Dag.Name)
		}
	}
	half := width / 2
	rows := []string{
		t.Left(t.Paint(style.Title, " "+t.Clip(name, half-2)), half) + t.Paint(style.Title, " "+t.Clip(style.Printable(other.Lecturer), half-2)) + ", on " + style.Printable(other.Dag.Name),
		"",
	}
	part := 0
	for part < min(len(own), len(other.Steps)) && slices.Equal(own[part].Ops, other.Steps[part].Ops) {
		part++
	}
	last := max(len(own), len(other.Steps))
	from := max(0, min(part-height/3, last-(height-3)))
	for k := from; k < last && len(rows) < height; k++ {
		mark, role := " ", style.Plain
		if k == part {
			mark, role = t.Signs.Cursor, style.Selected
		}
		rows = append(rows, t.Left(besideStep(t, own, k, mark, role, half), half)+besideStep(t, other.Steps, k, mark, role, width-half))
	}
	if last == 0 {
		rows = append(rows, " Nobody has made a step.")
	}
	for k := range rows {
		rows[k] = t.Clip(rows[k], width)
	}
	return rows
}

// besideStep is one step of a column: its number, name, price and the sum.
func besideStep(t *style.Theme, steps []session.Step, k int, mark string, role style.Role, width int) string {
	if k >= len(steps) {
		return ""
	}
	s := steps[k]
	name := max(6, width-26)
	return fmt.Sprintf("%s%3d ", mark, k+1) + t.Paint(role, t.Left(t.ClipMiddle(t.Text(style.Printable(s.Title)), name), name)) +
		t.Right(style.Number(s.Cost), 9) + t.Right(style.Number(s.Spent), 10)
}
