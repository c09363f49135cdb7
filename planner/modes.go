package planner

import (
	"fmt"
	"time"

	"facet/model"
	"facet/planner/heuristic"
)

// mode is the row of a method that makes one sequence at once, from the state alone. Branch
// and bound asks it, too, at the stage that w says. A plan without operations and cost
// says that it was stopped.
func mode(name Source, text string, s space, w when, plan func(*model.State, heuristic.Stop) heuristic.Plan) strategy {
	slice := time.Duration(0)
	asked := warmedBy(WarmHeuristics)
	if w == firstSequence {
		slice = firstSlice
		asked = func(q *question) bool { return q.WarmStart <= WarmHeuristics && !q.isLong(name) }
	}
	return strategy{
		slice: slice, name: name, letter: 'H', text: text, gives: givesSequences, space: s,
		asked: asked, when: w, memory: 2, slots: 1,
		run: func(j *job) error {
			_ = j.Check() // a run that was stopped gets its first sequence all the same
			if w == firstSequence && j.isTooLong(name) {
				j.record.GiveUp()
				return nil
			}
			p := plan(j.model, func(operations int) bool { return !j.hasRoomFor(operations) || j.unlessFirst() })
			if p.Ops == nil && p.Cost == 0 {
				return j.Check()
			}
			return j.foundOps(p.Ops, p.Cost)
		},
	}
}

// longer is by how many times more operations a sparse mode is not asked beside
// the other one.
const longer = 20

// isLong tells that a sparse mode takes far more operations than the other one, on dags
// where that matters.
func (q *question) isLong(mode Source) bool {
	if q.size() < large {
		return false
	}
	own, other := q.sparseOperations(mode)
	return own > longer*other
}

// sparseOperations is about how many operations a sparse mode takes, and the other one.
func (q *question) sparseOperations(mode Source) (own, other float64) {
	own, other = heuristic.SparseOperations(q.model.Dag())
	if mode == table[SparseAdjoint].name {
		own, other = other, own
	}
	return own, other
}

// operationBytes is about what an operation of a sequence takes while the sequence is
// made, or replayed and proved.
const operationBytes = 400

// mostOperations is how long a sequence may be to fit into the run's memory; on small
// dags there always is one.
func (q *question) mostOperations() int { return max(smallFaces, int(q.Memory/operationBytes)) }

// isTooLong tells beforehand that a sparse mode takes far more operations than fit.
func (q *question) isTooLong(mode Source) bool {
	own, _ := q.sparseOperations(mode)
	return own > 2*float64(q.mostOperations())
}

// hasRoomFor tells whether a sequence of so many operations fits into the run's memory.
// The record knows of those that do not.
func (j *job) hasRoomFor(operations int) bool {
	if operations <= j.mostOperations() {
		return true
	}
	j.record.GiveUp()
	return false
}

// smallFaces is up to how many faces a first sequence is made even for a run
// that has been stopped: it takes a few milliseconds.
const smallFaces = 500

// unlessFirst is Stop, but for the first sequence on a small dag.
func (j *job) unlessFirst() bool {
	return (j.faces > smallFaces || !j.Best().IsSaturated()) && j.Stopped()
}

// lastSequence is for a run that was stopped before it had any.
func (j *job) lastSequence() error {
	plan := heuristic.LocalSparseTangent(j.model, nil)
	return j.foundOps(plan.Ops, plan.Cost)
}

func (j *job) denseTangent() error {
	j.SetIncumbent(heuristic.DenseTangent(j.model), nil)
	return nil
}

func (j *job) denseAdjoint() error {
	j.SetIncumbent(heuristic.DenseAdjoint(j.model), nil)
	return nil
}

// pathsDoNotTouch is the error of a dag that is not made of separate chains, or of
// chains whose table does not fit into the run's memory.
func pathsDoNotTouch(q *question) error {
	if err := heuristic.Separate(q.model); err != nil {
		return err
	}
	if bytes := heuristic.ChainBytes(q.model); bytes > q.Memory {
		return fmt.Errorf("the table of ChainDP takes %d MB for the longest chain, more than the run's memory: give it more, or take another method", bytes>>20)
	}
	return nil
}

// chain is the dynamic programme for separate paths.
func (j *job) chain() error {
	if err := j.Check(); err != nil {
		return err
	}
	plan, err := heuristic.Chain(j.model, heuristic.Whenever(j.Stopped))
	if err == nil {
		err = j.Check()
	}
	if err != nil {
		return err
	}
	if err := j.foundOps(plan.Ops, plan.Cost); err != nil {
		return err
	}
	j.MarkOptimal(true)
	return nil
}

// nothingToSearch answers where the state has no face.
func (j *job) nothingToSearch() error {
	plan := heuristic.Accumulations(j.model)
	if err := j.foundOps(plan.Ops, plan.Cost); err != nil {
		return err
	}
	j.MarkOptimal(true)
	return nil
}

// settled reports what is left where a reduction has left no face.
func (j *job) settled() {
	plan := heuristic.Accumulations(j.model)
	if j.foundOps(plan.Ops, plan.Cost) == nil {
		j.raise(plan.Cost)
	}
}

// anySequence reports a sequence where every one costs more than can be told,
// and any is as good.
func (j *job) anySequence() error {
	if !j.Best().IsSaturated() {
		return nil
	}
	plan := heuristic.LocalSparseTangent(j.model, heuristic.Whenever(j.Stopped))
	if plan.Ops == nil {
		return j.Check()
	}
	return j.foundOps(plan.Ops, plan.Cost)
}
