package junction

import (
	"fmt"
	"strings"

	"facet/model"
)

// Elimination is a whole vertex or edge as a line names it. The explorer, scripts and
// lessons read the same lines.
type Elimination struct {
	Kind Kind
	I, J int // the edge; of a vertex, J
}

// Kind says which faces an elimination takes.
type Kind uint8

// The eliminations.
const (
	OfVertex Kind = iota
	OfFront
	OfBack
)

// verbs begin the lines.
var verbs = [...]string{OfVertex: "vertex", OfFront: "front", OfBack: "back"}

// Read reads vertex j, front (i j) or back (i j); is says that the line begins with one of
// these words.
func Read(g *model.Dag, line string) (e Elimination, is bool, err error) {
	line = strings.TrimSpace(line)
	end := strings.IndexAny(line, " \t(")
	if end < 0 {
		end = len(line)
	}
	verb, rest := strings.ToLower(line[:end]), strings.TrimSpace(line[end:])
	for kind, name := range verbs {
		if verb == name {
			e, err = read(g, Kind(kind), rest)
			return e, true, err
		}
	}
	return Elimination{}, false, nil
}

func read(g *model.Dag, kind Kind, rest string) (Elimination, error) {
	if i, is := g.Find(rest); is && kind == OfVertex { // an id with blanks needs no quotes
		return Elimination{J: i}, nil
	}
	ids, err := model.ParseVertices(g, rest)
	switch {
	case err != nil:
		return Elimination{}, err
	case kind == OfVertex && len(ids) != 1:
		return Elimination{}, fmt.Errorf("vertex needs a vertex, as in vertex 1")
	case kind == OfVertex:
		return Elimination{J: ids[0]}, nil
	case len(ids) != 2:
		return Elimination{}, fmt.Errorf("%s needs an edge, as in %s (0 1)", verbs[kind], verbs[kind])
	}
	return Elimination{kind, ids[0], ids[1]}, nil
}

// Line is the line that [Read] reads.
func (e Elimination) Line(g *model.Dag) string {
	id := func(i int) string { return model.QuoteID(g.Vertices[i].ID) }
	if e.Kind == OfVertex {
		return verbs[e.Kind] + " " + id(e.J)
	}
	return verbs[e.Kind] + " (" + id(e.I) + "," + id(e.J) + ")"
}

// Plan is what the elimination takes.
func (e Elimination) Plan(s *model.State) (Plan, error) {
	switch e.Kind {
	case OfFront:
		return Front(s, e.I, e.J)
	case OfBack:
		return Back(s, e.I, e.J)
	}
	return Vertex(s, e.J)
}

// Faces counts the faces that it begins with.
func (e Elimination) Faces(s *model.State) int {
	faces := 0
	for _, z := range s.Vertices() {
		switch {
		case e.Kind == OfBack:
			if s.Source(z) == e.I && s.Target(z) == e.J {
				faces += len(s.Preds(z))
			}
		case s.Target(z) == e.J && (e.Kind == OfVertex || s.Source(z) == e.I):
			faces += len(s.Succs(z))
		}
	}
	return faces
}
