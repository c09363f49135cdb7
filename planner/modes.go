package planner

import (
	"fmt"

	"facet/model"
	"facet/planner/heuristic"
)

// planFunc makes one sequence at once, from the state alone. A plan without operations
// and cost says that it was stopped.
type planFunc func(*model.State, heuristic.Stop) heuristic.Plan

// mode is the row of a method that makes one sequence at once. Branch and bound asks those on its
// list, too: they cost next to nothing, but on large dags.
func mode(name Source, text string, s space, plan planFunc) strategy {
	return strategy{
		name: name, letter: 'H', text: text, gives: givesSequences, space: s,
		asked: warmedBy(WarmHeuristics), share: quick, early: always, unit: quickCheck, memory: 2, slots: 1,
		run: func(j *job) error {
			_ = j.slot.Check() // a run that was stopped gets its first sequence all the same
			return planned(j, plan)
		},
	}
}

// planned reports the sequence of a plan.
func planned(j *job, plan planFunc) error {
	made := plan(j.question.model, func(operations int) bool {
		return !j.hasRoomFor(operations) || j.isStoppedAfterFirst()
	})
	if made.Ops == nil && made.Cost == 0 {
		return j.slot.Check()
	}
	return j.report.sequence(made.Ops, made.Cost)
}

// sparse is the row of a sparse mode: the first sequence comes from it. operations is
// about how many it takes on a dag, and how many the other one takes.
func sparse(name Source, text string, operations func(*model.Dag) (these, others float64),
	plan planFunc) strategy {
	row := mode(name, text, vertices, plan)
	row.share = shares{100, 100, 50, 20}
	row.asked = func(q *question) bool {
		return warmedBy(WarmHeuristics)(q) && (q.size() < large || !isLong(operations(q.model.Dag())))
	}
	row.run = func(j *job) error {
		_ = j.slot.Check()
		if these, _ := operations(j.question.model.Dag()); these > 2*float64(j.run.options.mostOperations()) {
			j.run.record.GiveUp()
			return nil
		}
		return planned(j, plan)
	}
	return row
}

// isLong reports whether a sparse mode takes so many times more operations than the other
// one that it is not asked, on dags where that matters.
func isLong(these, others float64) bool { return these > 20*others }

func tangentOperations(g *model.Dag) (these, others float64) { return heuristic.SparseOperations(g) }

func adjointOperations(g *model.Dag) (these, others float64) {
	others, these = heuristic.SparseOperations(g)
	return these, others
}

// operationBytes is about what an operation of a sequence takes while the sequence is
// made, or replayed and proved.
const operationBytes = 400

// mostOperations is how long a sequence may be to fit into the run's memory; on small
// dags there always is one.
func (o *Options) mostOperations() int { return max(smallFaces, int(o.Memory/operationBytes)) }

// hasRoomFor reports whether a sequence of so many operations fits into the run's memory.
// The record knows of those that do not.
func (j *job) hasRoomFor(operations int) bool {
	if operations <= j.run.options.mostOperations() {
		return true
	}
	j.run.record.GiveUp()
	return false
}

// smallSize is up to how many faces and edges, and smallWork up to how much work for the
// classical modes where there are patterns, a first sequence is made even for a run that has
// been stopped: it takes a few milliseconds. smallFaces is how long a sequence may be in any
// memory.
const (
	smallFaces = 500
	smallSize  = 2000
	smallWork  = 1 << 20
)

// isQuick reports whether a first sequence takes a few milliseconds.
func (q *question) isQuick() bool {
	g := q.model.Dag()
	return q.faces+len(g.Edges) <= smallSize && (!g.HasPatterns() || model.WorkOfClassical(g) <= smallWork)
}

// isStoppedAfterFirst reports whether to stop, but for the first sequence on a small dag.
func (j *job) isStoppedAfterFirst() bool {
	return (!j.question.isQuick() || !j.run.record.Best().IsSaturated()) && j.slot.Stopped()
}

// costOf is the run function of a mode that is no sequence.
func costOf(mode func(*model.State) model.Cost) func(*job) error {
	return func(j *job) error {
		j.worker.SetIncumbent(mode(j.question.model), nil)
		return nil
	}
}

// compressed is the run function of a compressed mode. Its patterns may take long.
func compressed(mode func(c model.Classical) *model.Cost) func(*job) error {
	return func(j *job) error {
		both := model.CompressedOf(j.question.model.Dag(), func() bool {
			return !j.question.isQuick() && j.slot.Stopped()
		})
		if cost := mode(both); cost != nil {
			j.worker.SetIncumbent(*cost, nil)
			return nil
		}
		return j.slot.Check()
	}
}

// isFreshWithModels is the error of a state that compressed modes do not know: they push
// seeds through the elementals of a whole dag.
func isFreshWithModels(q *question) error {
	g := q.model.Dag()
	for k := range g.Edges {
		if !g.Edges[k].HasModel {
			return fmt.Errorf("edge %s has no tangent and adjoint: compressed modes evaluate those of each edge", g.EdgeName(k))
		}
	}
	if q.model.Born() != len(g.Edges) || q.model.Live() != len(g.Edges) {
		return fmt.Errorf("compressed modes start from the fresh line dag: restart, or take another method")
	}
	return nil
}

// pathsDoNotTouch is the error of a dag that is not made of separate chains, or of
// chains whose table does not fit into the run's memory.
func pathsDoNotTouch(q *question) error {
	if err := heuristic.Separate(q.model); err != nil {
		return err
	}
	if bytes := heuristic.ChainBytes(q.model); bytes > q.run.options.Memory {
		return fmt.Errorf("the table of ChainDP takes %d MB for the longest chain, more than the run's memory: give it more, or take another method", bytes>>20)
	}
	return nil
}

// chain is the dynamic programme for separate paths.
func chain(j *job) error {
	if err := j.slot.Check(); err != nil {
		return err
	}
	plan, err := heuristic.Chain(j.question.model, heuristic.Whenever(j.slot.Stopped))
	if err == nil {
		err = j.slot.Check()
	}
	if err != nil {
		return err
	}
	if err := j.report.sequence(plan.Ops, plan.Cost); err != nil {
		return err
	}
	j.run.record.MarkOptimal(j.row.name, true)
	return nil
}
