package generate

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"facet/model"
)

// Elementals say what random vertices and edges are like.
type Elementals struct {
	MaxSize   int     // sizes are uniform in 1..MaxSize
	Jacobians float64 // the share of edges that have their Jacobian from the start
	Bare      float64 // the share of those that have no models
	Curves    float64 // the share of edges with models that have cost curves; above 0, products have a setup
	Seed      uint64
}

func (e Elementals) check() error {
	switch {
	case e.MaxSize < 1 || e.MaxSize > 1_000_000_000:
		return fmt.Errorf("a largest size of %d: choose a number from 1 to 10^9", e.MaxSize)
	case !(e.Jacobians >= 0 && e.Jacobians <= 1):
		return fmt.Errorf("a share of %v edges with Jacobians: choose a number from 0 to 1", e.Jacobians)
	case !(e.Bare >= 0 && e.Bare <= 1):
		return fmt.Errorf("a share of %v Jacobians without models: choose a number from 0 to 1", e.Bare)
	case !(e.Curves >= 0 && e.Curves <= 1):
		return fmt.Errorf("a share of %v edges with cost curves: choose a number from 0 to 1", e.Curves)
	}
	return nil
}

// maxVertices and maxEdges bound what is made.
const (
	maxVertices = 100_000
	maxEdges    = 200_000
)

// drawer draws the numbers of one dag.
type drawer struct {
	builder
	Elementals
	*rand.Rand
}

func newDrawer(e Elementals) *drawer {
	return &drawer{Elementals: e, Rand: rand.New(rand.NewPCG(e.Seed, 0x66616365))}
}

func (d *drawer) addVertex() int {
	return d.vertex(strconv.Itoa(len(d.vertices)), 1+d.Int64N(int64(d.MaxSize)))
}

// addEdge draws a tangent's cost of up to twice the entries of the Jacobian,
// as if that were dense, and an adjoint's of one to five times the tangent's.
func (d *drawer) addEdge(source, target int) {
	entries := d.vertices[source].Size * d.vertices[target].Size
	tangent := 1 + d.Int64N(2*min(entries, 1<<60))
	adjoint := model.Cost(tangent).Times(model.Cost(4+d.Int64N(17))) / 4
	e := d.edge(source, target, model.Cost(tangent), adjoint)
	if d.Float64() < d.Jacobians {
		e.HasJacobian = true
		if d.Float64() < d.Bare {
			e.HasModel, e.Tangent, e.Adjoint = false, 0, 0
		}
	}
	if d.Curves > 0 && e.HasModel && d.Float64() < d.Curves {
		e.TangentCurve = d.curve(e.Tangent, d.vertices[source].Size)
		e.AdjointCurve = d.curve(e.Adjoint, d.vertices[target].Size)
	}
}

// curve draws the curve of evaluations that cost each, for a Jacobian that takes n of
// them: a setup of up to four, batches of 1, 2, 4 or 8, and for every other one a
// structure.
func (d *drawer) curve(each model.Cost, n int64) model.Curve {
	v := model.Curve{Setup: model.Cost(d.Int64N(int64(min(each, 1<<60))*4 + 1))}
	if width := d.IntN(4); width > 0 {
		v.Width = 1 << width
	}
	if d.IntN(2) == 0 {
		v.Colors = 1 + d.Int64N(n)
	}
	return v
}

// dag has products with a setup where edges have curves.
func (d *drawer) dag(name string) (*model.Dag, error) {
	g, err := d.builder.dag(name)
	if err == nil && d.Curves > 0 {
		g.Product.Setup = model.Cost(d.Int64N(int64(d.MaxSize) + 1))
	}
	return g, err
}

// Chain gives a Jacobian chain of so many factors. Adjoints cost as much as
// tangents and no Jacobian is given, so that it can be written as a chain file.
func Chain(factors int, e Elementals) (*model.Dag, error) {
	if factors < 1 || factors > maxVertices {
		return nil, fmt.Errorf("%d factors: choose a number from 1 to %d", factors, maxVertices)
	}
	e.Jacobians = 0
	if err := e.check(); err != nil {
		return nil, err
	}
	d := newDrawer(e)
	last := d.addVertex()
	for range factors {
		next := d.addVertex()
		d.addEdge(last, next)
		made := &d.edges[len(d.edges)-1]
		made.Adjoint = made.Tangent
		last = next
	}
	return d.dag("chain")
}

// Random gives a dag with so many vertices and edges, in which every vertex has
// an edge: each vertex but the first gets one from an earlier vertex, and the
// others join any two.
func Random(vertices, edges int, e Elementals) (*model.Dag, error) {
	switch {
	case vertices < 2 || vertices > maxVertices:
		return nil, fmt.Errorf("%d vertices: choose a number from 2 to %d", vertices, maxVertices)
	case edges < vertices-1 || edges > maxEdges:
		return nil, fmt.Errorf("%d edges for %d vertices: choose a number from %d to %d", edges, vertices,
			vertices-1, maxEdges)
	case edges > vertices*(vertices-1)/2:
		return nil, fmt.Errorf("%d edges for %d vertices: there are at most %d", edges, vertices,
			vertices*(vertices-1)/2)
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	d := newDrawer(e)
	for range vertices {
		d.addVertex()
	}
	taken := make(map[[2]int]bool, edges)
	join := func(i, j int) {
		if pair := [2]int{i, j}; !taken[pair] {
			taken[pair] = true
			d.addEdge(i, j)
		}
	}
	for j := 1; j < vertices; j++ {
		join(d.IntN(j), j)
	}
	// Towards the complete dag, drawing pairs until a free one comes up takes
	// long; then the free pairs are shuffled.
	for dense := edges > vertices*(vertices-1)/3; !dense && len(d.edges) < edges; {
		if i, j := d.IntN(vertices), d.IntN(vertices); i < j {
			join(i, j)
		}
	}
	if len(d.edges) < edges {
		for _, k := range d.Perm(vertices * vertices) {
			if i, j := k/vertices, k%vertices; i < j && len(d.edges) < edges {
				join(i, j)
			}
		}
	}
	return d.dag("random")
}

// Layered gives a dag of layers with so many vertices each. Every vertex has
// edges from degree vertices of the layer before it (all, where there are no
// more), and at least one into the layer after it.
func Layered(layers, width, degree int, e Elementals) (*model.Dag, error) {
	switch {
	case layers < 2 || width < 1 || layers > maxVertices || width > maxVertices || layers*width > maxVertices:
		return nil,
			fmt.Errorf("%d layers of %d vertices: choose at least 2 layers, 1 vertex, and %d vertices at most", layers, width, maxVertices)
	case degree < 1:
		return nil, fmt.Errorf("a degree of %d: choose at least 1", degree)
	}
	degree = min(degree, width)
	if (layers-1)*width*degree > maxEdges {
		return nil, fmt.Errorf("more than %d edges: choose a smaller degree", maxEdges)
	}
	if err := e.check(); err != nil {
		return nil, err
	}
	d := newDrawer(e)
	for range layers * width {
		d.addVertex()
	}
	for layer := 1; layer < layers; layer++ {
		before, here := (layer-1)*width, layer*width
		reached := make([]bool, width)
		for j := range width {
			for _, i := range d.Perm(width)[:degree] {
				reached[i] = true
				d.addEdge(before+i, here+j)
			}
		}
		for i, has := range reached {
			if !has {
				d.addEdge(before+i, here+d.IntN(width))
			}
		}
	}
	return d.dag("layered")
}
