package class

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/teach/presenter"
)

// beside draws a person's steps beside the lecturer's, with the step marked where they
// part.
func beside(t *style.Theme, lecturer, other *Position, width, height int) []string {
	if other == nil {
		return []string{"", " There are no steps to be seen."}
	}
	right := other.lane()
	right.Name += ", on " + other.Dag.Name
	left := presenter.Lane{Name: "nobody leads"}
	if lecturer != nil {
		left = lecturer.lane()
		if lecturer.Dag != other.Dag && lecturer.Dag.Fingerprint() != other.Dag.Fingerprint() {
			left = presenter.Lane{Name: lecturer.Lecturer + ", on " + lecturer.Dag.Name}
		}
	}
	part := 0
	for part < min(len(left.Steps), len(right.Steps)) &&
		slices.Equal(left.Steps[part].Ops, right.Steps[part].Ops) {
		part++
	}
	rows := presenter.Beside(t, left, right, presenter.Parting{At: part}, width)
	if len(rows) == 1 {
		return append(rows, " Nobody has made a step.")
	}
	from := max(1, min(1+part-height/3, len(rows)-(height-1)))
	return append(rows[:1], rows[from:]...)
}

// lane is the steps that lead there.
func (p *Position) lane() presenter.Lane {
	lane := presenter.Lane{Name: p.Lecturer, Done: p.Done}
	for _, s := range p.Steps {
		lane.Spent = s.Spent
		lane.Steps = append(lane.Steps, presenter.LaneStep{Step: s,
			Name: strings.TrimSuffix(s.Title, " "+s.Cost.String()), Noted: s.Note != ""})
	}
	return lane
}
