package figure

import (
	"cmp"
	"fmt"
	"strings"

	"facet/ui/draw/picture"
	"facet/ui/draw/picture/scene"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
)

// svg writes the pictures with lines and texts. Colours follow the surrounding page,
// light or dark, unless the options choose a theme; no meaning is carried by colour
// alone.
func (f *Figure) svg(look Options) string {
	s := svg{shades: vector.ShadesOf(look.Theme)}
	var panels []drawn
	for _, p := range f.panels {
		panels = append(panels, p.shapes(look))
	}
	at, size := arrange(panels, f.titled())
	for k, d := range panels {
		s.panel(d, at[k].X, at[k].Y, f.titled())
	}
	return s.document(f, size.X, size.Y, look.Theme)
}

// svg collects the elements of an SVG document.
type svg struct {
	strings.Builder
	shades vector.Shades
}

// document completes the elements to a document: head, style and description.
func (s *svg) document(f *Figure, width, height float64, kind style.Kind) string {
	var out strings.Builder
	fmt.Fprintf(&out,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%[3]s" font-family="%[4]s" font-size="%[5]d">`,
		vector.Num(width), vector.Num(height), vector.Escape(f.caption()), vector.Fonts, vector.FontSize)
	fmt.Fprintf(&out, "\n<title>%s</title>\n<desc>%s</desc>\n", vector.Escape(f.caption()),
		vector.Escape(f.description()))
	if kind == style.Auto {
		fmt.Fprintf(&out, "<style>@media (prefers-color-scheme:dark){%s}</style>\n",
			vector.ShadesOf(style.Dark).CSS())
	}
	fmt.Fprintf(&out, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n",
		s.shades.Paper)
	return out.String() + s.String() + "</svg>\n"
}

// description explains the signs and the steps in words, for readers who cannot see the
// picture.
func (f *Figure) description() string {
	text := "Edges lead downwards. A hollow dot marks a matrix-free edge, a filled one its Jacobian, Σ a sum, a star what the last step brought."
	if f.did != "" {
		text += " Last step: " + style.Printable(f.did) + "."
	}
	if f.next != "" {
		text += " Next step: " + style.Printable(f.next) + "."
	}
	return text
}

// panel draws one picture with its upper left corner at (x, y).
func (s *svg) panel(d drawn, x, y float64, titled bool) {
	if titled {
		fmt.Fprintf(s, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">%s</text>\n", vector.Num(x),
			vector.Num(y+vector.FontSize), s.shades.Faint, d.kind)
		y += titleRoom
	}
	fmt.Fprintf(s,
		"<g transform=\"translate(%s %s)\" stroke-linejoin=\"round\" stroke-linecap=\"round\" text-anchor=\"middle\">\n", vector.Num(x), vector.Num(y))
	s.removedLines(d)
	for _, state := range states {
		s.lines(d, state)
	}
	s.labels(d)
	for _, state := range states {
		s.boxes(d, state)
	}
	if pre := d.scene.Preview; pre != nil {
		s.preview(*pre)
	}
	s.WriteString("</g>\n")
}

// lines draws the edges of one state, with their heads.
func (s *svg) lines(d drawn, state picture.State) {
	var ways, heads strings.Builder
	wide := 4.0
	if state == picture.Selected {
		wide = 6
	}
	for n, l := range d.scene.Lines {
		if d.edge[n] != state {
			continue
		}
		if d.scene.Coarse {
			fmt.Fprintf(&ways, "M%s %sL%s %s", vector.Num(l.Points[0].X*cellWidth),
				vector.Num(l.Points[0].Y*cellHeight), vector.Num(l.Points[1].X*cellWidth),
				vector.Num(l.Points[1].Y*cellHeight))
			continue
		}
		tip := l.Points[len(l.Points)-1]
		ways.WriteString(way(l.Points, headLength-2))
		fmt.Fprintf(&heads, "M%s %sl-%s -%sh%sz", vector.Num(tip.X*cellWidth), vector.Num(tip.Y*cellHeight),
			vector.Num(wide), vector.Num(headLength), vector.Num(2*wide))
	}
	if ways.Len() == 0 {
		return
	}
	foreground := s.shades.Line(state)
	thin := ""
	if d.scene.Coarse && state == picture.Plain { // many lines lie on top of each other
		thin = ` stroke-opacity=".3"`
	}
	fmt.Fprintf(s, "<path class=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s d=\"%s\"/>\n",
		className[state], foreground, strokeOf(state), thin, &ways)
	if state == picture.Related { // a double line: a wide one with a narrow gap in its middle
		fmt.Fprintf(s, "<path class=\"gap\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" d=\"%s\"/>\n",
			s.shades.Paper, &ways)
	}
	if heads.Len() > 0 {
		fmt.Fprintf(s, "<path class=\"%s head\" fill=\"%s\" d=\"%s\"/>\n", className[state], foreground,
			&heads)
	}
}

var className = map[picture.State]string{picture.Plain: "line", picture.Newborn: "last",
	picture.Related: "related", picture.Selected: "next"}

func strokeOf(state picture.State) string {
	switch state {
	case picture.Selected:
		return "3.6"
	case picture.Related:
		return "4.4"
	case picture.Newborn:
		return "2.2"
	}
	return "1.4"
}

// way is a path with rounded corners that ends short of its head.
func way(points []scene.Point, short float64) string {
	var out strings.Builder
	at := func(k int) (float64, float64) { return points[k].X * cellWidth, points[k].Y * cellHeight }
	x, y := at(0)
	fmt.Fprintf(&out, "M%s %s", vector.Num(x), vector.Num(y))
	for k := 1; k < len(points); k++ {
		px, py := x, y
		x, y = at(k)
		if k == len(points)-1 {
			fmt.Fprintf(&out, "V%s", vector.Num(y-short))
			break
		}
		nx, ny := at(k + 1)
		r := min(round, (abs(x-px)+abs(y-py))/2, (abs(nx-x)+abs(ny-y))/2)
		if px == x { // first vertical, then horizontal
			fmt.Fprintf(&out, "V%sQ%s %s %s %s", vector.Num(y-sign(y-py)*r), vector.Num(x), vector.Num(y),
				vector.Num(x+sign(nx-x)*r), vector.Num(y))
		} else {
			fmt.Fprintf(&out, "H%sQ%s %s %s %s", vector.Num(x-sign(x-px)*r), vector.Num(x), vector.Num(y),
				vector.Num(x), vector.Num(y+sign(ny-y)*r))
		}
	}
	return out.String()
}

// labels writes the edges' texts; those that lie on a line get an opaque background.
func (s *svg) labels(d drawn) {
	var plates, texts strings.Builder
	for n, l := range d.scene.Lines {
		text := l.Label.Text
		if text == "" {
			continue
		}
		x, y := l.Label.At.X*cellWidth, l.Label.At.Y*cellHeight
		if l.Label.On {
			wide := float64(style.Width(text))*cellWidth + 2
			fmt.Fprintf(&plates, "M%s %sh%sv%sh-%sz", vector.Num(x-wide/2), vector.Num(y-cellHeight/2),
				vector.Num(wide), vector.Num(cellHeight), vector.Num(wide))
		}
		class := ""
		if state := d.edge[n]; state != picture.Plain {
			class = fmt.Sprintf(" class=\"%s text\" fill=\"%s\" font-weight=\"bold\"", className[state],
				s.shades.Line(state))
		}
		fmt.Fprintf(&texts, "<text%s x=\"%s\" y=\"%s\">%s</text>\n", class, vector.Num(x), vector.Num(y+4),
			vector.Escape(text))
	}
	if texts.Len() == 0 {
		return
	}
	if plates.Len() > 0 {
		fmt.Fprintf(s, "<path class=\"paper\" fill=\"%s\" d=\"%s\"/>\n", s.shades.Paper, &plates)
	}
	fmt.Fprintf(s, "<g class=\"cost\" fill=\"%s\" font-size=\"12\">\n%s</g>\n", s.shades.Faint, &texts)
}

// boxes draws the vertices of one state.
func (s *svg) boxes(d drawn, state picture.State) {
	for k, b := range d.scene.Boxes {
		if d.vertex[k] != state {
			continue
		}
		if d.scene.Coarse {
			fmt.Fprintf(s,
				"<circle class=\"dot\" cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"%s\"><title>%s</title></circle>\n",
				vector.Num(b.Text.X*cellWidth), vector.Num(b.Text.Y*cellHeight), s.shades.Foreground,
				vector.Escape(b.Vertex.Label))
			continue
		}
		s.box(b, state, d.fresh[k], d.end(b.Vertex))
	}
}

func (s *svg) box(b scene.Box, state picture.State, fresh, end bool) {
	x, y, w, h := b.X*cellWidth, b.Y*cellHeight, b.Width*cellWidth, b.Height*cellHeight
	radius := 3.0
	if b.Vertex.Shape == picture.Round {
		radius = min(h/2, 12)
	}
	class, fill := kindOf(b.Vertex, end)
	stroke, wide, extra := s.shades.Foreground, "1.2", ""
	if state != picture.Plain {
		class += " " + className[state]
		stroke, wide = s.shades.Line(state),
			cmp.Or(map[picture.State]string{picture.Selected: "3.2", picture.Newborn: "2.2"}[state], "1.4")
	}
	if end && state == picture.Plain {
		extra = ` stroke-dasharray="4 3"`
	}
	fmt.Fprintf(s,
		"<rect class=\"box %s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s/>\n",
		class, vector.Num(x), vector.Num(y), vector.Num(w), vector.Num(h), vector.Num(radius),
		s.shades.Fill(fill), stroke, wide, extra)
	if state == picture.Related {
		fmt.Fprintf(s,
			"<rect class=\"%s ring\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\"/>\n",
			className[state], vector.Num(x-3), vector.Num(y-3), vector.Num(w+6), vector.Num(h+6),
			vector.Num(radius+3), stroke)
	}
	s.words(b, fresh)
}

// words writes the content of a box: sign, label, details.
func (s *svg) words(b scene.Box, fresh bool) {
	x, y := b.Text.X*cellWidth, b.Text.Y*cellHeight
	if b.Sign {
		at := x - float64(style.Width(b.Vertex.Label))*cellWidth/2
		s.sign(b.Vertex.Mark, fresh, at-1, y)
		x += cellWidth / 2
	}
	fmt.Fprintf(s, "<text class=\"label\" x=\"%s\" y=\"%s\" fill=\"%s\">%s</text>\n", vector.Num(x),
		vector.Num(y+4.5), s.shades.Foreground, vector.Escape(b.Vertex.Label))
	for n, line := range b.Vertex.Detail {
		fmt.Fprintf(s, "<text class=\"cost\" x=\"%s\" y=\"%s\" font-size=\"11\" fill=\"%s\">%s</text>\n",
			vector.Num(b.Text.X*cellWidth), vector.Num(y+4+float64(n+1)*cellHeight), s.shades.Faint,
			vector.Escape(line))
	}
}

// sign draws a vertex's mark (a hollow dot, a filled dot, a Σ) or the star of a new
// vertex.
func (s *svg) sign(m picture.Mark, fresh bool, x, y float64) {
	switch {
	case fresh:
		fmt.Fprintf(s,
			"<path class=\"star\" fill=\"%s\" d=\"M%s %sl1.5 3.4 3.7.4-2.8 2.5.8 3.7-3.2-1.9-3.2 1.9.8-3.7-2.8-2.5 3.7-.4z\"/>\n", s.shades.Last, vector.Num(x), vector.Num(y-5.5))
	case m == picture.MatrixFree:
		fmt.Fprintf(s,
			"<circle class=\"free\" cx=\"%s\" cy=\"%s\" r=\"3\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>\n", vector.Num(x), vector.Num(y), s.shades.Foreground)
	case m == picture.Jacobian:
		fmt.Fprintf(s, "<circle class=\"full\" cx=\"%s\" cy=\"%s\" r=\"3.5\" fill=\"%s\"/>\n", vector.Num(x),
			vector.Num(y), s.shades.Foreground)
	case m == picture.Sum:
		fmt.Fprintf(s, "<text class=\"label\" x=\"%s\" y=\"%s\" font-size=\"12\" fill=\"%s\">Σ</text>\n",
			vector.Num(x), vector.Num(y+4.5), s.shades.Foreground)
	}
}

// preview draws a vertex that the next step would add.
func (s *svg) preview(b scene.Box) {
	fmt.Fprintf(s,
		"<rect class=\"paper next\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"3\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.6\" stroke-dasharray=\"2 4\"/>\n",
		vector.Num(b.X*cellWidth), vector.Num(b.Y*cellHeight), vector.Num(b.Width*cellWidth),
		vector.Num(b.Height*cellHeight), s.shades.Paper, s.shades.Next)
	fmt.Fprintf(s, "<text class=\"next text\" x=\"%s\" y=\"%s\" fill=\"%s\">%s</text>\n",
		vector.Num(b.Text.X*cellWidth), vector.Num(b.Text.Y*cellHeight+4.5), s.shades.Next,
		vector.Escape(b.Vertex.Label))
}

// removedLines draws what the last step removed, dotted and below everything else.
func (s *svg) removedLines(d drawn) {
	var ways strings.Builder
	for _, l := range d.removedLines() {
		a, b := l.Points[0], l.Points[1]
		fmt.Fprintf(&ways, "M%s %sL%s %s", vector.Num(a.X*cellWidth), vector.Num(a.Y*cellHeight),
			vector.Num(b.X*cellWidth), vector.Num(b.Y*cellHeight))
		if l.Head {
			ways.WriteString("m-4 -6l4 6l4 -6")
		}
	}
	if ways.Len() > 0 {
		fmt.Fprintf(s,
			"<path class=\"gone\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.4\" stroke-dasharray=\"1 4\" d=\"%s\"/>\n", s.shades.Faint, &ways)
	}
	for _, g := range d.removedBoxes() {
		fmt.Fprintf(s,
			"<text class=\"cost\" x=\"%s\" y=\"%s\" fill=\"%s\" text-decoration=\"line-through\">%s</text>\n",
			vector.Num(g.At.X*cellWidth), vector.Num(g.At.Y*cellHeight+4.5), s.shades.Faint,
			vector.Escape(g.Label))
	}
}

// kindOf is the class of a box by its meaning, and its fill.
func kindOf(v picture.Vertex, end bool) (class, fill string) {
	switch {
	case end:
		return "end", "paper"
	case v.Mark == picture.Jacobian:
		return "jacobian", "full"
	case v.Mark == picture.Sum:
		return "sum", "sum"
	case v.Mark == picture.MatrixFree:
		return "matrix-free", "paper"
	case v.Shape == picture.Round:
		return "terminal", "full"
	}
	return "junction", "paper"
}

func abs(x float64) float64 { return max(x, -x) }

func sign(x float64) float64 {
	if x < 0 {
		return -1
	}
	return 1
}
