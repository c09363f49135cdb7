package style

import (
	"fmt"

	"facet/model"
)

// Modes knows which ways to a Jacobian that are no elimination sequences cost less than a
// total: a dag, or its totals.
type Modes interface {
	Beaten(total model.Cost) (by model.ClassicalMode, is bool)
}

// Beaten says that another way to the Jacobian costs less than an elimination sequence of
// this total, why, and what to do; empty where none does.
func Beaten(modes Modes, total model.Cost) string {
	by, is := modes.Beaten(total)
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
