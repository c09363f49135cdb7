package weights

import (
	"math/rand/v2"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// Options says what a bound is wanted for and what it may take.
type Options struct {
	// Incumbent is a known cost of completion: the bound never exceeds it, and
	// equality proves it optimal. The zero value stands for no incumbent.
	Incumbent model.Cost

	// Memory limits the paths, their derivations and their weights, in bytes; 0
	// stands for 256 MiB.
	Memory int64

	// Keep is told how many bytes these take; it may be nil.
	Keep func(bytes int64)

	// Check is asked every few milliseconds of work: it may hold the work while
	// a run is paused, and its error ends it. It may be nil.
	Check func() error

	// Bound is called with each better bound and the dual solution that proves it, and
	// reports whether it is good enough. It may be nil.
	Bound func(bound model.Cost, dual *paths.Dual) (enough bool)

	// Wanted reports whether the dual solution of a bound is of use: it takes as much memory as
	// the paths. Bound gets none otherwise. It may be nil: then all are.
	Wanted func(bound model.Cost) bool

	// Often asks for bounds between the rounds after which paths are priced, too, which take
	// little of the time: little is lost when Check ends the work.
	Often bool

	// Over is asked after each round: where it says so, what has been reached is told, and the
	// work ends. It may be nil.
	Over func() bool

	// Rounds limits the rounds of updates; 0 stands for as many as change
	// anything.
	Rounds int
}

// Result is a lower bound and how it came about.
type Result struct {
	Bound     model.Cost
	Dual      *paths.Dual // proves Bound; nil if it was not wanted
	Paths     int         // in the pool
	Rounds    int         // of updates
	Passes    int         // of dual ascent
	All       bool        // the pool holds every path
	Converged bool        // nothing would have changed much any more
}

const defaultMemory = 256 << 20

// solver is one call of Run.
type solver struct {
	table   *paths.Table
	pool    pool
	weights *multiplicative
	ascent  *ascent
	options Options
	cutoff  model.Cost
	unit    model.Cost // of all costs
	result  Result
	spent   int // work since the last check
	work    int // of all, and
	told    int // up to the last bound, which took
	telling int
	err     error
}

// Run computes the bound until it meets the incumbent or is good enough, until
// nothing changes any more, or until Check gives an error: then it has the best
// bound so far.
func Run(in *linegraph.Graph, o Options) Result {
	s := solve(in, o)
	s.result.Paths, s.result.All = len(s.pool.paths), s.pool.all
	return s.result
}

// solve is Run that keeps what it has worked on.
func solve(in *linegraph.Graph, o Options) *solver {
	s := newSolver(in, o)
	s.pool.begin(s.check)
	s.iterate()
	return s
}

func newSolver(in *linegraph.Graph, o Options) *solver {
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	cutoff := o.Incumbent
	if cutoff <= 0 {
		cutoff = model.Saturated
	}
	table := paths.NewTable(paths.NewCatalogue(in, cutoff, nil, nil))
	unit := model.Cost(1)
	if len(in.Size) <= unitVertices && in.Ends == nil {
		unit = paths.CommonUnit(in, cutoff)
	}
	s := &solver{options: o, cutoff: cutoff, unit: unit, table: table}
	s.result.Dual = &paths.Dual{Denominator: 1, Cutoff: cutoff, Unit: unit}
	s.pool = newPool(table, in, o.Memory, rand.New(rand.NewPCG(20, 26)))
	s.weights = newMultiplicative(table, s.check)
	s.ascent = newAscent(table, s.check, rand.New(rand.NewPCG(4, 7)))
	return s
}

// unitVertices is up to how many vertices the common unit of costs is used: it
// has to be checked, too, when the dual solution is verified. Parts of a dag have none: their
// costs are in fractions.
const unitVertices = 400

// checkAfter is how much work is done between two checks: about a millisecond.
const checkAfter = 1 << 17

// check counts work, in options looked at, and asks Check now and then.
func (s *solver) check(work int) error {
	s.work += work
	for s.spent += work; s.err == nil && s.spent >= checkAfter &&
		s.options.Check != nil; s.spent -= checkAfter {
		s.err = s.options.Check()
	}
	return s.err
}

// firstStop is the round after which the means are first rounded; from stop to stop
// the rounds grow by half.
const firstStop = 8

// leastRounds is after how many rounds a bound that hardly rises is taken for done.
const leastRounds = 300

// seldom is how many times the work of telling a bound is done before one is told between stops.
const seldom = 10

// iterate alternates between rounds of updates, dual ascent from their means,
// and pricing of paths that are missing.
func (s *solver) iterate() {
	quiet := 0
	for stop := firstStop; s.err == nil; stop += max(stop/2, 1) {
		if s.pool.cutoffPath != nil {
			s.reachCutoff()
			return
		}
		s.weights.admit(s.pool.paths)
		if s.options.Keep != nil {
			s.options.Keep(s.pool.bytes + s.table.Bytes())
		}
		if len(s.weights.paths) == 0 {
			return
		}
		before := s.result.Bound
		for ; s.result.Rounds < stop; s.result.Rounds++ {
			if s.weights.round() != nil {
				return
			}
			if s.options.Over != nil && s.options.Over() {
				s.ascend()
				return
			}
			if s.options.Often && s.work-s.told > seldom*s.telling && s.ascend() {
				return
			}
		}
		if s.ascend() {
			return
		}
		if s.options.Rounds > 0 && s.result.Rounds >= s.options.Rounds {
			return
		}
		fresh := 0
		if !s.pool.all && s.err == nil {
			fresh = s.pool.look(s.weights.demand(), s.check)
		}
		const least = 1e-5
		if fresh > 0 || float64(s.result.Bound-before) > least*float64(before) {
			quiet = 0
		} else if quiet++; quiet >= 3 && s.result.Rounds >= leastRounds {
			s.result.Converged = true
			return
		}
	}
}

// ascend rounds the means, improves them by dual ascent, raises the bound and tells it; it
// reports whether it is good enough.
func (s *solver) ascend() (enough bool) {
	began := s.work
	defer func() { s.told, s.telling = s.work, s.work-began }()
	s.ascent.begin(s.pool.paths, s.weights)
	for pass := 0; pass < passes && s.err == nil; pass++ {
		before := s.ascent.sum
		if s.ascent.pass() != nil {
			break
		}
		s.result.Passes++
		if pass > 0 && float64(s.ascent.sum-before) < 1e-5*float64(before) {
			break
		}
	}
	dual := &paths.Dual{Denominator: s.ascent.scale, Cutoff: s.cutoff, Unit: s.unit}
	bound := dual.Round(s.ascent.sum)
	if bound <= s.result.Bound {
		return s.result.Bound >= s.cutoff
	}
	if s.options.Wanted != nil && !s.options.Wanted(bound) {
		return s.raise(bound, nil)
	}
	dual.Bound = bound
	s.ascent.write(dual)
	return s.raise(bound, dual)
}

// passes is how often dual ascent goes through all paths.
const passes = 3

// reachCutoff is for a path that needs a resource as expensive as the incumbent.
func (s *solver) reachCutoff() {
	s.raise(s.cutoff, &paths.Dual{Denominator: 1, Cutoff: s.cutoff, Unit: 1, Bound: s.cutoff,
		Paths: []paths.Prices{{Vertices: s.pool.cutoffPath}}})
}

func (s *solver) raise(bound model.Cost, dual *paths.Dual) (enough bool) {
	s.result.Bound, s.result.Dual = bound, dual
	return s.options.Bound != nil && s.options.Bound(bound, dual) || bound >= s.cutoff
}
