package cover

import (
	"context"
	"math/rand/v2"
	"time"

	"facet/model"
	"facet/planner/instance"
)

// Options says what a bound is wanted for.
type Options struct {
	// Incumbent is a known cost of completion. Nothing above it is looked for,
	// and the bound never exceeds it: equality proves the incumbent optimal. The
	// zero value stands for no incumbent.
	Incumbent model.Cost

	// Rounds limits how often cuts are looked for; 0 means no limit.
	Rounds int
	// Words limits the pool; 0 means a default of some thousands.
	Words int
	// Deadline ends the work like the context does; the zero value means none.
	Deadline time.Time
}

// Result is a lower bound and how it came about.
type Result struct {
	Bound     model.Cost // no way to complete the elimination costs less
	Split     *Split     // the bound's proof
	Converged bool       // no violated cut was found: the bound is as good as it gets here

	Words, Cuts, Rounds, Pivots int
}

// Solve computes the chain-cover bound of the instance by cut packing. It can
// be stopped at any time by ctx or the deadline and then gives the best bound
// that it has.
func Solve(ctx context.Context, in *instance.Instance, o Options) Result {
	ceiling := o.Incumbent
	if ceiling <= 0 {
		ceiling = model.Saturated
	}
	p := newProgramme(in, ceiling)
	s := &separation{
		programme: p,
		left:      make([]float64, len(in.Size)), right: make([]float64, len(in.Size)),
		onPath: make([]bool, len(in.Size)),
	}
	if o.Words == 0 {
		o.Words = 4000
	}
	stop := func() bool {
		return ctx.Err() != nil || !o.Deadline.IsZero() && time.Now().After(o.Deadline)
	}
	res := Result{Split: &Split{Denominator: 1, Ceiling: ceiling, in: in}}
	s.run(o, stop, &res)
	res.Words, res.Cuts, res.Pivots = len(p.words), len(p.cuts), p.lp.Pivots()
	return res
}

// run is the cutting-plane loop.
func (s *separation) run(o Options, stop func() bool, res *Result) {
	all := s.dag.words(float64(o.Words)) <= float64(o.Words)/4
	if all {
		s.dag.each(func(letters []int32) bool { s.word(letters); return !stop() })
	}
	r := rand.New(rand.NewPCG(4, 7))
	for !stop() && (o.Rounds == 0 || res.Rounds < o.Rounds) {
		res.Rounds++
		s.readPrices()
		s.vertices()
		s.faces(nil)
		if res.Rounds > 1 || len(s.cuts) == 0 {
			s.pool(s.words)
		}
		if s.hopeless {
			break
		}
		if len(s.cuts) == 0 && !all {
			for try := 0; try < 8 && len(s.cuts) == 0 && len(s.words) < o.Words; try++ {
				known := len(s.words)
				s.faces(r)
				s.pool(s.words[known:])
			}
		}
		if s.commit(64+s.lp.Columns()/8) == 0 {
			res.Converged = true
			break
		}
		s.lp.Solve(1<<30, stop)
		if res.Rounds%8 == 0 || s.lp.Objective() >= float64((s.ceiling-1)/s.unit) {
			if s.settle(res); res.Bound >= s.ceiling {
				return
			}
		}
	}
	s.settle(res)
}

// settle turns the programme's solution into the best exact bound.
func (s *separation) settle(res *Result) {
	if s.hopeless {
		res.Bound = s.ceiling
		return
	}
	value := s.lp.ValuesAt(func(row int) float64 { return s.exact[row] })
	for _, denominator := range [...]int64{1, 2, 6, 12, 60, 1 << 12} {
		if model.Cost(denominator).Times(s.ceiling/2).IsSaturated() && denominator > 1 {
			break
		}
		if split := s.split(value, denominator); split.Bound > res.Bound {
			res.Bound, res.Split = split.Bound, split
			if res.Bound == s.ceiling {
				return
			}
		}
	}
}
