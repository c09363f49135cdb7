package diagram

import (
	"maps"
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/picture"
)

// mostNear is how many vertices of the line dag are drawn that lead to a vertex, and as
// many that follow it: a picture with more could not be read.
const mostNear = 16

// Near is a part of the line dag around some vertices, which come first, and the number
// of vertices that were left out.
type Near struct {
	Vertices []model.Z
	Omitted  int
	Cost     func(model.Cost) string // writes costs in labels; nil for numbers
	beside   int                     // how many of the last ones only run beside products
}

// cost writes a cost in a label.
func (n Near) cost(c model.Cost) string {
	if n.Cost != nil {
		return n.Cost(c)
	}
	return c.String()
}

// Core is the part without the vertices that only run beside products of the others.
func (n Near) Core() Near {
	n.Vertices, n.Omitted, n.beside = n.Vertices[:len(n.Vertices)-n.beside], n.Omitted+n.beside, 0
	return n
}

// add adds vertices that are missing, up to a number of them.
func (n *Near) add(most int, all ...model.Z) {
	for _, z := range all {
		switch {
		case slices.Contains(n.Vertices, z):
		case most == 0:
			n.Omitted++
		default:
			n.Vertices = append(n.Vertices, z)
			most--
		}
	}
}

// NearVertex is the vertices of the line dag that end or start in vertex j of the dag, and
// those parallel to the products of its faces: all that an elimination of j would change.
func NearVertex(s *model.State, j int) (n Near) {
	var in, out []model.Z
	for _, z := range s.Vertices() {
		switch j {
		case s.Target(z):
			in = append(in, z)
		case s.Source(z):
			out = append(out, z)
		}
	}
	n.add(mostNear, in...)
	n.add(mostNear, out...)
	core := len(n.Vertices)
	n.add(mostNear, parallel(s, n.Vertices, j)...)
	n.beside = len(n.Vertices) - core
	return n
}

// parallel lists the vertices with the same ends as products through j.
func parallel(s *model.State, around []model.Z, j int) (all []model.Z) {
	from, to := make(map[int]bool), make(map[int]bool)
	for _, z := range around {
		if s.Target(z) == j {
			from[s.Source(z)] = true
		} else {
			to[s.Target(z)] = true
		}
	}
	for _, z := range s.Vertices() {
		if from[s.Source(z)] && to[s.Target(z)] {
			all = append(all, z)
		}
	}
	return all
}

// NearFaces is vertices of the line dag with their predecessors and successors, and with
// what else an operation on them would change.
func NearFaces(s *model.State, changed []model.Z, of ...model.Z) (n Near) {
	n.add(len(of), of...)
	for _, z := range of {
		n.add(mostNear, s.Preds(z)...)
		n.add(mostNear, s.Succs(z)...)
	}
	n.add(mostNear, changed...)
	return n
}

// Facts is where a part of the line dag's picture says how large Jacobians are and what
// tangents and adjoints cost.
type Facts uint8

// The places.
const (
	InBoxes Facts = iota // below the names, where there are boxes
	Costs                // beside the names, the costs alone
	Beside               // beside the names, both
)

// Line is the part of the line dag's picture with these vertices and the faces between
// them.
func (n Near) Line(s *model.State, rows picture.Rows, facts Facts) picture.Graph {
	var out picture.Graph
	for _, z := range n.Vertices {
		label, costs := ElementLabel(s, z), ""
		if !s.HasJacobian(z) {
			costs = " " + edgeLabel(s, z, n.cost)
		}
		size := " " + dimensions(s, z)
		var detail []string
		switch facts {
		case Beside:
			label += size + costs
		case Costs:
			label += costs
		default:
			detail = []string{strings.TrimSpace(size + costs)}
		}
		out.Vertices = append(out.Vertices, picture.Vertex{
			Detail: detail,
			Key:    int(z), Label: label, Layer: rows.Path(s.Target(z)), Shape: picture.Square,
			Mark: mark(s, z)})
		for _, v := range s.Succs(z) {
			if slices.Contains(n.Vertices, v) {
				out.Edges = append(out.Edges, picture.Edge{From: int(z), To: int(v)})
			}
		}
	}
	return together(out)
}

// dimensions are the rows and columns of a Jacobian.
func dimensions(s *model.State, z model.Z) string {
	g := s.Dag()
	return "[" + g.Size(s.Target(z)).String() + "x" + g.Size(s.Source(z)).String() + "]"
}

// Dag is the part of the dag's picture with the edges that these vertices amount to, and
// the sizes of its vertices.
func (n Near) Dag(s *model.State, rows picture.Rows, facts Facts) picture.Graph {
	g := s.Dag()
	var out picture.Graph
	used, at := make(map[int]bool), make(map[picture.EdgeKey]int)
	for _, z := range n.Vertices {
		key := picture.EdgeKey{From: s.Source(z), To: s.Target(z)}
		k, known := at[key]
		if !known {
			k, at[key] = len(out.Edges), len(out.Edges)
			out.Edges = append(out.Edges, picture.Edge{From: key.From, To: key.To})
		} else {
			out.Edges[k].Label += "+"
		}
		out.Edges[k].Label += edgeLabel(s, z, n.cost)
		used[key.From], used[key.To] = true, true
	}
	for _, i := range slices.Sorted(maps.Keys(used)) {
		shape := picture.Round
		if g.IsJunction(i) {
			shape = picture.Square
		}
		label, size := model.QuoteID(g.Vertices[i].ID), "n="+g.Size(i).String()
		var detail []string
		if facts == InBoxes {
			detail = []string{size}
		} else {
			label += " " + size
		}
		out.Vertices = append(out.Vertices, picture.Vertex{Key: i, Label: label, Detail: detail,
			Layer: rows[i], Shape: shape})
	}
	return together(out)
}

// together gives a part of a picture rows of its own.
func together(g picture.Graph) picture.Graph {
	var keys []int
	var edges []picture.EdgeKey
	for _, v := range g.Vertices {
		keys = append(keys, v.Key)
	}
	for _, e := range g.Edges {
		edges = append(edges, e.Key())
	}
	rows, err := picture.Layers(keys, edges)
	if err != nil {
		return g // it has those of the whole
	}
	for k := range g.Vertices {
		g.Vertices[k].Layer = rows[g.Vertices[k].Key]
	}
	return g
}
