package app

import (
	"strings"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
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
		return strings.Join(w.Excuse(m.theme, m.typing()), "\n")
	}
	s := m.snapshot()
	m.weigh()
	rows := m.header.View(s, s.Advice, m.width)
	body := m.height - len(rows) - 1
	if m.focus == intent.Solver && m.solver != nil {
		rows = append(rows, pad(m.theme, m.solver.Page(m.width, body), m.width, body)...)
	} else if page := m.led.page(s, m.width, body); page != nil {
		m.areas = nil // nothing of the panes can be clicked
		rows = append(rows, pad(m.theme, page, m.width, body)...)
	} else {
		told := m.narrate(s, body)
		rows = append(rows, m.guidedPanes(s, len(rows), body-len(told))...)
		rows = append(rows, told...)
	}
	rows = append(rows, "")
	if top := m.top(); top != nil {
		over := top.View(s, m.width, body)
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
	switch {
	case m.message.text != "":
		rows := layer.Wrap(t, t.Text(m.message.text), m.width, 3, role)
		for k := range rows {
			rows[k] = t.Left(rows[k], m.width)
		}
		return rows
	case m.player.proposal != nil:
		return []string{t.Left(m.proposalFoot(), m.width)}
	case m.top() != nil:
		return []string{t.Left(m.top().Foot(m.snapshot(), m.width), m.width)}
	case m.led.by != nil && m.focus != intent.Solver:
		return []string{t.Left(layer.Hints(t, m.width, m.led.by.Foot(m.snapshot())...), m.width)}
	case m.focus == intent.Solver && m.solver != nil:
		return []string{t.Left(layer.Hints(t, m.width, m.solver.Foot()...), m.width)}
	}
	if m.focus == intent.History {
		return []string{t.Left(layer.Hints(t, m.width, [2]string{t.Text("↑↓"), "choose"}, [2]string{"Enter", "go to the step"}, [2]string{t.Text("←→"), "branches"},
			overlay.KeyOf(m.table, "note", "note"), overlay.KeyOf(m.table, "ways", "ways"), overlay.KeyOf(m.table, "save-as", "save"), [2]string{"Esc", "back"}, overlay.KeyOf(m.table, "help", "help")), m.width)}
	}
	return []string{t.Left(overlay.KeyLine(m.snapshot(), m.table, m.width), m.width)}
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
	var d layer.Drawn
	if a.Pane == intent.Solver {
		d.Title, d.Rows = m.solver.Pane(w, h)
	} else {
		d = m.room(a.Pane).Draw(m.snapshot(), layer.Box{Width: w, Height: h, Outer: a.Width, Focused: focused})
	}
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

// goBack gives the keys back to the pane that had them before the solver or the
// history, or to what is shown in its place.
func (m *Model) goBack() {
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
