package class

import (
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/teach/puzzle"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	ask "facet/ui/teach/puzzle"
)

// attending is a leader that the class knows about. It is that leader but for its keys, its
// title, and what is stopped.
type attending struct {
	layer.Leader
	class  *Class
	person *Person
	led    *led
}

// taker makes a leader of a puzzle that is there.
type taker func(context.Context, *puzzle.Puzzle) (*ask.Leader, error)

// Leaders notes when one of the leaders that a person opens leads, and adds the one
// that goes to what is open for all.
func (c *Class) Leaders(p *Person, take taker, all ...layer.Source) []layer.Source {
	e := keyed(layer.Command{Name: AllKind, Does: "go to what the lecturer opened for everybody",
		Intent: intent.Lead{Kind: AllKind}},
		"go to what is open")
	open := func(ctx context.Context, _ string) (layer.Leader, error) {
		task := c.Task()
		if task == nil {
			task = &Task{Kind: Kind}
		}
		by, err := task.open(ctx, take, all)
		if err != nil {
			return nil, err
		}
		here := &led{kind: task.Kind, about: task.About, task: task}
		return &attending{Leader: by, class: c, person: p, led: here}, nil
	}
	return append(c.attended(p, all), layer.Source{Kind: AllKind, Commands: []layer.Command{e}, Open: open})
}

// open makes the leader of the task: of its puzzle, else from one of the sources.
func (t *Task) open(ctx context.Context, take taker, all []layer.Source) (layer.Leader, error) {
	if t.Puzzle != nil {
		return take(ctx, t.Puzzle)
	}
	return Open(ctx, all, t.Kind, t.About)
}

// Open makes the leader of a kind from one of the sources.
func Open(ctx context.Context, all []layer.Source, kind, about string) (layer.Leader, error) {
	for _, source := range all {
		if source.Kind == kind {
			return source.Open(ctx, about)
		}
	}
	return nil, fmt.Errorf("there is no %s here", kind)
}

// LecturersLeaders are those of a lecturer, who goes where they like, and the board.
// What is opened for all is from the libraries.
func (c *Class) LecturersLeaders(p *Person, s Libraries, board func(*Person) *Board,
	all ...layer.Source) []layer.Source {
	return append(c.attended(p, all), c.boards(p, s, board))
}

// attended notes when a leader of one of the sources leads a person.
func (c *Class) attended(p *Person, all []layer.Source) []layer.Source {
	var out []layer.Source
	for _, source := range all {
		open := source.Open
		source.Open = func(ctx context.Context, about string) (layer.Leader, error) {
			by, err := open(ctx, about)
			if err != nil {
				return nil, err
			}
			return &attending{Leader: by, class: c, person: p, led: &led{kind: source.Kind, about: about}},
				nil
		}
		out = append(out, source)
	}
	return out
}

// Title is the leader's, after the time that is left.
func (a *attending) Title() string {
	if left := a.class.Countdown(); left != "" {
		return left + ", " + a.Leader.Title()
	}
	return a.Leader.Title()
}

// Begin notes that it leads.
func (a *attending) Begin(v *layer.View) (tea.Cmd, []intent.Intent) {
	a.person.begun(a.led)
	return a.Leader.Begin(v)
}

// Close notes that it leads no longer.
func (a *attending) Close() {
	a.Leader.Close()
	a.person.ended(a.led)
}

// Bindings leave what the lecturer has opened.
func (a *attending) Bindings(v *layer.View) []layer.Command {
	keys := FollowTable()
	leave := keys.Means("leave", intent.Lead{Kind: Kind}).Help("", "").When(a.led.brought())
	if a.led.brought() {
		leave = leave.Help("Here", leave.Does).Foot("back to the lecturer")
	}
	if a.stopped() {
		return []layer.Command{leave, layer.Mention("help", "help"), layer.Mention("quit", "leave")}
	}
	return append([]layer.Command{leave}, a.Leader.Bindings(v)...)
}

// Allows what the leader does, but no moves in what is open for all while these are
// stopped.
func (a *attending) Allows() intent.Effect {
	if a.stopped() {
		return a.Leader.Allows() & (intent.Looks | intent.Writes)
	}
	return a.Leader.Allows()
}

// Refuses says that moves are stopped.
func (a *attending) Refuses(v *layer.View, i intent.Intent) string {
	if a.stopped() && !i.Effect().Within(a.Allows()) {
		return "The lecturer has stopped the moves for now."
	}
	return a.Leader.Refuses(v, i)
}

// stopped reports whether the lecturer has stopped the moves in what is open for all.
func (a *attending) stopped() bool { return a.led.brought() && a.class.wanted().frozen }

// Farewell says nothing: what a leader tells then names commands of a shell, which a guest
// does not have.
func (a *attending) Farewell(io.Writer) {}
