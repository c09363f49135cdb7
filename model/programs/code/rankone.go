package code

import (
	"context"

	"facet/model/programs/source"
)

// chooseProducts makes sums that are a product of two numbers that are there: of a block
// of rank one, such as the derivatives of a solution by a matrix, each entry takes one
// multiplication. The block is found by its structure: when a sum is divided by a factor
// of one of its terms, the quotient has the fingerprint of another node. It reports whether it
// came to its end.
func (j *Jacobian) chooseProducts(ctx context.Context) bool {
	g := j.graph
	uses := j.uses()
	var some []ref
	for r := range ref(len(g.nodes)) {
		if isOver(ctx, r) {
			return false
		}
		n := &g.nodes[r]
		if uses[r] == 0 || !n.isSum() || n.print.isVoid() {
			continue
		}
		some = g.factorsOfTerms(some[:0], r)
		for _, f := range some {
			rest, ok := g.like(n.print.times(g.inverse(f)))
			if !ok || rest.ref == r || f == r || g.isConstant(rest.ref) {
				continue
			}
			product := operandsOf(f, rest.ref)
			cost := g.retain(uses, product) + operationCost(source.Mul)
			if cost >= g.release(uses, n.args)+operationCost(n.kind) || !g.isFree(rest.ref, r) {
				g.retain(uses, n.args)
				g.release(uses, product)
				continue
			}
			n.kind, n.args, n.flipped = source.Mul, product, rest.negative
			break
		}
	}
	return true
}

// mostTried is how many factors of a sum's terms are tried.
const mostTried = 24

// factorsOfTerms lists different factors of the terms of a sum, also those that are
// products themselves.
func (g *graph) factorsOfTerms(all []ref, r ref) []ref {
	var visit func(r ref, depth int)
	visit = func(r ref, depth int) {
		for k, a := range g.nodes[r].args {
			if a == noRef || len(all) >= mostTried || depth > 8 {
				return
			}
			switch n, m := &g.nodes[r], &g.nodes[a]; {
			case n.isSum() && (m.isSum() || m.kind == source.Mul || m.kind == source.Div):
				visit(a, depth+1)
			case !n.isSum() && (k == 0 || n.kind == source.Mul):
				isNew := a > two && !g.isConstant(a)
				for _, f := range all {
					isNew = isNew && f != a
				}
				if isNew {
					all = append(all, a)
				}
				if (m.kind == source.Mul || m.kind == source.Div) && m.section != ofValues {
					visit(a, depth+1)
				}
			}
		}
	}
	visit(r, 0)
	return all
}

// mostSought is how many nodes are looked at to see that a number does not depend on
// another.
const mostSought = 2048

// isFree reports whether a node is seen not to depend on another one, so that the other
// can be made of it.
func (g *graph) isFree(r, of ref) bool {
	seen := map[ref]bool{r: true}
	for stack := []ref{r}; len(stack) > 0; {
		n := &g.nodes[stack[len(stack)-1]]
		stack = stack[:len(stack)-1]
		for _, a := range n.args {
			switch {
			case a == of:
				return false
			case a == noRef || seen[a] || g.nodes[a].section == ofValues:
				continue
			case len(seen) >= mostSought:
				return false
			}
			seen[a] = true
			stack = append(stack, a)
		}
	}
	return true
}

// operationCost is what an operation takes, roughly, in multiplications.
func operationCost(k source.Kind) int {
	switch k {
	case source.Div:
		return 4
	case source.Call:
		return 20
	}
	return 1
}

// retain counts two operands more, and theirs where nothing has used them before. It
// returns what it takes to compute what was not used.
func (g *graph) retain(uses []int, args operands) int {
	cost := 0
	for _, a := range args {
		if a == noRef {
			continue
		}
		if uses[a]++; uses[a] == 1 && g.nodes[a].kind >= source.Add {
			cost += operationCost(g.nodes[a].kind) + g.retain(uses, g.nodes[a].args)
		}
	}
	return cost
}

// release counts two operands less, and theirs where nothing uses them any more. It
// returns what it took to compute those.
func (g *graph) release(uses []int, args operands) int {
	cost := 0
	for _, a := range args {
		if a == noRef {
			continue
		}
		if uses[a]--; uses[a] == 0 && g.nodes[a].kind >= source.Add {
			cost += operationCost(g.nodes[a].kind) + g.release(uses, g.nodes[a].args)
		}
	}
	return cost
}
