package cover

import (
	"context"
	"math/rand/v2"
	"time"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// Options says what a bound is wanted for and how hard to try. The zero value
// asks for the chain-cover bound itself, without inequalities and branches.
type Options struct {
	// Incumbent is a known cost of completion. Nothing above it is looked for,
	// and the bound never exceeds it: equality proves the incumbent optimal. The
	// zero value stands for no incumbent.
	Incumbent model.Cost

	// Ones and Zeros are resources that have been decided on: the bound is for what
	// else has to be selected if the former are fixed at one, the latter at zero.
	Ones, Zeros []paths.Resource

	// Inequalities adds valid inequalities where cuts do not reach the incumbent.
	Inequalities bool
	// Rounds limits how often cuts are looked for; 0 means no limit.
	Rounds int
	// Paths limits the pool; 0 means some thousands.
	Paths int
	// Memory limits paths and cuts together, in bytes; 0 means 1 GiB.
	Memory int64

	// Keep is told how many bytes paths and cuts take; it may be nil.
	Keep func(bytes int64)

	// Check is asked after each PerCheck of work: it may hold the work while
	// a run is paused or others take their turn, and its error ends it. It may
	// be nil.
	Check func() error
	// Outdated reports whether an incumbent is known that is so much cheaper that the work
	// should begin again with it; it may be nil.
	Outdated func() bool
	// Time ends the work after so much of it, counted in checks. 0 means no limit.
	Time time.Duration

	reduced bool // what is left over of the costs is asked for
}

func (o Options) cutoff() model.Cost {
	if o.Incumbent <= 0 {
		return model.Saturated
	}
	return o.Incumbent
}

// Result is a lower bound and how it came about.
type Result struct {
	Bound     model.Cost  // no way to complete the elimination costs less
	Dual      *paths.Dual // proves Bound
	Plain     *paths.Dual // the best split without inequalities, for states that follow
	Converged bool        // nothing violated was left: the bound is as good as it gets

	// Support is the primal support of the relaxation.
	Support []paths.Primal

	Paths, Cuts, Inequalities, Rounds, Pivots int

	Worked time.Duration // counted in checks

	reduced []reducedCosts
	renewed bool // ended since the incumbent was outdated
}

// Solve computes the chain-cover bound of the instance by cut packing. It can
// be stopped at any time by ctx and then gives the best bound that it has.
func Solve(ctx context.Context, in *linegraph.Graph, o Options) Result {
	if o.Paths == 0 {
		o.Paths = 4000
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	empty := &paths.Dual{Denominator: 1, Cutoff: o.cutoff(), Unit: 1}
	s := &solver{
		separation: separation{
			programme: newProgramme(in, o.cutoff(), o.Ones, o.Zeros, o.Memory/2),
		},
		options: o,
		result:  Result{Dual: empty, Plain: empty},
		rng:     rand.New(rand.NewPCG(4, 7)),
	}
	s.watch = watch{ctx: ctx, options: &s.options}
	s.pack()
	s.result.Plain = s.result.Dual
	if o.Inequalities && s.result.Converged && s.result.Bound < s.programme.Cutoff &&
		len(s.programme.paths) <= mostCompared {
		s.strengthen()
	}
	r := &s.result
	if o.reduced && ctx.Err() == nil {
		r.reduced = s.reducedCosts()
	}
	r.Support = s.programme.support()
	r.Paths, r.Cuts, r.Inequalities, r.Pivots = len(s.programme.paths), len(s.programme.cuts),
		len(s.programme.extended.inequalities), s.programme.lp.Pivots()
	r.Worked, r.renewed = s.worked, s.renewed
	return *r
}

// solver is one call of Solve.
type solver struct {
	separation
	options Options
	result  Result
	rng     *rand.Rand
	all     bool // the pool holds every path

	smoothed []float64 // prices by resource, smoothed over rounds
}

func (s *solver) over() bool {
	if s.options.Keep != nil {
		s.options.Keep(s.programme.bytes + s.programme.Bytes() + s.programme.lp.Bytes())
	}
	return s.stop() || s.programme.lp.Bytes() > s.options.Memory/2 || s.options.Rounds > 0 &&
		s.result.Rounds >= s.options.Rounds
}

// fewPivots is how many pivots are made before cuts are looked for again, and one for two columns
// besides. The programme is solved to its end where there are none: further pivots towards an end
// that the next cuts move take half of the time or more.
const fewPivots = 100

// pack is the cutting-plane loop.
func (s *solver) pack() {
	few := float64(s.options.Paths)
	if s.all = s.programme.set.Count(few) <= few/4; s.all {
		s.programme.set.Each(func(vertices []int32) bool {
			w := s.programme.path(vertices)
			return s.programme.cutoffPath == nil && !s.count(w, built)
		})
		s.all = !s.programme.full && !s.stop()
	}
	solved := false
	for !s.over() && s.programme.cutoffPath == nil {
		s.result.Rounds++
		s.look()
		if s.programme.cutoffPath != nil {
			break
		}
		if s.commit(64+s.programme.lp.Columns()/8) == 0 {
			if !solved {
				s.programme.lp.Solve(1<<30, s.stop)
				solved = true
				continue
			}
			if s.sample() == 0 {
				s.result.Converged = !s.stop()
				break
			}
		}
		solved = s.programme.lp.Solve(fewPivots+s.programme.lp.Columns()/2, s.stop)
		if s.result.Rounds%8 == 0 || s.reached() {
			if s.round(); s.result.Bound >= s.programme.Cutoff {
				return
			}
		}
	}
	s.round()
}

// smoothing is how much of the prices at which cuts are looked for is that of the rounds before.
// The prices of a programme that lacks most of its cuts jump from one corner to another, and cuts
// of the corners are not those of the optimum (Wentges, Weighted Dantzig-Wolfe decomposition for
// linear mixed-integer programming, 1997; Ben-Ameur, Neto, Acceleration of cutting-plane and
// column generation algorithms, 2007).
const smoothing = 0.8

// look collects violated cuts: those that smoothed prices show, and where there are none those
// that the prices themselves do.
func (s *solver) look() {
	s.programme.readPrices()
	s.smooth()
	if s.lookAt(); len(s.found) > 0 {
		return
	}
	s.programme.readPrices()
	if s.lookAt(); s.all {
		return
	}
	for try := 0; try < 8 && len(s.found) == 0 && len(s.programme.paths) < s.options.Paths &&
		!s.programme.full && !s.stop(); try++ {
		known := len(s.programme.paths)
		s.faces(s.rng)
		s.pool(s.programme.paths[known:], s.programme.weight)
	}
}

// smooth puts smoothed prices in the place of prices.
func (s *solver) smooth() {
	weight := s.programme.weight
	s.smoothed = append(s.smoothed, weight[len(s.smoothed):]...)
	for n, w := range weight {
		s.smoothed[n] = smoothing*s.smoothed[n] + (1-smoothing)*w
	}
	copy(weight, s.smoothed)
}

// lookAt collects violated cuts that the weights show.
func (s *solver) lookAt() {
	s.programme.pricer.Reweigh(s.programme.weight, unknown, most)
	s.vertices()
	s.faces(nil)
	if s.result.Rounds > 1 || len(s.found) == 0 {
		s.pool(s.programme.paths, s.programme.weight)
	}
}

// noise is the largest part by which a weight may seem larger than it is, and enoughFound
// how many cuts of paths taken by chance are enough where the pool is small.
const (
	noise       = 0.5
	enoughFound = 64
)

// sample looks by chance for violated cuts where the usual search finds none, and reports
// how many it has added: other cuts of the pool's paths, for one path's cheapest cut is
// only estimated, and then other paths, for cheapest paths through faces and vertices
// miss those that have a cheap cut of another kind.
func (s *solver) sample() int {
	noisy := make([]float64, len(s.programme.weight))
	for n, w := range s.programme.weight {
		noisy[n] = w * (1 + noise*s.rng.Float64())
	}
	s.pool(s.programme.paths, noisy)
	if n := s.commit(len(s.found)); n > 0 {
		return n
	}
	if s.all {
		return 0
	}
	most := max(enoughFound, len(s.programme.paths))
	more := func() bool {
		return len(s.found) < most && len(s.programme.paths) < s.options.Paths && !s.programme.full &&
			s.programme.cutoffPath == nil && !s.stop()
	}
	s.programme.set.Sample(func() []*paths.Path {
		return s.programme.paths
	}, s.rng, more, func(vertices []int32) bool {
		known, n := len(s.programme.paths), len(s.found)
		s.programme.path(vertices)
		s.pool(s.programme.paths[known:], s.programme.weight)
		return len(s.found) > n
	})
	return s.commit(len(s.found))
}

// reached reports whether the programme's value is as large as a proof needs.
func (s *solver) reached() bool {
	return s.programme.lp.Objective() >= float64((s.programme.Cutoff-1)/s.programme.unit)
}

// mostCompared is how many paths may be compared with each other for inequalities.
const mostCompared = 1500

// strengthen goes on with inequalities, and with the paths that they are about in their
// extended form.
func (s *solver) strengthen() {
	s.result.Converged = false
	for !s.over() && s.programme.cutoffPath == nil {
		s.result.Rounds++
		s.look()
		if s.commit(64+s.programme.lp.Columns()/8) == 0 && s.addViolated(64) == 0 && s.sample() == 0 {
			s.result.Converged = !s.stop()
			break
		}
		s.programme.lp.Solve(1<<30, s.stop)
		if s.reached() || s.result.Rounds%16 == 0 {
			if s.round(); s.result.Bound >= s.programme.Cutoff {
				return
			}
		}
	}
	s.round()
}

// round turns the programme's solution into the best exact bound.
func (s *solver) round() {
	res := &s.result
	if s.programme.cutoffPath != nil {
		res.Bound = s.programme.Cutoff
		res.Dual = &paths.Dual{Denominator: 1, Unit: 1, Cutoff: s.programme.Cutoff, Bound: s.programme.Cutoff,
			Paths: []paths.Prices{{Vertices: s.programme.cutoffPath}}}
		return
	}
	value := s.programme.lp.ValuesAt(func(row int) float64 { return s.programme.exact[row] })
	c := s.programme.collect(value)
	const finest = 1 << 12
	for _, denominator := range [...]int64{1, 2, 6, 12, 60, finest} {
		if denominator > 1 && s.programme.lp.Objective()*float64(denominator) > 1<<61 {
			break
		}
		if denominator < finest && s.ctx.Err() != nil {
			continue // with long paths each takes half a second; the finest promises most
		}
		if dual := c.dual(value, denominator); dual.Bound > res.Bound {
			res.Bound, res.Dual = dual.Bound, dual
			if res.Bound == s.programme.Cutoff {
				return
			}
		}
	}
}
