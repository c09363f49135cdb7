package app

import (
	"slices"

	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// snapshot is what there is to be seen now.
func (m *Model) snapshot() *layer.View {
	s := &m.shot
	s.Keymap = m.keymap
	s.Theme, s.Steps, s.Totals, s.Sel, s.Preview = m.settings.themeOf(m.screen.shown.dag()), m.screen.shown.session, m.screen.shown.totals, m.screen.shown.sel, ""
	if s.Theme.Unit() > 0 {
		s.Totals.NumberWidth = s.Theme.CostWidth(0)
	}
	if m.preview.open() {
		s.Preview = style.Printable(m.preview.seen.Title)
	}
	s.Unsaved, s.Unseen = m.sessions.isBehind(), m.screen.where.window.TooSmall()
	s.Focus, s.Large, s.Pressed = m.screen.where.window.Focus, m.screen.where.window.Large, m.pressed
	s.CacheKey.Revision, s.CacheKey.Version, s.CacheKey.Sel = m.screen.shown.session.Revision(), m.screen.shown.version, m.screen.shown.sel
	s.Chosen = m.screen.shown.sel == m.screen.shown.chosen
	s.Proof = m.screen.proof.Proof
	s.Advice, s.Known, s.HasKnown = layer.Advice{}, layer.Method{}, false
	by := m.leading.leader()
	points := by.Points(s)
	if top := m.screen.where.top(); top != nil {
		if over := top.Points(s); over != nil {
			points = over
		}
	}
	if around := by.Around(s); !slices.Equal(points, s.Points) || around != s.Around {
		s.Points, s.Around = points, around
		s.CacheKey.Points++
	}
	s.Leader, s.Led, s.Concealed = m.leading.title(), by.Presents(), by.Conceals()
	s.Rivals = by.Rivals()
	s.Running = ""
	if m.solver != nil && !s.Concealed {
		s.Running = m.solver.Running()
	}
	s.Silent = m.solver != nil && !m.solver.Hints() && !s.Concealed
	if s.Concealed {
		return s
	}
	if c := &m.screen.shown.methods; c.of == m.screen.shown.session.Dag() {
		s.Known, s.HasKnown = c.best, true
	}
	if m.solver == nil {
		return s
	}
	if a := m.solver.Advice(0); a.HasBest && (!s.HasKnown || a.Optimal || a.Best < s.Known.Cost) {
		s.Known, s.HasKnown = layer.Method{Name: "best known", Cost: a.Best}, true
		if a.Optimal {
			s.Known.Name = layer.Optimum
		}
	}
	if !m.preview.open() {
		s.CacheKey.Advice = m.solver.Version()
		s.Advice = m.solver.Advice(m.screen.shown.session.Cursor())
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
	now := layer.CacheKey{Revision: s.CacheKey.Revision, Version: s.CacheKey.Version, Advice: s.CacheKey.Advice}
	if m.weighed == now {
		return
	}
	s.Losses, m.weighed = layer.NewLosses(s.Theme, m.solver.Losses(), m.solver.Reasons()), now
}
