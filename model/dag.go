package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"facet/model/excerpt"
	"facet/model/pattern"
)

// Vertex is a vertex of the dag: a variable of the program, a vector of Size
// entries.
type Vertex struct {
	ID    string // what the user sees; unique, any text
	Size  int64  // n_i >= 1
	Extra []Attribute
}

// Edge is an edge (i,j) of the dag: the elemental function that makes j from i.
type Edge struct {
	ID             string // optional, as in the file
	Source, Target int    // positions in Dag.Vertices
	Tangent        Cost   // T: one evaluation of the elemental tangent
	Adjoint        Cost   // A: one evaluation of the elemental adjoint
	TangentCurve   Curve  // how tangents at once cost less, or structure saves some
	AdjointCurve   Curve  // likewise for adjoints
	HasJacobian    bool   // F'(i,j) is given and costs nothing
	HasModel       bool   // the elemental tangent and adjoint exist
	Tape           Cost   // entries that are held beside the Jacobians while adjoints are evaluated

	// Pattern says which entries of the n_j x n_i Jacobian can be non-zero; nil is dense.
	// In a dag in which some edge has one that is not dense, NewDag gives one to each,
	// all from one table.
	Pattern *pattern.Pattern
	Extra   []Attribute
}

// Attribute is an entry of the input file that facet does not use and keeps.
type Attribute struct {
	Name, Type, Value string // Type is GraphML's attr.type
}

// Dag is a directed acyclic graph whose vertices and edges stay as they are.
// Make one with [NewDag], which checks it.
type Dag struct {
	Name     string
	Vertices []Vertex
	Edges    []Edge
	Product  Product // what explicit products cost; NewDag sets the paper's
	// what products of Jacobians cost of which one is sparse; NewDag sets 1 for each multiplication
	Sparse Product
	Extra  []Attribute

	in, out [][]int // edges by vertex, in the order of Edges
	order   []int   // the vertices in topological order
	rank    []int   // the position of each vertex in order
	byID    map[string]int

	patterned bool // each edge has a pattern
}

// MaxFaces is how many faces a dag may have. A dag that a person or a planner
// can work on has thousands; a hostile file of a few megabytes has 10^10.
const MaxFaces = 2_000_000

// NewDag checks vertices and edges and makes a dag of them. The errors name the
// element and the fix: duplicate id, unknown vertex, self loop, parallel edges,
// a cycle (printed), a size below 1, an edge with neither Jacobian nor model, a
// negative cost, a pattern of another size, no edge at all, more than MaxFaces faces.
func NewDag(name string, vertices []Vertex, edges []Edge) (*Dag, error) {
	g, err := NewDraft(name, vertices, edges)
	if err == nil && len(edges) == 0 {
		return nil, fmt.Errorf("the dag has no edge: there is nothing to eliminate")
	}
	return g, err
}

// NewDraft is [NewDag] for a dag that is still being drawn: it may have no edge, and no
// vertex. Its line dag is complete from the start.
func NewDraft(name string, vertices []Vertex, edges []Edge) (*Dag, error) {
	g := &Dag{Name: name, Vertices: vertices, Edges: edges, Product: Product{Cost: 1},
		Sparse: Product{Cost: 1}, byID: make(map[string]int, len(vertices))}
	for i, v := range vertices {
		if _, twice := g.byID[v.ID]; twice {
			return nil, fmt.Errorf("vertex %s is there twice: give every vertex an id of its own",
				excerpt.Of(v.ID))
		}
		if v.Size < 1 {
			return nil, fmt.Errorf("vertex %s has size %d: a vector has at least 1 entry", excerpt.Of(v.ID),
				v.Size)
		}
		g.byID[v.ID] = i
	}
	if err := g.connect(); err != nil {
		return nil, err
	}
	if err := g.sort(); err != nil {
		return nil, err
	}
	if err := g.internPatterns(); err != nil {
		return nil, err
	}
	faces := 0
	for i := range vertices {
		faces += len(g.in[i]) * len(g.out[i])
	}
	if faces > MaxFaces {
		return nil, fmt.Errorf("the line dag would have %d faces, more than %d: make the dag coarser", faces,
			MaxFaces)
	}
	return g, nil
}

// connect fills the adjacency and checks each edge by itself.
func (g *Dag) connect() error {
	g.in = make([][]int, len(g.Vertices))
	g.out = make([][]int, len(g.Vertices))
	seen := make(map[[2]int]bool, len(g.Edges))
	for k, e := range g.Edges {
		if e.Source < 0 || e.Source >= len(g.Vertices) || e.Target < 0 || e.Target >= len(g.Vertices) {
			return fmt.Errorf("edge %d joins a vertex that does not exist", k)
		}
		name := func() string { return g.edgeBriefly(k) }
		switch {
		case e.Source == e.Target:
			return fmt.Errorf("edge %s is a self loop: a variable cannot be made from itself", name())
		case seen[[2]int{e.Source, e.Target}]:
			return fmt.Errorf("edge %s is there twice: add parallel edges up to one", name())
		case !e.HasJacobian && !e.HasModel:
			return fmt.Errorf("edge %s has neither a Jacobian nor a model: set has_jacobian, or give tangent_cost and adjoint_cost", name())
		case e.Tangent < 0 || e.Adjoint < 0:
			return fmt.Errorf("edge %s has a negative cost: costs are whole numbers from 0", name())
		case e.Tape < 0:
			return fmt.Errorf("edge %s has a negative tape: it is a number of entries from 0", name())
		}
		if err := cmp.Or(e.TangentCurve.check("tangent", "columns", g.Vertices[e.Source].Size),
			e.AdjointCurve.check("adjoint", "rows", g.Vertices[e.Target].Size)); err != nil {
			return fmt.Errorf("edge %s %w", name(), err)
		}
		seen[[2]int{e.Source, e.Target}] = true
		g.out[e.Source] = append(g.out[e.Source], k)
		g.in[e.Target] = append(g.in[e.Target], k)
	}
	return nil
}

// internPatterns brings the patterns of all edges into one table, that of the first which
// has one: a dag that was made from another goes on with what is known. Where all are
// dense, no edge keeps one, and every price is the paper's.
func (g *Dag) internPatterns() error {
	var table *pattern.Table
	for k, e := range g.Edges {
		rows, columns := g.Vertices[e.Target].Size, g.Vertices[e.Source].Size
		switch p := e.Pattern; {
		case p == nil:
			continue
		case p.Rows() != rows || p.Columns() != columns:
			return fmt.Errorf("edge %s has a pattern of %d x %d, but its Jacobian is %d x %d: change the pattern or the sizes", g.edgeBriefly(k), p.Rows(), p.Columns(), rows, columns)
		case !p.IsDense() || p.IsUnit():
			g.patterned = true
		}
		if table == nil {
			table = e.Pattern.Table()
		}
	}
	if table == nil {
		table = pattern.NewTable()
	}
	if !g.patterned && !slices.ContainsFunc(g.Edges, func(e Edge) bool { return e.Pattern != nil }) {
		return nil
	}
	g.Edges = slices.Clone(g.Edges) // the caller's stay as they are
	for k := range g.Edges {
		e := &g.Edges[k]
		rows, columns := g.Vertices[e.Target].Size, g.Vertices[e.Source].Size
		switch {
		case !g.patterned:
			e.Pattern = nil
			continue
		case e.Pattern == nil && max(rows, columns) > pattern.MostRows:
			return fmt.Errorf("edge %s is %d x %d, but where some edge has a pattern at most %d rows and columns are possible", g.edgeBriefly(k), rows, columns, int64(pattern.MostRows))
		case e.Pattern == nil:
			e.Pattern = pattern.Dense(rows, columns)
		}
		e.Pattern = table.Intern(e.Pattern)
	}
	return nil
}

// PatternText is the pattern of the edge as it is written; empty where it is dense.
func (e *Edge) PatternText() string {
	if e.Pattern == nil || e.Pattern.IsDense() && !e.Pattern.IsUnit() {
		return ""
	}
	return e.Pattern.Text()
}

// HasPatterns reports whether some Jacobian is known to be sparse. Then each edge has a
// pattern.
func (g *Dag) HasPatterns() bool { return g.patterned }

// sort finds a topological order that keeps to the order of the file where it
// can, or reports a cycle.
func (g *Dag) sort() error {
	const (
		fresh = iota
		open
		done
	)
	mark := make([]uint8, len(g.Vertices))
	post := make([]int, 0, len(g.Vertices))
	type frame struct{ vertex, next int }
	for root := len(g.Vertices) - 1; root >= 0; root-- {
		if mark[root] != fresh {
			continue
		}
		mark[root] = open
		stack := []frame{{root, len(g.out[root])}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next == 0 {
				mark[top.vertex] = done
				post = append(post, top.vertex)
				stack = stack[:len(stack)-1]
				continue
			}
			top.next--
			to := g.Edges[g.out[top.vertex][top.next]].Target
			switch mark[to] {
			case fresh:
				mark[to] = open
				stack = append(stack, frame{to, len(g.out[to])})
			case open:
				cycle := []string{}
				for k := len(stack) - 1; ; k-- {
					cycle = append(cycle, excerpt.Bare(g.Vertices[stack[k].vertex].ID))
					if stack[k].vertex == to {
						break
					}
				}
				return cycleError(cycle)
			}
		}
	}
	g.order = make([]int, 0, len(post))
	g.rank = make([]int, len(post))
	for k := len(post) - 1; k >= 0; k-- {
		g.rank[post[k]] = len(g.order)
		g.order = append(g.order, post[k])
	}
	return nil
}

func cycleError(reversed []string) error {
	names := make([]string, 0, len(reversed)+1)
	for k := len(reversed) - 1; k >= 0; k-- {
		names = append(names, reversed[k])
	}
	names = append(names, names[0])
	if len(names) > 12 {
		names = append(append(names[:6:6], "..."), names[len(names)-5:]...)
	}
	return fmt.Errorf("the graph has a cycle %s: a dag must not lead back",
		excerpt.Line(strings.Join(names, " -> "), 300))
}

// In gives the positions in Edges of the edges that end in vertex i.
func (g *Dag) In(i int) []int { return g.in[i] }

// Out gives the positions in Edges of the edges that start in vertex i.
func (g *Dag) Out(i int) []int { return g.out[i] }

// Topological gives the vertices so that every edge leads forward.
func (g *Dag) Topological() []int { return g.order }

// Rank is the position of vertex i in the topological order.
func (g *Dag) Rank(i int) int { return g.rank[i] }

// IsSource reports whether vertex i is an entry of x: it has edges, none of which
// ends in it.
func (g *Dag) IsSource(i int) bool { return len(g.in[i]) == 0 && len(g.out[i]) > 0 }

// IsSink reports whether vertex i is an entry of y.
func (g *Dag) IsSink(i int) bool { return len(g.out[i]) == 0 && len(g.in[i]) > 0 }

// IsJunction reports whether faces can sit at vertex i.
func (g *Dag) IsJunction(i int) bool { return len(g.in[i]) > 0 && len(g.out[i]) > 0 }

// Find gives the position of the vertex with this id.
func (g *Dag) Find(id string) (int, bool) {
	i, ok := g.byID[id]
	return i, ok
}

// EdgeName is how edge k is called in messages: "(i,j)".
func (g *Dag) EdgeName(k int) string {
	e := g.Edges[k]
	return "(" + g.Vertices[e.Source].ID + "," + g.Vertices[e.Target].ID + ")"
}

// edgeBriefly is EdgeName with ids that are shortened where they are long.
func (g *Dag) edgeBriefly(k int) string {
	e := g.Edges[k]
	return "(" + excerpt.Bare(g.Vertices[e.Source].ID) + "," + excerpt.Bare(g.Vertices[e.Target].ID) + ")"
}

// Size is n_i as a factor of costs.
func (g *Dag) Size(i int) Cost { return Cost(g.Vertices[i].Size) }

// Classic gives the dag in which every Jacobian is given and no model exists,
// so that MUL is the only mode: the problem before generalization.
func (g *Dag) Classic() *Dag {
	classic := *g
	classic.Edges = make([]Edge, len(g.Edges))
	for k, e := range g.Edges {
		e.HasJacobian, e.HasModel, e.Tangent, e.Adjoint = true, false, 0, 0
		e.TangentCurve, e.AdjointCurve, e.Tape = Curve{}, Curve{}, 0
		classic.Edges[k] = e
	}
	return &classic
}

// Words counts the paths from sources to sinks, at most math.MaxInt64.
func (g *Dag) Words() int64 {
	paths := make([]int64, len(g.Vertices))
	var sum Cost
	for _, i := range g.order {
		if g.IsSource(i) {
			paths[i] = 1
		}
		if g.IsSink(i) {
			sum = sum.Add(Cost(paths[i]))
		}
		for _, k := range g.out[i] {
			to := g.Edges[k].Target
			paths[to] = int64(Cost(paths[to]).Add(Cost(paths[i])))
		}
	}
	return min(int64(sum), math.MaxInt64)
}
