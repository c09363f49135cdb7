package layout

// NewColumn is the column in which a step would put a new vertex: the step is
// tried on a copy of the sheet whose row has one vertex more.
func (h *Sheet) NewColumn(born Vertex, r int) int {
	sk := &Skeleton{Vertices: h.sk.Vertices, Top: h.sk.Top, Rows: h.sk.Rows}
	sk.Items = append(h.sk.Items[:len(h.sk.Items):len(h.sk.Items)], Item{Vertex: 0, Edge: -1, Row: r})
	width := h.frameWidth(born)
	trial := &Sheet{Zoom: h.Zoom, sk: sk,
		X:      append(h.X[:len(h.X):len(h.X)], 0),
		Left:   append(h.Left[:len(h.Left):len(h.Left)], (width-1)/2),
		Right:  append(h.Right[:len(h.Right):len(h.Right)], width/2),
		beside: append(h.beside[:len(h.beside):len(h.beside)], 0),
	}
	sum, count := 0, 0
	for _, key := range born.Parents {
		if i, ok := h.sk.ByKey[key]; ok {
			sum, count = sum+h.X[i], count+1
		}
	}
	at := sum / max(count, 1)
	s := rowInserter{p: trial, rows: sk.Rows, least: h.Least / 2, most: h.Most / 2}
	_, x, far := s.slot(len(h.X), at)
	if far > 0 && s.pushes(len(h.X), s.between(r, at), at) < far {
		return at
	}
	return x
}

// MostAside is how many cells beside its place a preview stands at most where something is
// there that the step removes.
const MostAside = 21
