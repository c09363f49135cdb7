package planner

import (
	"fmt"

	"facet/model"

	"github.com/dustin/go-humanize"
)

// What looks at thousands of sequences, as ranges and fronts do, takes dags of at most so many
// faces and edges, whose Jacobians have patterns of at most so many bytes, those of each edge counted:
// beyond, one sequence takes seconds to carry out.
const (
	mostManySize     = 200_000
	mostManyPatterns = 32 << 20
)

// CheckMany says why thousands of sequences of a dag cannot be looked at.
func CheckMany(g *model.Dag) error {
	if n := model.NewState(g).Faces() + len(g.Edges); n > mostManySize {
		return fmt.Errorf("the line dag has %d vertices and faces, and at most %d can be looked at here: "+
			"make the dag coarser, or take facet solve", n, mostManySize)
	}
	var bytes int64
	for k := range g.Edges {
		if p := g.Edges[k].Pattern; p != nil {
			bytes += p.Bytes()
		}
	}
	if bytes > mostManyPatterns {
		return fmt.Errorf("the patterns of all Jacobians take %s, and at most %s can be looked at here: "+
			"make them coarser, or take facet solve", humanize.IBytes(uint64(bytes)),
			humanize.IBytes(mostManyPatterns))
	}
	return nil
}
