package puzzle

import (
	"context"
	"fmt"
	"sync"
	"time"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
)

// Search is a run that looks for the best total of a question.
type Search interface {
	Stop()
	Done() <-chan struct{}
	Snapshot() planner.Snapshot
}

// Referees are one referee for each question that is open, for all users who have it open: what was
// worked out for one is there for all. They are safe for concurrent use.
type Referees struct {
	begin func(ctx context.Context, name string, s *model.State, o planner.Options) (Search, error)
	turns chan struct{} // has one place, for the referee that is at work

	mutex sync.Mutex
	open  map[string]*question
}

// NewReferees makes referees, of which one works at a time. begin starts the search for a best
// total that is not known.
func NewReferees(begin func(ctx context.Context, name string, s *model.State, o planner.Options) (Search,
	error)) *Referees {
	return &Referees{begin: begin, turns: make(chan struct{}, 1), open: make(map[string]*question)}
}

// private makes the referees of an explorer that shares with no other.
func private() *Referees {
	return NewReferees(func(ctx context.Context, _ string, s *model.State, o planner.Options) (Search,
		error) {
		run, err := planner.Start(ctx, s, o)
		if err != nil {
			return nil, err
		}
		return run, nil
	})
}

// mostAsked is how often a referee is asked before another one begins anew: what it has found out
// for so many takes room.
const mostAsked = 5000

// question is a puzzle with its referee, for all who have it open.
type question struct {
	of     *Referees
	key    string
	puzzle *puzzle.Puzzle
	users  int             // behind the mutex of all
	ctx    context.Context // ends with the last user
	cancel context.CancelFunc

	referee *puzzle.Referee // nil before the first; it belongs to whoever has the turn
	asked   int

	mutex  sync.Mutex // over the search
	search Search
}

// enter opens a question; leave has to be called once.
func (r *Referees) enter(p *puzzle.Puzzle) *question {
	key := keyOf(p)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	q := r.open[key]
	if q == nil {
		q = &question{of: r, key: key, puzzle: p}
		q.ctx, q.cancel = context.WithCancel(context.Background())
		r.open[key] = q
	}
	q.users++
	return q
}

// keyOf is the same for two puzzles that ask the same, as far as that can be told at once.
func keyOf(p *puzzle.Puzzle) string {
	if len(p.Start) > 0 || len(p.Answers) > 0 || p.Goal.Kind == lesson.GoalState {
		return fmt.Sprintf("%p", p)
	}
	return fmt.Sprint(p.Name, " ", p.Dag.Fingerprint(), p.Goal.Kind, p.Goal.Total, p.Moves, p.Modes, p.Par)
}

// leave closes a question. What was worked out is dropped with the last one.
func (q *question) leave() {
	r := q.of
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if q.users--; q.users > 0 {
		return
	}
	q.cancel()
	delete(r.open, q.key)
}

// judged has the referee answer, which remembers what it has found out, once it is this caller's turn.
func judged[T any](ctx context.Context, q *question, ask func(*puzzle.Referee) (*T, error)) (*T, error) {
	done, ok := job.Turn(ctx, q.of.turns)
	if !ok {
		return nil, ctx.Err()
	}
	defer done()
	if q.referee == nil || q.asked >= mostAsked {
		var err error
		if q.referee, err = puzzle.NewReferee(q.puzzle, layer.Names{}); err != nil {
			return nil, err
		}
		q.asked = 0
	}
	q.asked++
	return ask(q.referee)
}

// position judges the moves after some steps.
func (q *question) position(ctx context.Context, steps [][]model.Op) (*puzzle.Position, error) {
	return judged(ctx, q, func(r *puzzle.Referee) (*puzzle.Position, error) { return r.Position(ctx, steps) })
}

// review judges the steps.
func (q *question) review(ctx context.Context, steps [][]model.Op) (*puzzle.Review, error) {
	return judged(ctx, q, func(r *puzzle.Referee) (*puzzle.Review, error) { return r.Review(ctx, steps) })
}

// How long par of a dag is looked for without a proved one, and in how much memory.
const (
	parTime   = 60 * time.Second
	parMemory = 256 << 20
)

// lookForPar waits for the end of the search for the best total, which is one for all, and
// begins it where that was not done.
func (q *question) lookForPar(ctx context.Context) (par, error) {
	search, err := q.searching()
	if err != nil {
		return par{}, err
	}
	select {
	case <-search.Done():
	case <-ctx.Done():
		return par{}, ctx.Err()
	}
	snap := search.Snapshot()
	if !snap.HasIncumbent {
		return par{}, nil
	}
	return par{q.spent().Add(snap.Incumbent.Cost), snap.Proven}, nil
}

// spent is what the steps before the start of the puzzle cost.
func (q *question) spent() model.Cost {
	s, err := q.puzzle.Begin()
	if err != nil { // the referee was made of it
		return 0
	}
	return s.Spent()
}

// searching is the search, which is begun once.
func (q *question) searching() (Search, error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if q.search != nil {
		return q.search, nil
	}
	s, err := q.puzzle.Begin()
	if err != nil {
		return nil, err
	}
	q.search, err = q.of.begin(q.ctx, q.puzzle.Name, s, planner.Options{Workers: 1, Time: parTime,
		Memory: parMemory, History: q.puzzle.Start})
	return q.search, err
}
