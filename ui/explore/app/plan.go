package app

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/comparison"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/narration"
)

// plan is what is on the screen: Update makes it of what is to be shown, View reads it.
type plan struct {
	screen  *screen
	leading *leading

	view  *layer.View
	box   layer.Box   // all rows between header and foot
	front layer.Drawn // the solver's page, or what leads: in that box, or beneath the panels
	notes int         // rows that the sentences at the whole width have for a note
}

// mostDivisions is how often the window is divided anew for pictures that are there, before
// that waits for the next message.
const mostDivisions = 3

// settle divides the window for what is to be shown now, starts what it needs and does not
// have, and has each layer choose what it shows in its place.
func (m *Model) settle() tea.Cmd {
	w := &m.screen.where.window
	var cmds []tea.Cmd
	for k, again := 0, true; again; k++ {
		m.plan.arrange(m.see())
		m.plan.fit()
		switch window, version := *w, m.screen.shown.version; {
		case w.Width == 0:
			return nil
		case k == mostDivisions:
			again = false
		default:
			cmd, said := m.screen.pictures.want()
			cmds = append(cmds, cmd, m.perform(nil, said...))
			again = *w != window || m.screen.shown.version != version
		}
	}
	return tea.Batch(append(cmds, m.screen.shown.wantList(), m.screen.shown.wantTotals())...)
}

// arrange divides the window. The pictures learn how large they are.
func (p *plan) arrange(v *layer.View) {
	where := &p.screen.where
	w := where.window
	p.view, p.front = v, layer.Drawn{}
	p.box = layer.Box{Width: w.Width, Height: w.Height - w.HeaderRows() - p.below(), Outer: w.Width,
		Focused: true}
	if w.Width == 0 || w.Height == 0 || w.TooSmall() {
		return
	}
	p.box.Most = max(3, (p.box.Height-narration.Rows)*2/5)
	if l := p.page(); l != nil {
		l.Fit(v, p.box)
		p.front = l.Draw(v, p.box)
	}
	if p.front.Place == layer.Whole { // nothing of the panels can be clicked
		where.division.Areas = nil
		return
	}
	past := p.past()
	if p.notes = 0; !p.leading.leads() { // a leader has texts of its own
		p.notes = max(1, min(p.box.Height/7, 5))
	}
	w.Bare = p.front.Place == layer.Bare
	w.Single = v.Around.Kind != intent.Nothing && !drawing.Whole(p.screen.pictures.line)
	w.Watching = p.screen.options.Solver != nil && p.screen.options.Solver.Watching()
	where.division = w.Arrange(w.HeaderRows(), p.box.Height, panel.Contents{
		Says: len(p.front.Rows), Instead: p.front.Place == layer.Instead && len(p.front.Rows) > 0,
		Aside: v.Led, Told: narration.BelowRows(v, w.Width, past, p.notes),
		Said: func(width, height int) int {
			return len(p.leading.by.Draw(v, layer.Box{Width: width, Height: height, Outer: width,
				Most: max(4, height*2/5+1)}).Rows)
		},
		Noted: func(width int) int { return narration.ColumnRows(v, width, past, p.columnNotes()) },
	})
	for _, a := range where.division.Areas {
		if a.Panel == intent.Dag || a.Panel == intent.LineDag {
			_, _, width, height := a.Inner()
			drawing.Place(p.screen.pictures.of(a.Panel), v, width, height)
		}
	}
}

// page is the layer that may fill the window, or have rows beneath the panels; nil for none.
func (p *plan) page() layer.Layer {
	switch {
	case p.screen.where.window.Focus == intent.Solver && p.screen.options.Solver != nil:
		return p.screen.options.Solver
	case p.leading.leads():
		return p.leading.by
	}
	return nil
}

// past is the step that the sentences are about in place of the last one; 0 for none.
func (p *plan) past() int {
	if p.screen.where.window.Focus == intent.History {
		return p.screen.shown.history.At(p.view)
	}
	return 0
}

// columnNotes is how many rows of a column the note of a step may take: a leader has texts of its own.
func (p *plan) columnNotes() int {
	if p.leading.leads() {
		return 0
	}
	return p.box.Height
}

// below is how many rows stand below the panels and the sentences.
func (p *plan) below() int {
	if p.screen.record.Shown {
		return 2
	}
	return 1
}

// fit has each panel, and what lies over them, choose what it shows.
func (p *plan) fit() {
	v := p.view
	v.Outlook() // before View asks for it
	p.screen.shown.next.Refresh(v)
	if p.screen.where.window.TooSmall() {
		return
	}
	for _, a := range p.screen.where.division.Areas {
		if l := p.in(a); l != nil {
			l.Fit(v, p.inside(a))
		}
	}
	if top := p.screen.where.top(); top != nil {
		top.Fit(v, p.box)
	}
}

// in is the layer that an area shows; nil for texts.
func (p *plan) in(a panel.Area) layer.Layer {
	switch l := p.screen.panel(a.Panel); {
	case l != nil:
		return l
	case a.Panel == intent.Solver:
		return p.screen.options.Solver
	}
	return nil
}

// inside is the box within the frame of an area.
func (p *plan) inside(a panel.Area) layer.Box {
	_, _, w, h := a.Inner()
	return layer.Box{Width: w, Height: h, Outer: a.Width, Focused: p.screen.where.window.Focus == a.Panel}
}

// body are the panels, what a leader says beneath them, and the sentences; or a page.
func (p *plan) body() []string {
	d := &p.screen.where.division
	if p.front.Place == layer.Whole {
		return pad(p.view.Theme, p.front.Rows, p.box.Width, p.box.Height)
	}
	rows := panel.Compose(d.Areas, p.framed)
	rows = append(rows, pad(p.view.Theme, p.front.Rows, p.box.Width, d.Says)...)
	if d.Told == 0 {
		return rows
	}
	return append(rows, narration.Below(p.view, p.box.Width, p.past(), p.notes)[:d.Told]...)
}

// framed draws a panel into its frame.
func (p *plan) framed(a panel.Area) []string {
	v, b := p.view, p.inside(a)
	switch a.Panel {
	case intent.Text:
		d := p.leading.by.Draw(v, layer.Box{Width: a.Width, Height: a.Height, Outer: a.Width, Most: a.Height})
		return pad(v.Theme, d.Rows, a.Width, a.Height)
	case intent.Told:
		return v.Theme.Draw(a.Frame, v.Theme.Signs.Fill+" done", at(v),
			narration.Column(v, b.Width, b.Height, p.past(), min(b.Height, p.columnNotes())), a.Width,
			a.Height, false)
	}
	d := p.in(a).Draw(v, b)
	if a.Panel == intent.Dag || a.Panel == intent.LineDag {
		d.Right = keyOf(d.Right, style.RightRoom(d.Title, a.Width))
	}
	return v.Theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, b.Focused)
}

// at is the step on the screen, of how many.
func at(v *layer.View) string {
	return "step " + style.Count(int64(v.Steps.Depth())) + "/" + style.Count(int64(len(v.Steps.Line())))
}

// keyOf shortens what a frame says of its picture, and of the keys that change that, before the
// zoom level: in a narrow frame the first key is worth more than what it is about.
func keyOf(text string, width int) string {
	_, keys, ok := strings.Cut(text, ": ")
	if !ok || style.Width(text) <= width {
		return text
	}
	if first, rest, more := strings.Cut(keys, ", "); more && style.Width(keys) > width {
		keys = first + rest[max(0, strings.LastIndex(rest, "   ")):]
	}
	return keys
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
