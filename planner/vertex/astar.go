package vertex

import (
	"cmp"
	"container/heap"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/ledger"
	"facet/planner/letters"
	"facet/planner/packing"
)

// Result is what a search over subsets of junctions has found.
type Result struct {
	Moves []compact.Move // of the best complete sequence, nil if there is none
	Cost  model.Cost     // of Moves, model.Saturated without

	// Proven tells that no sequence of vertex eliminations is cheaper than Cost
	// or the limit, whichever is less.
	Proven bool
}

// node is a set of eliminated junctions. Only the way to it is kept beside the
// state, which goes when the node is expanded.
type node struct {
	parent   *node
	state    *compact.State
	moves    []compact.Move // from the parent
	cost     model.Cost     // so far
	estimate model.Cost     // cost and bound of the rest
	depth    int
	faces    int
}

type queue []*node

func (q queue) Len() int      { return len(q) }
func (q queue) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

// Less prefers the lower estimate, then depth, then few faces: the last is
// worth a lot where many sets cost the same.
func (q queue) Less(a, b int) bool {
	x, y := q[a], q[b]
	return cmp.Or(cmp.Compare(x.estimate, y.estimate), cmp.Compare(y.depth, x.depth), cmp.Compare(x.faces, y.faces)) < 0
}
func (q *queue) Push(x any) { *q = append(*q, x.(*node)) }
func (q *queue) Pop() any {
	old := *q
	n := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return n
}

// search is one run of A*.
type search struct {
	board *ledger.Desk
	limit model.Cost
	bound func(*compact.State) model.Cost
	best  map[compact.Key]model.Cost
	open  queue
	exact bool
	bytes int64
}

// Options of a search.
type Options struct {
	Limit  model.Cost  // look only for sequences below this cost
	Nodes  int         // expand at most this many sets; 0 is no limit
	Memory int64       // bytes of open nodes; 0 is no limit
	Enough func() bool // ends the search with its best guess; nil is never
}

// full tells that the search has to end with its best guess.
func (o *Options) full(expanded int, bytes int64) bool {
	return o.Nodes > 0 && expanded >= o.Nodes || o.Memory > 0 && bytes > o.Memory || o.Enough != nil && o.Enough()
}

// Search finds the cheapest sequence of vertex eliminations from start. It ends
// with an error only when the board's gate stops it; the best sequence so far is
// then part of the result.
func Search(start *compact.State, board *ledger.Desk, options Options) (Result, error) {
	s := &search{
		board: board, limit: options.Limit, bound: packingBound(), best: make(map[compact.Key]model.Cost), exact: true,
	}
	s.add(&node{state: start.Clone()})
	result := Result{Cost: model.Saturated}
	for expanded := 0; len(s.open) > 0; expanded++ {
		n := heap.Pop(&s.open).(*node)
		board.Open.Add(-1)
		s.bytes -= int64(n.state.Bytes())
		if err := board.Pass(); err != nil {
			s.leave()
			return result, err
		}
		if s.best[n.state.Key()] < n.cost {
			board.Duplicates.Add(1)
			n.state = nil
			continue
		}
		if n.faces == 0 {
			s.settle(n)
			result.Moves, result.Cost, result.Proven = n.sequence(), n.cost, s.exact
			s.leave()
			return result, nil
		}
		if options.full(expanded, s.bytes) {
			if err := s.dive(n); err != nil {
				s.leave()
				return result, err
			}
			result.Moves, result.Cost = n.sequence(), n.cost
			s.leave()
			return result, nil
		}
		if err := s.expand(n); err != nil {
			s.leave()
			return result, err
		}
	}
	result.Proven = s.exact
	return result, nil
}

func (s *search) leave() { s.board.Open.Add(-int64(len(s.open))) }

// add makes the node wait, unless its set was reached at no higher cost or its
// estimate meets the limit.
func (s *search) add(n *node) {
	s.board.Discovered.Add(1)
	key := n.state.Key()
	if old, known := s.best[key]; known && old <= n.cost {
		s.board.Duplicates.Add(1)
		return
	}
	n.faces = n.state.Faces()
	n.estimate = n.cost.Add(s.bound(n.state))
	if n.parent != nil {
		n.estimate = max(n.estimate, n.parent.estimate)
	}
	if n.estimate >= s.limit && s.limit > 0 {
		s.board.Bounded.Add(1)
		return
	}
	s.best[key] = n.cost
	s.bytes += int64(n.state.Bytes())
	s.board.Open.Add(1)
	heap.Push(&s.open, n)
}

func (s *search) expand(n *node) error {
	s.board.Explored.Add(1)
	for _, j := range Junctions(n.state) {
		if err := s.board.Check(); err != nil {
			return err
		}
		s.add(s.child(n, j))
	}
	n.state = nil
	return nil
}

// child eliminates junction j.
func (s *search) child(n *node, j int32) *node {
	c := &node{parent: n, state: n.state.Clone(), depth: n.depth + 1}
	moves, cost, exact := Eliminate(c.state, j, nil)
	c.moves, c.cost = moves, n.cost.Add(cost)
	s.exact = s.exact && exact
	return c
}

// diveJunctions is up to how many junctions a dive compares before each step;
// where there are more it takes them as they come.
const diveJunctions = 50

// dive completes a node greedily, when there is no room or time for more.
func (s *search) dive(n *node) error {
	for {
		if err := s.board.Check(); err != nil {
			return err
		}
		js := Junctions(n.state)
		if len(js) == 0 {
			s.settle(n)
			return nil
		}
		if len(js) > diveJunctions {
			js = js[:1]
		}
		var best *node
		for _, j := range js {
			c := s.child(n, j)
			c.faces = c.state.Faces()
			c.estimate = c.cost.Add(s.bound(c.state))
			if best == nil || cmp.Or(cmp.Compare(c.estimate, best.estimate), cmp.Compare(c.faces, best.faces)) < 0 {
				best = c
			}
		}
		n.state, n.cost, n.depth = best.state, best.cost, best.depth
		n.moves = append(n.moves, best.moves...)
	}
}

// settle accumulates what has no Jacobian when no face is left.
func (s *search) settle(n *node) {
	for z := 0; z < n.state.Slots(); z++ {
		if n.state.IsLive(z) && !n.state.Vertex[z].Jacobian {
			mode, _ := n.state.Accumulation(z)
			move := compact.Accumulation(z, mode)
			n.moves = append(n.moves, move)
			n.cost = n.cost.Add(n.state.Play(move))
		}
	}
}

// sequence collects the moves from the root.
func (n *node) sequence() []compact.Move {
	if n.parent == nil {
		return n.moves
	}
	return append(n.parent.sequence(), n.moves...)
}

// packingBound gives the path-packing bound with a workspace of its own.
func packingBound() func(*compact.State) model.Cost {
	var (
		in     letters.Graph
		at     []int32
		bounds packing.Bounder
	)
	return func(s *compact.State) model.Cost {
		for len(at) < s.Slots() {
			at = append(at, 0)
		}
		s.Fill(&in, at)
		return bounds.Bound(&in)
	}
}
