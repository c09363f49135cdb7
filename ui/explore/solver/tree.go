package solver

import (
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/solver/page"
)

// showTree brings the tree to the front, or the run again.
func (d *display) showTree() {
	d.toggle(viewTree)
	if r := d.study.run(); r != nil {
		d.lookAtTree(r)
	}
}

// lookAtTree takes a new look at the tree of a run, if it is in front.
func (d *display) lookAtTree(r *run) {
	if d.view == viewTree && r.handle != nil && d.study.run() == r {
		r.tree.Spent = r.spent
		r.tree.Show(r.handle.Tree())
	}
}

// besideTree are the rows of the page that are not the tree's, at most.
const besideTree = 7

// treePage is the page of a search as a tree.
func (d *display) treePage(r *run, width, height int) []string {
	t := d.theme
	var rows []string
	if r != nil {
		rows = []string{d.titleRow(r, width), d.numbersRow(r, width)}
	}
	if r == nil || r.tree.Of == nil {
		for line := range style.Wrap(d.keymap.Text(d.noTree(r)), width-2) {
			rows = append(rows, " "+line)
		}
		return rows
	}
	said := make([]string, 0, 3)
	for line := range style.Wrap(r.tree.Sentence(t), width-2) {
		if len(said) == cap(said) {
			said[len(said)-1] = t.Clip(said[len(said)-1]+" "+t.Signs.Cut, width-2)
			break
		}
		said = append(said, " "+line)
	}
	for len(said) < 2 { // the tree stays where it is
		said = append(said, "")
	}
	room := height - len(rows) - len(said) - 1
	tree, hidden := r.tree.Draw(t, width, room-1)
	rows = append(rows, t.Spread(" "+page.NodeCounts(&r.tree.Of.Counts), hidden+" ", width))
	rows = append(rows, t.Draw(style.Rule, "search tree", "spent, at least", tree, width, room, true)...)
	return append(rows, said...)
}

// noTree says why there is no tree to be seen.
func (d *display) noTree(r *run) string {
	again := " {.:solver.node} searches from here without help, one node at a time."
	switch {
	case r == nil:
		return "No search yet." + again
	case r.phase == restored:
		return "The tree of an earlier session is not kept." + again
	case r.options.Method != planner.BranchAndBound && r.options.Method != planner.EdgeElimination:
		return r.options.Method.String() + " makes no tree of decisions." + again
	case r.live() && r.snap.Phase == planner.Paused:
		return "The search has not begun, and is held. {space:solver.run-or-hold} lets it run."
	case r.live():
		return "The search has not begun yet: bounds and first sequences come before it."
	}
	return "No node was needed: the bound at the root proves the sequence." + again
}

// lead tells the others what is looked at, or shows what the leader of the search looks at.
func (d *display) lead() {
	r := d.study.run()
	if r == nil || r.handle == nil {
		return
	}
	l := Look{Tree: d.view == viewTree, Node: -1}
	if r.tree.Mine {
		l.Node = r.tree.Chosen
	}
	r.handle.Show(l)
	c := r.handle.Company()
	if !c.Watched || c.Look == r.look {
		return
	}
	r.look = c.Look
	d.view = viewRun
	if r.look.Tree {
		d.view = viewTree
	}
	r.tree.Chosen, r.tree.Mine = max(0, r.look.Node), r.look.Node >= 0
	d.lookAtTree(r)
}
