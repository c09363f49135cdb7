package page

import (
	"math"

	"facet/model"
	"facet/ui/draw/style"
)

// Contender is one bar of the comparison: the total of a whole sequence.
type Contender struct {
	Name string
	Cost model.Cost
	Note string
	Mine bool // made by hand
}

// Compare is the bar chart of the contenders, which come the most expensive first; where
// there is no room for all, the most expensive are left out.
func Compare(t *style.Theme, all []Contender, width, height int) []string {
	if room := height - 1; len(all) > room {
		all = all[len(all)-max(1, room):]
	}
	name, number := 0, 0
	least, most := math.Inf(1), 1.0
	for _, c := range all {
		name = max(name, style.Width(c.Name))
		number = max(number, style.Width(t.Cost(c.Cost)))
		if c.Cost > 0 {
			least, most = min(least, float64(c.Cost)), max(most, float64(c.Cost))
		}
	}
	name = min(name, width/4+6)
	log := most > 40*least
	title := "comparison: totals of whole sequences"
	if log {
		title += ", logarithmic"
	}
	noteWidth := min(38, width/3)
	room := max(4, width-name-number-noteWidth-6)
	var content []string
	for _, c := range all {
		share := float64(c.Cost) / most
		if log && c.Cost > 0 {
			floor := least / 10
			share = math.Log(float64(c.Cost)/floor) / math.Log(most/floor)
		}
		role := style.Plain
		if c.Mine {
			role = style.Selected
		}
		content = append(content, " "+t.Paint(role, t.Left(c.Name, name)+" "+t.Right(t.Cost(c.Cost),
			number))+"  "+
			t.Paint(role, t.Left(t.Meter(share, room), room))+" "+t.Clip(c.Note, noteWidth))
	}
	return t.Draw(style.Rule, title, "", content, width, len(content)+1, true)
}
