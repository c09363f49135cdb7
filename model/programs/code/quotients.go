package code

import (
	"fmt"
	"slices"
	"strings"

	"facet/model/programs/source"
)

const (
	atOnce    = 4  // quotients are computed at once
	mostApart = 50 // lines are between them, in an order in which each has its own
)

// sort of quotients that can be computed at once.
type quotientSort struct {
	level   int // how many long operations are behind them, one after another
	divisor ref // a constant; 1 of others
}

// findQuotients puts quotients together, four by four, that do not depend on each other and
// stand close together: a processor divides four numbers in about the time of one, and
// divisions are what takes longest, but for calls. Such quotients have as many long operations
// behind them, so that none waits for another. Quotients by a constant are no others, for
// compilers put some of them together by themselves.
func (l *listing) findQuotients(order []ref) {
	g := l.jacobian.graph
	level := make([]int, len(g.nodes))
	for r := range g.nodes {
		n := &g.nodes[r]
		for _, a := range n.args {
			if a != noRef {
				level[r] = max(level[r], level[a])
			}
		}
		if n.kind == source.Div || n.kind == source.Call {
			level[r]++
		}
	}
	waiting := make(map[quotientSort][]ref)
	place := make(map[ref]int)
	for k, r := range order {
		if g.nodes[r].kind != source.Div {
			continue
		}
		place[r] = k
		s := quotientSort{level: level[r]}
		if divisor := g.nodes[r].args[1]; g.isConstant(divisor) {
			s.divisor = divisor
		}
		some := append(waiting[s], r)
		for k-place[some[0]] > mostApart {
			some = some[1:]
		}
		waiting[s] = some
		if len(some) < atOnce {
			continue
		}
		waiting[s] = nil
		slices.Sort(some) // as the program has them
		for _, r := range some {
			l.together[r] = some
		}
	}
}

// quotients are the lines of quotients that are computed at once.
func (l *listing) quotients(some []ref) string {
	var over, under []string
	for _, r := range some {
		args := l.jacobian.graph.nodes[r].args
		over, under = append(over, l.operand(args[0])), append(under, l.operand(args[1]))
	}
	q := l.fresh("q")
	lines := l.dialect.divide(l.fresh("n"), l.fresh("m"), q, over, under)
	for k, r := range some {
		line := l.dialect.declare(l.name(r), fmt.Sprintf("%s[%d]", q, k))
		if note := l.note(&l.jacobian.graph.nodes[r]); note != "" {
			line += " " + l.dialect.remark(note)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// group is what is computed with a node in one line: its quotients, the cosine of its angle,
// or only itself.
func (l *listing) group(r ref) []ref {
	if some, ok := l.together[r]; ok {
		return some
	}
	return []ref{r}
}
