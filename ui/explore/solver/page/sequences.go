package page

import (
	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
)

// Sequences is the log of what a run has found.
type Sequences struct {
	Found  []planner.Incumbent
	Spent  model.Cost // before the run: totals are of whole sequences
	Bound  model.Cost // of the remainder
	Chosen int        // row
	Follow bool       // the last one stays in sight
}

// Draw lists the incumbents around the chosen one.
func (q *Sequences) Draw(t *style.Theme, width, height int) []string {
	if len(q.Found) == 0 {
		return []string{" none yet"}
	}
	number := t.CostWidth(q.Spent.Add(q.Found[0].Cost))
	number = max(number, 6)
	head := "     time " + t.Right("total", number)
	if showsSaved(number, width) {
		head += " " + t.Right("saved", number+1)
	}
	head += "     gap  from"
	rows := []string{t.Paint(style.Faint, t.Clip(head, width))}
	room := height - 1
	top := max(0, min(len(q.Found)-room, q.Chosen-room/2))
	if q.Follow {
		top = max(0, len(q.Found)-room)
	}
	for k := top; k < len(q.Found) && len(rows) < height; k++ {
		rows = append(rows, q.row(t, k, number, width))
	}
	if rest := len(q.Found) - top - room; rest > 0 {
		rows[len(rows)-1] = t.Spread(rows[len(rows)-1], t.Signs.Down+style.Count(int64(rest))+" ", width)
	}
	if top > 0 {
		rows[1] = t.Spread(rows[1], t.Signs.Up+style.Count(int64(top))+" ", width)
	}
	return rows
}

// showsSaved reports whether the log has room for what each sequence saved.
func showsSaved(number, width int) bool { return 2*number+43 <= width }

func (q *Sequences) row(t *style.Theme, k, number, width int) string {
	i := q.Found[k]
	sign, role := " ", style.Plain
	if k == q.Chosen {
		sign, role = t.Signs.Cursor, style.Selected
	}
	saved := ""
	if showsSaved(number, width) {
		if k > 0 {
			saved = "-" + t.Cost(q.Found[k-1].Cost-i.Cost)
		}
		saved = " " + t.Right(saved, number+1)
	}
	gap := Percent(Gap(q.Spent.Add(i.Cost), q.Spent.Add(q.Bound)))
	text := sign + t.Right(Clock(i.Time), 8) + " " + t.Right(t.Cost(q.Spent.Add(i.Cost)), number) + saved +
		" " + t.Right(gap, 7) + "  " + string(planner.Letter(i.Source)) + " " + i.Source.String()
	return t.Paint(role, t.Clip(text, width))
}
