package puzzle

import (
	"bytes"
	"fmt"

	"facet/model"
	"facet/model/format"
	"facet/samples"
)

// Shipped are the puzzles that come with facet, in the order in which they are
// best played. The error is that of a sample that cannot be read.
func Shipped() ([]*Puzzle, error) {
	all := []*Puzzle{
		{
			Name: "lion-11", Title: "Lion for 11", Goal: Goal{Kind: Total, Total: 11}, Par: 11, Dag: &model.Dag{Name: "lion"},
			Ask:    "All Jacobians are given. Accumulate Lion's Jacobian for 11.",
			Hints:  []string{"Both orders of the vertices 1 and 2 cost 12. Nobody says that a vertex has to be finished before the next begins."},
			Solved: "No order of vertices gives 11: edge (1,2) was eliminated in front of 2 where that was cheap, and the rest of vertex 2 later.",
		},
		{
			Name: "bat-22", Title: "Bat for 22", Goal: Goal{Kind: Total, Total: 22}, Par: 22, Dag: &model.Dag{Name: "bat"},
			Ask:    "All Jacobians are given. Accumulate Bat's Jacobian for 22.",
			Hints:  []string{"Vertices give 24 and edges 23. Somebody absorbs a product while another one, of the same edges, is still to come."},
			Solved: "This is the paper's Example 3: no order of edges gives 22, because (1,3) and (3,4) are each needed once for a product that is absorbed, and once for others.",
		},
		{
			Name: "hierarchy-26", Title: "Hierarchy for 26", Goal: Goal{Kind: Total, Total: 26}, Par: 26, Dag: &model.Dag{Name: "hierarchy"},
			Ask:    "Only models are given. Accumulate the Jacobian of hierarchy for 26.",
			Hints:  []string{"Vertices give 28 and edges 27. Ask of every Jacobian who would use it, and through which side a tangent or an adjoint is cheap."},
			Solved: "Faces beat edges beat vertices with models, too: 26, 27 and 28.",
		},
		{
			Name: "newton-150000", Title: "Two Newton steps for 150 000", Goal: Goal{Kind: Total, Total: 150_000}, Par: 150_000, Dag: &model.Dag{Name: "newton2"},
			Ask:    "Accumulate the Jacobian of two Newton steps for 150 000.",
			Hints:  []string{"One step takes 74 000, and there are two of them. What is multiplied where they meet should be as small as it can be."},
			Solved: "Each step by itself takes 74 000, and 2 000 join them.",
		},
	}
	for _, p := range all {
		g, err := sample(p.Dag.Name)
		if err != nil {
			return nil, err
		}
		if p.Dag = g; p.Name == "lion-11" || p.Name == "bat-22" {
			p.Dag = g.Classic()
		}
	}
	return all, nil
}

func sample(name string) (*model.Dag, error) {
	content, err := samples.Open(name)
	if err != nil {
		return nil, err
	}
	g, err := format.Read(name, bytes.NewReader(content))
	if err != nil {
		return nil, fmt.Errorf("the sample %s: %w", name, err)
	}
	return g, nil
}
