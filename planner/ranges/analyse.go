package ranges

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
)

// Options limit an analysis. The zero value takes all processors and all the time that
// it needs.
type Options struct {
	// Search limits the runs of the planner. Its time is for everything, its memory for
	// each worker, and its workers are how many parameters are looked at at once.
	Search planner.Options

	// Robust asks for the robustness, too: within Within per cent of the optimum, and
	// for at most so long. 0 is as long as there is time.
	Robust     bool
	Within     float64
	RobustTime time.Duration

	// Found, if it is set, is called for each range as it is found, and again when more is
	// known of it. No two calls are at the same time.
	Found func(Range)
}

// Report is what came of an analysis.
type Report struct {
	Ops    []model.Op // the sequence
	Cost   model.Cost // of it
	Best   model.Cost // of the best sequence that is known
	Bound  model.Cost // no sequence costs less
	Ranges []Range    // the tightest first

	Robustness *Robustness // nil where it was not asked for
}

// IsOptimal reports whether the sequence is proved to be optimal at present.
func (r *Report) IsOptimal() bool { return r.Bound >= r.Cost }

// Analyse finds the ranges of a complete sequence from the fresh line dag; nil is one
// that the planner finds. When ctx ends or the time is over, the ranges are what was
// proved by then. The errors are those of a sequence that is impossible or not
// complete, of costs that do not fit into 64 bits, and of the planner.
func Analyse(ctx context.Context, g *model.Dag, ops []model.Op, o Options) (*Report, error) {
	if err := cmp.Or(o.Search.Check(), planner.CheckMany(g)); err != nil {
		return nil, err
	}
	o.Search = o.Search.WithDefaults()
	if o.Search.Time > 0 {
		limited, cancel := context.WithTimeout(ctx, o.Search.Time)
		defer cancel()
		ctx = limited
	}
	a := &analysis{Options: o, asker: asker{pool: &pool{}, of: g, memory: o.Search.Memory}}
	if err := a.begin(ctx, ops); err != nil {
		return nil, err
	}
	if err := a.ranges(ctx); err != nil {
		return nil, err
	}
	if o.Robust {
		if o.RobustTime > 0 {
			limited, cancel := context.WithTimeout(ctx, o.RobustTime)
			defer cancel()
			ctx = limited
		}
		r := a.robustness(ctx, o.Within)
		a.report.Robustness = &r
	}
	slices.SortStableFunc(a.report.Ranges, func(x, y Range) int { return Compare(&x, &y) })
	return &a.report, nil
}

// analysis is one under way.
type analysis struct {
	Options
	asker
	sequence *bill
	present  verdict
	planning time.Duration // of the sequence
	report   Report
}

// planShare is the part of the time that planning may take.
const planShare = 2

// In the first pass no solution gets more than quickTime, or a few times what planning took,
// so that those that are hard do not take the time of all. What is open then gets more in
// each pass, as long as there is time.
const (
	quickTime  = 500 * time.Millisecond
	quickTimes = 4
	moreTime   = 4
	passes     = 7
)

// begin plans, and reads the sequence.
func (a *analysis) begin(ctx context.Context, ops []model.Op) error {
	if ops != nil {
		if err := a.follow(ops); err != nil {
			return err
		}
	}
	began := time.Now()
	o := a.Search
	o.Time, o.Sequence = o.Time/planShare, ops
	end, err := planner.Solve(ctx, model.NewState(a.of), o)
	if err = end.IgnoreStop(err); errors.Is(err, planner.ErrNothing) {
		return fmt.Errorf("%w: give it more time", err)
	}
	if err != nil {
		return err
	}
	a.planning = time.Since(began)
	a.limit = max(quickTime, quickTimes*a.planning)
	if err := a.takeAll(end); err != nil {
		return err
	}
	if ops == nil {
		if err := a.follow(end.Incumbent.Ops); err != nil {
			return err
		}
	}
	a.report.Best, a.report.Bound = min(end.Incumbent.Cost, a.report.Cost), end.Bound
	switch {
	case a.report.IsOptimal():
		a.present = optimal
	case a.report.Best < a.report.Cost:
		a.present = beaten
	}
	return a.seed(ctx)
}

// follow takes the sequence that is looked at.
func (a *analysis) follow(ops []model.Op) error {
	sequence, end, err := newBill(a.of, ops)
	switch {
	case err != nil:
		return err
	case !end.Done():
		return fmt.Errorf("the sequence is not complete, %d faces and %d Jacobians are left: complete it first", end.Faces(), end.Lacking())
	}
	a.sequence = sequence
	a.report.Ops, a.report.Cost = ops, sequence.now
	if a.report.Cost.IsSaturated() {
		return fmt.Errorf("the cost of the sequence does not fit into 64 bits: choose a larger unit of costs")
	}
	a.add(sequence)
	return nil
}

// rangesShare is the part of the time, in per cent, that ranges may take where
// robustness is asked for, too.
const rangesShare = 75

func (a *analysis) ranges(ctx context.Context) error {
	if a.Search.Time > 0 && a.Robust {
		limited, cancel := context.WithTimeout(ctx, a.Search.Time/100*rangesShare-a.planning)
		defer cancel()
		ctx = limited
	}
	return a.all(ctx)
}

// all looks at all parameters, those whose ends seem to be near first.
func (a *analysis) all(ctx context.Context) error {
	todo := a.inOrder()
	found := make(map[Parameter]Range, len(todo))
	for range passes {
		if err := a.pass(ctx, todo, found); err != nil {
			return err
		}
		todo = slices.DeleteFunc(todo, func(p Parameter) bool { r := found[p]; return r.isComplete() })
		if len(todo) == 0 || ctx.Err() != nil || a.present == unknown {
			break
		}
		a.limit *= moreTime
	}
	a.report.Ranges = slices.Collect(maps.Values(found))
	return nil
}

// pass looks at parameters side by side.
func (a *analysis) pass(ctx context.Context, todo []Parameter, found map[Parameter]Range) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	next := make(chan Parameter)
	var mu sync.Mutex
	var errs []error
	var workers sync.WaitGroup
	for range min(a.Search.Workers, len(todo)) {
		workers.Go(func() {
			for p := range next {
				r, err := rangeOf(ctx, &a.asker, a.sequence, p, a.present)
				mu.Lock()
				if err != nil {
					errs = append(errs, err)
					cancel()
				} else {
					a.file(found, r)
				}
				mu.Unlock()
			}
		})
	}
	for _, p := range todo {
		next <- p
	}
	close(next)
	workers.Wait()
	return errors.Join(errs...)
}

// inOrder lists the parameters by what the sequences that are known say.
func (a *analysis) inOrder() []Parameter {
	all := Parameters(a.of)
	seem := make(map[Parameter]Range, len(all))
	over, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range all {
		r, _ := rangeOf(over, &a.asker, a.sequence, p, unknown)
		r.From, r.To = r.Least, r.Most
		seem[p] = r
	}
	slices.SortStableFunc(all, func(x, y Parameter) int {
		r, s := seem[x], seem[y]
		return Compare(&r, &s)
	})
	return all
}

// file notes a range, unless more is known of it already.
func (a *analysis) file(found map[Parameter]Range, r Range) {
	if old, ok := found[r.Parameter]; ok && !r.Proved() && (old.Proved() || old.To-old.From >= r.To-r.From) {
		return
	}
	found[r.Parameter] = r
	if a.Found != nil {
		a.Found(r)
	}
}

// Tightness is the distance from the value to the nearer end, relative to the value:
// infinite where nothing bounds the interval, or where there is none.
func (r *Range) Tightness() float64 {
	distance := r.nearestEnd()
	switch {
	case distance == 0, math.IsInf(distance, 1):
		return distance
	case r.Value == 0:
		return math.MaxFloat64 // as far as a cost of 0 can be from an end
	}
	return distance / math.Abs(float64(r.Value))
}

// nearestEnd is the distance to the nearer end, or to what is known of it where it is not
// proved. The least number there may be is no end.
func (r *Range) nearestEnd() float64 {
	distance := math.Inf(1)
	if r.Never {
		return distance
	}
	above, below := r.To, r.From
	if !r.ToProved {
		above = r.Most
	}
	if !r.FromProved {
		below = r.Least
	}
	if above != Unbounded {
		distance = math.Abs(float64(above) - float64(r.Value))
	}
	least := int64(0)
	if r.What == Size {
		least = 1
	}
	if r.Below.IsKnown() || !r.FromProved && below > least {
		distance = min(distance, math.Abs(float64(r.Value)-float64(below)))
	}
	return distance
}

// Compare puts the tightest first, then those whose ends are near, then the order
// of the file.
func Compare(r, s *Range) int {
	return cmp.Or(
		cmp.Compare(r.Tightness(), s.Tightness()), cmp.Compare(r.nearestEnd(), s.nearestEnd()),
		cmp.Compare(max(r.What, AdjointCost), max(s.What, AdjointCost)), cmp.Compare(r.At, s.At),
		cmp.Compare(r.What, s.What))
}
