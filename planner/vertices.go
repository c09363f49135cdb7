package planner

import "facet/planner/heuristic/astar"

// warmNodes limits the search beside others, which only has to find a good sequence: on
// chains of like steps, such as Newton's, it does so at once.
const warmNodes = 100

// vertexElimination is the exact search over sets of junctions.
func (j *job) vertexElimination() error {
	if err := j.Check(); err != nil { // what others find before its turn counts
		return err
	}
	alone := j.Method == VertexElimination
	if alone {
		if err := j.startOfOrders(); err != nil {
			return err
		}
	}
	o := astar.Options{Memory: j.Allowance(), Limit: j.cutoff()}
	if !alone {
		o.Nodes = warmNodes
	}
	result, err := astar.Search(j.root, j.Reporter, o)
	if result.Moves != nil || result.Cost == 0 {
		if err := j.found(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil || !alone {
		return err
	}
	if !result.Proven {
		if j.Time <= 0 {
			j.schedule.Finish() // the memory is full: nobody else would ever end
		}
		return nil
	}
	if err := j.anySequence(); err != nil {
		return err
	}
	j.record.MarkOptimal(FromCompletion, false)
	return nil
}
