package code

import (
	"context"
	"math/bits"
	"slices"

	"facet/model/programs/source"
)

// tidy makes the code again with fewer multiplications, as long as that helps: sums
// of products with a factor in common, and products whose factors can be chosen
// among numbers that are there anyway. Each round works on a copy and is taken over when it
// is whole: within a round, products may stand for minus that of their operands, and nodes
// may come before their operands. When the context ends, the code is that of the last whole
// round.
func (j *Jacobian) tidy(ctx context.Context) {
	for last, isLess := j.multiplications(), true; isLess; {
		next := copied(j)
		if !round(ctx, next) {
			break
		}
		*j = *next
		now := j.multiplications()
		last, isLess = now, now < last
	}
	j.settle()
}

// askEvery is after how many nodes a pass looks whether to go on.
const askEvery = 1 << 6

// isOver asks, at some nodes, whether a context has ended.
func isOver(ctx context.Context, r ref) bool { return r%askEvery == two && ctx.Err() != nil }

// round goes through all passes once. It reports whether it came to their end.
func round(ctx context.Context, j *Jacobian) bool {
	if !j.chooseFactors(ctx) || !j.chooseProducts(ctx) {
		return false
	}
	j.settle()
	return j.factorSums(ctx)
}

// copied is a copy whose passes leave this code as it is. Passes change nodes, but make
// maps anew.
func copied(j *Jacobian) *Jacobian {
	next, g := *j, *j.graph
	g.nodes = slices.Clone(g.nodes)
	next.graph = &g
	next.results, next.inputs, next.Entries = slices.Clone(j.results), slices.Clone(j.inputs),
		slices.Clone(j.Entries)
	return &next
}

// multiplications counts those that are written.
func (j *Jacobian) multiplications() int {
	n := 0
	for r, uses := range j.uses() {
		if k := j.graph.nodes[r].kind; uses > 0 && (k == source.Mul || k == source.Div) {
			n++
		}
	}
	return n
}

// rebuilt is a graph that is made again.
type rebuilt struct {
	old  *graph
	uses []int
	to   []factor // of the old nodes
	*graph
}

// uses counts the operands and results that a node is, where nodes stand behind their operands.
// What nothing needs uses nothing.
func (j *Jacobian) uses() []int {
	uses := make([]int, len(j.graph.nodes))
	for _, r := range j.results {
		uses[r]++
	}
	for _, e := range j.Entries {
		uses[e.value.ref]++
	}
	for r := len(uses) - 1; r >= 0; r-- {
		for _, a := range j.graph.nodes[r].args {
			if a != noRef && uses[r] > 0 {
				uses[a]++
			}
		}
	}
	return uses
}

// factorSums makes the graph again with the factors that products of a sum have in
// common taken out of it: a·c + b·c becomes (a + b)·c where nothing else uses the
// products. It reports whether it came to its end; else nothing is changed.
func (j *Jacobian) factorSums(ctx context.Context) bool {
	b := rebuilt{old: j.graph, uses: j.uses(), to: make([]factor, len(j.graph.nodes)),
		graph: newGraph(len(j.graph.nodes))}
	inner := b.inner()
	b.to[one], b.to[two] = factor{ref: one}, factor{ref: two}
	for r := int(two) + 1; r < len(b.old.nodes); r++ {
		if isOver(ctx, ref(r)) {
			return false
		}
		n := &b.old.nodes[r]
		b.mark = node{section: n.section, of: n.of, by: n.by, op: n.op, exact: n.exact, unneeded: n.unneeded}
		switch {
		case n.kind == source.Input:
			b.to[r] = factor{ref: b.input()}
		case n.kind == source.Constant:
			b.to[r] = factor{ref: b.constant(n.c)}
		case inner[r]:
		case n.section == ofValues || n.kind == source.Call || n.kind == source.Neg ||
			n.kind >= source.Select:
			args := make([]ref, 0, len(n.args))
			for _, a := range n.args {
				if a != noRef {
					args = append(args, b.plain(b.to[a]))
				}
			}
			b.to[r] = factor{ref: b.make(n.kind, n.fn, args...)}
		case n.kind == source.Mul:
			b.to[r] = b.mul(b.to[n.args[0]], b.to[n.args[1]]).times(n.flipped)
		case n.isDoubled():
			b.to[r] = b.mul(factor{ref: two}, b.to[n.args[0]])
		case n.exact && n.kind == source.Add:
			b.to[r] = b.add(b.to[n.args[0]], b.to[n.args[1]])
		case n.exact && n.kind == source.Sub:
			b.to[r] = b.add(b.to[n.args[0]], b.to[n.args[1]].times(true))
		case n.kind == source.Div:
			b.to[r] = b.div(b.to[n.args[0]], b.to[n.args[1]])
		default:
			b.to[r] = b.added(b.terms(nil, ref(r), false, inner))
		}
	}
	j.moveTo(b.graph, b.to)
	return true
}

// mostTerms is how many terms of a sum are looked at together: to take factors out takes
// the square of it.
const mostTerms = 128

// inner finds what is part of one sum alone: sums of derivatives, and products.
func (b *rebuilt) inner() []bool {
	inner := make([]bool, len(b.old.nodes))
	terms := make([]int, len(b.old.nodes)) // of sums
	for r := range b.old.nodes {
		n := &b.old.nodes[r]
		if !n.isSum() {
			continue
		}
		for _, a := range n.args[:2] {
			m := &b.old.nodes[a]
			// A partial derivative stays one: it is not counted among the products of the plan.
			inner[a] = b.uses[a] == 1 && m.section == n.section && (m.kind == source.Mul || m.isSum() ||
				m.isTwice()) && terms[r]+terms[a] < mostTerms
			if terms[r]++; inner[a] {
				terms[r] += terms[a]
			}
		}
	}
	return inner
}

// isSum reports whether a node is a sum or a difference of derivatives, of two numbers.
func (n *node) isSum() bool {
	return n.section != ofValues && !n.exact && (n.kind == source.Add || n.kind == source.Sub) &&
		n.args[0] != n.args[1]
}

func (n *node) isDoubled() bool { return n.kind == source.Add && n.args[0] == n.args[1] }

// isTwice reports whether a node adds a derivative to itself.
func (n *node) isTwice() bool { return n.section != ofValues && !n.exact && n.isDoubled() }

// product is a term of a sum: a product of two factors, or one factor and 1.
type product struct{ a, b factor }

// terms lists what a sum adds up.
func (b *rebuilt) terms(all []product, r ref, negative bool, inner []bool) []product {
	n := &b.old.nodes[r]
	for k, a := range n.args[:2] {
		sign := negative != (k == 1 && n.kind == source.Sub)
		switch m := &b.old.nodes[a]; {
		case !inner[a]:
			all = append(all, product{b.to[a].times(sign), factor{ref: one}})
		case m.kind == source.Mul:
			all = append(all, product{b.to[m.args[0]].times(sign != m.flipped), b.to[m.args[1]]})
		case m.isDoubled():
			p := product{b.to[m.args[0]].times(sign), factor{ref: one}}
			all = append(all, p, p)
		default:
			all = b.terms(all, a, sign, inner)
		}
	}
	return all
}

// added is the sum of products. The factor that most of them have is taken out
// first.
func (b *rebuilt) added(all []product) factor {
	for {
		f := b.shared(all)
		if f == noRef {
			break
		}
		var rest, with []product
		for _, p := range all {
			switch {
			case p.a.ref == f:
				with = append(with, product{p.b.times(p.a.negative), factor{ref: one}})
			case p.b.ref == f:
				with = append(with, product{p.a.times(p.b.negative), factor{ref: one}})
			default:
				rest = append(rest, p)
			}
		}
		all = append(rest, product{b.added(with), factor{ref: f}})
	}
	terms := make([]factor, len(all))
	for k, p := range all {
		terms[k] = b.mul(p.a, p.b)
	}
	return b.collected(terms)
}

// collected is a sum in which terms that are there several times are multiplied: x + y + x
// becomes y + 2·x, and x + y + x + y + x + y becomes 3·(x + y).
func (b *rebuilt) collected(terms []factor) factor {
	count := make(map[factor]int)
	for _, f := range terms {
		count[f]++
	}
	var often []int // in the order in which such terms come
	sums := map[int]factor{1: b.number(0)}
	for _, f := range terms {
		n := count[f]
		if n == 0 {
			continue
		}
		sum, ok := sums[n]
		if !ok {
			often, sum = append(often, n), b.number(0)
		}
		sums[n] = b.add(sum, f)
		count[f] = 0
	}
	sum := sums[1]
	for _, n := range often {
		sum = b.add(sum, b.mul(b.number(float64(n)), sums[n]))
	}
	return sum
}

// shared is the factor that most products have, at least two, that are not there
// already; noRef where there is none.
func (b *rebuilt) shared(all []product) ref {
	count := make(map[ref]int)
	best := noRef
	for _, p := range all {
		if p.a.isUnit() || p.b.isUnit() {
			continue
		}
		if _, ok := b.like(b.nodes[p.a.ref].print.times(b.nodes[p.b.ref].print)); ok {
			continue
		}
		for _, f := range []ref{p.a.ref, p.b.ref} {
			if count[f]++; count[f] > 1 && (best == noRef || count[f] > count[best]) {
				best = f
			}
			if p.a.ref == p.b.ref {
				break
			}
		}
	}
	return best
}

// mostFactors is how many factors of a product are told apart.
const mostFactors = 6

// chooseFactors makes products of factors that are there anyway, from the last
// product on: (a·b)·c is a·(b·c), and b·c may be a value. The cost of a number is
// shared by what uses it, as with the area flow of technology mapping (Cong, Wu and
// Ding, Cut ranking and pruning, FPGA 1999). It reports whether it came to its end.
func (j *Jacobian) chooseFactors(ctx context.Context) bool {
	g := j.graph
	uses := j.uses()
	for r := ref(len(g.nodes) - 1); r > 0; r-- {
		if isOver(ctx, r) {
			return false
		}
		n := &g.nodes[r]
		if uses[r] == 0 || n.section == ofValues || n.kind != source.Mul && n.kind != source.Div {
			continue
		}
		// A number that k others use costs each of them one part in k. Doubling is
		// no multiplication.
		cost := func(a ref) float64 {
			m := &g.nodes[a]
			switch {
			case a == two:
				return -1
			case m.section == ofValues || m.kind < source.Add:
				return 0
			}
			k := uses[a]
			if a != n.args[0] && a != n.args[1] {
				k++
			}
			return 1 / float64(k)
		}
		best, flipped := n.args, false
		least := cost(best[0]) + cost(best[1])
		if best[0] == best[1] || least <= 0 {
			continue
		}
		g.splits(r, func(a, b factor) {
			if c := cost(a.ref) + cost(b.ref); c < least && a.ref < r && b.ref < r {
				least, best, flipped = c, operandsOf(a.ref, b.ref), a.negative != b.negative
			}
		})
		if best == n.args {
			continue
		}
		g.retain(uses, best)
		g.release(uses, n.args)
		n.kind, n.args, n.flipped = source.Mul, best, flipped
	}
	return true
}

// splits visits the pairs of factors whose product a product is.
func (g *graph) splits(r ref, visit func(a, b factor)) {
	var some [mostFactors]print
	factors := g.factors(some[:0], r)
	all := 1<<len(factors) - 1
	var of [1 << mostFactors]print // by the set of factors
	of[0] = atom(1)
	for set := 1; set <= all; set++ {
		of[set] = of[set&(set-1)].times(factors[bits.TrailingZeros(uint(set))])
	}
	for set := 1; set <= all/2; set++ { // the last factor is in the other part
		if a, ok := g.like(of[set]); ok {
			if b, ok := g.like(of[all-set]); ok {
				visit(a, b)
			}
		}
	}
}

// factors lists the factors of a product, each once for each time that it is in it.
// Large ones are taken apart as long as there is room.
func (g *graph) factors(all []print, r ref) []print {
	type part struct {
		ref     ref
		inverse bool
	}
	some := [mostFactors + 1]part{{ref: r}}
	n := 1
	for k := 0; k < n; {
		m := &g.nodes[some[k].ref]
		switch {
		case some[k].ref == one:
			some[k] = some[n-1]
			n--
		case (m.kind == source.Mul || m.kind == source.Div) && n < mostFactors:
			some[n] = part{m.args[1], some[k].inverse != (m.kind == source.Div)}
			some[k].ref = m.args[0]
			n++
		case m.isDoubled() && n < mostFactors:
			some[n] = part{two, some[k].inverse}
			some[k].ref = m.args[0]
			n++
		default:
			k++
		}
	}
	for _, p := range some[:n] {
		if p.inverse {
			all = append(all, g.inverse(p.ref))
		} else {
			all = append(all, g.nodes[p.ref].print)
		}
	}
	return all
}
