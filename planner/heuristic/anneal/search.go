package anneal

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
)

// Best is the cheapest order that any worker has found. The zero value is none.
type Best struct {
	mu     sync.Mutex
	known  bool
	order  []int32
	price  float64
	found  bool
	lowest float64 // price of the cheapest that was found, windows included
}

// offer takes an order if it is cheaper than what there is, and reports whether it
// was.
func (b *Best) offer(order []int32, price float64) (cheaper bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.known && price >= b.price {
		return false
	}
	b.known, b.order, b.price = true, slices.Clone(order), price
	return true
}

// lower takes the price of an order with windows, and reports whether it is the
// cheapest yet.
func (b *Best) lower(price float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.found && price >= b.lowest {
		return false
	}
	b.found, b.lowest = true, price
	return true
}

// Get gives a copy of the order and its price; infinity if there is none.
func (b *Best) Get() ([]int32, float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.known {
		return nil, math.Inf(1)
	}
	return slices.Clone(b.order), b.price
}

// Options of one worker of a search. Workers of one search share Best.
type Options struct {
	Seed   uint64
	Worker int // 0 is the first; each has its own random stream and variants
	Best   *Best

	// Check is asked about every millisecond of work; its error ends the search.
	// It may wait.
	Check func() error

	// Improved is called when the worker has found something cheaper than all
	// before: at the end of each cycle, and now and then in between. Its error
	// ends the search. It may be nil.
	Improved func(Found) error

	// First is the start that is tried first where there are thousands of junctions.
	First Start

	// Solve solves the windows of good orders; it may be nil. What is remembered of them
	// takes about so many bytes of Memory at most.
	Solve  Solver
	Memory int64

	// Cycles ends the search after so many of them, after the starts where it is
	// negative; 0 goes on until Check stops it.
	Cycles int
}

// Found is an order, with windows that do not overlap; see [Graph.Write].
type Found struct {
	Order   []int32
	Windows []Window
	Price   float64 // exact below 2^53
}

const (
	chunk    = 512 // proposals between two checks, at one temperature, where these are cheap
	early    = 256 // chunks between two reports of a cycle that goes on, at least
	perChunk = 50  // junctions that make it one chunk more: to write an order takes as long as it is
	samples  = 300 // uphill proposals that set the temperatures
	firstly  = 50  // proposals for each junction in the first cycle
	long     = 800 // and in cycles from which on windows have their whole share

	// From so many junctions on a start ends where it exceeds another.
	manyJunctions = 2000

	// A cycle ends at a temperature at which all but the smallest losses are
	// refused.
	coldest = 0.15
	most    = 1 << 24 // proposals for each cycle
)

// heats are the temperatures at which the cycles of a round begin, in multiples
// of the median loss, and whether they begin from a fresh order instead of the
// best. The hottest cycle leaves the valley that the starts lie in; it is what
// layered dags need. After two rounds cycles are twice as long: many walks from a hot
// beginning find the right valley sooner than a few long ones.
var heats = [...]struct {
	factor float64
	fresh  bool
}{{1, false}, {16, false}, {0.3, false}, {4, false}, {1, true}}

// Search anneals until it is stopped. It begins with the best order there is, or
// with the starts. The error is that of Check or Improved.
func Search(g *Graph, o Options) error {
	w := &worker{Graph: g, Options: o, rng: rand.New(rand.NewPCG(o.Seed, 0x616e6e65+uint64(o.Worker)))}
	if o.Solve != nil {
		w.windows = newWindows(o.Solve, w.rng, o.Memory, o.Check)
	}
	if g.junctions == 0 {
		return w.report(nil, g.base)
	}
	if err := w.begin(); err != nil {
		return err
	}
	if g.junctions == 1 {
		return nil
	}
	length := firstly
	for cycle := 0; o.Cycles == 0 || cycle < o.Cycles; cycle++ {
		heat := heats[(cycle+o.Worker)%len(heats)]
		if err := w.place(heat.fresh); err != nil {
			return err
		}
		if err := w.cool(heat.factor, length); err != nil {
			return err
		}
		if (cycle+1)%(2*len(heats)) == 0 {
			length *= 2
		}
	}
	return nil
}

type worker struct {
	*Graph
	Options
	rng   *rand.Rand
	order *Order
	kept  []int32 // the cheapest order of this cycle
	least float64 // and its price

	windows   *Windows
	top       polished // the best order with windows
	proposals int      // since windows were looked for
}

// begin offers the starts, unless another worker has done so. Where there are many junctions
// the starts differ by factors, and what is made of them takes as long as they cost; so
// the one that promises most comes first, and others end where they exceed it.
func (w *worker) begin() error {
	if _, price := w.Best.Get(); !math.IsInf(price, 1) {
		return nil
	}
	starts, limited := Starts(), w.junctions >= manyJunctions
	if limited {
		starts = []Start{w.First, LeastArea, Forward, Reverse, Cheapest, Lookahead}
	}
	w.order = w.newOrder(nil)
	least := math.Inf(1)
	for k, start := range starts {
		if limited && k > 0 && start == w.First {
			continue
		}
		limit := math.Inf(1)
		if limited {
			limit = least
		}
		order, err := w.makeWithin(limit, start, nil, w.Check)
		if err != nil {
			return err
		}
		if order == nil {
			continue
		}
		if better, err := w.order.try(order, limit, w.Check); err != nil || !better {
			if err != nil {
				return err
			}
			continue
		}
		least = min(least, w.order.Price())
		if err := w.report(order, w.order.Price()); err != nil {
			return err
		}
		if err := w.Check(); err != nil {
			return err
		}
	}
	return nil
}

// place puts the walk where a cycle begins.
func (w *worker) place(fresh bool) error {
	order, _ := w.Best.Get()
	if fresh {
		var err error
		start := Outwards // from another place each time
		if w.junctions >= manyJunctions || w.rng.IntN(2) == 0 {
			start = Start(w.rng.IntN(int(starts)))
		}
		if w.junctions >= manyJunctions {
			start = max(start, LeastArea)
		}
		if order, err = w.Make(start, w.rng, w.Check); err != nil {
			return err
		}
	}
	if w.order == nil {
		w.order = w.newOrder(nil)
	}
	_, err := w.order.try(order, math.Inf(1), w.Check)
	return err
}

// report offers an order to all workers.
func (w *worker) report(order []int32, price float64) error {
	if !w.Best.offer(order, price) || !w.Best.lower(price) || w.Improved == nil {
		return nil
	}
	return w.Improved(Found{Order: order, Price: price})
}

// propose moves a random junction a little.
func (w *worker) propose() (j, behind int32, moved bool) {
	j = int32(w.rng.IntN(w.junctions))
	behind = w.order.prev[j]
	bits := w.rng.Uint64()
	steps := 1
	for bits >>= 1; bits&1 == 1 && steps < 20; bits >>= 1 {
		steps++
	}
	if bits>>40&15 <= uint64(w.Worker&1) {
		steps *= 6 // out of the valleys of layered dags; every other worker takes twice as many
	}
	return j, behind, w.order.move(j, bits>>32&1 == 0, steps)
}

// losses samples by how much proposals make the order more expensive, ascending.
func (w *worker) losses() ([]float64, error) {
	var all []float64
	for try := 0; try < 20*samples && len(all) < samples; try++ {
		if try%64 == 63 {
			if err := w.Check(); err != nil {
				return nil, err
			}
		}
		before := w.order.Price()
		j, behind, moved := w.propose()
		if !moved {
			continue
		}
		if loss := w.order.Price() - before; loss > 0 {
			all = append(all, loss)
		}
		w.order.refuse(j, behind, before)
	}
	slices.SortFunc(all, cmp.Compare[float64])
	return all, nil
}

// cool anneals with so many proposals for each junction.
func (w *worker) cool(factor float64, length int) error {
	proposals := min(length*w.junctions, most)
	losses, err := w.losses()
	if err != nil {
		return err
	}
	if len(losses) == 0 {
		return w.Check() // every order costs the same
	}
	hot := factor * losses[len(losses)/2]
	cold := min(coldest*losses[len(losses)/20], hot)
	ratio := math.Log(cold / hot)
	w.kept, w.least = w.kept[:0], math.Inf(1)
	kept := true // the present order has been looked at as a candidate for the cheapest
	var step int
	every := max(early, w.junctions/perChunk)
	for n := 0; n < proposals; n += step {
		if err := w.Check(); err != nil {
			w.keep(kept)
			if reported := w.report(w.kept, w.least); reported != nil {
				return reported
			}
			return err
		}
		t := hot * math.Exp(ratio*float64(n)/float64(proposals))
		step, kept = w.run(t, min(chunk, proposals-n), kept)
		w.proposals += step
		if n/chunk%every == every-1 && w.least < math.Inf(1) {
			if err := w.report(w.kept, w.least); err != nil {
				return err
			}
		}
	}
	w.keep(kept)
	if err := w.report(w.kept, w.least); err != nil {
		return err
	}
	return w.polish(min(1, float64(length)/long))
}

// run makes proposals at one temperature. It keeps the cheapest order only when
// it is about to leave it; kept reports whether there is nothing to keep. Where proposals are
// expensive it makes fewer.
func (w *worker) run(t float64, proposals int, kept bool) (made int, nothing bool) {
	o := w.order
	for end := o.listed + listed; made < proposals && o.listed < end; made++ {
		before := o.Price()
		j, behind, moved := w.propose()
		if !moved {
			continue
		}
		loss := o.Price() - before
		if loss > 0 && loss > t*w.rng.ExpFloat64() {
			o.refuse(j, behind, before)
			continue
		}
		if loss > 0 && !kept && before < w.least {
			// Leaving the cheapest order so far: go back for a moment and write it down.
			o.refuse(j, behind, before)
			w.keep(false)
			kept = true
			continue
		}
		o.accept()
		if loss < 0 && o.Price() < w.least {
			kept = false
		}
	}
	return made, kept
}

// keep writes the present order down if it is the cheapest.
func (w *worker) keep(kept bool) {
	if price := w.order.Price(); !kept && price < w.least {
		w.kept, w.least = w.order.Junctions(w.kept[:0]), price
	}
}
