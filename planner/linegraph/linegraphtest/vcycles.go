package linegraphtest

import (
	"fmt"

	"facet/model"
)

// VCycles is a dag of multigrid's V-cycles: each smooths on every grid, from the finest
// to the coarsest and back, all steps use a coefficient, and the field is the output.
func VCycles(cycles, levels int) *model.Dag {
	var vertices []model.Vertex
	var edges []model.Edge
	add := func(id string, size int64, from ...int) int {
		vertices = append(vertices, model.Vertex{ID: id, Size: size})
		for k, source := range from {
			cost := model.Cost(4*size + int64(7*len(edges)%5) + int64(k))
			edges = append(edges, model.Edge{Source: source, Target: len(vertices) - 1, Tangent: cost,
				Adjoint: 2*cost + cost/2, HasModel: true})
		}
		return len(vertices) - 1
	}
	size := func(level int) int64 { return 6 << (levels - level) }
	x, f, a := add("x", size(0)), add("f", size(0)), add("a", 6)
	for c := range cycles {
		name := func(kind string, level int) string { return fmt.Sprintf("%s%d_%d", kind, c, level) }
		right := f
		from := []int{right, a, x}
		var smooth, rights []int
		for level := range levels {
			s := add(name("s", level), size(level), from...)
			r := add(name("r", level), size(level), s, right, a)
			smooth, rights = append(smooth, s), append(rights, right)
			right = add(name("R", level+1), size(level+1), r)
			from = []int{right, a}
		}
		e := add(name("z", levels), size(levels), right, a)
		for level := levels - 1; level >= 0; level-- {
			p := add(name("p", level), size(level), e, smooth[level])
			e = add(name("q", level), size(level), p, rights[level], a)
		}
		x = e
	}
	g, err := model.NewDag("V-cycles", vertices, edges)
	if err != nil {
		panic(err)
	}
	return g
}
