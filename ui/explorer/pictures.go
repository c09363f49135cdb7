package explorer

import (
	"facet/model"
	"facet/ui/picture"
)

// drawn is the two pictures of one step. They never change, so that going back
// shows again exactly what was there.
type drawn struct{ dag, line *picture.Layout }

// pictures keeps the pictures of the steps that were shown.
type pictures struct {
	rows   picture.Rows
	byStep map[int]drawn
}

// newPictures places the vertices of the dag on their rows, once: all fill runs
// downwards on them in every state.
func newPictures(g *model.Dag) *pictures {
	keys := make([]int, len(g.Vertices))
	for i := range keys {
		keys[i] = i
	}
	edges := make([]picture.EdgeKey, len(g.Edges))
	for k, e := range g.Edges {
		edges[k] = picture.EdgeKey{From: e.Source, To: e.Target}
	}
	rows, err := picture.Layers(keys, edges)
	if err != nil {
		// A dag that was checked has rows; a picture of one row is better than
		// no explorer.
		rows = make(picture.Rows)
	}
	return &pictures{rows: rows, byStep: make(map[int]drawn)}
}

// chainLimit is how many steps that were never shown are laid out on the way to
// the one that is asked for. Beyond it the picture is placed anew.
const chainLimit = 60

// at gives the pictures after the step at the session's cursor.
func (p *pictures) at(s *model.Session) drawn {
	id := s.Cursor()
	if d, ok := p.byStep[id]; ok {
		return d
	}
	path := append([]int{0}, idsTo(s)...)
	from := len(path) - 1
	for from > 0 && p.byStep[path[from]].dag == nil && len(path)-from <= chainLimit {
		from--
	}
	d, ok := p.byStep[path[from]]
	if !ok {
		d = p.place(s, path[from])
		p.byStep[path[from]] = d
	}
	for _, next := range path[from+1:] {
		d = p.follow(s, d, next)
		p.byStep[next] = d
	}
	return d
}

// idsTo lists the steps that led to the cursor.
func idsTo(s *model.Session) []int {
	line := s.Line()[:s.Depth()]
	ids := make([]int, len(line))
	for k, step := range line {
		ids[k] = step.ID
	}
	return ids
}

func (p *pictures) place(s *model.Session, id int) drawn {
	st, _ := s.StateAt(id)
	dag, _ := picture.New(dagGraph(st, p.rows))
	line, _ := picture.New(lineGraph(st, p.rows, nil))
	return drawn{dag, line}
}

// follow places a step after the one before it, so that what survives stays
// where it is.
func (p *pictures) follow(s *model.Session, before drawn, id int) drawn {
	st, _ := s.StateAt(id)
	dag, err := before.dag.Step(dagGraph(st, p.rows))
	line, err2 := before.line.Step(lineGraph(st, p.rows, parentsOf(s, id)))
	if err != nil || err2 != nil {
		return p.place(s, id)
	}
	return drawn{dag, line}
}

func parentsOf(s *model.Session, id int) map[model.Z][]int {
	if id != s.Cursor() {
		return nil
	}
	return born(s.Changes())
}

// tidy places the cursor's pictures anew. Later steps will follow them, earlier
// ones stay as they were.
func (p *pictures) tidy(s *model.Session) {
	kept := map[int]drawn{}
	for _, id := range append([]int{0}, idsTo(s)...) {
		if d, ok := p.byStep[id]; ok {
			kept[id] = d
		}
	}
	st := s.State()
	dag, err := picture.Tidy(dagGraph(st, p.rows))
	line, err2 := picture.Tidy(lineGraph(st, p.rows, nil))
	if err == nil && err2 == nil {
		kept[s.Cursor()] = drawn{dag, line}
	}
	p.byStep = kept
}
