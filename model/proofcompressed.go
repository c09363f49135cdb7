package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"facet/model/field"
	"facet/model/pattern"
)

// compressedWork is up to how many multiplications the proof with compressed seeds takes.
// A sequence that takes more is proved by [Prove] without them: the rules do not look at
// patterns, and patterns are products and sums of those that are given.
const compressedWork = 5_000_000

// proveCompressed carries a complete sequence of a dag with patterns out as a driver does
// it, at the sizes of the dag: random entries where the patterns have them, TAN and ADJ
// with as many seeds as the product's columns or rows have colours, taken apart
// afterwards. A colour too few mixes two entries, a pattern that lacks an entry loses it;
// both change F', which is compared with the chain rule on a random direction.
func proveCompressed(ctx context.Context, g *Dag, ops []Op,
	colors func(*pattern.Pattern, Mode) []int32) error {
	rng := rand.New(rand.NewPCG(0x73706172, uint64(len(g.Edges))))
	p := compressedProof{g: g, colors: colors, elementals: make([]sparse, len(g.Edges)), left: compressedWork}
	for k := range g.Edges {
		e := &g.Edges[k]
		if !e.Pattern.IsKnown() || !p.pays(e.Pattern.Entries()) {
			return nil
		}
		m := newSparse(e.Pattern)
		for x := range m.a {
			if m.a[x] = rng.Uint64N(field.Prime); e.Pattern.IsUnit() {
				m.a[x] = 1
			}
		}
		p.elementals[k] = m
	}
	done, err := p.carry(ctx, ops)
	if err != nil || !done {
		return err
	}
	return p.compare(rng)
}

// compressedProof is the matrices of a sequence that is carried out.
type compressedProof struct {
	g          *Dag
	colors     func(*pattern.Pattern, Mode) []int32
	elementals []sparse
	held       []sparse // by Z
	end        *State
	left       int64 // multiplications that may still be done
}

// pays takes work off what is left.
func (p *compressedProof) pays(work int64) bool {
	p.left -= min(work, compressedWork+1)
	return p.left >= 0
}

// sparse is a matrix: the values of the entries of its pattern, row by row.
type sparse struct {
	p     *pattern.Pattern
	start []int // of each row in a
	a     []uint64
}

func newSparse(p *pattern.Pattern) sparse {
	m := sparse{p: p, start: make([]int, p.Rows()+1), a: make([]uint64, p.Entries())}
	for r := range p.Rows() {
		n := 0
		m.row(r, func(int32) { n++ })
		m.start[r+1] = m.start[r] + n
	}
	return m
}

// row calls visit with the columns of row r.
func (m sparse) row(r int64, visit func(column int32)) {
	spans := m.p.Row(r, nil)
	for k := 0; k < len(spans); k += 2 {
		for c := spans[k]; c < spans[k+1]; c++ {
			visit(c)
		}
	}
}

// entries calls visit with each column of row r and its value.
func (m sparse) entries(r int64, visit func(column int32, value uint64)) {
	at := m.start[r]
	m.row(r, func(c int32) {
		visit(c, m.a[at])
		at++
	})
}

// carry carries the operations out; done is false where that takes too much work.
func (p *compressedProof) carry(ctx context.Context, ops []Op) (done bool, err error) {
	t := NewTape(NewState(p.g))
	s := t.State()
	p.held = make([]sparse, len(p.g.Edges))
	for k := range p.g.Edges {
		if p.g.Edges[k].HasJacobian {
			p.held[k] = p.elementals[k]
		}
	}
	for n, o := range ops {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		modelOfU, modelOfV := s.modelOf(o.U), s.modelOf(o.V)
		var made sparse
		if o.IsAccumulation() {
			made, done = p.accumulate(p.elementals[modelOfU], o.Mode)
		} else {
			u, v := p.held[o.U], p.held[o.V]
			switch o.Mode {
			case TAN:
				v = p.elementals[modelOfV]
			case ADJ:
				u = p.elementals[modelOfU]
			}
			made, done = p.multiply(v, u, s.Product(o.Face()), o.Mode)
		}
		if !done {
			return false, nil
		}
		change, err := t.Do(o)
		if err != nil {
			return false, atOperation(n, err)
		}
		for _, e := range change.Events {
			switch e.Kind {
			case Accumulated:
				p.held[e.Z] = made
			case Born:
				p.held = append(p.held, made)
			case Absorbed:
				p.held[e.Z] = sum(p.held[e.Z], made)
			case Merged:
				p.held[e.Z] = sum(p.held[e.Z], p.held[e.Other])
				p.held[e.Other] = sparse{}
			case Removed:
				p.held[e.Z] = sparse{}
			}
		}
	}
	p.end = t.Keep()
	return true, nil
}

// accumulate is Rule 3: the elemental's tangents (adjoints) of seeds that are sums of
// unit vectors, one for each colour.
func (p *compressedProof) accumulate(e sparse, m Mode) (sparse, bool) {
	if !p.pays(2 * e.p.Entries()) {
		return sparse{}, false
	}
	return p.evaluate(e.p, m, func(r int64, add func(column int32, x uint64)) { e.entries(r, add) }), true
}

// multiply is v·u with the pattern of the product: as it is for MUL, with the columns of
// u of each colour added up for TAN, with the rows of v for ADJ.
func (p *compressedProof) multiply(v, u sparse, product *pattern.Pattern, m Mode) (sparse, bool) {
	if !product.IsKnown() || !p.pays(v.p.Multiplications(u.p)) || !p.pays(product.Entries()) {
		return sparse{}, false
	}
	return p.evaluate(product, m, func(r int64, add func(column int32, x uint64)) {
		v.entries(r, func(j int32, x uint64) {
			u.entries(int64(j), func(c int32, y uint64) { add(c, field.Mul(x, y)) })
		})
	}), true
}

// evaluate adds up the terms of each row of a matrix: in one place for all columns (rows)
// of a colour, from which the entries of the pattern are taken.
func (p *compressedProof) evaluate(product *pattern.Pattern, m Mode,
	terms func(r int64, add func(column int32, x uint64))) sparse {
	made := newSparse(product)
	colors := p.colors(product, m)
	rows := make([][]int64, 0, product.Rows()) // that are evaluated together
	for r := range product.Rows() {
		if m == ADJ {
			for len(rows) <= int(colors[r]) {
				rows = append(rows, nil)
			}
			rows[colors[r]] = append(rows[colors[r]], r)
		} else {
			rows = append(rows, []int64{r})
		}
	}
	place := func(c int32) int32 {
		if m == TAN {
			return colors[c]
		}
		return c
	}
	sums := make([]uint64, product.Columns())
	var used []int32
	for _, together := range rows {
		for _, r := range together {
			terms(r, func(c int32, x uint64) {
				at := place(c)
				sums[at] = field.Add(sums[at], x)
				used = append(used, at)
			})
		}
		for _, r := range together {
			at := made.start[r]
			made.row(r, func(c int32) {
				made.a[at] = sums[place(c)]
				at++
			})
		}
		for _, at := range used {
			sums[at] = 0
		}
		used = used[:0]
	}
	return made
}

// colorsOf are the colours by which TAN and ADJ are compressed; none for MUL.
func colorsOf(p *pattern.Pattern, m Mode) []int32 {
	switch m {
	case TAN:
		return p.ColorOfColumns()
	case ADJ:
		return p.ColorOfRows()
	}
	return nil
}

// sum adds two matrices of the same size.
func sum(a, b sparse) sparse {
	made := newSparse(a.p.Union(b.p))
	row := make(map[int32]uint64)
	at := 0
	for r := range made.p.Rows() {
		clear(row)
		for _, m := range [...]sparse{a, b} {
			m.entries(r, func(c int32, x uint64) { row[c] = field.Add(row[c], x) })
		}
		made.row(r, func(c int32) {
			made.a[at] = row[c]
			at++
		})
	}
	return made
}

// times is the product with a vector, added to one.
func (m sparse) times(x, to []uint64) {
	for r := range m.p.Rows() {
		m.entries(r, func(c int32, a uint64) { to[r] = field.Add(to[r], field.Mul(a, x[c])) })
	}
}

// compare is sameProjection, which see, at the sizes of the dag.
func (p *compressedProof) compare(rng *rand.Rand) error {
	g := p.g
	want, got := make([][]uint64, len(g.Vertices)), make([][]uint64, len(g.Vertices))
	for i, v := range g.Vertices {
		want[i], got[i] = make([]uint64, v.Size), make([]uint64, v.Size)
		if g.IsSource(i) {
			for k := range want[i] {
				want[i][k] = rng.Uint64N(field.Prime)
			}
		}
	}
	for _, i := range g.order {
		for _, k := range g.Out(i) {
			p.elementals[k].times(want[i], want[g.Edges[k].Target])
		}
	}
	for _, z := range p.end.Vertices() {
		p.held[z].times(want[p.end.Source(z)], got[p.end.Target(z)])
	}
	for y := range g.Vertices {
		if !g.IsSink(y) {
			continue
		}
		for k := range got[y] {
			if got[y][k] != want[y][k] {
				return fmt.Errorf("with compressed seeds, entry %d of sink %s is not that of the chain rule",
					k, QuoteID(g.Vertices[y].ID))
			}
		}
	}
	return nil
}
