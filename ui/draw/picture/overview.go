package picture

import (
	"strconv"

	"facet/ui/draw/picture/cells"
	"facet/ui/draw/picture/layout"
)

// overview draws every vertex as one rune and every edge as a line of braille
// dots: the shape of the whole, in any window, or magnified a part of it. Where lines would
// fill most cells only those in a state are drawn: then there is room for names, and beside
// each layer stands how many vertices it has.
func (l *Layout) overview(v View) *Canvas {
	width, height := windowOf(v)
	o := &overview{canvas: newCanvas(width, height, v), view: v, sk: l.sk}
	o.vertex, o.edge = l.States(v)
	o.place(l.sheet(ZoomRows))
	if v.Magnify <= 1 && o.cloudy() {
		o.counted = true
		o.place(l.sheet(ZoomRows))
	}
	o.dots = make([]dots, width*height)
	o.lines()
	o.write()
	o.canvas.places.Counted = o.counted
	o.vertices()
	o.signs()
	if o.counted {
		o.counts()
	}
	if v.Magnify > 1 || o.counted || len(o.sk.Vertices) <= named {
		o.labels()
	}
	o.preview()
	return o.canvas
}

// named is up to how many vertices an overview that is not magnified shows names.
const named = 150

// windowOf returns the size of the window of an overview.
func windowOf(v View) (width, height int) {
	width, height = v.Width, v.Height
	if width <= 0 {
		width = 80
	}
	if height <= 0 {
		height = 24
	}
	return width, height
}

// overview is a picture at ZoomOverview in the making.
type overview struct {
	canvas       *Canvas
	view         View
	sk           *layout.Skeleton
	at           []Point // cell of every item
	rows         []int   // line of every row
	dots         []dots
	filled       int // number of cells with dots
	vertex, edge []State
	counted      bool // layers are counted in place of lines
}

// forCounts is how many columns the numbers of vertices take.
const forCounts = 5

// dots are the braille dots of a cell and the edge that owns them.
type dots struct {
	set   uint8
	owner int // index of the edge + 1
}

// lines draws the edges. Where there are so many that they would fill every
// cell of a magnified part it draws every second, third and so on, but all in a state.
func (o *overview) lines() {
	most := max(400, o.canvas.Width*o.canvas.Height/4)
	stride := 1 + len(o.sk.Edges)/most
	for n := range o.sk.Edges {
		if n%stride == 0 && !o.counted || o.edge[n] != Plain {
			o.line(n)
		}
	}
}

// cloudy reports whether lines, whatever state they are in, would fill so many of the cells
// between the first and the last row that none could be followed.
func (o *overview) cloudy() bool {
	width := o.canvas.Width
	if len(o.rows) == 0 || width < 4*forCounts {
		return false
	}
	plain := *o
	plain.edge = make([]State, len(o.edge))
	plain.dots = make([]dots, width*o.canvas.Height)
	for n := range o.sk.Edges {
		if plain.line(n); 2*plain.filled > width*(o.rows[len(o.rows)-1]-o.rows[0]+1) {
			return true
		}
	}
	return false
}

// counts writes how many vertices stand in each line, as if that were part of one of them.
func (o *overview) counts() {
	many, first := make(map[int]int), make(map[int]Ref)
	for i, v := range o.sk.Vertices {
		y := o.at[i].Y
		if many[y]++; many[y] == 1 {
			first[y] = RefVertex(v.Key)
		}
	}
	for y, n := range many {
		text := strconv.Itoa(n)
		b := brush{Canvas: o.canvas, owner: first[y]}
		b.put(EdgeLabel, max(0, forCounts-2-len(text)), y, text)
	}
}

// place spreads the rows evenly over the height and keeps the order within
// each row.
func (o *overview) place(p *layout.Sheet) {
	width, height := windowOf(o.view)
	by := max(1, o.view.Magnify)
	width, height = by*width, by*height
	o.at, o.rows = make([]Point, len(o.sk.Items)), nil
	margin := 0
	if o.counted {
		margin = forCounts
	}
	width -= margin
	rows := len(o.sk.Rows)
	pace := min(float64(4*by), float64(height-1)/float64(max(1, rows-1)))
	top := (float64(height-1) - pace*float64(rows-1)) / 2
	span := p.Most - p.Least
	scale := min(float64(by), float64(width-1)/float64(max(1, span)))
	left := (float64(width-1) - scale*float64(span)) / 2
	for r, row := range o.sk.Rows {
		y := int(top + pace*float64(r) + 0.5)
		o.rows = append(o.rows, y)
		if o.crowded(row, width) { // vertices share cells
			for _, i := range row {
				o.at[i] = Point{min(width-1, int(left+scale*float64(2*p.X[i]-p.Least)+0.5)), y}
			}
			continue
		}
		most := -1
		for _, i := range row {
			x := int(left + scale*float64(2*p.X[i]-p.Least) + 0.5)
			if !o.sk.IsBend(i) {
				x = max(x, most+1)
				most = x
			}
			o.at[i] = Point{x, y}
		}
		limit := width - 1
		for n := len(row) - 1; n >= 0; n-- {
			at := &o.at[row[n]]
			at.X = max(0, min(at.X, limit))
			if !o.sk.IsBend(row[n]) {
				limit = at.X - 1
			}
		}
	}
	for i := range o.at {
		o.at[i].X += margin
		if by > 1 {
			o.at[i].X -= o.view.X
			o.at[i].Y -= o.view.Y
		}
	}
}

// crowded reports whether a row has more vertices than there are columns.
func (o *overview) crowded(row []int, width int) bool {
	vertices := 0
	for _, i := range row {
		if !o.sk.IsBend(i) {
			vertices++
		}
	}
	return vertices > width
}

// line draws an edge from vertex to vertex through its bends.
func (o *overview) line(n int) {
	chain := o.sk.Chains[n]
	for s := 1; s < len(chain); s++ {
		a, b := o.at[chain[s-1]], o.at[chain[s]]
		if o.beside(a, b) {
			continue
		}
		if o.view.ASCII {
			stroke(a, b, func(x, y int) { o.dot(n, x, y, 1) })
			continue
		}
		from, to := Point{2*a.X + 1, 4*a.Y + 2}, Point{2*b.X + 1, 4*b.Y + 2}
		stroke(from, to, func(x, y int) {
			if x < 0 || y < 0 {
				return
			}
			o.dot(n, x/2, y/4, braille[y%4][x%2])
			if o.edge[n] == Selected && x > 0 {
				o.dot(n, (x-1)/2, y/4, braille[y%4][(x-1)%2])
			}
		})
	}
}

// beside reports whether a line runs on one side of the window.
func (o *overview) beside(a, b Point) bool {
	return max(a.X, b.X) < 0 || min(a.X, b.X) >= o.canvas.Width || max(a.Y, b.Y) < 0 ||
		min(a.Y, b.Y) >= o.canvas.Height
}

// braille has the bit of every dot of a cell, by row and column.
var braille = [4][2]uint8{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (o *overview) dot(n, x, y int, bit uint8) {
	if x < 0 || y < 0 || x >= o.canvas.Width || y >= o.canvas.Height {
		return
	}
	d := &o.dots[y*o.canvas.Width+x]
	if d.set == 0 {
		o.filled++
	}
	d.set |= bit
	if d.owner == 0 || o.edge[n] > o.edge[d.owner-1] {
		d.owner = n + 1
	}
}

// stroke visits the points of a straight line.
func stroke(a, b Point, visit func(x, y int)) {
	steps := max(abs(b.X-a.X), abs(b.Y-a.Y))
	for s := 0; s <= steps; s++ {
		t := max(1, steps)
		visit(a.X+roundDiv((b.X-a.X)*s, t), a.Y+roundDiv((b.Y-a.Y)*s, t))
	}
}

// roundDiv divides by a positive number and rounds to the nearest whole.
func roundDiv(n, by int) int {
	if n < 0 {
		return -((-2*n + by) / (2 * by))
	}
	return (2*n + by) / (2 * by)
}

// write turns the dots into cells.
func (o *overview) write() {
	for i, d := range o.dots {
		if d.owner == 0 {
			continue
		}
		state := o.edge[d.owner-1]
		text := string(rune(0x2800 + int(d.set)))
		if o.view.ASCII {
			text = map[State]string{Selected: "#", Related: "\""}[state]
			text = either(text == "", ".", text)
		}
		o.canvas.cells[i] = Cell{Text: text, Class: Class{Part: Line, State: state},
			Owner: Ref{Kind: OnEdge, Edge: o.sk.Edges[d.owner-1].Key()}}
	}
}

func (o *overview) vertices() {
	many := map[Point]int{} // vertices in a cell, where they are counted
	for i := range o.sk.Vertices {
		many[o.at[i]]++
	}
	for i, v := range o.sk.Vertices {
		at := o.at[i]
		if at.X < 0 || at.X >= o.canvas.Width || at.Y < 0 || at.Y >= o.canvas.Height {
			continue
		}
		o.canvas.places.at = append(o.canvas.places.at, placed{v.Key, at})
		ref := RefVertex(v.Key)
		cell := &o.canvas.cells[at.Y*o.canvas.Width+at.X]
		if cell.Owner.Kind == OnVertex && cell.Class.State > o.vertex[i] {
			continue // the one that matters more stays
		}
		text := o.rune(i)
		if n := many[at]; n > 1 && o.vertex[i] == Plain {
			text = "+"
			if n < 10 {
				text = string(rune('0' + n))
			}
		}
		*cell = Cell{Text: text, Owner: ref, Class: Class{Part: Frame, State: o.vertex[i], Mark: v.Mark}}
	}
}

// signs puts the sign of the last step on the edges that it changed, and the head of a
// selected line nearer to its end, in cells without a vertex: thin lines alone are hard
// to see.
func (o *overview) signs() {
	put := func(n int, text string, state State) {
		chain := o.sk.Chains[n]
		a, b := o.at[chain[len(chain)-2]], o.at[chain[len(chain)-1]]
		at := Point{a.X + roundDiv(2*(b.X-a.X), 3), a.Y + roundDiv(2*(b.Y-a.Y), 3)}
		if cell := o.canvas.At(at.X, at.Y); cell.Class.Part == Line {
			o.canvas.cells[at.Y*o.canvas.Width+at.X] = Cell{Text: text,
				Owner: Ref{Kind: OnEdge, Edge: o.sk.Edges[n].Key()},
				Class: Class{Part: EdgeLabel, State: state}}
		}
	}
	for _, ref := range o.view.Changed {
		if n, ok := o.sk.ByEdge[ref.Edge]; ok && ref.Kind == OnEdge {
			put(n, either(o.view.ASCII, "!", "✶"), Newborn)
		}
	}
	for n := range o.sk.Edges {
		if o.edge[n] == Selected {
			put(n, either(o.view.ASCII, "V", "▼"), Selected)
		}
	}
}

// labels names the vertices of an overview, those in a state first, right or left of them
// where the name hides no other vertex and no other name.
func (o *overview) labels() {
	for _, stated := range []bool{true, false} {
		for i, v := range o.sk.Vertices {
			at := o.at[i]
			if (o.vertex[i] != Plain) == stated && o.canvas.Hit(at.X, at.Y) == RefVertex(v.Key) &&
				!o.name(i, at.X+1, at.Y) {
				o.name(i, at.X-cells.Width(v.Label), at.Y)
			}
		}
	}
}

// preview shows a vertex that does not exist yet in its row, between its parents or in
// the nearest place where no vertex and no name stands.
func (o *overview) preview() {
	pre := o.view.Preview
	if pre == nil || o.view.Magnify > 1 || pre.Layer < o.sk.Top || pre.Layer-o.sk.Top >= len(o.rows) {
		return
	}
	middle, parents := 0, 0
	for _, key := range pre.Parents {
		if i, ok := o.sk.ByKey[key]; ok {
			middle, parents = middle+o.at[i].X, parents+1
		}
	}
	text, y := either(o.view.ASCII, "<"+pre.Label+">", "‹"+pre.Label+"›"), o.rows[pre.Layer-o.sk.Top]
	width := cells.Width(text)
	free := func(from int) bool {
		for x := from - 1; x <= from+width; x++ {
			if part := o.canvas.At(x, y).Class.Part; part != Blank && part != Line {
				return false
			}
		}
		return from >= 0 && from+width <= o.canvas.Width
	}
	start := middle/max(1, parents) - width/2
	for by := range o.canvas.Width {
		for _, from := range []int{start - by, start + by} {
			if free(from) {
				b := brush{o.canvas, Ref{Kind: OnPreview}, Class{State: Previewed}}
				b.put(Label, from, y, text)
				o.canvas.spots[Ref{Kind: OnPreview}] = Point{from + width/2, y}
				return
			}
		}
	}
}

// name writes the label of vertex i from column x on if there is room.
func (o *overview) name(i, x, y int) bool {
	c, v := o.canvas, o.sk.Vertices[i]
	width := cells.Width(v.Label)
	if x < 0 || x+width > c.Width {
		return false
	}
	for k := x - 1; k <= x+width; k++ {
		if cell := c.At(k, y); cell.Class.Part != Blank && cell.Class.Part != Line &&
			cell.Owner != RefVertex(v.Key) {
			return false
		}
	}
	b := brush{c, RefVertex(v.Key), Class{State: o.vertex[i], Mark: v.Mark}}
	b.put(Label, x, y, v.Label)
	return true
}

// rune is how vertex i looks at ZoomOverview.
func (o *overview) rune(i int) string {
	v, ascii := o.sk.Vertices[i], o.view.ASCII
	switch o.vertex[i] {
	case Selected:
		return either(ascii, "#", "◆")
	case Related:
		return either(ascii, "\"", "◇")
	case Newborn:
		return either(ascii, "!", "✶")
	}
	switch {
	case v.Mark != Unmarked:
		return signOf(v.Mark, ascii)
	case v.Shape == Square:
		return either(ascii, "x", "▪")
	}
	return either(ascii, "o", "•")
}
