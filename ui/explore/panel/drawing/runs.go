package drawing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
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
	otherRuns = 5
	// otherOrders is how many orders of the best sequence get such room.
	otherOrders = 5
	// planTime is how long the best sequence is looked for.
	planTime = 300 * time.Millisecond
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
}

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
func (g *runs) layStill(ctx context.Context, known [][][]model.Op) (dag, line *picture.Layout, err error) {
	s := g.states[0]
	for _, run := range known {
		g.add(0, "", run)
	}
	within, cancel := context.WithTimeout(ctx, planTime)
	defer cancel()
	var best []model.Op
	if found, err := planner.Solve(within, s, planner.Options{Workers: 1}); err == nil || found.HasIncumbent {
		best = found.Incumbent.Ops
		g.add(0, "", single(best))
	}
	spare := len(g.states)
	for run := range otherOrders {
		g.shuffled(best, rand.New(rand.NewPCG(uint64(run), 1)))
	}
	for run := range otherRuns {
		rng := rand.New(rand.NewPCG(uint64(run), 0))
		name, state, from := "", s, 0
		for !state.Done() && ctx.Err() == nil {
			all := state.Operations()
			op := []model.Op{all[pick(rng, all)].Op}
			from = g.add(from, name, [][]model.Op{op})
			name += fmt.Sprint(op)
			state = g.states[from]
		}
	}
	if dag, err = picture.NewStill(ctx, g.dag, spare); err == nil {
		line, err = picture.NewStill(ctx, g.line, spare)
	}
	return dag, line, err
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
	_, _ = model.Walk(g.states[0], ops, func(s *model.State, op model.Op, _ model.Cost) { left[name(s, op)] = op.Mode })
	path, from := "", 0
	for len(left) > 0 {
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
