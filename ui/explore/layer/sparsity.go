package layer

import (
	"facet/model/pattern"
	"facet/ui/explore/intent"
)

// Pattern is that of the Jacobian which the selection is about, and how it is written:
// of the selected vertex of the line dag, or of the product that the selected face
// stands for. It is nil in a dag without patterns, and where nothing of the kind is
// selected.
func (v *View) Pattern() (name string, p *pattern.Pattern) {
	s, sel := v.State(), v.Sel
	switch {
	case !s.Dag().HasPatterns() || !sel.Exists(s):
	case sel.Kind == intent.OnElement:
		return Jacobian(s, sel.Z), s.Pattern(sel.Z)
	case sel.Kind == intent.OnFace:
		f := sel.Face
		return Jacobian(s, f.V) + v.Theme.Signs.Times + Jacobian(s, f.U), s.Product(f)
	}
	return "", nil
}
