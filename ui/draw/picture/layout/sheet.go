package layout

// Sheet is a layout at one zoom level: the columns of all items and ports and
// the tracks of all edges. Columns are counted in pairs of cells, so that two
// verticals never stand side by side: column c is cell 2*c.
type Sheet struct {
	Zoom  Zoom // the level, from ZoomLabels to ZoomBoxes
	sk    *Skeleton
	X     []int // column of the middle of each item
	Left  []int // cells that an item fills left of its middle
	Right []int // and right of it
	// beside is how many cells more a label needs beside the head of the edge
	// that arrives furthest right.
	beside []int
	// Tops and Bottoms are the columns where each segment leaves its upper
	// and reaches its lower item; pitchOut and pitchIn are how near two of them may come.
	Tops, Bottoms []int
	pitchOut      []int // per item
	pitchIn       []int
	Hops          [][]Hop // way of each segment from its top to its bottom
	Gaps          []gap   // below each row
	Heights       []int   // cells that a row of vertices is high
	Tight         bool    // lines turn right below the vertices that they leave
	Least, Most   int     // first and last cell in use
	room          []gap   // that gaps should not exceed, at home; nil for none
	known         []gap   // at home, without lines that are lent to what may come; nil for none
	Reserved      [2]int  // first and last cell that homes keep free; zero without
	Removed       Removed // of the step that led here
	numbers       []int   // all that is counted for items and segments, in one piece
}

// newSheet returns a sheet in which nothing is placed yet.
func newSheet(z Zoom, sk *Skeleton) *Sheet {
	n, segs := len(sk.Items), len(sk.Segments)
	p := &Sheet{Zoom: z, sk: sk, Hops: make([][]Hop, segs), Gaps: make([]gap, len(sk.Rows))}
	p.numbers = make([]int, 6*n+2*segs)
	rest := p.numbers
	cut := func(n int) []int {
		list := rest[:n:n]
		rest = rest[n:]
		return list
	}
	p.X, p.Left, p.Right, p.beside, p.pitchOut, p.pitchIn = cut(n), cut(n), cut(n), cut(n), cut(n), cut(n)
	p.Tops, p.Bottoms = cut(segs), cut(segs)
	return p
}

// Sheets are those of all zoom levels of one skeleton, nil where none was made.
type Sheets [ZoomBoxes + 1]*Sheet

// unplaced is a copy of a sheet that was measured.
func unplaced(h *Sheet) *Sheet {
	p := newSheet(h.Zoom, h.sk)
	copy(p.numbers, h.numbers)
	copy(p.Gaps, h.Gaps)
	return p
}

// Hop is a run of a segment along a track of its gap.
type Hop struct {
	Track    int  // counted from the top of the gap
	From, To int  // columns
	Trunk    bool // shared with other segments of the same origin
}

// gap is the space between two rows.
type gap struct {
	Tracks int  // lines for edges to turn in, spare ones included
	need   int  // tracks in use
	labels bool // has a row for labels of edges
	heads  bool // has a row for arrow heads
	ports  bool // edges leave vertices above it
}

// extend sets the first and the last cell in use by items.
func (h *Sheet) extend() {
	h.Least, h.Most = 0, 0
	for i := range h.sk.Items {
		from, to := 2*h.X[i]-h.Left[i], 2*h.X[i]+h.Right[i]+h.beside[i]
		if i == 0 {
			h.Least, h.Most = from, to
		}
		h.Least, h.Most = min(h.Least, from), max(h.Most, to)
	}
}

// BoxHeight is how many lines vertex i is high.
func (h *Sheet) BoxHeight(i int) int {
	if h.Zoom == ZoomBoxes {
		return 3 + len(h.sk.Vertices[i].Detail)
	}
	return 1
}

// Stubs is 1 where gap r begins with a row of verticals below the vertices, else 0.
// With them a line is seen to leave its vertex; in ASCII, where a plus does not
// tell up from down, it could not be traced without.
func (h *Sheet) Stubs(r int, ascii bool) int {
	tight := h.Tight || h.Zoom == ZoomLabels
	if h.Gaps[r].ports && h.Zoom == ZoomRows && !tight || h.Gaps[r].Tracks > 0 && h.Zoom <= ZoomRows &&
		tight && ascii {
		return 1
	}
	return 0
}

// Levels returns the first line of every row of vertices, and the line after
// the picture.
func (h *Sheet) Levels(ascii bool) []int {
	y := make([]int, len(h.sk.Rows)+1)
	for r := range h.sk.Rows {
		y[r+1] = y[r] + h.Heights[r]
		if r < len(h.sk.Rows)-1 {
			y[r+1] += h.gapHeight(r, ascii)
		}
	}
	return y
}

func (h *Sheet) gapHeight(r int, ascii bool) int {
	g := h.Gaps[r]
	height := h.Stubs(r, ascii) + g.Tracks
	if g.labels {
		height++
	}
	if g.heads {
		height++
	}
	return height
}

// On is the same sheet for its skeleton under other keys, without what the last step
// removed.
func (h *Sheet) On(sk *Skeleton) *Sheet {
	out := *h
	out.sk, out.Removed = sk, Removed{}
	return &out
}

// Removed is what a step removed, as it was drawn before: enough to show it
// dotted once more.
type Removed struct {
	Vertices []RemovedVertex
	Segments []RemovedSegment
}

// RemovedVertex is a vertex that the step removed.
type RemovedVertex struct {
	Key    int
	Label  string
	Row, X int // X is a column
}

// RemovedSegment is the part of a removed edge between two neighbouring rows, as it
// ran before the step.
type RemovedSegment struct {
	Edge           EdgeKey
	Row            int // above it
	Top            int // column where it begins
	Hops           []Hop
	Leaves, Enters bool // whether its ends are vertices, not bends
	Height         int  // of the vertex that it leaves
}

// Midpoint is the column in the middle of some vertices: a step puts what they bring near to it.
func (h *Sheet) Midpoint(keys []int) int {
	sum, count := 0, 0
	for _, key := range keys {
		if i, ok := h.sk.ByKey[key]; ok {
			sum, count = sum+h.X[i], count+1
		}
	}
	return sum / max(count, 1)
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
