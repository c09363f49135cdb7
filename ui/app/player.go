package app

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
	"facet/ui/panel/history"
	"facet/ui/panel/next"
	"facet/ui/playback"
	"facet/ui/style"
)

// player shows steps one after another: those of the session that lie ahead, or
// a sequence that someone proposes. A proposal is shown on a session of its own,
// so that looking at it changes nothing until it is applied.
type player struct {
	playback.Clock
	proposal *proposal // nil while the session itself is played
}

// proposal is a sequence that is looked at before it is taken.
type proposal struct {
	title    string
	from     int // the step of the user's session that it starts from
	ops      []model.Op
	own      *session.Session // the user's
	pictures *drawing.Pictures
	sel      intent.Selection
	focus    intent.Panel
}

// play starts and stops what lies ahead.
func (m *Model) play() tea.Cmd {
	p := &m.player
	if p.Running() {
		p.Stop()
		m.say("Stopped. Space continues, PgUp and PgDn step.")
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		if m.session.Depth() == 0 {
			m.refuse("There are no steps ahead to play: undo some first.")
			return nil
		}
		m.report(m.session.Jump(0)) // from the end it starts over
		m.selectNext()
	}
	m.say(m.playing())
	return p.Start()
}

func (m *Model) playing() string {
	return fmt.Sprintf("Playing one step every %s: space stops, < slower, > faster.", m.player.Interval())
}

// ticked takes the next step.
func (m *Model) ticked(t playback.Tick) tea.Cmd {
	p := &m.player
	if !p.Due(t) {
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		p.Stop()
		m.say("This was the last step. Space plays again from the start.")
		return nil
	}
	cmd := m.perform(intent.Redo{})
	if m.session.Depth() == len(m.session.Line()) {
		p.Stop()
	}
	if !p.Running() {
		return cmd
	}
	return tea.Batch(cmd, p.Next())
}

// hurry makes playing faster or slower.
func (m *Model) hurry(faster bool) {
	p := &m.player
	if faster {
		p.Faster()
	} else {
		p.Slower()
	}
	if p.Running() {
		m.say(m.playing())
		return
	}
	m.say(fmt.Sprintf("One step every %s: space plays.", p.Interval()))
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
	m.player = player{m.player.Anew(), &proposal{
		title: i.Title, from: i.From, ops: i.Ops, own: m.session, pictures: m.pictures, sel: m.sel, focus: m.focus}}
	m.message = message{}
	m.preview = style.Printable(i.Title)
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
	p := m.player.proposal
	if p == nil {
		return
	}
	m.player.proposal = nil
	m.player.Stop()
	m.preview = ""
	m.display(p.own, p.pictures)
	m.sel = p.sel
	m.focusOn(p.focus)
}

// accept takes the proposal over as steps of the user's session.
func (m *Model) accept() tea.Cmd {
	p := m.player.proposal
	m.dismiss()
	intents := []intent.Intent{intent.GoTo{Step: p.from}}
	for _, op := range p.ops {
		intents = append(intents, intent.Carry{Ops: []model.Op{op}})
	}
	if m.focus == intent.Solver {
		m.focusOn(m.front)
	}
	intents = append(intents, intent.Say{Text: "Applied " + style.Plural(len(p.ops), "operation", "operations") + ": u undoes them one by one."})
	return m.carryOut(intents)
}

// proposalKey takes the keys that mean something else while a proposal is shown.
func (m *Model) proposalKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch name := msg.String(); name {
	case "esc":
		m.dismiss()
		m.say("Back. Nothing has changed.")
		return nil, true
	case "A", "enter":
		return m.accept(), true
	case "right", "down":
		return m.perform(intent.Redo{}), true
	case "left", "up":
		return m.perform(intent.Undo{}), true
	case "e", "a", "E", "V", "B", "n", "s", ":", "m":
		m.refuse("This is only a preview: A applies it, Esc goes back.")
		return nil, true
	}
	return nil, false
}

// proposalFoot is the key line while a proposal is shown.
func (m *Model) proposalFoot() string {
	t := m.theme
	head := " preview: " + t.Clip(style.Printable(m.player.proposal.title), m.width/3) + " "
	return t.Paint(style.Selected, head) + layer.Hints(t, m.width-style.Width(head), [2]string{"A", "apply"}, [2]string{"Esc", "leave it"},
		[2]string{"PgDn", "step"}, [2]string{"PgUp", "back"}, [2]string{"space", "play"})
}
