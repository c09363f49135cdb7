package why_test

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"facet/model"
)

// game is the rules once more, for this test alone: vertices of the line dag as sets of
// paths, faces as bits, every state that can be reached. It shares nothing with the model
// and the planner but the dag's numbers.
type game struct {
	size  []int64
	edges []arc
	seen  map[string]int64 // what the best completion of a state costs
	most  int              // states that are looked at for one answer, beside those that are known
	left  int              // of these
}

// arc is an edge of the dag.
type arc struct {
	from, to         int
	tangent, adjoint int64
}

// spot is a vertex of the line dag in the game.
type spot struct {
	paths    string // its paths in order, each in brackets
	from, to int
	explicit bool
	edge     int // whose models it has; -1 for none
}

// board is a state. next[u] has the bits of what follows u.
type board struct {
	spots []spot
	next  []uint64
}

// turn is an operation: of a face, or of a vertex alone where v is -1.
type turn struct {
	u, v  int
	mode  model.Mode
	price int64
}

func newGame(g *model.Dag) (*game, *board) {
	out, b := &game{seen: make(map[string]int64), most: 40_000}, &board{}
	for _, v := range g.Vertices {
		out.size = append(out.size, v.Size)
	}
	for k, e := range g.Edges {
		out.edges = append(out.edges, arc{e.Source, e.Target, int64(e.Tangent), int64(e.Adjoint)})
		s := spot{paths: written([]int{e.Source, e.Target}), from: e.Source, to: e.Target,
			explicit: e.HasJacobian, edge: -1}
		if e.HasModel {
			s.edge = k
		}
		b.spots, b.next = append(b.spots, s), append(b.next, 0)
	}
	for u := range b.spots {
		for v := range b.spots {
			if b.spots[u].to == b.spots[v].from {
				b.next[u] |= 1 << v
			}
		}
	}
	return out, b
}

func written(path []int) string {
	var b strings.Builder
	b.WriteByte('(')
	for k, i := range path {
		if k > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprint(&b, i)
	}
	b.WriteByte(')')
	return b.String()
}

// labelOf writes a label of the model as the game does.
func labelOf(l *model.Label) string {
	var all []string
	for _, p := range l.Paths(1 << 12) {
		var path []int
		for _, i := range p {
			path = append(path, int(i))
		}
		all = append(all, written(path))
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

// nameless is the state without the paths that its vertices stand for, which do not matter
// to what its completions cost.
func (b *board) nameless() *board {
	n := &board{slices.Clone(b.spots), slices.Clone(b.next)}
	for z := range n.spots {
		n.spots[z].paths = ""
	}
	n.settle()
	return n
}

func split(paths string) []string {
	return strings.SplitAfter(strings.TrimSuffix(paths, ")"), ")")
}

// joinedPaths is every path of one set followed by every path of another.
func joinedPaths(a, b string) string {
	if a == "" {
		return ""
	}
	var all []string
	for _, p := range split(a) {
		for _, q := range split(b) {
			_, rest, _ := strings.Cut(strings.Trim(q, "()"), " ")
			all = append(all, "("+strings.Trim(p, "()")+" "+rest+")")
		}
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

func union(a, b string) string {
	if a == "" {
		return ""
	}
	all := append(split(a), split(b)...)
	for k := range all {
		all[k] = "(" + strings.Trim(all[k], "()") + ")"
	}
	slices.Sort(all)
	return strings.Join(all, "")
}

func (b *board) before(v int) (set uint64) {
	for u := range b.next {
		set |= b.next[u] >> v & 1 << u
	}
	return set
}

// turns are the operations that are possible.
func (g *game) turns(b *board) (all []turn) {
	for u, s := range b.spots {
		for rest := b.next[u]; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros64(rest)
			r := b.spots[v]
			if s.explicit && r.edge >= 0 {
				all = append(all, turn{u, v, model.TAN, g.size[s.from] * g.edges[r.edge].tangent})
			}
			if r.explicit && s.edge >= 0 {
				all = append(all, turn{u, v, model.ADJ, g.size[r.to] * g.edges[s.edge].adjoint})
			}
			if s.explicit && r.explicit {
				all = append(all, turn{u, v, model.MUL, g.size[s.from] * g.size[s.to] * g.size[r.to]})
			}
		}
		if !s.explicit {
			all = append(all, turn{u, -1, model.TAN, g.size[s.from] * g.edges[s.edge].tangent},
				turn{u, -1, model.ADJ, g.size[s.to] * g.edges[s.edge].adjoint})
		}
	}
	return all
}

// play carries a turn out on a copy. It gives what absorbs the product; -1 for none.
func (g *game) play(b *board, t turn) (*board, int) {
	n := &board{spots: slices.Clone(b.spots), next: slices.Clone(b.next)}
	if t.v < 0 {
		n.spots[t.u].explicit = true
		n.settle()
		return n, -1
	}
	u, v := n.spots[t.u], n.spots[t.v]
	made, absorber := joinedPaths(u.paths, v.paths), -1
	before := n.before(t.u)
	for w, s := range n.spots {
		if s.explicit && s.from == u.from && s.to == v.to && n.before(w) == before &&
			n.next[w] == n.next[t.v] {
			absorber = w
		}
	}
	if absorber >= 0 {
		n.spots[absorber].paths, n.spots[absorber].edge = union(n.spots[absorber].paths, made), -1
	} else {
		w := len(n.spots)
		n.spots, n.next = append(n.spots, spot{made, u.from, v.to, true, -1}), append(n.next, n.next[t.v])
		for x := range w {
			if before>>x&1 == 1 {
				n.next[x] |= 1 << w
			}
		}
	}
	n.next[t.u] &^= 1 << t.v
	if n.before(t.v) == 0 {
		n.remove(t.v)
	}
	if n.next[t.u] == 0 {
		n.remove(t.u)
	}
	n.settle()
	return n, absorber
}

// remove marks a vertex that has no faces on one side as gone.
func (b *board) remove(z int) {
	for u := range b.next {
		b.next[u] &^= 1 << z
	}
	b.next[z], b.spots[z] = 0, spot{from: -1, to: -1, edge: -1}
}

// settle merges until no two vertices agree, drops what is gone, and puts the rest into an
// order of its own.
func (b *board) settle() {
	for b.merge() {
	}
	order := make([]int, 0, len(b.spots))
	for z := range b.spots {
		if b.spots[z].from >= 0 {
			order = append(order, z)
		}
	}
	slices.SortFunc(order, func(x, y int) int {
		p, q := b.spots[x], b.spots[y]
		if p.from != q.from || p.to != q.to || p.edge != q.edge {
			return cmp.Or(p.from-q.from, p.to-q.to, p.edge-q.edge)
		}
		return cmp.Or(cmp.Compare(p.paths, q.paths), cmp.Compare(b.next[x], b.next[y]))
	})
	n := board{make([]spot, len(order)), make([]uint64, len(order))}
	var at [64]int
	for k, z := range order {
		at[z] = k
	}
	for k, z := range order {
		n.spots[k] = b.spots[z]
		for rest := b.next[z]; rest != 0; rest &= rest - 1 {
			n.next[k] |= 1 << at[bits.TrailingZeros64(rest)]
		}
	}
	*b = n
}

// merge merges two vertices that agree. It is false where there are none.
func (b *board) merge() bool {
	for u, s := range b.spots {
		for v, r := range b.spots[:u] {
			if s.explicit && r.explicit && s.from == r.from && s.to == r.to && b.next[u] == b.next[v] &&
				b.before(u) == b.before(v) {
				b.spots[v].paths, b.spots[v].edge = union(r.paths, s.paths), -1
				b.remove(u)
				return true
			}
		}
	}
	return false
}

// key is the same for two states with the same completions: which paths a vertex stands
// for does not matter to them.
func (b *board) key() string {
	k := make([]byte, 0, 12*len(b.spots))
	for z, s := range b.spots {
		explicit := byte(0)
		if s.explicit {
			explicit = 1
		}
		k = append(k, byte(s.from), byte(s.to), explicit, byte(s.edge+1))
		k = binary.LittleEndian.AppendUint64(k, b.next[z])
	}
	return string(k)
}

// best is what the best completion costs, by looking at all that follow. It is false where
// more states than are allowed had to be looked at.
func (g *game) best(b *board) (int64, bool) {
	g.left = g.most
	return g.least(b.nameless())
}

func (g *game) least(b *board) (int64, bool) {
	key := b.key()
	if cost, known := g.seen[key]; known {
		return cost, true
	}
	if g.left--; g.left < 0 {
		return 0, false
	}
	turns := g.turns(b)
	cost := int64(1) << 62
	if len(turns) == 0 {
		cost = 0
	}
	for _, t := range cheapest(turns) {
		next, _ := g.play(b, t)
		rest, ok := g.least(next)
		if !ok {
			return 0, false
		}
		cost = min(cost, t.price+rest)
	}
	g.seen[key] = cost
	return cost, true
}

// cheapest keeps one mode of each turn: modes differ in what they cost and in nothing else.
func cheapest(turns []turn) []turn {
	slices.SortFunc(turns, func(a, b turn) int {
		return cmp.Or(a.u-b.u, a.v-b.v, cmp.Compare(a.price, b.price))
	})
	var out []turn
	for k, t := range turns {
		if k == 0 || t.u != turns[k-1].u || t.v != turns[k-1].v {
			out = append(out, t)
		}
	}
	return out
}

// comes reports whether some state that can be reached has a property.
func (g *game) comes(b *board, holds func(*board) bool) bool {
	seen := map[string]bool{b.named(): true}
	for open := []*board{b}; len(open) > 0; {
		b, open = open[len(open)-1], open[:len(open)-1]
		if holds(b) {
			return true
		}
		for _, t := range cheapest(g.turns(b)) {
			next, _ := g.play(b, t)
			if key := next.named(); !seen[key] {
				seen[key] = true
				open = append(open, next)
			}
		}
	}
	return false
}

// named tells states apart by the paths of their vertices, too.
func (b *board) named() string {
	k := b.key()
	for _, s := range b.spots {
		k += s.paths
	}
	return k
}

// find is the turn that joins the paths of two labels, or accumulates one where right is
// empty.
func (g *game) find(b *board, left, right string, mode model.Mode) (turn, bool) {
	for _, t := range g.turns(b) {
		if t.mode == mode && b.spots[t.u].paths == left &&
			(t.v < 0 && right == "" || t.v >= 0 && b.spots[t.v].paths == right) {
			return t, true
		}
	}
	return turn{}, false
}
