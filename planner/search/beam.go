package search

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/progress"
)

// trail is a state on the way to a complete sequence, for methods that keep
// few of them.
type trail struct {
	state    *compact.State
	parent   *trail
	move     compact.Move
	cost     model.Cost
	estimate model.Cost
	faces    int
}

func (t *trail) moves() []compact.Move {
	var all []compact.Move
	for ; t.parent != nil; t = t.parent {
		all = append(all, t.move)
	}
	slices.Reverse(all)
	return all
}

func (t *trail) compare(o *trail) int {
	return cmp.Or(cmp.Compare(t.estimate, o.estimate), cmp.Compare(t.faces, o.faces))
}

// diver makes successors for beam search and random dives.
type diver struct {
	board  *progress.Board
	bounds Bounds
	parts  components
	steps  []step
	next   compact.State
	known  map[compact.Key]model.Cost
}

// children lists the successors of t that may become cheaper than the
// incumbent, each state once and at its least cost.
func (d *diver) children(t *trail, into []*trail) []*trail {
	d.board.Explored.Add(1)
	best := d.board.Best()
	if t.cost.Add(d.bounds.Expand(t.state, best-t.cost)) >= best {
		return into
	}
	d.steps = Faces.steps(t.state, 0, d.steps, &d.parts)
	for _, st := range d.steps {
		d.board.Discovered.Add(1)
		d.next.CopyFrom(t.state)
		move, price := d.next.Take(int(st.u), int(st.v), st.way)
		cost := t.cost.Add(price)
		key := d.next.Key()
		if old, known := d.known[key]; known && old <= cost || cost >= best {
			d.board.Duplicates.Add(1)
			continue
		}
		estimate := max(t.estimate, cost.Add(d.bounds.Child(&d.next, best-cost)))
		if estimate >= best {
			d.board.Bounded.Add(1)
			continue
		}
		d.known[key] = cost
		into = append(into, &trail{
			state: d.next.Clone(), parent: t, move: move, cost: cost, estimate: estimate, faces: d.next.Faces(),
		})
	}
	return into
}

// Beam explores depth by depth and keeps the width most promising states of
// each, by cost plus bound, then by how few faces are left. Complete sequences
// are announced as in Run. It needs no more memory than its width, and gives up
// after the time, if that is not 0.
func Beam(c Config, width int, limit time.Duration) error {
	began := time.Now()
	d := &diver{board: c.Board, bounds: c.Bounds(), known: make(map[compact.Key]model.Cost)}
	level := []*trail{{state: c.Start.Clone(), cost: c.Paid}}
	for len(level) > 0 {
		var next []*trail
		clear(d.known)
		for _, t := range level {
			if err := c.Board.Pass(); err != nil {
				return err
			}
			if limit > 0 && time.Since(began) > limit {
				return nil
			}
			next = d.children(t, next)
			t.state = nil // the way back needs the move alone
		}
		slices.SortStableFunc(next, (*trail).compare)
		level = level[:0]
		for _, t := range next {
			switch {
			case t.faces == 0:
				if t.cost < c.Board.Best() {
					if err := c.Found(t.moves(), t.cost); err != nil {
						return err
					}
				}
			case len(level) < width && t.cost <= d.known[t.state.Key()]:
				level = append(level, t)
			}
		}
	}
	return nil
}

// Dive completes the state at random: each time one of the few most promising
// successors. Whatever is cheaper than the incumbent is announced as in Run.
func Dive(c Config, bounds Bounds, choices int, rng *rand.Rand) error {
	d := &diver{board: c.Board, bounds: bounds, known: make(map[compact.Key]model.Cost)}
	t := &trail{state: c.Start.Clone(), cost: c.Paid}
	for {
		if err := c.Board.Pass(); err != nil {
			return err
		}
		clear(d.known)
		next := d.children(t, nil)
		if len(next) == 0 {
			return nil
		}
		slices.SortStableFunc(next, (*trail).compare)
		t = next[rng.IntN(min(choices, len(next)))]
		if t.faces == 0 {
			return c.Found(t.moves(), t.cost)
		}
	}
}
