package figure

import (
	"context"
	"fmt"
	"strings"

	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
)

// Text writes the pictures with characters, each below its title.
func (f *Figure) Text(ctx context.Context, look Options) (string, error) {
	var out strings.Builder
	for _, p := range f.panels {
		text, err := p.text(ctx, look)
		if err != nil {
			return "", err
		}
		out.WriteString("\n" + text)
	}
	return out.String(), nil
}

func (p panel) text(ctx context.Context, look Options) (string, error) {
	layout := p.layout
	view := look.view(layout)
	if p.kind == intent.LineDag && look.overview(view) {
		narrow, err := picture.New(ctx, diagram.Bare(layout.Graph()))
		if err != nil {
			return "", err
		}
		if v := look.view(narrow); !look.overview(v) {
			layout, view = narrow, v
		}
	}
	marked := p.view
	marked.Zoom, marked.ASCII = view.Zoom, view.ASCII
	marked.X, marked.Y, marked.Width, marked.Height = view.X, view.Y, view.Width, view.Height
	return fmt.Sprintf("%s%s\n\n%s", p.kind, look.overviewNote(layout, view), layout.Render(marked)), nil
}

// overview reports whether only the overview fits.
func (o Options) overview(v picture.View) bool {
	return o.Zoom == picture.ZoomAuto && v.Zoom == picture.ZoomOverview
}

// overviewNote says how wide a picture has to be for its edges to be traced, where only
// the overview fits.
func (o Options) overviewNote(l *picture.Layout, v picture.View) string {
	if l.Coarse() {
		return " (overview: there are too many long edges to trace them)"
	}
	if !o.overview(v) {
		return ""
	}
	return fmt.Sprintf(" (overview: it can be traced from --width %d on)",
		l.Bounds(picture.ZoomLabels, o.ASCII).Width)
}

// view is the whole picture at the largest zoom level that fits into the width; the
// overview always fits.
func (o Options) view(l *picture.Layout) picture.View {
	v := picture.View{Zoom: o.Zoom, ASCII: o.ASCII}
	if l.Coarse() {
		v.Zoom, v.Width = picture.ZoomOverview, o.Width
		return v
	}
	if v.Zoom == picture.ZoomAuto {
		v.Zoom = o.largest(l)
	}
	bounds := l.Bounds(v.Zoom, o.ASCII)
	v.X, v.Y, v.Width, v.Height = bounds.X, bounds.Y, bounds.Width, bounds.Height
	if o.Width > 0 {
		v.Width = min(v.Width, o.Width)
	}
	return v
}

// largest is the largest zoom level that fits into the width.
func (o Options) largest(l *picture.Layout) picture.Zoom {
	for _, z := range []picture.Zoom{picture.ZoomBoxes, picture.ZoomRows, picture.ZoomLabels} {
		if o.Width == 0 || l.Bounds(z, o.ASCII).Width <= o.Width {
			return z
		}
	}
	return picture.ZoomOverview
}
