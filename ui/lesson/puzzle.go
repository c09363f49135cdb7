package lesson

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/lesson"
	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/layer"
	ask "facet/ui/puzzle"
)

// puzzleOf is the puzzle of a page, as the planner knows it.
func puzzleOf(c *lesson.Course, page int) *puzzle.Puzzle {
	p := puzzle.OfQuest(c.Pages[page].Quest)
	p.Title = c.Chapters[c.Pages[page].Chapter].Title
	return p
}

// CheckPuzzles tells which puzzles of a course cannot be solved, as far as that can
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

// onPuzzle tells whether a puzzle leads now.
func (g *Leader) onPuzzle() bool { return g.puzzle != nil && g.puzzlePage == g.page }

// enterPuzzle has the page's puzzle lead; one that was left is gone on with.
func (g *Leader) enterPuzzle(s *layer.View) (tea.Cmd, []intent.Intent) {
	g.shown = -1
	if g.puzzlePage != g.page || g.puzzle == nil {
		if g.puzzle != nil {
			g.puzzle.Close()
			g.puzzle = nil
		}
		p, err := ask.New(g.ctx, ask.Options{Puzzle: puzzleOf(g.Course, g.page), Keeper: g.Results, Referees: g.Referees, Within: true})
		if err != nil {
			g.told = layer.Sentence(err.Error())
			return nil, nil
		}
		g.puzzle, g.puzzlePage = p, g.page
	}
	return g.puzzle.Begin(s)
}
