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
// asks for the chain-cover bound itself, without rules and branches.
type Options struct {
	// Incumbent is a known cost of completion. Nothing above it is looked for,
	// and the bound never exceeds it: equality proves the incumbent optimal. The
	// zero value stands for no incumbent.
	Incumbent model.Cost

	// Bought and Forbidden are items that have been decided on: the bound is for
	// what else has to be bought if these are, and those are not.
	Bought, Forbidden []paths.Item

	// Rules tells to add consistency rules where cuts do not reach the incumbent.
	Rules bool
	// Rounds limits how often cuts are looked for; 0 means no limit.
	Rounds int
	// Words limits the pool; 0 means some thousands.
	Words int
	// Memory limits words and cuts together, in bytes; 0 means 1 GiB.
	Memory int64

	// Keep is told how many bytes words and cuts take; it may be nil.
	Keep func(bytes int64)

	// Check is asked every few milliseconds of work: it may hold the work while
	// a run is paused or others take their turn, and its error ends it. It may
	// be nil.
	Check func() error
	// Time ends the work after so much of it; waiting in Check does not count. 0
	// means no limit.
	Time time.Duration
	// Deadline ends the work like the context does; the zero value means none.
	Deadline time.Time

	narrow bool // what is left over of the prices is asked for
}

func (o Options) ceiling() model.Cost {
	if o.Incumbent <= 0 {
		return model.Saturated
	}
	return o.Incumbent
}

// Result is a lower bound and how it came about.
type Result struct {
	Bound     model.Cost   // no way to complete the elimination costs less
	Split     *paths.Split // proves Bound
	Plain     *paths.Split // the best split without rules, for states that follow
	Converged bool         // nothing violated was left: the bound is as good as it gets

	// Support lists the items that the relaxation buys, whole or in part.
	Support []paths.Purchase

	Words, Cuts, Rules, Rounds, Pivots int

	Worked time.Duration // without the time spent waiting in Check

	slacks []slack
	table  *paths.Table
	pool   []*paths.Word
}

// Solve computes the chain-cover bound of the instance by cut packing. It can
// be stopped at any time by ctx or the deadline and then gives the best bound
// that it has.
func Solve(ctx context.Context, in *linegraph.Graph, o Options) Result {
	if o.Words == 0 {
		o.Words = 4000
	}
	if o.Memory == 0 {
		o.Memory = 1 << 30
	}
	empty := &paths.Split{Denominator: 1, Ceiling: o.ceiling(), Unit: 1}
	s := &solver{
		separation: separation{
			programme: newProgramme(in, o.ceiling(), o.Bought, o.Forbidden, o.Memory/2),
		},
		options: o,
		result:  Result{Split: empty, Plain: empty},
		luck:    rand.New(rand.NewPCG(4, 7)),
	}
	s.watch = watch{ctx: ctx, options: &s.options, since: time.Now()}
	s.pack()
	s.result.Plain = s.result.Split
	if o.Rules && s.result.Converged && s.result.Bound < s.Ceiling && len(s.words) <= mostRuled {
		s.rule()
	}
	r := &s.result
	if o.narrow {
		r.slacks = s.slacks()
	}
	r.Support, r.table, r.pool = s.support(), s.Table, s.words
	r.Words, r.Cuts, r.Rules, r.Pivots = len(s.words), len(s.cuts), len(s.flow.rules), s.lp.Pivots()
	s.stop() // counts the rest
	r.Worked = s.worked
	return *r
}

// solver is one call of Solve.
type solver struct {
	separation
	options Options
	result  Result
	luck    *rand.Rand
	all     bool // the pool holds every word
}

func (s *solver) over() bool {
	if s.options.Keep != nil {
		s.options.Keep(s.bytes + s.Bytes() + s.lp.Bytes())
	}
	return s.stop() || s.lp.Bytes() > s.options.Memory/2 || s.options.Rounds > 0 && s.result.Rounds >= s.options.Rounds
}

// pack is the cutting-plane loop.
func (s *solver) pack() {
	few := float64(s.options.Words)
	if s.all = s.paths.Count(few) <= few/4; s.all {
		s.paths.Each(func(letters []int32) bool { s.word(letters); return s.hopeless == nil && !s.stop() })
		s.all = !s.full && !s.stop()
	}
	for !s.over() && s.hopeless == nil {
		s.result.Rounds++
		s.look()
		if s.hopeless != nil {
			break
		}
		if s.commit(64+s.lp.Columns()/8) == 0 {
			s.result.Converged = true
			break
		}
		s.lp.Solve(1<<30, s.stop)
		if s.result.Rounds%8 == 0 || s.reached() {
			if s.settle(); s.result.Bound >= s.Ceiling {
				return
			}
		}
	}
	s.settle()
}

// look collects violated cuts.
func (s *solver) look() {
	s.readPrices()
	s.vertices()
	s.faces(nil)
	if s.result.Rounds > 1 || len(s.found) == 0 {
		s.pool(s.words)
	}
	if s.all {
		return
	}
	for try := 0; try < 8 && len(s.found) == 0 && len(s.words) < s.options.Words && !s.full && !s.stop(); try++ {
		known := len(s.words)
		s.faces(s.luck)
		s.pool(s.words[known:])
	}
}

// reached tells whether the programme's value is as large as a proof needs.
func (s *solver) reached() bool {
	return s.lp.Objective() >= float64((s.Ceiling-1)/s.unit)
}

// mostRuled is how many words may be compared with each other for rules.
const mostRuled = 1500

// rule goes on with rules, and with the words that they are about in their
// extended form.
func (s *solver) rule() {
	s.result.Converged = false
	for !s.over() && s.hopeless == nil {
		s.result.Rounds++
		s.look()
		if s.commit(64+s.lp.Columns()/8) == 0 && s.obey(64) == 0 {
			s.result.Converged = !s.stop()
			break
		}
		s.lp.Solve(1<<30, s.stop)
		if s.reached() || s.result.Rounds%16 == 0 {
			if s.settle(); s.result.Bound >= s.Ceiling {
				return
			}
		}
	}
	s.settle()
}

// settle turns the programme's solution into the best exact bound.
func (s *solver) settle() {
	res := &s.result
	if s.hopeless != nil {
		res.Bound = s.Ceiling
		res.Split = &paths.Split{Denominator: 1, Unit: 1, Ceiling: s.Ceiling, Bound: s.Ceiling, Words: []paths.Shares{{Letters: s.hopeless}}}
		return
	}
	value := s.lp.ValuesAt(func(row int) float64 { return s.exact[row] })
	c := s.collect(value)
	for _, denominator := range [...]int64{1, 2, 6, 12, 60, 1 << 12} {
		if denominator > 1 && s.lp.Objective()*float64(s.unit)*float64(denominator) > 1<<61 {
			break
		}
		if split := c.split(value, denominator); split.Bound > res.Bound {
			res.Bound, res.Split = split.Bound, split
			if res.Bound == s.Ceiling {
				return
			}
		}
	}
}
