package anneal

import (
	"cmp"
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"unsafe"

	"facet/model"
)

// Windows looks for windows of orders: a search in large neighbourhoods, each of which
// is what an order leaves open if some of its junctions are taken out. It remembers the
// dags that it has solved, and belongs to one goroutine.
type Windows struct {
	solve   Solver
	check   func() error
	rng     *rand.Rand
	memory  int64 // bytes that may be kept
	solved  map[[sha256.Size]byte]solution
	bytes   int64 // of solved
	work    int   // checks of solvers that may still be asked
	asked   int
	stopped error // of check
}

type solution struct {
	ops   []model.Op
	cost  model.Cost
	limit model.Cost // no solution below it was found
}

// windowSizes are how many junctions windows have at least: one of each is looked for at
// each junction, with less than twice as many.
var windowSizes = [...]int{2, 4, 8, 16}

const (
	// mostWindowEdges is how many edges the dag of a window may have.
	mostWindowEdges = 200

	// searching is the work of looking for a window, in checks of solvers.
	searching = 4

	// solvedPart and gainsPart are how much of the memory solutions and the windows of one
	// order may take.
	solvedPart = 2
	gainsPart  = 4
)

// newWindows prepares the search, which keeps about so many bytes at most. Check is asked
// about every millisecond.
func newWindows(solve Solver, rng *rand.Rand, memory int64, check func() error) *Windows {
	return &Windows{solve: solve, check: check, rng: rng, memory: memory,
		solved: make(map[[sha256.Size]byte]solution)}
}

// improve finds windows of an order that are cheaper than its junctions one by one, and
// adds them to those that were found in it before.
//
// It ends when the work is done, counted in checks of solvers. What was begun is
// finished, and taken from the work of the next time.
func (s *Windows) improve(o *Order, found *gains, work int) error {
	s.work += work
	children := o.children()
	for _, t := range s.tries(o.junctions) {
		if s.work <= 0 {
			break
		}
		for range searching {
			if err := s.ask(); err != nil {
				return err
			}
		}
		members := o.grow(t.first, t.size, children, s.rng)
		if len(members) < 2 {
			continue
		}
		w, err := s.window(o, members, found.within(members))
		if err != nil {
			return err
		}
		if w.gain > 0 {
			found.add(w, s.memory/gainsPart)
		}
	}
	s.work = min(s.work, 0)
	return nil
}

// try is a window to be looked for: the junction that it begins with, and how many it is
// to have.
type try struct {
	first int32
	size  int
}

// tries are windows to be looked for, the small ones first: what they save, a larger one
// that contains them has to exceed.
func (s *Windows) tries(junctions int) []try {
	all := make([]try, 0, len(windowSizes)*junctions)
	for _, least := range windowSizes {
		for _, j := range s.rng.Perm(junctions) {
			all = append(all, try{int32(j), least + s.rng.IntN(least)})
		}
	}
	slices.SortStableFunc(all, func(a, b try) int { return cmp.Compare(a.size, b.size) })
	return all
}

// window solves one window. It has to save more than is known to be saved inside it.
func (s *Windows) window(o *Order, members []int32, saved float64) (Window, error) {
	l := o.isolate(members, mostWindowEdges)
	if l == nil {
		return Window{}, nil
	}
	price := 0.0
	for _, j := range members {
		price += o.prices[j]
	}
	if price >= 1<<53 {
		return Window{}, nil
	}
	limit := model.Cost(price - saved)
	key := sha256.Sum256([]byte(l.key()))
	known, ok := s.solved[key]
	if !ok || known.ops == nil && known.limit < limit {
		known = solution{limit: limit}
		var err error
		if known.ops, known.cost, err = s.solve(l.dag, limit, s.ask); err != nil {
			return Window{}, err
		}
		s.remember(key, known)
	}
	if known.ops == nil || known.cost >= limit {
		return Window{}, nil
	}
	return Window{members: members, local: l, ops: known.ops, gain: price - float64(known.cost)}, nil
}

func (s *Windows) remember(key [sha256.Size]byte, known solution) {
	size := 2*int64(unsafe.Sizeof(key)+unsafe.Sizeof(known)) +
		int64(len(known.ops))*int64(unsafe.Sizeof(model.Op{}))
	if s.bytes += size; s.bytes > s.memory/solvedPart {
		clear(s.solved)
		s.bytes = size
	}
	s.solved[key] = known
}

// ask is the check that solvers call every few microseconds.
func (s *Windows) ask() error {
	s.work--
	if s.asked++; s.asked%windowShare == 0 && s.stopped == nil {
		s.stopped = s.check()
	}
	return s.stopped
}
