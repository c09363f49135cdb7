package puzzle

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/planner/puzzle"
)

// judge is the referee, which several jobs may want to ask.
type judge struct {
	mu      sync.Mutex
	referee *puzzle.Referee
}

// told is a message of the guide's to itself. What carries an old ticket is of a
// puzzle, or of a question, that nobody is interested in any more.
type told struct {
	of     *Guide
	ticket int
	what   any
	err    error
}

// What jobs bring.
type (
	judgedMsg struct { // a state
		step int
		pos  *puzzle.Position
	}
	reviewedMsg struct { // an attempt
		step   int
		review *puzzle.Review
	}
	parMsg struct { // what is known of par so far
		total  model.Cost
		proven bool
		ways   []model.Op
		run    *planner.Run // that is still at work; nil at the end
	}
	nextMsg struct{ puzzle *puzzle.Puzzle }
	keptMsg struct{}
)

// job is what a lane of the guide is at.
type job struct {
	ticket int
	step   int // at which it was started
	cancel context.CancelFunc
}

// busy tells whether a job of that name is at work on the state at the cursor.
func (g *Guide) busy(name string) bool {
	j, ok := g.jobs[name]
	return ok && j.step == g.session.Cursor()
}

// start begins a job beside the screen, in the place of the one of that name.
func (g *Guide) start(name string, work func(ctx context.Context) (any, error)) tea.Cmd {
	g.stop(name)
	ctx, cancel := context.WithCancel(g.ctx)
	g.tickets++
	ticket := g.tickets
	g.jobs[name] = job{ticket, g.session.Cursor(), cancel}
	return func() tea.Msg {
		defer cancel()
		what, err := work(ctx)
		if ctx.Err() != nil {
			abandon(what)
			return nil
		}
		return told{g, ticket, what, err}
	}
}

// abandon ends what goes on although nobody is interested any more.
func abandon(what any) {
	if p, ok := what.(parMsg); ok && p.run != nil {
		p.run.Stop()
	}
}

func (g *Guide) stop(name string) {
	if j, ok := g.jobs[name]; ok {
		j.cancel()
		delete(g.jobs, name)
	}
}

// wanted tells whether a message is still of interest, and forgets its job.
func (g *Guide) wanted(msg told) bool {
	for name, j := range g.jobs {
		if j.ticket == msg.ticket {
			delete(g.jobs, name)
			return true
		}
	}
	return false
}

// ask has the state at the cursor judged.
func (g *Guide) ask() tea.Cmd {
	step, steps, j := g.session.Cursor(), g.attempt(), g.judge
	if _, known := g.known[step]; known || g.busy("position") {
		return nil
	}
	return g.start("position", func(ctx context.Context) (any, error) {
		j.mu.Lock()
		defer j.mu.Unlock()
		pos, err := j.referee.Position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll has the whole attempt judged.
func (g *Guide) askAll() tea.Cmd {
	if g.busy("review") {
		return nil
	}
	step, steps, j := g.session.Cursor(), g.attempt(), g.judge
	return g.start("review", func(ctx context.Context) (any, error) {
		j.mu.Lock()
		defer j.mu.Unlock()
		review, err := j.referee.Review(ctx, steps)
		return reviewedMsg{step, review}, err
	})
}

// How long par of a dag is looked for that nobody proved one of, and how often
// what was found is looked at.
const (
	parTime = 60 * time.Second
	parLook = time.Second
)

// askPar looks for the best total where nobody knows it.
func (g *Guide) askPar() tea.Cmd {
	state, history := g.session.State(), g.session.Ops()
	return g.start("par", func(ctx context.Context) (any, error) {
		run, err := planner.Start(g.ctx, state, planner.Options{Workers: 1, Time: parTime, Memory: 256 << 20, History: history})
		if err != nil {
			return nil, err
		}
		return lookAt(ctx, run)
	})
}

// goOn waits for the next look at a run.
func (g *Guide) goOn(run *planner.Run) tea.Cmd {
	return g.start("par", func(ctx context.Context) (any, error) { return lookAt(ctx, run) })
}

func lookAt(ctx context.Context, run *planner.Run) (any, error) {
	out := parMsg{run: run}
	wait := time.NewTimer(parLook)
	defer wait.Stop()
	select {
	case <-run.Done():
		out.run = nil
	case <-ctx.Done():
		return out, ctx.Err()
	case <-wait.C:
	}
	snap := run.Snapshot()
	if snap.HasIncumbent {
		out.total = run.StartState().Spent().Add(snap.Incumbent.Cost)
		out.proven, out.ways = snap.Proven, snap.Incumbent.Ops
	}
	return out, nil
}
