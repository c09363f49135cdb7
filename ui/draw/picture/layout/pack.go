package layout

import (
	"encoding/binary"
	"errors"
	"slices"
)

// Sheets are those of all zoom levels of one skeleton, nil where none was made.
type Sheets [ZoomBoxes + 1]*Sheet

// Pack writes down order, columns and tracks in a few bytes for each segment.
func Pack(sk *Skeleton, all Sheets) []byte {
	w := &packer{}
	w.ints(len(sk.Items), len(sk.Segments), sk.Top, len(sk.Rows), sk.Space, sk.Spare)
	for _, row := range sk.Rows {
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

// Unpack gives back what pack wrote down for a graph that was checked. It fails
// if the bytes are of another graph.
func Unpack(g Graph, packed []byte) (*Skeleton, Sheets, error) {
	r := &unpacker{in: packed}
	items, segs, top, rows, space, spare := r.int(), r.int(), r.int(), r.int(), r.int(), r.int()
	// The rows of the skeleton before a step are part of the one after it.
	sk := NewSkeleton(g, &Skeleton{Top: top, Rows: make([][]int, max(0, min(rows, len(packed))))}, true)
	if r.bad || len(sk.Items) != items || len(sk.Segments) != segs || sk.Top != top || len(sk.Rows) != rows {
		return nil, Sheets{}, errPacked
	}
	sk.Space, sk.Spare = space, spare
	seen := make([]bool, items)
	for n, row := range sk.Rows {
		if r.int() != len(row) {
			return nil, Sheets{}, errPacked
		}
		i := 0
		for k := range row {
			i += r.int()
			if i < 0 || i >= items || seen[i] || sk.Items[i].Row != n {
				return nil, Sheets{}, errPacked
			}
			row[k], seen[i] = i, true
		}
	}
	sk.Replace()
	var all Sheets
	for z := ZoomLabels; z <= ZoomBoxes && !r.bad; z++ {
		if r.int() == 1 {
			all[z] = r.sheet(z, sk)
		}
	}
	if r.bad || len(r.in) > 0 {
		return nil, Sheets{}, errPacked
	}
	return sk, all, nil
}

type packer struct{ out []byte }

func (k *packer) ints(values ...int) {
	for _, v := range values {
		k.out = binary.AppendVarint(k.out, int64(v))
	}
}

func (k *packer) flags(values ...bool) {
	bits := 0
	for n, v := range values {
		if v {
			bits |= 1 << n
		}
	}
	k.ints(bits)
}

func (k *packer) sheet(p *Sheet) {
	sk := p.sk
	k.ints(p.Least, p.Most, p.Reserved[0], p.Reserved[1])
	k.flags(p.Tight)
	for r, row := range sk.Rows {
		g := p.Gaps[r]
		k.ints(p.Heights[r], g.Tracks, g.need)
		k.flags(g.labels, g.heads, g.ports)
		x := 0
		for _, i := range row {
			k.ints(p.X[i] - x)
			x = p.X[i]
			if !sk.IsBend(i) {
				k.ints(p.Left[i], p.Right[i], p.beside[i], p.pitchOut[i], p.pitchIn[i])
			}
		}
	}
	for s, seg := range sk.Segments {
		if !sk.IsBend(seg.From) {
			k.ints(p.Tops[s] - p.X[seg.From])
		}
		if !sk.IsBend(seg.To) {
			k.ints(p.Bottoms[s] - p.X[seg.To])
		}
		k.hops(p.Tops[s], p.Hops[s])
	}
	k.ints(len(p.Removed.Vertices), len(p.Removed.Segments))
	for _, v := range p.Removed.Vertices {
		k.ints(v.Key, v.Row, v.X, len(v.Label))
		k.out = append(k.out, v.Label...)
	}
	for _, s := range p.Removed.Segments {
		k.ints(s.Edge.From, s.Edge.To, s.Row, s.Top, s.Height)
		k.flags(s.Leaves, s.Enters)
		k.hops(s.Top, s.Hops)
	}
}

// hops packs a way that begins in a column and goes on where each hop ends.
func (k *packer) hops(at int, hops []Hop) {
	k.ints(len(hops))
	for _, h := range hops {
		trunk := 0
		if h.Trunk {
			trunk = 1
		}
		k.ints(2*h.Track+trunk, h.From-at, h.To-h.From)
		at = h.To
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

func (r *unpacker) sheet(z Zoom, sk *Skeleton) *Sheet {
	p := newSheet(z, sk)
	p.Least, p.Most, p.Reserved = r.int(), r.int(), [2]int{r.int(), r.int()}
	p.Tight = r.int() > 0
	p.Heights = make([]int, len(sk.Rows))
	for n, row := range sk.Rows {
		p.Heights[n], p.Gaps[n].Tracks, p.Gaps[n].need = r.int(), r.int(), r.int()
		bits := r.int()
		p.Gaps[n].labels, p.Gaps[n].heads, p.Gaps[n].ports = bits&1 > 0, bits&2 > 0, bits&4 > 0
		x := 0
		for _, i := range row {
			x += r.int()
			p.X[i] = x
			if !sk.IsBend(i) {
				p.Left[i], p.Right[i], p.beside[i], p.pitchOut[i], p.pitchIn[i] = r.int(), r.int(), r.int(),
					r.int(), r.int()
			}
		}
	}
	for s, seg := range sk.Segments {
		p.Tops[s], p.Bottoms[s] = p.X[seg.From], p.X[seg.To]
		if !sk.IsBend(seg.From) {
			p.Tops[s] += r.int()
		}
		if !sk.IsBend(seg.To) {
			p.Bottoms[s] += r.int()
		}
		p.Hops[s] = r.hops(p.Tops[s])
	}
	vertices, segments := r.count(), r.count()
	for range vertices {
		v := RemovedVertex{Key: r.int(), Row: r.int(), X: r.int()}
		n := r.count()
		v.Label, r.in = string(r.in[:n]), r.in[n:]
		p.Removed.Vertices = append(p.Removed.Vertices, v)
	}
	for range segments {
		s := RemovedSegment{Edge: EdgeKey{From: r.int(), To: r.int()}, Row: r.int(), Top: r.int(),
			Height: r.int()}
		bits := r.int()
		s.Leaves, s.Enters = bits&1 > 0, bits&2 > 0
		s.Hops = r.hops(s.Top)
		p.Removed.Segments = append(p.Removed.Segments, s)
	}
	return p
}

func (r *unpacker) hops(at int) []Hop {
	n := r.count()
	if n == 0 {
		return nil
	}
	hops := make([]Hop, n)
	for k := range hops {
		track, from, to := r.int(), r.int(), r.int()
		hops[k] = Hop{Track: track >> 1, Trunk: track&1 > 0, From: at + from, To: at + from + to}
		at = hops[k].To
	}
	return hops
}
