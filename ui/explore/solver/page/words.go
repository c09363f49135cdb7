package page

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Reason says why an operation is the one to take; it is called as in the list. lost
// says that the steps before have lost something, so that nothing is optimal any
// more; good is what an optimal operation saves, in words.
func Reason(t *style.Theme, s *model.State, h analysis.Hint, lost bool, good string) string {
	name := h.Op.Mode.String() + " " + layer.OpName(t, s, h.Op) + " for " + t.Cost(h.Price)
	total := t.Cost(h.Total)
	switch {
	case h.Source == "":
		return fmt.Sprintf("Lowest bound: %s, total at least %s. Too large to solve at once: b searches.",
			name, total)
	case !h.Optimal:
		return fmt.Sprintf("%s begins the best known completion: total %s (%s), lower bound %s. b searches for a better one.",
			name, total, h.Source, t.Cost(h.AtLeast))
	}
	best := "optimal"
	if lost {
		best = "the best from here on"
	}
	name = strings.TrimSpace(fmt.Sprintf("%s: total %s, %s. %s", name, total, best, good))
	switch {
	case h.Unknown > 0 || h.Equal+h.Worse <= 1:
		return name + " It begins an optimal completion."
	case h.Worse == 0:
		return name + " Every operation is optimal."
	case h.Equal == 1:
		return fmt.Sprintf("%s It is the only optimal one: all others lose %s or more.", name,
			t.Cost(h.Least))
	}
	return fmt.Sprintf("%s %s are optimal, the others lose %s or more.", name,
		style.Plural(h.Equal, "operation", "operations"), t.Cost(h.Least))
}

// Rung is how much is said of an optimal operation.
type Rung uint8

// The rungs.
const (
	AtJunction   Rung = iota // where one is
	OfFace                   // which face or Jacobian it is about
	TheOperation             // the operation itself
)

// Step is what a rung below the operation says.
func Step(t *style.Theme, s *model.State, h analysis.Hint, r Rung, names layer.Names) string {
	junction := model.QuoteID(s.Dag().Vertices[s.Target(h.Op.U)].ID)
	switch {
	case r == OfFace && h.Op.IsAccumulation():
		return "The Jacobian of " + names.Vertex(s, h.Op.U) + " is one to preaccumulate. {h:hint} says how, and why."
	case r == OfFace:
		return "The face is " + names.Face(s, h.Op.Face()) + ". {h:hint} says how, and why."
	}
	count := "An optimal operation is "
	switch all := h.Equal + h.Worse; {
	case h.Unknown > 0 || all <= 1:
	case h.Worse == 1:
		count = fmt.Sprintf("1 of the %d operations loses %s. An optimal one is ", all, t.Cost(h.Least))
	case h.Worse > 0:
		count = fmt.Sprintf("%d of the %d operations lose %s or more. An optimal one is ", h.Worse, all,
			t.Cost(h.Least))
	}
	if h.Op.IsAccumulation() {
		return count + "the preaccumulation of an edge that ends in " + junction + "."
	}
	return count + "at junction " + junction + "."
}

// Lost says in one line what steps have lost: each of them, and together between
// least and most.
func Lost(t *style.Theme, all []analysis.Regret, least, most model.Cost) string {
	if len(all) == 0 {
		return "no step yet."
	}
	var where []string
	unknown := 0
	for k, l := range all {
		switch {
		case !l.Exact():
			unknown++
		case l.Most > 0:
			where = append(where, fmt.Sprintf("step %d +%s", k+1, t.Cost(l.Most)))
		}
	}
	text := "lost " + t.Cost(least)
	switch {
	case most == 0:
		return "no step lost anything: the optimum can still be reached."
	case unknown == len(all) && least == 0 && most.IsSaturated():
		return "their losses are not known yet."
	case most.IsSaturated():
		text = "lost at least " + t.Cost(least)
	case least < most:
		text = fmt.Sprintf("lost between %s and %s", t.Cost(least), t.Cost(most))
	}
	if len(where) > 0 {
		text += ": " + strings.Join(where, ", ")
	}
	if unknown > 0 {
		text += fmt.Sprintf(" (%s not known)", style.Plural(unknown, "step", "steps"))
	}
	return text + "."
}

// SoFar is "yours so far + best completion", by what is known of the state.
func SoFar(t *style.Theme, spent model.Cost, v analysis.Value) string {
	yours := t.Paint(style.Strong, t.Cost(spent))
	total := t.Paint(style.Strong, t.Cost(spent.Add(v.Best)))
	switch {
	case v.Optimal():
		return fmt.Sprintf(" So far %s + best completion %s = %s, optimal from here.", yours, t.Cost(v.Best),
			total)
	case v.HasBest:
		return fmt.Sprintf(" So far %s + best known completion %s = %s; lower bound %s.", yours,
			t.Cost(v.Best), total, t.Cost(spent.Add(v.Bound)))
	case v.HasBound:
		return fmt.Sprintf(" So far %s + at least %s = at least %s.", yours, t.Cost(v.Bound),
			t.Cost(spent.Add(v.Bound)))
	}
	return fmt.Sprintf(" So far %s.", yours)
}

// Complete calls a complete sequence what it is, where the best total lies
// between low and high.
func Complete(t *style.Theme, spent, low, high model.Cost) string {
	yours := t.Paint(style.Strong, t.Cost(spent))
	switch {
	case spent <= low:
		return fmt.Sprintf(" Your sequence is complete: %s, optimal.", yours)
	case low == high:
		return fmt.Sprintf(" Your sequence is complete: %s, %s above the optimum %s.", yours,
			t.Cost(spent-low), t.Cost(low))
	case high < spent:
		return fmt.Sprintf(" Your sequence is complete: %s; best known %s, lower bound %s.", yours,
			t.Cost(high), t.Cost(low))
	}
	return fmt.Sprintf(" Your sequence is complete: %s; lower bound %s.", yours, t.Cost(low))
}
