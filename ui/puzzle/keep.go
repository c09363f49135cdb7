package puzzle

import (
	"context"
	"fmt"
	"io"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner/puzzle"
	"facet/ui/files/store"
	"facet/ui/style"
)

// record notes the attempt as it stands.
func (g *Leader) record() {
	g.result.Attempt = nil
	if g.outcome != puzzle.Open || g.mode == showing {
		return // it is over, or the steps are none of the student's
	}
	for _, id := range g.path() {
		step, _ := g.session.Step(id)
		g.result.Attempt = append(g.result.Attempt, strings.Join(step.Lines, "; "))
	}
}

// worthKeeping tells whether anything came of it yet.
func worthKeeping(r store.Puzzle) bool {
	return len(r.Attempt) > 0 || r.Tries > 0 || r.Asked > 0 || r.Shown || r.Solved
}

// keep hands over what came of the puzzle so far, beside the screen. The writer
// that is overtaken writes nothing.
func (g *Leader) keep() tea.Cmd {
	g.record()
	r, dag, keeper := g.result, g.puzzle.Dag, g.Keeper
	text := fmt.Sprint(r)
	if keeper == nil || text == g.kept || !worthKeeping(r) {
		return nil
	}
	g.kept = text
	return g.start(keepJob, func(ctx context.Context) (tea.Msg, error) {
		g.writing.Lock()
		defer g.writing.Unlock()
		if ctx.Err() != nil {
			return nil, nil
		}
		return keptMsg{}, keeper.KeepPuzzle(dag, r)
	})
}

// keepNow is keep at the end, when nobody is left to be told.
func (g *Leader) keepNow() {
	g.writing.Lock()
	defer g.writing.Unlock()
	g.record()
	if g.Keeper != nil && worthKeeping(g.result) {
		_ = g.Keeper.KeepPuzzle(g.puzzle.Dag, g.result)
	}
}

// Farewell says on the shell what is kept.
func (g *Leader) Farewell(w io.Writer) {
	name := style.Printable(g.puzzle.Name)
	if s := g.puzzle.Series; s.Level > 0 {
		name = fmt.Sprintf("--level %d --seed %d --number %d", s.Level, s.Seed, s.Number)
	}
	switch {
	case g.Keeper == nil:
	case g.result.Solved && len(g.result.Attempt) == 0:
		fmt.Fprintf(w, "Solved, total %s: facet puzzle opens the next one, --results lists all.\n", style.Number(g.result.Best))
	case len(g.result.Attempt) > 0:
		fmt.Fprintf(w, "Saved after %s: facet puzzle %s continues it.\n", style.Plural(len(g.result.Attempt), "move", "moves"), name)
	}
}

// resume goes on with the attempt that was kept, as far as it can be carried out.
func (g *Leader) resume() {
	for _, line := range g.result.Attempt {
		var ops []model.Op
		s := g.session.State()
		for part := range strings.SplitSeq(line, ";") {
			o, ok, err := model.ParseOp(s, part)
			if err != nil || !ok {
				return
			}
			if s, _, err = s.Apply(o); err != nil {
				return
			}
			ops = append(ops, o)
		}
		if g.puzzle.Allows(g.session.State(), ops) != nil || s.Done() {
			return
		}
		title := ""
		if len(ops) > 1 {
			title = puzzle.StepName(g.session.State(), ops)
		}
		if _, err := g.session.Do(title, ops...); err != nil {
			return
		}
		g.saying = "You stopped here the last time: r starts again."
	}
}

// finish counts an attempt that has come to its end, once.
func (g *Leader) finish() tea.Cmd {
	if g.undecided() {
		return nil
	}
	total := g.session.State().Spent()
	if g.finished && g.result.Best > 0 && g.result.Best <= total {
		return nil
	}
	if !g.finished {
		g.result.Tries++
	}
	g.finished = true
	if g.session.State().Done() && (g.result.Best == 0 || total < g.result.Best) {
		g.result.Best = total
	}
	if g.outcome == puzzle.Solved {
		stars := g.stars()
		if !g.result.Solved || stars > g.result.Stars {
			g.result.Hints, g.result.Stars = g.result.Asked, stars
		}
		g.result.Solved = true
	}
	return g.keep()
}

// undecided tells that the sequence is complete and nobody knows yet whether it
// is the best.
func (g *Leader) undecided() bool {
	return g.outcome == puzzle.Missed && g.puzzle.Goal.Kind == puzzle.Optimum && g.par.total == 0
}

// stars are three without a hint, two with hints that left the move to the
// student, one otherwise.
func (g *Leader) stars() int {
	switch {
	case g.result.Told || g.result.Shown:
		return 1
	case g.result.Asked > 0:
		return 2
	}
	return 3
}
