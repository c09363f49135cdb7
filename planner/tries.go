package planner

import (
	"math"
	"math/rand/v2"
	"time"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/heuristic"
	"facet/planner/search"
)

const (
	// beamWidth is the width of beam search as a method of its own.
	beamWidth = 100

	// multiStarts is how often each worker of MultiStart dives when no time
	// limit says otherwise.
	multiStarts = 200

	// diveChoices is among how many successors a dive chooses at random.
	diveChoices = 3

	// treeDives is how many dives estimate the size of the naive tree.
	treeDives = 50
	treeTime  = 100 * time.Millisecond
)

// tries is the configuration of methods that look at many states for a short
// time: with the path-packing bound, whatever was asked for.
func (t *task) tries(r rooted, source Source) search.Config {
	c := t.config(r, search.Faces)
	c.Bounds = func() search.Bounds { return &search.Packing{} }
	c.Lower = nil
	c.Found = func(moves []compact.Move, cost model.Cost) error {
		err := t.announce(source, r.whole(moves), cost)
		t.meet()
		return err
	}
	return c
}

// beam is beam search as a method of its own.
func (t *task) beam() error {
	r := t.rooted()
	if r.state.Faces() == 0 {
		return t.nothingToSearch(r)
	}
	if err := t.heuristics(search.Faces); err != nil || t.meet() {
		return err
	}
	c := t.tries(r, FromBeam)
	c.Bounds = t.bounds
	return search.Beam(c, beamWidth, 0)
}

// multiStart dives at random, again and again, all workers at once. A worker
// keeps to a stream of random numbers of its own, so that a run with one seed
// and one worker can be repeated.
func (t *task) multiStart() error {
	r := t.rooted()
	if r.state.Faces() == 0 {
		return t.nothingToSearch(r)
	}
	if err := t.heuristics(search.Faces); err != nil || t.meet() {
		return err
	}
	c := t.tries(r, FromMultiStart)
	starts := multiStarts
	if t.Time > 0 {
		starts = math.MaxInt
	}
	return t.parallel(t.Workers, func(worker int) error {
		rng := rand.New(rand.NewPCG(t.Seed, uint64(worker)))
		bounds := c.Bounds()
		for range starts {
			if t.meet() {
				return nil
			}
			if err := search.Dive(c, bounds, diveChoices, rng); err != nil {
				return err
			}
		}
		return nil
	})
}

// chain is the dynamic programme for separate words.
func (t *task) chain() error {
	plan, err := heuristic.Chain(t.root, func() bool { return t.board.Check() != nil })
	if err == nil {
		err = t.board.Check()
	}
	if err != nil {
		return err
	}
	if err := t.announce(FromHeuristic, plan.Moves, plan.Cost); err != nil {
		return err
	}
	t.finish(true)
	return nil
}

// estimateTree puts the size of the naive tree on the board.
func (t *task) estimateTree(root *compact.State) {
	began := time.Now()
	stop := func() bool { return time.Since(began) > treeTime || t.board.Check() != nil }
	size := search.TreeLog10(root, treeDives, rand.New(rand.NewPCG(t.Seed, 1)), stop)
	t.board.TreeLog10.Store(int64(size * 1000))
}
