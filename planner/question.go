package planner

import (
	"context"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/ledger"
	"facet/planner/letters"
)

// question is what a run is asked, how to complete a state, in the forms in
// which the strategies want to read it. Nobody writes to it but proofs.
type question struct {
	Options
	ledger  *ledger.Ledger
	ctx     context.Context // ends when the run is halted
	cancel  context.CancelFunc
	problem *compact.Problem
	model   *model.State
	root    *compact.State
	letters *letters.Graph // of the state
	names   []model.Z      // the state's names of the letters
	faces   int
	proofs  proofs
}

func newQuestion(state *model.State, o Options) (*question, error) {
	problem, err := compact.NewProblem(state.Dag())
	if err != nil {
		return nil, err
	}
	q := &question{
		Options: o, problem: problem, model: state, root: compact.FromModel(problem, state),
		ledger: ledger.New(ledger.Options{Workers: o.Workers, Memory: o.Memory, Time: o.Time, Pace: o.Pace, Seed: o.Seed}),
	}
	q.letters, q.names = letters.FromState(state)
	q.faces = q.letters.Faces()
	q.ctx, q.cancel = context.WithCancel(context.Background())
	return q, nil
}

// trimmed is where a search begins: the start state, after the accumulation of
// what stands alone between a source and a sink. Its price has to be paid in any
// case, and nothing is lost by paying it first.
type trimmed struct {
	state *compact.State
	moves []compact.Move // from the start of the run
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
		move := compact.Accumulation(z, mode)
		r.moves = append(r.moves, move)
		r.paid = r.paid.Add(s.Play(move))
	}
	return r
}

// whole is the sequence from the start of the run on.
func (r *trimmed) whole(moves []compact.Move) []compact.Move {
	return append(r.moves[:len(r.moves):len(r.moves)], moves...)
}
