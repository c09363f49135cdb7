package lesson

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/lesson"
	"facet/ui/intent"
	"facet/ui/pane"
)

// onPuzzle tells whether a puzzle leads now.
func (g *Guide) onPuzzle() bool { return g.puzzle != nil && g.puzzlePage == g.page }

// enterPuzzle has the page's puzzle lead; one that was left is gone on with.
func (g *Guide) enterPuzzle(s *pane.Snapshot) (tea.Cmd, []intent.Intent) {
	g.staged = -1
	if g.puzzlePage != g.page || g.puzzle == nil {
		if g.puzzle != nil {
			g.puzzle.Close()
			g.puzzle = nil
		}
		p, err := g.Puzzle(g.ctx, g.Name, g.at().Quest)
		if err != nil {
			g.told = pane.Sentence(err.Error())
			return nil, nil
		}
		g.puzzle, g.puzzlePage = p, g.page
	}
	return g.puzzle.Begin(s)
}

// puzzleKey gives keys to the puzzle first, but for those that go through the
// lesson: nobody has to solve anything to go on.
func (g *Guide) puzzleKey(s *pane.Snapshot, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	handled, cmd, wishes := g.puzzle.Key(s, msg)
	if handled || pageKeys[msg.String()] != 0 || msg.String() == "[" || msg.String() == "]" {
		return handled, cmd, wishes
	}
	return false, nil, nil
}

// isPuzzle tells whether a page asks something.
func isPuzzle(p *lesson.Page) bool { return p.Kind == lesson.PagePuzzle }
