package cover

import "facet/planner/certificate"

// Certify writes a tree for the fresh line dag of a dag, whose letters are its
// edges, as a proof that others can check. It proves bounds up to the tree's.
func Certify(t *Tree) *certificate.Proof {
	if t.Split != nil {
		return &certificate.Proof{Leaf: t.Split.Leaf()}
	}
	it := t.Item.Certified()
	return &certificate.Proof{Item: &it, Bought: Certify(t.Bought), Forbidden: Certify(t.Forbidden)}
}
