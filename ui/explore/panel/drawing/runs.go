package drawing

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
)

// Limits of what is foreseen so that pictures stand still.
const (
	// stillVertices and stillEdges are the most vertices and edges of a dag whose pictures
	// have homes.
	stillVertices = 15
	stillEdges    = 24
	// mostForeseen is the most vertices and edges of all states that are foreseen.
	mostForeseen = 2200
	// planWork is how much is done to find the best sequence, by counting: with a limit of
	// time the picture would depend on how busy the machine is. Dags of that size are solved
	// with less; that takes some milliseconds.
	planWork = 4 * time.Second
)

// still reports whether pictures of a dag have homes.
func still(g *model.Dag) bool { return len(g.Vertices) <= stillVertices && len(g.Edges) <= stillEdges }

// runs are the states of runs from one state on, each as both pictures.
type runs struct {
	draw      func(s *model.State, changes []model.Change) (dag, line picture.Graph)
	at        map[string]int // by their looks
	states    []*model.State
	dag, line []picture.Foreseen
	parts     int            // of the smaller picture of each state
	went      map[int]bool   // states after which mistaken runs went on
	dagAt     map[string]int // the states of the dag by their edges, counted from 1
	dagOf     []int          // the state of the dag of each state
	ways      map[string]int // certain states, by what they follow and how
}

// foresee takes up the course of a session and the best run from a state on that is found with
// little work, and then, after each first operation, such a run as a user may take. It gives the
// number of states up to the best one.
func (g *runs) foresee(ctx context.Context, s *model.State, course [][]workStep) (known int) {
	g.put(looks(s), -1, s, nil)
	for _, way := range course {
		from := 0
		for _, step := range way {
			from = g.certain(from, step.ops)
		}
	}
	found, _ := planner.Solve(ctx, s, planner.Options{Workers: 1, Work: planWork})
	best, from := found.Incumbent.Ops, 0
	for _, op := range best {
		from = g.certain(from, []model.Op{op})
	}
	known = len(g.states)
	wanted := operations(s, best)
	for run, c := range s.Operations() {
		g.mistaken(c.Op, wanted, rand.New(rand.NewPCG(uint64(run), 2)))
	}
	return known
}

// full reports whether enough is foreseen.
func (g *runs) full() bool { return g.parts > mostForeseen }

// certain takes up what operations lead to after state number `from`, and gives its number. In
// another order of steps vertices of the same ends may have changed their homes, and have other
// numbers, so that states with the same looks are not the same here.
func (g *runs) certain(from int, ops []model.Op) int {
	s, changes, err := model.Replay(g.states[from], ops)
	if err != nil {
		return from
	}
	way := fmt.Sprint(from, ops)
	if k := g.ways[way]; k > 0 { // two ways begin alike
		return k
	}
	g.put(looks(s), from, s, changes)
	g.ways[way] = len(g.states) - 1
	return g.ways[way]
}

// step gives the number of the state that an operation leads to after state number `from`.
func (g *runs) step(from int, op model.Op) int {
	s, changes, err := model.Replay(g.states[from], []model.Op{op})
	if err != nil {
		return from
	}
	look := looks(s)
	if known, ok := g.at[look]; ok {
		return known
	}
	g.put(look, from, s, changes)
	return len(g.states) - 1
}

func (g *runs) put(look string, before int, s *model.State, changes []model.Change) {
	g.at[look] = len(g.states)
	g.states = append(g.states, s)
	dag, line := g.draw(s, changes)
	g.parts += min(len(dag.Vertices)+len(dag.Edges), len(line.Vertices)+len(line.Edges))
	g.line = append(g.line, picture.Foreseen{Graph: line, Before: before})
	look = ""
	for _, e := range dag.Edges {
		look += fmt.Sprint(e.Key())
	}
	if at := g.dagAt[look]; at > 0 { // many states of the line dag are one of the dag, with other labels
		for k, e := range g.dag[at-1].Graph.Edges {
			if len(e.Label) < len(dag.Edges[k].Label) {
				g.dag[at-1].Graph.Edges[k].Label = dag.Edges[k].Label
			}
		}
	} else {
		if before >= 0 {
			before = g.dagOf[before]
		}
		g.dag = append(g.dag, picture.Foreseen{Graph: dag, Before: before})
		g.dagAt[look] = len(g.dag)
	}
	g.dagOf = append(g.dagOf, g.dagAt[look]-1)
}

// looks is the same for states whose pictures have the same vertices and lines.
func looks(s *model.State) string {
	var parts []int
	n := len(s.Dag().Vertices)
	end := func(z model.Z) int { // of the line dag's vertex, with what it carries
		if s.HasJacobian(z) {
			return 2*s.Target(z) + 1
		}
		return 2 * s.Target(z)
	}
	for _, z := range s.Vertices() {
		at := 2*n*s.Source(z) + end(z)
		parts = append(parts, 2*n*at)
		for _, next := range s.Succs(z) {
			parts = append(parts, 2*n*at+end(next))
		}
	}
	slices.Sort(parts)
	return fmt.Sprint(parts)
}

// mistaken takes up the run of a user who begins with an operation, whatever it costs, and
// goes on with wanted ones as far as they are possible, else the cheapest.
func (g *runs) mistaken(first model.Op, wanted map[string]bool, rng *rand.Rand) {
	for from := g.step(0, first); !g.states[from].Done() && !g.full(); {
		s := g.states[from]
		all := s.Operations()
		next := -1
		for _, k := range rng.Perm(len(all)) {
			if wanted[operation(s, all[k].Op)] {
				next = k
			}
		}
		if next < 0 {
			cheapest, _ := model.Cheapest(all)
			next = slices.Index(all, cheapest)
		}
		before := len(g.states)
		if from = g.step(from, all[next].Op); from < before && g.went[from] {
			return // as another run went on from here
		}
		g.went[from] = true
	}
}

// operations are the names of those of a sequence.
func operations(s *model.State, ops []model.Op) map[string]bool {
	names := make(map[string]bool)
	_, _ = model.Walk(s, ops, func(s *model.State, op model.Op, _ model.Cost) {
		names[operation(s, op)] = true
	})
	return names
}

// operation names an operation by the paths that it is about, which no other state numbers
// otherwise.
func operation(s *model.State, op model.Op) string {
	name := s.Name(op.U)
	if !op.IsAccumulation() {
		name += s.Name(op.V)
	}
	return name
}

// tables are the homes of the pictures from a step on. They do not depend on the window.
type tables struct{ dags, lines *picture.Table }

// tables gives those of a step: with homes for the course of the session and the best run, and
// then for others.
func (w *Work) tables(ctx context.Context, at int, s *model.State) (*tables, error) {
	key := w.keyOf(at)
	key.space = Space{}
	return w.layouts.tablesOf(key, func() (*tables, error) {
		course := w.course.ways
		if at > 0 {
			course = nil
		}
		g := &runs{at: make(map[string]int), went: make(map[int]bool), dagAt: make(map[string]int),
			ways: make(map[string]int),
			draw: func(s *model.State, changes []model.Change) (dag, line picture.Graph) {
				return w.dag(s), diagram.Line(s, w.rows, diagram.Born(changes))
			}}
		known := g.foresee(ctx, s, course)
		dags, err := picture.NewTable(ctx, g.dag, slices.Max(g.dagOf[:known])+1)
		if err != nil {
			return nil, err
		}
		lines, err := picture.NewTable(ctx, g.line, known)
		return &tables{dags, lines}, cmp.Or(err, ctx.Err())
	})
}

// lay lays the first state out: with homes for the best run, and then for as many others as the
// window has room for. It shows no less than it could show without them.
func (t *tables) lay(ctx context.Context, room panel.Room, ascii bool) (Drawn, error) {
	var err error
	begin := func(t *picture.Table, room picture.Room) *picture.Layout {
		l, e := t.Begin(ctx, room)
		if e != nil {
			err = e
		}
		return l
	}
	few := picture.Room{Lines: room.Lines(panel.Needs{}), ASCII: ascii}
	d := Drawn{begin(t.dags, few), begin(t.lines, few)}
	if err != nil {
		return Drawn{}, err
	}
	needs := Measure(d, ascii)
	worth := room.Worth(needs)
	wideDag, wideLine := room.Spare(needs)
	dagZoom, lineZoom := room.Shown(needs)
	more := func(t *picture.Table, zoom picture.Zoom, cells int) *picture.Layout {
		if zoom == 0 {
			return nil
		}
		return begin(t, picture.Room{Lines: room.Lines(needs), ASCII: ascii, Zoom: zoom,
			Columns: max(spareColumns, cells/2)})
	}
	wide := Drawn{more(t.dags, dagZoom, wideDag), more(t.lines, lineZoom, wideLine)}
	for _, try := range []Drawn{wide, {d.Dag, wide.Line}, {wide.Dag, d.Line}} {
		if try.Dag != nil && try.Line != nil && room.Worth(Measure(try, ascii)) >= worth {
			return try, err
		}
	}
	return d, err
}

// spareColumns is how many columns a picture may be wider at least than its widest known state.
const spareColumns = 3

// still lays a step out with homes for what is foreseen.
func (w *Work) still(ctx context.Context, at int, s *model.State) (Drawn, error) {
	t, err := w.tables(ctx, at, s)
	if err != nil {
		return Drawn{}, err
	}
	d, err := t.lay(ctx, panel.WholeRoom(w.space.Size), w.space.ASCII)
	// With the room that all states need together it may be seen in dots. One that moves and
	// can be read is better.
	for _, one := range []struct {
		l **picture.Layout
		g picture.Graph
	}{{&d.Dag, t.dags.First}, {&d.Line, t.lines.First}} {
		if err == nil && !w.fits(*one.l) {
			var other *picture.Layout
			if other, err = picture.New(ctx, one.g); err == nil && w.fits(other) {
				*one.l = other
			}
		}
	}
	return d, err
}

// course is the steps that a session has from the start: where they lead, and what stands for
// all of them.
type course struct {
	ways [][]workStep // from the start to an end, the start left out
	sum  stepsSum
}

// mostCourse is the most steps of a session whose pictures have room for all of them.
const mostCourse = 120

// courseOf is the course of a session of a small dag.
func courseOf(s layer.Steps) (c course) {
	if !still(s.Dag()) || s.Steps() == 0 || s.Steps() > mostCourse {
		return c
	}
	for _, leaf := range s.Leaves() {
		var w way
		steps := w.to(s, leaf.ID)
		c.ways = append(c.ways, steps[1:])
		c.sum = c.sum.with(len(steps), 0)
		for k, b := range steps[len(steps)-1].sum {
			c.sum[k] ^= b
		}
	}
	return c
}
