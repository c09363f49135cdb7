package picture

import (
	"fmt"
	"strings"
	"unicode"
)

// ReadPicture is what a text shows.
type ReadPicture struct {
	Marks map[string]string // the sign before the name of each vertex, "" for none
	Edges map[string]string // the label of each edge "from>to", "" for none
}

// Read reads a picture of a dag back from its plain text, as a finger that follows the
// lines does, without owners of cells or a layout: it finds what a reader sees. The
// picture is not cut off by a window. Read fails where a line breaks off or
// leads nowhere. In ASCII names must not begin with a sign (o, *, + or !), and at
// ZoomLabels they have no spaces.
func Read(text string, zoom Zoom, ascii bool) (ReadPicture, error) {
	t := &tracer{zoom: zoom, ascii: ascii, found: ReadPicture{Marks: map[string]string{},
		Edges: map[string]string{}}}
	for _, line := range strings.Split(text, "\n") {
		t.grid = append(t.grid, []rune(line))
	}
	t.findVertices()
	for _, b := range t.boxes {
		for x := b.left; x <= b.right; x++ {
			if t.leaves(b, x) {
				t.down(b.name, "", x, b.bottom+1, 0)
			}
		}
	}
	return t.found, t.err
}

type tracer struct {
	grid  [][]rune
	zoom  Zoom
	ascii bool
	boxes []tracedBox
	found ReadPicture
	err   error
}

// tracedBox is a vertex that the tracer recognised.
type tracedBox struct {
	name                     string
	left, right, top, bottom int
}

const (
	verticals   = "│┃║"
	horizontals = "─━═"
	upRight     = "╰┗╚"
	upLeft      = "╯┛╝"
	upBoth      = "┴┻╩"
	downLeft    = "╮┓╗"
	downRight   = "╭┏╔"
	crossers    = "┿╪"
	arrowHeads  = "▾▼▽"
	plainHeads  = "vVw"
	ghostly     = "┆╌·▿"
	lower       = "┬┯┰┳╤╦"
)

func (t *tracer) at(x, y int) rune {
	if y < 0 || y >= len(t.grid) || x < 0 || x >= len(t.grid[y]) {
		return ' '
	}
	return t.grid[y][x]
}

func (t *tracer) is(x, y int, set string) bool { return strings.ContainsRune(set, t.at(x, y)) }

func isName(text string) bool {
	return strings.Trim(text, " ") != "v" && strings.ContainsFunc(text, func(r rune) bool {
		return r != 'Σ' && (unicode.IsDigit(r) || unicode.IsLetter(r))
	})
}

func (t *tracer) findVertices() {
	for y := range t.grid {
		switch t.zoom {
		case ZoomBoxes:
			t.findBoxes(y)
		case ZoomRows:
			t.findFrames(y)
		case ZoomLabels:
			t.findLabels(y)
		}
	}
}

// vertex notes a vertex with what stands in its frame.
func (t *tracer) vertex(text string, left, right, top, bottom int) {
	signs, bars := "○●Σ✶", horizontals
	if t.ascii {
		signs, bars = "o*+!", "_"
	}
	text = strings.Trim(text, " ")
	if t.zoom == ZoomLabels {
		text = strings.Trim(text, bars)
	}
	mark := ""
	if r := []rune(text); len(r) > 1 && strings.ContainsRune(signs, r[0]) {
		mark, text = string(r[0]), string(r[1:])
	}
	t.found.Marks[text] = mark
	t.boxes = append(t.boxes, tracedBox{text, left, right, top, bottom})
}

func (t *tracer) findFrames(y int) {
	row := t.grid[y]
	for x := 0; x < len(row); x++ {
		var end rune
		stop := verticals + horizontals + downLeft + downRight + upLeft + upRight + arrowHeads + "["
		switch r := row[x]; {
		case r == '(':
			end, stop = ')', stop+"(|"
		case r == '[':
			end, stop = ']', stop+"|"
		case strings.ContainsRune("┃║#\"", r) && !t.passes(x, y):
			end = r
		default:
			continue
		}
		for k := x + 1; k < len(row); k++ {
			if row[k] == end && !(strings.ContainsRune("┃║#\"", end) && t.passes(k, y)) {
				if text := string(row[x+1 : k]); isName(text) && !t.hasLabel(text) {
					t.vertex(text, x, k, y, y)
					x = k
				}
				break
			}
			if strings.ContainsRune(stop, row[k]) {
				break
			}
		}
	}
}

// passes reports whether the vertical in a cell goes on above or below: then it is
// a line and no side of a frame.
func (t *tracer) passes(x, y int) bool {
	joins := verticals + crossers + "|#\"+"
	return t.is(x, y-1, joins+downLeft+downRight) || t.is(x, y+1, joins+upLeft+upRight+upBoth+arrowHeads)
}

// hasLabel reports whether one of the words is a label beside the head of an edge.
func (t *tracer) hasLabel(text string) bool {
	for _, word := range strings.Fields(text) {
		if t.isLabel(word) {
			return true
		}
	}
	return false
}

func (t *tracer) findLabels(y int) {
	row := t.grid[y]
	for x := 0; x < len(row); x++ {
		if row[x] == ' ' || strings.ContainsRune(verticals+ghostly, row[x]) || t.ascii &&
			strings.ContainsRune("#\"|", row[x]) {
			continue
		}
		r := x
		for r < len(row) && row[r] != ' ' && !strings.ContainsRune(verticals, row[r]) &&
			!(t.ascii && row[r] == '|') {
			r++
		}
		for t.ascii && strings.ContainsRune("#\"", row[r-1]) { // the side of a frame
			r--
		}
		if text := string(row[x:r]); isName(text) && !t.isLabel(text) {
			t.vertex(text, x, r-1, y, y)
		}
		x = r
	}
}

// isLabel reports whether a word is a label beside the head of an edge.
func (t *tracer) isLabel(text string) bool {
	if strings.ContainsAny(text, arrowHeads) || strings.Contains(text, "/") &&
		strings.Trim(text, "0123456789/✶!+●*Σ") == "" {
		return true
	}
	return t.ascii && strings.Trim(text, "0123456789/+*!~ovVw|#\"") == "" &&
		(strings.ContainsAny(text, "/~") || !strings.ContainsAny(text, "0123456789"))
}

func (t *tracer) findBoxes(y int) {
	row := t.grid[y]
	opens, closes, sides, across := "┌╭┏╔", "┐╮┓╗", "│┃║", "─━═"
	if t.ascii {
		opens, closes, sides, across = ".+#\"", ".+#\"", "|#\"", "-="
	}
	for x := range row {
		if !strings.ContainsRune(opens, row[x]) || !t.is(x, y+1, sides) {
			continue
		}
		r := x + 1
		for r < len(row) && strings.ContainsRune(across, row[r]) {
			r++
		}
		if r == x+1 || r >= len(row) || !strings.ContainsRune(closes, row[r]) || !t.is(r, y+1, sides) {
			continue
		}
		bottom := y + 1
		for t.is(x, bottom, sides) && t.is(r, bottom, sides) && !t.is(x+1, bottom, across+lower+"+#\"") {
			bottom++
		}
		if text := string(t.grid[y+1][x+1 : r]); isName(text) {
			t.vertex(text, x, r, y, bottom)
		}
	}
}

// leaves reports whether a line leaves the lower side of a vertex in column x.
func (t *tracer) leaves(b tracedBox, x int) bool {
	if t.zoom == ZoomBoxes {
		if t.ascii {
			return x > b.left && x < b.right && t.is(x, b.bottom, "+#\"")
		}
		return t.is(x, b.bottom, lower)
	}
	if t.ascii {
		return t.is(x, b.bottom+1, "|#\"vVw")
	}
	return t.is(x, b.bottom+1, verticals+crossers+upLeft+upRight+upBoth+arrowHeads)
}

func (t *tracer) fail(x, y int, what string) {
	if t.err == nil {
		t.err = fmt.Errorf("column %d line %d: %s at %q", x, y, what, t.at(x, y))
	}
}

// down follows a line downwards from a cell that it enters from above. Label is
// what stood on it so far.
func (t *tracer) down(name, label string, x, y, depth int) {
	for ; y < len(t.grid); y++ {
		switch r := t.at(x, y); {
		case depth > 50:
			t.fail(x, y, "the line runs in circles")
			return
		case t.ascii && strings.ContainsRune(plainHeads, r) && t.target(x, y+1) != "" ||
			strings.ContainsRune(arrowHeads, r):
			target := t.target(x, y+1)
			if target == "" {
				t.fail(x, y, "an arrow points nowhere")
			}
			if beside := t.besideHead(x, y); t.zoom != ZoomBoxes && beside != "" {
				label = beside
			}
			t.found.Edges[name+">"+target] = label
			return
		case t.ascii && r == '+' && (t.is(x+1, y, "-=") || t.is(x-1, y, "-=")),
			strings.ContainsRune(upRight+upLeft+upBoth, r):
			t.turn(name, x, y, depth)
			return
		case strings.ContainsRune(verticals+crossers+"|#\"", r):
		case (unicode.IsDigit(r) || strings.ContainsRune("/●○Σ✶…*!~+o", r)): // on the line
			label = t.word(x, y)
		default:
			t.fail(x, y, "a line from "+name+" breaks off")
			return
		}
	}
	t.fail(x, y, "a line leaves the picture")
}

// turn follows a line around a corner. A trunk that goes both ways shows a line
// on either side.
func (t *tracer) turn(name string, x, y, depth int) {
	along := horizontals
	if t.ascii {
		along = "-="
	}
	right, left := t.is(x+1, y, along), t.is(x-1, y, along)
	if right {
		t.across(name, x+1, y, 1, depth+1)
	}
	if left {
		t.across(name, x-1, y, -1, depth+1)
	}
	if !left && !right {
		t.fail(x, y, "a corner leads nowhere")
	}
}

// across follows a horizontal.
func (t *tracer) across(name string, x, y, by, depth int) {
	for ; ; x += by {
		r := t.at(x, y)
		turn := downLeft
		if by < 0 {
			turn = downRight
		}
		switch {
		case strings.ContainsRune(turn, r) || t.ascii && r == '+':
			t.down(name, "", x, y+1, depth)
			if t.is(x+by, y, horizontals) || t.ascii && t.is(x+by, y, "-=") {
				continue
			}
			return
		case strings.ContainsRune(horizontals+verticals+crossers+"|#\"-=", r):
		default:
			t.fail(x, y, "a horizontal from "+name+" breaks off")
			return
		}
	}
}

// word returns what stands around a cell up to the next space or line.
func (t *tracer) word(x, y int) string {
	from, to := x, x+1
	for from > 0 && !t.parts(from-1, y) {
		from--
	}
	for to < len(t.grid[y]) && !t.parts(to, y) {
		to++
	}
	return string(t.grid[y][from:to])
}

// besideHead returns the label to the right of a head.
func (t *tracer) besideHead(x, y int) string {
	if t.parts(x+1, y) {
		return ""
	}
	return strings.TrimPrefix(t.word(x+1, y), string(t.at(x, y)))
}

// parts reports whether a cell ends a word.
func (t *tracer) parts(x, y int) bool {
	return t.is(x, y, " "+verticals+crossers+arrowHeads+"|#\"") || t.ascii && t.is(x, y, plainHeads)
}

func (t *tracer) target(x, y int) string {
	for _, b := range t.boxes {
		if y == b.top && x >= b.left && x <= b.right {
			return b.name
		}
	}
	return ""
}
