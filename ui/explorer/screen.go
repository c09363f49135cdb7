package explorer

import (
	"strings"

	"facet/ui/intent"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/theme"
)

// The smallest window that shows everything that is needed to work.
const (
	leastWidth  = 72
	leastHeight = 20
)

// From these sizes on both pictures, list and history are shown at once.
const (
	wideWidth  = 100
	wideHeight = 30
)

// area is where a pane is on the screen: its frame, and what is inside.
type area struct {
	pane                    intent.Pane
	x, y, width, height     int
	innerX, innerY          int
	innerWidth, innerHeight int
}

func (m *Model) tooSmall() bool {
	return m.width > 0 && m.height > 0 && (m.width < leastWidth || m.height < leastHeight)
}

func (m *Model) wide() bool { return m.width >= wideWidth && m.height >= wideHeight }

// View draws the screen: exactly the window's height, never wider than it.
func (m *Model) View() string {
	if m.gone || m.width == 0 || m.height == 0 {
		return ""
	}
	if m.tooSmall() {
		return m.excuse()
	}
	s := m.snapshot()
	m.weigh()
	rows := m.header.View(s, s.Advice, m.width)
	body := m.height - len(rows) - 1
	if m.focus == intent.Solver && m.solver != nil {
		rows = append(rows, pad(m.theme, m.solver.Page(m.width, body), m.width, body)...)
	} else {
		rows = append(rows, m.panes(len(rows), body-2)...)
		rows = append(rows, m.explain.View(m.snapshot(), m.width, m.past())...)
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

// past is the row of the history that is to be explained.
func (m *Model) past() int {
	if m.focus != intent.History {
		return 0
	}
	return m.history.At(m.snapshot())
}

func pad(t *theme.Theme, rows []string, width, height int) []string {
	out := make([]string, height)
	for k := range out {
		if k < len(rows) {
			out[k] = t.Left(rows[k], width)
		}
	}
	return out
}

// excuse is what a window that is too small shows.
func (m *Model) excuse() string {
	t := m.theme
	text := []string{
		"This window is too small:",
		theme.Count(int64(m.width)) + "x" + theme.Count(int64(m.height)) + ", facet needs 72x20.",
		"Make it larger, or press q to quit.",
		"Everything is saved.",
	}
	var rows []string
	for k := 0; k < m.height && k < len(text); k++ {
		rows = append(rows, t.Clip(text[k], m.width))
	}
	return strings.Join(rows, "\n")
}

// foot is the message of the last key, or the keys. A message that is too long
// for a row takes those above, too: half a sentence helps nobody.
func (m *Model) foot() []string {
	t := m.theme
	ink := theme.Newborn
	if m.message.bad {
		ink = theme.Bad
	}
	switch {
	case m.message.text != "":
		rows := pane.Wrap(t, t.Text(m.message.text), m.width, 3, ink)
		for k := range rows {
			rows[k] = t.Left(rows[k], m.width)
		}
		return rows
	case m.player.proposal != nil:
		return []string{t.Left(m.proposalFoot(), m.width)}
	case m.top() != nil:
		return []string{t.Left(m.top().Foot(m.snapshot(), m.width), m.width)}
	case m.focus == intent.Solver && m.solver != nil:
		return []string{t.Left(pane.Hints(t, m.width, m.solver.Foot()...), m.width)}
	}
	if m.focus == intent.History {
		return []string{t.Left(pane.Hints(t, m.width, [2]string{t.Text("↑↓"), "choose"}, [2]string{"Enter", "go to the step"},
			[2]string{t.Text("←→"), "branches"}, [2]string{"n", "note"}, [2]string{"s", "save"}, [2]string{"Esc", "back"}, [2]string{"?", "help"}), m.width)}
	}
	return []string{t.Left(overlay.KeyLine(m.snapshot(), m.table, m.width), m.width)}
}

// panes draws the panes into height rows.
func (m *Model) panes(top, height int) []string {
	m.areas = m.areas[:0]
	if m.wide() && !m.large {
		return m.wideBody(top, height)
	}
	return m.narrowBody(top, height)
}

// wideBody is both pictures above list and history.
func (m *Model) wideBody(top, height int) []string {
	t := m.theme
	lower := max(8, min(height*3/10, 18))
	upper := height - lower
	left := m.width * 45 / 100
	rows := beside(
		m.framed(intent.Dag, theme.Box, 0, top, left, upper),
		m.framed(intent.LineDag, theme.Box, left, top, m.width-left, upper))
	aside := 0
	if m.solver != nil {
		aside = max(24, m.width/6)
	}
	rest := m.width - aside
	list := rest * 56 / 100
	if aside > 0 && rest < 120 { // what an operation causes is worth more than a step's price
		list = rest * 63 / 100
	}
	low := beside(
		m.framed(intent.Next, theme.Box, 0, top+upper, list, lower),
		m.framed(intent.History, theme.Box, list, top+upper, rest-list, lower))
	if aside > 0 {
		w, h := theme.Box.Inner(aside, lower)
		title, content := m.solver.Pane(w, h)
		m.settle(intent.Solver, theme.Box, rest, top+upper, aside, lower)
		low = beside(low, t.Draw(theme.Box, title, "", content, aside, lower, m.focus == intent.Solver))
	}
	return append(rows, low...)
}

// narrowBody is one picture above the list, or both where the window is wide but
// low, or the history alone.
func (m *Model) narrowBody(top, height int) []string {
	if m.focus == intent.History {
		return m.framed(intent.History, theme.Rule, 0, top, m.width, height)
	}
	lower := max(6, height*3/10)
	if m.large {
		lower = 0
	}
	var rows []string
	if upper := height - lower; m.width >= wideWidth && !m.large { // wide but low
		left := m.width * 45 / 100
		gap := make([]string, upper)
		for k := range gap {
			gap[k] = " "
		}
		rows = beside(beside(m.framed(intent.Dag, theme.Rule, 0, top, left, upper), gap),
			m.framed(intent.LineDag, theme.Rule, left+1, top, m.width-left-1, upper))
	} else {
		rows = m.framed(m.front, theme.Rule, 0, top, m.width, upper)
	}
	if lower > 0 {
		rows = append(rows, m.framed(intent.Next, theme.Rule, 0, top+height-lower, m.width, lower)...)
	}
	return rows
}

// settle records where a pane is, for the mouse.
func (m *Model) settle(p intent.Pane, f theme.Frame, x, y, width, height int) (int, int) {
	w, h := f.Inner(width, height)
	inset := 0
	if f == theme.Box {
		inset = 1
	}
	m.areas = append(m.areas, area{p, x, y, width, height, x + inset, y + 1, w, h})
	return w, h
}

// framed draws a pane into its frame.
func (m *Model) framed(p intent.Pane, f theme.Frame, x, y, width, height int) []string {
	w, h := m.settle(p, f, x, y, width, height)
	focused := m.focus == p
	d := m.room(p).Draw(m.snapshot(), pane.Box{Width: w, Height: h, Outer: width, Focused: focused})
	return m.theme.Draw(f, d.Title, d.Right, d.Rows, width, height, focused)
}

// beside puts two blocks of the same height next to each other.
func beside(left, right []string) []string {
	out := make([]string, len(left))
	for k := range left {
		out[k] = left[k] + right[k]
	}
	return out
}

// focusOn brings a pane to the front and gives it the keys.
func (m *Model) focusOn(p intent.Pane) {
	if p == intent.Solver && m.solver == nil {
		m.refuse("There is no solver here: 1 dag, 2 line dag, 3 history.")
		return
	}
	m.focus = p
	if p == intent.Dag || p == intent.LineDag {
		m.front = p
	}
	if m.large && p == intent.Next {
		m.large = false
	}
}

// cycle goes to the next pane: pictures, list, and the history.
func (m *Model) cycle(by int) {
	order := []intent.Pane{intent.Dag, intent.LineDag, intent.Next, intent.History}
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
