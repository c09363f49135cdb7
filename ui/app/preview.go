package app

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
	"facet/ui/panel/history"
	"facet/ui/panel/next"
	"facet/ui/style"
)

// preview is a sequence that is looked at before it is taken, as a layer: it is shown on
// a session of its own, so that looking at it changes nothing until it is applied.
type preview struct {
	root     *Model
	title    string
	from     int // the step of the user's session that it starts from
	ops      []model.Op
	own      *session.Session // the user's
	pictures *drawing.Pictures
	sel      intent.Selection
	focus    intent.Panel
}

// Bindings apply it, leave it, and step through it.
func (p *preview) Bindings(v *layer.View) []layer.Command {
	do := func(what func() []intent.Intent, keys ...string) layer.Command {
		return layer.On(func() (tea.Cmd, []intent.Intent) { return nil, what() }, keys...)
	}
	return []layer.Command{
		do(p.apply, "A", "enter").Foot("apply"),
		do(func() []intent.Intent {
			p.root.dismiss()
			return layer.Say("Back. Nothing has changed.")
		}, "esc").Foot("leave it"),
		layer.Means(intent.Redo{}, "right", "down", "pgdown").As("PgDn").Foot("step"),
		layer.Means(intent.Undo{}, "left", "up", "pgup").As("PgUp").Foot("back"),
		layer.Mention("play", "play"),
	}
}

// Draw is what stands before the keys in the foot.
func (p *preview) Draw(v *layer.View, b layer.Box) layer.Drawn {
	return layer.Drawn{Title: v.Theme.Paint(style.Selected, " preview: "+v.Theme.Clip(style.Printable(p.title), b.Width/3)+" ")}
}

// Allows to look around, and to step through it.
func (*preview) Allows() intent.Effect {
	return intent.All &^ (intent.Edits | intent.Opens | intent.Judges)
}

// Refuses says what can be done.
func (p *preview) Refuses(_ *layer.View, i intent.Intent) string {
	if i.Effect().Within(p.Allows()) {
		return ""
	}
	return "This is only a preview: A applies it, Esc goes back."
}

// apply takes the sequence over as steps of the user's session.
func (p *preview) apply() []intent.Intent {
	m := p.root
	m.dismiss()
	intents := []intent.Intent{intent.GoTo{Step: p.from}}
	for _, op := range p.ops {
		intents = append(intents, intent.Carry{Ops: []model.Op{op}})
	}
	if m.focus == intent.Solver {
		m.focusOn(m.front)
	}
	return append(intents, intent.Say{Text: "Applied " + style.Plural(len(p.ops), "operation", "operations") + ": u undoes them one by one."})
}

// propose shows a sequence without taking it.
func (m *Model) propose(i intent.Preview) tea.Cmd {
	m.dismiss()
	at, ok := m.session.StateAt(i.From)
	if !ok {
		m.refuse("The step where this sequence starts no longer exists.")
		return nil
	}
	shown := session.New(m.dag())
	for _, op := range m.session.OpsTo(i.From) {
		if _, err := shown.Do("", op); err != nil {
			m.report(err)
			return nil
		}
	}
	depth := shown.Depth()
	for _, op := range i.Ops {
		if _, err := shown.Do("", op); err != nil {
			m.refuse(layer.Sentence("this sequence does not fit here: " + err.Error()))
			return nil
		}
	}
	if err := shown.Jump(depth); err != nil || at == nil {
		m.report(err)
		return nil
	}
	focus := m.focus
	if focus == intent.Solver {
		focus = m.front
	}
	m.clock = m.clock.Anew()
	m.preview = &preview{root: m, title: i.Title, from: i.From, ops: i.Ops, own: m.session, pictures: m.pictures, sel: m.sel, focus: m.focus}
	m.message = message{}
	m.display(shown, drawing.NewPictures(m.dag()))
	m.focusOn(focus)
	m.selectNext()
	return nil
}

// display puts a session on the screen without opening it for good.
func (m *Model) display(s *session.Session, p *drawing.Pictures) {
	m.leaveSession()
	m.session, m.pictures = s, p
	m.dagPane.Of, m.linePane.Of = p, p
	m.dagPane.Forget()
	m.linePane.Forget()
	m.next = next.Pane{Order: m.next.Order}
	m.history = history.New(s)
	m.look++
	m.proved = proved{}
}

// dismiss goes back from a proposal to the user's session.
func (m *Model) dismiss() {
	p := m.preview
	if p == nil {
		return
	}
	m.preview = nil
	m.clock.Stop()
	m.display(p.own, p.pictures)
	m.sel = p.sel
	m.focusOn(p.focus)
}
