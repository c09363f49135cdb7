package cover

import (
	"facet/planner/bound/paths"
	"facet/planner/certificate"
)

// Certify writes a tree for the fresh line dag of a dag, whose vertices are its
// edges, as a proof that others can check. It proves bounds up to the tree's.
func Certify(t *Tree) *certificate.Proof { return certifier{}.proof(t) }

// certifier writes each dual solution once: nodes without one of their own have that
// of their parent.
type certifier map[*paths.Dual]*certificate.Leaf

func (c certifier) leaf(s *paths.Dual) *certificate.Leaf {
	if c[s] == nil {
		c[s] = s.Leaf()
	}
	return c[s]
}

func (c certifier) proof(t *Tree) *certificate.Proof {
	switch {
	case t.Dual != nil:
		return &certificate.Proof{Leaf: c.leaf(t.Dual)}
	case t.Rest != nil:
		p := &certificate.Proof{Leaf: c.leaf(t.Fixing.Dual), Rest: c.proof(t.Rest)}
		for _, it := range t.Fixing.Resources {
			p.Fixed = append(p.Fixed, it.Certified())
		}
		return p
	}
	it := t.Branch.Certified()
	return &certificate.Proof{Resource: &it, Selected: c.proof(t.One), Forbidden: c.proof(t.Zero)}
}
