package drawing

import (
	"context"
	"strings"

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

// near is the picture of what surrounds something, shown in place of the whole.
type near struct {
	on      bool             // around the selection, as the user asked for
	led     intent.Selection // what a leader shows the surroundings of; Nothing for none
	whole   bool             // the user asked for the whole in place of that
	zoom    picture.Zoom     // of the whole, as the user chose it
	of      nearKey
	layout  *picture.Layout // nil while nothing is selected
	omitted int
}

type nearKey struct {
	state *model.State
	sel   intent.Selection
	size  picture.Point
	unit  float64
}

// shows reports whether only the surroundings are wanted.
func (n *near) shows() bool { return n.on || n.led.Kind != intent.Nothing && !n.whole }

// surround lays out what is near to the selection, or to what a leader shows, where that
// is wanted and not yet done. That is a few vertices, however large the dag.
func (n *near) surround(v *layer.View, kind intent.Panel, rows picture.Rows, size picture.Point) {
	if n.led = v.Around; n.led.Kind == intent.Nothing {
		n.whole = false
	}
	x := v.Sel
	if !n.on {
		x = n.led
	}
	key := nearKey{v.State(), x, size, v.Theme.Unit()}
	if key.sel.Mode = 0; !n.shows() || n.of == key || rows == nil {
		return
	}
	s := v.State()
	n.of, n.layout = key, nil
	var changed []model.Z
	if o, ok := v.Outlook(); ok && x == v.Sel {
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
	around.Cost = costs(v.Theme.Unit())
	for _, try := range []struct {
		around diagram.Near
		facts  diagram.Facts
		least  picture.Zoom // at which it has to fit
	}{
		{around, diagram.InBoxes, picture.ZoomBoxes}, {around.Core(), diagram.InBoxes, picture.ZoomBoxes},
		{around, diagram.Beside, picture.ZoomLabels}, {around.Core(), diagram.Beside, picture.ZoomLabels},
		{around.Core(), diagram.Costs, picture.ZoomLabels}, {around, diagram.InBoxes, picture.ZoomLabels},
		{around.Core(), diagram.InBoxes, picture.ZoomLabels},
	} {
		g := try.around.Line(s, rows, try.facts)
		if kind == intent.Dag {
			g = try.around.Dag(s, rows, try.facts)
		}
		if len(g.Vertices) == 0 {
			return
		}
		l, err := picture.New(context.Background(), g)
		if err != nil {
			return
		}
		if n.layout, n.omitted = l, try.around.Omitted; l.Fits(try.least, size.X, size.Y, v.Theme.ASCII) {
			return
		}
	}
}

// about says that only a part of the dag is shown, and how to see the rest.
func (n *near) about(v *layer.View) string {
	if n.layout == nil || !n.shows() {
		return ""
	}
	more := ""
	if n.omitted > 0 {
		more = ", " + style.Count(int64(n.omitted)) + " more"
	}
	what := "the selection"
	if !n.on {
		what = nameOf(v, n.led)
	}
	return "around " + what + more + ": N whole   "
}

// nameOf is the name of what is shown.
func nameOf(v *layer.View, x intent.Selection) string {
	switch s := v.State(); {
	case x.Kind == intent.OnVertex:
		return v.ID(x.Vertex)
	case !x.Exists(s):
		return "it"
	case x.Kind == intent.OnFace:
		return v.Face(s, x.Face)
	default:
		return v.Theme.Text(layer.Name(s, x.Z))
	}
}

// costs writes costs in labels: as they are, or as times, a unit as so many seconds.
func costs(unit float64) func(model.Cost) string {
	if unit == 0 {
		return model.Cost.String
	}
	return func(c model.Cost) string { return strings.ReplaceAll(style.Seconds(float64(c)*unit), " ", "") }
}
