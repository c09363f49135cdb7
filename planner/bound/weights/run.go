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

	// Memory limits the words, their derivations and the game, in bytes; 0
	// stands for 256 MiB.
	Memory int64

	// Keep is told how many bytes these take; it may be nil.
	Keep func(bytes int64)

	// Check is asked every few milliseconds of work: it may hold the work while
	// a run is paused, and its error ends it. It may be nil.
	Check func() error

	// Raise is called with each better bound and the split that proves it, and
	// tells whether it is good enough. It may be nil.
	Raise func(bound model.Cost, split *paths.Split) (enough bool)

	// Buy is called with what the words buy, whole or in part, so that the rules
	// hold that are in the game: first when rules have joined, and whenever there
	// is news. It may be nil.
	Buy func(support []paths.Purchase)

	// Rounds limits the rounds of the game; 0 stands for as many as change
	// anything.
	Rounds int
}

// Result is a lower bound and how it came about.
type Result struct {
	Bound   model.Cost
	Split   *paths.Split // proves Bound
	Words   int          // in the pool
	Rounds  int          // of the game
	Passes  int          // of pouring
	Rules   int          // in the game
	All     bool         // the pool holds every word
	Settled bool         // nothing would have changed much any more
}

const defaultMemory = 256 << 20

// solver is one call of Run.
type solver struct {
	table   *paths.Table
	pool    pool
	game    *game
	pourer  *pourer
	options Options
	ceiling model.Cost
	result  Result
	spent   int // work since the last check
	err     error
}

// Run computes the bound until it meets the incumbent or is good enough, until
// nothing changes any more, or until Check gives an error: then it has the best
// bound so far.
func Run(in *linegraph.Graph, o Options) Result {
	s := newSolver(in, o)
	s.pool.begin(s.check)
	s.play()
	s.result.Rules = len(s.game.rules.list)
	s.result.Words, s.result.All = len(s.pool.words), s.pool.all
	return s.result
}

func newSolver(in *linegraph.Graph, o Options) *solver {
	if o.Memory <= 0 {
		o.Memory = defaultMemory
	}
	ceiling := o.Incumbent
	if ceiling <= 0 {
		ceiling = model.Saturated
	}
	table := paths.NewTable(paths.NewCatalogue(in, ceiling, nil, nil))
	unit := model.Cost(1)
	if len(in.Size) <= unitVertices {
		unit = paths.CommonUnit(in, ceiling)
	}
	s := &solver{options: o, ceiling: ceiling, table: table}
	s.result.Split = &paths.Split{Denominator: 1, Ceiling: ceiling, Unit: unit}
	s.pool = newPool(table, in, o.Memory, rand.New(rand.NewPCG(20, 26)))
	s.game = newGame(table, s.check)
	s.pourer = newPourer(table, s.check, rand.New(rand.NewPCG(4, 7)))
	return s
}

// unitVertices is up to how many vertices the common unit of prices is used: it
// has to be checked, too, by whoever verifies the split.
const unitVertices = 400

// checkAfter is how much work is done between two checks: about a millisecond.
const checkAfter = 1 << 17

// check counts work, in options looked at, and asks Check now and then.
func (s *solver) check(work int) error {
	if s.spent += work; s.err == nil && s.spent >= checkAfter && s.options.Check != nil {
		s.spent = 0
		s.err = s.options.Check()
	}
	return s.err
}

// firstStop is the round of the game after which it is first poured; from stop to stop
// the rounds grow by half.
const firstStop = 24

// play alternates between rounds of the game, pouring of what it has come to,
// and a look for words that are missing.
func (s *solver) play() {
	quiet := 0
	for stop := firstStop; s.err == nil; stop += max(stop/2, 1) {
		if s.pool.hopeless != nil {
			s.surrender()
			return
		}
		s.game.admit(s.pool.words)
		if s.options.Keep != nil {
			s.options.Keep(s.pool.bytes + s.table.Bytes())
		}
		if len(s.game.words) == 0 {
			return
		}
		for ; s.result.Rounds < stop; s.result.Rounds++ {
			if s.game.round() != nil {
				return
			}
		}
		before := s.result.Bound
		if s.settle() {
			return
		}
		if s.options.Rounds > 0 && s.result.Rounds >= s.options.Rounds {
			return
		}
		fresh := 0
		if !s.pool.all && s.err == nil {
			fresh = s.pool.look(s.game.demand(), s.check)
		}
		if fresh == 0 && quiet > 0 && s.err == nil {
			fresh = s.rule()
		}
		const least = 1e-5
		if fresh > 0 || float64(s.result.Bound-before) > least*float64(before) {
			quiet = 0
		} else if quiet++; quiet == 3 {
			s.result.Settled = true
			return
		}
	}
}

// rule lets rules join once the words alone have little more to say, and tells
// how many.
func (s *solver) rule() int {
	if !s.game.rules.watching {
		s.game.watch()
		return 1
	}
	if s.options.Buy != nil && len(s.game.rules.list) > 0 {
		s.options.Buy(s.game.support())
	}
	joined := s.game.admitRules(s.pool.words)
	if joined > 0 {
		s.game.watch() // anew
	}
	return joined
}

// settle pours the mean of the game and raises the bound if it is better; it
// tells whether it is good enough.
func (s *solver) settle() (enough bool) {
	s.pourer.fill(s.pool.words, s.game)
	for pass := 0; pass < passes && s.err == nil; pass++ {
		before := s.pourer.sum
		if s.pourer.pass() != nil {
			if pass == 0 && len(s.pourer.rules) > 0 {
				return false // words that have not been poured may cost less than nothing
			}
			break
		}
		s.result.Passes++
		if pass > 0 && float64(s.pourer.sum-before) < 1e-5*float64(before) {
			break
		}
	}
	split := &paths.Split{Denominator: s.pourer.scale, Ceiling: s.ceiling, Unit: s.result.Split.Unit}
	bound := split.Round(s.pourer.sum)
	if bound <= s.result.Bound {
		return s.result.Bound >= s.ceiling
	}
	split.Bound = bound
	s.pourer.write(split)
	return s.raise(split)
}

// passes is how often all words are poured after a stretch of the game.
const passes = 12

// surrender is for a word that needs an item as dear as the incumbent.
func (s *solver) surrender() {
	s.raise(&paths.Split{Denominator: 1, Ceiling: s.ceiling, Unit: 1, Bound: s.ceiling,
		Words: []paths.Shares{{Letters: s.pool.hopeless}}})
}

func (s *solver) raise(split *paths.Split) (enough bool) {
	s.result.Bound, s.result.Split = split.Bound, split
	if s.options.Raise != nil && s.options.Raise(split.Bound, split) {
		return true
	}
	return split.Bound >= s.ceiling
}
