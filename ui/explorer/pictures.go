package explorer

import (
	"context"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// drawn is the two pictures of one step. They never change, so that going back
// shows again exactly what was there.
type drawn struct{ dag, line *picture.Layout }

// pictures keeps the pictures of the steps that were shown.
type pictures struct {
	rows   picture.Rows
	byStep map[int]drawn
	sizes  bool // vector sizes are part of the dag's labels
	slow   bool // the last way was too long to be laid out at once
}

// sizesShown is up to how many vertices a dag shows its vector sizes unasked.
const sizesShown = 12

func newPictures(g *model.Dag) *pictures {
	return &pictures{rows: diagram.Rows(g), byStep: make(map[int]drawn), sizes: len(g.Vertices) <= sizesShown}
}

// chainTime is how long steps that were never shown are laid out on the way to
// the one that is asked for: a sequence that was applied as a whole should stay
// still when it is taken back step by step. What takes longer is placed anew for
// now, and the way is continued from where it stopped the next time.
const chainTime = 300 * time.Millisecond

// at gives the pictures after the step at the session's cursor.
func (p *pictures) at(s *session.Session) drawn {
	id := s.Cursor()
	if d, ok := p.byStep[id]; ok {
		return d
	}
	path := append([]int{0}, idsTo(s)...)
	from := len(path) - 1
	for from > 0 && p.byStep[path[from]].dag == nil {
		from--
	}
	d, ok := p.byStep[path[from]]
	if !ok {
		d = p.place(s, path[from])
		p.byStep[path[from]] = d
	}
	begin, most := time.Now(), chainTime
	if p.slow {
		most /= 10
	}
	p.slow = false
	for k, next := range path[from+1:] {
		if k > 0 && time.Since(begin) > most {
			p.slow = true
			d = p.place(s, id)
			p.byStep[id] = d
			return d
		}
		d = p.follow(s, d, path[from+k], next)
		p.byStep[next] = d
	}
	return d
}

// idsTo lists the steps that led to the cursor.
func idsTo(s *session.Session) []int {
	line := s.Line()[:s.Depth()]
	ids := make([]int, len(line))
	for k, step := range line {
		ids[k] = step.ID
	}
	return ids
}

func (p *pictures) place(s *session.Session, id int) drawn {
	st, _ := s.StateAt(id)
	dag, _ := picture.New(context.Background(), p.dagGraph(st))
	line, _ := picture.New(context.Background(), diagram.Line(st, p.rows, nil))
	return drawn{dag, line}
}

// follow places a step after the one before it, so that what survives stays
// where it is.
func (p *pictures) follow(s *session.Session, before drawn, from, to int) drawn {
	old, _ := s.StateAt(from)
	st, _ := s.StateAt(to)
	step, _ := s.Step(to)
	_, changes, _ := model.Replay(old, step.Ops) // they were carried out before
	dag, err := before.dag.Step(context.Background(), p.dagGraph(st))
	line, err2 := before.line.Step(context.Background(), diagram.Line(st, p.rows, diagram.Born(changes)))
	if err != nil || err2 != nil {
		return p.place(s, to)
	}
	return drawn{dag, line}
}

// resize shows vector sizes beside the vertices of the dag, or no longer.
func (p *pictures) resize(shown bool) {
	if p.sizes != shown {
		p.sizes, p.byStep = shown, make(map[int]drawn)
	}
}

// dagGraph is the dag of a state, with vector sizes where they are wanted.
func (p *pictures) dagGraph(s *model.State) picture.Graph {
	g := diagram.Dag(s, p.rows)
	if p.sizes {
		for k := range g.Vertices {
			v := &g.Vertices[k]
			v.Label += " n=" + s.Dag().Size(v.Key).String()
		}
	}
	return g
}

// tidy places the cursor's pictures anew. Later steps will follow them, earlier
// ones stay as they were.
func (p *pictures) tidy(s *session.Session) {
	kept := map[int]drawn{}
	for _, id := range append([]int{0}, idsTo(s)...) {
		if d, ok := p.byStep[id]; ok {
			kept[id] = d
		}
	}
	st := s.State()
	dag, err := picture.Tidy(context.Background(), p.dagGraph(st))
	line, err2 := picture.Tidy(context.Background(), diagram.Line(st, p.rows, nil))
	if err == nil && err2 == nil {
		kept[s.Cursor()] = drawn{dag, line}
	}
	p.byStep = kept
}
