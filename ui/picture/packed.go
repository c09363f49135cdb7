package picture

import (
	"encoding/binary"
	"errors"
	"slices"
)

// sheets are those of all zoom levels of one skeleton, nil where none was made.
type sheets [ZoomBoxes + 1]*sheet

// pack writes down order, columns and tracks in a few bytes for each segment.
func pack(sk *skeleton, all sheets) []byte {
	w := &packer{}
	w.ints(len(sk.items), len(sk.segs), sk.top, len(sk.rows), sk.space, sk.spare)
	for _, row := range sk.rows {
		w.ints(len(row))
		before := 0
		for _, i := range row {
			w.ints(i - before)
			before = i
		}
	}
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		p := all[z]
		if p == nil {
			w.ints(0)
			continue
		}
		w.ints(1)
		w.sheet(p)
	}
	return slices.Clip(w.out)
}

var errPacked = errors.New("this is not the packed layout of this graph")

// unpack gives back what pack wrote down for a graph that was checked. It fails
// if the bytes are of another graph.
func unpack(g Graph, packed []byte) (*skeleton, sheets, error) {
	r := &unpacker{in: packed}
	items, segs, top, rows, space, spare := r.int(), r.int(), r.int(), r.int(), r.int(), r.int()
	// The rows of the skeleton before a step are part of the one after it.
	sk := newSkeleton(g, &skeleton{top: top, rows: make([][]int, max(0, min(rows, len(packed))))}, true)
	if r.bad || len(sk.items) != items || len(sk.segs) != segs || sk.top != top || len(sk.rows) != rows {
		return nil, sheets{}, errPacked
	}
	sk.space, sk.spare = space, spare
	seen := make([]bool, items)
	for n, row := range sk.rows {
		if r.int() != len(row) {
			return nil, sheets{}, errPacked
		}
		i := 0
		for k := range row {
			i += r.int()
			if i < 0 || i >= items || seen[i] || sk.items[i].row != n {
				return nil, sheets{}, errPacked
			}
			row[k], seen[i] = i, true
		}
	}
	sk.replace()
	var all sheets
	for z := ZoomLabels; z <= ZoomBoxes && !r.bad; z++ {
		if r.int() == 1 {
			all[z] = r.sheet(z, sk)
		}
	}
	if r.bad || len(r.in) > 0 {
		return nil, sheets{}, errPacked
	}
	return sk, all, nil
}

type packer struct{ out []byte }

func (w *packer) ints(values ...int) {
	for _, v := range values {
		w.out = binary.AppendVarint(w.out, int64(v))
	}
}

func (w *packer) flags(values ...bool) {
	bits := 0
	for n, v := range values {
		if v {
			bits |= 1 << n
		}
	}
	w.ints(bits)
}

func (w *packer) sheet(p *sheet) {
	sk := p.sk
	w.ints(p.least, p.most)
	for r, row := range sk.rows {
		g := p.gaps[r]
		w.ints(p.heights[r], g.tracks, g.need)
		w.flags(g.labels, g.heads, g.ports)
		x := 0
		for _, i := range row {
			w.ints(p.x[i] - x)
			x = p.x[i]
			if !sk.isBend(i) {
				w.ints(p.left[i], p.right[i], p.beside[i], p.pitchOut[i], p.pitchIn[i])
			}
		}
	}
	for s, seg := range sk.segs {
		if !sk.isBend(seg.from) {
			w.ints(p.tops[s] - p.x[seg.from])
		}
		if !sk.isBend(seg.to) {
			w.ints(p.bottoms[s] - p.x[seg.to])
		}
		w.hops(p.tops[s], p.hops[s])
	}
	w.ints(len(p.gone.vertices), len(p.gone.segments))
	for _, v := range p.gone.vertices {
		w.ints(v.key, v.row, v.x, len(v.label))
		w.out = append(w.out, v.label...)
	}
	for _, s := range p.gone.segments {
		w.ints(s.edge.From, s.edge.To, s.row, s.top, s.height)
		w.flags(s.leaves, s.enters)
		w.hops(s.top, s.hops)
	}
}

// hops packs a way that begins in a column and goes on where each hop ends.
func (w *packer) hops(at int, hops []hop) {
	w.ints(len(hops))
	for _, h := range hops {
		trunk := 0
		if h.trunk {
			trunk = 1
		}
		w.ints(2*h.track+trunk, h.from-at, h.to-h.from)
		at = h.to
	}
}

// unpacker reads what packer wrote. Once something is missing it is bad and
// reads zeros.
type unpacker struct {
	in  []byte
	bad bool
}

func (r *unpacker) int() int {
	v, n := binary.Varint(r.in)
	if n <= 0 {
		r.bad, r.in = true, nil
		return 0
	}
	r.in = r.in[n:]
	return int(v)
}

// count reads how many things follow, each of at least one byte.
func (r *unpacker) count() int {
	n := r.int()
	if n < 0 || n > len(r.in) {
		r.bad = true
		return 0
	}
	return n
}

func (r *unpacker) sheet(z Zoom, sk *skeleton) *sheet {
	p := newSheet(z, sk)
	p.least, p.most = r.int(), r.int()
	p.heights = make([]int, len(sk.rows))
	for n, row := range sk.rows {
		p.heights[n], p.gaps[n].tracks, p.gaps[n].need = r.int(), r.int(), r.int()
		bits := r.int()
		p.gaps[n].labels, p.gaps[n].heads, p.gaps[n].ports = bits&1 > 0, bits&2 > 0, bits&4 > 0
		x := 0
		for _, i := range row {
			x += r.int()
			p.x[i] = x
			if !sk.isBend(i) {
				p.left[i], p.right[i], p.beside[i], p.pitchOut[i], p.pitchIn[i] = r.int(), r.int(), r.int(), r.int(), r.int()
			}
		}
	}
	for s, seg := range sk.segs {
		p.tops[s], p.bottoms[s] = p.x[seg.from], p.x[seg.to]
		if !sk.isBend(seg.from) {
			p.tops[s] += r.int()
		}
		if !sk.isBend(seg.to) {
			p.bottoms[s] += r.int()
		}
		p.hops[s] = r.hops(p.tops[s])
	}
	vertices, segments := r.count(), r.count()
	for range vertices {
		v := goneVertex{key: r.int(), row: r.int(), x: r.int()}
		n := r.count()
		v.label, r.in = string(r.in[:n]), r.in[n:]
		p.gone.vertices = append(p.gone.vertices, v)
	}
	for range segments {
		s := goneSegment{edge: EdgeKey{r.int(), r.int()}, row: r.int(), top: r.int(), height: r.int()}
		bits := r.int()
		s.leaves, s.enters = bits&1 > 0, bits&2 > 0
		s.hops = r.hops(s.top)
		p.gone.segments = append(p.gone.segments, s)
	}
	return p
}

func (r *unpacker) hops(at int) []hop {
	n := r.count()
	if n == 0 {
		return nil
	}
	hops := make([]hop, n)
	for k := range hops {
		track, from, to := r.int(), r.int(), r.int()
		hops[k] = hop{track: track >> 1, trunk: track&1 > 0, from: at + from, to: at + from + to}
		at = hops[k].to
	}
	return hops
}
