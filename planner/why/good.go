package why

import (
	"fmt"
	"strings"

	"facet/model"
)

// Good says in words why a move is good: what it saves, in terms of the paths
// that share a product. rest is a best way on behind it. The text is true of any
// move; where nothing is shared it says what the move is good for all the same.
func Good(s *model.State, move, rest []model.Op, names Names) string {
	for n, o := range move {
		if o.IsAccumulation() && n < len(move)-1 {
			after, _, err := s.Apply(o)
			if err != nil {
				return ""
			}
			s = after // the reason is that of the elimination which follows
			continue
		}
		after, change, err := s.Apply(o)
		if err != nil {
			return ""
		}
		e := explanation{names: names, s: s, after: after, change: change,
			rest: append(append([]model.Op(nil), move[n+1:]...), rest...)}
		if o.IsAccumulation() {
			return e.ofAccumulation(o)
		}
		return e.ofElimination(o)
	}
	return ""
}

// explanation is what a reason is made from.
type explanation struct {
	names    Names
	s, after *model.State
	change   model.Change
	rest     []model.Op
}

// named is how a vertex is called on the screen.
func (e *explanation) named(z model.Z) string {
	if int(z) < e.s.Born() && e.s.IsLive(z) {
		return e.names.Vertex(e.s, z)
	}
	return e.names.Vertex(e.after, z)
}

func (e *explanation) ofElimination(o model.Op) string {
	var parts []string
	product := e.joined(o.U, o.V)
	merged := false
	for _, ev := range e.change.Events {
		switch {
		case ev.Kind == model.Absorbed && e.after.IsLive(ev.Z) &&
			len(e.after.Preds(ev.Z))+len(e.after.Succs(ev.Z)) == 0:
			parts = append(parts, fmt.Sprintf("%[2]s, a block of the result, absorbs the product %[1]s.",
				product, e.names.Vertex(e.s, ev.Z)))
		case ev.Kind == model.Absorbed:
			parts = append(parts,
				fmt.Sprintf("%s has the same neighbours as the product %s and absorbs it. From here on one product serves the paths through both.",
					e.names.Vertex(e.s, ev.Z), product))
		case ev.Kind == model.Merged:
			merged = true
			parts = append(parts,
				fmt.Sprintf("%s and %s then have the same neighbours and merge. From here on one product serves the paths through both.",
					e.named(ev.Z), e.named(ev.Other)))
		}
	}
	for _, ev := range e.change.Events {
		if ev.Kind == model.Born && !merged && e.after.IsLive(ev.Z) {
			parts = append(parts, e.ofFill(ev.Z))
		}
	}
	parts = append(parts, e.gone(o))
	return join(parts)
}

// ofFill says which paths need the product.
func (e *explanation) ofFill(z model.Z) string {
	product := e.names.Vertex(e.after, z)
	if len(e.after.Preds(z))+len(e.after.Succs(z)) == 0 {
		return fmt.Sprintf("This finishes %s, a block of the result.", product)
	}
	uses := e.uses(z)
	words, count := throughWords(e.after, z)
	var text string
	switch {
	case count > 1 && uses > 1:
		text = fmt.Sprintf("%s paths go through the product %s%s. It is computed once, and %d later products use it.", number(count), product, listed(words), uses)
	case count > 1:
		text = fmt.Sprintf("%s paths share the product %s%s.", number(count), product, listed(words))
	default:
		text = fmt.Sprintf("The product %s belongs to the path %s alone. The optimal order multiplies this path from this end.", product, words)
	}
	return join([]string{text, e.later(z)})
}

// later says which vertices the fill meets on the best way on.
func (e *explanation) later(z model.Z) string {
	tape := model.NewTape(e.after)
	for _, o := range e.rest {
		before := tape.State()
		if !before.IsLive(z) {
			return ""
		}
		names := make(map[model.Z]string)
		for _, w := range before.Vertices() {
			names[w] = e.names.Vertex(before, w)
		}
		change, err := tape.Do(o)
		if err != nil {
			return ""
		}
		for _, ev := range change.Events {
			other := ev.Other
			if other == z {
				other = ev.Z
			}
			switch {
			case ev.Kind == model.Merged && (ev.Z == z || ev.Other == z) && names[other] != "":
				return fmt.Sprintf("Later it merges with %s, and one product serves both.", names[other])
			case ev.Kind == model.Absorbed && ev.Z == z:
				return "Later it absorbs another product, and one serves both."
			}
		}
	}
	return ""
}

// gone says which operands are removed.
func (e *explanation) gone(o model.Op) string {
	var names []string
	for _, ev := range e.change.Events {
		if ev.Kind == model.Removed && (ev.Z == o.U || ev.Z == o.V) {
			names = append(names, e.names.Vertex(e.s, ev.Z))
		}
	}
	if len(names) == 0 {
		return ""
	}
	verb := " is"
	if len(names) > 1 {
		verb = " are"
	}
	return strings.Join(names, " and ") + verb + " removed."
}

func (e *explanation) ofAccumulation(o model.Op) string {
	z := o.U
	name := e.names.Vertex(e.s, z)
	uses := 0
	if e.after.IsLive(z) {
		uses = e.uses(z)
	}
	way := "its tangent"
	if o.Mode == model.ADJ {
		way = "its adjoint"
	}
	how := fmt.Sprintf("%s takes %s of %s", "F'"+name, times(int64(Evaluations(e.s, o)), "one evaluation",
		"evaluations"), way)
	for _, ev := range e.change.Events {
		if ev.Kind == model.Merged {
			return fmt.Sprintf("%s. Then it merges with %s. From here on one product serves the paths through both.", how, e.named(ev.Other))
		}
	}
	_, count := throughWords(e.s, z)
	switch {
	case len(e.s.Preds(z))+len(e.s.Succs(z)) == 0:
		return how + ": it is a block of the result and is needed at the end."
	case uses > 1:
		return fmt.Sprintf("%s. %d later products use it, for %s paths.", how, uses,
			strings.ToLower(number(count)))
	}
	return fmt.Sprintf("%s. A face needs a Jacobian on one side. For the faces of %s this one is optimal.",
		how, name)
}

// uses is in how many later products of the best way the vertex is a factor,
// while it is what it is now.
func (e *explanation) uses(z model.Z) int {
	n := 0
	tape := model.NewTape(e.after)
	for _, o := range e.rest {
		if !tape.State().IsLive(z) {
			break
		}
		if !o.IsAccumulation() && (o.U == z || o.V == z) {
			n++
		}
		if _, err := tape.Do(o); err != nil {
			break
		}
	}
	return n
}
