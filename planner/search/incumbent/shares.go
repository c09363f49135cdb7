package incumbent

import (
	"slices"
	"sync/atomic"
	"time"

	"facet/planner/search/schedule"
)

// Share is what one strategy has had and what came of it.
type Share struct {
	Source     Source
	Spent      time.Duration // of workers' time, in turns that are over
	Incumbents int
	Bounds     int // how often it has raised the bound
}

// account is a Share in the making.
type account struct {
	source             Source
	slots              []*schedule.Slot
	incumbents, bounds atomic.Int64
}

// accountOf gives the account of a strategy, to which a slot is added.
func (r *Record) accountOf(source Source, slot *schedule.Slot) *account {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := slices.IndexFunc(r.accounts, func(a *account) bool { return a.source == source })
	if at < 0 {
		at = len(r.accounts)
		r.accounts = append(r.accounts, &account{source: source})
	}
	a := r.accounts[at]
	a.slots = append(a.slots, slot)
	return a
}

// Shares lists the strategies in the order in which they were asked.
func (r *Record) Shares() []Share {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := make([]Share, len(r.accounts))
	for k, a := range r.accounts {
		all[k] = Share{Source: a.source, Incumbents: int(a.incumbents.Load()), Bounds: int(a.bounds.Load())}
		for _, slot := range a.slots {
			all[k].Spent += slot.Spent()
		}
	}
	return all
}
