package why

import (
	"fmt"
	"strings"

	"facet/model"
)

// joined is the product of two vertices, as on the screen.
func (e *explanation) joined(u, v model.Z) string {
	s := e.s
	a, b := s.Label(u), s.Label(v)
	if a.Count() == 1 && b.Count() == 1 {
		return path(s.Dag(), append(append(model.Path(nil), a.First()...), b.First()[1:]...))
	}
	return e.factor(u) + "·" + e.factor(v)
}

func (e *explanation) factor(z model.Z) string {
	if e.s.IsSum(z) {
		return "[" + e.names.Vertex(e.s, z) + "]"
	}
	return e.names.Vertex(e.s, z)
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
func ends(s *model.State, z model.Z, next func(model.Z) []model.Z, known map[model.Z]ways) ([]model.Path,
	model.Cost) {
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

// Evaluations is how many tangents or adjoints an operation takes: the colours of the
// Jacobian that it makes, or all its columns or rows.
func Evaluations(s *model.State, o model.Op) model.Cost {
	g, p, k := s.Dag(), s.Pattern(o.U), s.Target(o.U)
	if !o.IsAccumulation() {
		p, k = s.Product(o.Face()), s.Target(o.V)
	} else if e := s.Elemental(o.U); o.Mode == model.TAN && e.TangentCurve.Colors > 0 {
		return model.Cost(e.TangentCurve.Colors)
	} else if o.Mode == model.ADJ && e.AdjointCurve.Colors > 0 {
		return model.Cost(e.AdjointCurve.Colors)
	}
	if o.Mode == model.TAN {
		return g.Columns(s.Source(o.U), p)
	}
	return g.Rows(k, p)
}
