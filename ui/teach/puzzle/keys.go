package puzzle

import (
	"context"
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// group is the heading of the puzzle's keys in the help.
const group = "Here"

// Table are the keys of a puzzle, and of its verdict.
func Table() *layer.Table {
	return &layer.Table{Layer: "puzzle", Group: group, Rows: []layer.Row{
		{"hint", "h", "puzzle: a hint; again for the next one"},
		{"review", "p", "puzzle: review my moves so far; before the end it counts as a hint"},
		{"retry", "r", "puzzle: start again; the moves stay as a branch"},
		{"solution", "S", "puzzle: give up and see the solution"},
		{"next", "N", "puzzle: the next one"},
	}}
}

// Bindings are the puzzle's keys, those of the verdict or of the solution where these
// are shown; all others mean what they always mean.
func (l *Leader) Bindings(v *layer.View) []layer.Command {
	keys := Table()
	hint := keys.On("hint", func() (tea.Cmd, []intent.Intent) {
		if l.attempt.try.mode == verdict {
			l.attempt.try.mode = playing
		}
		cmd := l.hint(v.Theme)
		return cmd, l.selected()
	})
	review, retry := keys.Start("review", func() tea.Cmd { return l.review(v) }), keys.Do("retry", l.retry)
	solution := keys.On("solution", func() (tea.Cmd, []intent.Intent) { return l.solution(v) })
	next := keys.Start("next", l.goToNext).When(!l.options.Within)
	if l.options.Within {
		next = next.Help("", "")
	} else if l.saved() {
		next = next.Help(group, next.Does+"; this one is saved")
	}
	help, end := layer.Mention("help", "help"), layer.Command{Name: "end"}.As(":end").
		Help(group, "back to your own session")
	switch l.attempt.try.mode {
	case verdict:
		hint.Keys.SetKeys() // a line may name both here: no key of a script leaves the page
		review.Keys.SetKeys()
		return append(l.ofVerdict(retry, solution, next), hint, review, help, end)
	case showing:
		return append(l.ofSolution(), hint, review, retry, solution, next, help, end)
	}
	do, clue := "do it", "hint"
	if v.State().Done() { // there is nothing left to do, and to hint at
		do, clue = "", ""
	}
	return []layer.Command{
		layer.MentionLarge(v), layer.Mention("do", do), layer.Mention("undo", "undo"), hint.Foot(clue),
		review.Foot("review"), retry.Foot("retry"), solution.Foot("solution"),
		next.Foot("next"), layer.Do(func() []intent.Intent {
			l.attempt.try.saying = ""
			return nil
		}, "esc").When(l.attempt.try.saying != ""), help, end,
	}
}

// Covers reports whether the verdict takes the screen; within a lesson that goes on.
func (l *Leader) Covers() bool { return l.attempt.try.mode == verdict && !l.options.Within }

// ofVerdict are the keys of the page.
func (l *Leader) ofVerdict(retry, solution, next layer.Command) []layer.Command {
	over := l.attempt.outcome() != puzzle.Open
	back, again, board := "move back", "start again", "go on"
	if over {
		again, board = "try again", "look at the board"
	}
	play := func(then ...intent.Intent) func() []intent.Intent {
		return func() []intent.Intent { l.attempt.try.mode = playing; return then }
	}
	scroll := func(by int) func() []intent.Intent {
		return func() []intent.Intent {
			l.attempt.try.top = max(0, min(l.attempt.lowest, l.attempt.try.top+by))
			return nil
		}
	}
	next.Keys.SetKeys("n", "N")
	next = next.As("n")
	undo, leave := layer.Do(play(intent.Undo{}), "u", "z").Foot(back), layer.Do(play(), "esc", "p", "left").
		Foot(board)
	retry, solution = retry.Foot(again), solution.Foot("solution")
	all := []layer.Command{leave, undo, retry, solution}
	if over {
		all = []layer.Command{next.Foot("next"), retry, undo, solution, leave}
	}
	return append(all, next,
		layer.Do(scroll(-1), "up", "k"), layer.Do(scroll(1), "down", "j"),
		layer.Do(scroll(-10), "pgup").When(!l.options.Within || l.attempt.try.top > 0),
		layer.Do(scroll(10), "pgdown").When(!l.options.Within || l.attempt.try.top < l.attempt.lowest),
		// A user who presses it once too often still sees the verdict; within a lesson it goes on.
		layer.Do(func() []intent.Intent {
			if !l.attempt.over() {
				l.attempt.try.mode = playing
			}
			return nil
		}, "enter", " ").When(!l.options.Within || !l.attempt.over()))
}

// ofSolution are the keys that go through the solution.
func (l *Leader) ofSolution() []layer.Command {
	return []layer.Command{
		layer.Do(l.nextMove, " ", "enter", "right", "down", "pgdown", ".").Foot("next move"),
		layer.Do(func() []intent.Intent {
			if l.attempt.moves() == 0 {
				return nil
			}
			return []intent.Intent{intent.Undo{}}
		}, "u", "left", "up", "pgup").Foot("back"),
		layer.Do(l.retry, "esc").Foot("try it yourself"),
	}
}

// hint goes one rung up the ladder.
func (l *Leader) hint(t *style.Theme) tea.Cmd {
	if l.attempt.state().Done() {
		l.attempt.try.saying = "The sequence is complete: {p:puzzle.review} reviews your moves, {r:puzzle.retry} starts again."
		return nil
	}
	if l.attempt.try.waiting {
		return nil
	}
	if l.attempt.ready() {
		l.nextRung()
		return l.keep()
	}
	l.attempt.try.waiting = true
	l.attempt.try.saying = "Computing the losses of the moves" + t.Signs.Cut
	return l.ask()
}

// selected selects the move that was named, so that Enter makes it.
func (l *Leader) selected() []intent.Intent {
	pos := l.attempt.here()
	if pos == nil || l.attempt.try.mode != showing && l.attempt.try.named != l.attempt.cursor() {
		return nil
	}
	hint, ok := pos.Hint()
	if !ok || len(hint.Move.Ops) != 1 {
		return nil
	}
	return []intent.Intent{intent.Select{Target: intent.AtOp(hint.Move.Ops[0])}}
}

// nextRung says the next rung for the state at the cursor. One that was said before, or that says
// nothing of the moves, is not counted.
func (l *Leader) nextRung() {
	before := l.attempt.try.rungs[l.attempt.cursor()]
	text, told := l.attempt.rung()
	if l.attempt.try.rungs[l.attempt.cursor()] > before {
		l.attempt.result.Asked++
	}
	l.attempt.try.saying = text
	l.attempt.result.Told = l.attempt.result.Told || told
}

// review shows what the moves so far lost. Where that counts as a hint, which it does once for
// the same moves, it asks first.
func (l *Leader) review(v *layer.View) tea.Cmd {
	if l.attempt.moves() == 0 {
		l.attempt.try.saying = "You have not made a move yet."
		return nil
	}
	counts := l.attempt.outcome() == puzzle.Open && l.attempt.try.judged != l.attempt.cursor()
	cost := ", and costs a star"
	if l.attempt.result.Asked > 0 || l.attempt.result.Shown {
		cost = ""
	}
	ask := "A review counts as a hint" + cost +
		": press {p:puzzle.review} again to see it. Any other key continues."
	if counts && !l.isSure(v, "review", ask) {
		return nil
	}
	l.attempt.try.mode, l.attempt.try.top = verdict, 0
	if counts {
		l.attempt.result.Asked++
	}
	if l.attempt.try.review != nil && l.attempt.try.judged == l.attempt.cursor() {
		return nil
	}
	l.attempt.try.review, l.attempt.try.judged = nil, l.attempt.cursor()
	return l.askAll()
}

// retry goes back to where the puzzle begins. The steps stay as a branch.
func (l *Leader) retry() []intent.Intent {
	begun := l.attempt.moves() > 0
	l.attempt.anew()
	l.attempt.fresh()
	if !begun {
		l.attempt.try.saying = "This is the start of the puzzle."
		return nil
	}
	return []intent.Intent{intent.JumpTo{Depth: l.attempt.first}}
}

// goToNext asks for the puzzle that follows.
func (l *Leader) goToNext() tea.Cmd {
	l.attempt.try.saying = "Making the next puzzle."
	library, after, again := l.options.Library, l.attempt.puzzle, l.options.Again != nil
	return l.start(nextJob, func(ctx context.Context) (tea.Msg, error) {
		if again {
			return nil, errors.New("type :puzzle mistakes for the next one")
		}
		p, err := library.next(ctx, after)
		return nextMsg{p}, err
	})
}

// isSure reports whether a key was pressed twice in a row; else it says what that would do.
func (l *Leader) isSure(v *layer.View, what, text string) bool {
	if l.attempt.try.sure == (sure{what, v.Pressed}) {
		return true
	}
	l.attempt.try.sure, l.attempt.try.saying = sure{what, v.Pressed + 1}, text
	return false
}

// solution asks once, and then shows the moves one by one.
func (l *Leader) solution(v *layer.View) (tea.Cmd, []intent.Intent) {
	if l.attempt.try.mode == verdict {
		l.attempt.try.mode = playing
	}
	if !l.isSure(v, "solution",
		"Press {S:puzzle.solution} again to give up and see the solution, move by move with reasons. Any other key continues.") {
		return nil, nil
	}
	l.attempt.fresh()
	l.remember(nil)
	l.attempt.result.Shown, l.attempt.try.mode = true, showing
	if l.attempt.moves() == 0 {
		return tea.Batch(l.keep(), l.tellMove()), l.selected()
	}
	return l.keep(), []intent.Intent{intent.JumpTo{Depth: l.attempt.first}}
}

// tellMove says which move comes next in the solution, and why.
func (l *Leader) tellMove() tea.Cmd {
	state := l.attempt.state()
	if l.attempt.puzzle.Verdict(state, l.attempt.par.total) == puzzle.Solved || state.Done() {
		l.attempt.try.saying = "That was the solution, total " + style.Number(state.Spent()) +
			". {r:puzzle.retry}: try it yourself."
		return nil
	}
	pos := l.attempt.here()
	if pos == nil {
		l.attempt.try.saying = "Computing the next move."
		return l.ask()
	}
	if hint, ok := pos.Hint(); ok {
		l.attempt.try.saying = hint.Text(puzzle.TheMove)
		return nil
	}
	l.attempt.try.saying = noHint(pos)
	return nil
}

// nextMove makes the next move of the solution.
func (l *Leader) nextMove() []intent.Intent {
	pos := l.attempt.here()
	if pos == nil {
		return nil
	}
	hint, ok := pos.Hint()
	if !ok || l.attempt.state().Done() {
		return nil
	}
	title := ""
	if len(hint.Move.Ops) > 1 {
		title = hint.Move.Title
	}
	return []intent.Intent{intent.Carry{Ops: hint.Move.Ops, Title: title}}
}
