package heuristic

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"facet/model"
)

// Pricing looks for a sequence whose price is least, where the price belongs to the whole
// sequence and is no sum over operations. It is a local search: simulated annealing over
// orders of junctions with what each edge is for, and over single operations.
type Pricing struct {
	Price  func(ops []model.Op) float64 // of a complete sequence; +Inf for one that cannot be
	Starts [][]model.Op                 // to begin with
	Tries  int                          // sequences that are priced; 0 is a number for the dag
	Seed   uint64
}

// tries is how many sequences are priced on dags of so many edges.
func (p *Pricing) tries(edges int) int {
	if p.Tries > 0 {
		return p.Tries
	}
	return min(4000, max(300, 160_000/(edges+20)))
}

const (
	meetings = 24 // sweeps from both sides that are looked at
	rounds   = 4  // of annealing
)

// Search gives the best sequence that it finds, and its price: none, and +Inf, if it was
// stopped before the first. The same tries and seed give the same sequence, unless it is
// stopped.
func (p *Pricing) Search(g *model.Dag, stop func() bool) ([]model.Op, float64) {
	s := &pricing{Pricing: p, dag: g, stop: stop, least: math.Inf(1)}
	s.begin(p.Starts)
	n := NewNeighbours(g, p.Seed)
	s.begin(n.Starts(stop))
	for _, w := range sweepsOf(g, meetings) {
		s.sweep(w)
	}
	for _, ops := range p.Starts {
		if w := sweepingOf(g, ops); w != nil {
			s.sweep(w)
		}
	}
	slices.SortStableFunc(s.sweeps, func(a, b priced) int { return cmp.Compare(a.price, b.price) })
	rng := rand.New(rand.NewPCG(p.Seed, 31))
	groups := alike(g)
	each := p.tries(len(g.Edges)) / (2 * rounds)
	for round := range rounds {
		if s.best == nil || stop() {
			break
		}
		if len(s.sweeps) > 0 {
			s.anneal(s.sweeps[min(round/2, len(s.sweeps)-1)], each, groups, rng)
		}
		n.Anneal(s.best, s.least, each, stop, s.price)
	}
	return s.best, s.least
}

// pricing is a search.
type pricing struct {
	*Pricing
	dag    *model.Dag
	stop   func() bool
	best   []model.Op
	least  float64
	sweeps []priced // the best one first, once it anneals
}

// priced is a sweep and what it takes.
type priced struct {
	*sweeping
	price float64
}

// begin prices sequences as long as there is time, and one in any case.
func (s *pricing) begin(starts [][]model.Op) {
	for _, ops := range starts {
		if s.best == nil || !s.stop() {
			s.price(ops)
		}
	}
}

// price keeps the best sequence.
func (s *pricing) price(ops []model.Op) float64 {
	v := s.Price(ops)
	if v < s.least {
		s.best, s.least = ops, v
	}
	return v
}

// sweep prices one more sweep to begin with.
func (s *pricing) sweep(w *sweeping) {
	if plan := w.sequence(s.dag, Whenever(s.stop)); !s.stop() {
		s.sweeps = append(s.sweeps, priced{w, s.price(plan.Ops)})
	}
}

// anneal walks among sweeps, and leaves the best one in front.
func (s *pricing) anneal(from priced, tries int, groups [][]int, rng *rand.Rand) {
	now := from
	for k := range tries {
		next := priced{sweeping: now.changed(s.dag, groups, rng)}
		plan := next.sequence(s.dag, Whenever(s.stop))
		if s.stop() {
			return
		}
		next.price = s.price(plan.Ops)
		heat := 0.05 * (1 - float64(k)/float64(tries)) * now.price
		if next.price <= now.price || heat > 0 && rng.Float64() < math.Exp((now.price-next.price)/heat) {
			now = next
		}
		if now.price < s.sweeps[0].price {
			s.sweeps[0] = now
		}
	}
}
