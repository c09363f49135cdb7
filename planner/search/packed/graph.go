package packed

import "facet/planner/linegraph"

// Fill writes the state into an instance for the bounds, in the instance's own
// memory. Vertices are the live slots in ascending order; at receives the vertex
// of each slot and must be as long as Slots.
func (s *State) Fill(in *linegraph.Graph, at []int32) {
	in.Dag, in.Size = s.Problem.Dag, s.Problem.Size
	in.Vertices = in.Vertices[:0]
	for z := range Bits(s.live) {
		v := &s.Vertex[z]
		at[z] = int32(len(in.Vertices))
		l := linegraph.Vertex{From: v.From, To: v.To, Jacobian: v.Jacobian, Pattern: s.Pattern(z)}
		if v.Edge >= 0 {
			l.Model = &s.Problem.Dag.Edges[v.Edge]
		}
		in.Vertices = append(in.Vertices, l)
	}
	n := len(in.Vertices)
	in.Succ, in.Pred = lists(in.Succ, n), lists(in.Pred, n)
	for z := range Bits(s.live) {
		k := at[z]
		for w := range Bits(s.S(z)) {
			in.Succ[k] = append(in.Succ[k], at[w])
		}
		for w := range Bits(s.P(z)) {
			in.Pred[k] = append(in.Pred[k], at[w])
		}
	}
	in.ReadPatterns()
}

// lists empties n lists and keeps their memory.
func lists(l [][]int32, n int) [][]int32 {
	for len(l) < n {
		l = append(l, nil)
	}
	l = l[:n]
	for k := range l {
		l[k] = l[k][:0]
	}
	return l
}
