package solver

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

const (
	// settled is when a node that was asked for is looked at: most take less.
	settled = 10 * time.Millisecond

	// watchingPace is how many nodes a second a search takes that runs to be watched.
	watchingPace = 4
)

// watcher has the keys that are about watching a search as a tree.
type watcher struct{ m *Model }

// bindings are the keys of the tree, and of the bounds beside each other.
func (w watcher) bindings(r *run) []layer.Command {
	m := w.m
	d, keys := m.display, table()
	another := func(by int) func() {
		return func() {
			d.study.show(d.study.shown + by)
			d.lookAtTree(d.study.run())
		}
	}
	back := layer.Change(func() { d.view = viewRun }, "esc").Foot("back")
	tree := keys.Change("tree", d.showTree).Help("", "")
	if d.view == viewBounds {
		return []layer.Command{layer.Change(func() { d.view = viewTree }, "esc", "c", "t").Foot("back"),
			layer.Mention("search", "branch and bound")}
	}
	bounds := keys.Means("compare", m.act(intent.Searches, w.compareBounds))
	node := keys.Means("node", w.stepping())
	hold := keys.Means("run-or-hold", m.act(intent.Steers, w.runOrHold))
	if r == nil || !r.company().Watched {
		node, hold, bounds = node.Foot("one node"), hold.Foot("run, hold"), bounds.Foot("each bound")
	}
	if r == nil {
		return []layer.Command{node, hold, bounds, tree, back}
	}
	all := []layer.Command{node, hold, keys.Change("preview", r.tree.Fold).Foot("fold"), bounds, back, tree,
		keys.Change("run-back", another(-1)).Help("", ""), keys.Change("run-next", another(1)).Help("", "")}
	return append(all, layer.Rows(d.room-besideTree, func(by int) []intent.Intent {
		r.tree.Move(by)
		return nil
	})...)
}

// stepping lets the search take one node.
func (w watcher) stepping() layer.Act { return w.m.act(intent.Steers, w.step) }

func (w watcher) step(*layer.View) (tea.Cmd, []intent.Intent) {
	r := w.m.study.active()
	if r == nil {
		return nil, []intent.Intent{w.watching(1)}
	}
	r.tree.Mine = false
	if r.steer(Handle.Step); r.handle == nil {
		return nil, nil
	}
	return tea.Batch(tea.Tick(settled, func(time.Time) tea.Msg { return polledMsg{} }), w.m.observe(r)), nil
}

// runOrHold holds the search, or lets it run.
func (w watcher) runOrHold(*layer.View) (tea.Cmd, []intent.Intent) {
	r := w.m.study.active()
	if r == nil {
		return nil, []intent.Intent{w.watching(0)}
	}
	r.tree.Mine = false
	return w.m.pause()
}

// watching starts a search that is made to be watched: nothing but the tree, held after some nodes,
// or slow. The bound is the paper's, but for a user who has chosen one.
func (w watcher) watching(nodes int) layer.Act {
	return w.m.act(intent.Searches, func(*layer.View) (tea.Cmd, []intent.Intent) { return w.watch(nodes) })
}

func (w watcher) watch(nodes int) (tea.Cmd, []intent.Intent) {
	o := w.m.options
	if o.Method != planner.EdgeElimination {
		o.Method = planner.BranchAndBound
	}
	if o.Bound == planner.BoundCover && o.WarmStart != planner.WarmNothing {
		o.Bound = planner.BoundSimple
	}
	o.WarmStart, o.Workers, o.Pace, o.Held = planner.WarmNothing, 1, watchingPace, true
	w.m.display.view = viewTree
	cmd, more := w.m.launch(o)
	if r := w.m.study.active(); r != nil {
		if nodes == 0 {
			r.steer(Handle.Resume)
		}
		for range nodes {
			r.steer(Handle.Step)
		}
	}
	return cmd, more
}

// compareBounds shows the trees of searches from the cursor with each bound.
func (w watcher) compareBounds(*layer.View) (tea.Cmd, []intent.Intent) {
	d, step := w.m.display, w.m.study.session.Cursor()
	d.view = viewBounds
	if d.bounds.session == w.m.study.session && d.bounds.step == step {
		return nil, nil
	}
	began := bounds{session: w.m.study.session, step: step, busy: true}
	d.bounds = began
	state, turns := w.m.study.session.State(), w.m.study.advisor.turns
	return w.m.jobs.Run(func() tea.Msg { return began.searchEach(w.m.ctx, state, turns) }), nil
}
