package bnb

import (
	"cmp"
	"slices"

	"facet/model"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
	"facet/planner/search/tree"
)

// child is a node that has just been made.
type child struct {
	node
	estimate model.Cost
	faces    uint16
}

// worker explores nodes. It shares nothing but the engine with the others.
type worker struct {
	engine   *engine
	record   *incumbent.Record
	slot     *schedule.Slot
	bounds   Bounds
	activity *incumbent.Activity
	parts    components
	state    packed.State // of the node that is explored
	next     packed.State // of its child
	steps    []step
	children []child
	ids      []uint32 // path to the node, last first
	path     []packed.Move
	levels   []*level

	// What the tree is told of the node, where there is one.
	tree   *tree.Tree
	number int
	place  tree.Place
	bound  model.Cost
	made   []tree.Child // all children
}

func newWorker(e *engine, k int) *worker {
	slot, all := e.config.Workers[k].Slot, e.record.Activities()
	return &worker{engine: e, record: e.record, slot: slot, bounds: e.config.Bounds(slot.Check),
		activity: &all[k%len(all)], tree: e.config.Tree, number: k}
}

// explore makes the children of a node and queues them, or explores the whole
// subtree at once if there is no room for them. When the worker plunges, the
// best child is kept out of the queue and given back, to be explored next.
func (w *worker) explore(id uint32, estimate model.Cost, plunge bool) (kept waiting, ok bool, err error) {
	n := w.replay(id)
	w.activity.Depth.Store(int32(n.depth))
	w.take(w.tree.Find(id, w.ids))
	if w.engine.table.cheaper(n.group.key(w.state.Key()), n.cost) {
		w.record.Counts.Duplicates.Add(1)
		w.tree.Seen(w.place)
		return waiting{}, false, nil
	}
	children, err := w.expand(&w.state, n, id, estimate, w.children[:0])
	w.children = children
	if err != nil || len(children) == 0 {
		w.expanded(none, true)
		return waiting{}, false, err
	}
	keep := none
	if plunge {
		keep = uint32(promising(children))
	}
	if kept, ok = w.engine.put(w, children, keep); ok {
		return kept, plunge, nil
	}
	return waiting{}, false, w.deepen(slices.Clone(children), 0)
}

// take tells the tree that the worker has the node at a place.
func (w *worker) take(p tree.Place) {
	w.place, w.bound, w.made = p, 0, w.made[:0]
	w.tree.Take(p, w.number)
}

// note keeps what became of a child, for the tree.
func (w *worker) note(c *child, bound, limit model.Cost, s tree.State) {
	if w.tree != nil {
		w.made = append(w.made, tree.Child{Move: c.move(), Spent: c.cost, Bound: bound, Limit: limit,
			State: s})
	}
}

// expanded tells the tree the children of the node, if it was not cut.
func (w *worker) expanded(first uint32, numbered bool) {
	if w.bound > 0 || len(w.made) > 0 {
		w.tree.Expand(w.place, w.bound, w.made, first, numbered)
	}
}

// promising is the child that comes first in the queue's order.
func promising(children []child) int {
	best := 0
	for k := range children {
		c, b := children[k].waiting(0), children[best].waiting(0)
		if c.before(&b) {
			best = k
		}
	}
	return best
}

// waiting is the child as it stands in the queue.
func (c *child) waiting(id uint32) waiting {
	return waiting{estimate: c.estimate, id: id, faces: c.faces, depth: c.depth}
}

// replay brings the worker's state to that of the node.
func (w *worker) replay(id uint32) *node {
	w.ids = w.ids[:0]
	for at := id; at != none; at = w.engine.nodes.at(at).parent {
		w.ids = append(w.ids, at)
	}
	w.state.CopyFrom(w.engine.config.Start)
	w.path = w.path[:0]
	for k := len(w.ids) - 2; k >= 0; k-- { // the last is the root
		move := w.engine.nodes.at(w.ids[k]).move()
		w.path = append(w.path, move)
		w.state.Play(move)
	}
	return w.engine.nodes.at(id)
}

// expand bounds the state and makes the children that are worth a place in the
// queue. Complete ones are announced. Of the state only the paths that it follows
// change.
func (w *worker) expand(s *packed.State, n *node, id uint32, estimate model.Cost, into []child) ([]child,
	error) {
	best := w.record.Best()
	if estimate < best {
		estimate = max(estimate, n.cost.Add(w.bounds.Expand(s, best-n.cost)))
	}
	if estimate >= best {
		w.record.Counts.Bounded.Add(1)
		w.tree.Cut(w.place, tree.Taken, estimate, best)
		return into, nil
	}
	w.bound = estimate
	w.record.Counts.Explored.Add(1)
	w.activity.Nodes.Add(1)
	w.steps = w.engine.config.Space.steps(s, n.group, w.steps, &w.parts)
	for _, st := range w.steps {
		w.activity.Junction.Store(s.Vertex[st.u].To)
		if err := w.ask(s); err != nil {
			return into, err
		}
		w.next.CopyFrom(s)
		move, price := w.next.Take(int(st.u), int(st.v), st.acc)
		c := child{node: node{cost: n.cost.Add(price), parent: id, depth: n.depth + 1}}
		c.setMove(move)
		w.record.Counts.Discovered.Add(1)
		best := w.record.Best()
		if c.cost >= best {
			w.record.Counts.Bounded.Add(1)
			w.note(&c, max(estimate, c.cost), best, tree.Cut)
			continue
		}
		c.group = st.group.left(&w.next)
		if !w.engine.table.reach(c.group.key(w.next.Key()), c.cost) {
			w.record.Counts.Duplicates.Add(1)
			w.note(&c, max(estimate, c.cost), 0, tree.Seen)
			continue
		}
		faces := w.next.Faces()
		if faces == 0 {
			moves := append(slices.Clone(w.path), move)
			if err := w.engine.config.Found(moves, c.cost); err != nil {
				return into, err
			}
			w.note(&c, c.cost, 0, tree.Complete)
			w.tree.Found(w.place, moves, c.cost)
			continue
		}
		c.faces = uint16(min(faces, 1<<16-1))
		c.estimate = max(estimate, c.cost.Add(w.bounds.Child(&w.next, best-c.cost)))
		if c.estimate >= best {
			w.record.Counts.Bounded.Add(1)
			w.note(&c, c.estimate, best, tree.Cut)
			continue
		}
		w.note(&c, c.estimate, 0, tree.Open)
		into = append(into, c)
	}
	return into, nil
}

// edgesOfCheck is how many edges of a state make a child as much work as one check counts for.
const edgesOfCheck = 64

// ask asks whether to go on, more often the more there is to do for a child.
func (w *worker) ask(s *packed.State) (err error) {
	for n := 0; n <= s.Slots() && err == nil; n += edgesOfCheck {
		err = w.slot.Check()
	}
	return err
}

// level is the workspace of one depth of the depth-first search.
type level struct {
	state    packed.State
	children []child
}

// deepen explores children of the worker's path depth first, which needs memory
// for one branch alone. The states of depth 0 come from the worker's state.
func (w *worker) deepen(children []child, depth int) error {
	slices.SortFunc(children, func(a, b child) int {
		return cmp.Or(cmp.Compare(a.estimate, b.estimate), cmp.Compare(a.faces, b.faces))
	})
	for len(w.levels) <= depth {
		w.levels = append(w.levels, &level{})
	}
	l, below := w.levels[depth], w.place.Below()
	for i := range children {
		c := &children[i]
		if best := w.record.Best(); c.estimate >= best {
			w.record.Counts.Bounded.Add(1)
			w.tree.Cut(below, tree.Open, c.estimate, best)
			continue
		}
		if err := w.slot.Pass(); err != nil {
			return err
		}
		if depth == 0 {
			l.state.CopyFrom(&w.state)
		} else {
			l.state.CopyFrom(&w.levels[depth-1].state)
		}
		l.state.Paths = l.state.Paths[:0]
		l.state.Play(c.move())
		w.path = append(w.path, c.move())
		w.activity.Depth.Store(int32(c.depth))
		w.take(below)
		made, err := w.expand(&l.state, &c.node, none, c.estimate, l.children[:0])
		l.children = made
		w.expanded(none, false)
		if err == nil && len(made) > 0 {
			err = w.deepen(made, depth+1)
		}
		w.path = w.path[:len(w.path)-1]
		if err != nil {
			return err
		}
	}
	return nil
}
