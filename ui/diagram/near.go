package diagram

import (
	"maps"
	"slices"

	"facet/model"
	"facet/ui/picture"
)

// mostNear is how many vertices of the line dag lead to a vertex, and from it, in a picture
// of what is near to it: more could not be read.
const mostNear = 16

// Near is what surrounds a place of the line dag: its vertices, those first that the place
// is about, and how many were left out.
type Near struct {
	Vertices []model.Z
	Omitted  int
}

// add adds vertices that are not there yet, up to a number of them.
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

// NearVertex is what ends and starts in vertex j of the dag, with what runs beside the
// products of its faces: that is what an elimination of j would change.
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
	n.add(mostNear, beside(s, n.Vertices, j)...)
	return n
}

// beside lists the vertices with the same ends as products over j of some vertices.
func beside(s *model.State, around []model.Z, j int) (all []model.Z) {
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

// Line is the part of the line dag's picture with these vertices and the faces among them.
func (n Near) Line(s *model.State, rows picture.Rows) picture.Graph {
	var out picture.Graph
	for _, z := range n.Vertices {
		out.Vertices = append(out.Vertices, picture.Vertex{
			Key: int(z), Label: ElementLabel(s, z), Layer: rows.Path(s.Target(z)), Shape: picture.Square, Mark: mark(s, z)})
		for _, v := range s.Succs(z) {
			if slices.Contains(n.Vertices, v) {
				out.Edges = append(out.Edges, picture.Edge{From: int(z), To: int(v)})
			}
		}
	}
	return together(out)
}

// Dag is the part of the dag's picture with the edges that these vertices amount to.
func (n Near) Dag(s *model.State, rows picture.Rows) picture.Graph {
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
		out.Edges[k].Label += edgeLabel(s, z)
		used[key.From], used[key.To] = true, true
	}
	for _, i := range slices.Sorted(maps.Keys(used)) {
		shape := picture.Round
		if g.IsJunction(i) {
			shape = picture.Square
		}
		out.Vertices = append(out.Vertices, picture.Vertex{Key: i, Label: model.QuoteID(g.Vertices[i].ID), Layer: rows[i], Shape: shape})
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
