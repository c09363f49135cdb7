package change

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/job"
)

// A search for the optimum takes no longer than a user who changes a dag would wait.
const (
	optimumJob    job.Name = "the optimum"
	optimumTime            = time.Second
	optimumMemory          = 256 << 20
)

// optimum looks in the background for the best total of the dag as it is now. A new
// search cancels the one for the dag before.
type optimum struct {
	jobs   *job.Runner
	cancel context.CancelFunc
	turns  chan struct{}
	of     *model.Dag // the dag that is searched now, or was last
	now    best       // result for of; while that is searched, for the dag before
	before best       // result for the dag before
}

// best is the result of a search on one dag.
type best struct {
	of     *model.Dag // nil for no result
	cost   model.Cost
	ops    []model.Op // a sequence of that cost; nil where none was found
	bound  model.Cost
	proven bool
}

func newOptimum(ctx context.Context, turns chan struct{}) optimum {
	ctx, cancel := context.WithCancel(ctx)
	return optimum{jobs: job.New(ctx), cancel: cancel, turns: turns}
}

// ask starts a search from the fresh line dag of root's dag, unless one has.
func (o *optimum) ask(root *model.State) tea.Cmd {
	g := root.Dag()
	if o.of == g {
		return nil
	}
	o.of = g
	return o.start(optimumJob, root, func(b best) tea.Msg { return b })
}

// start looks for the best completion of a state as soon as Turns has a place.
func (o *optimum) start(name job.Name, root *model.State, as func(best) tea.Msg) tea.Cmd {
	turns := o.turns
	return o.jobs.Start(name, func(ctx context.Context) tea.Msg {
		done, ok := job.Turn(ctx, turns)
		if !ok {
			return nil
		}
		defer done()
		return as(search(ctx, root))
	})
}

func search(ctx context.Context, root *model.State) best {
	out := best{of: root.Dag()}
	if root.Done() {
		out.proven, out.ops = true, []model.Op{}
		return out
	}
	r, err := planner.Solve(ctx, root, planner.Options{Workers: 1, Time: optimumTime, Memory: optimumMemory})
	if err != nil && !planner.IsEarly(err) {
		return out
	}
	out.bound = r.Bound
	if r.HasIncumbent {
		out.cost, out.ops, out.proven = r.Incumbent.Cost, r.Incumbent.Ops, r.Proven
	}
	return out
}

// found takes the result of a search.
func (o *optimum) found(what best) {
	if what.of == o.of {
		o.before, o.now = o.now, what
	}
}

// known reports whether the search for the dag as it is now is over.
func (o *optimum) known() bool { return o.now.of != nil && o.now.of == o.of }

// close stops the search.
func (o *optimum) close() { o.cancel(); o.jobs.Close() }

// text is the optimum as the panel shows it.
func (o *optimum) text(t *style.Theme, root *model.State) string {
	number := func(c model.Cost) string { return t.Paint(style.Strong, style.Number(c)) }
	switch now := &o.now; {
	case root.Done():
		return "nothing to compute yet: c connects two vertices"
	case !o.known():
		return "optimum " + t.Signs.Cut
	case now.ops == nil:
		return "optimum not found in a second"
	case !now.proven:
		return "best known " + number(now.cost) + ", optimum at least " + number(now.bound)
	default:
		text := "optimum " + number(now.cost)
		if was := o.before; was.proven && len(was.ops) > 0 && was.cost != now.cost {
			text += " (it was " + style.Number(was.cost) + ")"
		}
		return text
	}
}
