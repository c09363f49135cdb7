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
	markup
	shades vector.Shades
}

// markup is text of an SVG.
type markup struct{ strings.Builder }

// add writes a format in which a float64 is a length.
func (m *markup) add(format string, args ...any) {
	for k, arg := range args {
		if length, ok := arg.(float64); ok {
			args[k] = vector.Num(length)
		}
	}
	fmt.Fprintf(m, format, args...)
}

// document completes the elements to a document: head, style and description.
func (s *svg) document(f *Figure, width, height float64, kind style.Kind) string {
	var out markup
	out.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]v" height="%[2]v" viewBox="0 0 %[1]v %[2]v" role="img" aria-label="%[3]v" font-family="%[4]v" font-size="%[5]d">`,
		width, height, vector.Escape(f.caption()), vector.Fonts, vector.FontSize)
	out.add("\n<title>%v</title>\n<desc>%v</desc>\n", vector.Escape(f.caption()),
		vector.Escape(f.description()))
	if kind == style.Auto {
		out.add("<style>@media (prefers-color-scheme:dark){%v}</style>\n",
			vector.ShadesOf(style.Dark).CSS())
	}
	out.add("<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"%v\"/>\n",
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
		s.add("<text class=\"name\" x=\"%v\" y=\"%v\" fill=\"%v\">%v</text>\n", x,
			y+vector.FontSize, s.shades.Faint, d.kind)
		y += titleRoom
	}
	s.add("<g transform=\"translate(%v %v)\" stroke-linejoin=\"round\" stroke-linecap=\"round\" text-anchor=\"middle\">\n", x, y)
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
	var ways, heads markup
	wide := 4.0
	if state == picture.Selected {
		wide = 6
	}
	for n, l := range d.scene.Lines {
		if d.edge[n] != state {
			continue
		}
		if d.scene.Coarse {
			ways.add("M%v %vL%v %v", l.Points[0].X*cellWidth,
				l.Points[0].Y*cellHeight, l.Points[1].X*cellWidth,
				l.Points[1].Y*cellHeight)
			continue
		}
		tip := l.Points[len(l.Points)-1]
		ways.WriteString(way(l.Points, headLength-2))
		heads.add("M%v %vl-%v -%vh%vz", tip.X*cellWidth, tip.Y*cellHeight,
			wide, headLength, 2*wide)
	}
	if ways.Len() == 0 {
		return
	}
	foreground := s.shades.Line(state)
	thin := ""
	if d.scene.Coarse && state == picture.Plain { // many lines lie on top of each other
		thin = ` stroke-opacity=".3"`
	}
	s.add("<path class=\"%v\" fill=\"none\" stroke=\"%v\" stroke-width=\"%v\"%v d=\"%v\"/>\n",
		className[state], foreground, strokeOf(state), thin, &ways)
	if state == picture.Related { // a double line: a wide one with a narrow gap in its middle
		s.add("<path class=\"gap\" fill=\"none\" stroke=\"%v\" stroke-width=\"1.6\" d=\"%v\"/>\n",
			s.shades.Paper, &ways)
	}
	if heads.Len() > 0 {
		s.add("<path class=\"%v head\" fill=\"%v\" d=\"%v\"/>\n", className[state], foreground,
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
	var out markup
	at := func(k int) (float64, float64) { return points[k].X * cellWidth, points[k].Y * cellHeight }
	x, y := at(0)
	out.add("M%v %v", x, y)
	for k := 1; k < len(points); k++ {
		px, py := x, y
		x, y = at(k)
		if k == len(points)-1 {
			out.add("V%v", y-short)
			break
		}
		nx, ny := at(k + 1)
		r := min(round, (abs(x-px)+abs(y-py))/2, (abs(nx-x)+abs(ny-y))/2)
		if px == x { // first vertical, then horizontal
			out.add("V%vQ%v %v %v %v", y-sign(y-py)*r, x, y,
				x+sign(nx-x)*r, y)
		} else {
			out.add("H%vQ%v %v %v %v", x-sign(x-px)*r, x, y,
				x, y+sign(ny-y)*r)
		}
	}
	return out.String()
}

// labels writes the edges' texts; those that lie on a line get an opaque background.
func (s *svg) labels(d drawn) {
	var plates, texts markup
	for n, l := range d.scene.Lines {
		text := l.Label.Text
		if text == "" {
			continue
		}
		x, y := l.Label.At.X*cellWidth, l.Label.At.Y*cellHeight
		if l.Label.On {
			wide := float64(style.Width(text))*cellWidth + 2
			plates.add("M%v %vh%vv%vh-%vz", x-wide/2, y-cellHeight/2,
				wide, cellHeight, wide)
		}
		class := ""
		if state := d.edge[n]; state != picture.Plain {
			class = fmt.Sprintf(" class=\"%v text\" fill=\"%v\" font-weight=\"bold\"", className[state],
				s.shades.Line(state))
		}
		texts.add("<text%v x=\"%v\" y=\"%v\">%v</text>\n", class, x, y+4,
			vector.Escape(text))
	}
	if texts.Len() == 0 {
		return
	}
	if plates.Len() > 0 {
		s.add("<path class=\"paper\" fill=\"%v\" d=\"%v\"/>\n", s.shades.Paper, &plates)
	}
	s.add("<g class=\"cost\" fill=\"%v\" font-size=\"12\">\n%v</g>\n", s.shades.Faint, &texts)
}

// boxes draws the vertices of one state.
func (s *svg) boxes(d drawn, state picture.State) {
	for k, b := range d.scene.Boxes {
		if d.vertex[k] != state {
			continue
		}
		if d.scene.Coarse {
			s.add("<circle class=\"dot\" cx=\"%v\" cy=\"%v\" r=\"3\" fill=\"%v\"><title>%v</title></circle>\n",
				b.Text.X*cellWidth, b.Text.Y*cellHeight, s.shades.Foreground,
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
	s.add("<rect class=\"box %v\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" rx=\"%v\" fill=\"%v\" stroke=\"%v\" stroke-width=\"%v\"%v/>\n",
		class, x, y, w, h, radius,
		s.shades.Fill(fill), stroke, wide, extra)
	if state == picture.Related {
		s.add("<rect class=\"%v ring\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" rx=\"%v\" fill=\"none\" stroke=\"%v\" stroke-width=\"1.4\"/>\n",
			className[state], x-3, y-3, w+6, h+6,
			radius+3, stroke)
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
	s.add("<text class=\"label\" x=\"%v\" y=\"%v\" fill=\"%v\">%v</text>\n", x,
		y+4.5, s.shades.Foreground, vector.Escape(b.Vertex.Label))
	for n, line := range b.Vertex.Detail {
		s.add("<text class=\"cost\" x=\"%v\" y=\"%v\" font-size=\"11\" fill=\"%v\">%v</text>\n",
			b.Text.X*cellWidth, y+4+float64(n+1)*cellHeight, s.shades.Faint,
			vector.Escape(line))
	}
}

// sign draws a vertex's mark (a hollow dot, a filled dot, a Σ) or the star of a new
// vertex.
func (s *svg) sign(m picture.Mark, fresh bool, x, y float64) {
	switch {
	case fresh:
		s.add("<path class=\"star\" fill=\"%v\" d=\"M%v %vl1.5 3.4 3.7.4-2.8 2.5.8 3.7-3.2-1.9-3.2 1.9.8-3.7-2.8-2.5 3.7-.4z\"/>\n", s.shades.Last, x, y-5.5)
	case m == picture.MatrixFree:
		s.add("<circle class=\"free\" cx=\"%v\" cy=\"%v\" r=\"3\" fill=\"none\" stroke=\"%v\" stroke-width=\"1.2\"/>\n", x, y, s.shades.Foreground)
	case m == picture.Jacobian:
		s.add("<circle class=\"full\" cx=\"%v\" cy=\"%v\" r=\"3.5\" fill=\"%v\"/>\n", x,
			y, s.shades.Foreground)
	case m == picture.Sum:
		s.add("<text class=\"label\" x=\"%v\" y=\"%v\" font-size=\"12\" fill=\"%v\">Σ</text>\n",
			x, y+4.5, s.shades.Foreground)
	}
}

// preview draws a vertex that the next step would add.
func (s *svg) preview(b scene.Box) {
	s.add("<rect class=\"paper next\" x=\"%v\" y=\"%v\" width=\"%v\" height=\"%v\" rx=\"3\" fill=\"%v\" stroke=\"%v\" stroke-width=\"1.6\" stroke-dasharray=\"2 4\"/>\n",
		b.X*cellWidth, b.Y*cellHeight, b.Width*cellWidth,
		b.Height*cellHeight, s.shades.Paper, s.shades.Next)
	s.add("<text class=\"next text\" x=\"%v\" y=\"%v\" fill=\"%v\">%v</text>\n",
		b.Text.X*cellWidth, b.Text.Y*cellHeight+4.5, s.shades.Next,
		vector.Escape(b.Vertex.Label))
}

// removedLines draws what the last step removed, dotted and below everything else.
func (s *svg) removedLines(d drawn) {
	var ways markup
	for _, l := range d.removedLines() {
		for k, p := range l.Points {
			ways.add("%v%v %v", map[bool]string{true: "M", false: "L"}[k == 0], p.X*cellWidth, p.Y*cellHeight)
		}
		ways.WriteString("m-4 -6l4 6l4 -6")
	}
	if ways.Len() > 0 {
		s.add("<path class=\"gone\" fill=\"none\" stroke=\"%v\" stroke-width=\"1.4\" stroke-dasharray=\"1 4\" d=\"%v\"/>\n", s.shades.Faint, &ways)
	}
	for _, g := range d.removedBoxes() {
		s.add("<text class=\"cost\" x=\"%v\" y=\"%v\" fill=\"%v\" text-decoration=\"line-through\">%v</text>\n",
			g.At.X*cellWidth, g.At.Y*cellHeight+4.5, s.shades.Faint,
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
