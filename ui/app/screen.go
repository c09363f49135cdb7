package app

import (
	"slices"
	"strings"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel"
	"facet/ui/panel/narration"
	"facet/ui/style"
)

// window is what the panes are arranged for.
func (m *Model) window() panel.Window {
	return panel.Window{Width: m.width, Height: m.height, Focus: m.focus, Front: m.front, Large: m.large,
		Solver: m.solver != nil, Watching: m.solver != nil && m.solver.Watching(), Below: m.noted, Number: m.totals.NumberWidth}
}

// View draws the screen: exactly the window's height, never wider than it.
func (m *Model) View() string {
	if m.gone || m.width == 0 || m.height == 0 {
		return ""
	}
	if w := m.window(); w.TooSmall() {
		return strings.Join(w.Excuse(m.theme, m.asking()), "\n")
	}
	s := m.snapshot()
	m.weigh()
	rows := m.header.View(s, s.Advice, m.width)
	body := m.height - len(rows) - 1
	box := layer.Box{Width: m.width, Height: body, Most: max(3, (body-narration.Rows)*2/5), Focused: true}
	var d layer.Drawn
	switch {
	case m.focus == intent.Solver && m.solver != nil:
		d = m.solver.Draw(s, box)
	case m.led.by != nil:
		d = m.led.by.Draw(s, box)
	}
	if d.Place == layer.Whole {
		m.areas = nil // nothing of the panels can be clicked
		rows = append(rows, pad(m.theme, d.Rows, m.width, body)...)
	} else {
		told := m.narrate(s, body)
		rows = append(rows, m.ledPanels(d, len(rows), body-len(told))...)
		rows = append(rows, told...)
	}
	rows = append(rows, "")
	if top := m.top(); top != nil {
		over := top.Draw(s, box).Rows
		copy(rows[len(rows)-1-len(over):], over)
	}
	foot := m.foot()
	copy(rows[len(rows)-len(foot):], foot)
	return strings.Join(rows, "\n")
}

// narrate is what was done, what comes next, and the note of the step where nobody
// else speaks.
func (m *Model) narrate(s *layer.View, body int) []string {
	notes := max(1, min(body/7, 5))
	if m.led.by != nil {
		notes = 0
	}
	told := m.explain.View(s, m.width, m.past(), notes)
	m.noted = len(told) - narration.Rows
	return told
}

// past is the row of the history that is to be explained.
func (m *Model) past() int {
	if m.focus != intent.History {
		return 0
	}
	return m.history.At(m.snapshot())
}

func pad(t *style.Theme, rows []string, width, height int) []string {
	out := make([]string, height)
	for k := range out {
		if k < len(rows) {
			out[k] = t.Left(rows[k], width)
		}
	}
	return out
}

// foot is the message of the last key, or the keys. A message that is too long
// for a row takes those above, too: half a sentence helps nobody.
func (m *Model) foot() []string {
	t := m.theme
	role := style.Newborn
	if m.message.bad {
		role = style.Bad
	}
	if m.message.text != "" {
		rows := layer.Wrap(t, t.Text(m.message.text), m.width, 3, role)
		for k := range rows {
			rows[k] = t.Left(rows[k], m.width)
		}
		return rows
	}
	v, head := m.snapshot(), ""
	if m.preview != nil && m.top() == nil {
		head = m.preview.Draw(v, layer.Box{Width: m.width}).Title
	}
	return []string{t.Left(head+layer.Foot(t, m.width-style.Width(head), m.inFront(v), m.table), m.width)}
}

// inFront are the bindings that the foot tells: those of the first layer of the stack
// that has something to say in a foot.
func (m *Model) inFront(v *layer.View) []layer.Command {
	for _, l := range m.stack() {
		if l == layer.Layer(m.led.by) && m.focus == intent.Solver && m.solver != nil {
			continue // its page is in front of who leads
		}
		if all := l.Bindings(v); slices.ContainsFunc(all, func(c layer.Command) bool { return c.Brief != "" }) {
			return all
		}
	}
	return nil
}

// panes draws the panes into height rows.
func (m *Model) panes(top, height int) []string {
	m.areas = m.window().Arrange(top, height)
	return panel.Compose(m.areas, m.framed)
}

// framed draws a pane into its frame.
func (m *Model) framed(a panel.Area) []string {
	_, _, w, h := a.Inner()
	focused := m.focus == a.Pane
	var of layer.Layer = m.solver
	if p := m.panel(a.Pane); p != nil {
		of = p
	}
	d := of.Draw(m.snapshot(), layer.Box{Width: w, Height: h, Outer: a.Width, Focused: focused})
	return m.theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, focused)
}

// focusOn brings a pane to the front and gives it the keys.
func (m *Model) focusOn(p intent.Panel) {
	if p == intent.Solver && m.solver == nil {
		m.refuse("There is no solver here. 1 dag, 2 line dag, 3 history.")
		return
	}
	if m.focus != intent.Solver && m.focus != intent.History {
		m.back = m.focus
	}
	m.focus = p
	if p == intent.Dag || p == intent.LineDag {
		m.front = p
	}
	if m.large && p == intent.Next {
		m.large = false
	}
}

// goBack closes what lies on top, or gives the keys back to the panel that had them
// before the solver or the history, or to what is shown in its place.
func (m *Model) goBack() {
	if len(m.over) > 0 {
		m.over = m.over[:len(m.over)-1]
		return
	}
	if m.focus != intent.Solver && m.focus != intent.History {
		return
	}
	m.focus = m.back
	switch m.back {
	case intent.Dag, intent.LineDag:
		if !m.window().Both() {
			m.focus = m.front
		}
	case intent.Next:
		if m.large {
			m.focus = m.front
		}
	}
}

// cycle goes to the next pane: pictures, list, and the history.
func (m *Model) cycle(by int) {
	order := []intent.Panel{intent.Dag, intent.LineDag, intent.Next, intent.History}
	if m.large {
		order = order[:2]
	}
	at := 0
	for k, p := range order {
		if p == m.focus {
			at = k
		}
	}
	m.focusOn(order[(at+by+len(order))%len(order)])
}
