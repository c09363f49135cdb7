package app

import (
	"strings"
	"time"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// notice is the sentence in the foot until the next key. A warning stands before it and
// is not replaced by it: what is not saved has to be read, whatever ends at the same time.
// Messages from others stand above both until they are read. Whatever is quoted in them is
// made printable.
type notice struct {
	warning, text string
	bad           bool

	messages []string  // the oldest first, which is the one that is shown
	since    time.Time // it is shown
	now      func() time.Time
}

// A message stays so long, whatever is typed; keys that come fast are not about it.
const (
	readBefore  = 2 * time.Second
	readEach    = 50 * time.Millisecond // character
	mostWaiting = 20
)

// clear takes away what is said until the next key.
func (n *notice) clear() { n.warning, n.text, n.bad = "", "", false }

// received shows a message, after those before it.
func (n *notice) received(m intent.Message) {
	text := m.Text
	if m.From != "" {
		text = m.From + ": " + text
	}
	if len(n.messages) == 0 {
		n.since = n.now()
	}
	if n.messages = append(n.messages, text); len(n.messages) > mostWaiting {
		n.messages = n.messages[1:]
	}
}

// read takes the message away that a key shows to be read, and reports whether the key was
// for that alone.
func (n *notice) read(esc bool) bool {
	if len(n.messages) == 0 {
		return false
	}
	long := readBefore + time.Duration(utf8.RuneCountInString(n.messages[0]))*readEach
	if esc || n.now().Sub(n.since) >= long {
		n.messages, n.since = n.messages[1:], n.now()
	}
	return esc
}

// letter are the rows of the message that is shown; none without one.
func (n *notice) letter(v *layer.View, width int) []string {
	if len(n.messages) == 0 {
		return nil
	}
	t, text := v.Theme, style.Printable(v.Keymap.Text(n.messages[0]))+" (Esc: read)"
	rows := layer.Wrap(t, t.Text(text), width, 4, style.Newborn)
	for k := range rows {
		rows[k] = t.Left(rows[k], width)
	}
	return rows
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
	case intent.Message:
		n.received(i)
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
