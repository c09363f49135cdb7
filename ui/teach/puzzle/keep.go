package puzzle

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/files/store"
)

// kept is what came of a puzzle on a dag.
type kept struct {
	dag    *model.Dag
	result store.Puzzle
}

// worthKeeping reports whether anything came of it yet.
func worthKeeping(r store.Puzzle) bool {
	return len(r.Attempt) > 0 || r.Tries > 0 || r.Asked > 0 || r.Shown || r.Solved
}

// keep hands over what came of the puzzle so far, in the background.
func (l *Leader) keep() tea.Cmd {
	l.attempt.record()
	text := fmt.Sprint(l.attempt.result)
	if l.options.Again != nil || text == l.savedAs || !worthKeeping(l.attempt.result) {
		return nil
	}
	l.savedAs = text
	l.saver.Set(kept{l.attempt.puzzle.Dag, l.attempt.result})
	return func() tea.Msg {
		if err := l.saver.Flush(); err != nil {
			return keptMsg{err}
		}
		return nil
	}
}

// finish counts an attempt that has come to its end, and keeps that.
func (l *Leader) finish() tea.Cmd {
	if !l.attempt.count() {
		return nil
	}
	return l.keep()
}
