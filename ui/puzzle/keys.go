package puzzle

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Key takes the puzzle's keys; all others mean what they always mean.
func (g *Guide) Key(s *layer.View, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	key := msg.String()
	if key != "S" {
		g.sure = false
	}
	switch g.mode {
	case verdict:
		return g.verdictKey(key)
	case showing:
		if handled, intents := g.showingKey(key); handled {
			return true, nil, intents
		}
	}
	switch key {
	case "h":
		cmd := g.hint(s.Theme)
		return true, cmd, g.selected()
	case "p":
		return true, g.price(), nil
	case "r":
		return true, nil, g.retry()
	case "S":
		cmd, intents := g.solution()
		return true, cmd, intents
	case "N":
		if g.Next != nil {
			return true, g.goToNext(), nil
		}
	case "esc":
		if g.saying != "" {
			g.saying = ""
			return true, nil, nil
		}
	}
	return false, nil, nil
}

// verdictKey is for the page.
func (g *Guide) verdictKey(key string) (bool, tea.Cmd, []intent.Intent) {
	switch key {
	case "up", "k":
		g.top = max(0, g.top-1)
	case "down", "j":
		g.top = min(g.most, g.top+1)
	case "pgup":
		if g.Within && g.top == 0 {
			return false, nil, nil
		}
		g.top = max(0, g.top-10)
	case "pgdown":
		if g.Within && g.top == g.most {
			return false, nil, nil
		}
		g.top = min(g.most, g.top+10)
	case "esc", "p", "left":
		g.mode = playing
	case "u", "z":
		g.mode = playing
		return true, nil, []intent.Intent{intent.Undo{}}
	case "r":
		return true, nil, g.retry()
	case "S":
		g.mode = playing
		cmd, intents := g.solution()
		return true, cmd, intents
	case "n", "N":
		if g.Next != nil {
			return true, g.goToNext(), nil
		}
	case "enter", " ":
		if g.Within && g.over() {
			return false, nil, nil // the lesson goes on
		}
		if !g.over() { // else whoever pressed it once too often would not see the verdict
			g.mode = playing
		}
	case "q", "ctrl+c", "?", ":", "ctrl+l", "M":
		return false, nil, nil
	default:
		if g.Within {
			return false, nil, nil
		}
	}
	return true, nil, nil
}

// hint goes one rung up the ladder.
func (g *Guide) hint(t *style.Theme) tea.Cmd {
	if g.session.State().Done() {
		g.saying = "The sequence is complete: p reviews your moves, r starts again."
		return nil
	}
	if g.waiting {
		return nil
	}
	g.result.Asked++
	if rung := g.rungs[g.session.Cursor()]; rung < len(g.authors()) || g.known[g.session.Cursor()] != nil {
		g.nextRung()
		return g.keep()
	}
	g.waiting = true
	g.saying = "Computing the losses of the moves" + t.Signs.Cut
	return tea.Batch(g.ask(), g.keep())
}

// selected has the move that was named selected, so that Enter makes it.
func (g *Guide) selected() []intent.Intent {
	step := g.session.Cursor()
	pos := g.known[step]
	if pos == nil || g.mode != showing && g.named != step {
		return nil
	}
	hint, ok := pos.Hint()
	if !ok || len(hint.Move.Ops) != 1 {
		return nil
	}
	return []intent.Intent{intent.Select{Target: intent.AtOp(hint.Move.Ops[0])}}
}

// authors are the author's hints, which belong to the start of the puzzle: on the
// way each is said once, and none where something was lost and they may be wrong.
func (g *Guide) authors() []string {
	if pos := g.known[g.session.Cursor()]; g.moves() > 0 && (pos == nil || g.par.total == 0 || pos.Most > g.par.total) {
		return nil
	}
	shown := 0
	for step, n := range g.rungs {
		if step != g.session.Cursor() {
			shown = max(shown, min(n, len(g.puzzle.Hints)))
		}
	}
	return g.puzzle.Hints[shown:]
}

// nextRung says the next rung for the state at the cursor.
func (g *Guide) nextRung() {
	step := g.session.Cursor()
	own := g.authors()
	rung := g.rungs[step]
	if rung < len(own) {
		g.rungs[step] = rung + 1
		g.saying = own[rung]
		return
	}
	pos := g.known[step]
	if pos == nil {
		return
	}
	hint, ok := pos.Hint()
	if !ok {
		g.saying = g.noHint(pos)
		return
	}
	at := puzzle.Rung(min(rung-len(own), int(puzzle.Rungs)-1))
	g.rungs[step] = min(rung+1, len(own)+int(puzzle.Rungs))
	g.saying = hint.Text(at)
	if at == puzzle.HowMany && g.beyond(pos) {
		g.saying = "The goal can no longer be reached from here: p reviews your moves, u goes back. " + g.saying
	}
	if at == puzzle.TheMove {
		g.result.Told, g.named = true, step
	}
}

// beyond tells that too much was lost for the goal.
func (g *Guide) beyond(pos *puzzle.Position) bool {
	switch g.puzzle.Goal.Kind {
	case puzzle.Total:
		return pos.Least > g.puzzle.Goal.Total
	case puzzle.Optimum:
		return g.par.total > 0 && pos.Least > g.par.total
	}
	return pos.Lost
}

func (g *Guide) noHint(pos *puzzle.Position) string {
	switch {
	case pos.Lost:
		return "The goal can no longer be reached from here: u goes back, r starts again."
	case len(pos.Moves) == 0:
		return "No move is left: u goes back, r starts again."
	}
	return "The losses of these moves are not known: this state is too large to solve in a few seconds."
}

// price shows what the moves so far lost.
func (g *Guide) price() tea.Cmd {
	if g.moves() == 0 {
		g.saying = "You have not made a move yet."
		return nil
	}
	g.mode, g.top = verdict, 0
	if g.outcome == puzzle.Open {
		g.result.Asked++
	}
	if g.review != nil && g.judged == g.session.Cursor() {
		return nil
	}
	g.review = nil
	return g.askAll()
}

// moves is how many the attempt has.
func (g *Guide) moves() int { return len(g.path()) }

// retry goes back to where the puzzle begins. The steps stay as a branch.
func (g *Guide) retry() []intent.Intent {
	begun := g.moves() > 0
	known := g.known
	if g.result.Solved {
		g.result.Asked, g.result.Told = 0, false
	}
	g.fresh()
	g.known = known
	if !begun {
		g.saying = "This is the start of the puzzle."
		return nil
	}
	return []intent.Intent{intent.JumpTo{Depth: g.first}}
}

// goToNext asks for the puzzle that follows.
func (g *Guide) goToNext() tea.Cmd {
	g.saying = "Making the next puzzle."
	next, after := g.Next, g.puzzle
	return g.start("next", func(ctx context.Context) (any, error) {
		p, err := next(ctx, after)
		return nextMsg{p}, err
	})
}

// solution asks once, and then shows the moves one by one.
func (g *Guide) solution() (tea.Cmd, []intent.Intent) {
	if !g.sure {
		g.sure = true
		g.saying = "Press S again to give up and see the solution, move by move with reasons. Any other key continues."
		return nil, nil
	}
	g.fresh()
	g.result.Shown, g.mode = true, showing
	if g.moves() == 0 {
		return tea.Batch(g.keep(), g.tellMove()), g.selected()
	}
	return g.keep(), []intent.Intent{intent.JumpTo{Depth: g.first}}
}

// tellMove says which move comes next in the solution, and why.
func (g *Guide) tellMove() tea.Cmd {
	state := g.session.State()
	if g.puzzle.Verdict(state, g.par.total) == puzzle.Solved || state.Done() {
		g.saying = "That was the solution, total " + style.Number(state.Spent()) + ". r: try it yourself."
		return nil
	}
	pos := g.known[g.session.Cursor()]
	if pos == nil {
		g.saying = "Computing the next move."
		return g.ask()
	}
	if hint, ok := pos.Hint(); ok {
		g.saying = hint.Text(puzzle.TheMove)
		return nil
	}
	g.saying = g.noHint(pos)
	return nil
}

// showingKey goes through the solution.
func (g *Guide) showingKey(key string) (bool, []intent.Intent) {
	switch key {
	case " ", "enter", "right", "down", "pgdown", ".":
		pos := g.known[g.session.Cursor()]
		if pos == nil {
			return true, nil
		}
		hint, ok := pos.Hint()
		if !ok || g.session.State().Done() {
			return true, nil
		}
		title := ""
		if len(hint.Move.Ops) > 1 {
			title = hint.Move.Title
		}
		return true, []intent.Intent{intent.Carry{Ops: hint.Move.Ops, Title: title}}
	case "u", "left", "up", "pgup":
		if g.moves() == 0 {
			return true, nil
		}
		return true, []intent.Intent{intent.Undo{}}
	case "r", "esc":
		return true, g.retry()
	}
	return false, nil
}
