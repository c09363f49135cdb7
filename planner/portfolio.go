package planner

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"facet/planner/heuristic"
	"facet/planner/search/schedule"
)

// portfolio has strategies work side by side, the cheap ones first: the schedule divides
// the workers' time among them.
type portfolio struct {
	job   *job
	left  *question // after a reduction, or the one that was asked
	asked group
}

// askAll asks every strategy that fits. It ends when one of them has answered the
// question, or none is left.
func askAll(j *job) error {
	p := portfolio{job: j, left: j.question}
	size := j.question.size()
	if j.run.schedule.IsCounted() {
		return p.askInTurns(size)
	}
	j.slot.Release()
	for at := range stages {
		p.ask(at, size)
		if at == second {
			p.reduce()
			j.slot.Release()
		}
		if j.run.options.Workers > 1 || size >= large {
			p.asked.wait(j.run.schedule, stageTime[at])
		} else if stageTime[at] > 0 {
			_ = j.slot.Check() // its turn comes after the first turns of the stage
			j.slot.Release()
		}
		if j.run.record.Known().Proven {
			break
		}
	}
	return p.asked.join()
}

// askInTurns asks while it has the worker's time, so that what is asked, and when, follows
// from the work that is done.
func (p *portfolio) askInTurns(size size) error {
	slot := p.job.slot
	for at := range stages {
		if slot.Check() != nil || p.job.run.record.Known().Proven {
			break
		}
		p.ask(at, size)
		if at == second {
			p.reduce()
		}
		if stageTime[at] > 0 && slot.Yield() != nil {
			break
		}
	}
	slot.Release()
	return p.asked.join()
}

// ask starts the strategies of a stage, in the order of the list.
func (p *portfolio) ask(at stage, n size) {
	for _, row := range strategies {
		if row.when[n] != at || !p.admits(row) {
			continue
		}
		next := row.of.choose(p.job.question, p.left).newJob(row)
		for _, w := range next.workers {
			w.Slot.Queue()
			if row.name == FromSearch {
				break // its other workers have nothing to do at first
			}
		}
		p.asked.start(p.job.run.schedule, next.work)
	}
}

// admits reports whether the strategy is asked at all.
func (p *portfolio) admits(row *strategy) bool {
	q := p.job.question
	if q.run.options.without[string(row.name)] || !row.asked(q) || !row.hasRoom(q) || row.fits != nil &&
		row.fits(q) != nil {
		return false
	}
	if row.dense && q.model.Dag().HasPatterns() || row.clocked && q.run.schedule.IsCounted() {
		return false
	}
	return row.gives&givesSequences == 0 || row.space <= p.job.row.space
}

// The reduction has a tenth of the time of the run, but no less and no more than these.
const (
	leastReduceTime = time.Second
	mostReduceTime  = 3 * time.Second
)

// reduce finds what is left after a reduction, for the strategies that may work on it.
func (p *portfolio) reduce() {
	j := p.job
	if o := &j.run.options; o.WarmStart != WarmVertex || o.without["presolve"] || j.slot.Check() != nil {
		return
	}
	stop := func() bool { return j.run.ctx.Err() != nil }
	if j.run.schedule.IsCounted() {
		if j.question.size() == huge {
			return // it would take too long, and no time must say so
		}
	} else {
		limit := mostReduceTime
		if all := j.run.options.all(); all > 0 {
			limit = min(limit, max(leastReduceTime, all/10))
		}
		halted, within := stop, j.slot.Within(limit)
		stop = func() bool { return halted() || !within() }
	}
	left, err := j.question.reduced(stop)
	if err != nil || left.reduction == nil {
		return
	}
	p.left = left
	if left.faces > 0 {
		return
	}
	report := left.newJob(j.row).report
	plan := heuristic.Accumulations(left.model)
	if report.sequence(plan.Ops, plan.Cost) == nil {
		report.bound(plan.Cost)
	}
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

// working gives a channel that is closed when all goroutines that were started have
// ended; nil if none is at work.
func (g *group) working() <-chan struct{} {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.n == 0 {
		return nil
	}
	return g.idle
}

// wait waits for all that were started, but not longer than the time.
func (g *group) wait(s *schedule.Schedule, most time.Duration) {
	ended := g.working()
	if most <= 0 || ended == nil {
		return
	}
	s.Wait(ended, most)
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
