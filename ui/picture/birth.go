package picture

// birthplace is the column in which a step would put a newborn: the sheet plays
// the step through with a row that has one vertex more.
func (p *sheet) birthplace(born Vertex, r int) int {
	sk := &skeleton{vertices: p.sk.vertices, top: p.sk.top, rows: p.sk.rows}
	sk.items = append(p.sk.items[:len(p.sk.items):len(p.sk.items)], item{vertex: 0, edge: -1, row: r})
	width := p.frameWidth(born)
	trial := &sheet{zoom: p.zoom, sk: sk,
		x:      append(p.x[:len(p.x):len(p.x)], 0),
		left:   append(p.left[:len(p.left):len(p.left)], (width-1)/2),
		right:  append(p.right[:len(p.right):len(p.right)], width/2),
		beside: append(p.beside[:len(p.beside):len(p.beside)], 0),
	}
	sum, count := 0, 0
	for _, key := range born.Parents {
		if i, ok := p.sk.byKey[key]; ok {
			sum, count = sum+p.x[i], count+1
		}
	}
	at := sum / max(count, 1)
	s := settler{p: trial, rows: sk.rows, least: p.least / 2, most: p.most / 2}
	_, x, far := s.slot(len(p.x), at)
	if far > 0 && s.pushes(len(p.x), s.between(r, at), at) < far {
		return at
	}
	return x
}
