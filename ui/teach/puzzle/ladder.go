package puzzle

import (
	"strings"

	"facet/planner/teach/puzzle"
)

// authors are the author's hints, which belong to the start of the puzzle: on the
// way each is said once, and none where something was lost and they may be wrong.
func (a *attempt) authors() []string {
	if pos := a.here(); a.moves() > 0 && (pos == nil || a.par.total == 0 ||
		pos.Most > a.par.total) {
		return nil
	}
	shown := 0
	for step, n := range a.try.rungs {
		if step != a.cursor() {
			shown = max(shown, min(n, len(a.puzzle.Hints)))
		}
	}
	return a.puzzle.Hints[shown:]
}

// ready reports whether the next rung can be said at once.
func (a *attempt) ready() bool {
	return a.try.rungs[a.cursor()] < len(a.authors()) || a.here() != nil
}

// rung is the next rung for the state at the cursor, and whether it names the move; empty
// as long as nothing is known.
func (a *attempt) rung() (text string, told bool) {
	step, authors := a.cursor(), a.authors()
	rung := a.try.rungs[step]
	if rung < len(authors) {
		a.try.rungs[step] = rung + 1
		return authors[rung], false
	}
	pos := a.here()
	if pos == nil {
		return "", false
	}
	hint, ok := pos.Hint()
	if !ok {
		return noHint(pos), false
	}
	at := puzzle.Rung(min(rung-len(authors), int(puzzle.Rungs)-1))
	a.try.rungs[step] = min(rung+1, len(authors)+int(puzzle.Rungs))
	text = hint.Text(at)
	if at == puzzle.HowMany && a.beyond(pos) {
		text = "The goal can no longer be reached from here: {p:puzzle.review} reviews your moves, {u:undo} goes back. " +
			strings.Replace(text, " optimal.", " optimal from here.", 1)
	}
	if at == puzzle.TheMove {
		a.try.named = step
	}
	return text, at == puzzle.TheMove
}

// noHint says why there is no hint.
func noHint(pos *puzzle.Position) string {
	switch {
	case pos.Lost():
		return "The goal can no longer be reached from here: {u:undo} goes back, {r:puzzle.retry} starts again."
	case len(pos.Moves) == 0:
		return "No move is left: {u:undo} goes back, {r:puzzle.retry} starts again."
	}
	return "The losses of these moves are not known: this state is too large to solve in a few seconds."
}
