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
	turns chan struct{} // what a referee waits for before it works; nil where it need not wait

	mutex sync.Mutex
	open  map[string]*question
}

// NewReferees makes referees. begin starts the search for a best total that is not known;
// turns has a place for each referee that may be at work.
func NewReferees(begin func(ctx context.Context, name string, s *model.State, o planner.Options) (Search,
	error), turns chan struct{}) *Referees {
	return &Referees{begin: begin, turns: turns, open: make(map[string]*question)}
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
	}, nil)
}

// What is remembered of one question.
const (
	mostJudged   = 500  // states and attempts
	mostAsked    = 5000 // of the referee, before it begins anew
	mostVerdicts = 200  // moves of a state that is remembered
)

// question is a puzzle with its referee, for all who have it open.
type question struct {
	of     *Referees
	key    string
	puzzle *puzzle.Puzzle
	users  int             // behind the mutex of all
	ctx    context.Context // ends with the last user
	cancel context.CancelFunc

	lock    chan struct{}   // held by the goroutine that asks the referee
	referee *puzzle.Referee // nil before the first
	asked   int

	mutex  sync.Mutex     // over what follows
	judged map[string]any // positions and reviews
	search Search
}

// enter opens a question; leave has to be called once.
func (r *Referees) enter(p *puzzle.Puzzle) *question {
	key := keyOf(p)
	r.mutex.Lock()
	defer r.mutex.Unlock()
	q := r.open[key]
	if q == nil {
		q = &question{of: r, key: key, puzzle: p, lock: make(chan struct{}, 1),
			judged: make(map[string]any)}
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

// work waits for the referee, and for a turn.
func (q *question) work(ctx context.Context) (done func(), err error) {
	select {
	case q.lock <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	over, ok := job.Turn(ctx, q.of.turns)
	if !ok {
		<-q.lock
		return nil, ctx.Err()
	}
	return func() { over(); <-q.lock }, nil
}

// judged gives what is known for some moves, or has it worked out; what has more parts than are
// remembered is worked out each time.
func judged[T any](ctx context.Context, q *question, what string, steps [][]model.Op,
	ask func(*puzzle.Referee) (*T, error), parts func(*T) int) (*T, error) {
	key := what + fmt.Sprint(steps)
	known := func() *T {
		q.mutex.Lock()
		defer q.mutex.Unlock()
		found, _ := q.judged[key].(*T)
		return found
	}
	if found := known(); found != nil {
		return found, nil
	}
	done, err := q.work(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	if found := known(); found != nil { // another goroutine was before
		return found, nil
	}
	if q.referee == nil || q.asked >= mostAsked { // what it has found out for so many takes room
		if q.referee, err = puzzle.NewReferee(q.puzzle, layer.Names{}); err != nil {
			return nil, err
		}
		q.asked = 0
	}
	q.asked++
	found, err := ask(q.referee)
	if err != nil || parts(found) > mostVerdicts {
		return found, err
	}
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if len(q.judged) >= mostJudged {
		clear(q.judged)
	}
	q.judged[key] = found
	return found, nil
}

// position judges the moves after some steps.
func (q *question) position(ctx context.Context, steps [][]model.Op) (*puzzle.Position, error) {
	return judged(ctx, q, "position", steps, func(r *puzzle.Referee) (*puzzle.Position, error) {
		return r.Position(ctx, steps)
	}, func(p *puzzle.Position) int { return len(p.Moves) })
}

// review judges the steps.
func (q *question) review(ctx context.Context, steps [][]model.Op) (*puzzle.Review, error) {
	return judged(ctx, q, "review", steps, func(r *puzzle.Referee) (*puzzle.Review, error) {
		return r.Review(ctx, steps)
	}, func(r *puzzle.Review) int { return len(r.Steps) })
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
