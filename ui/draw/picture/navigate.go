package picture

// Direction is where an arrow key points.
type Direction uint8

// The directions.
const (
	Up Direction = iota
	Down
	Left
	Right
)

// Toward returns the vertex next to the given one: Left and Right in its row,
// Up and Down the nearest in the next row, a neighbour in the graph before
// others. It is false at the end of the picture or for an unknown key.
func (l *Layout) Toward(key int, d Direction, z Zoom) (int, bool) {
	p := l.sheet(z)
	from, ok := l.sk.ByKey[key]
	if !ok {
		return 0, false
	}
	row, x := l.sk.Items[from].Row, p.X[from]
	if d == Left || d == Right {
		return l.beside(from, d)
	}
	by := 1
	if d == Up {
		by = -1
	}
	tied := map[int]bool{}
	for _, e := range l.graph.Edges {
		if e.From == key {
			tied[l.sk.ByKey[e.To]] = true
		} else if e.To == key {
			tied[l.sk.ByKey[e.From]] = true
		}
	}
	for row += by; row >= 0 && row < len(l.sk.Rows); row += by {
		best, dist := -1, 0
		for _, i := range l.sk.Rows[row] {
			if l.sk.IsBend(i) {
				continue
			}
			far := 2 * abs(p.X[i]-x)
			if !tied[i] {
				// A neighbour is preferred unless another stands much closer.
				far = 3*far + 1
			}
			if best < 0 || far < dist {
				best, dist = i, far
			}
		}
		if best >= 0 {
			return l.graph.Vertices[best].Key, true
		}
	}
	return 0, false
}

// beside returns the next vertex in the row of from.
func (l *Layout) beside(from int, d Direction) (int, bool) {
	row, by := l.sk.Rows[l.sk.Items[from].Row], 1
	if d == Left {
		by = -1
	}
	for p := l.sk.Place[from] + by; p >= 0 && p < len(row); p += by {
		if !l.sk.IsBend(row[p]) {
			return l.graph.Vertices[row[p]].Key, true
		}
	}
	return 0, false
}

// Edges returns the edges at a vertex as they stand around it: those that
// arrive from left to right, then those that leave from left to right.
func (l *Layout) Edges(key int) []EdgeKey {
	return append(l.side(key, false), l.side(key, true)...)
}

// side returns the edges at one side of a vertex from left to right.
func (l *Layout) side(key int, out bool) []EdgeKey {
	at, ok := l.sk.ByKey[key]
	if !ok {
		return nil
	}
	var list []EdgeKey
	for _, s := range l.sk.Sorted(at, out) {
		list = append(list, l.graph.Edges[l.sk.Segments[s].Edge].Key())
	}
	return list
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
