package why

import (
	"slices"

	"facet/model"
)

// Every operation joins paths of the line dag, and nothing ever divides them: each path of
// the dag from a source to a sink is cut into pieces, one for each vertex of the line dag
// that it goes through, and an elimination takes one of the cuts away. So a face, or a
// vertex, can only come up while the cuts at its ends and in its middle are there.

// looked is how many paths of a label are looked at, and longest how long they may be.
// Where more would have to be looked at, everything is taken to be possible.
const (
	looked  = 16
	longest = 64
)

// faceGone reports whether a face between these labels is certain not to come up any more.
func faceGone(s *model.State, left, right *model.Label) bool {
	for _, p := range left.Paths(looked) {
		for _, q := range right.Paths(looked) {
			whole := append(slices.Clone(p), q[1:]...)
			if len(whole) <= longest && !pieces(s, whole, len(p)-1) {
				return true
			}
		}
	}
	return false
}

// vertexGone reports whether a vertex with this label is certain not to come up any more.
func vertexGone(s *model.State, of *model.Label) bool {
	return slices.ContainsFunc(of.Paths(looked), func(p model.Path) bool {
		return len(p) <= longest && !pieces(s, p, 0)
	})
}

// pieces reports whether vertices of the line dag that follow each other make up a path,
// with a cut at a place of it.
func pieces(s *model.State, p model.Path, cut int) bool {
	// before[k] are the vertices that end at the k-th place, at the end of such pieces.
	before := make([][]model.Z, len(p))
	for to := 1; to < len(p); to++ {
		for from := range to {
			if from < cut && cut < to {
				continue
			}
			z, ok := s.Holder(p[from : to+1])
			if ok && (from == 0 || slices.ContainsFunc(before[from], func(u model.Z) bool {
				return s.HasFace(model.Face{U: u, V: z})
			})) {
				before[to] = append(before[to], z)
			}
		}
	}
	return len(before[len(p)-1]) > 0
}

// modelGone reports whether the model that an operation evaluates is gone. A model that is
// lost never comes back.
func modelGone(s *model.State, d Operation) bool {
	return d.needs != model.NoZ && (!s.IsLive(d.needs) || s.Elemental(d.needs) == nil)
}
