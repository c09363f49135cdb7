package astar

import (
	"cmp"
	"slices"

	"facet/model"
	"facet/model/heap"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// Result is what a search over subsets of junctions has found.
type Result struct {
	Moves []packed.Move // of the best complete sequence, nil if there is none
	Cost  model.Cost    // of Moves, model.Saturated without

	// Proven reports whether no sequence of vertex eliminations is cheaper than Cost
	// or the limit, whichever is less.
	Proven bool
}

// node is a set of eliminated junctions. What its state is follows from the way
// to it: it is worked out again when the node is expanded, since there are
// thousands of nodes that never are.
type node struct {
	parent   *node
	junction int32 // eliminated last
	key      packed.Key
	cost     model.Cost // so far
	estimate model.Cost // cost and bound of the rest
	depth    int
	faces    int
}

// nodeBytes is about what a node takes, with its places in queue and map.
const nodeBytes = 160

// before prefers the lower estimate, then depth, then few faces: the last is
// worth a lot where many sets cost the same.
func (n *node) before(other *node) bool {
	return cmp.Or(cmp.Compare(n.estimate, other.estimate), cmp.Compare(other.depth, n.depth),
		cmp.Compare(n.faces, other.faces)) < 0
}

// search is one run of A*.
type search struct {
	slot   *schedule.Slot
	counts *incumbent.Counts
	limit  model.Cost
	bound  func(*packed.State) model.Cost
	best   map[packed.Key]model.Cost
	open   *heap.Heap[*node]
	exact  bool
	start  *packed.State
	here   *node         // the node whose state was worked out last
	state  *packed.State // of here
	child  *packed.State // room for the state of a child
}

// Options of a search.
type Options struct {
	Limit  model.Cost // look only for sequences below this cost
	Memory int64      // bytes of all nodes, after which it gives up; 0 is no limit
}

// Search finds the cheapest sequence of vertex eliminations from start. It ends
// with an error only when the run is stopped, and without a sequence where the memory is full.
func Search(start *packed.State, worker *incumbent.Reporter, options Options) (Result, error) {
	s := &search{
		slot: worker.Slot, counts: &worker.Record.Counts, limit: options.Limit, bound: packingBound(),
		best: make(map[packed.Key]model.Cost), exact: true, open: heap.New(func(a, b **node) bool {
			return (*a).before(*b)
		}),
		start: start, state: packed.New(start.Problem), child: packed.New(start.Problem),
	}
	defer s.leave()
	result := Result{Cost: model.Saturated}
	root := &node{junction: -1}
	s.state.CopyFrom(start)
	s.here = root
	s.add(root, s.state)
	for s.open.Len() > 0 {
		n := s.open.Pop()
		s.counts.Open.Add(-1)
		if err := s.slot.Pass(); err != nil {
			return result, err
		}
		if s.best[n.key] < n.cost {
			s.counts.Duplicates.Add(1)
			continue
		}
		if n.faces == 0 {
			result.Moves, result.Cost = s.sequence(n)
			result.Proven = s.exact
			return result, nil
		}
		if options.Memory > 0 && nodeBytes*int64(len(s.best)) > options.Memory {
			return result, nil
		}
		if err := s.goTo(n); err != nil {
			return result, err
		}
		if err := s.expand(n); err != nil {
			return result, err
		}
	}
	result.Proven = s.exact
	return result, nil
}

func (s *search) leave() { s.counts.Open.Add(-int64(s.open.Len())) }

// add makes the node of a state wait, unless its set was reached at no higher
// cost or its estimate meets the limit.
func (s *search) add(n *node, state *packed.State) {
	s.counts.Discovered.Add(1)
	n.key = state.Key()
	if old, known := s.best[n.key]; known && old <= n.cost {
		s.counts.Duplicates.Add(1)
		return
	}
	n.faces = state.Faces()
	n.estimate = n.cost.Add(s.bound(state))
	if n.parent != nil {
		n.estimate = max(n.estimate, n.parent.estimate)
	}
	if n.estimate >= s.limit && s.limit > 0 {
		s.counts.Bounded.Add(1)
		return
	}
	s.best[n.key] = n.cost
	s.counts.Open.Add(1)
	s.open.Push(n)
}

// goTo works out the state of a node, from that of its parent if that is at
// hand.
func (s *search) goTo(n *node) error {
	var way []int32
	at := n
	for ; at != s.here && at.parent != nil; at = at.parent {
		way = append(way, at.junction)
	}
	if at != s.here {
		s.state.CopyFrom(s.start)
	}
	for _, j := range slices.Backward(way) {
		if err := s.slot.Check(); err != nil {
			s.here = nil
			return err
		}
		eliminate(s.state, j, nil)
	}
	s.here = n
	return nil
}

func (s *search) expand(n *node) error {
	s.counts.Explored.Add(1)
	for _, j := range junctions(s.state) {
		if err := s.slot.Check(); err != nil {
			return err
		}
		s.add(&node{parent: n, junction: j, cost: n.cost.Add(s.eliminate(j)), depth: n.depth + 1}, s.child)
	}
	return nil
}

// eliminate makes child what the state is without junction j, and gives the
// price.
func (s *search) eliminate(j int32) model.Cost {
	s.child.CopyFrom(s.state)
	_, cost, exact := eliminate(s.child, j, nil)
	s.exact = s.exact && exact
	return cost
}

// sequence plays the way to a node, and accumulates what has no Jacobian when no face is
// left.
func (s *search) sequence(n *node) (moves []packed.Move, total model.Cost) {
	var way []int32
	for ; n.parent != nil; n = n.parent {
		way = append(way, n.junction)
	}
	slices.Reverse(way)
	state := s.start.Clone()
	for _, j := range way {
		var cost model.Cost
		moves, cost, _ = eliminate(state, j, moves)
		total = total.Add(cost)
	}
	for z := range state.Slots() {
		if state.IsLive(z) && !state.Vertex[z].Jacobian {
			mode, _ := state.Accumulation(z)
			move := packed.Accumulation(z, mode)
			moves, total = append(moves, move), total.Add(state.Play(move))
		}
	}
	return moves, total
}

// packingBound gives the path-packing bound with a workspace of its own.
func packingBound() func(*packed.State) model.Cost {
	var (
		in     linegraph.Graph
		at     []int32
		bounds packing.Bounder
	)
	return func(s *packed.State) model.Cost {
		for len(at) < s.Slots() {
			at = append(at, 0)
		}
		if s.Problem.Dag.HasPatterns() {
			return 0
		}
		s.Fill(&in, at)
		return bounds.Bound(&in)
	}
}
