package puzzle

import (
	"context"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/planner/puzzle"
	"facet/ui/job"
)

// judge is the referee, which several jobs may want to ask.
type judge struct {
	mu      sync.Mutex
	referee *puzzle.Referee
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

// The leader's jobs.
const (
	positionJob job.Name = "the judgement of the position"
	reviewJob   job.Name = "the review of the moves"
	parJob      job.Name = "the search for par"
	keepJob     job.Name = "the result"
	nextJob     job.Name = "the next puzzle"
)

// Drop ends a run although nobody is interested any more.
func (p parMsg) Drop() {
	if p.run != nil {
		p.run.Stop()
	}
}

// busy tells whether a job of that name is at work on the state at the cursor.
func (g *Leader) busy(name job.Name) bool {
	return g.jobs.Busy(name) && g.at[name] == g.session.Cursor()
}

// start begins a job beside the screen, in the place of the one of that name.
func (g *Leader) start(name job.Name, work func(ctx context.Context) (tea.Msg, error)) tea.Cmd {
	g.at[name] = g.session.Cursor()
	return g.jobs.Start(name, func(ctx context.Context) tea.Msg {
		what, err := work(ctx)
		if d, ok := what.(job.Dropped); ok && ctx.Err() != nil {
			d.Drop()
		}
		if err != nil {
			return err
		}
		return what
	})
}

// ask has the state at the cursor judged.
func (g *Leader) ask() tea.Cmd {
	step, steps, j := g.session.Cursor(), g.attempt(), g.judge
	if _, known := g.known[step]; known || g.busy(positionJob) {
		return nil
	}
	return g.start(positionJob, func(ctx context.Context) (tea.Msg, error) {
		j.mu.Lock()
		defer j.mu.Unlock()
		pos, err := j.referee.Position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll has the whole attempt judged.
func (g *Leader) askAll() tea.Cmd {
	if g.busy(reviewJob) {
		return nil
	}
	step, steps, j := g.session.Cursor(), g.attempt(), g.judge
	return g.start(reviewJob, func(ctx context.Context) (tea.Msg, error) {
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
func (g *Leader) askPar() tea.Cmd {
	state, history := g.session.State(), g.session.Ops()
	return g.start(parJob, func(ctx context.Context) (tea.Msg, error) {
		run, err := planner.Start(g.ctx, state, planner.Options{Workers: 1, Time: parTime, Memory: 256 << 20, History: history})
		if err != nil {
			return nil, err
		}
		return lookAt(ctx, run)
	})
}

// goOn waits for the next look at a run.
func (g *Leader) goOn(run *planner.Run) tea.Cmd {
	return g.start(parJob, func(ctx context.Context) (tea.Msg, error) { return lookAt(ctx, run) })
}

func lookAt(ctx context.Context, run *planner.Run) (tea.Msg, error) {
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
