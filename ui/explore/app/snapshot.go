package app

import (
	"slices"

	"facet/ui/draw/style"
	"facet/ui/explore/comparison"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// pointed is what a leader or an overlay points at, and what surroundings are shown.
type pointed struct {
	points  []intent.Selection
	around  intent.Selection
	changes uint64 // how often that has changed
}

// snapshot is what there is to be seen now.
func (m *Model) snapshot() *layer.View {
	shown, by := &m.screen.shown, m.leading.leader()
	s := &layer.View{
		Keymap: m.keymap, Theme: m.settings.themeOf(shown.dag()), Steps: shown.session, Totals: shown.totals,
		Sel:     shown.sel,
		Unsaved: m.sessions.isBehind(), Unseen: m.screen.where.window.TooSmall(),
		Focus: m.screen.where.window.Focus, Large: m.screen.where.large(), Pressed: m.pressed,
		Chosen: shown.sel == shown.chosen, Proof: m.screen.proof.Proof, Words: m.options.Words,
		Leader: m.leading.title(), Led: by.Presents(), Concealed: by.Conceals(), Rivals: by.Rivals(),
		Losses: m.losses,
	}
	s.CacheKey = layer.CacheKey{Revision: shown.session.Revision(), Version: shown.version, Sel: shown.sel,
		Points: m.pointing.changes}
	if s.Theme.Unit() > 0 {
		s.Totals.NumberWidth = s.Theme.CostWidth(0)
	}
	if m.preview.open() {
		s.Preview = style.Printable(m.preview.seen.Title)
	}
	if m.plan.view != nil {
		s.Remember(m.plan.view)
	}
	s.Points, s.Around = by.Points(s), by.Around(s)
	if top := m.screen.where.top(); top != nil {
		if over := top.Points(s); over != nil {
			s.Points = over
		}
	}
	if s.Concealed {
		return s
	}
	if c := m.screen.compared; c.of == shown.dag() {
		s.Known, s.HasKnown = comparison.Best(c.found)
	}
	if m.solver == nil {
		return s
	}
	s.Running, s.Silent = m.solver.Running(), !m.solver.Hints()
	if a := m.solver.Advice(0); a.HasBest && (!s.HasKnown || a.Optimal || a.Best < s.Known.Cost) {
		s.Known, s.HasKnown = layer.Method{Name: "best known", Cost: a.Best}, true
		if a.Optimal {
			s.Known.Name = layer.Optimum
		}
	}
	if !m.preview.open() {
		s.CacheKey.Advice = m.solver.Version()
		s.Advice = m.solver.Advice(shown.session.Cursor())
	}
	return s
}

// see is the snapshot that the screen is made of: with the losses of the steps, which are worked
// out anew when session or advice have changed.
func (m *Model) see() *layer.View {
	s := m.snapshot()
	if p := &m.pointing; !slices.Equal(s.Points, p.points) || s.Around != p.around {
		p.points, p.around = s.Points, s.Around
		p.changes++
		s.CacheKey.Points = p.changes
	}
	if now := (layer.CacheKey{Revision: s.CacheKey.Revision, Version: s.CacheKey.Version,
		Advice: s.CacheKey.Advice}); !m.judged() {
		m.losses, m.weighed = layer.Losses{}, layer.CacheKey{}
	} else if m.weighed != now {
		m.losses, m.weighed = layer.NewLosses(s.Theme, m.solver.Losses(), m.solver.Reasons()), now
	}
	s.Losses = m.losses
	return s
}
