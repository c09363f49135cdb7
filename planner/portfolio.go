package planner

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"facet/planner/incumbent"
	"facet/planner/schedule"
)

// answer runs a method: a portfolio, or one strategy beside the bound that costs
// nothing.
func (q *question) answer(row *strategy) error {
	j := q.newJob(row)
	if row.gives&givesProof == 0 || row.fits != nil {
		q.record.SetBound(FromPacking, packedPaths(q.graph, j.briefly(packTime)))
	}
	if q.Lower > 0 {
		q.record.SetBound(FromNothing, q.Lower)
	}
	if q.Sequence != nil && row.gives != givesCost {
		cost, err := q.costOf(q.Sequence)
		if err != nil {
			return fmt.Errorf("the sequence that is known cannot be replayed: %w", err)
		}
		if err := j.foundOps(q.Sequence, cost); err != nil {
			return err
		}
	}
	if q.faces == 0 && row.gives != givesCost {
		return j.nothingToSearch()
	}
	err := j.work()
	if row.gives != givesCost && q.faces <= smallFaces && q.record.Known().Incumbents == 0 && (err == nil || errors.Is(err, schedule.ErrStopped)) {
		return errors.Join(err, j.lastSequence())
	}
	return err
}

// portfolio asks every strategy that fits, the cheap ones first, side by side:
// the schedule divides the workers' time among them. It ends when one of them
// has answered the question, or none is left.
func (j *job) portfolio() error {
	j.Release()
	var asked group
	left := j.question
	size := j.question.size()
	for at := range stages {
		for k := range table {
			row := &table[k]
			if row.asked == nil || row.when[size] != at || !j.admits(row) {
				continue
			}
			next := row.of.choose(j.question, left).newJob(row)
			for _, d := range next.slots {
				d.Queue()
				if row.name == FromSearch {
					break // its other workers have nothing to do at first
				}
			}
			asked.start(j.schedule, next.work)
		}
		if at == second {
			left = j.reduce()
		}
		if j.Workers > 1 || size >= large {
			asked.wait(j.schedule, stageTime[at])
		} else if stageTime[at] > 0 {
			_ = j.Check() // its turn comes after the first turns of the stage
			j.Release()
		}
		if j.record.Known().Proven {
			break
		}
	}
	return asked.join()
}

// reduceTime limits the reduction.
const reduceTime = time.Second

// reduce gives what is left after a reduction, for the strategies that may work
// on it.
func (j *job) reduce() *question {
	defer j.Release()
	if j.WarmStart != WarmVertex || j.without["presolve"] || j.Check() != nil {
		return j.question
	}
	ctx, cancel := context.WithTimeout(j.ctx, reduceTime)
	defer cancel()
	left, err := j.question.reduced(ctx)
	if err != nil || left.reduction == nil {
		return j.question
	}
	if left.faces == 0 {
		left.newJob(j.row).settled()
	}
	return left
}

// admits tells whether the portfolio asks the strategy.
func (j *job) admits(row *strategy) bool {
	if j.without[string(row.name)] || !row.asked(j.question) || !row.hasRoom(j.question) || row.fits != nil && row.fits(j.question) != nil {
		return false
	}
	return row.gives&givesSequences == 0 || row.space <= j.row.space
}

// group is goroutines of which more may start while some are awaited.
type group struct {
	mu   sync.Mutex
	n    int
	idle chan struct{} // closed when the last one ends
	errs []error
}

// start runs the function at once. One that fails or panics ends the run.
func (g *group) start(s *schedule.Schedule, work func() error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == 0 {
		g.idle = make(chan struct{})
	}
	g.n++
	go func() {
		err := protect(work)
		if errors.Is(err, schedule.ErrStopped) {
			err = nil
		}
		if err != nil {
			s.Stop()
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if err != nil {
			g.errs = append(g.errs, err)
		}
		if g.n--; g.n == 0 {
			close(g.idle)
		}
	}()
}

// working gives a channel that is closed when all who have started have ended;
// nil if nobody is at work.
func (g *group) working() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == 0 {
		return nil
	}
	return g.idle
}

// wait waits for all who have started, but not longer than the time.
func (g *group) wait(s *schedule.Schedule, most time.Duration) {
	ended := g.working()
	if most <= 0 || ended == nil {
		return
	}
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	case <-s.Done():
	}
}

// join waits for all and gives their errors.
func (g *group) join() error {
	if ended := g.working(); ended != nil {
		<-ended
	}
	return errors.Join(g.errs...)
}

// protect runs the function and turns a panic into an error.
func protect(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the planner failed: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}

// each runs the function in every slot of the job at once and waits for all.
func (j *job) each(work func(d *incumbent.Reporter) error) error {
	if len(j.slots) == 1 {
		return work(j.Reporter) // which keeps its place in the queue
	}
	j.Release()
	var workers group
	for _, d := range j.slots {
		workers.start(j.schedule, func() error {
			defer d.Release()
			return work(d)
		})
	}
	return workers.join()
}
