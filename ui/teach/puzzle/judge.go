package puzzle

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/job"
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
	nextMsg struct{ puzzle *puzzle.Puzzle }
	keptMsg struct{ err error } // why the result could not be kept
)

// The leader's jobs.
const (
	positionJob job.Name = "the judgement of the position"
	reviewJob   job.Name = "the review of the moves"
	parJob      job.Name = "the search for par"
	nextJob     job.Name = "the next puzzle"
)

// judgement is what is known of the states and moves of an attempt. The referee is asked
// in the background.
type judgement struct {
	attempt *attempt
	jobs    *job.Runner
	asked   *question
	known   *puzzle.Position // of the step that was judged last; nil for none
	at      int              // that step
	review  *puzzle.Review
	judged  int // the step that review is about, or was asked for last; 0 for none
	par     par
}

// par is what is known of the best total.
type par struct {
	total  model.Cost // 0 as long as none is known
	proven bool
}

// here is what is known of the state at the cursor; nil as long as it was not judged.
func (j *judgement) here() *puzzle.Position {
	if j.at != j.attempt.cursor() {
		return nil
	}
	return j.known
}

// start begins a job in the background, in the place of the one of that name.
func (j *judgement) start(name job.Name, work func(ctx context.Context) (tea.Msg, error)) tea.Cmd {
	return j.jobs.Start(name, func(ctx context.Context) tea.Msg {
		what, err := work(ctx)
		if err != nil {
			return err
		}
		return what
	})
}

// ask asks the referee about the state at the cursor. It remembers what it has found out so far.
func (j *judgement) ask() tea.Cmd {
	step, steps, asked := j.attempt.cursor(), j.attempt.steps(), j.asked
	if j.here() != nil {
		return nil
	}
	return j.start(positionJob, func(ctx context.Context) (tea.Msg, error) {
		pos, err := asked.position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll asks the referee about the whole attempt.
func (j *judgement) askAll() tea.Cmd {
	step, steps, asked := j.attempt.cursor(), j.attempt.steps(), j.asked
	return j.start(reviewJob, func(ctx context.Context) (tea.Msg, error) {
		review, err := asked.review(ctx, steps)
		return reviewedMsg{step, review}, err
	})
}

// askPar looks for the best total where it is not known.
func (j *judgement) askPar() tea.Cmd {
	asked := j.asked
	return j.start(parJob, func(ctx context.Context) (tea.Msg, error) { return asked.lookForPar(ctx) })
}

// beyond reports whether too much was lost for the goal.
func (j *judgement) beyond(pos *puzzle.Position) bool {
	switch j.attempt.puzzle.Goal.Kind {
	case lesson.GoalTotal:
		return pos.Least > j.attempt.puzzle.Goal.Total
	case lesson.GoalOptimum:
		return j.par.total > 0 && pos.Least > j.par.total
	}
	return pos.Lost()
}
