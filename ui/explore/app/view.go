package app

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/header"
	"facet/ui/explore/panel/narration"
)

// View draws the screen: exactly the window's height, never wider than it. It only reads.
func (m *Model) View() string {
	w, p := &m.screen.where.window, &m.plan
	if m.files.gone || w.Width == 0 || w.Height == 0 {
		return ""
	}
	t := p.view.Theme
	if w.TooSmall() {
		return strings.Join(w.Excuse(t, m.screen.where.asking(), m.options.Narrow), "\n")
	}
	rows := append(m.head(), p.body()...)
	rows = append(rows, make([]string, max(0, w.HeaderRows()+p.box.Height-len(rows)))...)
	if m.screen.record.Shown {
		rows = append(rows, t.Left(t.Clip(m.screen.record.Row(t), w.Width), w.Width))
	}
	rows = append(rows, "")
	if top := m.screen.where.top(); top != nil {
		over := top.Draw(p.view, p.box).Rows
		copy(rows[len(rows)-p.below()-len(over):], over)
	}
	foot := m.foot()
	copy(rows[len(rows)-len(foot):], foot)
	return strings.Join(rows, "\n")
}

// head is the header; the step's number stands there unless the sentences have it.
func (m *Model) head() []string {
	w, v := &m.screen.where.window, m.plan.view
	if d := m.plan.front; d.Place == layer.Whole && d.Alone {
		return header.Program(v.Theme, w.Width, w.HeaderRows())
	}
	return header.Rows(v, v.Advice, w.Width, w.HeaderRows(), !m.screen.where.division.Has(intent.Told) ||
		m.screen.where.top() != nil)
}

// foot is messages of others, and below them what the last key gave, or the keys.
func (m *Model) foot() []string {
	return append(m.screen.notice.letters(m.plan.view, m.screen.where.window.Width), m.lastRows()...)
}

// lastRows are what the last key gave, or the keys.
func (m *Model) lastRows() []string {
	v, head, width := m.plan.view, "", m.screen.where.window.Width
	t := v.Theme
	if left := len(m.waiting()); left > 0 && m.screen.notice.empty() {
		return []string{t.Left(" "+layer.Sentence(busy(left)), width)}
	}
	if !m.screen.notice.empty() {
		return m.screen.notice.rows(v, width)
	}
	if m.preview.open() && m.screen.where.top() == nil {
		head = m.preview.Draw(v, layer.Box{Width: width}).Title
	}
	if m.options.Untouched {
		return []string{t.Left(head, width)}
	}
	return []string{t.Left(head+layer.Foot(t, width-style.Width(head), m.inFront(v), m.table), width)}
}

// inFront are the bindings that the foot tells: those of the first layer of the stack
// that has something to say in a foot, without what the leader does not offer.
func (m *Model) inFront(v *layer.View) []layer.Command {
	for _, l := range m.stack() {
		leads := l == layer.Layer(m.leading.by)
		if leads && v.Focus == intent.Solver && m.solver != nil {
			continue // its page is in front of who leads
		}
		if all := layer.Bindings(l, v); slices.ContainsFunc(all, func(c layer.Command) bool {
			return c.Brief != ""
		}) {
			return slices.DeleteFunc(slices.Clone(all), func(c layer.Command) bool {
				return !leads && !m.leading.leader().Offers(c.Meant(m.table))
			})
		}
	}
	return nil
}

// Words is what the explorer shows, without pictures and lists: for a user who reads
// rows of text, or has them read aloud.
type Words struct {
	View   *layer.View
	Notice string // what the last key led to
	// what lies on top or fills the screen: a question, a page of a lesson, the solver
	Front []string
	Asks  bool // a line of text is asked for
	// Front is there to be read, such as the help, and goes before anything else is done
	Page    bool
	Panels  bool            // the panels are there
	Listed  bool            // the list of operations is among them
	Alone   bool            // Front is about no dag
	Done    string          // what the last step did
	Next    string          // what is selected
	Redo    bool            // Next is the step that redo would take
	Command string          // the command behind the last key, where the user wants to see it
	Keys    []layer.KeyText // that mean something now
	// Operations are what is possible next, in the order of the list.
	Operations []model.Choice
}

// solverRows is how much the solver's page says in words: with more room its chart grows.
const solverRows = 24

// Pictures are the panels of pictures on the screen, as it was drawn last.
func (m *Model) Pictures() []*drawing.Panel {
	var all []*drawing.Panel
	for _, a := range m.screen.where.division.Areas {
		if a.Panel == intent.Dag || a.Panel == intent.LineDag {
			all = append(all, m.screen.pictures.of(a.Panel))
		}
	}
	return all
}

// Words gives the screen in words, in rows of so many cells.
func (m *Model) Words(width int) Words {
	v := m.snapshot()
	v.Theme, v.Words = v.Theme.Bare(), true
	box := layer.Box{Width: width, Height: 10_000, Most: 10_000, Focused: true}
	w := Words{View: v, Notice: v.Theme.Text(style.Printable(v.Keymap.Text(m.screen.notice.text))),
		Asks: m.screen.where.asking(), Panels: true, Listed: true}
	if m.screen.record.Shown {
		w.Command = style.Printable(m.screen.record.Last())
	}
	front := func(l layer.Layer) {
		d := l.Draw(v, box)
		w.Front, w.Alone, w.Page = d.Rows, d.Alone, d.Page
		w.Panels, w.Listed = d.Place != layer.Whole, d.Place == layer.Inside || d.Place == layer.Beneath
	}
	switch top := m.screen.where.top(); {
	case top != nil:
		front(top)
		w.Panels, w.Listed = false, false
	case m.screen.where.window.Focus == intent.Solver && m.solver != nil:
		box.Height = solverRows
		front(m.solver)
		w.Panels, w.Listed = false, false
	case m.leading.leads():
		front(m.leading.by)
	}
	w.Done, w.Next, w.Redo = narration.Told(v, 10*width)
	texts, last := layer.KeyTexts(m.inFront(v), m.table)
	for _, k := range append(texts, last) {
		if k.Brief != "" {
			w.Keys = append(w.Keys, layer.KeyText{Key: v.Theme.Text(k.Key), Brief: k.Brief})
		}
	}
	for k := range m.screen.shown.next.Len() {
		w.Operations = append(w.Operations, m.screen.shown.next.Choice(k))
	}
	return w
}

// Running describes the search that runs, in a few words; empty for none.
func Running(m *Model) string {
	if m.solver == nil {
		return ""
	}
	return m.solver.Running()
}

// Refusal is why the last key or line was not carried out; false where it was.
func Refusal(m *Model) (string, bool) {
	return m.keymap.Text(m.screen.notice.text), m.screen.notice.bad
}

// Asked is the question on the screen; empty for none.
func Asked(m *Model) string {
	if q, ok := m.screen.where.top().(*overlay.Question); ok {
		return layer.Sentence(q.Text)
	}
	return ""
}
