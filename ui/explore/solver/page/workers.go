package page

import (
	"fmt"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
)

// Workers tells what each of them does on a dag.
func Workers(t *style.Theme, all []planner.Worker, g *model.Dag, width, height int) []string {
	var rows []string
	for k, w := range all {
		if len(rows) == height-1 && len(all) > height {
			return append(rows, t.Paint(style.Faint, fmt.Sprintf(" and %d more", len(all)-k)))
		}
		if len(rows) == height {
			break
		}
		text := " waits"
		if w.Junction >= 0 && w.Junction < len(g.Vertices) {
			text = fmt.Sprintf(" at %s, depth %d", model.QuoteID(g.Vertices[w.Junction].ID), w.Depth)
		}
		rows = append(rows, t.Clip(t.Right(fmt.Sprint(k+1), 3)+text, width-1))
	}
	return rows
}
