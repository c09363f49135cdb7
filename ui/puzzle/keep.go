package puzzle

import (
	"context"
	"fmt"
	"strings"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/files/store"
)

// play is an attempt as it is played: what became of it, now and before, and what is kept
// of that.
type play struct {
	judgement
	keeper   Keeper // nil keeps nothing
	result   store.Puzzle
	kept     string // what was handed to the keeper, as text
	writing  sync.Mutex
	outcome  puzzle.Outcome
	finished bool // this attempt has been counted
	mode     mode
}

// mode is what the keys are about.
type mode uint8

const (
	playing mode = iota
	verdict      // the page
	showing      // the solution
)

// over tells that there is nothing left to be found out.
func (p *play) over() bool { return p.outcome != puzzle.Open || p.mode == showing }

// record notes the attempt as it stands.
func (p *play) record() {
	p.result.Attempt = nil
	if p.outcome != puzzle.Open || p.mode == showing {
		return // it is over, or the steps are none of the student's
	}
	for _, id := range p.path() {
		step, _ := p.session.Step(id)
		p.result.Attempt = append(p.result.Attempt, strings.Join(step.Lines, "; "))
	}
}

// worthKeeping tells whether anything came of it yet.
func worthKeeping(r store.Puzzle) bool {
	return len(r.Attempt) > 0 || r.Tries > 0 || r.Asked > 0 || r.Shown || r.Solved
}

// keep hands over what came of the puzzle so far, beside the screen. The writer
// that is overtaken writes nothing.
func (p *play) keep() tea.Cmd {
	p.record()
	r, dag, keeper := p.result, p.puzzle.Dag, p.keeper
	text := fmt.Sprint(r)
	if keeper == nil || text == p.kept || !worthKeeping(r) {
		return nil
	}
	p.kept = text
	return p.start(keepJob, func(ctx context.Context) (tea.Msg, error) {
		p.writing.Lock()
		defer p.writing.Unlock()
		if ctx.Err() != nil {
			return nil, nil
		}
		return keptMsg{}, keeper.KeepPuzzle(dag, r)
	})
}

// keepNow is keep at the end, when nobody is left to be told.
func (p *play) keepNow() {
	p.writing.Lock()
	defer p.writing.Unlock()
	p.record()
	if p.keeper != nil && worthKeeping(p.result) {
		_ = p.keeper.KeepPuzzle(p.puzzle.Dag, p.result)
	}
}

// resume goes on with the attempt that was kept, as far as it can be carried out, and
// tells whether there was any.
func (p *play) resume() (resumed bool) {
	for _, line := range p.result.Attempt {
		var ops []model.Op
		s := p.session.State()
		for part := range strings.SplitSeq(line, ";") {
			o, ok, err := model.ParseOp(s, part)
			if err != nil || !ok {
				return resumed
			}
			if s, _, err = s.Apply(o); err != nil {
				return resumed
			}
			ops = append(ops, o)
		}
		if p.puzzle.Allows(p.session.State(), ops) != nil || s.Done() {
			return resumed
		}
		title := ""
		if len(ops) > 1 {
			title = puzzle.StepName(p.session.State(), ops)
		}
		if _, err := p.session.Do(title, ops...); err != nil {
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
	total := p.session.State().Spent()
	if p.finished && p.result.Best > 0 && p.result.Best <= total {
		return nil
	}
	if !p.finished {
		p.result.Tries++
	}
	p.finished = true
	if p.session.State().Done() && (p.result.Best == 0 || total < p.result.Best) {
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

// undecided tells that the sequence is complete and nobody knows yet whether it
// is the best.
func (p *play) undecided() bool {
	return p.outcome == puzzle.Missed && p.puzzle.Goal.Kind == puzzle.Optimum && p.par.total == 0
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
