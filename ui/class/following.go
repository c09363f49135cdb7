package class

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Following is the guide of somebody who follows the lecturer: what is on the
// lecturer's screen is laid out in the follower's own window. It can be left to try
// something (o), which goes on from the lecturer's step in a session of the
// follower's own, and come back to (f).
type Following struct {
	class  *Class
	person *Person // who follows; nil where nobody counts
	ctx    context.Context
	cancel context.CancelFunc

	position *Position // the newest that is known
	version  uint64
	staged   bool // a session that follows is on the screen
	staging  bool // one is being made
	off      bool // the follower tries something
	on       bool // the screen stands where the lecturer does
}

var _ layer.Leader = (*Following)(nil)

// Follow makes a guide for one follower, who may be nobody in particular.
func (c *Class) Follow(who *Person) *Following {
	f := &Following{class: c, person: who}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f
}

// Kind is the first word of what opens the guide.
const Kind = "follow"

// Source opens the guide from within an explorer.
func (c *Class) Source(who *Person) layer.Source {
	return layer.Source{
		Kind:     Kind,
		Commands: []layer.Command{{Name: Kind, Does: "follow the lecturer; o tries a move, f comes back", Intent: intent.Lead{Kind: Kind}}},
		Open:     func(context.Context, string) (layer.Leader, error) { return c.Follow(who), nil },
	}
}

type (
	// movedMsg brings where the lecturer stands now.
	movedMsg struct {
		to       *Following
		position *Position
		version  uint64
	}
	// builtMsg brings a session that stands where the lecturer stood.
	builtMsg struct {
		to       *Following
		position *Position
		session  *session.Session
		err      error
	}
)

// Title says whom one follows, and whether one is where they are.
func (f *Following) Title() string {
	switch {
	case f.position == nil:
		return "nobody leads yet"
	case f.off && f.on:
		return "you try, as " + f.leader()
	case f.off:
		return fmt.Sprintf("you try, %s: step %d", f.leader(), len(f.position.Steps))
	case f.position.Gone:
		return f.leader() + " has left"
	case f.on:
		return "with " + f.leader()
	}
	return "behind " + f.leader()
}

// leader is the lecturer's name in the room there is.
func (f *Following) leader() string {
	name := []rune(style.Printable(f.position.Leader))
	return string(name[:min(len(name), 12)])
}

// Begin waits for the lecturer.
func (f *Following) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	f.position, f.version = f.class.lead.Now()
	return tea.Batch(f.await(), f.stage()), nil
}

// await waits for the next position.
func (f *Following) await() tea.Cmd {
	version := f.version
	return func() tea.Msg {
		position, version, err := f.class.lead.After(f.ctx, version)
		if err != nil {
			return nil
		}
		return movedMsg{f, position, version}
	}
}

// stage makes a session that stands where the lecturer does.
func (f *Following) stage() tea.Cmd {
	p := f.position
	if p == nil || f.staging {
		return nil
	}
	f.staging = true
	return func() tea.Msg {
		s, err := p.session()
		return builtMsg{f, p, s, err}
	}
}

// mostAtOnce is how many intents lead to a position; what is further away is made
// beside the screen.
const mostAtOnce = 60

// Update takes the lecturer's next position.
func (f *Following) Update(s *layer.View, msg tea.Msg) (bool, tea.Cmd, []intent.Intent) {
	switch msg := msg.(type) {
	case movedMsg:
		if msg.to != f {
			return true, nil, nil
		}
		f.position, f.version = msg.position, msg.version
		cmd, intents := f.catchUp(s)
		return true, tea.Batch(f.await(), cmd), intents
	case builtMsg:
		if msg.to != f {
			return true, nil, nil
		}
		f.staging = false
		switch {
		case f.off:
			return true, nil, nil
		case msg.err != nil:
			return true, nil, []intent.Intent{intent.Say{Text: "The lecturer's steps cannot be followed: " + msg.err.Error()}}
		case msg.position.Dag != f.position.Dag: // overtaken
			return true, f.stage(), nil
		}
		f.staged, f.on = true, true
		f.person.follows(false, true)
		intents := []intent.Intent{intent.Stage{Session: msg.session}, intent.Select{Target: msg.position.Sel}}
		if msg.position != f.position {
			intents = append(intents, f.position.intents(msg.session)...)
		}
		return true, nil, intents
	}
	return false, nil, nil
}

// catchUp goes where the lecturer stands, unless the follower tries something.
func (f *Following) catchUp(s *layer.View) (tea.Cmd, []intent.Intent) {
	f.compare(s)
	switch {
	case f.off || f.staging:
		return nil, nil
	case !f.staged || s.Dag() != f.position.Dag:
		return f.stage(), nil
	}
	intents := f.position.intents(s.Steps)
	if len(intents) > mostAtOnce {
		return f.stage(), nil
	}
	return nil, intents
}

// compare looks whether the screen stands where the lecturer does.
func (f *Following) compare(s *layer.View) {
	f.on = f.position != nil && (f.staged || f.off) && s.Dag() == f.position.Dag && slices.Equal(s.Steps.Ops(), f.position.Ops())
	f.person.follows(f.off, f.on)
}

// Moved looks whether the screen stands where the lecturer does.
func (f *Following) Moved(s *layer.View) (tea.Cmd, []intent.Intent) {
	f.compare(s)
	return nil, nil
}

// Key leaves to try something, and comes back.
func (f *Following) Key(_ *layer.View, msg tea.KeyMsg) (bool, tea.Cmd, []intent.Intent) {
	switch key := msg.String(); {
	case key == "o" && !f.off && f.staged:
		f.off, f.staged = true, false
		f.person.follows(true, false)
		return true, nil, []intent.Intent{intent.Adopt{}, intent.Say{Text: "This is now a session of your own: try any move. f comes back to " + f.leader() + "."}}
	case key == "o" && !f.off:
		return true, nil, []intent.Intent{intent.Say{Text: "Nobody leads yet: :end goes to your own session, q leaves."}}
	case key == "f" && f.off:
		f.off = false
		f.person.follows(false, false)
		return true, f.stage(), nil
	}
	return false, nil, nil
}

// Allows a follower to look around and to keep what there is: the steps are the
// lecturer's.
func (f *Following) Allows() intent.Effect {
	if f.off {
		return intent.All
	}
	return intent.Looks | intent.Writes
}

// Refuses says whose steps these are.
func (f *Following) Refuses(_ *layer.View, i intent.Intent) string {
	switch {
	case i.Effect().Within(f.Allows()):
		return ""
	case !f.staged:
		return "Nobody leads yet: :end goes to your own session."
	}
	return "These are " + f.leader() + "'s steps: press o to try your own."
}

// Conceals hides what would judge as long as the steps are the lecturer's: nothing is
// worked out for each of many followers.
func (f *Following) Conceals() bool { return !f.off }

// Page leaves the room to the panes.
func (*Following) Page(*layer.View, int, int) []string { return nil }

// Panel is the lecturer's note on the step.
func (f *Following) Panel(s *layer.View, width, most int) ([]string, bool) {
	step, ok := s.Steps.Step(s.Steps.Cursor())
	if !ok || step.Note == "" {
		return nil, false
	}
	rows := layer.Wrap(s.Theme, " "+s.Theme.Signs.Note+" "+style.Printable(step.Note), width, most-1, style.Newborn)
	return rows[:min(len(rows), most)], false
}

// Foot says how to leave and to come back.
func (f *Following) Foot(*layer.View) [][2]string {
	switch {
	case f.off:
		return [][2]string{{"f", "back to " + f.leader()}, {"e", "eliminate"}, {"a", "preaccumulate"}, {"u", "undo"}, {":", "command"}, {"?", "help"}, {"q", "leave"}}
	case !f.staged:
		return [][2]string{{"?", "help"}, {"q", "leave"}}
	}
	return [][2]string{{"o", "try it yourself"}, {"Tab", "pane"}, {"+ -", "zoom"}, {"?", "help"}, {"q", "leave"}}
}

// Keys are for the help.
func (*Following) Keys() [][2]string {
	return [][2]string{{"o", "try moves of your own from this step"}, {"f", "come back to the lecturer"}}
}

// Close ends the waiting.
func (f *Following) Close() { f.cancel() }
