package planner

import (
	"errors"
	"fmt"
	"time"

	"facet/planner/heuristic"
	"facet/planner/search/incumbent"
	"facet/planner/search/schedule"
)

// job is a strategy at work on a question, in one of its goroutines.
type job struct {
	run      *Run
	question *question
	row      *strategy
	workers  []*incumbent.Reporter // one for each goroutine
	worker   *incumbent.Reporter   // of this goroutine: the first, unless at says otherwise
	slot     *schedule.Slot        // of the worker
	report   report                // by the worker
}

func (q *question) newJob(row *strategy) *job {
	o := &q.run.options
	n := row.slots
	if n == 0 {
		n = o.Workers
	}
	memory := o.Memory
	if row.memory > 0 {
		memory = o.Memory / 100 * row.memory
	}
	if q.size() == huge {
		memory = o.Memory / 2 // for there are few of them
	}
	workers := q.run.record.Reporters(incumbent.Job{Source: row.name, Seed: o.Seed, Terms: schedule.Terms{
		Share: row.share[q.size()] / float64(n), Unit: row.unit, Memory: memory / int64(n)}}, n)
	j := &job{run: q.run, question: q, row: row, workers: workers}
	return j.at(workers[0])
}

// at is the job in another of its goroutines.
func (j *job) at(worker *incumbent.Reporter) *job {
	other := *j
	other.worker, other.slot, other.report = worker, worker.Slot, report{j.question, worker}
	return &other
}

// work runs the strategy to its end.
func (j *job) work() error {
	err := schedule.Protect(func() error { return j.row.run(j) })
	for _, w := range j.workers {
		w.Slot.Keep(0)
		w.Slot.Release()
	}
	return err
}

// each runs the function in every goroutine of the job at once and waits for all.
func (j *job) each(work func(at *job) error) error {
	if len(j.workers) == 1 {
		return work(j) // which keeps its place in the queue
	}
	j.slot.Release()
	all := j.run.schedule.Group()
	for _, w := range j.workers {
		all.Start(func() error {
			defer w.Slot.Release()
			return work(j.at(w))
		})
	}
	return all.Join()
}

// keep records how many bytes the job keeps in its goroutine.
func (j *job) keep(bytes int64) { j.slot.Keep(bytes) }

// allowance is how many bytes all goroutines of the job together may keep.
func (j *job) allowance() int64 { return j.slot.Allowance() * int64(len(j.workers)) }

// briefly is a stop for what may take a part of the run's time only; the job has its turn.
func (j *job) briefly(limit time.Duration) func() bool {
	if all := j.run.options.all(); all > 0 {
		limit = min(limit, all/4)
	}
	within := j.slot.Within(limit)
	return func() bool { return !within() }
}

// answer runs a method: a portfolio, or one strategy with the bound that costs almost
// nothing.
func answer(j *job) error {
	q, row, o := j.question, j.row, &j.run.options
	if (row.gives&givesProof == 0 || row.fits != nil) && !q.model.Dag().HasPatterns() {
		j.worker.SetBound(FromPacking, packedPaths(q.graph, j.briefly(packTime)))
	}
	if o.Lower > 0 {
		j.worker.SetBound(FromNothing, o.Lower)
	}
	if o.Sequence != nil && row.gives != givesCost {
		cost, err := q.costOf(o.Sequence)
		if err != nil {
			return fmt.Errorf("the sequence that is known cannot be replayed: %w", err)
		}
		if err := j.report.sequence(o.Sequence, cost); err != nil {
			return err
		}
	}
	if q.faces == 0 && row.gives != givesCost {
		return nothingToSearch(j)
	}
	err := j.work()
	if row.gives != givesCost && q.isQuick() && j.run.record.Known().Incumbents == 0 &&
		(err == nil || errors.Is(err, schedule.ErrStopped)) {
		plan := heuristic.LocalSparseTangent(q.model, nil) // it was stopped before it had any
		return errors.Join(err, j.report.sequence(plan.Ops, plan.Cost))
	}
	return err
}

// nothingToSearch answers where the state has no face.
func nothingToSearch(j *job) error {
	plan := heuristic.Accumulations(j.question.model)
	if err := j.report.sequence(plan.Ops, plan.Cost); err != nil {
		return err
	}
	j.run.record.MarkOptimal(j.row.name, true)
	return nil
}

// anySequence reports a sequence where every one costs more than can be told,
// and any is as good.
func anySequence(j *job) error {
	if !j.run.record.Best().IsSaturated() {
		return nil
	}
	plan := heuristic.LocalSparseTangent(j.question.model, heuristic.Whenever(j.slot.Stopped))
	if plan.Ops == nil {
		return j.slot.Check()
	}
	return j.report.sequence(plan.Ops, plan.Cost)
}
