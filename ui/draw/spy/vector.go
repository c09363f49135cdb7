package spy

import (
	"fmt"
	"strings"

	"facet/model/pattern"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
)

// How large figures are.
const (
	mostOfSVG  = 480   // dots along the longer side
	mostOfTikZ = 120   // likewise
	points     = 360.0 // the longer side of an SVG, where dots are not limited
	mostDot    = 14.0  // points of a dot
	millimetre = 60.0  // the longer side in TikZ
	mostTeXDot = 4.0   // millimetres of a dot
	plateWidth = 7.9   // points of a character of a caption
)

// SVG writes the plot of a pattern with its caption. Colours follow the surrounding
// page, light or dark, unless a theme is chosen.
func SVG(name string, of *pattern.Pattern, kind style.Kind) string {
	p, shades := Fit(of, mostOfSVG, mostOfSVG), vector.ShadesOf(kind)
	caption := p.Caption(name, of)
	dot := min(mostDot, points/float64(max(p.dots.Rows(), p.dots.Columns())))
	wide, high := dot*float64(p.dots.Columns()), dot*float64(p.dots.Rows())
	width := max(wide, plateWidth*float64(style.Width(caption))) + 2*vector.Margin
	height := high + 3*vector.Margin + vector.FontSize
	var b strings.Builder
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%[1]s" height="%[2]s" viewBox="0 0 %[1]s %[2]s" role="img" aria-label="%[3]s" font-family="%[4]s" font-size="%[5]d">`,
		vector.Num(width), vector.Num(height), vector.Escape(caption), vector.Fonts, vector.FontSize)
	fmt.Fprintf(&b, "\n<title>%s</title>\n", vector.Escape(caption))
	if kind == style.Auto {
		fmt.Fprintf(&b, "<style>@media (prefers-color-scheme:dark){%s}</style>\n",
			vector.ShadesOf(style.Dark).CSS())
	}
	fmt.Fprintf(&b, "<rect class=\"paper\" width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n", shades.Paper)
	fmt.Fprintf(&b, "<text class=\"name\" x=\"%s\" y=\"%s\" fill=\"%s\">%s</text>\n",
		vector.Num(vector.Margin), vector.Num(vector.Margin+vector.FontSize-3), shades.Faint,
		vector.Escape(caption))
	fmt.Fprintf(&b, "<g transform=\"translate(%s %s)\">\n", vector.Num(vector.Margin),
		vector.Num(2*vector.Margin+vector.FontSize))
	if all := p.rectangles(); len(all) > 0 {
		fmt.Fprintf(&b, "<path class=\"dot\" fill=\"%s\" d=\"", shades.Foreground)
		for _, r := range all {
			fmt.Fprintf(&b, "M%s %sh%sv%sh-%sz", hundredth(dot*float64(r.left)),
				hundredth(dot*float64(r.top)), hundredth(dot*float64(r.right-r.left)),
				hundredth(dot*float64(r.bottom-r.top)), hundredth(dot*float64(r.right-r.left)))
		}
		b.WriteString("\"/>\n")
	}
	fmt.Fprintf(&b,
		"<rect class=\"line\" fill=\"none\" stroke=\"%s\" width=\"%s\" height=\"%s\"/>\n</g>\n</svg>\n",
		shades.Edge, hundredth(wide), hundredth(high))
	return b.String()
}

// hundredth writes a length with at most two decimals.
func hundredth(x float64) string {
	text := strings.TrimRight(fmt.Sprintf("%.2f", x), "0")
	return strings.TrimSuffix(text, ".")
}

// TikZ writes the plot of a pattern, with a caption that the caller has made fit for TeX
// and a comment.
func TikZ(name string, of *pattern.Pattern, tex func(text string) string) string {
	most := int64(mostOfTikZ)
	p := Fit(of, most, most)
	all := p.rectangles()
	for len(all) > vector.MostOfTeX && most > 1 {
		most /= 2
		p = Fit(of, most, most)
		all = p.rectangles()
	}
	dot := min(mostTeXDot, millimetre/float64(max(p.dots.Rows(), p.dots.Columns())))
	caption := p.Caption(name, of)
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{tikzpicture}[x=%smm,y=-%smm,font=\\scriptsize]\n", hundredth(dot),
		hundredth(dot))
	for _, r := range all {
		fmt.Fprintf(&b, "\\fill (%d,%d) rectangle (%d,%d);\n", r.left, r.top, r.right, r.bottom)
	}
	fmt.Fprintf(&b, "\\draw[gray] (0,0) rectangle (%d,%d);\n", p.dots.Columns(), p.dots.Rows())
	fmt.Fprintf(&b, "\\node[anchor=south west,inner xsep=0pt] at (0,0) {%s};\n\\end{tikzpicture}%%\n",
		tex(caption))
	return b.String()
}
