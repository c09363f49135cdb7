package model

import (
	"context"
	"fmt"
	"math/rand/v2"

	"facet/model/field"
)

// proofSize caps the vector sizes of the matrices that the proof carries. The
// rules never look at a size, so a sequence is right at all sizes if it is right
// for matrices that do not commute and are not square; three keeps the proof of
// a dag with 24450 entries a vector as quick as that of Bat.
const proofSize = 3

// matrix is dense, row by row, with entries modulo field.Prime: a wrong sequence
// passes with a probability below (edges on the longest path)/2^61.
type matrix struct {
	rows, cols int
	a          []uint64
}

func newMatrix(rows, cols int) matrix { return matrix{rows, cols, make([]uint64, rows*cols)} }

func (m matrix) addProduct(l, r matrix) {
	for i := range l.rows {
		for k := range l.cols {
			f := l.a[i*l.cols+k]
			for j := range r.cols {
				at := i*m.cols + j
				m.a[at] = field.Add(m.a[at], field.Mul(f, r.a[k*r.cols+j]))
			}
		}
	}
}

func (m matrix) add(o matrix) {
	for k := range m.a {
		m.a[k] = field.Add(m.a[k], o.a[k])
	}
}

func (m matrix) equal(o matrix) bool {
	for k := range m.a {
		if m.a[k] != o.a[k] {
			return false
		}
	}
	return true
}

// Prove checks a complete sequence that starts from the fresh line dag of g: it
// gives every elemental Jacobian random entries, carries the matrices through
// the rules (TAN as F'·V, ADJ as V·F', MUL as a product, absorb and merge as
// sums) and compares the result with the sum over all paths (the chain rule), on a
// random direction. Where Jacobians have patterns it does so once more with these, and
// with compressed seeds. All arithmetic is exact, modulo a prime. The error says what
// is wrong, for which source and sink; an incomplete sequence is an error.
func Prove(g *Dag, ops []Op) error { return ProveContext(context.Background(), g, ops) }

// ProveContext is Prove until the context is done, which sequences of a million operations
// ask before each of them: then the error is the context's.
func ProveContext(ctx context.Context, g *Dag, ops []Op) error {
	_, err := ProveEach(ctx, g, ops, func(*State, int) {})
	return err
}

// ProveEach is ProveContext, and calls visit with the state before each operation, which is
// valid during the call only. It gives the last state.
func ProveEach(ctx context.Context, g *Dag, ops []Op, visit func(before *State, k int)) (*State, error) {
	rng := rand.New(rand.NewPCG(0x66616365, uint64(len(g.Edges))))
	elementals := make([]matrix, len(g.Edges))
	for k := range g.Edges {
		e := &g.Edges[k]
		m := newMatrix(proofRows(g, e.Target), proofRows(g, e.Source))
		for x := range m.a {
			m.a[x] = rng.Uint64N(field.Prime)
		}
		elementals[k] = m
	}
	end, held, err := carry(ctx, g, ops, elementals, visit)
	switch {
	case err != nil:
		return end, err
	case !end.Done():
		return end, fmt.Errorf("the sequence is not complete: %d faces and %d Jacobians are left",
			end.Faces(), end.Lacking())
	case sameProjection(rng, g, end, held, elementals):
		if g.patterned {
			return end, proveCompressed(ctx, g, ops, colorsOf)
		}
		return end, nil
	}
	if err := compareBlocks(g, end, held, elementals); err != nil {
		return end, err
	}
	return end, fmt.Errorf("the result is not the sum over all paths")
}

// sameProjection compares F' with the chain rule on one random direction x': both
// are applied to it, the chain rule edge by edge. A difference of two blocks that is
// not zero vanishes on a random direction with a probability of 2^-61 (Freivalds
// 1977), and one direction takes as long as the dag has edges, however many blocks
// there are.
func sameProjection(rng *rand.Rand, g *Dag, end *State, held, elementals []matrix) bool {
	want, got := make([]matrix, len(g.Vertices)), make([]matrix, len(g.Vertices))
	for i := range want {
		want[i] = newMatrix(proofRows(g, i), 1)
		if g.IsSource(i) {
			for k := range want[i].a {
				want[i].a[k] = rng.Uint64N(field.Prime)
			}
		} else if g.IsSink(i) {
			got[i] = newMatrix(proofRows(g, i), 1)
		}
	}
	for _, i := range g.order {
		for _, k := range g.Out(i) {
			want[g.Edges[k].Target].addProduct(elementals[k], want[i])
		}
	}
	for _, z := range end.Vertices() {
		x, y := end.Source(z), end.Target(z)
		if !g.IsSource(x) || !g.IsSink(y) {
			return false
		}
		got[y].addProduct(held[z], want[x])
	}
	for y := range got {
		if g.IsSink(y) && !g.IsSource(y) && !got[y].equal(want[y]) {
			return false
		}
	}
	return true
}

func proofRows(g *Dag, i int) int { return int(min(g.Vertices[i].Size, proofSize)) }

// carry replays the operations and the matrices with them: held[z] is F'(z).
func carry(ctx context.Context, g *Dag, ops []Op, elementals []matrix,
	visit func(before *State, k int)) (*State, []matrix, error) {
	t := NewTape(NewState(g))
	s := t.State()
	held := make([]matrix, len(g.Edges), 2*len(g.Edges))
	for k := range g.Edges {
		if g.Edges[k].HasJacobian {
			held[k] = elementals[k]
		}
	}
	for n, o := range ops {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		visit(s, n)
		modelOfU, modelOfV := s.modelOf(o.U), s.modelOf(o.V) // a merge may lose them
		change, err := t.Do(o)
		if err != nil {
			return nil, nil, atOperation(n, err)
		}
		for _, e := range change.Events {
			switch e.Kind {
			case Accumulated:
				held[e.Z] = elementals[modelOfU]
			case Born, Absorbed:
				u, v := e.Face.U, e.Face.V
				left, right := held[v], held[u]
				switch o.Mode {
				case TAN:
					left = elementals[modelOfV]
				case ADJ:
					right = elementals[modelOfU]
				}
				sum := newMatrix(left.rows, right.cols)
				sum.addProduct(left, right)
				if e.Kind == Absorbed {
					sum.add(held[e.Z])
					held[e.Z] = sum
				} else {
					held = append(held, sum) // born with the next name
				}
			case Merged:
				sum := newMatrix(held[e.Z].rows, held[e.Z].cols)
				sum.add(held[e.Z])
				sum.add(held[e.Other])
				held[e.Z] = sum
				held[e.Other] = matrix{}
			case Removed:
				held[e.Z] = matrix{}
			}
		}
	}
	return s, held, nil
}

// modelOf is the edge whose tangent and adjoint are z's models, -1 without.
func (s *State) modelOf(z Z) int32 {
	if !s.IsLive(z) {
		return -1
	}
	return s.nodes[z].model
}

// compareBlocks names a block of F' that is wrong: it compares them one by one with
// forward substitution on the dag, which knows nothing of line dags.
func compareBlocks(g *Dag, end *State, held []matrix, elementals []matrix) error {
	blocks := make(map[[2]int]matrix)
	for _, z := range end.Vertices() {
		m := held[z]
		at := [2]int{end.Source(z), end.Target(z)}
		if b, twice := blocks[at]; twice {
			b.add(m)
		} else {
			c := newMatrix(m.rows, m.cols)
			c.add(m)
			blocks[at] = c
		}
	}
	for x := range g.Vertices {
		if !g.IsSource(x) {
			continue
		}
		sums := pathSums(g, x, elementals)
		for y := range g.Vertices {
			if !g.IsSink(y) {
				continue
			}
			got, has := blocks[[2]int{x, y}]
			want, connected := sums[y]
			if has != connected || (has && !got.equal(want)) {
				return fmt.Errorf("the block of source %s and sink %s is not the sum over its paths",
					QuoteID(g.Vertices[x].ID), QuoteID(g.Vertices[y].ID))
			}
		}
	}
	return nil
}

// pathSums gives, for every vertex reachable from x, the sum over all paths from
// x of the products of elemental Jacobians (the chain rule).
func pathSums(g *Dag, x int, elementals []matrix) map[int]matrix {
	sums := make(map[int]matrix)
	unit := newMatrix(proofRows(g, x), proofRows(g, x))
	for i := range unit.rows {
		unit.a[i*unit.cols+i] = 1
	}
	sums[x] = unit
	for _, i := range g.order {
		at, ok := sums[i]
		if !ok {
			continue
		}
		for _, k := range g.Out(i) {
			to := g.Edges[k].Target
			if _, ok := sums[to]; !ok {
				sums[to] = newMatrix(proofRows(g, to), unit.cols)
			}
			sums[to].addProduct(elementals[k], at)
		}
	}
	return sums
}
