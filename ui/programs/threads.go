package programs

import (
	"context"
	"time"

	"facet/model"
	"facet/model/programs/driver"
	"facet/model/taskgraph"
	"facet/planner/resources/timetable"
	"facet/ui/cli/shell"
)

// threaded makes the driver of a sequence, on as many threads as a schedule uses; on one
// thread the operations keep their order. isLate says that the time ended before the
// schedule was chosen.
func threaded(ctx context.Context, g *model.Dag, ops []model.Op, threads int,
	limit time.Duration) (d *driver.Driver, isLate bool, err error) {
	if threads <= 1 {
		d, err = fused(g, ops, driver.Room(g))
		return d, false, err
	}
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		return nil, false, err
	}
	late, cancel := shell.Within(ctx, limit)
	defer cancel()
	t, err := timetable.New(late, tasks, timetable.Options{Machines: threads})
	if err != nil {
		return nil, false, err
	}
	places := make([]driver.Place, len(t.Operations))
	for k, o := range t.Operations {
		places[k] = driver.Place{Machine: o.Machine, Start: o.Start, End: o.End}
	}
	d, err = driver.NewThreads(g, ops, places, t.Order, t.Peak)
	return d, late.Err() != nil, err
}
