package tree

import (
	"slices"
	"sync"

	"facet/model"
	"facet/planner/search/packed"
)

// named is of how many nodes of a search it is kept where they stand in the tree.
const named = 1 << 16

// State is what became of a node.
type State uint8

// The states.
const (
	Open      State = iota // it waits for its turn
	Taken                  // a worker has it
	Expanded               // its children were made
	Cut                    // no sequence through it is cheaper than the incumbent
	Seen                   // what it leads to was reached before, at no higher cost
	Complete               // a complete sequence
	Incumbent              // the one that is the best so far
	States                 // how many there are
)

// Node is one state of the line dag, as it was reached by one sequence of moves.
type Node struct {
	Child
	Turn   int64  // when it was taken, counted from 1; 0 before that
	Below  *Below // what is only counted; nil for nothing
	Parent int32  // -1 for the root
	First  int32  // of the children, which stand one after the other
	Count  int32  // of the children
	Worker int16  // that took it
}

// Below is what was made below a node and is only counted.
type Below struct {
	Counts Counts
	Bound  model.Cost // the least of its nodes' when they were made
}

// Counts are numbers of nodes by what became of them.
type Counts [States]int64

// All is how many nodes there are.
func (c *Counts) All() (n int64) {
	for _, k := range c {
		n += k
	}
	return n
}

// Path is how the incumbent is reached, if the search has found one: the moves below node Under.
type Path struct {
	Under int32 // -1 where there is none
	Moves []packed.Move
	Cost  model.Cost
}

// Child is a node that a worker has made.
type Child struct {
	Move  packed.Move // from the parent; nothing at the root
	Spent model.Cost  // since the run started
	Bound model.Cost  // no sequence through here costs less; what is spent is part of it
	Limit model.Cost  // what the incumbent cost when the node was cut
	State State
}

// Place is where a node of the search stands: its number in the tree, or the complement of
// its last ancestor's that has one.
type Place int32

func (p Place) isCounted() bool { return p < 0 }

func (p Place) node() int32 {
	if p < 0 {
		p = ^p
	}
	return int32(p)
}

// Tree is the record of one search. Any goroutine may use it.
type Tree struct {
	mu      sync.Mutex
	whole   int
	nodes   []Node
	places  []Place // of the search's nodes, by their numbers
	turns   int64
	last    int32   // that was taken, or its last ancestor that is kept
	workers []int32 // the same, for each worker; -1 for none
	path    Path
	version uint64
	look    *Look // of that version, or an earlier one
}

// New makes a record for a search with so many workers that keeps so many nodes one by one.
func New(workers, whole int) *Tree {
	t := &Tree{whole: whole, path: Path{Under: -1, Cost: model.Saturated}, workers: make([]int32, workers)}
	for k := range t.workers {
		t.workers[k] = -1
	}
	return t
}

// Begin records the root, which is the first node of the search.
func (t *Tree) Begin(spent, bound model.Cost) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nodes = append(t.nodes[:0], Node{Child: Child{Spent: spent, Bound: bound}, Parent: -1})
	t.places = append(t.places[:0], 0)
	t.version++
}

// Find gives the place of a node of the search, whose ancestors are given nearest first.
func (t *Tree) Find(id uint32, ancestors []uint32) Place {
	if t == nil {
		return 0
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if int(id) < len(t.places) {
		return t.places[id]
	}
	for _, a := range ancestors {
		if int(a) < len(t.places) {
			return t.places[a].Below()
		}
	}
	return Place(0).Below()
}

// Below is the place of what is only counted below a place.
func (p Place) Below() Place { return ^Place(p.node()) }

// Take says that a worker has taken an open node.
func (t *Tree) Take(p Place, worker int) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turns++
	n := t.set(p, Open, Taken)
	if !p.isCounted() {
		t.nodes[n].Turn, t.nodes[n].Worker = t.turns, int16(worker)
	}
	t.last, t.workers[worker] = n, n
}

// Cut says that a node was cut that was open or taken: no sequence through it costs less than
// the bound, and the incumbent no more than the limit.
func (t *Tree) Cut(p Place, from State, bound, limit model.Cost) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := t.set(p, from, Cut); !p.isCounted() {
		t.nodes[n].Bound, t.nodes[n].Limit = bound, limit
	}
}

// CutOpen says that all open nodes were cut at once.
func (t *Tree) CutOpen(limit model.Cost) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.version++
	for n := range t.nodes {
		node := &t.nodes[n]
		if node.State == Open {
			node.State, node.Limit = Cut, limit
		}
		if b := node.Below; b != nil {
			b.Counts[Cut] += b.Counts[Open]
			b.Counts[Open] = 0
		}
	}
}

// Seen says that what a taken node leads to has been reached at a lower cost meanwhile.
func (t *Tree) Seen(p Place) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.set(p, Taken, Seen)
}

// Expand says that the children of a taken node were made, and gives its bound. The open ones
// among them are the nodes of the search from number first on. Where it has no room for them and
// explores them at once, they are not queued, and only counted.
func (t *Tree) Expand(p Place, bound model.Cost, made []Child, first uint32, queued bool) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	n := t.set(p, Taken, Expanded)
	if !p.isCounted() {
		t.nodes[n].Bound = bound
	}
	counted := p.isCounted() || !queued || len(t.nodes)+len(made) > t.whole
	if !counted {
		t.nodes[n].First, t.nodes[n].Count = int32(len(t.nodes)), int32(len(made))
	}
	for k := range made {
		place := Place(len(t.nodes))
		if counted {
			place = p.Below()
			t.count(n, &made[k])
		} else {
			t.nodes = append(t.nodes, Node{Child: made[k], Parent: n})
		}
		if made[k].State == Open && queued {
			if int(first) == len(t.places) && len(t.places) < named {
				t.places = append(t.places, place)
			}
			first++
		}
	}
}

// count counts a child below a node.
func (t *Tree) count(n int32, c *Child) {
	b := t.nodes[n].Below
	if b == nil {
		b = &Below{Bound: model.Saturated}
		t.nodes[n].Below = b
	}
	b.Counts[c.State]++
	b.Bound = min(b.Bound, c.Bound)
}

// Found says that all these moves are a complete sequence, and the incumbent; the last one leads
// to a child of the node at the place.
func (t *Tree) Found(p Place, moves []packed.Move, cost model.Cost) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if cost < t.path.Cost {
		n := p.node()
		t.path = Path{Under: n, Moves: slices.Clone(moves[t.depth(n):]), Cost: cost}
	}
}

// depth is the number of moves that lead to a node.
func (t *Tree) depth(n int32) (moves int) {
	for ; t.nodes[n].Parent >= 0; n = t.nodes[n].Parent {
		moves++
	}
	return moves
}

// set changes the state of a node, and gives its number or that of the one that counts it.
func (t *Tree) set(p Place, from, to State) int32 {
	t.version++
	n := p.node()
	if !p.isCounted() {
		t.nodes[n].State = to
		return n
	}
	counts := &t.nodes[n].Below.Counts
	if from == Open && counts[Open] == 0 {
		from = Cut // with all others, when it was kept already by the worker that takes it
	}
	counts[from]--
	counts[to]++
	return n
}
