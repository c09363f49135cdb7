package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// notice is the sentence in the foot until the next key. Whatever is quoted in it is
// made printable.
type notice struct {
	text string
	bad  bool
}

// remark is the intent to say something where nothing else is said.
type remark struct{ text string }

// Effect is that of [intent.Say].
func (remark) Effect() intent.Effect { return intent.Adjusts }

// Perform says something.
func (n *notice) Perform(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch i := i.(type) {
	case intent.Say:
		*n = notice{text: i.Text}
	case intent.Refuse:
		*n = notice{i.Text, true}
	case remark:
		if n.text == "" {
			n.text = i.text
		}
	default:
		return nil, nil, false
	}
	return nil, nil, true
}

// rows writes it. A notice that is too long for a row takes those above, too: half a
// sentence is of no use.
func (n *notice) rows(t *style.Theme, width int) []string {
	role := style.Newborn
	if n.bad {
		role = style.Bad
	}
	rows := layer.Wrap(t, t.Text(style.Printable(n.text)), width, 3, role)
	for k := range rows {
		rows[k] = t.Left(rows[k], width)
	}
	return rows
}

// noticeCommands are the command that says something.
func noticeCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Textual("say", "a sentence", "show a sentence", func(text string) intent.Intent { return intent.Say{Text: text} }).Hide(),
	}, intent.Dag, intent.LineDag)
}
