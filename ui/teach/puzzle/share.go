package puzzle

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/teach/puzzle"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	page "facet/ui/teach/share"
)

// ShareWord shares the puzzle that is open.
const ShareWord = "share"

// share is the intent to see how others open the puzzle that is open, which carries it out; what it
// does where none is.
func share() intent.Intent {
	return layer.Act{Of: intent.Adjusts, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
		return nil, layer.Refuse("No puzzle is open: :puzzle level 3 opens a random one.")
	}}
}

// codeOf is how others open a puzzle: the code of a random one, the name of a shipped one;
// empty for another.
func (l Library) codeOf(p *puzzle.Puzzle) string {
	if p.Series.Level > 0 {
		return puzzle.Code{Series: p.Series}.String()
	}
	all, _ := l.shipped()
	for _, s := range all {
		if s.Name == p.Name {
			return p.Name
		}
	}
	return ""
}

// Perform shows how others open the puzzle.
func (l *Leader) Perform(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	if layer.NameOf(i) != Kind {
		return nil, nil, false
	}
	if l.code == "" {
		return nil,
			layer.Refuse("This puzzle has no code: only random puzzles have one. Give others the file of the dag."), true
	}
	return nil, []intent.Intent{page.Page(l.attempt.puzzle.Title, l.code)}, true
}
