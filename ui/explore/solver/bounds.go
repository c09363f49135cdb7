package solver

import (
	"context"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// boundTime and boundMemory are what each search with another bound may take.
const (
	boundTime   = 3 * time.Second
	boundMemory = 64 << 20
)

// bounds are searches of one dag with each bound.
type bounds struct {
	session layer.Steps // where they began
	step    int
	all     []boundTree
	busy    bool
}

// boundTree is a search with one bound.
type boundTree struct {
	bound planner.Bound
	snap  planner.Snapshot
	tree  page.Tree
}

// boundsMsg brings them.
type boundsMsg bounds

// searchEach searches from a state with each bound, by one worker and without help.
func (b *bounds) searchEach(ctx context.Context, state *model.State, turns chan struct{}) boundsMsg {
	msg := boundsMsg{session: b.session, step: b.step}
	done, ok := job.Turn(ctx, turns)
	if !ok {
		return msg
	}
	defer done()
	for _, k := range []planner.Bound{planner.BoundSimple, planner.BoundPacking, planner.BoundCover} {
		one, err := searchWith(ctx, state, k)
		if err != nil {
			break
		}
		msg.all = append(msg.all, one)
	}
	return msg
}

func searchWith(ctx context.Context, s *model.State, b planner.Bound) (boundTree, error) {
	one := boundTree{bound: b}
	run, err := planner.Start(ctx, s, planner.Options{Bound: b, WarmStart: planner.WarmNothing, Workers: 1,
		Time: boundTime, Memory: boundMemory, Tree: true})
	if err != nil {
		return one, err
	}
	one.snap, err = run.Wait()
	one.tree.Spent = s.Spent()
	one.tree.Show(run.Tree())
	return one, err
}

// take shows what was found, if the user still stands there.
func (b *bounds) take(msg boundsMsg) {
	if msg.session == b.session && msg.step == b.step {
		*b = bounds(msg)
	}
}

// boundNames are the bounds as papers call them.
var boundNames = map[planner.Bound]string{planner.BoundSimple: "simple (the paper's)",
	planner.BoundPacking: "packed paths", planner.BoundCover: "chain cover"}

// draw draws them side by side.
func (b *bounds) draw(t *style.Theme, width, height int) []string {
	if b.busy || len(b.all) == 0 {
		return []string{"", " Searching with each bound, without a first sequence" + t.Signs.Cut}
	}
	rows := make([]string, height)
	each := width / len(b.all)
	for k := range b.all {
		column := b.all[k].draw(t, each-1, height)
		for n := range rows {
			rows[n] += t.Left(column[n], each)
		}
	}
	return rows
}

func (b *boundTree) draw(t *style.Theme, width, height int) []string {
	rows := []string{t.Paint(style.Title, t.Clip(boundNames[b.bound], width))}
	line := func(number, what string) {
		rows = append(rows, t.Clip(t.Right(number, 9)+" "+what, width))
	}
	switch best := b.tree.Spent.Add(b.snap.Incumbent.Cost); {
	case b.snap.Proven:
		line(t.Cost(best), "optimal")
	case b.snap.HasIncumbent:
		line(t.Cost(best), "when its time was over")
	default:
		line("nothing", "found in its time")
	}
	if b.tree.Of == nil {
		line("no", "node needed")
		return append(rows, make([]string, max(0, height-len(rows)))...)
	}
	of := b.tree.Of.Counts
	line(style.Count(of.All()), "nodes")
	of[planner.NodeComplete] += of[planner.NodeIncumbent]
	for _, s := range []planner.NodeState{planner.NodeExpanded, planner.NodeCut, planner.NodeSeen,
		planner.NodeComplete} {
		line(style.Count(of[s]), page.NodeWord(s))
	}
	tree, _ := b.tree.Draw(t, width, max(1, height-len(rows)-1))
	rows = append(append(rows, ""), tree...)
	return append(rows, make([]string, max(0, height-len(rows)))...)
}
