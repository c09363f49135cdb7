package linegraph

import "facet/model"

// FromState is the line dag of s as it is now. The second result gives the
// state's name of each vertex, ascending.
func FromState(s *model.State) (*Graph, []model.Z) {
	g := s.Dag()
	vertices := s.Vertices()
	at := make(map[model.Z]int32, len(vertices))
	for n, z := range vertices {
		at[z] = int32(n)
	}
	in := &Graph{
		Dag:      g,
		Size:     make([]model.Cost, len(g.Vertices)),
		Vertices: make([]Vertex, len(vertices)),
		Succ:     make([][]int32, len(vertices)),
		Pred:     make([][]int32, len(vertices)),
	}
	for i := range g.Vertices {
		in.Size[i] = g.Size(i)
	}
	for n, z := range vertices {
		in.Vertices[n] = Vertex{
			From: int32(s.Source(z)), To: int32(s.Target(z)),
			Jacobian: s.HasJacobian(z), Model: s.Elemental(z), Pattern: s.Pattern(z),
		}
		in.Succ[n] = translate(s.Succs(z), at)
		in.Pred[n] = translate(s.Preds(z), at)
	}
	in.ReadPatterns()
	return in, vertices
}

func translate(neighbours []model.Z, at map[model.Z]int32) []int32 {
	if len(neighbours) == 0 {
		return nil
	}
	out := make([]int32, len(neighbours))
	for n, z := range neighbours {
		out[n] = at[z]
	}
	return out
}
