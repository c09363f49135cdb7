package cover

import (
	"facet/planner/bound/paths"
	"facet/planner/certificate"
)

// Certify writes a tree for the fresh line dag of a dag, whose letters are its
// edges, as a proof that others can check. It proves bounds up to the tree's.
func Certify(t *Tree) *certificate.Proof { return certifier{}.proof(t) }

// certifier writes each division once: parts that nobody has worked at have that
// of the whole.
type certifier map[*paths.Split]*certificate.Leaf

func (c certifier) leaf(s *paths.Split) *certificate.Leaf {
	if c[s] == nil {
		c[s] = s.Leaf()
	}
	return c[s]
}

func (c certifier) proof(t *Tree) *certificate.Proof {
	switch {
	case t.Split != nil:
		return &certificate.Proof{Leaf: c.leaf(t.Split)}
	case t.Rest != nil:
		p := &certificate.Proof{Leaf: c.leaf(t.Narrowing.Split), Rest: c.proof(t.Rest)}
		for _, it := range t.Narrowing.Items {
			p.Dear = append(p.Dear, it.Certified())
		}
		return p
	}
	it := t.Item.Certified()
	return &certificate.Proof{Item: &it, Bought: c.proof(t.Bought), Forbidden: c.proof(t.Forbidden)}
}
