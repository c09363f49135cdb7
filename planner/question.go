package planner

import (
	"context"

	"facet/model"
	"facet/planner/incumbent"
	"facet/planner/linegraph"
	"facet/planner/packed"
	"facet/planner/presolve"
	"facet/planner/schedule"
)

// question is what a run is asked, how to complete a state, in the forms in
// which the strategies want to read it. Nobody writes to it but proofs.
type question struct {
	Options
	schedule *schedule.Schedule
	record   *incumbent.Record
	ctx      context.Context // ends when the run is halted
	cancel   context.CancelFunc
	model    *model.State
	problem  *packed.Problem  // nil where the dag is too large for rows of bits,
	root     *packed.State    // and so is its state
	graph    *linegraph.Graph // of the state
	names    []model.Z        // the state's names of the vertices
	faces    int

	relaxation *relaxation
	proofs     *proofs

	// What is left after a reduction is a question of its own; whole is the one
	// that the run was asked.
	whole     *question
	reduction *presolve.Reduction // that led from whole to here; nil for none
	paid      model.Cost          // for the reduction
}

func newQuestion(state *model.State, o Options) (*question, error) {
	q := &question{
		Options:  o,
		schedule: schedule.New(schedule.Options{Workers: o.Workers, Memory: o.Memory, Time: o.Time, Pace: o.Pace}),
	}
	q.record = incumbent.New(q.schedule)
	if len(state.Dag().Edges) <= packed.MaxVertices {
		problem, err := packed.NewProblem(state.Dag())
		if err != nil {
			return nil, err
		}
		q.problem = problem
	}
	q.read(state)
	q.whole, q.proofs = q, &proofs{}
	q.ctx, q.cancel = context.WithCancel(context.Background())
	return q, nil
}

// read takes the state down in all its forms.
func (q *question) read(state *model.State) {
	q.model, q.root = state, nil
	if q.problem != nil {
		q.root = packed.FromModel(q.problem, state)
	}
	q.graph, q.names = linegraph.FromState(state)
	q.faces = q.graph.Faces()
	q.relaxation = newRelaxation()
}

// reduced is the question after what an optimal sequence may do first; the
// question itself where there is no such thing, or not enough time.
func (q *question) reduced(ctx context.Context) (*question, error) {
	r, err := presolve.Reduce(ctx, q.model)
	if err != nil || len(r.Ops) == 0 {
		return q, err
	}
	q.proofs.reduction.Store(r)
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
	best := q.record.Best()
	if best.IsSaturated() {
		return best
	}
	return max(0, best-q.paid)
}

// trimmed is where a search begins: the start state, after the accumulation of
// what stands alone between a source and a sink. Its price has to be paid in any
// case, and nothing is lost by paying it first.
type trimmed struct {
	state *packed.State
	moves []packed.Move // from the start of the run
	paid  model.Cost
}

func (q *question) trimmed() trimmed {
	r := trimmed{state: q.root.Clone()}
	s := r.state
	for z := 0; z < s.Slots(); z++ {
		if !s.IsLive(z) || s.Vertex[z].Jacobian || s.Touches(z) {
			continue
		}
		mode, _ := s.Accumulation(z)
		move := packed.Accumulation(z, mode)
		r.moves = append(r.moves, move)
		r.paid = r.paid.Add(s.Play(move))
	}
	return r
}

// whole is the sequence from the start of the run on.
func (r *trimmed) whole(moves []packed.Move) []packed.Move {
	return append(r.moves[:len(r.moves):len(r.moves)], moves...)
}
