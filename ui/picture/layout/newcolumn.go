package layout

import "facet/ui/picture/layered"

// NewColumn is the column in which a step would put a new vertex: the step is
// tried on a copy of the sheet whose row has one vertex more.
func (p *Sheet) NewColumn(born layered.Vertex, r int) int {
	sk := &layered.Skeleton{Vertices: p.sk.Vertices, Top: p.sk.Top, Rows: p.sk.Rows}
	sk.Items = append(p.sk.Items[:len(p.sk.Items):len(p.sk.Items)], layered.Item{Vertex: 0, Edge: -1, Row: r})
	width := p.frameWidth(born)
	trial := &Sheet{Zoom: p.Zoom, sk: sk,
		X:      append(p.X[:len(p.X):len(p.X)], 0),
		Left:   append(p.Left[:len(p.Left):len(p.Left)], (width-1)/2),
		Right:  append(p.Right[:len(p.Right):len(p.Right)], width/2),
		beside: append(p.beside[:len(p.beside):len(p.beside)], 0),
	}
	sum, count := 0, 0
	for _, key := range born.Parents {
		if i, ok := p.sk.ByKey[key]; ok {
			sum, count = sum+p.X[i], count+1
		}
	}
	at := sum / max(count, 1)
	s := rowInserter{p: trial, rows: sk.Rows, least: p.Least / 2, most: p.Most / 2}
	_, x, far := s.slot(len(p.X), at)
	if far > 0 && s.pushes(len(p.X), s.between(r, at), at) < far {
		return at
	}
	return x
}
