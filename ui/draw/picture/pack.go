package picture

import "facet/ui/draw/picture/layout"

// pack writes down what the layout decided, in a few bytes for each part of an
// edge: order, columns, tracks, and what the last step removed. Together with
// the graph it gives the layout back, to the byte of every picture.
func (l *Layout) pack() []byte {
	if l.coarse {
		return nil
	}
	var sheets layout.Sheets
	for z := range l.sheets {
		sheets[z] = l.sheets[z].sheet.Load()
	}
	if p := l.packed.Load(); p != nil && p.of == sheets {
		return p.bytes
	}
	p := &packed{sheets, layout.Pack(l.sk, sheets)}
	l.packed.Store(p)
	return p.bytes
}

// packed is what a layout packs to, for all albums that have it.
type packed struct {
	of    layout.Sheets
	bytes []byte
}

// unpack gives a packed layout back. It needs the graph that the layout placed,
// its vertices and edges in the same order, and fails if the packed layout is
// of another one. No bytes, as a coarse layout packs to, give a survey.
func unpack(g Graph, packed []byte) (*Layout, error) {
	if len(packed) == 0 {
		return Survey(g)
	}
	if err := g.Check(); err != nil {
		return nil, err
	}
	l := &Layout{graph: g.Clone()}
	sk, sheets, err := layout.Unpack(l.graph, packed)
	if err != nil {
		return nil, err
	}
	l.sk = sk
	for z, p := range sheets {
		if p != nil {
			l.sheets[z].sheet.Store(p)
		}
	}
	return l, nil
}
