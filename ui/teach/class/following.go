package class

import (
	"context"
	"fmt"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Following leads a person who follows the lecturer: what is on the
// lecturer's screen is laid out in the follower's own window. It can be left to try
// something (o), which goes on from the lecturer's step in a session of the
// follower's own, and come back to (f).
type Following struct {
	layer.Neutral
	class  *Class
	person *Person // who follows
	ctx    context.Context
	cancel context.CancelFunc

	position *Position // the newest that is known
	version  uint64
	shown    bool       // a session that follows is on the screen
	off      bool       // the follower tries something
	on       bool       // the screen stands where the lecturer does
	draws    bool       // the lecturer changes the dag, which is in front
	dag      *model.Dag // that was shown last; nil for none
	there    func()     // ends the turn to go to the position; nil where there was none
}

var _ layer.Leader = (*Following)(nil)

// Follow makes a leader for one follower.
func (c *Class) Follow(who *Person) *Following {
	f := &Following{class: c, person: who}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f
}

// Source opens the leader from within an explorer.
func (c *Class) Source(who *Person) layer.Source {
	return layer.Source{
		Kind: Kind,
		Commands: []layer.Command{{Name: Kind, Does: "follow the lecturer; o tries a move, f comes back",
			Intent: intent.Lead{Kind: Kind}}},
		Open: func(context.Context, string) (layer.Leader, error) { return c.Follow(who), nil },
	}
}

// movedMsg brings where the lecturer stands now.
type movedMsg struct {
	to       *Following
	position *Position
	version  uint64
	there    func() // ends the turn
}

// Title says whom one follows, and whether one is where they are.
func (f *Following) Title() string {
	switch {
	case f.position == nil:
		return "no lecturer yet"
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
	name := []rune(style.Printable(f.position.Lecturer))
	return string(name[:min(len(name), 12)])
}

// Begin goes where the lecturer stands, so that nothing else is seen first, and waits for
// what comes next.
func (f *Following) Begin(*layer.View) (tea.Cmd, []intent.Intent) {
	f.position, f.version = f.class.positions.Now()
	return f.await(), f.goThere()
}

// await waits for the next position, and for a turn to go there.
func (f *Following) await() tea.Cmd {
	version := f.version
	return func() tea.Msg {
		if _, _, err := f.class.positions.After(f.ctx, version); err != nil {
			return nil
		}
		there, err := f.class.turns.take(f.ctx)
		if err != nil {
			return nil
		}
		position, version := f.class.positions.Now()
		return movedMsg{f, position, version, there}
	}
}

// goThere shows a session that stands where the lecturer does. Its steps are made once for all.
func (f *Following) goThere() []intent.Intent {
	p := f.position
	if p == nil {
		return nil
	}
	s, err := p.session(f.class.steps)
	if err != nil {
		return layer.Say("The lecturer's steps cannot be followed: " + err.Error())
	}
	like := f.shown // a dag of the lecturer's before this one
	before := f.dag
	f.dag = p.Dag
	f.shown, f.on = true, true
	f.person.follows(false, true)
	intents := []intent.Intent{intent.Show{Session: s, Like: like}, intent.Select{Target: p.Sel}}
	if like && before != nil && before.Name == f.dag.Name && len(p.Steps) == 0 {
		f.draws = true
		intents = append(intents, intent.Bring{Panel: intent.Dag, Hold: true})
	}
	return append(intents, f.stepped()...)
}

// mostAtOnce is how many intents lead to a position; what is further away is a new session.
const mostAtOnce = 60

// Update takes the lecturer's next position.
func (f *Following) Update(v *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	moved, ok := msg.(movedMsg)
	if !ok || moved.to != f {
		return nil, nil
	}
	f.position, f.version = moved.position, moved.version
	f.there = moved.there
	intents := f.catchUp(v)
	if len(intents) == 0 {
		f.there()
	}
	return f.await(), intents
}

// stepped brings the line dag to the front again once the lecturer goes on with steps on
// a dag that was changed.
func (f *Following) stepped() []intent.Intent {
	if !f.draws || len(f.position.Steps) == 0 {
		return nil
	}
	f.draws = false
	return []intent.Intent{intent.Bring{Panel: intent.LineDag}}
}

// catchUp goes where the lecturer stands, unless the follower tries something.
func (f *Following) catchUp(v *layer.View) []intent.Intent {
	f.compare(v)
	switch {
	case f.off:
		return nil
	case !f.shown || v.Dag() != f.position.Dag:
		return f.goThere()
	}
	intents := f.position.intents(v.Steps)
	if len(intents) > mostAtOnce {
		return f.goThere()
	}
	return append(intents, f.stepped()...)
}

// compare looks whether the screen stands where the lecturer does.
func (f *Following) compare(v *layer.View) {
	f.on = f.position != nil && (f.shown || f.off) && v.Dag() == f.position.Dag &&
		slices.Equal(v.Steps.Ops(), f.position.Ops())
	f.person.follows(f.off, f.on)
}

// Moved looks whether the screen stands where the lecturer does.
func (f *Following) Moved(v *layer.View, _ bool) (tea.Cmd, []intent.Intent) {
	f.compare(v)
	if f.there != nil {
		f.there()
	}
	return nil, nil
}

// Bindings leave to try something, and come back: to what the lecturer has opened for
// everybody meanwhile, where that is something else.
func (f *Following) Bindings(*layer.View) []layer.Command {
	keys := FollowTable()
	leave := keys.Do("try", f.leave).When(!f.off)
	back, home, elsewhere := keys.Do("back", f.comeBack), "", false
	if f.off {
		home, elsewhere = f.home()
	}
	if elsewhere {
		back = keys.Means("back", intent.Lead{Kind: AllKind})
	}
	back = back.Foot(home).When(f.off)
	help, quit := layer.Mention("help", "help"), layer.Mention("quit", "leave")
	switch {
	case f.off:
		return []layer.Command{leave, back,
			layer.Mention("eliminate", "eliminate"), layer.Mention("preaccumulate", "preaccumulate"),
			layer.Mention("undo", "undo"), layer.Mention("command", "command"), quit, help}
	case !f.shown:
		return []layer.Command{leave, back, quit, help}
	}
	return []layer.Command{leave.Foot("try it yourself"), back, layer.Mention("next-pane", "pane"),
		layer.Mention("larger", "zoom"), quit, help}
}

// home says where a follower goes who has tried something: to what the lecturer has opened for
// everybody, where that is something else than their own steps.
func (f *Following) home() (text string, elsewhere bool) {
	if task := f.class.Task(); task != nil && task.Kind != Kind {
		return "to " + task.Called, true
	}
	return "back to " + f.leader(), false
}

// leave begins to try something.
func (f *Following) leave() []intent.Intent {
	if !f.shown {
		return layer.Say("There is no lecturer yet: :end goes to your own session, {q:quit} quits.")
	}
	f.off, f.shown = true, false
	f.person.follows(true, false)
	home, _ := f.home()
	return append([]intent.Intent{intent.Keep{}},
		layer.Say("This is now a session of your own: try any move. {f:follow.back} goes "+home+".")...)
}

// comeBack follows again.
func (f *Following) comeBack() []intent.Intent {
	f.off = false
	f.person.follows(false, false)
	return f.goThere()
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
	case !f.shown:
		return "There is no lecturer yet: :end goes to your own session."
	}
	return "These are " + f.leader() + "'s steps: press {o:follow.try} to try your own."
}

// Conceals hides what would judge as long as the steps are the lecturer's: nothing is
// worked out for each of many followers.
func (f *Following) Conceals() bool { return !f.off }

// Draw is the lecturer's note on the step, beneath the panels.
func (f *Following) Draw(v *layer.View, b layer.Box) layer.Drawn {
	step, ok := v.Steps.Step(v.Steps.Cursor())
	if !ok || step.Note == "" {
		return layer.Drawn{}
	}
	rows := layer.Wrap(v.Theme, " "+v.Theme.Signs.Note+" "+style.Printable(step.Note), b.Width, b.Most-1,
		style.Newborn)
	return layer.Drawn{Rows: rows[:min(len(rows), b.Most)], Place: layer.Beneath}
}

// Close ends the waiting.
func (f *Following) Close() { f.cancel() }
