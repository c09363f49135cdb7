package incumbent

import (
	"math/rand/v2"

	"facet/model"
	"facet/planner/search/schedule"
)

// Reporter is how one goroutine of a strategy works in a run: its worker slot, and the
// record to which it reports.
//
// A reporter is used by one goroutine at a time, but for its record and the slot's Done.
type Reporter struct {
	Slot   *schedule.Slot
	Record *Record
	Source Source     // the strategy
	Number int        // of the slot among those of its strategy
	Rand   *rand.Rand // a stream of its own

	account *account
}

// Job is what a strategy needs to work in a run.
type Job struct {
	Source Source
	Terms  schedule.Terms // of each slot
	Seed   uint64         // of the random streams
}

// Reporters gives n new slots for the goroutines of one strategy. The first
// turns of slots come in the order in which they were queued.
func (r *Record) Reporters(j Job, n int) []*Reporter {
	all := make([]*Reporter, n)
	for k := range all {
		stream := uint64(k)
		for _, letter := range []byte(j.Source) {
			stream = stream*257 + uint64(letter)
		}
		p := &Reporter{Slot: r.schedule.Slot(j.Terms), Record: r, Source: j.Source, Number: k,
			Rand: rand.New(rand.NewPCG(j.Seed, stream))}
		p.account = r.accountOf(j.Source, p.Slot)
		all[k] = p
	}
	return all
}

// SetIncumbent makes a proved sequence the incumbent if it is cheaper than the
// one there is.
func (r *Reporter) SetIncumbent(cost model.Cost, ops []model.Op) bool {
	if !r.Record.setIncumbent(r.Source, cost, ops) {
		return false
	}
	r.account.incumbents.Add(1)
	return true
}

// SetBound raises the lower bound and reports whether it was higher than any before.
// The source is where the bound comes from: a strategy may work with the bound of
// another.
func (r *Reporter) SetBound(source Source, bound model.Cost) bool {
	if !r.Record.setBound(source, bound) {
		return false
	}
	r.account.bounds.Add(1)
	return true
}
