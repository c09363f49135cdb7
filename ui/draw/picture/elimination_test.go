package picture

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
)

// line is a line dag under elimination: as much of the rules as moves a picture.
type line struct {
	rows  Rows
	names []string
	next  int
	verts []*path
}

// path is a vertex of the line dag; X and Y are paths with one end only.
type path struct {
	key      int
	label    string
	from, to int
	layer    int
	end      bool
	jacobian bool
	sum      bool
	parents  []int
	in, out  map[*path]bool
}

func newLine(d testDag) *line {
	l := &line{rows: d.Layers(), names: d.Names}
	for i := range d.Names {
		in, out := d.Ends(i)
		if !in && out {
			l.add(&path{label: d.Names[i], from: -1, to: i, layer: l.rows.Source(i), end: true})
		}
		if in && !out {
			l.add(&path{label: d.Names[i], from: i, to: -1, layer: l.rows.Sink(i), end: true})
		}
	}
	for _, e := range d.Edges {
		l.add(&path{label: d.Names[e.From] + "," + d.Names[e.To], from: e.From, to: e.To,
			layer: l.rows.Path(e.To)})
	}
	for _, u := range l.verts {
		for _, v := range l.verts {
			if u != v && u.to == v.from && u.to >= 0 && (!u.end || !v.end) {
				u.out[v], v.in[u] = true, true
			}
		}
	}
	return l
}

func (l *line) add(p *path) {
	p.key, p.in, p.out = l.next, map[*path]bool{}, map[*path]bool{}
	l.next++
	l.verts = append(l.verts, p)
}

func (l *line) graph() Graph {
	var g Graph
	for _, p := range l.verts {
		v := Vertex{Key: p.key, Label: p.label, Layer: p.layer, Parents: p.parents, Mark: MatrixFree}
		switch {
		case p.end:
			v.Shape, v.Mark = Square, Unmarked
		case p.sum:
			v.Mark = Sum
		case p.jacobian:
			v.Mark = Jacobian
		}
		g.Vertices = append(g.Vertices, v)
	}
	for _, p := range l.verts {
		for _, q := range l.verts {
			if p.out[q] {
				g.Edges = append(g.Edges, Edge{From: p.key, To: q.key})
			}
		}
	}
	return g
}

func (l *line) faces() [][2]*path {
	var list [][2]*path
	for _, p := range l.verts {
		for _, q := range l.verts {
			if p.out[q] && !p.end && !q.end {
				list = append(list, [2]*path{p, q})
			}
		}
	}
	return list
}

func sameSet(a, b map[*path]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for p := range a {
		if !b[p] {
			return false
		}
	}
	return true
}

// eliminate removes a face: fill or absorption, removal, merging of twins. It
// returns the key of the newborn, -1 if there is none.
func (l *line) eliminate(u, v *path) int {
	born := -1
	u.jacobian = true
	var heir *path
	for _, w := range l.verts {
		if w.jacobian && w.from == u.from && w.to == v.to && !w.end && sameSet(w.in, u.in) &&
			sameSet(w.out, v.out) {
			heir = w
		}
	}
	if heir != nil {
		heir.sum = true
	} else {
		w := &path{label: u.label + strings.TrimPrefix(v.label, l.names[v.from]), from: u.from, to: v.to,
			layer: l.rows.Path(v.to), jacobian: true, parents: []int{u.key, v.key}}
		l.add(w)
		born = w.key
		for p := range u.in {
			p.out[w], w.in[p] = true, true
		}
		for q := range v.out {
			w.out[q], q.in[w] = true, true
		}
	}
	delete(u.out, v)
	delete(v.in, u)
	if len(u.out) == 0 {
		l.remove(u)
	}
	if len(v.in) == 0 {
		l.remove(v)
	}
	for l.merge() {
	}
	return born
}

func (l *line) merge() bool {
	for i, a := range l.verts {
		for _, b := range l.verts[:i] {
			if a.jacobian && b.jacobian && !a.end && !b.end && a.from == b.from && a.to == b.to &&
				sameSet(a.in, b.in) && sameSet(a.out, b.out) {
				b.sum = true
				l.remove(a)
				return true
			}
		}
	}
	return false
}

func (l *line) remove(p *path) {
	for q := range p.in {
		delete(q.out, p)
	}
	for q := range p.out {
		delete(q.in, p)
	}
	l.verts = slices.DeleteFunc(l.verts, func(q *path) bool { return q == p })
}

// thrifty is the seed of the run that always removes the face with the least
// growth; all other seeds choose at random.
const thrifty = 1000

// run eliminates faces until none is left, at most limit of them, and shows
// every layout on the way.
func run(d testDag, seed uint64, limit int, show func(step int, before, now *Layout, born int)) {
	line, rng := newLine(d), rand.New(rand.NewPCG(seed, 5))
	l := must(place(line.graph()))
	for step := range limit {
		faces := line.faces()
		if len(faces) == 0 {
			return
		}
		f := faces[rng.IntN(len(faces))]
		if seed == thrifty {
			f = slices.MinFunc(faces, func(a, b [2]*path) int { return growth(a) - growth(b) })
		}
		born := line.eliminate(f[0], f[1])
		next := must(l.Step(context.Background(), line.graph()))
		show(step, l, next, born)
		l = next
	}
}

// growth is by how many edges a line dag grows when a face is eliminated.
func growth(f [2]*path) int {
	u, v := f[0], f[1]
	edges := len(u.in) + len(v.out)
	if len(u.out) == 1 {
		edges -= len(u.in)
	}
	if len(v.in) == 1 {
		edges -= len(v.out)
	}
	return edges
}
