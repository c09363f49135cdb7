package puzzle

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// group is the heading of the puzzle's keys in the help.
const group = "Here"

// Bindings are the puzzle's keys, those of the verdict or of the solution where these
// are shown; all others mean what they always mean.
func (g *Leader) Bindings(v *layer.View) []layer.Command {
	hint := layer.On(func() (tea.Cmd, []intent.Intent) {
		cmd := g.hint(v.Theme)
		return cmd, g.selected()
	}, "h").Help(group, "puzzle: a hint; again for the next one")
	price := layer.Start(g.price, "p").Help(group, "puzzle: review my moves so far")
	retry := layer.Do(g.retry, "r").Help(group, "puzzle: start again; the moves stay as a branch")
	solution := layer.On(func() (tea.Cmd, []intent.Intent) { return g.solution(v) }, "S").Help(group, "puzzle: give up and see the solution")
	next := layer.Start(g.goToNext, "N").When(g.Next != nil)
	if g.Next != nil {
		text := "puzzle: the next one; this one is saved"
		if k, ok := g.Keeper.(keeps); g.Keeper == nil || ok && !k.Keeps() {
			text = "puzzle: the next one"
		}
		next = next.Help(group, text)
	}
	help, end := layer.Mention("help", "help"), layer.Command{Name: "end"}.As(":end").Help(group, "back to your own session")
	switch g.mode {
	case verdict:
		return append(g.ofVerdict(retry, solution, next), hint.When(false), price.When(false), help, end)
	case showing:
		return append(g.ofSolution(), hint, price, retry, solution, next, help, end)
	}
	return []layer.Command{
		layer.Mention("do", "do it"), layer.Mention("undo", "undo"), hint.Foot("hint"), price.Foot("price"), retry.Foot("retry"), solution.Foot("solution"),
		next.Foot("next"), layer.Do(func() []intent.Intent { g.saying = ""; return nil }, "esc").When(g.saying != ""), help, end,
	}
}

// Covers tells that the verdict takes the screen; within a lesson that goes on.
func (g *Leader) Covers() bool { return g.mode == verdict && !g.Within }

// ofVerdict are the keys of the page.
func (g *Leader) ofVerdict(retry, solution, next layer.Command) []layer.Command {
	over := g.outcome != puzzle.Open
	back, again, board := "one move back", "start again", "go on"
	if over {
		again, board = "try again", "look at the board"
	}
	play := func(then ...intent.Intent) func() []intent.Intent {
		return func() []intent.Intent { g.mode = playing; return then }
	}
	scroll := func(by int) func() []intent.Intent {
		return func() []intent.Intent { g.page.top = max(0, min(g.page.most, g.page.top+by)); return nil }
	}
	next.Keys.SetKeys("n", "N")
	next = next.As("n")
	undo, leave := layer.Do(play(intent.Undo{}), "u", "z").Foot(back), layer.Do(play(), "esc", "p", "left").Foot(board)
	retry, solution = retry.Foot(again), solution.Foot("solution")
	all := []layer.Command{leave, undo, retry, solution}
	if over {
		all = []layer.Command{next.Foot("next puzzle"), retry, undo, solution, leave}
	}
	return append(all, next,
		layer.Do(scroll(-1), "up", "k"), layer.Do(scroll(1), "down", "j"),
		layer.Do(scroll(-10), "pgup").When(!g.Within || g.page.top > 0), layer.Do(scroll(10), "pgdown").When(!g.Within || g.page.top < g.page.most),
		// Whoever presses it once too often still sees the verdict; within a lesson it goes on.
		layer.Do(func() []intent.Intent {
			if !g.over() {
				g.mode = playing
			}
			return nil
		}, "enter", " ").When(!g.Within || !g.over()))
}

// ofSolution are the keys that go through the solution.
func (g *Leader) ofSolution() []layer.Command {
	return []layer.Command{
		layer.Do(g.nextMove, " ", "enter", "right", "down", "pgdown", ".").Foot("next move"),
		layer.Do(func() []intent.Intent {
			if g.moves() == 0 {
				return nil
			}
			return []intent.Intent{intent.Undo{}}
		}, "u", "left", "up", "pgup").Foot("back"),
		layer.Do(g.retry, "esc").Foot("try it yourself"),
	}
}

// hint goes one rung up the ladder.
func (g *Leader) hint(t *style.Theme) tea.Cmd {
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
func (g *Leader) selected() []intent.Intent {
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
func (g *Leader) authors() []string {
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
func (g *Leader) nextRung() {
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
func (g *Leader) beyond(pos *puzzle.Position) bool {
	switch g.puzzle.Goal.Kind {
	case puzzle.Total:
		return pos.Least > g.puzzle.Goal.Total
	case puzzle.Optimum:
		return g.par.total > 0 && pos.Least > g.par.total
	}
	return pos.Lost
}

func (g *Leader) noHint(pos *puzzle.Position) string {
	switch {
	case pos.Lost:
		return "The goal can no longer be reached from here: u goes back, r starts again."
	case len(pos.Moves) == 0:
		return "No move is left: u goes back, r starts again."
	}
	return "The losses of these moves are not known: this state is too large to solve in a few seconds."
}

// price shows what the moves so far lost.
func (g *Leader) price() tea.Cmd {
	if g.moves() == 0 {
		g.saying = "You have not made a move yet."
		return nil
	}
	g.mode, g.page.top = verdict, 0
	if g.outcome == puzzle.Open {
		g.result.Asked++
	}
	if g.review != nil && g.judged == g.session.Cursor() {
		return nil
	}
	g.review = nil
	return g.askAll()
}

// retry goes back to where the puzzle begins. The steps stay as a branch.
func (g *Leader) retry() []intent.Intent {
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
func (g *Leader) goToNext() tea.Cmd {
	g.saying = "Making the next puzzle."
	next, after := g.Next, g.puzzle
	return g.start(nextJob, func(ctx context.Context) (tea.Msg, error) {
		p, err := next(ctx, after)
		return nextMsg{p}, err
	})
}

// solution asks once, and then shows the moves one by one.
func (g *Leader) solution(v *layer.View) (tea.Cmd, []intent.Intent) {
	if g.mode == verdict {
		g.mode = playing
	}
	if g.sure != v.Pressed {
		g.sure = v.Pressed + 1
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
func (g *Leader) tellMove() tea.Cmd {
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

// nextMove makes the next move of the solution.
func (g *Leader) nextMove() []intent.Intent {
	pos := g.known[g.session.Cursor()]
	if pos == nil {
		return nil
	}
	hint, ok := pos.Hint()
	if !ok || g.session.State().Done() {
		return nil
	}
	title := ""
	if len(hint.Move.Ops) > 1 {
		title = hint.Move.Title
	}
	return []intent.Intent{intent.Carry{Ops: hint.Move.Ops, Title: title}}
}
