package drawing

import (
	"context"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/picture"
	"facet/ui/style"
)

// FromNear is from how many edges of a dag on going to a label shows what is near to it
// and nothing else: of the whole little can be read.
const FromNear = 200

// near is the picture of what surrounds the selection, in the place of the whole.
type near struct {
	on      bool
	of      nearKey
	layout  *picture.Layout // nil while there is nothing to surround
	omitted int
}

type nearKey struct {
	state *model.State
	sel   intent.Selection
}

// Surround shows only what is near to the selection, or the whole again.
func (p *Panel) Surround(on bool) {
	p.near = near{on: on}
	p.ZoomTo(picture.ZoomAuto)
}

// Surrounds tells whether only what is near to the selection is shown.
func (p *Panel) Surrounds() bool { return p.near.on }

// surround lays out what is near to the selection, where that is wanted and new. It is a
// few vertices, whatever the dag.
func (p *Panel) surround(c *layer.View) {
	key := nearKey{c.State(), c.Sel}
	if key.sel.Mode = 0; !p.near.on || p.near.of == key || p.Of.books.rows == nil {
		return
	}
	s, x := c.State(), c.Sel
	p.near.of, p.near.layout = key, nil
	var changed []model.Z
	if o, ok := c.Outlook(); ok {
		changed = o.Concerned()
	}
	var n diagram.Near
	switch {
	case !x.Exists(s):
		return
	case x.Kind == intent.OnVertex:
		n = diagram.NearVertex(s, x.Vertex)
	case x.Kind == intent.OnElement:
		n = diagram.NearFaces(s, changed, x.Z)
	default:
		n = diagram.NearFaces(s, changed, x.Face.U, x.Face.V)
	}
	g := n.Line(s, p.Of.books.rows)
	if p.Kind == intent.Dag {
		g = n.Dag(s, p.Of.books.rows)
	}
	if len(g.Vertices) == 0 {
		return
	}
	if l, err := picture.New(context.Background(), g); err == nil {
		p.near.layout, p.near.omitted = l, n.Omitted
		p.Forget()
	}
}

// about says that only a part of the dag is shown, and how to see the rest.
func (n *near) about() string {
	if n.layout == nil {
		return ""
	}
	more := ""
	if n.omitted > 0 {
		more = ", " + style.Count(int64(n.omitted)) + " more"
	}
	return "around the selection" + more + ": N whole   "
}
