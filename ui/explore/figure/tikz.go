package figure

import (
	"fmt"
	"strings"

	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/picture/scene"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
	"facet/ui/explore/intent"
)

// Lengths in millimetres. A cell of the text is texWidth by texHeight.
const (
	texWidth  = 1.7
	texHeight = 3.1
	texMargin = 2.0
	// texMost is the longest length, in millimetres, that TeX can represent, less a
	// margin.
	texMost = 5000
)

// texHead defines the command that a picture uses and an author may redefine.
const texHead = `\providecommand\facetcosts[2]{\mbox{\tiny$\left(#2\atop#1\right)$}}% adjoint above tangent, as in the paper
`

// tikz writes the pictures for LaTeX with the package tikz and nothing else: as a
// tikzpicture for a paper, or as a document of its own. Vertices of the dag are the nodes
// d0, d1, ..., those of the line dag z0, z1, ..., and its sources and sinks s0, s1, ...,
// numbered in the order of the file.
func (f *Figure) tikz(look Options) (string, error) {
	var panels []drawn
	elements := 0
	for _, p := range f.panels {
		d := p.shapes(look)
		panels = append(panels, d)
		elements += len(d.scene.Boxes) + len(d.scene.Lines)
		if d.scene.Coarse {
			return "", fmt.Errorf("the %s has too many long edges to be set by TeX: write it as svg", p.kind)
		}
	}
	if elements > vector.MostOfTeX {
		return "",
			fmt.Errorf("%d vertices and edges are too many to be set by TeX: write them as svg, or one picture alone", elements)
	}
	at, size := arrange(panels, f.titled())
	wide, high := size.X/cellWidth*texWidth, size.Y/cellHeight*texHeight
	if wide > texMost || high > texMost {
		return "", fmt.Errorf("the picture would be %.0f by %.0f mm, which TeX cannot count: write it as svg",
			wide, high)
	}
	t := tikz{}
	for k, d := range panels {
		t.panel(d, at[k], f.titled())
	}
	body := f.texComments() + texHead + withChars(texOpen+t.String()+"\\end{tikzpicture}%\n")
	if !look.Alone {
		return body, nil
	}
	return fmt.Sprintf(texDocument, vector.Num(wide+2*texMargin), vector.Num(high+2*texMargin),
		vector.Num(texMargin), body), nil
}

// texOpen begins the picture and defines its styles. y counts downwards; with y=3.1mm
// edges point upwards, as in the paper.
var texOpen = fmt.Sprintf(`\begin{tikzpicture}[x=%smm,y=-%smm,font=\scriptsize,
  vertex/.style={draw,inner sep=0pt,rounded corners=0.4mm,fill=white},
  terminal/.style={vertex,rounded corners=1.9mm},
  end/.style={terminal,dashed},
  edge/.style={-latex,rounded corners=0.7mm},
  cost/.style={fill=white,inner sep=0.6pt},
  last/.style={draw=green!40!black,text=green!30!black,line width=0.9pt},
  related/.style={draw=cyan!50!black,double,double distance=0.8pt},
  next/.style={draw=orange!75!black,line width=1.4pt},
  gone/.style={densely dotted,gray},
  preview/.style={vertex,dotted,draw=orange!75!black,line width=0.9pt}]
`, fmt.Sprint(texWidth), fmt.Sprint(texHeight))

const texDocument = `\documentclass{article}
\usepackage[paperwidth=%smm,paperheight=%smm,margin=%smm]{geometry}
\usepackage{tikz}
\pagestyle{empty}
\setlength\parindent{0pt}
\begin{document}
%s\end{document}
`

// texComments are comments that say what the picture shows.
func (f *Figure) texComments() string {
	text := "% " + texComment(f.caption()) + "\n"
	if f.did != "" {
		text += "% last: " + texComment(f.did) + "\n"
	}
	if f.next != "" {
		text += "% next: " + texComment(f.next) + "\n"
	}
	return text
}

// tikz collects the commands of a picture.
type tikz struct {
	strings.Builder
	origin scene.Point // of the panel, in cells
}

// at writes a point as coordinates.
func (t *tikz) at(p scene.Point) string {
	return "(" + decimal(p.X+t.origin.X) + "," + decimal(p.Y+t.origin.Y) + ")"
}

// way writes points as a path.
func (t *tikz) way(points []scene.Point) string {
	all := make([]string, len(points))
	for k, p := range points {
		all[k] = t.at(p)
	}
	return strings.Join(all, "--")
}

// decimal writes a length in cells with at most two decimals.
func decimal(x float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", x), "0"), ".")
}

func (t *tikz) panel(d drawn, corner scene.Point, titled bool) {
	t.origin = scene.Point{X: corner.X / cellWidth, Y: corner.Y / cellHeight}
	if titled {
		fmt.Fprintf(t, "\\node[anchor=west,gray] at %s {%s};\n", t.at(scene.Point{}), d.kind)
		t.origin.Y += titleRoom / cellHeight
	}
	for _, l := range d.removedLines() {
		fmt.Fprintf(t, "\\draw[gone,-latex] %s;\n", t.way(l.Points))
	}
	for _, g := range d.removedBoxes() {
		fmt.Fprintf(t, "\\node[gone] at %s {%s};\n", t.at(g.At), texLabel(g.Label))
	}
	for k, b := range d.scene.Boxes {
		t.box(d, k, b)
	}
	for _, state := range states {
		for n, l := range d.scene.Lines {
			if d.edge[n] == state {
				t.line(d, l, state)
			}
		}
	}
	if pre := d.scene.Preview; pre != nil {
		fmt.Fprintf(t, "\\node[preview,minimum width=%smm,minimum height=%smm] at %s {%s};\n",
			decimal(pre.Width*texWidth), decimal(pre.Height*texHeight), t.at(pre.Text),
			texLabel(pre.Vertex.Label))
	}
}

// styleOf is the TikZ style of a state.
func styleOf(state picture.State) string {
	if state == picture.Plain {
		return ""
	}
	return "," + className[state]
}

func (t *tikz) box(d drawn, k int, b scene.Box) {
	style, name := "vertex", "d"
	switch {
	case d.end(b.Vertex):
		style = "end"
	case b.Vertex.Shape == picture.Round:
		style = "terminal"
	}
	key := b.Vertex.Key
	if d.kind == intent.LineDag {
		if name = "z"; d.end(b.Vertex) {
			name, key = "s", -1-key
		}
	}
	middle := scene.Point{X: b.X + b.Width/2, Y: b.Y + b.Height/2}
	fmt.Fprintf(t, "\\node[%s%s,minimum width=%smm,minimum height=%smm%s] (%s%d) at %s {%s};\n", style,
		styleOf(d.vertex[k]),
		decimal(b.Width*texWidth), decimal(b.Height*texHeight), texAlign(b.Vertex), name, key, t.at(middle),
		texWords(b.Vertex, d.fresh[k]))
}

func texAlign(v picture.Vertex) string {
	if len(v.Detail) > 0 {
		return ",align=center"
	}
	return ""
}

// texWords is the content of a box: sign, label, details.
func texWords(v picture.Vertex, fresh bool) string {
	text := texLabel(v.Label)
	switch {
	case fresh:
		text = texText("✶") + `\,` + text
	case v.Mark == picture.MatrixFree:
		text = texText("○") + `\,` + text
	case v.Mark == picture.Jacobian:
		text = texText("●") + `\,` + text
	case v.Mark == picture.Sum:
		text = texText("Σ") + `\,` + text
	}
	for _, line := range v.Detail {
		if n, size, ok := strings.Cut(line, " = "); ok {
			text += `\\[-0.6ex]{\tiny$` + n + "=" + texComment(style.Printable(size)) + "$}"
		}
	}
	return text
}

func (t *tikz) line(d drawn, l scene.Line, state picture.State) {
	style := "edge"
	if d.kind == intent.LineDag && (diagram.IsEnd(l.Edge.From) || diagram.IsEnd(l.Edge.To)) {
		style = "edge,dashed" // as in the paper: no face
	}
	fmt.Fprintf(t, "\\draw[%s%s] %s;\n", style, styleOf(state), t.way(l.Points))
	if l.Label.Text == "" {
		return
	}
	at, style := l.Label.At, "cost"
	if !l.Label.On {
		style = "inner sep=0pt"
		at.Y -= 0.3 // a fraction is higher than a row
	}
	fmt.Fprintf(t, "\\node[%s] at %s {%s};\n", style, t.at(at), texCost(l.Label.Text))
}
