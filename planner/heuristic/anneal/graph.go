package anneal

import (
	"errors"

	"facet/model"
	"facet/model/pattern"
)

// kind says what there is between two vertices.
type kind uint8

const (
	fill     kind = iota // one vertex with a Jacobian and without models: fill, a sum, a given Jacobian
	given                // an elemental with Jacobian and models
	bare                 // an elemental without Jacobian
	besides              // an elemental without Jacobian, and beside it a vertex with one
	kinds    = int(besides) + 1
	backward = 0 // index of what is on the left of a junction
	forward  = 1 // and of what is on the right
)

// filled is what an arc becomes when fill arrives: a vertex with a Jacobian
// absorbs it, an elemental without one stays beside it.
var filled = [kinds]kind{fill, fill, besides, besides}

// arc is everything between two vertices of the dag that were there at the
// start.
type arc struct {
	from, to int32
	kind     kind
	lone     model.Z // the elemental without Jacobian, or NoZ
	held     model.Z // the vertex with a Jacobian, or NoZ
	acc      float64 // price of accumulating lone

	// model is the edge whose models this arc has, where it is given, bare or
	// besides. act is what one entry of the vertex on the other side of a junction
	// costs when one of them does the product: A for an arc on the left of the
	// junction, T for one on its right. That is so where costs are linear.
	model *model.Edge
	act   [2]float64
}

// Graph is the dag of a state as vertex elimination sees it. Its vertices are
// numbered junctions first. It does not change and may be shared.
type Graph struct {
	start     *model.State
	junctions int
	vertex    []int32   // the dag's vertex
	size      []float64 // n_i
	arcs      []arc
	at        [2][][]neighbour   // by direction, by vertex: the neighbours at the start
	rank      []int32            // by junction: its place in topological order
	classic   bool               // no models: MUL is the only mode, and its cost is linear
	linear    bool               // all costs are
	sparse    bool               // Jacobians have patterns
	patterns  []*pattern.Pattern // of the arcs that have a Jacobian; their numbers begin with 1
	base      float64            // price of accumulating what touches no junction
}

// Bytes is about how much memory a search on the graph takes: some orders with
// their lists of neighbours, which fill makes longer than those of the start.
func (g *Graph) Bytes() int64 {
	const perVertex, perArc = 400, 600
	return perVertex*int64(len(g.vertex)) + perArc*int64(len(g.arcs))
}

// neighbour is a later neighbour of a junction.
type neighbour struct {
	vertex int32
	arc    int32 // the arc that was there at the start, or -1
	kind   kind

	high uint8 // the number of the pattern; see book
	low  uint16
}

// errIncomplete is the error where single faces of some junction have been eliminated:
// the state is not that of a dag, and vertex elimination does not apply.
var errIncomplete = errors.New("some junction has lost single faces: orders of junctions do not describe what is left")

// NewGraph gives the dag of a state. The error is errIncomplete for a state in
// which faces, and not whole junctions, have been eliminated.
func NewGraph(s *model.State) (*Graph, error) {
	b := builder{state: s, ends: newEnds(s)}
	if !b.ends.complete() {
		return nil, errIncomplete
	}
	return b.graph()
}

// ends reports which dag vertex each live vertex of the line dag begins and ends
// in. Where the faces of one junction fall into parts that have nothing in
// common, each part is a junction of its own.
type ends struct {
	zs         []model.Z
	place      map[model.Z]int
	state      *model.State
	parent     []int // union-find over the tails (even) and heads (odd) of zs
	in, out, f []int // by root: how many heads, tails and faces meet there
}

func newEnds(s *model.State) *ends {
	e := &ends{zs: s.Vertices(), state: s}
	e.place = make(map[model.Z]int, len(e.zs))
	for k, z := range e.zs {
		e.place[z] = k
	}
	e.parent = make([]int, 2*len(e.zs))
	for k := range e.parent {
		e.parent[k] = k
	}
	loose := make(map[[2]int]int) // tails that start in a source, heads that end in a sink
	join := func(which, vertex, end int) {
		if other, known := loose[[2]int{which, vertex}]; known {
			e.parent[e.find(end)] = e.find(other)
		} else {
			loose[[2]int{which, vertex}] = end
		}
	}
	for k, z := range e.zs {
		for _, v := range s.Succs(z) {
			e.parent[e.find(2*k+1)] = e.find(2 * e.place[v])
		}
		if len(s.Preds(z)) == 0 {
			join(backward, s.Source(z), 2*k)
		}
		if len(s.Succs(z)) == 0 {
			join(forward, s.Target(z), 2*k+1)
		}
	}
	return e
}

func (e *ends) find(k int) int {
	for e.parent[k] != k {
		e.parent[k] = e.parent[e.parent[k]]
		k = e.parent[k]
	}
	return k
}

// complete reports whether everything that ends somewhere has a face with
// everything that starts there.
func (e *ends) complete() bool {
	n := len(e.parent)
	e.in, e.out, e.f = make([]int, n), make([]int, n), make([]int, n)
	for k, z := range e.zs {
		e.out[e.find(2*k)]++
		e.in[e.find(2*k+1)]++
		e.f[e.find(2*k+1)] += len(e.state.Succs(z))
	}
	for r := range n {
		if e.in[r]*e.out[r] != e.f[r] {
			return false
		}
	}
	return true
}

type builder struct {
	state  *model.State
	ends   *ends
	number map[int]int32 // by root
	g      *Graph
}

func (b *builder) graph() (*Graph, error) {
	linear := b.state.Dag().IsLinear()
	b.g = &Graph{start: b.state, classic: linear, linear: linear, sparse: b.state.Dag().HasPatterns()}
	b.number = make(map[int]int32)
	for _, junction := range [...]bool{true, false} {
		for k, z := range b.ends.zs {
			b.vertex(b.ends.find(2*k), b.state.Source(z), junction)
			b.vertex(b.ends.find(2*k+1), b.state.Target(z), junction)
		}
	}
	g := b.g
	between := make(map[[2]int32]int32)
	for k, z := range b.ends.zs {
		from, to := b.number[b.ends.find(2*k)], b.number[b.ends.find(2*k+1)]
		at, known := between[[2]int32{from, to}]
		if !known {
			at = int32(len(g.arcs))
			between[[2]int32{from, to}] = at
			g.arcs = append(g.arcs, arc{from: from, to: to, lone: model.NoZ, held: model.NoZ})
		}
		if !b.enter(&g.arcs[at], z) {
			return nil, errIncomplete
		}
	}
	for side := range g.at {
		g.at[side] = make([][]neighbour, len(g.vertex))
	}
	for k := range g.arcs {
		a := &g.arcs[k]
		ahead := neighbour{vertex: a.to, arc: int32(k), kind: a.kind}
		if g.sparse && a.held != model.NoZ {
			g.patterns = append(g.patterns, b.state.Pattern(a.held))
			ahead.write(len(g.patterns))
		}
		behind := ahead
		behind.vertex = a.from
		g.at[forward][a.from] = append(g.at[forward][a.from], ahead)
		g.at[backward][a.to] = append(g.at[backward][a.to], behind)
		if !g.isJunction(a.from) && !g.isJunction(a.to) && a.lone != model.NoZ {
			g.base += a.acc
		}
	}
	g.sort()
	return g, nil
}

// vertex numbers a vertex, if it is a junction as asked for.
func (b *builder) vertex(root, dag int, junction bool) {
	if (b.ends.f[root] > 0) != junction {
		return
	}
	if _, known := b.number[root]; known {
		return
	}
	b.number[root] = int32(len(b.g.vertex))
	b.g.vertex = append(b.g.vertex, int32(dag))
	b.g.size = append(b.g.size, float64(b.state.Dag().Vertices[dag].Size))
	if junction {
		b.g.junctions++
	}
}

// enter puts a vertex of the line dag into its arc. It fails where two of them
// are alike, which the rules do not leave.
func (b *builder) enter(a *arc, z model.Z) bool {
	elemental := b.state.Elemental(z)
	if elemental != nil {
		b.g.classic = false
		a.model = elemental
		a.act = [2]float64{backward: float64(elemental.Adjoint), forward: float64(elemental.Tangent)}
	}
	jacobian := b.state.HasJacobian(z)
	switch {
	case jacobian && a.held != model.NoZ, !jacobian && a.lone != model.NoZ:
		return false
	case !jacobian:
		a.lone = z
		a.acc = float64(b.state.Dag().LeastAccumulation(elemental))
		a.kind = bare
		if a.held != model.NoZ {
			a.kind = besides
		}
	case a.lone != model.NoZ:
		a.held, a.kind = z, besides
	case elemental != nil:
		a.held, a.kind = z, given
	default:
		a.held, a.kind = z, fill
	}
	return true
}

func (g *Graph) isJunction(i int32) bool { return int(i) < g.junctions }

// sort ranks the junctions so that every arc leads to a higher rank.
func (g *Graph) sort() {
	open := make([]int, g.junctions) // predecessors without rank
	var ready []int32
	for j := range int32(g.junctions) {
		for _, n := range g.at[backward][j] {
			if g.isJunction(n.vertex) {
				open[j]++
			}
		}
		if open[j] == 0 {
			ready = append(ready, j)
		}
	}
	g.rank = make([]int32, g.junctions)
	for rank := int32(0); len(ready) > 0; rank++ {
		j := ready[0]
		ready = ready[1:]
		g.rank[j] = rank
		for _, n := range g.at[forward][j] {
			if !g.isJunction(n.vertex) {
				continue
			}
			if open[n.vertex]--; open[n.vertex] == 0 {
				ready = append(ready, n.vertex)
			}
		}
	}
}
