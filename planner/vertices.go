package planner

import "facet/planner/heuristic/astar"

// warmNodes limits A* in a portfolio, where it only has to find a good sequence: on
// chains of like steps, such as Newton's, it does so at once.
const warmNodes = 100

// vertexElimination is the exact search over sets of junctions.
func vertexElimination(j *job) error {
	if err := j.slot.Check(); err != nil { // what others find before its turn counts
		return err
	}
	alone := j.run.options.Method == VertexElimination
	if alone {
		if err := startOfOrders(j); err != nil {
			return err
		}
	}
	o := astar.Options{Memory: j.slot.Allowance(), Limit: j.question.cutoff()}
	if !alone {
		o.Nodes = warmNodes
	}
	result, err := astar.Search(j.question.root, j.worker, o)
	if result.Moves != nil || result.Cost == 0 {
		if err := j.report.moves(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil || !alone {
		return err
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
