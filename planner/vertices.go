package planner

import "facet/planner/heuristic/astar"

// vertexElimination is the exact search over sets of junctions.
func vertexElimination(j *job) error {
	if err := j.slot.Check(); err != nil { // what others find before its turn counts
		return err
	}
	if err := startOfOrders(j); err != nil {
		return err
	}
	o := astar.Options{Memory: j.slot.Allowance(), Limit: j.question.cutoff()}
	result, err := astar.Search(j.question.root, j.worker, o)
	if err != nil {
		return err
	}
	if result.Moves != nil || result.Cost == 0 {
		if err := j.report.moves(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if !result.Proven {
		if j.run.options.Time <= 0 {
			j.run.schedule.Finish() // the memory is full: no other strategy would ever end
		}
		return nil
	}
	if err := anySequence(j); err != nil {
		return err
	}
	j.run.record.MarkOptimal(FromCompletion, false)
	return nil
}
