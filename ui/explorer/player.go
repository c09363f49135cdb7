package explorer

import (
	"fmt"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/pane/drawing"
	"facet/ui/pane/history"
	"facet/ui/pane/next"
	"facet/ui/theme"
)

// player shows steps one after another: those of the session that lie ahead, or
// a sequence that someone proposes. A proposal is shown on a session of its own,
// so that looking at it changes nothing until it is applied.
type player struct {
	running  bool
	run      int // tells the ticks of one run from those of another
	interval time.Duration

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
	focus    intent.Pane
}

// playTickedMsg says that it is time for the next step.
type playTickedMsg struct{ run int }

// The pace of playing.
const (
	playInterval = time.Second
	playShortest = time.Second / 16
	playLongest  = 8 * time.Second
)

func (p *player) tick() tea.Cmd {
	run := p.run
	return tea.Tick(p.interval, func(time.Time) tea.Msg { return playTickedMsg{run} })
}

// play starts and stops what lies ahead.
func (m *Model) play() tea.Cmd {
	p := &m.player
	if p.running {
		p.running = false
		m.say("Playing stopped. Space goes on, PgUp and PgDn step.")
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		if m.session.Depth() == 0 {
			m.refuse("There is nothing to play yet: space plays the steps that lie ahead.")
			return nil
		}
		m.report(m.session.Jump(0)) // from the end it starts over
		m.selectNext()
	}
	p.run++
	p.running = true
	if p.interval == 0 {
		p.interval = playInterval
	}
	m.say(m.playing())
	return p.tick()
}

func (m *Model) playing() string {
	return fmt.Sprintf("Playing, a step every %s: space stops, < slower, > faster.", m.player.interval)
}

// ticked takes the next step.
func (m *Model) ticked(msg playTickedMsg) tea.Cmd {
	p := &m.player
	if !p.running || msg.run != p.run {
		return nil
	}
	if m.session.Depth() == len(m.session.Line()) {
		p.running = false
		m.say("This was the last step. Space plays again from the start.")
		return nil
	}
	cmd := m.perform(intent.Redo{})
	if m.session.Depth() == len(m.session.Line()) {
		p.running = false
	}
	if !p.running {
		return cmd
	}
	return tea.Batch(cmd, p.tick())
}

// pace makes playing faster or slower.
func (m *Model) pace(faster bool) {
	p := &m.player
	if p.interval == 0 {
		p.interval = playInterval
	}
	if faster {
		p.interval = max(playShortest, p.interval/2)
	} else {
		p.interval = min(playLongest, p.interval*2)
	}
	if p.running {
		m.say(m.playing())
		return
	}
	m.say(fmt.Sprintf("A step every %s: space plays.", p.interval))
}

// propose shows a sequence without taking it.
func (m *Model) propose(i intent.Preview) tea.Cmd {
	m.dismiss()
	at, ok := m.session.StateAt(i.From)
	if !ok {
		m.refuse("The step that this sequence starts from is not there any more.")
		return nil
	}
	shown := session.New(m.dag())
	for _, op := range opsTo(m.session, i.From) {
		if _, err := shown.Do("", op); err != nil {
			m.report(err)
			return nil
		}
	}
	depth := shown.Depth()
	for _, op := range i.Ops {
		if _, err := shown.Do("", op); err != nil {
			m.refuse(pane.Sentence("this sequence does not fit: " + err.Error()))
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
	m.player = player{interval: m.player.interval, run: m.player.run + 1, proposal: &proposal{
		title: i.Title, from: i.From, ops: i.Ops, own: m.session, pictures: m.pictures, sel: m.sel, focus: m.focus}}
	m.message = message{}
	m.preview = theme.Printable(i.Title)
	m.display(shown, drawing.NewPictures(m.dag()))
	m.focusOn(focus)
	m.selectNext()
	return nil
}

// opsTo is the sequence up to a step.
func opsTo(s *session.Session, id int) []model.Op {
	here := s.Cursor()
	if here == id {
		return s.Ops()
	}
	if s.Goto(id) != nil {
		return nil
	}
	ops := s.Ops()
	_ = s.Goto(here) // it was there a moment ago
	return ops
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
	m.player.proposal, m.player.running = nil, false
	m.preview = ""
	m.display(p.own, p.pictures)
	m.sel = p.sel
	m.focusOn(p.focus)
}

// accept takes the proposal over as steps of the user's session.
func (m *Model) accept() tea.Cmd {
	p := m.player.proposal
	m.dismiss()
	wishes := []intent.Intent{intent.GoTo{Step: p.from}}
	for _, op := range p.ops {
		wishes = append(wishes, intent.Carry{Ops: []model.Op{op}})
	}
	if m.focus == intent.Solver {
		m.focusOn(m.front)
	}
	wishes = append(wishes, intent.Say{Text: "Applied " + theme.Plural(len(p.ops), "operation", "operations") + ": u takes them back one by one."})
	return m.carryOut(wishes)
}

// proposalKey takes the keys that mean something else while a proposal is shown.
func (m *Model) proposalKey(msg tea.KeyMsg) (tea.Cmd, bool) {
	switch name := msg.String(); name {
	case "esc":
		m.dismiss()
		m.say("Back: nothing was changed.")
		return nil, true
	case "A", "enter":
		return m.accept(), true
	case "right", "down":
		return m.perform(intent.Redo{}), true
	case "left", "up":
		return m.perform(intent.Undo{}), true
	case "e", "a", "E", "V", "n", "s", ":", "m":
		m.refuse("This is only a preview: A applies it, Esc goes back.")
		return nil, true
	}
	return nil, false
}

// proposalFoot is the key line while a proposal is shown.
func (m *Model) proposalFoot() string {
	t := m.theme
	head := " preview: " + t.Clip(theme.Printable(m.player.proposal.title), m.width/3) + " "
	return t.Paint(theme.Selected, head) + pane.Hints(t, m.width-theme.Width(head), [2]string{"A", "apply"}, [2]string{"Esc", "leave it"},
		[2]string{"PgDn", "step"}, [2]string{"PgUp", "back"}, [2]string{"space", "play"})
}
