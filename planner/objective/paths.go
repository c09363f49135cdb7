package objective

import "facet/model"

// mostPaths is how many paths of the line dag a bound looks at.
const mostPaths = 200

// longest bounds the makespan of whatever completes a state, on machines without end: each
// path of the line dag has to be derived, as a chain is, from Jacobians that are there
// from a time on, and the best of its derivations takes at least as long as its critical
// path. Other paths of a sum only make it wait longer.
func longest(s *model.State, ready []model.Cost) (bound model.Cost) {
	left := mostPaths
	var path []model.Z
	var walk func(z model.Z)
	walk = func(z model.Z) {
		if left == 0 {
			return
		}
		path = append(path, z)
		if len(s.Succs(z)) == 0 {
			left--
			bound = max(bound, derive(s, ready, path))
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
// over subpaths.
func derive(s *model.State, ready []model.Cost, path []model.Z) model.Cost {
	g := s.Dag()
	n := len(path)
	best := make([]model.Cost, n*n) // from i to k
	for i, z := range path {
		if s.HasJacobian(z) {
			best[i*n+i] = ready[z]
		} else {
			best[i*n+i] = g.LeastAccumulation(s.Elemental(z))
		}
	}
	for l := 1; l < n; l++ {
		for i := 0; i+l < n; i++ {
			k := i + l
			from, to := g.Size(s.Source(path[i])), g.Size(s.Target(path[k]))
			least := model.Saturated
			if e := s.Elemental(path[k]); e != nil {
				least = min(least, best[i*n+k-1].Add(e.Tangents(from)))
			}
			if e := s.Elemental(path[i]); e != nil {
				least = min(least, best[(i+1)*n+k].Add(e.Adjoints(to)))
			}
			for j := i; j < k; j++ {
				least = min(least, max(best[i*n+j], best[(j+1)*n+k]).Add(g.Product.Of(from, g.Size(s.Target(path[j])), to)))
			}
			best[i*n+k] = least
		}
	}
	return best[n-1]
}
