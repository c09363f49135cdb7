package planner

import "facet/planner/heuristic/astar"

// vertexElimination is the exact search over subsets of junctions, after annealing
// has given it an incumbent.
func (j *job) vertexElimination() error {
	if err := j.warmAnnealing(); err != nil {
		return err
	}
	result, err := astar.Search(j.root, j.Reporter, astar.Options{Memory: j.Allowance(), Limit: j.cutoff()})
	if result.Moves != nil || result.Cost == 0 {
		if err := j.found(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil || !result.Proven {
		return err
	}
	if err := j.anySequence(); err != nil {
		return err
	}
	j.MarkOptimal(false)
	return nil
}
