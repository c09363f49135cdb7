package solver

import (
	"fmt"

	"facet/model"
	"facet/planner"
	"facet/ui/theme"
)

// lowerRows is the log of incumbents, with the workers beside it where there is
// room for both.
func (m *Model) lowerRows(r *run, width, height int) []string {
	t := m.theme
	side := 0
	if r.live() && len(r.slow.Workers) > 0 && width >= 76 {
		side = max(26, width*3/10)
	}
	w := width - side
	rows := t.Draw(theme.Rule, "sequences found", "", m.logRows(r, w, height-1), w, height, true)
	if side == 0 {
		return rows
	}
	right := t.Draw(theme.Rule, "workers", "", m.workers(r, side, height-1), side, height, false)
	for k := range rows {
		rows[k] += right[k]
	}
	return rows
}

// logRows lists the incumbents around the chosen one.
func (m *Model) logRows(r *run, width, height int) []string {
	t := m.theme
	if len(r.incumbents) == 0 {
		return []string{" none yet"}
	}
	number := theme.Width(theme.Number(r.total(r.incumbents[0].Cost)))
	number = max(number, 6)
	head := "     time " + t.Right("total", number)
	if showsSaved(number, width) {
		head += " " + t.Right("saved", number+1)
	}
	head += "     gap  from"
	rows := []string{t.Paint(theme.Faint, t.Clip(head, width))}
	room := height - 1
	top := max(0, min(len(r.incumbents)-room, m.chosen-room/2))
	if m.follow {
		top = max(0, len(r.incumbents)-room)
	}
	for k := top; k < len(r.incumbents) && len(rows) < height; k++ {
		rows = append(rows, m.logRow(r, k, number, width))
	}
	if rest := len(r.incumbents) - top - room; rest > 0 {
		rows[len(rows)-1] = t.Spread(rows[len(rows)-1], t.Signs.Down+theme.Count(int64(rest))+" ", width)
	}
	if top > 0 {
		rows[1] = t.Spread(rows[1], t.Signs.Up+theme.Count(int64(top))+" ", width)
	}
	return rows
}

// showsSaved tells whether the log has room for what each sequence saved.
func showsSaved(number, width int) bool { return 2*number+43 <= width }

func (m *Model) logRow(r *run, k, number, width int) string {
	t, i := m.theme, r.incumbents[k]
	sign, ink := " ", theme.Plain
	if k == m.chosen {
		sign, ink = t.Signs.Cursor, theme.Selected
	}
	saved := ""
	if showsSaved(number, width) {
		if k > 0 {
			saved = "-" + theme.Number(r.incumbents[k-1].Cost-i.Cost)
		}
		saved = " " + t.Right(saved, number+1)
	}
	gap := percentGap(r.gap(i.Cost, r.slow.Bound))
	text := sign + t.Right(clock(i.Time), 8) + " " + t.Right(theme.Number(r.total(i.Cost)), number) + saved + " " + t.Right(gap, 7) + "  " + string(planner.Letter(i.Source)) + " " + r.sourceOf(i)
	return t.Paint(ink, t.Clip(text, width))
}

// workers tells what each of them does. It changes once a second.
func (m *Model) workers(r *run, width, height int) []string {
	t := m.theme
	all := r.slow.Workers
	var rows []string
	for k, w := range all {
		if len(rows) == height-1 && len(all) > height {
			return append(rows, t.Paint(theme.Faint, fmt.Sprintf(" and %d more", len(all)-k)))
		}
		if len(rows) == height {
			break
		}
		text := " waits"
		if w.Junction >= 0 && w.Junction < len(m.session.Dag().Vertices) {
			text = fmt.Sprintf(" at %s, depth %d", model.QuoteID(m.session.Dag().Vertices[w.Junction].ID), w.Depth)
		}
		rows = append(rows, t.Clip(t.Right(fmt.Sprint(k+1), 3)+text, width-1))
	}
	return rows
}
