package app

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// notice is the sentence in the foot until the next key. A warning stands before it and
// is not replaced by it: what is not saved has to be read, whatever ends at the same time.
// Whatever is quoted in them is made printable.
type notice struct {
	warning, text string
	bad           bool
}

// remark is the intent to say something where nothing else is said.
type remark struct{ text string }

// Effect is that of [intent.Say].
func (remark) Effect() intent.Effect { return intent.Adjusts }

// Perform says something.
func (n *notice) Perform(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch i := i.(type) {
	case intent.Say:
		n.text, n.bad = i.Text, false
	case intent.Refuse:
		n.text, n.bad = i.Text, true
	case intent.Warn:
		n.warning = i.Text
	case remark:
		if n.text == "" {
			n.text = i.text
		}
	default:
		return nil, nil, false
	}
	return nil, nil, true
}

// empty reports whether nothing is said.
func (n *notice) empty() bool { return n.warning == "" && n.text == "" }

// rows writes it. A notice that is too long for a row takes those above, too: half a
// sentence is of no use.
func (n *notice) rows(v *layer.View, width int) []string {
	t := v.Theme
	role := style.Newborn
	if n.bad || n.warning != "" {
		role = style.Bad
	}
	said := v.Keymap.Text(strings.TrimSpace(n.warning + " " + n.text))
	rows := layer.Wrap(t, t.Text(style.Printable(said)), width, 3, role)
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
