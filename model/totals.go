package model

// DenseTangent is the cost of propagating all unit tangents through the whole
// dag: (sum of n over sources) * (sum over edges of T, or n_i·n_j for an edge
// without a model).
func (g *Dag) DenseTangent() Cost {
	var seeds, sweep Cost
	for i := range g.Vertices {
		if g.IsSource(i) {
			seeds = seeds.Add(g.Size(i))
		}
	}
	for k := range g.Edges {
		if e := &g.Edges[k]; e.HasModel {
			sweep = sweep.Add(e.Tangent)
		} else {
			sweep = sweep.Add(g.entries(e))
		}
	}
	return seeds.Times(sweep)
}

// DenseAdjoint is the cost of propagating all unit adjoints backwards:
// (sum of n over sinks) * (sum over edges of A, or n_i·n_j without a model).
func (g *Dag) DenseAdjoint() Cost {
	var seeds, sweep Cost
	for i := range g.Vertices {
		if g.IsSink(i) {
			seeds = seeds.Add(g.Size(i))
		}
	}
	for k := range g.Edges {
		if e := &g.Edges[k]; e.HasModel {
			sweep = sweep.Add(e.Adjoint)
		} else {
			sweep = sweep.Add(g.entries(e))
		}
	}
	return seeds.Times(sweep)
}

// entries is n_i·n_j: what one column or row costs is a factor of it.
func (g *Dag) entries(e *Edge) Cost { return g.Size(e.Source).Times(g.Size(e.Target)) }

// SparseTangent is the cost of sparse tangent mode: every vertex that starts in
// a source is preaccumulated in tangent mode, then the faces are eliminated in
// topological order of junctions, with TAN while v has no Jacobian, with MUL
// where it has one.
func (g *Dag) SparseTangent() Cost {
	var total Cost
	for x := range g.Vertices {
		if !g.IsSource(x) {
			continue
		}
		var sweep Cost
		reached := make([]bool, len(g.Vertices))
		for _, k := range g.Out(x) {
			reached[g.Edges[k].Target] = true
			if !g.Edges[k].HasJacobian {
				sweep = sweep.Add(g.Edges[k].Tangent)
			}
		}
		for _, j := range g.order {
			if !reached[j] {
				continue
			}
			for _, k := range g.Out(j) {
				e := &g.Edges[k]
				reached[e.Target] = true
				if e.HasJacobian {
					sweep = sweep.Add(g.entries(e))
				} else {
					sweep = sweep.Add(e.Tangent)
				}
			}
		}
		total = total.Add(g.Size(x).Times(sweep))
	}
	return total
}

// SparseAdjoint is the mirror image of SparseTangent.
func (g *Dag) SparseAdjoint() Cost {
	var total Cost
	for y := range g.Vertices {
		if !g.IsSink(y) {
			continue
		}
		var sweep Cost
		reached := make([]bool, len(g.Vertices))
		for _, k := range g.In(y) {
			reached[g.Edges[k].Source] = true
			if !g.Edges[k].HasJacobian {
				sweep = sweep.Add(g.Edges[k].Adjoint)
			}
		}
		for r := len(g.order) - 1; r >= 0; r-- {
			j := g.order[r]
			if !reached[j] {
				continue
			}
			for _, k := range g.In(j) {
				e := &g.Edges[k]
				reached[e.Source] = true
				if e.HasJacobian {
					sweep = sweep.Add(g.entries(e))
				} else {
					sweep = sweep.Add(e.Adjoint)
				}
			}
		}
		total = total.Add(g.Size(y).Times(sweep))
	}
	return total
}
