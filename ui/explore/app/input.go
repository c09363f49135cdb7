package app

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/script"
)

// mostTogether is how many keys may arrive in one message; more were pasted into
// a terminal that does not say so.
const mostTogether = 64

// typed takes what was typed. Keys that arrive together, as they do over a slow
// line, come as one message; what is pasted is text and never a row of keys.
func (m *Model) typed(msg tea.KeyMsg) tea.Cmd {
	if esc := (tea.KeyMsg{Type: tea.KeyEscape}); msg.Type == tea.KeyEscape && msg.Alt { // pressed twice
		return tea.Batch(m.key(esc), m.key(esc))
	}
	if msg.Type != tea.KeyRunes || len(msg.Runes) < 2 || msg.Alt {
		return m.key(msg)
	}
	if msg.Paste || len(msg.Runes) > mostTogether {
		if top := m.screen.where.top(); top != nil && (msg.Paste || m.screen.where.typing()) {
			return m.key(msg)
		}
		if by := m.leading.leader(); msg.Paste && m.screen.where.top() == nil {
			if cmd, intents, ok := by.Type(m.snapshot(), msg); ok {
				return tea.Batch(cmd, m.perform(by, intents...))
			}
		}
		return m.perform(nil,
			layer.Refuse("Pasted text is ignored here: press {::command} first, then paste an operation.")...)
	}
	var cmds []tea.Cmd
	for k, r := range msg.Runes {
		if m.screen.where.typing() {
			msg.Runes = msg.Runes[k:]
			return tea.Batch(append(cmds, m.key(msg))...)
		}
		one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}}
		if r == ' ' {
			one.Type = tea.KeySpace
		}
		cmds = append(cmds, m.key(one))
	}
	return tea.Batch(cmds...)
}

// key takes a key. While many operations are carried out, and in a window that shows
// nothing, only a few mean something.
func (m *Model) key(msg tea.KeyMsg) tea.Cmd {
	m.screen.notice.clear()
	m.pressed++
	if m.screen.notice.read(msg.String() == "esc") {
		return nil
	}
	quits := key.Matches(msg, m.table.Find("quit").Keys)
	if !quits {
		m.files.warned = false
		if waiting := m.waiting(); len(waiting) > 0 {
			if msg.String() == "esc" {
				return m.leaveAhead()
			}
			return m.perform(nil, layer.Say("The key "+msg.String()+" is ignored: "+busy(len(waiting)))...)
		}
	}
	if suspend := m.table.Find("suspend"); key.Matches(msg, suspend.Keys) { // it is typed nowhere
		return m.perform(nil, suspend.Meaning())
	}
	if m.screen.where.window.TooSmall() {
		return m.unseen(msg, quits)
	}
	if top := m.screen.where.top(); top != nil && top.Passes(msg) {
		m.screen.where.goBack()
	}
	v := m.snapshot()
	cmd, heard, covered := m.hear(layer.Written(msg.String()), func(l layer.Layer, covered bool) (layer.Heard,
		bool) {
		return layer.Press(l, v, msg, covered)
	})
	if heard {
		return cmd
	}
	if !covered && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) {
		return m.perform(nil,
			layer.Say("The key "+msg.String()+" has no meaning here: {?:help} lists all keys.")...)
	}
	return nil
}

// hear asks the layers, the first before the others, and carries out what the one wants that
// hears; key is how the key is written, empty where none was pressed. Whether the panels are
// covered is of interest where none hears.
func (m *Model) hear(key string, ask func(l layer.Layer, covered bool) (layer.Heard, bool)) (cmd tea.Cmd,
	heard, covered bool) {
	for _, l := range m.stack() {
		over := slices.Contains(m.screen.where.over, l)
		if h, ok := ask(l, covered); ok {
			v := m.snapshot()
			does := m.behind(v, h, over)
			m.screen.record.Begin(key, overlay.Selecting(v, v.Sel))
			cmd = tea.Batch(h.Cmd, m.perform(l, h.Intents...))
			m.screen.record.End(does, m.screen.notice.bad)
			return cmd, true, covered
		}
		covered = covered || l.Covers() || over
	}
	return nil, false, covered
}

// behind is what a key does as a line, and of a line what it means.
func (m *Model) behind(v *layer.View, h layer.Heard, over bool) (does script.Called) {
	if len(h.Intents) == 0 && over {
		return does // a text that is typed is no command
	}
	all := slices.Clone(h.Intents)
	for k, i := range all {
		all[k] = m.meant(v, i)
	}
	if len(all) > 0 && (h.Command == nil || h.Command.Layer == "") {
		if line, is := h.Intents[0].(intent.Line); is {
			return script.Typed(string(line), all[0])
		}
	}
	return script.Behind(v, h.Command, all, over)
}

// busy says that keys mean nothing while so many intents are carried out.
func busy(left int) string {
	return style.Plural(left, "operation is", "operations are") +
		" left to carry out. Esc stops, other keys mean nothing until then."
}

// unseen takes a key in a window that is too small to show what it does: it can be
// left, and what is being typed goes on.
func (m *Model) unseen(msg tea.KeyMsg, quits bool) tea.Cmd {
	asking := m.screen.where.asking()
	switch {
	case quits && (!asking || msg.Type == tea.KeyCtrlC):
		return m.perform(nil, intent.Line("quit"))
	case asking && (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace || msg.Type == tea.KeyBackspace):
		_, _, _ = m.screen.where.top().Type(m.snapshot(), msg)
	}
	return nil
}

// wheels are the turns of the mouse's wheel: rows further down, and the key that scrolls
// a page of text so.
var wheels = map[tea.MouseButton]struct {
	rows int
	key  tea.KeyType
}{tea.MouseButtonWheelUp: {-1, tea.KeyUp}, tea.MouseButtonWheelDown: {1, tea.KeyDown}}

// pointer takes clicks and the wheel.
func (m *Model) pointer(msg tea.MouseMsg) tea.Cmd {
	if len(m.screen.where.over) > 0 || m.screen.where.window.TooSmall() {
		return nil
	}
	if msg.Action == tea.MouseActionPress {
		m.pressed++
	}
	for _, a := range m.screen.where.division.Areas {
		x, y, within := a.Within(msg.X, msg.Y)
		if !within {
			continue
		}
		if clicks(msg) {
			m.screen.notice.clear()
			m.screen.where.focusOn(a.Panel)
		}
		if on := m.screen.panel(a.Panel); on != nil {
			cmd, _ := m.pointed(nil, on, msg, x, y)
			return cmd
		}
	}
	if by := m.leading.by; by != nil && len(m.screen.where.division.Areas) == 0 { // on its page
		cmd, heard := m.pointed(by, by, msg, msg.X, msg.Y-m.screen.where.window.HeaderRows())
		if wheel, turns := wheels[msg.Button]; turns && !heard { // it scrolls as a key does
			return m.key(tea.KeyMsg{Type: wheel.key})
		}
		return cmd
	}
	return nil
}

// clicks reports whether a button was pressed to choose something.
func clicks(msg tea.MouseMsg) bool {
	return msg.Button == tea.MouseButtonLeft && msg.Action == tea.MouseActionPress
}

// pointed gives a click or the wheel to a layer, and carries out what it means; false where that
// is nothing.
func (m *Model) pointed(author, on layer.Layer, msg tea.MouseMsg, x, y int) (cmd tea.Cmd, heard bool) {
	var means intent.Intent
	if wheel, turns := wheels[msg.Button]; turns {
		means, heard = on.Wheel(m.snapshot(), wheel.rows)
	} else if clicks(msg) {
		m.screen.notice.clear()
		means, heard = on.Click(m.snapshot(), x, y)
	}
	if !heard || means == nil {
		return nil, heard
	}
	return m.perform(author, means), true
}

// typedLine carries out a line as the palette takes it, from plain mode, a script or a
// lesson. What is wrong with it is refused.
func (m *Model) typedLine(text string) tea.Cmd {
	m.screen.notice.clear()
	m.pressed++
	m.screen.notice.read(false)
	text = strings.TrimPrefix(strings.TrimSpace(text), ":")
	if waiting := m.waiting(); len(waiting) > 0 {
		return m.perform(nil, layer.Refuse(busy(len(waiting)))...)
	}
	v := m.snapshot()
	means, problem := overlay.Parse(v, m.dialogs.named(v), text)
	if problem != "" {
		return m.perform(nil, layer.Refuse(problem)...)
	}
	m.files.warned = m.files.warned && layer.NameOf(means) == "quit"
	m.screen.record.Begin("", overlay.Selecting(v, v.Sel))
	if _, invokes := means.(intent.Invoke); !invokes {
		m.screen.where.over = nil
	}
	cmd := m.perform(nil, means)
	m.screen.record.End(script.Typed(text, means), m.screen.notice.bad)
	return cmd
}

// invoke runs a command of a layer that is on the screen.
func (m *Model) invoke(path string) tea.Cmd {
	v := m.snapshot()
	key := m.screen.record.Key()
	cmd, heard, _ := m.hear(key, func(l layer.Layer, covered bool) (layer.Heard, bool) {
		return layer.Run(l, v, covered, func(c *layer.Command) bool {
			return c.Path() == path && c.Meaning() != nil && (c.Keys.Enabled() || c.Keys.Keys() == nil)
		})
	})
	if heard {
		return cmd
	}
	if !slices.ContainsFunc(m.keymap.All(), func(c layer.Command) bool { return c.Path() == path }) {
		return m.perform(nil,
			layer.Refuse("There is no command "+style.Printable(path)+": :keys finds all of them.")...)
	}
	return m.perform(nil,
		layer.Refuse("Not possible here: "+path+" is a command of another place, or not possible now.")...)
}
