package bnb

import (
	"cmp"
	"slices"
	"sync/atomic"

	"facet/model"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// trail is a state on the way to a complete sequence, for methods that keep
// few of them.
type trail struct {
	state    *packed.State
	key      packed.Key
	parent   *trail
	move     packed.Move
	cost     model.Cost
	estimate model.Cost
	faces    int
}

func (t *trail) moves() []packed.Move {
	var all []packed.Move
	for ; t.parent != nil; t = t.parent {
		all = append(all, t.move)
	}
	slices.Reverse(all)
	return all
}

// compare prefers the lower estimate, then few faces.
func (t *trail) compare(o *trail) int {
	return cmp.Or(cmp.Compare(t.estimate, o.estimate), cmp.Compare(t.faces, o.faces),
		cmp.Compare(t.cost, o.cost),
		cmp.Compare(t.key.Hi, o.key.Hi))
}

// diver makes successors for beam search and random dives.
type diver struct {
	record *incumbent.Record
	slot   *schedule.Slot
	bounds Bounds
	parts  components
	steps  []step
	next   packed.State
}

func newDiver(worker *incumbent.Reporter, bounds func(check func() error) Bounds) *diver {
	return &diver{record: worker.Record, slot: worker.Slot, bounds: bounds(worker.Slot.Check)}
}

// children lists the successors of t that may become cheaper than the
// incumbent.
func (d *diver) children(t *trail, into []*trail) []*trail {
	best := d.record.Best()
	estimate := max(t.estimate, t.cost.Add(d.bounds.Expand(t.state, best-t.cost)))
	if estimate >= best {
		d.record.Counts.Bounded.Add(1)
		return into
	}
	d.record.Counts.Explored.Add(1)
	d.steps = Faces.steps(t.state, 0, d.steps, &d.parts)
	for _, st := range d.steps {
		if d.slot.Check() != nil {
			return into // the caller learns it when it asks
		}
		d.record.Counts.Discovered.Add(1)
		d.next.CopyFrom(t.state)
		move, price := d.next.Take(int(st.u), int(st.v), st.acc)
		cost := t.cost.Add(price)
		if cost < best {
			estimate := max(estimate, cost.Add(d.bounds.Child(&d.next, best-cost)))
			if estimate < best {
				into = append(into, &trail{
					state: d.next.Clone(), key: d.next.Key(), parent: t, move: move, cost: cost,
					estimate: estimate, faces: d.next.Faces(),
				})
				continue
			}
		}
		d.record.Counts.Bounded.Add(1)
	}
	return into
}

// Beam explores depth by depth and keeps the width most promising states of
// each, by cost plus bound, then by how few faces are left. Complete sequences
// are announced as in [Search.Run]. It needs no more memory than its width. The workers
// share each depth.
func Beam(c Config, width int) error {
	divers := make([]*diver, len(c.Workers))
	for k := range divers {
		divers[k] = newDiver(c.Workers[k], c.Bounds)
	}
	level := []*trail{{state: c.Start.Clone(), cost: c.Paid}}
	for len(level) > 0 {
		made := make([][]*trail, len(divers))
		var next atomic.Int64
		err := each(len(divers), func(k int) error {
			defer divers[k].slot.Release()
			for {
				at := int(next.Add(1)) - 1
				if at >= len(level) {
					return nil
				}
				if err := divers[k].slot.Pass(); err != nil {
					return err
				}
				made[k] = divers[k].children(level[at], made[k])
				level[at].state = nil // the way back needs the move alone
				if len(made[k]) > 8*width {
					made[k] = choose(made[k], width)
				}
			}
		})
		if err != nil {
			return err
		}
		level, err = finish(c, choose(slices.Concat(made...), width))
		if err != nil {
			return err
		}
	}
	return nil
}

// choose keeps the most promising trails, no state twice, and all that are
// complete.
func choose(all []*trail, width int) []*trail {
	slices.SortStableFunc(all, (*trail).compare)
	seen := make(map[packed.Key]bool, width)
	kept := all[:0]
	for _, t := range all {
		if t.faces == 0 || len(seen) < width && !seen[t.key] {
			seen[t.key] = true
			kept = append(kept, t)
		}
	}
	clear(all[len(kept):])
	return kept
}

// finish announces the complete ones among the trails and gives the others.
func finish(c Config, all []*trail) ([]*trail, error) {
	rest := make([]*trail, 0, len(all))
	for _, t := range all {
		if t.faces > 0 {
			rest = append(rest, t)
		} else if t.cost < c.Workers[0].Record.Best() {
			if err := c.Found(t.moves(), t.cost); err != nil {
				return nil, err
			}
		}
	}
	return rest, nil
}

// Dive completes the state at random: each time one of the few most promising
// successors. A sequence that is cheaper than the incumbent is announced as in
// [Search.Run].
func Dive(c Config, worker *incumbent.Reporter, bounds Bounds, choices int) error {
	d := &diver{record: worker.Record, slot: worker.Slot, bounds: bounds}
	t := &trail{state: c.Start.Clone(), cost: c.Paid}
	for {
		if err := d.slot.Pass(); err != nil {
			return err
		}
		next := choose(d.children(t, nil), choices)
		if len(next) == 0 {
			return nil
		}
		t = next[worker.Rand.IntN(len(next))]
		if t.faces == 0 {
			return c.Found(t.moves(), t.cost)
		}
	}
}
