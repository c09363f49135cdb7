package planner

import (
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/heuristic/dive"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

const (
	// diveNoise disturbs the order in which dives reduce the cover, but for the
	// first one on each solution.
	diveNoise = 0.3

	// Every relaxedDive-th dive asks the relaxation again wherever it is stuck, on
	// dags of up to relaxedVertices edges and for relaxedTime each time.
	relaxedDive     = 3
	relaxedVertices = 200
	relaxedTime     = 200 * time.Millisecond
)

// diving makes sequences of the primal support of the relaxation until the run ends, each
// worker with random choices of its own.
func diving(j *job) error {
	return j.each(func(j *job) error {
		q := j.question
		if err := j.await(q.relaxation.first); err != nil {
			return err
		}
		problem, seen := dive.NewProblem(q.root), 0
		for n := 1; ; n++ {
			support, posts := q.relaxation.latest()
			o := dive.Options{Limit: q.cutoff(), Rand: j.worker.Rand, Check: j.slot.Check}
			if posts == seen || j.worker.Number > 0 {
				o.Noise = diveNoise
			}
			seen = posts
			if n%relaxedDive == 0 && len(q.graph.Vertices) <= relaxedVertices {
				o.Relax = func(s *packed.State, limit model.Cost) ([]dive.Primal, model.Cost, bool, error) {
					return relax(j, s, limit)
				}
			}
			if !j.slot.Keep(problem.Bytes()) {
				return nil
			}
			r, err := problem.Dive(support, o)
			if err != nil {
				return err
			}
			if !r.Cost.IsSaturated() {
				if err := j.report.moves(r.Moves, r.Cost); err != nil {
					return err
				}
			}
		}
	})
}

// relax solves the relaxation of a state that a dive has come to.
func relax(j *job, s *packed.State, limit model.Cost) ([]dive.Primal, model.Cost, bool, error) {
	var in linegraph.Graph
	s.Fill(&in, make([]int32, s.Slots()))
	time, check := j.timed(relaxedTime)
	r := cover.Solve(j.run.ctx, &in, cover.Options{Incumbent: limit, Time: time, Clock: j.slot.Worked,
		Memory: j.slot.Allowance(), Check: check})
	return r.Support, r.Bound, r.Converged || r.Bound >= limit, j.slot.Check()
}
