package bnb

import (
	"cmp"
	"slices"
	"sync"

	"facet/model"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
	"facet/planner/search/tree"
)

// Config says what to search, and takes what is found.
type Config struct {
	Start   *packed.State         // every vertex without a face has its Jacobian
	Workers []*incumbent.Reporter // one for each goroutine; their incumbent is the limit
	Space   Space
	Memory  int64                           // bytes for table, nodes and queue
	Bounds  func(check func() error) Bounds // a workspace for one worker, which asks check whether to go on
	Paid    model.Cost                      // what was spent before Start, part of every cost

	// Plunge is after how many nodes a worker follows the best one down to a
	// complete sequence; 0 is never. While there is no incumbent, every node is
	// followed: best-first search alone can stay without one for ever.
	Plunge int

	// Found takes a complete sequence that is cheaper than the incumbent and
	// must make it the incumbent. Workers call it at any time.
	Found func(moves []packed.Move, cost model.Cost) error
	// Lower takes each rise of the lower bound; nil if it is not wanted.
	Lower func(bound model.Cost)
	// Tree records what becomes of each node; nil for none.
	Tree *tree.Tree
}

// engine is what the workers of one search share.
type engine struct {
	config Config
	record *incumbent.Record
	table  *Table

	mu      sync.Mutex
	wake    sync.Cond
	open    queue
	nodes   *nodes
	working []model.Cost // estimate of the node each worker has, Saturated for none
	busy    int
	over    bool
	err     error
	lower   model.Cost
	counted int64
}

// Search searches until nothing is left that could be cheaper than the record's
// incumbent. The error is schedule.ErrStopped, or that of a worker. When it returns, no
// worker is left.
func Search(c Config) error { return newEngine(c).run() }

// newEngine begins with the root alone.
func newEngine(c Config) *engine {
	e := &engine{config: c, record: c.Workers[0].Record, table: newTable(c.Memory / 2),
		nodes: newNodes(c.Memory / 16 * 5)}
	e.wake.L = &e.mu
	e.working = slices.Repeat([]model.Cost{model.Saturated}, len(c.Workers))
	e.root()
	return e
}

func (e *engine) run() error {
	finished := make(chan struct{})
	var waker sync.WaitGroup
	waker.Go(func() {
		select {
		case <-e.config.Workers[0].Slot.Done():
			e.stop(schedule.ErrStopped)
		case <-finished:
		}
	})
	workers := e.config.Workers[0].Slot.Group()
	for k := range e.working {
		workers.Start(func() error { return e.work(k) })
	}
	err := workers.Join()
	close(finished)
	waker.Wait()
	if err := cmp.Or(err, e.err); err != nil {
		return err
	}
	e.raise(model.Saturated)
	return nil
}

// root makes the first node. Its estimate is that of the bound.
func (e *engine) root() {
	s := e.config.Start.Clone()
	e.record.Counts.Discovered.Add(1)
	e.table.reach(s.Key(), e.config.Paid)
	estimate := e.config.Paid.Add(e.config.Bounds(e.config.Workers[0].Slot.Check).Child(s, e.record.Best()))
	e.config.Tree.Begin(e.config.Paid, estimate)
	id := e.nodes.add(node{cost: e.config.Paid, parent: none})
	e.open.push(waiting{estimate: estimate, id: id})
	if s.Faces() == 0 {
		e.open = e.open[:0] // complete as it is, and announced
	}
}

// work is the life of one worker.
func (e *engine) work(k int) error {
	slot := e.config.Workers[k].Slot
	defer slot.Release()
	if err := slot.Check(); err != nil {
		e.stop(err)
		return err
	}
	w := newWorker(e, k)
	for taken := 1; ; taken++ {
		next, ok := e.take(k)
		if !ok {
			return nil
		}
		plunge := e.record.Best().IsSaturated() || e.config.Plunge > 0 && taken%e.config.Plunge == 0
		for ok {
			err := slot.Pass()
			if err == nil {
				next, ok, err = w.explore(next.id, next.estimate, plunge)
			}
			if err != nil {
				e.stop(err)
				return err
			}
			ok = ok && e.follow(w, next)
		}
	}
}

// follow lets the worker go on with a child of the node that it had. It is false
// where the child is not worth it, or the search is over.
func (e *engine) follow(w *worker, next waiting) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch best := e.record.Best(); {
	case next.estimate >= best:
		e.record.Counts.Bounded.Add(1)
		e.config.Tree.Cut(e.config.Tree.Find(next.id, w.ids), tree.Open, next.estimate, best)
		return false
	case e.over:
		return false
	}
	e.working[w.number] = min(next.estimate, model.Saturated-1)
	return true
}

// stop ends the search; the first reason counts.
func (e *engine) stop(err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err == nil && !e.over {
		e.err = err
	}
	e.over = true
	e.wake.Broadcast()
}

// take gives the worker the best open node, waiting for one if others may still
// make some. ok is false when the search is over.
func (e *engine) take(k int) (next waiting, ok bool) {
	e.mu.Lock()
	if e.working[k] != model.Saturated {
		e.working[k] = model.Saturated
		e.busy--
	}
	for {
		if e.over {
			e.mu.Unlock()
			return waiting{}, false
		}
		if best := e.record.Best(); len(e.open) > 0 && e.open[0].estimate >= best {
			e.record.Counts.Bounded.Add(int64(len(e.open)))
			e.config.Tree.CutOpen(best)
			e.open = e.open[:0]
			e.count()
		}
		if len(e.open) > 0 {
			break
		}
		if e.busy == 0 {
			e.over = true
			e.wake.Broadcast()
			continue
		}
		e.config.Workers[k].Slot.Release()
		e.wake.Wait()
	}
	next = e.open.pop()
	e.working[k] = min(next.estimate, model.Saturated-1)
	e.busy++
	lower := next.estimate
	for _, estimate := range e.working {
		lower = min(lower, estimate)
	}
	e.count()
	e.mu.Unlock()
	e.raise(lower)
	return next, true
}

// count records how many nodes wait here; others may have open nodes as well. The
// caller holds the lock.
func (e *engine) count() {
	n := int64(len(e.open))
	e.record.Counts.Open.Add(n - e.counted)
	e.counted = n
}

// raise reports the lower bound of the whole search if it has risen.
func (e *engine) raise(lower model.Cost) {
	if e.config.Lower == nil {
		return
	}
	lower = min(lower, e.record.Best())
	e.mu.Lock()
	rise := lower > e.lower
	e.lower = max(e.lower, lower)
	e.mu.Unlock()
	if rise {
		e.config.Lower(lower)
	}
}

// put adds the children of a worker's node to the queue, but for the one at position
// keep, if any, which it gives back. ok reports whether there was room for them.
func (e *engine) put(w *worker, children []child, keep uint32) (kept waiting, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	room := int64(cap(e.open)-len(e.open)) >= int64(len(children))
	if e.nodes.full(len(children)) || !room && 2*int64(cap(e.open))*waitBytes > e.config.Memory/16*3 {
		w.expanded(none, false)
		return waiting{}, false
	}
	w.expanded(e.nodes.count, true)
	for i := range children {
		c := &children[i]
		next := c.waiting(e.nodes.add(c.node))
		if uint32(i) == keep {
			kept = next
			continue
		}
		e.open.push(next)
	}
	e.count()
	e.record.Counts.Table.Store(e.table.Bytes())
	e.config.Workers[0].Slot.Keep(e.table.Bytes() + e.nodes.bytes() + int64(cap(e.open))*waitBytes)
	if e.busy < len(e.working) {
		e.wake.Broadcast()
	}
	return kept, true
}
