package figure

import (
	"context"
	"fmt"
	"strings"

	"facet/ui/diagram"
	"facet/ui/intent"
	"facet/ui/picture"
)

// Text writes the pictures with characters, each below its title.
func (f *Figure) Text(ctx context.Context, look Look) (string, error) {
	var out strings.Builder
	for _, p := range f.Panels {
		text, err := p.text(ctx, look)
		if err != nil {
			return "", err
		}
		out.WriteString("\n" + text)
	}
	return out.String(), nil
}

func (p Panel) text(ctx context.Context, look Look) (string, error) {
	layout := p.Layout
	view := look.view(layout)
	if p.Kind == intent.LineDag && look.overview(view) {
		narrow, err := picture.New(ctx, diagram.Bare(layout.Graph()))
		if err != nil {
			return "", err
		}
		if v := look.view(narrow); !look.overview(v) {
			layout, view = narrow, v
		}
	}
	marked := p.View
	marked.Zoom, marked.ASCII = view.Zoom, view.ASCII
	marked.X, marked.Y, marked.Width, marked.Height = view.X, view.Y, view.Width, view.Height
	return fmt.Sprintf("%s%s\n\n%s", p.Kind, look.overviewNote(layout, view), layout.Render(marked)), nil
}

// overview tells that nothing larger fits.
func (k Look) overview(v picture.View) bool {
	return k.Zoom == picture.ZoomAuto && v.Zoom == picture.ZoomOverview
}

// overviewNote says how wide a picture has to be for its edges to be traced,
// where only the overview fits.
func (k Look) overviewNote(l *picture.Layout, v picture.View) string {
	if l.Coarse() {
		return " (overview: there are too many long edges to trace them)"
	}
	if !k.overview(v) {
		return ""
	}
	return fmt.Sprintf(" (overview: it can be traced from --width %d on)", l.Bounds(picture.ZoomLabels, k.ASCII).Width)
}

// view is all of the picture at the largest zoom that fits into the width; the
// overview always fits.
func (k Look) view(l *picture.Layout) picture.View {
	v := picture.View{Zoom: k.Zoom, ASCII: k.ASCII}
	if l.Coarse() {
		v.Zoom, v.Width = picture.ZoomOverview, k.Width
		return v
	}
	if v.Zoom == picture.ZoomAuto {
		v.Zoom = k.largest(l)
	}
	bounds := l.Bounds(v.Zoom, k.ASCII)
	v.X, v.Y, v.Width, v.Height = bounds.X, bounds.Y, bounds.Width, bounds.Height
	if k.Width > 0 {
		v.Width = min(v.Width, k.Width)
	}
	return v
}

// largest is the largest zoom level that fits into the width.
func (k Look) largest(l *picture.Layout) picture.Zoom {
	for _, z := range []picture.Zoom{picture.ZoomBoxes, picture.ZoomRows, picture.ZoomLabels} {
		if k.Width == 0 || l.Bounds(z, k.ASCII).Width <= k.Width {
			return z
		}
	}
	return picture.ZoomOverview
}
