package paths

import (
	"math/rand/v2"

	"facet/planner/linegraph"
)

// Pricer looks for paths with a cheap cut: one whose resources are worth little by
// given weights. Two kinds of cuts can be searched among all paths without
// listing them: whatever derives a path fuses it at each of its faces, and
// accumulates each vertex without Jacobian or applies its models.
type Pricer struct {
	// Weight is by resource, and Unknown is the weight of resources without a number.
	Weight  []float64
	Unknown float64

	catalogue   *Catalogue
	graph       *linegraph.Graph
	set         *Set
	muls        [][]int32 // by junction: the products of some weight
	tans, adjs  [][]int32 // by vertex: the resources that apply its models
	listed      int       // how many resources are in tans and adjs
	left, right []float64 // weights by vertex of the dag
	onPath      []bool
}

// NewPricer looks for paths of the catalogue's graph.
func NewPricer(c *Catalogue, set *Set) *Pricer {
	n := len(c.Graph.Size)
	return &Pricer{
		catalogue: c, graph: c.Graph, set: set, muls: make([][]int32, n),
		tans: make([][]int32, len(c.Graph.Vertices)), adjs: make([][]int32, len(c.Graph.Vertices)),
		left: make([]float64, n), right: make([]float64, n), onPath: make([]bool, n),
	}
}

// Reweigh takes over new weights, by resource; products of no more than least are
// not looked at. The slice is kept.
func (s *Pricer) Reweigh(weight []float64, unknown, least float64) {
	s.Weight, s.Unknown = weight, unknown
	for j := range s.muls {
		s.muls[j] = s.muls[j][:0]
	}
	for n, w := range weight {
		if it := s.catalogue.Resources[n]; it.Kind == Mul && w > least {
			s.muls[it.J] = append(s.muls[it.J], int32(n))
		}
	}
}

// models fills in, by vertex of the dag, the weights of the tangents of a vertex
// behind parts that start there, or of its adjoints before parts that end there.
func (s *Pricer) models(weight []float64, z int32, tangents bool) {
	resources := s.catalogue.Resources
	for ; s.listed < len(resources); s.listed++ {
		switch it := resources[s.listed]; it.Kind {
		case Tan:
			s.tans[it.Z] = append(s.tans[it.Z], int32(s.listed))
		case Adj:
			s.adjs[it.Z] = append(s.adjs[it.Z], int32(s.listed))
		}
	}
	price, list := s.graph.Adj, s.adjs[z]
	if tangents {
		price, list = s.graph.Tan, s.tans[z]
	}
	for i := range s.graph.Size {
		weight[i] = s.Unknown
		if price(z, int32(i)) >= s.catalogue.Cutoff {
			weight[i] = 0
		}
	}
	for _, resource := range list {
		at := resources[resource].A
		if !tangents {
			at = resources[resource].B
		}
		if int(resource) < len(s.Weight) {
			weight[at] = s.Weight[resource]
		}
	}
}

// of is the weight of a resource that need not be in the catalogue.
func (s *Pricer) of(it Resource) float64 {
	n, known := s.catalogue.known(it)
	switch {
	case known && n >= 0 && int(n) < len(s.Weight):
		return s.Weight[n]
	case known && n == Dropped:
		return 0
	}
	return s.Unknown
}

// Vertices yields, for each vertex z without Jacobian, the path on which the
// resources that accumulate z or apply its models weigh least. Which resources that are
// depends on the vertices before and behind z alone, so the best path is a
// cheapest path on either side. The path's slice is the caller's.
func (s *Pricer) Vertices(yield func(path []int32, z int32) bool) {
	for z, l := range s.graph.Vertices {
		initial, final := len(s.graph.Pred[z]) == 0, len(s.graph.Succ[z]) == 0
		if l.Jacobian || !initial && s.graph.FreeTangent(int32(z)) || !final && s.graph.FreeAdjoint(int32(z)) {
			continue
		}
		s.models(s.left, int32(z), true)
		s.models(s.right, int32(z), false)
		s.left[l.From], s.right[l.To] = 0, 0
		before, _ := s.set.Before(int32(z), s.left)
		behind, _ := s.set.Behind(int32(z), s.right)
		if !yield(append(before, behind[1:]...), int32(z)) {
			return
		}
	}
}

// Faces yields, for each face, a path on which the resources that fuse it there
// weigh little, and the position of the face. For a fixed right side the best
// left side is a cheapest path, and the other way round, so the sides are
// improved in turns; noise, if not nil, begins at a different place each time.
func (s *Pricer) Faces(noise *rand.Rand, yield func(path []int32, position int32) bool) {
	for u := range s.graph.Vertices {
		for _, v := range s.graph.Succ[u] {
			if s.graph.FreeAdjoint(int32(u)) || s.graph.FreeTangent(v) {
				continue // a free tangent or adjoint: the face cut blocks nothing
			}
			before, behind := s.face(int32(u), v, noise)
			if !yield(append(before, behind...), int32(len(before))) {
				return
			}
		}
	}
}

func (s *Pricer) face(u, v int32, noise *rand.Rand) (before, behind []int32) {
	j := s.graph.Vertices[u].To
	last := 0.0
	s.models(s.right, u, false)
	if noise != nil {
		for i := range s.right {
			s.right[i] += 0.1 * noise.Float64()
		}
	}
	behind, _ = s.set.Behind(v, s.right)
	for turn := range 6 {
		s.side(s.left, behind, v, j, true)
		var sum float64
		before, sum = s.set.Before(u, s.left)
		s.side(s.right, before, u, j, false)
		behind, _ = s.set.Behind(v, s.right)
		if turn > 0 && sum >= last-1e-9 {
			break
		}
		last = sum
	}
	return before, behind
}

// side computes, for each vertex that the left (or right) side of a path might
// visit, the weights of the resources that fuse it there with the other side's path.
func (s *Pricer) side(weight []float64, other []int32, model, j int32, left bool) {
	inverse := 0.0
	for _, z := range other {
		l := s.graph.Vertices[z]
		end := l.From
		if left {
			end = l.To
		}
		s.onPath[end] = true
		inverse += 1 / float64(s.graph.Size[end])
	}
	s.models(weight, model, left)
	for i := range weight {
		weight[i] += 1e-4 * inverse / float64(s.graph.Size[j]) / float64(s.graph.Size[i])
	}
	for _, resource := range s.muls[j] {
		it := s.catalogue.Resources[resource]
		if left && s.onPath[it.B] {
			weight[it.A] += s.Weight[resource]
		} else if !left && s.onPath[it.A] {
			weight[it.B] += s.Weight[resource]
		}
	}
	clear(s.onPath)
}

// FaceCut is the weight of the resources that fuse a path at a position.
func (s *Pricer) FaceCut(path []int32, position int32) float64 {
	u, v := path[position-1], path[position]
	j := s.graph.Vertices[v].From
	sum := 0.0
	for _, y := range path[:position] {
		sum += s.of(Resource{Kind: Tan, Z: v, A: s.graph.Vertices[y].From})
		for _, z := range path[position:] {
			sum += s.of(Resource{Kind: Mul, A: s.graph.Vertices[y].From, J: j, B: s.graph.Vertices[z].To})
		}
	}
	for _, z := range path[position:] {
		sum += s.of(Resource{Kind: Adj, Z: u, B: s.graph.Vertices[z].To})
	}
	return sum
}

// VertexCut is the weight of the resources that accumulate a vertex of the path or
// apply its models.
func (s *Pricer) VertexCut(path []int32, z int32) float64 {
	sum := s.of(Resource{Kind: Acc, Z: z})
	before := true
	for _, y := range path {
		if y == z {
			before = false
		} else if before {
			sum += s.of(Resource{Kind: Tan, Z: z, A: s.graph.Vertices[y].From})
		} else {
			sum += s.of(Resource{Kind: Adj, Z: z, B: s.graph.Vertices[y].To})
		}
	}
	return sum
}
