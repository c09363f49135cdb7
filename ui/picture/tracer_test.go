package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// tracer follows lines with nothing but the runes of a picture, as a finger
// does: no owner, no class, no layout.
type tracer struct {
	grid  [][]rune
	zoom  Zoom
	ascii bool
	boxes []found
	edges map[string]bool
	err   error
}

// found is a vertex that the tracer recognised.
type found struct {
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
	ghostly     = "┆╌·▿"
	lower       = "┬┯┰┳╤╦"
)

// trace returns the edges of a picture as "from>to", sorted.
func trace(picture string, zoom Zoom, ascii bool) ([]string, error) {
	t := &tracer{zoom: zoom, ascii: ascii, edges: map[string]bool{}}
	for _, line := range strings.Split(picture, "\n") {
		t.grid = append(t.grid, []rune(line))
	}
	t.findVertices()
	for _, b := range t.boxes {
		for x := b.left; x <= b.right; x++ {
			if t.leaves(b, x) {
				t.down(b.name, x, b.bottom+1, 0)
			}
		}
	}
	var list []string
	for e := range t.edges {
		list = append(list, e)
	}
	slices.Sort(list)
	return list, t.err
}

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

func (t *tracer) vertex(name string, left, right, top, bottom int) {
	name = strings.Trim(name, " ○●Σo*✶!_"+horizontals)
	if t.zoom == ZoomLabels {
		name = strings.TrimPrefix(name, "+")
	}
	name = strings.TrimLeft(name, "+")
	t.boxes = append(t.boxes, found{name, left, right, top, bottom})
}

func (t *tracer) findFrames(y int) {
	row := t.grid[y]
	for x := 0; x < len(row); x++ {
		var end string
		switch row[x] {
		case '(':
			end = ")"
		case '[':
			end = "]"
		case '┃', '║', '#':
			end = string(row[x])
		default:
			continue
		}
		for r := x + 1; r < len(row); r++ {
			if strings.ContainsRune(end, row[r]) {
				if text := string(row[x+1 : r]); isName(text) && !slices.ContainsFunc(strings.Fields(text), t.isLabel) {
					t.vertex(text, x, r, y, y)
					x = r
				}
				break
			}
			if strings.ContainsRune(verticals+horizontals+downLeft+downRight+upLeft+upRight+"([|", row[r]) {
				break
			}
		}
	}
}

func (t *tracer) findLabels(y int) {
	row := t.grid[y]
	for x := 0; x < len(row); x++ {
		if row[x] == ' ' || strings.ContainsRune(verticals+ghostly, row[x]) {
			continue
		}
		r := x
		for r < len(row) && row[r] != ' ' && !strings.ContainsRune(verticals+"#", row[r]) {
			r++
		}
		if text := string(row[x:r]); isName(text) && !t.isLabel(text) {
			t.vertex(text, x, r-1, y, y)
		}
		x = r
	}
}

// isLabel tells whether a word is a label beside the head of an edge.
func (t *tracer) isLabel(text string) bool {
	if strings.ContainsAny(text, arrowHeads) {
		return true
	}
	return t.ascii && strings.Trim(text, "0123456789/+*!~ov|") == "" && (strings.ContainsAny(text, "/~") || !strings.ContainsAny(text, "0123456789"))
}

func (t *tracer) findBoxes(y int) {
	row := t.grid[y]
	opens, closes, sides, across := "┌╭┏╔", "┐╮┓╗", "│┃║", "─━═"
	if t.ascii {
		opens, closes, sides, across = ".+#", ".+#", "|#", "-="
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
		for t.is(x, bottom, sides) && t.is(r, bottom, sides) && !t.is(x+1, bottom, across+lower+"+") {
			bottom++
		}
		if text := string(t.grid[y+1][x+1 : r]); isName(text) {
			t.vertex(text, x, r, y, bottom)
		}
	}
}

// leaves tells whether a line leaves the lower side of a vertex in column x.
func (t *tracer) leaves(b found, x int) bool {
	if t.zoom == ZoomBoxes {
		if t.ascii {
			return x > b.left && x < b.right && t.is(x, b.bottom, "+#")
		}
		return t.is(x, b.bottom, lower)
	}
	if t.ascii {
		return t.is(x, b.bottom+1, "|#v")
	}
	return t.is(x, b.bottom+1, verticals+crossers+upLeft+upRight+upBoth+arrowHeads)
}

func (t *tracer) fail(x, y int, what string) {
	if t.err == nil {
		t.err = fmt.Errorf("column %d line %d: %s at %q", x, y, what, t.at(x, y))
	}
}

// down follows a line downwards from a cell that it enters from above.
func (t *tracer) down(name string, x, y, depth int) {
	for ; y < len(t.grid); y++ {
		switch r := t.at(x, y); {
		case depth > 50:
			t.fail(x, y, "the line runs in circles")
			return
		case t.ascii && r == 'v' && t.target(x, y+1) != "" || strings.ContainsRune(arrowHeads, r):
			target := t.target(x, y+1)
			if target == "" {
				t.fail(x, y, "an arrow points nowhere")
			}
			t.edges[name+">"+target] = true
			return
		case t.ascii && r == '+':
			right, left := t.is(x+1, y, "-="), t.is(x-1, y, "-=")
			if right {
				t.across(name, x+1, y, 1, depth+1)
			}
			if left {
				t.across(name, x-1, y, -1, depth+1)
			}
			if !left && !right {
				t.fail(x, y, "a corner leads nowhere")
			}
			return
		case strings.ContainsRune(upRight, r) || strings.ContainsRune(upLeft, r) || strings.ContainsRune(upBoth, r):
			// A trunk that goes both ways shows a line on either side.
			right := t.is(x+1, y, horizontals)
			left := t.is(x-1, y, horizontals)
			if right {
				t.across(name, x+1, y, 1, depth+1)
			}
			if left {
				t.across(name, x-1, y, -1, depth+1)
			}
			if !left && !right {
				t.fail(x, y, "a corner leads nowhere")
			}
			return
		case strings.ContainsRune(verticals+crossers+"|#", r):
		case t.zoom == ZoomBoxes && (unicode.IsDigit(r) || strings.ContainsRune("/●Σ✶…*!~", r)):
		default:
			t.fail(x, y, "a line from "+name+" breaks off")
			return
		}
	}
	t.fail(x, y, "a line leaves the picture")
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
			t.down(name, x, y+1, depth)
			if t.is(x+by, y, horizontals) || t.ascii && t.is(x+by, y, "-=") {
				continue
			}
			return
		case strings.ContainsRune(horizontals+verticals+crossers+"|#-=", r):
		default:
			t.fail(x, y, "a horizontal from "+name+" breaks off")
			return
		}
	}
}

func (t *tracer) target(x, y int) string {
	for _, b := range t.boxes {
		if y == b.top && x >= b.left && x <= b.right {
			return b.name
		}
	}
	return ""
}
