package puzzle

import (
	"fmt"
	"strings"

	"facet/model"
)

// reason says in words why a move is good: what it saves, in terms of the paths
// that share a product. rest is a best way on behind it. The text is true of any
// move; where nothing is shared it says what the move is good for all the same.
func reason(s *model.State, move, rest []model.Op) string {
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
		e := explanation{s: s, after: after, change: change, rest: append(append([]model.Op(nil), move[n+1:]...), rest...)}
		if o.IsAccumulation() {
			return e.ofAccumulation(o)
		}
		return e.ofElimination(o)
	}
	return ""
}

// explanation is what a reason is made from.
type explanation struct {
	s, after *model.State
	change   model.Change
	rest     []model.Op
}

// named is how a vertex is called on the screen.
func (e *explanation) named(z model.Z) string {
	if int(z) < e.s.Born() && e.s.IsLive(z) {
		return e.s.Name(z)
	}
	return e.after.Name(z)
}

func (e *explanation) ofElimination(o model.Op) string {
	var parts []string
	product := joined(e.s, o.U, o.V)
	merged := false
	for _, ev := range e.change.Events {
		switch {
		case ev.Kind == model.Absorbed && e.after.IsLive(ev.Z) && len(e.after.Preds(ev.Z))+len(e.after.Succs(ev.Z)) == 0:
			parts = append(parts, fmt.Sprintf("%[2]s, a block of the result, absorbs the product %[1]s.", product, e.s.Name(ev.Z)))
		case ev.Kind == model.Absorbed:
			parts = append(parts, fmt.Sprintf("%s has the same neighbours as the product %s and absorbs it. From here on one product serves the paths through both.",
				e.s.Name(ev.Z), product))
		case ev.Kind == model.Merged:
			merged = true
			parts = append(parts, fmt.Sprintf("%s and %s then have the same neighbours and merge. From here on one product serves the paths through both.",
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
	product := e.after.Name(z)
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
			names[w] = before.Name(w)
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
			names = append(names, e.s.Name(ev.Z))
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
	name := e.s.Name(z)
	uses := 0
	if e.after.IsLive(z) {
		uses = e.uses(z)
	}
	way := "its tangent"
	if o.Mode == model.ADJ {
		way = "its adjoint"
	}
	how := fmt.Sprintf("%s takes %s of %s", "F'"+name, times(int64(evaluations(e.s, o)), "one evaluation", "evaluations"), way)
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
		return fmt.Sprintf("%s. %d later products use it, for %s paths.", how, uses, strings.ToLower(number(count)))
	}
	return fmt.Sprintf("%s. A face needs a Jacobian on one side. For the faces of %s this one is optimal.", how, name)
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

// joined is the product of two vertices, as on the screen.
func joined(s *model.State, u, v model.Z) string {
	a, b := s.Label(u), s.Label(v)
	if a.Count() == 1 && b.Count() == 1 {
		return path(s.Dag(), append(append(model.Path(nil), a.First()...), b.First()[1:]...))
	}
	return factor(s, u) + "·" + factor(s, v)
}

func factor(s *model.State, z model.Z) string {
	if s.IsSum(z) {
		return "[" + s.Name(z) + "]"
	}
	return s.Name(z)
}

func path(g *model.Dag, p model.Path) string {
	ids := make([]string, len(p))
	for k, i := range p {
		ids[k] = model.QuoteID(g.Vertices[i].ID)
	}
	return "(" + strings.Join(ids, ",") + ")"
}

// fewWords is how many paths are listed by name.
const fewWords = 4

// throughWords lists the paths of the dag, from a source to a sink, that a vertex
// of the line dag is a part of, and counts them; it lists none where they are
// many.
func throughWords(s *model.State, z model.Z) (list string, count model.Cost) {
	before, nb := ends(s, z, s.Preds, make(map[model.Z]ways))
	behind, na := ends(s, z, s.Succs, make(map[model.Z]ways))
	count = nb.Times(s.Label(z).Count()).Times(na)
	if count > fewWords {
		return "", count
	}
	var all []string
	for _, p := range before {
		for _, q := range s.Label(z).Paths(fewWords) {
			for _, r := range behind {
				whole := append(model.Path(nil), q...)
				if len(p) > 0 {
					whole = append(append(model.Path(nil), p...), whole[1:]...)
				}
				if len(r) > 0 {
					whole = append(whole, r[1:]...)
				}
				all = append(all, path(s.Dag(), whole))
			}
		}
	}
	return strings.Join(all, ", "), count
}

// ways are the paths that lead from a vertex to an end of the line dag.
type ways struct {
	paths []model.Path // a few of them
	count model.Cost
}

// ends gives the paths before or behind a vertex.
func ends(s *model.State, z model.Z, next func(model.Z) []model.Z, known map[model.Z]ways) ([]model.Path, model.Cost) {
	if w, ok := known[z]; ok {
		return w.paths, w.count
	}
	neighbours := next(z)
	if len(neighbours) == 0 {
		return []model.Path{nil}, 1
	}
	var w ways
	for _, n := range neighbours {
		paths, count := ends(s, n, next, known)
		w.count = w.count.Add(count.Times(s.Label(n).Count()))
		if w.count > fewWords {
			continue
		}
		forwards := s.Source(n) == s.Target(z)
		for _, p := range paths {
			for _, q := range s.Label(n).Paths(fewWords) {
				switch {
				case len(p) == 0:
					w.paths = append(w.paths, q)
				case forwards:
					w.paths = append(w.paths, append(append(model.Path(nil), q...), p[1:]...))
				default:
					w.paths = append(w.paths, append(append(model.Path(nil), p...), q[1:]...))
				}
			}
		}
	}
	if w.count > fewWords {
		w.paths = nil
	}
	known[z] = w
	return w.paths, w.count
}

func listed(words string) string {
	if words == "" {
		return ""
	}
	return " (" + words + ")"
}

// number is a small count in words.
func number(n model.Cost) string {
	if words := [...]string{"No", "One", "Two", "Three", "Four"}; n >= 0 && int(min(n, 9)) < len(words) {
		return words[n]
	}
	return n.String()
}

func times(n int64, one, many string) string {
	if n == 1 {
		return one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func join(parts []string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, p)
		}
	}
	return strings.Join(all, " ")
}
