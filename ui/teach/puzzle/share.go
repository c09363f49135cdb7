package puzzle

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/teach/puzzle"
	"facet/ui/draw/qrcode"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
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
	page := &sharing{title: l.attempt.puzzle.Title, code: l.code}
	return nil, []intent.Intent{layer.Over{Layer: page}}, true
}

// shareOneCost shows how others open a puzzle about one cost.
func shareOneCost(p *puzzle.OneCost) intent.Intent {
	code := puzzle.Code{Series: puzzle.Series{Seed: p.Seed, Number: p.Number}, OneCost: true}
	return layer.Over{Layer: &sharing{title: p.Title, code: code.String()}}
}

// sharing is the page that says how others open a puzzle.
type sharing struct {
	layer.Plain
	title, code string
}

// Bindings go back.
func (*sharing) Bindings(*layer.View) []layer.Command {
	return []layer.Command{layer.Back("enter", "esc", "pgdown", "pgup", "tab", " ").Foot("back")}
}

// Draw draws the code, what to type, and a QR code of that where there is room for it.
func (s *sharing) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	command := "facet puzzle " + s.code
	rows := []string{"", "  " + t.Paint(style.Title, s.code), "", "  " + t.Paint(style.Strong, command),
		"  or :puzzle " + s.code + " in the explorer", ""}
	if code := qrcode.Rows(command, t); len(code) > 0 && !v.Words {
		switch beside := style.Width(rows[3]) + 4; {
		case len(rows)+len(code) <= b.Height-1:
			for _, row := range code {
				rows = append(rows, "  "+row)
			}
		case len(code) <= b.Height-1 && max(beside, style.Width(rows[4])+4)+style.Width(code[0]) <= b.Width:
			beside = max(beside, style.Width(rows[4])+4)
			for k, row := range code {
				if k == len(rows) {
					rows = append(rows, "")
				}
				rows[k] = t.Left(rows[k], beside) + row
			}
		}
	}
	rows = t.Draw(style.Rule, s.title, "", rows, b.Width, min(b.Height, len(rows)+1), true)
	return layer.Drawn{Rows: rows, Page: true}
}
