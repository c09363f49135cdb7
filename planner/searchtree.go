package planner

import (
	"slices"

	"facet/model"
	"facet/planner/search/packed"
	"facet/planner/search/tree"
)

// recorded is a search that is recorded, with where it began.
type recorded struct {
	tree     *tree.Tree
	question *question
	start    trimmed
}

// Tree is the branch and bound of a run as a tree, at one moment. It does not change.
// Up to [WholeTree] nodes are in it one by one; what was made below these later is counted.
type Tree struct {
	*tree.Look
	of *recorded
}

// WholeTree is how many nodes of a tree are kept one by one.
const WholeTree = 1 << 13

// TreeNode is a node of a tree; costs count from the start of the run.
type TreeNode = tree.Node

// NodeState is what became of a node.
type NodeState = tree.State

// NodeCounts are numbers of nodes by what became of them.
type NodeCounts = tree.Counts

// What became of nodes.
const (
	NodeOpen      = tree.Open
	NodeTaken     = tree.Taken
	NodeExpanded  = tree.Expanded
	NodeCut       = tree.Cut
	NodeSeen      = tree.Seen
	NodeComplete  = tree.Complete
	NodeIncumbent = tree.Incumbent
)

// Tree is the search so far; nil as long as there is none, or where [Options] did not ask for
// it. It is the same value until something has changed.
func (r *Run) Tree() *Tree {
	of := r.tree.Load()
	if of == nil {
		return nil
	}
	look := of.tree.Look(r.record.Best(), r.record.Known().Proven)
	if look == nil {
		return nil
	}
	return &Tree{look, of}
}

// At gives the state before a node's last move, and the operations of that move: an
// elimination, and the preaccumulations that it needs. The root has none.
func (t *Tree) At(n int) (before *model.State, ops []model.Op, err error) {
	var moves []packed.Move
	for ; t.Nodes[n].Parent >= 0; n = int(t.Nodes[n].Parent) {
		moves = append(moves, t.Nodes[n].Move)
	}
	slices.Reverse(moves)
	q, s := t.of.question, &t.of.start
	on := func() error { return nil }
	path, before, err := packed.Sequence(q.model, q.root, s.whole(moves[:max(0, len(moves)-1)]), on)
	if err != nil || len(moves) == 0 {
		return before, nil, err
	}
	all, _, err := packed.Sequence(q.model, q.root, s.whole(moves), on)
	return before, all[len(path):], err
}
