package planner

import "facet/planner/heuristic/astar"

// vertexElimination is the exact search over subsets of junctions, by itself or
// beside others.
func (j *job) vertexElimination() error {
	alone := j.Method == VertexElimination
	options := astar.Options{Memory: j.Allowance()}
	if alone {
		if err := j.warmAnnealing(); err != nil {
			return err
		}
	} else {
		options.Nodes = warmNodes
	}
	options.Limit = j.cutoff()
	result, err := astar.Search(j.root, j.Reporter, options)
	if result.Moves != nil || alone && result.Cost == 0 {
		if err := j.found(result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil || !alone || !result.Proven {
		return err
	}
	if err := j.anySequence(); err != nil {
		return err
	}
	j.MarkOptimal(false)
	return nil
}

// warmNodes limits the vertex elimination that only has to deliver a good
// incumbent: on dags where it does not end by then, it ends with its best guess.
const warmNodes = 2000
