package change

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/ui/job"
	"facet/ui/style"
)

// The optimum of a dag is looked for as long as somebody who changes it would wait.
const (
	optimumJob    job.Name = "the optimum"
	optimumTime            = time.Second
	optimumMemory          = 256 << 20
)

// optimum looks for the best total of the dag as it is now, beside the screen. The search
// for the dag before is cancelled.
type optimum struct {
	jobs   *job.Runner
	cancel context.CancelFunc
	turns  chan struct{}
	of     *model.Dag // that is looked at
	now    best       // of it, or of the one before while it is looked at
	before best       // of the dag before
}

// best is what was found out about a dag.
type best struct {
	of     *model.Dag // nil for nothing
	cost   model.Cost
	ops    []model.Op // that cost so much; nil where nothing was found
	bound  model.Cost
	proven bool
}

func newOptimum(ctx context.Context, turns chan struct{}) optimum {
	ctx, cancel := context.WithCancel(ctx)
	return optimum{jobs: job.New(ctx), cancel: cancel, turns: turns}
}

// ask looks for the optimum from the fresh line dag on.
func (o *optimum) ask(root *model.State) tea.Cmd {
	g := root.Dag()
	if o.of == g {
		return nil
	}
	o.of = g
	return o.start(optimumJob, root, func(b best) tea.Msg { return b })
}

// start looks for the best completion of a state when it is its turn.
func (o *optimum) start(name job.Name, root *model.State, as func(best) tea.Msg) tea.Cmd {
	turns := o.turns
	return o.jobs.Start(name, func(ctx context.Context) tea.Msg {
		if turns != nil {
			select {
			case turns <- struct{}{}:
				defer func() { <-turns }()
			case <-ctx.Done():
				return nil
			}
		}
		return as(search(ctx, root))
	})
}

func search(ctx context.Context, root *model.State) best {
	out := best{of: root.Dag()}
	if root.Done() {
		out.proven, out.ops = true, []model.Op{}
		return out
	}
	run, err := planner.Start(ctx, root, planner.Options{Workers: 1, Time: optimumTime, Memory: optimumMemory})
	if err != nil {
		return out
	}
	snap, err := run.Wait()
	if err != nil {
		return out
	}
	out.bound = snap.Bound
	if snap.HasIncumbent {
		out.cost, out.ops, out.proven = snap.Incumbent.Cost, snap.Incumbent.Ops, snap.Proven
	}
	return out
}

// found takes what a job brought.
func (o *optimum) found(what best) {
	if what.of == o.of {
		o.before, o.now = o.now, what
	}
}

// known tells whether the search for the dag as it is now is over.
func (o *optimum) known() bool { return o.now.of != nil && o.now.of == o.of }

// close ends the search.
func (o *optimum) close() { o.cancel(); o.jobs.Close() }

// text says what is known.
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
