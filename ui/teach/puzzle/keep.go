package puzzle

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
)

// play is an attempt as it is played: what became of it, now and before, and what is kept
// of that.
type play struct {
	attempt  *attempt
	judge    *judgement
	again    bool // it is of a mistake, of which no result is kept
	result   store.Puzzle
	kept     string // what was kept last, as text
	saver    store.Newest[kept]
	outcome  puzzle.Outcome
	finished bool // this attempt has been counted
	mode     mode
}

// kept is what came of a puzzle on a dag.
type kept struct {
	dag    *model.Dag
	result store.Puzzle
}

// mode is what the keys are about.
type mode uint8

const (
	playing mode = iota
	verdict      // the page
	showing      // the solution
)

// over reports whether there is nothing left to be found out.
func (p *play) over() bool { return p.outcome != puzzle.Open || p.mode == showing }

// record notes the attempt as it stands.
func (p *play) record() {
	p.result.Attempt = nil
	if p.outcome != puzzle.Open || p.mode == showing {
		return // it is over, or the steps are not the student's
	}
	for _, id := range p.attempt.path() {
		step, _ := p.attempt.session.Step(id)
		p.result.Attempt = append(p.result.Attempt, strings.Join(step.Lines, "; "))
	}
}

// worthKeeping reports whether anything came of it yet.
func worthKeeping(r store.Puzzle) bool {
	return len(r.Attempt) > 0 || r.Tries > 0 || r.Asked > 0 || r.Shown || r.Solved
}

// keep hands over what came of the puzzle so far, in the background.
func (p *play) keep() tea.Cmd {
	p.record()
	text := fmt.Sprint(p.result)
	if p.again || text == p.kept || !worthKeeping(p.result) {
		return nil
	}
	p.kept = text
	p.saver.Set(kept{p.attempt.puzzle.Dag, p.result})
	return func() tea.Msg {
		if err := p.saver.Flush(); err != nil {
			return keptMsg{err}
		}
		return nil
	}
}

// resume goes on with the attempt that was kept, as far as it can be carried out, and
// reports whether there was any.
func (p *play) resume() (resumed bool) {
	for _, line := range p.result.Attempt {
		ops, err := model.ParseStep(p.attempt.state(), line)
		if err != nil || len(ops) == 0 {
			return resumed
		}
		if p.attempt.puzzle.Allows(p.attempt.state(), ops) != nil || p.attempt.state().Done() {
			return resumed
		}
		title := ""
		if len(ops) > 1 {
			title = puzzle.StepName(p.attempt.state(), ops, layer.Names{})
		}
		if _, err := p.attempt.session.Do(title, ops...); err != nil {
			return resumed
		}
		resumed = true
	}
	return resumed
}

// finish counts an attempt that has come to its end, once.
func (p *play) finish() tea.Cmd {
	if p.undecided() {
		return nil
	}
	total := p.attempt.state().Spent()
	if p.finished && p.result.Best > 0 && p.result.Best <= total {
		return nil
	}
	if !p.finished {
		p.result.Tries++
	}
	p.finished = true
	if p.attempt.state().Done() && (p.result.Best == 0 || total < p.result.Best) {
		p.result.Best = total
	}
	if p.outcome == puzzle.Solved {
		stars := p.stars()
		if !p.result.Solved || stars > p.result.Stars {
			p.result.Hints, p.result.Stars = p.result.Asked, stars
		}
		p.result.Solved = true
	}
	return p.keep()
}

// anew begins an attempt: once the puzzle is solved, the hints of before count no longer.
func (p *play) anew() {
	if p.result.Solved {
		p.result.Asked, p.result.Told = 0, false
	}
}

// undecided reports whether the sequence is complete and it is not known yet whether it
// is the best.
func (p *play) undecided() bool {
	return p.outcome == puzzle.Missed && p.attempt.puzzle.Goal.Kind == lesson.GoalOptimum &&
		p.judge.par.total == 0
}

// stars are three without a hint, two with hints that left the move to the
// student, one otherwise.
func (p *play) stars() int {
	switch {
	case p.result.Told || p.result.Shown:
		return 1
	case p.result.Asked > 0:
		return 2
	}
	return 3
}
