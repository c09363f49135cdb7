package paths

import (
	"math/rand/v2"

	"facet/model"
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
func (p *Pricer) Reweigh(weight []float64, unknown, least float64) {
	p.Weight, p.Unknown = weight, unknown
	for j := range p.muls {
		p.muls[j] = p.muls[j][:0]
	}
	for n, w := range weight {
		if resource := p.catalogue.Resources[n]; resource.Kind == Mul && resource.Level == 0 && w > least {
			p.muls[resource.J] = append(p.muls[resource.J], int32(n))
		}
	}
}

// models fills in, by vertex of the dag, the weights of the tangents of a vertex
// behind parts that start there, or of its adjoints before parts that end there.
func (p *Pricer) models(weight []float64, z int32, tangents bool) {
	resources := p.catalogue.Resources
	for ; p.listed < len(resources); p.listed++ {
		switch r := resources[p.listed]; r.Kind {
		case Tan:
			p.tans[r.Z] = append(p.tans[r.Z], int32(p.listed))
		case Adj:
			p.adjs[r.Z] = append(p.adjs[r.Z], int32(p.listed))
		}
	}
	price, list := p.graph.Adj, p.adjs[z]
	if tangents {
		price, list = p.graph.Tan, p.tans[z]
	}
	for i := range p.graph.Size {
		weight[i] = p.Unknown
		if p.catalogue.Cutoff < model.Saturated && !p.graph.HasPatterns() &&
			price(z, int32(i)) >= p.catalogue.Cutoff {
			weight[i] = 0
		}
	}
	for _, resource := range list {
		at := resources[resource].A
		if !tangents {
			at = resources[resource].B
		}
		switch {
		case int(resource) >= len(p.Weight):
		case resources[resource].Level > 0: // a path that pays it, too, has the choice
			weight[at] = min(weight[at], p.Weight[resource])
		default:
			weight[at] = p.Weight[resource]
		}
	}
}

// of is the weight of a resource that need not be in the catalogue.
func (p *Pricer) of(resource Resource) float64 {
	n, known := p.catalogue.known(resource)
	switch {
	case known && n >= 0 && int(n) < len(p.Weight):
		return p.Weight[n]
	case known && n == Dropped:
		return 0
	}
	return p.Unknown
}

// Vertices yields, for each vertex z without Jacobian, the path on which the
// resources that accumulate z or apply its models weigh least. Which resources that are
// depends on the vertices before and behind z alone, so the best path is a
// cheapest path on either side. The path's slice is the caller's.
func (p *Pricer) Vertices(yield func(path []int32, z int32) bool) {
	for z, l := range p.graph.Vertices {
		initial, final := len(p.graph.Pred[z]) == 0, len(p.graph.Succ[z]) == 0
		if l.Jacobian || !initial && p.graph.FreeTangent(int32(z)) || !final &&
			p.graph.FreeAdjoint(int32(z)) {
			continue
		}
		p.models(p.left, int32(z), true)
		p.models(p.right, int32(z), false)
		p.left[l.From], p.right[l.To] = 0, 0
		before, _ := p.set.Before(int32(z), p.left)
		behind, _ := p.set.Behind(int32(z), p.right)
		if !yield(append(before, behind[1:]...), int32(z)) {
			return
		}
	}
}

// Faces yields, for each face, a path on which the resources that fuse it there
// weigh little, and the position of the face. For a fixed right side the best
// left side is a cheapest path, and the other way round, so the sides are
// improved in turns; noise, if not nil, begins at a different place each time.
func (p *Pricer) Faces(noise *rand.Rand, yield func(path []int32, position int32) bool) {
	for u := range p.graph.Vertices {
		for _, v := range p.graph.Succ[u] {
			if p.graph.FreeAdjoint(int32(u)) || p.graph.FreeTangent(v) {
				continue // a free tangent or adjoint: the face cut blocks nothing
			}
			before, behind := p.face(int32(u), v, noise)
			if !yield(append(before, behind...), int32(len(before))) {
				return
			}
		}
	}
}

func (p *Pricer) face(u, v int32, noise *rand.Rand) (before, behind []int32) {
	j := p.graph.Vertices[u].To
	last := 0.0
	p.models(p.right, u, false)
	if noise != nil {
		for i := range p.right {
			p.right[i] += 0.1 * noise.Float64()
		}
	}
	behind, _ = p.set.Behind(v, p.right)
	for turn := range 6 {
		p.side(p.left, behind, v, j, true)
		var sum float64
		before, sum = p.set.Before(u, p.left)
		p.side(p.right, before, u, j, false)
		behind, _ = p.set.Behind(v, p.right)
		if turn > 0 && sum >= last-1e-9 {
			break
		}
		last = sum
	}
	return before, behind
}

// side computes, for each vertex that the left (or right) side of a path might
// visit, the weights of the resources that fuse it there with the other side's path.
func (p *Pricer) side(weight []float64, other []int32, model, j int32, left bool) {
	inverse := 0.0
	for _, z := range other {
		l := p.graph.Vertices[z]
		end := l.From
		if left {
			end = l.To
		}
		p.onPath[end] = true
		inverse += 1 / float64(p.graph.Size[end])
	}
	p.models(weight, model, left)
	for i := range weight {
		weight[i] += 1e-4 * inverse / float64(p.graph.Size[j]) / float64(p.graph.Size[i])
	}
	for _, n := range p.muls[j] {
		r := p.catalogue.Resources[n]
		if left && p.onPath[r.B] {
			weight[r.A] += p.Weight[n]
		} else if !left && p.onPath[r.A] {
			weight[r.B] += p.Weight[n]
		}
	}
	clear(p.onPath)
}

// FaceCut is the weight of the resources that fuse a path at a position.
func (p *Pricer) FaceCut(path []int32, position int32) float64 {
	u, v := path[position-1], path[position]
	j := p.graph.Vertices[v].From
	sum := 0.0
	for _, y := range path[:position] {
		sum += p.of(Resource{Kind: Tan, Z: v, A: p.graph.Vertices[y].From})
		for _, z := range path[position:] {
			sum += p.of(Resource{Kind: Mul, A: p.graph.Vertices[y].From, J: j, B: p.graph.Vertices[z].To})
		}
	}
	for _, z := range path[position:] {
		sum += p.of(Resource{Kind: Adj, Z: u, B: p.graph.Vertices[z].To})
	}
	return sum
}

// VertexCut is the weight of the resources that accumulate a vertex of the path or
// apply its models.
func (p *Pricer) VertexCut(path []int32, z int32) float64 {
	sum := p.of(Resource{Kind: Acc, Z: z})
	before := true
	for _, y := range path {
		if y == z {
			before = false
		} else if before {
			sum += p.of(Resource{Kind: Tan, Z: z, A: p.graph.Vertices[y].From})
		} else {
			sum += p.of(Resource{Kind: Adj, Z: z, B: p.graph.Vertices[y].To})
		}
	}
	return sum
}
