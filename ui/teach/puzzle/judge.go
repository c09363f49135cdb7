package puzzle

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

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

// start begins a job in the background, in the place of the one of that name.
func (l *Leader) start(name job.Name, work func(ctx context.Context) (tea.Msg, error)) tea.Cmd {
	return l.jobs.Start(name, func(ctx context.Context) tea.Msg {
		what, err := work(ctx)
		if err != nil {
			return err
		}
		return what
	})
}

// ask asks the referee about the state at the cursor. It remembers what it has found out so far.
func (l *Leader) ask() tea.Cmd {
	step, steps, asked := l.attempt.cursor(), l.attempt.steps(), l.asked
	if l.attempt.here() != nil {
		return nil
	}
	return l.start(positionJob, func(ctx context.Context) (tea.Msg, error) {
		pos, err := asked.position(ctx, steps)
		return judgedMsg{step, pos}, err
	})
}

// askAll asks the referee about the whole attempt.
func (l *Leader) askAll() tea.Cmd {
	step, steps, asked := l.attempt.cursor(), l.attempt.steps(), l.asked
	return l.start(reviewJob, func(ctx context.Context) (tea.Msg, error) {
		review, err := asked.review(ctx, steps)
		return reviewedMsg{step, review}, err
	})
}

// askPar looks for the best total where it is not known.
func (l *Leader) askPar() tea.Cmd {
	asked := l.asked
	return l.start(parJob, func(ctx context.Context) (tea.Msg, error) { return asked.lookForPar(ctx) })
}
