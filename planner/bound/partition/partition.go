// Package partition bounds the cost of long dags in parts: its time grows with the
// length of the dag, and not with the number of its paths.
//
// # The bound
//
// The junctions, in a topological order, are divided into windows of some that follow
// one after the other, where little leads from one to the next: those of a recurrent
// network begin between two steps. Paths are packed from the sources to the vertices before a
// window: each vertex v gets an amount t_v, the sum of amounts of paths that end in v,
// and no vertex a is passed by more than n_a. Likewise paths from the vertices behind
// the window to the sinks. Each window has paths of its own, as many as there can be: a
// path that ends in one window need not go on to the next. A window is then a dag of its own: its junctions, the
// vertices before it as sources of size t_v, those behind it as sinks, and the edges
// between them. Edges that lead in or out have their Jacobians at no cost, unless they
// start in a source or end in a sink of the whole. The bound is the sum of the
// chain-cover bounds of all windows, or of anything below them. Cutting planes get a
// moment for each window; where the sum is not far from what others have, multiplicative
// weights then get seconds. Windows are bounded side by side, and a division that will not
// come above the best sum is given up.
//
// Windows end in the narrowest places; of places that are equally narrow, the first, the
// last or the nearest ones are taken, whichever gives most by packed paths.
//
// # Why it is sound
//
// Let a dual solution of a window give path p, from v to y, the prices pi_p. Take the
// paths P p Q of the whole, P one of the packed paths that end in v, of amount f, Q one
// that begins in y, of amount g, and give P p Q the prices pi_p times (f g)/(t_v t_y),
// where MUL(a,j,b) has the price of MUL(v,j,y) if a is on P and b is on Q, and likewise
// where only one of them is, and for TAN(z,a) and ADJ(z,b).
//
// Whatever derives P p Q fuses it, at the junctions of the window, in some order. This
// is a derivation of p in which what begins on P begins in v and what ends on Q ends
// in y: an edge that leads into the window may be part of something longer by then, so
// it needs no accumulation. So P p Q costs at least its part of what p costs, and the
// parts of all P and Q add up to one.
//
// No resource is charged more than it costs: for a and b outside, MUL(a,j,b) is charged,
// over all v and y, at most the sum of t_v n_j t_y (f_v(a)/t_v) (g_y(b)/t_y), where f_v(a)
// is what passes a on the way to v; these sum up to at most n_a, and the g_y(b) to n_b.
// TAN(z,a) and ADJ(z,b) follow the same lines, for costs that are linear. Different
// windows charge different resources: MUL(a,j,b) belongs to the window of j, TAN(z,a)
// to that of z's start, ADJ(z,b) to that of its end, and ACC(z) to the window that has
// both ends, or one where the other is a source or a sink of the whole.
package partition

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/linegraph"
)

// Options are those of a worker.
type Options struct {
	// Check is asked every few milliseconds of work; its error ends the worker.
	Check func() error
	// Await waits until ready is closed, and gives the worker's time to others meanwhile;
	// its error ends the worker.
	Await func(ready <-chan struct{}) error
	// Clock is the time that has been worked, for the limits of windows.
	Clock func() time.Duration
	// Known is the highest bound that other strategies have; it may be nil.
	Known func() model.Cost
	// Memory limits what weights keep, in bytes; 0 is their default.
	Memory int64
	// Keep is told how many bytes these take; it may be nil.
	Keep func(bytes int64)
	// Bound is told each bound that is higher than the ones before; false ends the
	// search.
	Bound func(model.Cost) bool
}

// pass is a division into windows of so many junctions, and the time: for each window by
// cutting planes, or for all of them by weights, which get further where paths are many.
// Without time it is packed paths alone.
type pass struct {
	junctions int
	limit     time.Duration
	weights   bool
}

var passes = []pass{
	{30, 20 * time.Millisecond, false}, {60, 100 * time.Millisecond, false},
	{120, 500 * time.Millisecond, false}, {240, 2 * time.Second, false},
	{45, 6 * time.Second, true}, {90, 16 * time.Second, true}, {180, 32 * time.Second, true},
	{90, time.Minute, true}, {180, 2 * time.Minute, true},
}

// passesOfMany are those of dags of manyJunctions and more. There the packed paths of the
// whole take longer than those of large windows, and small windows give less than both.
var passesOfMany = []pass{
	{2000, 0, false}, {240, 20 * time.Second, true}, {240, 80 * time.Second, true}, {480, 4 * time.Minute, true},
}

const manyJunctions = 4000

// hopeful is the part of the known bound that the sum has to reach for weights to be
// worth their time, where other strategies wait for it.
const hopeful = 0.8

// Search computes bounds with larger and larger windows. Several workers may run it at
// once: each takes one window after the other.
type Search struct {
	parts *parts
	many  bool

	mu        sync.Mutex
	passes    []pass        // that are not begun
	at        *division     // the present one; nil for none
	preparing chan struct{} // closed when the next division is there; nil if no worker prepares it
	best      model.Cost    // the best sum so far
	over      bool
}

// New divides nothing yet. It is nil for costs that are not linear, and in states with a
// junction some of whose faces are gone.
func New(in *linegraph.Graph) *Search {
	p, ok := newParts(in)
	if !ok {
		return nil
	}
	s := &Search{parts: p, passes: passes, many: len(p.order) >= manyJunctions}
	if s.many {
		s.passes = passesOfMany
	}
	return s
}

// Run is the work of one worker: until it is ended, or the last pass has no window left.
// The error is that of Check.
func (s *Search) Run(ctx context.Context, o Options) error {
	for {
		d, at, err := s.take(o)
		if d == nil {
			return err
		}
		if err := d.improve(ctx, at, s, o); err != nil {
			if errors.Is(err, errEnough) {
				return nil
			}
			return err
		}
	}
}

// errEnough ends a search whose Bound says so, and a window whose time is over.
var errEnough = errors.New("enough")

// take gives the next window, of the next division where the present one has none left.
func (s *Search) take(o Options) (d *division, at window, err error) {
	for {
		if err := o.Check(); err != nil {
			return nil, window{}, err
		}
		s.mu.Lock()
		if d := s.at; d != nil && d.next < len(d.windows) && d.isHopeful(s.best) {
			at := window{number: d.next, limit: d.limit}
			if d.weights {
				at.limit = d.left / time.Duration(len(d.windows)-d.next)
				d.left -= at.limit
			}
			d.next++
			s.mu.Unlock()
			return d, at, nil
		}
		ready := s.preparing
		if ready == nil {
			p, ok := s.pass(o)
			if !ok {
				s.mu.Unlock()
				return nil, window{}, nil
			}
			s.preparing = make(chan struct{})
			s.mu.Unlock()
			if err := s.prepare(p, o); err != nil {
				if errors.Is(err, errEnough) {
					err = nil
				}
				return nil, window{}, err
			}
			continue
		}
		s.mu.Unlock()
		if err := o.Await(ready); err != nil {
			return nil, window{}, err
		}
	}
}

// pass is the next pass, if there is one. The lock is held.
func (s *Search) pass(o Options) (p pass, ok bool) {
	for !s.over && len(s.passes) > 0 {
		p, s.passes = s.passes[0], s.passes[1:]
		if !s.many && p.weights && o.Known != nil && float64(s.best) < hopeful*float64(o.Known()) {
			s.passes = nil
			break
		}
		if p.junctions < s.parts.whole {
			return p, true
		}
	}
	return pass{}, false
}

// prepare makes the division of a pass the present one, and reports what packed paths give.
func (s *Search) prepare(p pass, o Options) error {
	d, err := s.parts.divide(p, s.many, o.Check)
	s.mu.Lock()
	if err == nil {
		s.at = d
		if len(d.windows) <= 1 { // others bound the whole
			s.parts.whole, d.next = p.junctions, len(d.windows)
		}
	}
	close(s.preparing)
	s.preparing = nil
	s.mu.Unlock()
	if err != nil {
		return err
	}
	return s.raise(d, 0, 0, o)
}

// window is one of a division, and the time for it.
type window struct {
	number int
	limit  time.Duration
}

// raise takes over a bound of a window and reports the sum, if it is higher than the best
// one.
func (s *Search) raise(d *division, k int, bound model.Cost, o Options) error {
	s.mu.Lock()
	if gain := bound - d.each[k]; gain > 0 {
		d.each[k] = bound
		d.sum = d.sum.Add(gain)
	}
	sum := d.sum
	better := sum > s.best
	if better {
		s.best = sum
	}
	over := s.over
	s.mu.Unlock()
	if better && !o.Bound(sum) {
		s.mu.Lock()
		s.over, over = true, true
		s.mu.Unlock()
	}
	if over {
		return errEnough
	}
	return o.Check()
}

// division is a dag in windows, with the best bound of each.
type division struct {
	pass
	cuts    []int // where windows begin, and where the last one ends
	windows []linegraph.Graph
	packed  []model.Cost // by window: by packed paths
	each    []model.Cost // by window: the best bound
	base    model.Cost   // of what is in no window
	all     model.Cost   // packed paths of all windows
	sum     model.Cost
	left    time.Duration                     // for the windows that are not begun
	next    int                               // the window that is bounded next, if there is time for any
	bounded struct{ packed, best model.Cost } // of the windows whose time is over
}

// divide gives the windows of a pass, with their packed paths.
func (p *parts) divide(of pass, many bool, check func() error) (best *division, err error) {
	for _, among := range []narrow{nearest, leftmost, rightmost} {
		cuts := p.cuts(of.junctions, among)
		if best != nil && slices.Equal(cuts, best.cuts) {
			continue
		}
		windows, err := p.windows(cuts, check)
		if err != nil {
			return nil, err
		}
		d := &division{pass: of, cuts: cuts, left: of.limit, windows: windows, base: p.base, each: make([]model.Cost, len(windows))}
		if of.limit == 0 {
			d.next = len(windows)
		}
		var packed packing.Bounder
		for k := range windows {
			if err := check(); err != nil {
				return nil, err
			}
			d.each[k] = packed.Bound(&windows[k])
			d.all = d.all.Add(d.each[k])
		}
		d.sum = d.base.Add(d.all)
		d.packed = append(d.packed, d.each...)
		if best == nil || d.sum > best.sum {
			best = d
		}
		if many {
			break
		}
	}
	return best, nil
}

// isHopeful reports whether the sum may come above the best one, if the other windows do
// about as well, beside their packed paths, as those whose time is over.
func (d *division) isHopeful(best model.Cost) bool {
	if d.bounded.packed < d.all/few {
		return true
	}
	return about*float64(d.bounded.best)/float64(d.bounded.packed)*float64(d.all) > float64(best-d.base)
}

// Windows tell of the others once they have a part, one in few, of the packed paths, and
// then are about as good.
const (
	few   = 8
	about = 1.05
)

// improve bounds a window until its time is over.
func (d *division) improve(ctx context.Context, at window, s *Search, o Options) error {
	began, k := o.Clock(), at.number
	err := d.bound(ctx, &d.windows[k], at.limit, o, func(bound model.Cost) error { return s.raise(d, k, bound, o) })
	s.mu.Lock()
	defer s.mu.Unlock()
	d.left += max(0, at.limit-(o.Clock()-began))
	d.bounded.packed = d.bounded.packed.Add(d.packed[k])
	d.bounded.best = d.bounded.best.Add(d.each[k])
	return err
}

// bound tells raise the chain-cover bounds of a window, whose error ends it.
func (p pass) bound(ctx context.Context, in *linegraph.Graph, limit time.Duration, o Options, raise func(model.Cost) error) error {
	if !p.weights {
		return raise(cover.Solve(ctx, in, cover.Options{Time: limit, Check: o.Check, Clock: o.Clock}).Bound)
	}
	began := o.Clock()
	var failed error
	weights.Run(in, weights.Options{Memory: o.Memory, Keep: o.Keep, Wanted: func(model.Cost) bool { return false }, Check: func() error {
		if o.Clock()-began > limit {
			return errEnough
		}
		failed = o.Check()
		return failed
	}, Bound: func(bound model.Cost, _ *paths.Dual) bool {
		failed = raise(bound)
		return failed != nil
	}})
	return failed
}
