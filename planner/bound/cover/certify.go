package cover

import (
	"facet/planner/bound/paths"
	"facet/planner/certificate"
	"facet/planner/linegraph"
)

// Certify writes a tree for the fresh line dag of a dag, whose vertices are its
// edges, as a proof that others can check. It proves bounds up to the tree's.
func Certify(in *linegraph.Graph, t *Tree) *certificate.Proof {
	return certifier{in, make(map[*paths.Dual]*certificate.Leaf)}.proof(t)
}

// certifier writes each dual solution once: nodes without one of their own have that
// of their parent.
type certifier struct {
	in     *linegraph.Graph
	leaves map[*paths.Dual]*certificate.Leaf
}

func (c certifier) leaf(s *paths.Dual) *certificate.Leaf {
	if c.leaves[s] == nil {
		c.leaves[s] = s.Leaf(c.in)
	}
	return c.leaves[s]
}

func (c certifier) proof(t *Tree) *certificate.Proof {
	switch {
	case t.Dual != nil:
		return &certificate.Proof{Leaf: c.leaf(t.Dual)}
	case t.Rest != nil:
		p := &certificate.Proof{Leaf: c.leaf(t.Fixing.Dual), Rest: c.proof(t.Rest)}
		for _, resource := range t.Fixing.Resources {
			p.Fixed = append(p.Fixed, resource.Certified(c.in))
		}
		return p
	}
	resource := t.Branch.Certified(c.in)
	return &certificate.Proof{Resource: &resource, Selected: c.proof(t.One), Forbidden: c.proof(t.Zero)}
}
