package planner

import (
	"facet/model"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
	"facet/planner/search/presolve"
)

// question is a state that a run has to complete, in the forms in which the strategies
// want to read it. It does not change.
type question struct {
	run     *Run
	model   *model.State
	problem *packed.Problem  // nil where the dag is too large for rows of bits,
	root    *packed.State    // and so is its state
	graph   *linegraph.Graph // of the state
	faces   int

	// What is left after a reduction is a question of its own; whole is the one
	// that the run was asked.
	whole     *question
	reduction *presolve.Reduction // that led from whole to here; nil for none
	paid      model.Cost          // for the reduction
}

// newQuestion is what a run is asked.
func newQuestion(r *Run, state *model.State) (*question, error) {
	q := &question{run: r}
	if len(state.Dag().Edges) <= packed.MaxVertices {
		problem, err := packed.NewProblem(state.Dag())
		if err != nil {
			return nil, err
		}
		q.problem = problem
	}
	q.read(state)
	q.whole = q
	return q, nil
}

// read brings the state into all forms.
func (q *question) read(state *model.State) {
	q.model, q.root = state, nil
	if q.problem != nil {
		q.root = packed.FromModel(q.problem, state)
	}
	q.graph, _ = linegraph.FromState(state)
	q.graph.Until(func() bool { return q.run.ctx.Err() != nil })
	q.faces = q.graph.Faces()
}

// reduced is the question after what an optimal sequence may do first; the
// question itself where there is no such thing, or not enough time.
func (q *question) reduced(stop func() bool) (*question, error) {
	r, err := presolve.Reduce(stop, q.model)
	if err != nil || len(r.Ops) == 0 {
		return q, err
	}
	q.run.proofs.reduction.Store(r)
	left := *q
	left.reduction, left.paid = r, r.Cost
	left.read(r.End)
	return &left, nil
}

// costOf is what the operations cost from here.
func (q *question) costOf(ops []model.Op) (model.Cost, error) {
	end, err := model.Walk(q.model, ops, func(*model.State, model.Op, model.Cost) {})
	if err != nil || end.Spent().IsSaturated() {
		return model.Saturated, err
	}
	return end.Spent() - q.model.Spent(), nil
}

// cutoff is what a sequence from here has to cost less than.
func (q *question) cutoff() model.Cost {
	best := q.run.record.Best()
	if best.IsSaturated() {
		return best
	}
	return max(0, best-q.paid)
}

// floor is the best lower bound of what a sequence from here costs.
func (q *question) floor() model.Cost { return max(0, q.run.record.Bound()-q.paid) }

// trimmed is where a search begins: the start state, after the accumulation of
// what stands alone between a source and a sink. Its price has to be paid in any
// case, and nothing is lost by paying it first.
type trimmed struct {
	state *packed.State
	moves []packed.Move // from the start of the run
	paid  model.Cost
}

func (q *question) trimmed() trimmed {
	t := trimmed{state: q.root.Clone()}
	s := t.state
	for z := 0; z < s.Slots(); z++ {
		if !s.IsLive(z) || s.Vertex[z].Jacobian || s.Touches(z) {
			continue
		}
		mode, _ := s.Accumulation(z)
		move := packed.Accumulation(z, mode)
		t.moves = append(t.moves, move)
		t.paid = t.paid.Add(s.Play(move))
	}
	return t
}

// whole is the sequence from the start of the run on.
func (t *trimmed) whole(moves []packed.Move) []packed.Move {
	return append(t.moves[:len(t.moves):len(t.moves)], moves...)
}
