package drawing

import (
	"slices"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Marks choose what stands out in the picture of a state, on the screen and in figures
// alike.
type Marks struct {
	Of      intent.Panel // intent.Dag or intent.LineDag
	State   *model.State
	Changes []model.Change // of the step that led to the state
	// Points are what a leader points at, in place of the selection.
	Points []intent.Selection
	// After is the picture after an operation where it is known; nil for never.
	After func(o *layer.Outlook) *picture.Layout
}

// Last marks what the last step did: what was added, changed and removed.
func (m Marks) Last(v *picture.View) {
	for z := range diagram.Born(m.Changes) {
		if m.Of == intent.LineDag && m.State.IsLive(z) {
			v.Newborn = append(v.Newborn, int(z))
		}
	}
	slices.Sort(v.Newborn)
	v.Changed = m.changed()
	v.Removed = m.removed()
}

// Next marks what is selected and what its operation would do; o is nil where no
// operation is selected.
func (m Marks) Next(v *picture.View, l *picture.Layout, x intent.Selection, o *layer.Outlook) {
	v.Selected = m.refs(x)
	if len(m.Points) > 0 {
		v.Selected = m.pointed()
		return
	}
	if o == nil {
		return
	}
	for _, z := range o.Concerned() {
		if m.Of == intent.LineDag {
			v.Related = append(v.Related, picture.RefVertex(int(z)))
		} else {
			v.Related = append(v.Related, picture.RefEdge(m.State.Source(z), m.State.Target(z)))
		}
	}
	if z, ok := o.Born(); ok && m.Of == intent.LineDag {
		face := o.Choice.Op.Face()
		v.Preview = &picture.Preview{
			Label: diagram.ElementLabel(o.After, z), Layer: layerOf(l, int(face.V)),
			Parents: []int{int(face.U), int(face.V)}, Key: int(z)}
		if m.After != nil {
			v.Preview.Next = m.After(o)
		}
	}
}

// pointed is what the points refer to in this picture.
func (m Marks) pointed() []picture.Ref {
	var refs []picture.Ref
	for _, x := range m.Points {
		refs = append(refs, m.refs(x)...)
	}
	return refs[:min(len(refs), mostMarked)]
}

// refs is what a selection refers to in this picture.
func (m Marks) refs(x intent.Selection) []picture.Ref {
	s := m.State
	if !x.Exists(s) {
		return nil
	}
	if m.Of == intent.Dag {
		switch x.Kind {
		case intent.OnVertex:
			return []picture.Ref{picture.RefVertex(x.Vertex)}
		case intent.OnElement:
			return []picture.Ref{picture.RefEdge(s.Source(x.Z), s.Target(x.Z))}
		}
		i, j, k := s.Source(x.Face.U), s.Target(x.Face.U), s.Target(x.Face.V)
		return []picture.Ref{picture.RefEdge(i, j), picture.RefEdge(j, k)}
	}
	switch x.Kind {
	case intent.OnVertex:
		if !s.Dag().IsJunction(x.Vertex) {
			return []picture.Ref{picture.RefVertex(diagram.EndKey(x.Vertex))}
		}
		var refs []picture.Ref
		for _, u := range s.Vertices() {
			if s.Target(u) != x.Vertex {
				continue
			}
			for _, v := range s.Succs(u) {
				if refs = append(refs, picture.RefEdge(int(u), int(v))); len(refs) == mostMarked {
					return refs
				}
			}
		}
		return refs
	case intent.OnElement:
		return []picture.Ref{picture.RefVertex(int(x.Z))}
	}
	return []picture.Ref{picture.RefEdge(int(x.Face.U), int(x.Face.V))}
}

// mostMarked is the most edges of a picture that are shown as selected: the eye cannot
// tell more apart.
const mostMarked = 2_000

// changed lists what the last step gave a Jacobian, or added a Jacobian to.
func (m Marks) changed() []picture.Ref {
	var out []picture.Ref
	for _, change := range m.Changes {
		for _, e := range change.Events {
			switch {
			case e.Kind != model.Accumulated && e.Kind != model.Absorbed && e.Kind != model.Merged &&
				e.Kind != model.Born || !m.State.IsLive(e.Z):
			case m.Of == intent.LineDag:
				out = append(out, picture.RefVertex(int(e.Z)))
			default:
				out = append(out, picture.RefEdge(m.State.Source(e.Z), m.State.Target(e.Z)))
			}
		}
	}
	return out
}

// layerOf is the row of a vertex. The product of a face appears in the row of the face's
// V: both end in the same vertex of the dag.
func layerOf(l *picture.Layout, key int) int {
	v, _ := l.Vertex(key)
	return v.Layer
}

// removed lists the edges that the last step removed.
func (m Marks) removed() []picture.EdgeKey {
	s := m.State
	var out []picture.EdgeKey
	add := func(i, j int) {
		if key := (picture.EdgeKey{From: i, To: j}); !slices.Contains(out, key) {
			out = append(out, key)
		}
	}
	for _, change := range m.Changes {
		for _, e := range change.Events {
			switch {
			case e.Kind == model.FaceRemoved && m.Of == intent.LineDag:
				add(int(e.Face.U), int(e.Face.V))
			case e.Kind == model.Removed && m.Of == intent.Dag:
				if i, k := s.Source(e.Z), s.Target(e.Z); len(diagram.Between(s, i, k)) == 0 {
					add(i, k)
				}
			}
		}
	}
	return out
}
