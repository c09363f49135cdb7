package objective

import (
	"context"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/peak"
)

// mostReordered is up to how many operations a local search looks for a better order of
// each sequence.
const mostReordered = 100

// Reorder gives a sequence's operations in an order in which fewer entries are held, at
// most enough if that can be, under the names that vertices have then, and the peak. Where
// the best order is none that Rules 2 and 3 allow, it is the given one.
func Reorder(ctx context.Context, g *model.Dag, ops []model.Op, enough model.Cost) ([]model.Op, model.Cost) {
	memory, err := model.MemoryOf(model.NewState(g), ops)
	if err != nil {
		return ops, model.Saturated
	}
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		return ops, memory.Peak
	}
	states := 0
	if len(ops) <= mostReordered {
		states = 3000
	}
	r := peak.Least(ctx, tasks, peak.Limits{States: states, Enough: enough})
	if r.Peak >= memory.Peak {
		return ops, memory.Peak
	}
	other, err := tasks.Replay(model.NewState(g), r.Order)
	if err != nil {
		return ops, memory.Peak
	}
	if m, err := model.MemoryOf(model.NewState(g), other); err == nil && m.Peak < memory.Peak {
		return other, m.Peak
	}
	return ops, memory.Peak
}
