package style

import (
	"fmt"

	"facet/model"
)

// Beaten says that another way to the Jacobian costs less than an elimination sequence of
// this total, why, and what to do; empty where none does.
func Beaten(g *model.Dag, total model.Cost) string {
	by, is := g.Beaten(total)
	if !is {
		return ""
	}
	return BeatenBy(by.Name, by.Cost, total)
}

// BeatenBy is Beaten by a mode with this name and cost.
func BeatenBy(name string, cost, total model.Cost) string {
	return fmt.Sprintf("beaten: %s mode costs %s, %s less. It is no elimination sequence: it evaluates all its seeds at once, and pays each setup once. Use that mode here.",
		name, Number(cost), Percent(1-float64(cost)/float64(total)))
}
