package planner

import "facet/planner/heuristic/astar"

// vertexElimination is the exact search over sets of junctions.
func (j *job) vertexElimination() error {
	if err := j.Check(); err != nil { // what others find before its turn counts
		return err
	}
	result, err := astar.Search(j.root, j.Reporter, astar.Options{Memory: j.Allowance(), Limit: j.cutoff()})
	if result.Moves != nil || result.Cost == 0 {
		if err := j.found(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil {
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
