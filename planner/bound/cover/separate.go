package cover

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
)

// found is a violated cut that has not been added yet.
type found struct {
	path      *paths.Path
	resources []int32
	violation float64
}

// worth is the violation from which on a cut is worth a column.
const worth = 1e-6

// separation collects violated cuts for the current dual prices.
type separation struct {
	programme *programme
	watch
	found []found
}

func (s *separation) take(w *paths.Path, resources []int32) {
	if v := s.programme.violation(resources); v > worth && len(resources) > 0 {
		s.found = append(s.found, found{w, slices.Clone(resources), v})
	}
}

// commit adds the most violated cuts, at most limit of them, and reports how many
// were new.
func (s *separation) commit(limit int) int {
	slices.SortStableFunc(s.found, func(a, b found) int { return cmp.Compare(b.violation, a.violation) })
	n := 0
	for _, c := range s.found {
		if n == limit {
			break
		}
		if s.programme.add(c.path, c.resources) {
			n++
		}
	}
	s.found = s.found[:0]
	return n
}

// pool looks for a blocking set of each of the paths that is cheap by the weights.
func (s *separation) pool(pool []*paths.Path, weight []float64) {
	for _, w := range pool {
		if s.count(w, 1) {
			return
		}
		s.programme.members = s.programme.block.Cut(w, weight, s.programme.members[:0], true)
		s.take(w, s.programme.members)
	}
}

// vertices looks for the most violated vertex cut of each vertex.
func (s *separation) vertices() {
	s.programme.pricer.Vertices(func(vertices []int32, z int32) bool {
		w := s.programme.path(vertices)
		if w != nil {
			s.programme.members = s.programme.members[:0]
			for _, subpath := range w.Subpaths {
				if s.programme.IsLink(subpath) {
					continue
				}
				for _, o := range s.programme.Options(subpath) {
					n := s.programme.Lightest(o, s.programme.weight)
					if n < 0 {
						continue
					}
					if r := s.programme.Resources[n]; r.Kind != paths.Mul && r.Z == z {
						s.programme.members = append(s.programme.members, n)
					}
				}
			}
			if s.programme.block.IsCut(w, s.programme.members) {
				s.take(w, s.programme.members)
			}
		}
		return !s.count(w, built)
	})
}

// faces looks for violated face cuts.
func (s *separation) faces(noise *rand.Rand) {
	s.programme.pricer.Faces(noise, func(vertices []int32, position int32) bool {
		w := s.programme.path(vertices)
		if w != nil {
			if resources, ok := s.splitAt(w, s.programme.Graph.Vertices[vertices[position]].From); ok {
				s.take(w, resources)
			}
		}
		return !s.count(w, built)
	})
}

// splitAt gives the resources that join parts of the path at a vertex of the dag: a
// face cut. ok is false if a free option does too, so that they do not block.
func (s *separation) splitAt(w *paths.Path, vertex int32) (resources []int32, ok bool) {
	s.programme.members = s.programme.members[:0]
	for _, subpath := range w.Subpaths {
		if s.programme.IsLink(subpath) {
			continue
		}
		for _, o := range s.programme.Options(subpath) {
			join := int32(-1)
			if o.Left >= 0 {
				_, join = s.programme.Ends(o.Left)
			} else if o.Right >= 0 {
				join, _ = s.programme.Ends(o.Right)
			}
			if join == vertex {
				n := s.programme.Lightest(o, s.programme.weight)
				if n < 0 {
					return nil, false
				}
				s.programme.members = append(s.programme.members, n)
			}
		}
	}
	return s.programme.members, true
}
