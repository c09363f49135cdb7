package dive

import (
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

// Problem is a state and what is known of its paths and resources, for any number of
// dives from it. It learns paths and resources as they are met, and belongs to one
// goroutine.
type Problem struct {
	start    *packed.State
	graph    linegraph.Graph
	vertexOf map[int32]int32 // by the edge whose models a vertex has
	paths    []path
	known    map[string]bool
	complete bool // all paths are there

	resources []resource
	numbers   map[uint64]int32
	free      []bool   // by resource: it costs nothing
	acc       []int32  // by vertex: the number of its ACC, or -1
	through   []bitset // by vertex: the paths that contain it
	visiting  []bitset // by dag vertex: the paths that visit it

	derivation derivation
}

// path is a maximal path of the vertices of the start, with the steps of its
// derivation that known resources allow, short subpaths first.
type path struct {
	vertices []int32
	visits   []int32
	steps    []step
}

// step derives the subpath from position l to r of a path from its parts at m.
// The part on the right of a TAN and on the left of an ADJ is a vertex whose
// model does it.
type step struct {
	resource int32
	kind     paths.Kind
	l, m, r  int32
}

func (p *path) vertex(z int32) int32 { return int32(slices.Index(p.vertices, z)) }
func (p *path) visit(i int32) int32  { return int32(slices.Index(p.visits, i)) }

// enumerated is up to how many paths are all looked at from the beginning.
// Where there are more, dives begin with a sample and meet the others.
const enumerated = 20000

// NewProblem prepares a state; it must be as [packed.FromModel] gives it, so
// that the vertices of its graph are its slots.
func NewProblem(start *packed.State) *Problem { return newProblem(start, enumerated) }

func newProblem(start *packed.State, limit float64) *Problem {
	p := &Problem{start: start.Clone(), known: make(map[string]bool), numbers: make(map[uint64]int32),
		vertexOf: make(map[int32]int32)}
	at := make([]int32, start.Slots())
	start.Fill(&p.graph, at)
	p.acc = make([]int32, len(p.graph.Vertices))
	for z := range p.acc {
		p.acc[z] = -1
	}
	for z := range start.Slots() {
		if e := start.Vertex[z].Edge; start.IsLive(z) && e >= 0 {
			p.vertexOf[e] = at[z]
		}
	}
	p.through, p.visiting = make([]bitset, len(p.graph.Vertices)), make([]bitset, len(p.graph.Size))
	set := paths.NewSet(&p.graph)
	if p.complete = set.Count(limit) <= limit; p.complete {
		set.Each(func(vertices []int32) bool { p.Add(vertices); return true })
	} else {
		p.sample()
	}
	return p
}

// Bytes is about how much memory the problem takes, and a dive with it.
func (p *Problem) Bytes() int64 {
	all := int64(8 * p.start.Bytes())
	for n := range p.paths {
		w := &p.paths[n]
		all += int64(16*len(w.steps) + 28*len(w.vertices) + 120)
	}
	sets := len(p.resources) + len(p.through) + 2*len(p.visiting)
	return all + int64(len(p.resources))*80 + int64(sets)*int64(len(p.paths)/16+24)
}

// sampledVertices is up to how many vertices a path has that is taken in where not
// all are known: its repair is cubic in them.
const sampledVertices = 64

// sample adds a random path through each vertex, so that the first dive does not
// have to meet all that it selects for.
func (p *Problem) sample() {
	rng := rand.New(rand.NewPCG(0x776f7264, uint64(len(p.graph.Vertices))))
	for z := range p.graph.Vertices {
		path := []int32{int32(z)}
		for before := p.graph.Pred[z]; len(before) > 0; before = p.graph.Pred[path[len(path)-1]] {
			path = append(path, before[rng.IntN(len(before))])
		}
		slices.Reverse(path)
		for after := p.graph.Succ[z]; len(after) > 0; after = p.graph.Succ[path[len(path)-1]] {
			path = append(path, after[rng.IntN(len(after))])
		}
		if len(path) <= sampledVertices {
			p.Add(path)
		}
	}
}

// Add takes a path in. A path that is known, or has no face, is left out.
func (p *Problem) Add(vertices []int32) {
	if len(vertices) < 2 {
		return
	}
	name := make([]byte, 0, 4*len(vertices))
	for _, z := range vertices {
		name = append(name, byte(z), byte(z>>8), byte(z>>16), byte(z>>24))
	}
	if p.known[string(name)] {
		return
	}
	p.known[string(name)] = true
	n := len(p.paths)
	w := path{vertices: slices.Clone(vertices)}
	for _, z := range vertices {
		w.visits = append(w.visits, p.graph.Vertices[z].From)
		p.through[z].set(n)
		p.visiting[p.graph.Vertices[z].From].set(n)
	}
	end := p.graph.Vertices[vertices[len(vertices)-1]].To
	w.visits = append(w.visits, end)
	p.visiting[end].set(n)
	p.paths = append(p.paths, w)
	for k := range p.resources {
		if p.fits(&p.paths[n], p.resources[k].Resource) {
			p.offer(int32(n), int32(k))
		}
	}
	p.give(n)
}

func (p *Problem) fits(w *path, resource paths.Resource) bool {
	switch resource.Kind {
	case paths.Acc:
		return w.vertex(resource.Z) >= 0
	case paths.Tan:
		return w.vertex(resource.Z) >= 0 && w.visit(resource.A) >= 0
	case paths.Adj:
		return w.vertex(resource.Z) >= 0 && w.visit(resource.B) >= 0
	}
	return w.visit(resource.A) >= 0 && w.visit(resource.J) >= 0 && w.visit(resource.B) >= 0
}

// give numbers the resources of path n that cost nothing: they are always there.
func (p *Problem) give(n int) {
	for at, z := range p.paths[n].vertices {
		l := &p.graph.Vertices[z]
		if l.Model == nil {
			continue
		}
		if !l.Jacobian && p.graph.Acc(z) == 0 {
			p.number(paths.Resource{Kind: paths.Acc, Z: z})
		}
		if p.graph.FreeTangent(z) {
			for _, i := range p.paths[n].visits[:at] {
				p.number(paths.Resource{Kind: paths.Tan, Z: z, A: i})
			}
		}
		if p.graph.FreeAdjoint(z) {
			for _, i := range p.paths[n].visits[at+2:] {
				p.number(paths.Resource{Kind: paths.Adj, Z: z, B: i})
			}
		}
	}
}
