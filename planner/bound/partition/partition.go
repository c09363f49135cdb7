// Package partition bounds the cost of long dags in parts: its time grows with the
// length of the dag, and not with the number of its paths.
//
// # The bound
//
// The junctions stand in a topological order in which little leads from those before a
// place to those behind it. A window is what lies between two places: a dag of its own of
// the junctions there, of the vertices with edges into them, and of those with edges from
// them, as its ends. Edges to or from an end have their Jacobians at no cost, unless it is a
// source or a sink of the whole. An end v counts t_v at junction j, which is at most n_v:
//
//	MUL(v,j,b) = t_v n_j n_b    TAN(z,v) = t_v T(z), for z that start in j    and their mirror images
//
// For that, paths are led from the sources to each end, f_v(a) of them, as a part of one,
// through vertex a; paths to different ends keep out of each other's way as well as they
// can. The t_v of the ends that lead to j inside the window are as large as the sums of
// t_v f_v(a) leave them, which are at most n_a. So each end counts in full at junctions that
// few ends lead to, and all ends together for what comes from the sources at those that all
// lead to. Likewise behind the window.
//
// A window is bounded by packed paths at once, and by its chain cover in some time, by
// multiplicative weights.
//
// # Seams
//
// Where two windows meet each takes it that the other one has done its work: what lies behind v
// counts t_v, which is right for a path that is fused at v before it is at j, and both cannot be
// so on either side of an edge from v to j. What the windows leave is bounded in seams, from
// some junctions before the place to some behind it. At a junction j of the first window, of which
// B(b) of a vertex b behind the place are counted and A(a) of a vertex a before the window,
//
//	MUL(a,j,b) = n_a n_j (n_b - B(b))    ADJ(z,b) = A(z) (n_b - B(b)), for z that end in j    TAN(z,a) = 0
//
// and nothing for b in the window; likewise at junctions of the second one. Ends of the seam
// count what their paths let them have where vertices have this room: n_b - B(b) beyond the
// place, n_a before it in the window, and (n_a + A(a))/2 before that.
//
// The bound is the best sum of windows that do not overlap, and of the seams between those. Larger
// windows give more, and take longer: windows of one length after another are bounded, and the
// seams of them, several side by side, as long as the time is enough for them.
//
// # Why it is sound
//
// Let a dual solution of a window give path p, from v to y, the prices pi_p. Take the
// paths P p Q of the whole, P one of the paths to v, of part f, Q one from y, of part g,
// and give P p Q the prices pi_p times f g, where MUL(a,j,b) has the price of MUL(v,j,y)
// if a is on P and b is on Q, and likewise where only one of them is, and for TAN(z,a) and
// ADJ(z,b).
//
// Whatever derives P p Q fuses it, at the junctions of the window, in some order. This
// is a derivation of p in which what begins on P begins in v and what ends on Q ends
// in y: an edge that leads into the window may be part of something longer by then, so
// it needs no accumulation. So P p Q costs at least its part of what p costs, and the
// parts of all P and Q add up to one.
//
// No resource is charged more than it costs: for a and b outside, MUL(a,j,b) is charged,
// over all v and y, at most the sum of (t_v f_v(a)) n_j (t_y g_y(b)), which is at most
// n_a n_j n_b. TAN(z,a) and ADJ(z,b) follow the same lines, for costs that are linear. Windows
// that do not overlap charge different resources: MUL(a,j,b) belongs to the window of j,
// TAN(z,a) to that of z's start, ADJ(z,b) to that of its end, and ACC(z) to the window that has
// both ends, or one where the other is a source or a sink of the whole.
//
// For seams the same holds, with what they count at j of a and b. At a junction j of a window,
// and with A and B in parts of n_a and n_b, the window is charged A B of the cost, its seam behind
// at most A' (1-B) with A' = 1 in the window and (1+A)/2 before it, and its seam before
// (1-A) B'. If a or b is in the window one seam is charged nothing, and the others at most 1
// together; else
//
//	A B + (1+A)/2 (1-B) + (1-A) (1+B)/2 = 1.
//
// TAN(z,a) is charged A by the window, and 1-A by the seam before it, ADJ likewise, and ACC by
// no seam.
package partition

import (
	"errors"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner/bound/packing"
	"facet/planner/bound/paths"
	"facet/planner/bound/weights"
	"facet/planner/linegraph"
)

// Options are those of a worker.
type Options struct {
	// Check is asked after each PerCheck of work; its error ends the worker.
	Check func() error
	// Known gives the best bound of all strategies, and the cost of the best sequence; it may be nil.
	Known func() (bound, cost model.Cost)
	// Memory limits what weights keep, in bytes; 0 is their default.
	Memory int64
	// Keep is told how many bytes these take; it may be nil.
	Keep func(bytes int64)
	// Bound is told each bound that is higher than the ones before; false ends the
	// search.
	Bound func(model.Cost) bool
}

// PerCheck is about the time between two checks on an idle machine: the limits of windows are
// counted so.
const PerCheck = 400 * time.Microsecond

// lengths are how many junctions windows have. Those of one length after another are bounded
// in a short time, as long as they give more than is known, then again in a longer one, but those
// that were done before.
var lengths = []int{30, 45, 60, 90, 120, 180, 240, 360, 480}

// packedLengths are those of windows that packed paths alone bound, before all others. On dags
// of manyJunctions and more, paths would take too long to lead to each end, and flows tell what
// ends count there, the same at all junctions of a window.
var (
	packedLengths = []int{1000, 240, 60}
	flowLengths   = []int{2000, 500}
)

// Windows of usual junctions and their seams have firstTime at first, and times longer as long
// each time after that, up to the longest; others as much more or less as the square of their
// length.
const (
	usual     = 45
	firstTime = time.Second / 4
	longer    = 4
	longest   = 10 * time.Minute
)

// Tasks that take as long as patient are worth their time only while the gap that the sum leaves is
// at most farBehind times that of the best bound. On dags of manyJunctions and more there are no
// others.
const (
	patient       = time.Second
	farBehind     = 1.25
	manyJunctions = 4000
)

// Where a bound rises by less than the part slow from one of the weights' reports to the next
// the window ends; where it has risen by less than steady when its time is over, it does not
// get a longer one.
const (
	slow   = 0.002
	steady = 0.01
)

// few is how many windows of a length, one in so many and two at least, have to be bounded
// before it is left for giving less than what is known.
const few = 8

// A seam has half as many junctions of each of its windows as these are long, but so many at least.
const leastSide = 30

// Search computes bounds with larger and larger windows, and with the seams between them. Several
// workers may run it at once: each takes one task after the other.
type Search struct {
	parts *parts

	mu      sync.Mutex
	limit   time.Duration // for each task of the usual length; 0 for packed paths alone
	length  int           // of windows, about
	lengths []int         // that come next in this time
	divided []division    // that come before all others
	tasks   []task        // of the present length, from the next one on
	all     int           // its windows
	tried   int           // of them
	raised  bool          // the best sum, by any of its tasks
	reached int           // the place up to which its windows have been bounded
	before  []model.Cost  // the best sums up to each place before its tasks
	sums    []model.Cost  // and now, in parts of the unit
	known   [][]span      // by the place where windows end
	best    model.Cost    // the best sum so far
	over    bool
}

// task is a window to be bounded, or the seam of two.
type task struct {
	seam
	flows *ends // of a window; nil where each junction has its own
}

func (t task) isSeam() bool { return t.at > 0 }

// ends are what the ends of a window count, by direction.
type ends [2]map[int32]model.Cost

// division is windows whose ends count what flows bring there.
type division struct {
	cuts  []int
	flows []ends
}

// New bounds nothing yet. It is nil for costs that are not linear, and in states with a
// junction some of whose faces are gone. The error is that of check, which is asked where there
// are many junctions.
func New(in *linegraph.Graph, check func() error) (*Search, error) {
	p, ok := newParts(in)
	if !ok {
		return nil, nil
	}
	s := &Search{parts: p, lengths: packedLengths, known: make([][]span, len(p.order)+1)}
	if len(p.order) >= manyJunctions {
		s.lengths = nil
		for _, length := range flowLengths {
			d, err := p.divide(length, check)
			if err != nil {
				return nil, err
			}
			s.divided = append(s.divided, d)
		}
	}
	return s, nil
}

func (p *parts) divide(length int, check func() error) (division, error) {
	d := division{cuts: p.cuts(length)}
	d.flows = make([]ends, len(d.cuts)-1)
	for direction := range 2 {
		all, err := p.flows(direction, d.cuts, check)
		if err != nil {
			return d, err
		}
		for k := range all {
			d.flows[k][direction] = all[k]
		}
	}
	return d, nil
}

// Run is the work of one worker: until it is ended, or no task has a longer time left.
// The error is that of Check.
func (s *Search) Run(o Options) error {
	for {
		if err := o.Check(); err != nil {
			return err
		}
		t, limit, ok := s.take(o)
		if !ok {
			return nil
		}
		done, err := s.bound(t, limit, o)
		if errors.Is(err, errEnough) {
			return nil
		} else if err != nil {
			return err
		}
		s.end(t, done)
	}
}

// errEnough ends a search whose Bound says so, and a task that is behind.
var errEnough = errors.New("enough")

// take gives the next task, of the next length where the present one has none left; ok is false
// if there is none.
func (s *Search) take(o Options) (t task, limit time.Duration, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.over && !s.isBehind(o) {
		if len(s.tasks) == 0 || s.tried >= max(2, s.all/few) && !s.isHopeful() {
			if !s.next() {
				break
			}
			continue
		}
		t, s.tasks = s.tasks[0], s.tasks[1:]
		if !s.at(t).done {
			return t, s.time(), true
		}
	}
	return task{}, 0, false
}

// end notes that a task has been worked on.
func (s *Search) end(t task, done bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.at(t)
	b.done = b.done || done
	if t.isSeam() {
		return
	}
	s.reached = max(s.reached, t.to)
	s.tried++
}

// next goes on to the next length, or to a longer time; false if there is none. The lock is
// held.
func (s *Search) next() bool {
	again := len(s.lengths) == 0 || s.limit > 0 && s.tried > 0 && !s.isHopeful()
	s.tasks, s.all, s.tried, s.raised, s.reached = nil, 0, 0, false, 0
	s.before = slices.Clone(s.sums)
	if len(s.divided) > 0 {
		d := s.divided[0]
		s.divided = s.divided[1:]
		s.all = len(d.flows)
		for k := range d.flows {
			s.tasks = append(s.tasks, task{seam{from: d.cuts[k], to: d.cuts[k+1]}, &d.flows[k]})
		}
		return true
	}
	if again {
		s.limit, s.lengths = max(firstTime, longer*s.limit), lengths
	}
	s.length, s.lengths = s.lengths[0], s.lengths[1:]
	if s.limit > longest {
		return false
	}
	if cuts := s.parts.cuts(s.length); len(cuts) > 2 { // others bound the whole
		s.plan(cuts)
	}
	return true
}

// isBehind reports whether others have closed so much more of the gap that tasks, where they take
// long, will hardly come up to them. The lock is held.
func (s *Search) isBehind(o Options) bool {
	if o.Known == nil || len(s.parts.order) >= manyJunctions || s.time() < patient {
		return false
	}
	bound, cost := o.Known()
	return float64(cost-s.best) > farBehind*float64(cost-bound)
}

// time is that of a task of the present length.
func (s *Search) time() time.Duration {
	part := float64(s.length) / usual
	return time.Duration(float64(s.limit) * part * part)
}

// plan takes the windows between these places as the next tasks, and the seams of each two as soon
// as these have been taken. The lock is held.
func (s *Search) plan(cuts []int) {
	half := max(leastSide, s.length/2)
	for k := range cuts[1:] {
		s.tasks = append(s.tasks, task{seam: seam{from: cuts[k], to: cuts[k+1]}})
		if k > 0 && s.limit > 0 && len(s.parts.order) < manyJunctions {
			begin, at, end := cuts[k-1], cuts[k], cuts[k+1]
			s.tasks = append(s.tasks,
				task{seam: seam{begin, max(begin, at-half), at, min(end, at+half), end}})
		}
	}
	s.all = len(cuts) - 1
}

// isHopeful reports whether the tasks of the present length have raised the best sum, or that of
// the windows up to where they have come. The lock is held.
func (s *Search) isHopeful() bool {
	return s.raised || len(s.before) == 0 || s.sums[s.reached] > s.before[s.reached]
}

// raise takes over a bound of a task and reports the sum, if it is higher than the best
// one.
func (s *Search) raise(t task, bound model.Cost, o Options) error {
	s.mu.Lock()
	b := s.at(t)
	b.bound = max(b.bound, bound)
	sum := s.parts.base.Add(s.sum())
	better := sum > s.best
	s.raised = s.raised || better
	s.best = max(s.best, sum)
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

// bound raises the chain-cover bound of a task, until the error of that. It is done if more time
// would not give much more: of a seam, of what its windows have.
func (s *Search) bound(t task, limit time.Duration, o Options) (done bool, err error) {
	worked, behind, late, risen := time.Duration(0), false, false, 1.
	check := func() error {
		worked += PerCheck
		s.mu.Lock()
		behind = s.isBehind(o)
		s.mu.Unlock()
		if behind {
			return errEnough
		}
		err = o.Check()
		return err
	}
	in, around, failed := s.part(t, check)
	if failed != nil {
		return false, err
	}
	if !t.isSeam() {
		var packed packing.Bounder
		if err = s.raise(t, packed.Bound(&in), o); err != nil || limit == 0 {
			return false, err
		}
	}
	var last model.Cost
	weights.Run(&in, weights.Options{
		Memory: o.Memory, Keep: o.Keep, Check: check, Wanted: func(model.Cost) bool { return false },
		Over: func() bool {
			late = worked > limit
			return late
		},
		Bound: func(bound model.Cost, _ *paths.Dual) bool {
			if err = s.raise(t, bound, o); !late {
				risen = float64(bound-last) / float64(around+bound)
				last = bound
			}
			return risen < slow || err != nil
		},
	})
	return !behind && !late || risen < steady, err
}

// part is the dag of a task, and what the windows of a seam have.
func (s *Search) part(t task, check func() error) (in linegraph.Graph, around model.Cost, err error) {
	if !t.isSeam() {
		in, err = s.parts.window(t.from, t.to, t.flows, check)
		return in, 0, err
	}
	s.mu.Lock()
	for _, w := range t.windows() {
		around = around.Add(s.span(w[0], w[1]).bound)
	}
	s.mu.Unlock()
	in, err = s.parts.seam(t.seam, check)
	return in, around, err
}
