package style

import (
	"fmt"

	"facet/model"
)

// Beaten says that another way to the Jacobian costs less than an elimination sequence of
// this total, and what to do; empty where none does. No sequence costs less than least, 0
// where nothing is proved.
func Beaten(modes *model.Classical, total, least model.Cost) string {
	by, is := modes.Beaten(total)
	if !is {
		return ""
	}
	return BeatenBy(by.Name, by.Cost, total, least)
}

// BeatenBy is Beaten by a mode with this name and cost. Only where every sequence costs at
// least as much is the mode the way to take; elsewhere the sequence may just not be good.
func BeatenBy(name string, cost, total, least model.Cost) string {
	less := Percent(1-float64(cost)/float64(total)) + " less"
	if times := float64(total) / float64(max(1, cost)); times >= 20 {
		// "100.0 % less" would say that it costs nothing
		less = Count(int64(times)) + " times less"
	}
	text := fmt.Sprintf("beaten: %s mode costs %s, %s. It is no elimination sequence", name, Number(cost),
		less)
	if least < cost {
		return text + "; another sequence may cost less than both."
	}
	return text + ": it evaluates all its seeds at once, and pays each setup once. Use that mode here."
}
