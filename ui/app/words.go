package app

import (
	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/panel/drawing"
	"facet/ui/style"
)

// Words is what the explorer shows, without pictures and lists: for whoever reads rows
// of text, or has them read aloud.
type Words struct {
	View   *layer.View
	Notice string   // what the last key led to
	Bad    bool     // it is a refusal
	Front  []string // what lies on top or fills the screen: a question, a page of a lesson, the solver
	Asks   bool     // a line of text is asked for
	Page   bool     // Front is there to be read, such as the help, and goes before anything else is done
	Panels bool     // the panels are there
	Listed bool     // the list of operations is among them
	Done   string   // what the last step did
	Next   string   // what is selected
	Keys   string   // what can be pressed now
	// Operations are what is possible next, in the order of the list.
	Operations []model.Choice
}

// solverRows is how much the solver's page says in words: with more room its chart grows.
const solverRows = 24

// Pictures are the panels of pictures on the screen, as it was drawn last.
func (m *Model) Pictures() []*drawing.Panel {
	var all []*drawing.Panel
	for _, a := range m.areas {
		if p, ok := m.panel(a.Panel).(*drawing.Panel); ok {
			all = append(all, p)
		}
	}
	return all
}

// Words gives the screen in words, in rows of so many cells.
func (m *Model) Words(width int) Words {
	v := m.snapshot()
	v.Words = true // from now on
	m.weigh()
	box := layer.Box{Width: width, Height: 10_000, Most: 10_000, Focused: true}
	w := Words{View: v, Notice: v.Theme.Text(style.Printable(m.notice.text)), Bad: m.notice.bad, Asks: m.asking(), Panels: true, Listed: true}
	front := func(l layer.Layer) {
		d := l.Draw(v, box)
		w.Front = d.Rows
		w.Panels, w.Listed = d.Place != layer.Whole, d.Place != layer.Whole && d.Place != layer.Instead
	}
	switch top := m.top(); {
	case top != nil:
		front(top)
		w.Panels, w.Listed = false, false
		switch top.(type) {
		case *overlay.Help, *overlay.Summary:
			w.Page = true
		}
	case m.window.Focus == intent.Solver && m.solver != nil:
		box.Height = solverRows
		front(m.solver)
		w.Panels, w.Listed = false, false
	case m.leading.leads():
		front(m.leading.by)
	}
	told := m.explain.View(v, 10*width, 0, 0)
	w.Done, w.Next = told[0], told[1]
	w.Keys = layer.Foot(v.Theme, 10*width, m.inFront(v), m.table)
	m.next.Refresh(v)
	for k := range m.next.Len() {
		w.Operations = append(w.Operations, m.next.Choice(k))
	}
	return w
}
