package objective

import (
	"context"

	"facet/model"
	"facet/model/pattern"
)

// mostPaths is how many paths of the line dag a bound looks at, and mostDerived how long
// they may be, mostJoined where patterns of all subpaths are needed: a path takes the cube
// of its length.
const (
	mostPaths   = 200
	mostDerived = 1000
	mostJoined  = 64
)

// longest bounds the makespan of whatever completes a state, on machines without end: each
// path of the line dag has to be derived, as a chain is, from Jacobians that are there
// from a time on, and the best of its derivations takes at least as long as its critical
// path. Other paths of a sum only make it wait longer, and with patterns they do not make
// an operation cheaper: it costs at least what it does for the entries of this path, with
// the most entries of a row (a column) in the place of colours, since that number does not
// fall where entries are added. When ctx ends, the bound is that of the paths so far.
func longest(ctx context.Context, s *model.State, ready []model.Cost) (bound model.Cost) {
	left := mostPaths
	var path []model.Z
	var walk func(z model.Z)
	walk = func(z model.Z) {
		if left == 0 || len(path) == mostDerived || ctx.Err() != nil {
			return
		}
		path = append(path, z)
		if len(s.Succs(z)) == 0 {
			left--
			bound = max(bound, derive(ctx, s, ready, path))
		}
		for _, v := range s.Succs(z) {
			walk(v)
		}
		path = path[:len(path)-1]
	}
	for _, z := range s.Vertices() {
		if len(s.Preds(z)) == 0 {
			walk(z)
		}
	}
	return bound
}

// derive is the shortest critical path of a derivation of a path, by dynamic programming
// over subpaths; 0 where ctx ends first.
func derive(ctx context.Context, s *model.State, ready []model.Cost, path []model.Z) model.Cost {
	g := s.Dag()
	n := len(path)
	if g.HasPatterns() && n > mostJoined {
		return 0
	}
	best := make([]model.Cost, n*n) // from i to k
	entries := make([]*pattern.Pattern, n*n)
	for i, z := range path {
		entries[i*n+i] = s.Pattern(z)
		if s.HasJacobian(z) {
			best[i*n+i] = ready[z]
		} else {
			best[i*n+i] = g.LeastAccumulation(s.Elemental(z))
		}
	}
	for l := 1; l < n; l++ {
		for i := 0; i+l < n; i++ {
			if ctx.Err() != nil {
				return 0
			}
			k := i + l
			source, target := s.Source(path[i]), s.Target(path[k])
			from, to := g.Size(source), g.Size(target)
			if g.HasPatterns() {
				p := model.Join(entries[i*n+i], entries[(i+1)*n+k])
				entries[i*n+k], from, to = p, 1, 1
				if p.IsKnown() { // else that of a sum may be all the same
					from, to = max(1, model.Cost(p.MostInRow())), max(1, model.Cost(p.MostInColumn()))
				}
			}
			least := model.Saturated
			if e := s.Elemental(path[k]); e != nil {
				least = min(least, best[i*n+k-1].Add(e.Tangents(from)))
			}
			if e := s.Elemental(path[i]); e != nil {
				least = min(least, best[(i+1)*n+k].Add(e.Adjoints(to)))
			}
			for j := i; j < k; j++ {
				var time model.Cost
				if u, v := entries[i*n+j], entries[(j+1)*n+k]; u == nil || u.IsKnown() && v.IsKnown() {
					time = g.Multiply(source, s.Target(path[j]), target, u, v)
				}
				least = min(least, max(best[i*n+j], best[(j+1)*n+k]).Add(time))
			}
			best[i*n+k] = least
		}
	}
	return best[n-1]
}
