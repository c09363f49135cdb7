package class

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner/puzzle"
	"facet/ui/intent"
	"facet/ui/layer"
	ask "facet/ui/puzzle"
)

// attending is a leader whose person the class knows about: what leads them, and
// whether the lecturer has brought them there.
type attending struct {
	layer.Leader
	person *Person
	kind   string
	about  string
	task   *Task // that they were brought to; nil where they came by themselves
}

// keyed gives a command the key of the class.
func keyed(c layer.Command, help string) layer.Command { return c.On(allKey).Help("Class", help) }

// Led tells the class when a leader of some kind leads the person.
func (p *Person) Led(kind string, by layer.Leader) layer.Leader {
	return &attending{Leader: by, person: p, kind: kind}
}

// Leaders has the class know about the leaders that a person opens, and adds the one
// that goes to what is open for all. take makes a leader of a puzzle that is there.
func (p *Person) Leaders(take func(context.Context, *puzzle.Puzzle) (*ask.Leader, error), all ...layer.Source) []layer.Source {
	all = p.attended(all)
	e := keyed(layer.Command{Name: AllKind, Does: "go to what the lecturer opened for everybody", Intent: intent.Lead{Kind: AllKind}},
		"go to what is open")
	return append(all, layer.Source{Kind: AllKind, Commands: []layer.Command{e}, Open: func(ctx context.Context, _ string) (layer.Leader, error) {
		task := p.class.Task()
		if task == nil {
			task = &Task{Kind: Kind}
		}
		if task.Puzzle != nil {
			by, err := take(ctx, task.Puzzle)
			if err != nil {
				return nil, err
			}
			return &attending{Leader: by, person: p, kind: task.Kind, task: task}, nil
		}
		for _, source := range all {
			if source.Kind == task.Kind {
				by, err := source.Open(ctx, task.About)
				if a, ok := by.(*attending); ok && err == nil {
					a.task = task
				}
				return by, err
			}
		}
		return nil, fmt.Errorf("there is no %s here", task.Kind)
	}})
}

// LecturersLeaders are those of a lecturer, who goes where they like, and the board.
// What is opened for all is from the libraries.
func (p *Person) LecturersLeaders(s Libraries, board func() *Board, all ...layer.Source) []layer.Source {
	return append(p.attended(all), p.boards(s, board))
}

func (p *Person) attended(all []layer.Source) []layer.Source {
	var out []layer.Source
	for _, source := range all {
		open := source.Open
		source.Open = func(ctx context.Context, about string) (layer.Leader, error) {
			by, err := open(ctx, about)
			if err != nil {
				return nil, err
			}
			return &attending{Leader: by, person: p, kind: source.Kind, about: about}, nil
		}
		out = append(out, source)
	}
	return out
}

// brought tells that they are where the lecturer took them, and it is no following.
func (a *attending) brought() bool { return a.task != nil && a.kind != Kind }

// Begin tells the class.
func (a *attending) Begin(s *layer.View) (tea.Cmd, []intent.Intent) {
	a.person.begun(a)
	return a.Leader.Begin(s)
}

// Close tells the class.
func (a *attending) Close() {
	a.Leader.Close()
	a.person.ended(a)
}

// Bindings leave what the lecturer has opened, and go there from what a follower tries.
func (a *attending) Bindings(v *layer.View) []layer.Command {
	leave := layer.Means(intent.Lead{Kind: Kind}, allKey).When(a.brought())
	if a.brought() {
		leave = leave.Help("Here", "leave this and follow the lecturer").Foot("back to the lecturer")
	}
	task := a.person.class.Task()
	there := layer.Means(intent.Lead{Kind: AllKind}, "f").When(a.off() && task != nil && task.Kind != Kind)
	if a.stopped() {
		return []layer.Command{leave, layer.Mention("help", "help"), layer.Mention("quit", "leave")}
	}
	return append([]layer.Command{leave, there}, a.Leader.Bindings(v)...)
}

// Covers tells whether what leads them does.
func (a *attending) Covers() bool {
	c, ok := a.Leader.(layer.Cover)
	return ok && c.Covers()
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

// stopped tells that the lecturer has stopped the moves in what is open for all.
func (a *attending) stopped() bool { return a.brought() && a.person.class.frozen() }

// Offers tells which commands the help tells of.
func (a *attending) Offers(c *layer.Command) bool {
	o, ok := a.Leader.(layer.Offers)
	return !ok || o.Offers(c)
}

// Worked tells whether the person has worked for something.
func (a *attending) Worked() bool {
	w, ok := a.Leader.(layer.Worked)
	return ok && w.Worked()
}

// off tells that a follower tries something.
func (a *attending) off() bool {
	f, ok := a.Leader.(*Following)
	return ok && f.off
}
