package tree

import (
	"slices"

	"facet/model"
)

// Look is a tree at one moment. It does not change.
type Look struct {
	Nodes   []Node  // the root first, each after its parent
	Counts  Counts  // of all nodes, with those that are only counted
	Turns   int64   // how many nodes were taken
	Last    int32   // the node that was taken last, or its last ancestor that is kept
	Workers []int32 // the same for each worker; -1 for one that has taken none
	Path    Path    // to the incumbent
	Whole   bool    // nothing is only counted

	version   uint64
	incumbent model.Cost
	proven    bool
}

// Look gives the tree as it is, where the incumbent of the run has this cost; nil where there is no
// root yet. Where the incumbent is proven, what is open is cut. As long as nothing changes, the
// look is the same one.
func (t *Tree) Look(incumbent model.Cost, proven bool) *Look {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.nodes) == 0 {
		return nil
	}
	if t.look != nil && t.look.version == t.version && t.look.incumbent == incumbent &&
		t.look.proven == proven {
		return t.look
	}
	l := &Look{Nodes: slices.Clone(t.nodes), Turns: t.turns, Last: t.last, Workers: slices.Clone(t.workers),
		Path: t.path, Whole: true, version: t.version, incumbent: incumbent, proven: proven}
	if t.path.Cost != incumbent { // another strategy has found a better one
		l.Path.Under = -1
	}
	for n := range l.Nodes {
		node := &l.Nodes[n]
		if node.State == Complete && node.Parent == l.Path.Under && len(l.Path.Moves) == 1 &&
			node.Move == l.Path.Moves[0] {
			node.State = Incumbent
		}
		if node.State == Open && proven {
			node.State, node.Limit = Cut, incumbent
		}
		l.Counts[node.State]++
		if node.Below == nil {
			continue
		}
		l.Whole = false
		below := *node.Below
		node.Below = &below
		if proven {
			below.Counts[Cut] += below.Counts[Open]
			below.Counts[Open] = 0
		}
		for s, n := range below.Counts {
			l.Counts[s] += n
		}
	}
	t.look = l
	return l
}

// On reports for each node whether it lies on the path to the incumbent.
func (l *Look) On() []bool {
	on := make([]bool, len(l.Nodes))
	for n := l.Path.Under; n >= 0; n = l.Nodes[n].Parent {
		on[n] = true
	}
	for n := range l.Nodes {
		on[n] = on[n] || l.Nodes[n].State == Incumbent
	}
	return on
}
