package narration

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/pane"
	"facet/ui/theme"
)

// Happened tells in one line what a step did that led from one state to another.
func Happened(title string, before, after *model.State, changes []model.Change) string {
	var price model.Cost
	count := make(map[model.EventKind]int)
	for _, c := range changes {
		price = price.Add(c.Price)
		for _, e := range c.Events {
			count[e.Kind]++
		}
	}
	if len(changes) == 1 {
		o := pane.Outlook{Choice: model.Choice{Op: changes[0].Op, Price: price}, Before: before, After: after, Change: changes[0]}
		return "Done for " + theme.Number(price) + ": " + o.Effect() + "."
	}
	var parts []string
	for _, k := range []model.EventKind{model.Accumulated, model.Born, model.Absorbed, model.Merged, model.Removed} {
		if count[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, count[k]))
		}
	}
	return fmt.Sprintf("Done %s, %s for %s: %s.", title, theme.Plural(len(changes), "operation", "operations"), theme.Number(price), strings.Join(parts, ", "))
}
