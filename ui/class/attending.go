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
	return append([]layer.Command{leave, there}, a.Leader.Bindings(v)...)
}

// Covers tells whether what leads them does.
func (a *attending) Covers() bool {
	c, ok := a.Leader.(layer.Cover)
	return ok && c.Covers()
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

// News gives what waits for the lecturer to open something for all, and then says
// what the person's explorer shall do: whoever follows is taken there, whoever works
// alone is told. It ends with the context.
func (p *Person) News(ctx context.Context) func() ([]intent.Intent, error) {
	version := uint64(0)
	return func() ([]intent.Intent, error) {
		late := version == 0 // it may have been opened long ago
		task, newest, err := p.class.task.After(ctx, version)
		if err != nil {
			return nil, err
		}
		version = newest
		seen, at := p.now()
		there := seen.Doing == Follows && task.Kind == Kind || at == task
		switch way := allKey; {
		case there:
			return nil, nil
		case seen.Doing == Follows || at != nil:
			return []intent.Intent{intent.Lead{Kind: AllKind}}, nil
		case late && task.Kind == Kind:
			return nil, nil
		default:
			if seen.Doing == Tries {
				way = "f"
			}
			return []intent.Intent{intent.Say{Text: "The lecturer opened " + task.Called + ": " + way + " goes there."}}, nil
		}
	}
}
