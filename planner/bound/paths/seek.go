package paths

import (
	"math/rand/v2"

	"facet/planner/linegraph"
)

// Seeker looks for words with a cheap cut: one whose items are worth little by
// given weights. Two kinds of cuts can be searched among all words without
// listing them: whatever derives a word fuses it at each of its faces, and
// accumulates each letter without Jacobian or applies its models.
type Seeker struct {
	// Weight is by item, and Unknown is the weight of items without a number.
	Weight  []float64
	Unknown float64

	catalogue   *Catalogue
	graph       *linegraph.Graph
	paths       *Set
	muls        [][]int32 // by junction: the products of some weight
	tans, adjs  [][]int32 // by letter: the items that apply its models
	listed      int       // how many items are in tans and adjs
	left, right []float64 // weights by vertex of the dag
	onPath      []bool
}

// NewSeeker looks for words of the catalogue's graph.
func NewSeeker(c *Catalogue, set *Set) *Seeker {
	n := len(c.Graph.Size)
	return &Seeker{
		catalogue: c, graph: c.Graph, paths: set, muls: make([][]int32, n),
		tans: make([][]int32, len(c.Graph.Letters)), adjs: make([][]int32, len(c.Graph.Letters)),
		left: make([]float64, n), right: make([]float64, n), onPath: make([]bool, n),
	}
}

// Reweigh takes over new weights, by item; products of no more than least are
// not looked at. The slice is kept.
func (s *Seeker) Reweigh(weight []float64, unknown, least float64) {
	s.Weight, s.Unknown = weight, unknown
	for j := range s.muls {
		s.muls[j] = s.muls[j][:0]
	}
	for n, w := range weight {
		if it := s.catalogue.Items[n]; it.Kind == Mul && w > least {
			s.muls[it.J] = append(s.muls[it.J], int32(n))
		}
	}
}

// models fills in, by vertex of the dag, the weights of the tangents of a letter
// behind parts that start there, or of its adjoints before parts that end there.
func (s *Seeker) models(weight []float64, z int32, tangents bool) {
	items := s.catalogue.Items
	for ; s.listed < len(items); s.listed++ {
		switch it := items[s.listed]; it.Kind {
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
		if price(z, int32(i)) >= s.catalogue.Ceiling {
			weight[i] = 0
		}
	}
	for _, item := range list {
		at := items[item].A
		if !tangents {
			at = items[item].B
		}
		if int(item) < len(s.Weight) {
			weight[at] = s.Weight[item]
		}
	}
}

// of is the weight of an item that need not be in the catalogue.
func (s *Seeker) of(it Item) float64 {
	n, known := s.catalogue.Known(it)
	switch {
	case known && n >= 0 && int(n) < len(s.Weight):
		return s.Weight[n]
	case known && n == Dropped:
		return 0
	}
	return s.Unknown
}

// Vertices yields, for each letter z without Jacobian, the word on which the
// items that accumulate z or apply its models weigh least. Which items that are
// depends on the vertices before and behind z alone, so the best word is a
// cheapest path on either side. The word's slice is the caller's.
func (s *Seeker) Vertices(yield func(word []int32, z int32) bool) {
	for z, l := range s.graph.Letters {
		initial, final := len(s.graph.Pred[z]) == 0, len(s.graph.Succ[z]) == 0
		if l.Jacobian || !initial && s.graph.FreeTangent(int32(z)) || !final && s.graph.FreeAdjoint(int32(z)) {
			continue
		}
		s.models(s.left, int32(z), true)
		s.models(s.right, int32(z), false)
		s.left[l.From], s.right[l.To] = 0, 0
		before, _ := s.paths.Before(int32(z), s.left)
		behind, _ := s.paths.Behind(int32(z), s.right)
		if !yield(append(before, behind[1:]...), int32(z)) {
			return
		}
	}
}

// Faces yields, for each face, a word on which the items that fuse it there
// weigh little, and the position of the face. For a fixed right side the best
// left side is a cheapest path, and the other way round, so the sides are
// improved in turns; noise, if not nil, begins at a different place each time.
func (s *Seeker) Faces(noise *rand.Rand, yield func(word []int32, position int32) bool) {
	for u := range s.graph.Letters {
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

func (s *Seeker) face(u, v int32, noise *rand.Rand) (before, behind []int32) {
	j := s.graph.Letters[u].To
	last := 0.0
	s.models(s.right, u, false)
	if noise != nil {
		for i := range s.right {
			s.right[i] += 0.1 * noise.Float64()
		}
	}
	behind, _ = s.paths.Behind(v, s.right)
	for turn := range 6 {
		s.side(s.left, behind, v, j, true)
		var sum float64
		before, sum = s.paths.Before(u, s.left)
		s.side(s.right, before, u, j, false)
		behind, _ = s.paths.Behind(v, s.right)
		if turn > 0 && sum >= last-1e-9 {
			break
		}
		last = sum
	}
	return before, behind
}

// side computes, for each vertex that the left (or right) side of a word might
// visit, the weights of the items that fuse it there with the other side's path.
func (s *Seeker) side(weight []float64, other []int32, model, j int32, left bool) {
	inverse := 0.0
	for _, z := range other {
		l := s.graph.Letters[z]
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
	for _, item := range s.muls[j] {
		it := s.catalogue.Items[item]
		if left && s.onPath[it.B] {
			weight[it.A] += s.Weight[item]
		} else if !left && s.onPath[it.A] {
			weight[it.B] += s.Weight[item]
		}
	}
	clear(s.onPath)
}

// FaceCut is the weight of the items that fuse a word at a position.
func (s *Seeker) FaceCut(word []int32, position int32) float64 {
	u, v := word[position-1], word[position]
	j := s.graph.Letters[v].From
	sum := 0.0
	for _, y := range word[:position] {
		sum += s.of(Item{Kind: Tan, Z: v, A: s.graph.Letters[y].From})
		for _, z := range word[position:] {
			sum += s.of(Item{Kind: Mul, A: s.graph.Letters[y].From, J: j, B: s.graph.Letters[z].To})
		}
	}
	for _, z := range word[position:] {
		sum += s.of(Item{Kind: Adj, Z: u, B: s.graph.Letters[z].To})
	}
	return sum
}

// VertexCut is the weight of the items that accumulate a letter of the word or
// apply its models.
func (s *Seeker) VertexCut(word []int32, z int32) float64 {
	sum := s.of(Item{Kind: Acc, Z: z})
	before := true
	for _, y := range word {
		if y == z {
			before = false
		} else if before {
			sum += s.of(Item{Kind: Tan, Z: z, A: s.graph.Letters[y].From})
		} else {
			sum += s.of(Item{Kind: Adj, Z: z, B: s.graph.Letters[y].To})
		}
	}
	return sum
}
