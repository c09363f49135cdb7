package app

import (
	"facet/model"
	"facet/ui/layer"
	"facet/ui/style"
)

// snapshot is what the panes may see now.
func (m *Model) snapshot() *layer.View {
	s := &m.shot
	s.Theme, s.Steps, s.Totals, s.Sel, s.Preview = m.theme, m.session, m.totals, m.sel, ""
	if m.preview != nil {
		s.Preview = style.Printable(m.preview.title)
	}
	s.Focus, s.Pressed = m.focus, m.pressed
	s.CacheKey.Revision, s.CacheKey.Look, s.CacheKey.Sel = m.session.Revision(), m.look, m.sel
	s.Chosen = m.sel == m.chosen
	s.Proof = m.proved.Proof
	s.Advice, s.Known, s.HasKnown = layer.Advice{}, layer.Method{}, false
	s.Points = m.led.points(s)
	s.CacheKey.Points = m.led.pointed
	s.Leader, s.Concealed = m.led.title(), m.led.conceals()
	if m.solver == nil || s.Concealed {
		return s
	}
	if a := m.solver.Advice(0); a.HasBest {
		s.Known, s.HasKnown = layer.Method{Name: "best known", Cost: a.Best}, true
		if a.Optimal {
			s.Known.Name = layer.Optimum
		}
	}
	if m.preview == nil {
		s.CacheKey.Advice = m.solver.Version()
		s.Advice = m.solver.Advice(m.session.Cursor())
	}
	return s
}

// weigh works the losses of the steps out anew when session or advice have
// changed.
func (m *Model) weigh() {
	s := &m.shot
	if !m.judged() {
		s.Losses, m.weighed = layer.Losses{}, layer.CacheKey{}
		return
	}
	now := layer.CacheKey{Revision: s.CacheKey.Revision, Look: s.CacheKey.Look, Advice: s.CacheKey.Advice}
	if m.weighed == now {
		return
	}
	s.Losses, m.weighed = layer.NewLosses(m.solver.Losses()), now
}

func (m *Model) state() *model.State { return m.session.State() }
func (m *Model) dag() *model.Dag     { return m.session.Dag() }

// judged tells whether what is on the screen is the solver's business: it is not
// while a proposal is looked at, or where a guide conceals.
func (m *Model) judged() bool {
	return m.solver != nil && m.preview == nil && !m.led.conceals()
}
