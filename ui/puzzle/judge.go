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
		best   []model.Op   // a sequence for it
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

// judgement is what is known of the states and moves of an attempt. The referee is asked
// beside the screen.
type judgement struct {
	attempt
	ctx    context.Context
	jobs   *job.Runner
	at     map[job.Name]int // the step at which a job was started
	judge  *judge
	known  map[int]*puzzle.Position // by step
	review *puzzle.Review
	judged int // the step that review is about
	par    par
}

// par is what is known of the best total.
type par struct {
	total  model.Cost // 0 for nothing
	proven bool
	best   []model.Op // a sequence for it
	busy   bool
}

// busy tells whether a job of that name is at work on the state at the cursor.
func (j *judgement) busy(name job.Name) bool {
	return j.jobs.Busy(name) && j.at[name] == j.session.Cursor()
}

// start begins a job beside the screen, in the place of the one of that name.
func (j *judgement) start(name job.Name, work func(ctx context.Context) (tea.Msg, error)) tea.Cmd {
	j.at[name] = j.session.Cursor()
	return j.jobs.Start(name, func(ctx context.Context) tea.Msg {
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
func (j *judgement) ask() tea.Cmd {
	step, steps, referee := j.session.Cursor(), j.steps(), j.judge
	if _, known := j.known[step]; known || j.busy(positionJob) {
		return nil
	}
	return j.start(positionJob, func(ctx context.Context) (tea.Msg, error) {
		referee.mu.Lock()
		defer referee.mu.Unlock()
		pos, err := referee.referee.Position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll has the whole attempt judged.
func (j *judgement) askAll() tea.Cmd {
	if j.busy(reviewJob) {
		return nil
	}
	step, steps, referee := j.session.Cursor(), j.steps(), j.judge
	return j.start(reviewJob, func(ctx context.Context) (tea.Msg, error) {
		referee.mu.Lock()
		defer referee.mu.Unlock()
		review, err := referee.referee.Review(ctx, steps)
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
func (j *judgement) askPar() tea.Cmd {
	state, history := j.session.State(), j.session.Ops()
	return j.start(parJob, func(ctx context.Context) (tea.Msg, error) {
		run, err := planner.Start(j.ctx, state, planner.Options{Workers: 1, Time: parTime, Memory: 256 << 20, History: history})
		if err != nil {
			return nil, err
		}
		return lookAt(ctx, run)
	})
}

// goOn waits for the next look at a run.
func (j *judgement) goOn(run *planner.Run) tea.Cmd {
	return j.start(parJob, func(ctx context.Context) (tea.Msg, error) { return lookAt(ctx, run) })
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
		out.proven, out.best = snap.Proven, snap.Incumbent.Ops
	}
	return out, nil
}
