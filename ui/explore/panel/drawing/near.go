package drawing

import (
	"context"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// FromNear is the number of edges of a dag from which on going to a label shows only what
// is near to it, since the whole picture would be unreadable.
const FromNear = 200

// near is the picture of what surrounds the selection, shown in place of the whole.
type near struct {
	on      bool
	of      nearKey
	layout  *picture.Layout // nil while nothing is selected
	omitted int
}

type nearKey struct {
	state *model.State
	sel   intent.Selection
}

// surround lays out what is near to the selection, where that is wanted and not yet done.
// That is a few vertices, however large the dag.
func (n *near) surround(v *layer.View, kind intent.Panel, rows picture.Rows) {
	key := nearKey{v.State(), v.Sel}
	if key.sel.Mode = 0; !n.on || n.of == key || rows == nil {
		return
	}
	s, x := v.State(), v.Sel
	n.of, n.layout = key, nil
	var changed []model.Z
	if o, ok := v.Outlook(); ok {
		changed = o.Concerned()
	}
	var around diagram.Near
	switch {
	case !x.Exists(s):
		return
	case x.Kind == intent.OnVertex:
		around = diagram.NearVertex(s, x.Vertex)
	case x.Kind == intent.OnElement:
		around = diagram.NearFaces(s, changed, x.Z)
	default:
		around = diagram.NearFaces(s, changed, x.Face.U, x.Face.V)
	}
	g := around.Line(s, rows)
	if kind == intent.Dag {
		g = around.Dag(s, rows)
	}
	if len(g.Vertices) == 0 {
		return
	}
	if l, err := picture.New(context.Background(), g); err == nil {
		n.layout, n.omitted = l, around.Omitted
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
