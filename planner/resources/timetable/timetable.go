package timetable

import (
	"context"
	"fmt"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
	"facet/planner/resources/peak"
)

// Options say what is wanted.
type Options struct {
	Machines int
	Split    bool        // columns and rows of seeds are shared out among the machines
	Budget   *model.Cost // entries that may be held at once; nil for any number
	Seed     uint64
}

// Operation is when and where an operation is carried out.
type Operation struct {
	Start, End model.Cost
	Machine    int     // from 0; of an operation that is shared out, the first one's
	Pieces     []Piece // of an operation that is shared out; at least one
}

// Piece is what one machine does of an operation.
type Piece struct {
	Machine    int
	Start, End model.Cost
	Lines      int64 // columns or rows of the seed
}

// Timetable places the operations of a sequence. Times are in the dag's unit of cost.
type Timetable struct {
	Graph      *taskgraph.Graph
	Options    Options
	Operations []Operation // in the order of the sequence
	Order      []int       // in which they begin
	Makespan   model.Cost
	Bound      model.Cost // no timetable of these operations ends earlier
	Optimal    bool
	Critical   []bool // operations on a longest path
	Path       model.Cost
	Work       model.Cost
	Memory     []Moment
	Peak       model.Cost
	Least      peak.Result // the order with the least peak on one machine
	InOrder    model.Cost  // the peak in the order of the sequence
}

// Moment is what is held from a time on until the next moment.
type Moment struct {
	Time    model.Cost
	Entries model.Cost
}

// Infeasible says that no order of the operations keeps to the budget.
type Infeasible struct {
	Budget model.Cost
	Least  peak.Result
}

func (e *Infeasible) Error() string {
	if e.Budget < e.Least.Bound {
		if e.Least.Optimal {
			return fmt.Sprintf("no order of this sequence holds at most %s: its least peak is %s",
				model.Entries(e.Budget), model.Entries(e.Least.Peak))
		}
		return fmt.Sprintf("no order of this sequence holds at most %s: each holds at least %s, and the best one known %s", model.Entries(e.Budget), e.Least.Bound, e.Least.Peak)
	}
	return fmt.Sprintf("no order of this sequence is known that holds at most %s: the best one known holds %s, and each at least %s", model.Entries(e.Budget), e.Least.Peak, e.Least.Bound)
}

// New makes a timetable. Where ctx ends early it is the best one so far. The error is
// *[Infeasible].
func New(ctx context.Context, g *taskgraph.Graph, o Options) (*Timetable, error) {
	t, p := begin(g, o)
	limits := peak.Limits{}
	if o.Budget != nil {
		limits.Enough = *o.Budget
	}
	if o.Budget != nil || p.Machines == 1 || len(g.Tasks) <= mostImproved {
		t.Least = peak.Least(ctx, g, limits)
	}
	if order := p.ByTail(); t.Least.Peak > t.Least.Bound { // the longest paths first
		if most, _ := taskgraph.Peak(g, order); most < t.Least.Peak {
			t.Least.Order, t.Least.Peak = order, most
			t.Least.Optimal = most == t.Least.Bound
		}
	}
	if o.Budget != nil && t.Least.Peak > *o.Budget {
		return nil, &Infeasible{*o.Budget, t.Least}
	}
	if o.Split {
		p = t.share(ctx, p)
	} else {
		t.whole(ctx, p)
	}
	t.mark(p)
	return t, nil
}

// begin is a timetable without times, and what is to be scheduled. The order of the sequence
// is the only one that is known.
func begin(g *taskgraph.Graph, o Options) (*Timetable, *makespan.Problem) {
	t, p := &Timetable{Graph: g, Options: o}, makespan.Of(g, o.Machines)
	t.Work = p.Work()
	t.Least.Order = make([]int, len(g.Tasks))
	for k := range t.Least.Order {
		t.Least.Order[k] = k
	}
	t.InOrder, _ = taskgraph.Peak(g, t.Least.Order)
	t.Least.Peak = t.InOrder
	return t, p
}

// mark notes the longest paths.
func (t *Timetable) mark(p *makespan.Problem) {
	t.Path = p.CriticalPath()
	t.Critical = make([]bool, p.Tasks)
	for k := range t.Critical {
		t.Critical[k] = p.Slack(k) == 0
	}
}

// mostImproved is up to how many tasks schedules on several machines are made with an eye
// to memory.
const mostImproved = 2000

// whole schedules operations that are carried out by one machine each.
func (t *Timetable) whole(ctx context.Context, p *makespan.Problem) {
	if p.Machines == 1 {
		t.take(t.sequential(p), p.Work())
		return
	}
	s := p.Solve(ctx, makespan.Limits{Seed: t.Options.Seed})
	free := t.place(s, s.Order(p))
	bound := s.Bound
	best := free
	for _, order := range [][]int{t.Least.Order, free.order} {
		if len(t.Graph.Tasks) > mostImproved && t.Options.Budget == nil {
			break
		}
		budget := free.peak // as short, with less
		if t.Options.Budget != nil {
			budget = *t.Options.Budget
		}
		limited, begun, ok := t.inOrder(ctx, p, order, budget)
		if !ok {
			continue
		}
		kept := t.place(limited, begun)
		switch {
		case t.Options.Budget != nil && best.peak > budget:
			best = kept
		case kept.schedule.Makespan < best.schedule.Makespan,
			kept.schedule.Makespan == best.schedule.Makespan && kept.peak < best.peak:
			best = kept
		}
	}
	if t.Options.Budget != nil && best.peak > *t.Options.Budget { // the time was over before
		best = t.sequential(p)
	}
	t.take(best, bound)
}

// sequential is the order with the least peak, on one machine.
func (t *Timetable) sequential(p *makespan.Problem) placed {
	s := makespan.Schedule{Places: make([]makespan.Place, len(t.Graph.Tasks))}
	var now model.Cost
	for _, k := range t.Least.Order {
		s.Places[k] = makespan.Place{Start: now, End: now.Add(p.Time[k])}
		now = s.Places[k].End
	}
	s.Makespan = now
	return t.place(s, t.Least.Order)
}

// placed is a schedule and what is held in it.
type placed struct {
	schedule makespan.Schedule
	order    []int
	memory   []Moment
	peak     model.Cost
}

func (t *Timetable) place(s makespan.Schedule, order []int) placed {
	out := placed{schedule: s, order: order}
	out.memory, out.peak = profile(t.Graph, order, func(k int) (start, end model.Cost) {
		return s.Places[k].Start, s.Places[k].End
	})
	return out
}

// take keeps a schedule.
func (t *Timetable) take(s placed, bound model.Cost) {
	t.Operations = make([]Operation, len(s.schedule.Places))
	for k, at := range s.schedule.Places {
		t.Operations[k] = Operation{Start: at.Start, End: at.End, Machine: at.Machine}
	}
	t.Order, t.Makespan, t.Memory, t.Peak = s.order, s.schedule.Makespan, s.memory, s.peak
	t.prove(bound)
}

func (t *Timetable) prove(bound model.Cost) {
	t.Bound = min(bound, t.Makespan)
	t.Optimal = t.Bound == t.Makespan && !t.Makespan.IsSaturated()
}

// Of is the timetable of a schedule that is known.
func Of(g *taskgraph.Graph, machines int, s makespan.Schedule) *Timetable {
	t, p := begin(g, Options{Machines: machines})
	t.mark(p)
	t.take(t.place(s, s.Order(p)), s.Bound)
	return t
}
