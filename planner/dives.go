package planner

import (
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/heuristic/dive"
	"facet/planner/incumbent"
	"facet/planner/linegraph"
	"facet/planner/packed"
)

const (
	// diveNoise disturbs the order in which dives reduce the cover, but for the
	// first one on each solution.
	diveNoise = 0.3

	// Every relaxedDive-th dive asks the relaxation again wherever it is stuck, on
	// dags of up to so many vertices and for so long each time.
	relaxedDive     = 3
	relaxedVertices = 200
	relaxedTime     = 200 * time.Millisecond
)

// diving makes sequences of the primal support of the relaxation until the run ends, each
// worker with its own luck.
func (j *job) diving() error {
	return j.each(func(d *incumbent.Reporter) error {
		if err := j.await(d, j.relaxation.first); err != nil {
			return err
		}
		at, problem, seen := j.at(d), dive.NewProblem(j.root), 0
		for n := 1; ; n++ {
			support, posts := j.relaxation.latest()
			o := dive.Options{Limit: j.cutoff(), Luck: d.Rand, Check: d.Check}
			if posts == seen || d.Number > 0 {
				o.Noise = diveNoise
			}
			seen = posts
			if n%relaxedDive == 0 && len(j.graph.Vertices) <= relaxedVertices {
				o.Relax = at.relax
			}
			if !d.Keep(problem.Bytes()) {
				return nil
			}
			r, err := problem.Dive(support, o)
			if err != nil {
				return err
			}
			if !r.Cost.IsSaturated() {
				if err := at.found(r.Moves, r.Cost); err != nil {
					return err
				}
			}
		}
	})
}

// relax solves the relaxation of a state that a dive has come to.
func (j *job) relax(s *packed.State, limit model.Cost) ([]dive.Primal, model.Cost, bool, error) {
	var in linegraph.Graph
	s.Fill(&in, make([]int32, s.Slots()))
	r := cover.Solve(j.ctx, &in, cover.Options{Incumbent: limit, Time: relaxedTime, Memory: j.Allowance(), Check: j.Check})
	return r.Support, r.Bound, r.Converged || r.Bound >= limit, j.Check()
}
