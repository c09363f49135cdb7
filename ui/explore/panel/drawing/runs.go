package drawing

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
)

// Limits of what is planned ahead so that pictures stand still.
const (
	// stillVertices and stillEdges are the most vertices and edges of a dag whose pictures
	// are laid out for whole runs.
	stillVertices = 15
	stillEdges    = 24
	// knownSteps is the most steps of a session that are looked at.
	knownSteps = 120
	// otherRuns is how many runs beside the best one get room where that costs none.
	otherRuns = 3
	// otherOrders is how many orders of the best sequence get such room.
	otherOrders = 3
	// spareColumns is how many columns a picture may be wider than its widest state, for
	// states that may come.
	spareColumns = 3
	// optimalRuns is how many optimal sequences get such room, where mostTried searches find
	// them with tryWork each; widestRuns of them have the widest pictures.
	optimalRuns, widestRuns, mostTried, tryWork = 8, 3, 240, planWork
	// planWork is how much is done to find the best sequence, by counting: with a limit of
	// time the picture would depend on how busy the machine is. Dags of that size are solved
	// with less; that takes some milliseconds, a tenth of a second at most.
	planWork = 4 * time.Second
)

// still reports whether pictures of a dag are laid out for whole runs.
func still(g *model.Dag) bool { return len(g.Vertices) <= stillVertices && len(g.Edges) <= stillEdges }

// knownRuns are the operations, step by step, that lead to the ends of all branches of a
// session.
func knownRuns(s layer.Steps) (all [][][]model.Op) {
	if !still(s.Dag()) || s.Steps() > knownSteps {
		return nil
	}
	for _, leaf := range s.Leaves() {
		var run [][]model.Op
		for _, id := range s.Path(leaf.ID) {
			step, _ := s.Step(id)
			run = append(run, step.Ops)
		}
		all = append(all, run)
	}
	return all
}

// runs are the states of runs from one state on, each as both pictures.
type runs struct {
	draw      func(s *model.State, changes []model.Change) (dag, line picture.Graph)
	at        map[string]int // by the operations that led there
	states    []*model.State
	dag, line []picture.Planned
	parts     int // of the smaller picture of each state
}

// full reports whether further states would be left out of the plans.
func (g *runs) full() bool { return g.parts > picture.MostPlanned }

// add takes a run up, from state number `from` on, and gives the number of its last state.
func (g *runs) add(from int, name string, run [][]model.Op) int {
	for _, ops := range run {
		name += fmt.Sprint(ops)
		if known, ok := g.at[name]; ok {
			from = known
			continue
		}
		s, changes, err := model.Replay(g.states[from], ops)
		if err != nil {
			break
		}
		g.put(name, from, s, changes)
		from = len(g.states) - 1
	}
	return from
}

func (g *runs) put(name string, before int, s *model.State, changes []model.Change) {
	g.at[name] = len(g.states)
	g.states = append(g.states, s)
	dag, line := g.draw(s, changes)
	g.parts += min(len(dag.Vertices)+len(dag.Edges), len(line.Vertices)+len(line.Edges))
	g.dag = append(g.dag, picture.Planned{Graph: dag, Before: before})
	g.line = append(g.line, picture.Planned{Graph: line, Before: before})
}

// single are operations as steps of one each.
func single(ops []model.Op) (run [][]model.Op) {
	for _, op := range ops {
		run = append(run, []model.Op{op})
	}
	return run
}

// layStill lays the first state out with the room that the runs need that are known: those
// of the session, which begin there, the best sequence, and some others where they cost no
// room.
func (g *runs) layStill(ctx context.Context, known [][][]model.Op, room panel.Room, ascii, led bool) (dag,
	line *picture.Layout, err error) {
	for _, run := range known {
		g.add(0, "", run)
	}
	best := bestRun(ctx, g.states[0])
	g.add(0, "", single(best))
	few := g.clone()
	few.others(ctx, best)
	spare := picture.Spare{From: len(g.states), ASCII: ascii, Known: led,
		Lines: room.Lines(panel.Needs{}, false)}
	many := make(chan *runs, 1)
	go func() {
		defer close(many)
		if !spare.Known { // else it is known where the way leads
			h := g.clone()
			h.optimal(ctx)
			h.others(ctx, best)
			many <- h
		}
	}()
	dag, line, err = place(ctx, few, many, spare, room)
	<-many // whatever happened, nothing runs on
	return dag, line, err
}

func (g *runs) clone() *runs {
	h := *g
	h.at = maps.Clone(g.at)
	h.states, h.dag, h.line = slices.Clone(g.states), slices.Clone(g.dag), slices.Clone(g.line)
	return &h
}

// others takes up sequences that are not optimal: those that begin with each operation, the
// best one in other orders, and some random ones.
func (g *runs) others(ctx context.Context, best []model.Op) {
	s := g.states[0]
	for _, c := range s.Operations() {
		if ctx.Err() != nil {
			return
		}
		g.mistaken(c.Op, best)
	}
	for run := range otherOrders {
		if ctx.Err() != nil {
			return
		}
		g.shuffled(best, rand.New(rand.NewPCG(uint64(run), 1)))
	}
	for run := range otherRuns {
		rng := rand.New(rand.NewPCG(uint64(run), 0))
		name, state, from := "", s, 0
		for !state.Done() && !g.full() && ctx.Err() == nil {
			all := state.Operations()
			op := []model.Op{all[pick(rng, all)].Op}
			from = g.add(from, name, [][]model.Op{op})
			name += fmt.Sprint(op)
			state = g.states[from]
		}
	}
}

// bestRun is the best sequence from a state on that is found with little work, the same one
// on each machine.
func bestRun(ctx context.Context, s *model.State) []model.Op {
	found, _ := planner.Solve(ctx, s, planner.Options{Workers: 1, Work: planWork})
	return found.Incumbent.Ops
}

// place lays the first state out with room to spare in both pictures: first with little, for
// a few states, then with all that there is in a window that is divided as well, for the many
// that come where there are any. The window shows no less than it could show without such
// room.
func place(ctx context.Context, few *runs, many <-chan *runs, spare picture.Spare, room panel.Room) (dag,
	line *picture.Layout, err error) {
	var dags, lines [3]*picture.Layout // the more room, the earlier
	if dags[2], err = picture.NewStill(ctx, few.dag[:spare.From], spare); err == nil {
		lines[2], err = picture.NewStill(ctx, few.line[:spare.From], spare)
	}
	if err != nil {
		return nil, nil, err
	}
	best := func(from int) (d Drawn) {
		most := -1
		for _, line := range lines[from:] {
			for _, dag := range dags[from:] {
				if worth := room.Worth(Measure(Drawn{dag, line}, spare.ASCII)); worth > most {
					most, d = worth, Drawn{dag, line}
				}
			}
		}
		return d
	}
	least := Measure(best(2), spare.ASCII)
	needs := least
	wider := func(l **picture.Layout, of intent.Panel, states []picture.Planned, zoom picture.Zoom,
		cells int) func() {
		z := max(zoom, picture.ZoomLabels)
		more := spare
		more.Zoom, more.Columns = zoom, max(spareColumns, (cells+needs.Of(of)[z].X-least.Of(of)[z].X)/2)
		return func() {
			if wide, err := picture.Wider(ctx, *l, states, more); err == nil {
				*l = wide
			}
		}
	}
	dags[1], lines[1] = dags[2], lines[2]
	var group sync.WaitGroup
	group.Go(wider(&dags[1], intent.Dag, few.dag, 0, 0))
	group.Go(wider(&lines[1], intent.LineDag, few.line, 0, 0))
	group.Wait()
	dags[0], lines[0] = dags[1], lines[1]
	if g := <-many; g != nil {
		needs = Measure(best(1), spare.ASCII)
		both, zoom := room.Shown(needs)
		for _, aside := range []bool{false, true} {
			spare.Lines = room.Lines(needs, aside)
			dagMore, lineMore := room.Spare(needs, aside)
			if both != 0 {
				dags[0] = dags[2]
				group.Go(wider(&dags[0], intent.Dag, g.dag, 0, dagMore))
			}
			lines[0] = lines[2]
			group.Go(wider(&lines[0], intent.LineDag, g.line, zoom, lineMore))
			if group.Wait(); best(0).Line == lines[0] {
				break
			}
		}
	}
	d := best(0)
	return d.Dag, d.Line, ctx.Err()
}

// optimal takes up other optimal sequences than the best one that was found, where it takes
// little to know that they are: a user who knows the optimum seldom takes the same one. Some of
// them are those that need the widest pictures, the others are random.
func (g *runs) optimal(ctx context.Context) {
	left, known := mostTried, make(map[string]model.Cost)
	rest := func(s *model.State) (model.Cost, bool) {
		name := possible(s)
		if sum, ok := known[name]; ok {
			return sum, true
		}
		if left--; left < 0 {
			return 0, false
		}
		found, err := planner.Solve(ctx, s, planner.Options{Workers: 1, Work: tryWork})
		known[name] = found.Incumbent.Cost
		return found.Incumbent.Cost, err == nil && found.Proven
	}
	for run := range optimalRuns {
		rng := rand.New(rand.NewPCG(uint64(run), 2))
		path, from := "", 0
		for !g.states[from].Done() && !g.full() && ctx.Err() == nil {
			here := g.states[from]
			sum, ok := rest(here)
			if !ok {
				return
			}
			all := here.Operations()
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			var next []model.Op
			widest := -1
			for _, c := range all {
				s, changes, err := model.Replay(here, []model.Op{c.Op})
				if err != nil {
					return
				}
				after, ok := rest(s)
				if !ok {
					return
				}
				if c.Price+after != sum {
					continue
				}
				if run >= widestRuns {
					next = []model.Op{c.Op}
					break
				}
				_, line := g.draw(s, changes)
				if wide := picture.LeastWidth(line); wide > widest {
					next, widest = []model.Op{c.Op}, wide
				}
			}
			if next == nil {
				return
			}
			from = g.add(from, path, [][]model.Op{next})
			path += fmt.Sprint(next)
		}
	}
}

// possible names a state by what is possible there, whatever order led there.
func possible(s *model.State) string {
	var names []string
	for _, c := range s.Operations() {
		names = append(names, operation(s, c.Op))
	}
	slices.Sort(names)
	return strings.Join(names, "|")
}

// shuffled takes up the operations of a sequence in another order that is possible.
func (g *runs) shuffled(ops []model.Op, rng *rand.Rand) {
	name := func(s *model.State, op model.Op) string {
		if op.IsAccumulation() {
			return s.Name(op.U)
		}
		return s.Name(op.U) + s.Name(op.V)
	}
	left := make(map[string]model.Mode) // what is to be done
	_, _ = model.Walk(g.states[0], ops, func(s *model.State, op model.Op, _ model.Cost) {
		left[name(s, op)] = op.Mode
	})
	path, from := "", 0
	for len(left) > 0 && !g.full() {
		s := g.states[from]
		var can []model.Op
		for _, c := range s.Operations() {
			if mode, wanted := left[name(s, c.Op)]; wanted && mode == c.Op.Mode {
				can = append(can, c.Op)
			}
		}
		if len(can) == 0 {
			return // labels are others in this order
		}
		op := can[rng.IntN(len(can))]
		delete(left, name(s, op))
		from = g.add(from, path, [][]model.Op{{op}})
		path += fmt.Sprint([]model.Op{op})
	}
}

// mistaken takes up the run of a user who begins with an operation, whatever it costs, and
// goes on with those of the best sequence as far as they are possible, else the cheapest.
func (g *runs) mistaken(first model.Op, best []model.Op) {
	wanted := make(map[string]bool)
	_, _ = model.Walk(g.states[0], best, func(s *model.State, op model.Op, _ model.Cost) {
		wanted[operation(s, op)] = true
	})
	from := g.add(0, "", [][]model.Op{{first}})
	path := fmt.Sprint([]model.Op{first})
	for s := g.states[from]; !s.Done() && !g.full(); s = g.states[from] {
		all := s.Operations()
		next := slices.IndexFunc(all, func(c model.Choice) bool { return wanted[operation(s, c.Op)] })
		if next < 0 {
			next = 0
			for k, c := range all {
				if c.Price < all[next].Price {
					next = k
				}
			}
		}
		op := []model.Op{all[next].Op}
		from = g.add(from, path, [][]model.Op{op})
		path += fmt.Sprint(op)
	}
}

// operation names an operation by the paths that it is about, which no other state numbers
// otherwise.
func operation(s *model.State, op model.Op) string {
	name := op.Mode.String() + " " + s.Name(op.U)
	if !op.IsAccumulation() {
		name += s.Name(op.V)
	}
	return name
}

// pick picks an operation as a user might: mostly a cheap one.
func pick(rng *rand.Rand, all []model.Choice) int {
	at := rng.IntN(len(all))
	for range 2 {
		if other := rng.IntN(len(all)); all[other].Price < all[at].Price {
			at = other
		}
	}
	return at
}

// after are those of some runs that begin with given steps, without these.
func after(runs [][][]model.Op, so [][]model.Op) (rest [][][]model.Op) {
	for _, run := range runs {
		if len(run) >= len(so) && fmt.Sprint(run[:len(so)]) == fmt.Sprint(so) {
			rest = append(rest, run[len(so):])
		}
	}
	return rest
}
