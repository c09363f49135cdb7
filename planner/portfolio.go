package planner

import (
	"time"

	"facet/planner/heuristic"
	"facet/planner/search/schedule"
)

// portfolio has strategies work side by side, the cheap ones first: the schedule divides
// the workers' time among them.
type portfolio struct {
	job   *job
	left  *question // after a reduction, or the one that was asked
	asked *schedule.Group
}

// askAll asks every strategy that fits. It ends when one of them has answered the
// question, or none is left.
func askAll(j *job) error {
	p := portfolio{job: j, left: j.question, asked: j.run.schedule.Group()}
	p.ask(true)
	if j.slot.Yield() == nil {
		p.reduce()
	}
	if j.slot.Check() == nil {
		p.ask(false)
	}
	j.slot.Release()
	return p.asked.Join()
}

// ask starts the strategies before presolve, or those after it, in the order of the list.
func (p *portfolio) ask(early bool) {
	n := p.job.question.size()
	for _, row := range p.job.run.strategies {
		if row.early[n] != early || !p.admits(row) {
			continue
		}
		next := row.of.choose(p.job.question, p.left).newJob(row)
		for _, w := range next.workers {
			w.Slot.Queue()
			if row.name == FromSearch {
				break // its other workers have nothing to do at first
			}
		}
		p.asked.Start(next.work)
	}
}

// admits reports whether the strategy is asked at all.
func (p *portfolio) admits(row *strategy) bool {
	q := p.job.question
	switch {
	case row.share[q.size()] == 0, q.run.options.without[string(row.name)], !row.asked(q), !row.hasRoom(q),
		row.fits != nil && row.fits(q) != nil, row.dense && q.model.Dag().HasPatterns():
		return false
	}
	return row.gives&givesSequences == 0 || row.space <= p.job.row.space
}

// reduceTime limits the work of the reduction.
const reduceTime = time.Second

// reduce finds what is left after a reduction, for the strategies that may work on it.
func (p *portfolio) reduce() {
	j := p.job
	if o := &j.run.options; o.WarmStart != WarmVertex || o.without["presolve"] || j.question.size() == huge {
		return
	}
	within := j.slot.Within(reduceTime)
	left, err := j.question.reduced(func() bool { return !within() })
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
