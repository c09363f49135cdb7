package puzzle

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/job"
)

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
		more   bool // may come
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

// judgement is what is known of the states and moves of an attempt. The referee is asked
// beside the screen.
type judgement struct {
	attempt
	ctx    context.Context
	jobs   *job.Runner
	at     map[job.Name]int // the step at which a job was started
	asked  *question
	known  map[int]*puzzle.Position // by step
	review *puzzle.Review
	judged int // the step that review is about
	par    par
}

// par is what is known of the best total.
type par struct {
	total  model.Cost // 0 for nothing
	proven bool
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
		if err != nil {
			return err
		}
		return what
	})
}

// ask has the state at the cursor judged.
func (j *judgement) ask() tea.Cmd {
	step, steps, asked := j.session.Cursor(), j.steps(), j.asked
	if _, known := j.known[step]; known || j.busy(positionJob) {
		return nil
	}
	return j.start(positionJob, func(ctx context.Context) (tea.Msg, error) {
		pos, err := asked.position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll has the whole attempt judged.
func (j *judgement) askAll() tea.Cmd {
	if j.busy(reviewJob) {
		return nil
	}
	step, steps, asked := j.session.Cursor(), j.steps(), j.asked
	return j.start(reviewJob, func(ctx context.Context) (tea.Msg, error) {
		review, err := asked.review(ctx, steps)
		return reviewedMsg{step, review}, err
	})
}

// askPar looks for the best total where nobody knows it.
func (j *judgement) askPar() tea.Cmd {
	asked := j.asked
	return j.start(parJob, func(ctx context.Context) (tea.Msg, error) { return asked.lookForPar(ctx) })
}
