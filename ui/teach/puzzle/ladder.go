package puzzle

import (
	"strings"

	"facet/planner/teach/puzzle"
)

// ladder is the hints that were given, a rung for each: first the author's, then what is
// known of the moves, up to the move itself.
type ladder struct {
	attempt *attempt
	judge   *judgement
	rungs   map[int]int // that were shown, by step
	named   int         // the step at which a hint named the move; -1 for none
}

// authors are the author's hints, which belong to the start of the puzzle: on the
// way each is said once, and none where something was lost and they may be wrong.
func (l *ladder) authors() []string {
	if pos := l.judge.here(); l.attempt.moves() > 0 && (pos == nil || l.judge.par.total == 0 ||
		pos.Most > l.judge.par.total) {
		return nil
	}
	shown := 0
	for step, n := range l.rungs {
		if step != l.attempt.cursor() {
			shown = max(shown, min(n, len(l.attempt.puzzle.Hints)))
		}
	}
	return l.attempt.puzzle.Hints[shown:]
}

// ready reports whether the next rung can be said at once.
func (l *ladder) ready() bool {
	return l.rungs[l.attempt.cursor()] < len(l.authors()) || l.judge.here() != nil
}

// next is the next rung for the state at the cursor, and whether it names the move; empty
// as long as nothing is known.
func (l *ladder) next() (text string, told bool) {
	step, authors := l.attempt.cursor(), l.authors()
	rung := l.rungs[step]
	if rung < len(authors) {
		l.rungs[step] = rung + 1
		return authors[rung], false
	}
	pos := l.judge.here()
	if pos == nil {
		return "", false
	}
	hint, ok := pos.Hint()
	if !ok {
		return noHint(pos), false
	}
	at := puzzle.Rung(min(rung-len(authors), int(puzzle.Rungs)-1))
	l.rungs[step] = min(rung+1, len(authors)+int(puzzle.Rungs))
	text = hint.Text(at)
	if at == puzzle.HowMany && l.judge.beyond(pos) {
		text = "The goal can no longer be reached from here: {p:puzzle.review} reviews your moves, {u:undo} goes back. " +
			strings.Replace(text, " optimal.", " optimal from here.", 1)
	}
	if at == puzzle.TheMove {
		l.named = step
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
