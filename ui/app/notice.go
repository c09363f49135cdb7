package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// notice is the sentence in the foot until the next key. Whatever is quoted in it is
// made printable.
type notice struct {
	text string
	bad  bool
}

// Intents to say something: refusal what is not possible, remark what is worth a sentence
// where nothing else is said.
type (
	refusal struct{ text string }
	remark  struct{ text string }
)

// Effect is that of [intent.Say].
func (refusal) Effect() intent.Effect { return intent.Adjusts }

// Effect is that of [intent.Say].
func (remark) Effect() intent.Effect { return intent.Adjusts }

func refuse(text string) []intent.Intent { return []intent.Intent{refusal{text}} }

// report answers with what went wrong, if anything did.
func report(err error) []intent.Intent {
	if err == nil {
		return nil
	}
	return refuse(layer.Sentence(err.Error()))
}

// Perform says something.
func (n *notice) Perform(_ *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	switch i := i.(type) {
	case intent.Say:
		*n = notice{text: i.Text}
	case refusal:
		*n = notice{i.text, true}
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
// sentence helps nobody.
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
