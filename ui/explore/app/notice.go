package app

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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

	messages []message // the oldest first
	now      func() time.Time
}

// message is one that came from outside.
type message struct {
	text string
	came time.Time
}

// A message stays so long, whatever is typed: keys that come fast are not about it. So many
// stand below each other.
const (
	readBefore   = 2 * time.Second
	readEach     = 50 * time.Millisecond // character
	mostMessages = 3
)

// clear takes away what is said until the next key.
func (n *notice) clear() { n.warning, n.text, n.bad = "", "", false }

// received shows a message below those before it.
func (n *notice) received(text string) {
	n.messages = append(n.messages, message{text, n.now()})
	n.messages = n.messages[max(0, len(n.messages)-mostMessages):]
}

// read takes the messages away for which there was time before a key came, or all with Esc,
// and reports whether the key was for that alone.
func (n *notice) read(esc bool) bool {
	any, now := len(n.messages) > 0, n.now()
	n.messages = slices.DeleteFunc(n.messages, func(m message) bool {
		return esc || now.Sub(m.came) >= readBefore+time.Duration(utf8.RuneCountInString(m.text))*readEach
	})
	return any && esc
}

// letters are the rows of the messages; none without one.
func (n *notice) letters(v *layer.View, width int) []string {
	var rows []string
	for k, m := range n.messages {
		text := m.text
		if k == len(n.messages)-1 {
			text += " (Esc: read)"
		}
		rows = append(rows, said(v, text, width, 4, style.Newborn)...)
	}
	return rows
}

// said writes a text into at most so many rows, with the user's keys.
func said(v *layer.View, text string, width, most int, role style.Role) []string {
	t := v.Theme
	rows := layer.Wrap(t, t.Text(style.Printable(v.Keymap.Text(text))), width, most, role)
	for k := range rows {
		rows[k] = t.Left(rows[k], width)
	}
	return rows
}

// say says something.
func (n *notice) say(i intent.Say) {
	switch i.As {
	case intent.Warning:
		n.warning = i.Text
	case intent.Message:
		n.received(i.Text)
	case intent.Remark:
		if n.text == "" {
			n.text = i.Text
		}
	default:
		n.text, n.bad = i.Text, i.As == intent.Refusal
	}
}

// empty reports whether nothing is said.
func (n *notice) empty() bool { return n.warning == "" && n.text == "" }

// rows writes it. A notice that is too long for a row takes those above, too: half a
// sentence is of no use.
func (n *notice) rows(v *layer.View, width int) []string {
	role := style.Newborn
	if n.bad || n.warning != "" {
		role = style.Bad
	}
	return said(v, strings.TrimSpace(n.warning+" "+n.text), width, 3, role)
}

// noticeCommands are the command that says something.
func noticeCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Textual("say", "a sentence", "show a sentence", func(text string) intent.Intent {
			return intent.Say{Text: text}
		}).Hide(),
	}, intent.Dag, intent.LineDag)
}
