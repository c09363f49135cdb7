package presenter

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/teach/lesson"
	"facet/planner/teach/puzzle"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	ask "facet/ui/teach/puzzle"
)

// puzzleOf is the puzzle of a page, as the planner knows it.
func puzzleOf(c *lesson.Course, page int) *puzzle.Puzzle {
	p := puzzle.OfQuest(c.Pages[page].Quest)
	p.Title = c.Chapters[c.Pages[page].Chapter].Title
	return p
}

// CheckPuzzles lists the puzzles of a course that cannot be solved, as far as that can
// be found out.
func CheckPuzzles(ctx context.Context, c *lesson.Course) lesson.Mistakes {
	var mistakes lesson.Mistakes
	for k := range c.Pages {
		if c.Pages[k].Kind != lesson.PagePuzzle {
			continue
		}
		if err := puzzle.Check(ctx, puzzleOf(c, k)); err != nil {
			mistakes = append(mistakes, lesson.Mistake{Line: c.Pages[k].Line, Text: err.Error()})
		}
	}
	return mistakes
}

// onPuzzle reports whether a puzzle leads now.
func (l *Leader) onPuzzle() bool { return l.Leader != layer.Leader(layer.Neutral{}) }

// enterPuzzle has the page's puzzle lead; one that was left is gone on with.
func (l *Leader) enterPuzzle(v *layer.View) (tea.Cmd, []intent.Intent) {
	l.shown = -1
	if l.puzzlePage != l.spot.page || l.puzzle == nil {
		if l.puzzle != nil {
			l.puzzle.Close()
			l.puzzle = nil
		}
		p, err := ask.New(l.ctx, ask.Options{Puzzle: puzzleOf(l.spot.course, l.spot.page),
			Library: l.library.Puzzles, Within: true})
		if err != nil {
			l.spot.told = layer.Sentence(err.Error())
			return nil, nil
		}
		l.puzzle, l.puzzlePage = p, l.spot.page
	}
	l.Leader = l.puzzle
	return l.puzzle.Begin(v)
}
