package app

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/script"
)

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
