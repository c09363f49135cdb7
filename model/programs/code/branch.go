package code

import (
	"facet/model/programs/decision"
	"facet/model/programs/source"
)

// guarded is a derivative that counts where a truth holds, and is 0 elsewhere, whatever the
// factor is there: in the branch that is not taken, numbers may be infinite or none. So the
// partial derivative of a choice is 1, guarded by the test of the choice, products are
// guarded by both, and numbers are chosen only where guards differ in a sum, and at the end.
type guarded struct {
	factor
	when  decision.Truth
	asked decision.Truth // where what it leads to is needed: elsewhere it may be anything
	from  decision.Truth // where what it comes from is needed: elsewhere what leads to that may be anything
}

// guards know the conditions of a program as truths.
type guards struct {
	*graph
	truths *decision.Conditions[ref]
}

// mostTruths is how many nodes the diagrams of all guards may have.
const mostTruths = 1 << 16

func newGuards(g *graph) *guards {
	return &guards{graph: g, truths: decision.NewConditions[ref](mostTruths)}
}

// truth is what a condition says.
func (g *guards) truth(r ref) decision.Truth {
	n, d := &g.nodes[r], g.truths
	if t, known := d.Known(r); known {
		return t
	}
	switch n.kind {
	case source.And:
		return d.Note(r, d.And(g.truth(n.args[0]), g.truth(n.args[1])))
	case source.Or:
		return d.Note(r, d.Or(g.truth(n.args[0]), g.truth(n.args[1])))
	case source.Not:
		return d.Note(r, d.Not(g.truth(n.args[0])))
	}
	return d.Compared(r)
}

// condition is a node that says what a truth does.
func (g *guards) condition(t decision.Truth) ref {
	return g.truths.Written(t, func(_ ref, op decision.Op, args ...ref) ref {
		return g.make(source.Conditions[op], "", args...)
	})
}

// mostNeeding is how many tests may decide whether a value is needed.
const mostNeeding = 24

// mostGuarding is how many tests guard a number without need.
const mostGuarding = 12

// times is the product of two derivatives, of an edge and of the one before it. Both are
// needed for it.
func (g *guards) times(a, b guarded) guarded {
	when := g.within(g.truths.And(a.when, b.when), a.asked)
	if when == decision.False {
		return guarded{factor: g.number(0), asked: a.asked, from: b.from}
	}
	return g.eased(guarded{g.mul(a.factor, b.factor), when, a.asked, b.from})
}

// eased chooses at once between a derivative and 0, where its guard is long and nothing else
// is lost: what it comes from is needed wherever it counts, so nothing that leads there
// spoils a 0.
func (g *guards) eased(a guarded) guarded {
	d := g.truths
	if d.IsLarge(a.when, mostGuarding) && d.And(a.when, d.Not(a.from)) == decision.False {
		a.factor, a.when = g.masked(a, a.asked), a.from
	}
	return a
}

// within simplifies a truth that is asked for only where care holds.
func (g *guards) within(t, care decision.Truth) decision.Truth {
	if g.truths.And(t, care) == decision.False {
		return decision.False
	}
	return g.truths.Within(t, care)
}

// plus adds derivatives up where both count, and is the one that counts elsewhere.
func (g *guards) plus(a, b guarded) guarded {
	sum := a
	switch {
	case g.isZero(a.factor):
		return b
	case g.isZero(b.factor):
		return a
	case a.when == b.when:
		sum.factor = g.add(a.factor, b.factor)
		return sum
	}
	d := g.truths
	sum.when = g.within(d.Or(a.when, b.when), a.asked)
	asked := d.And(sum.when, a.asked)
	if d.And(asked, d.And(a.when, b.when)) == decision.False {
		sum.factor = g.choose(d.Within(a.when, asked), a.factor, b.factor, sum.when)
	} else {
		sum.factor = g.add(g.masked(a, asked), g.masked(b, asked))
	}
	return g.eased(sum)
}

// masked is a derivative as a plain factor, where a truth holds.
func (g *guards) masked(a guarded, within decision.Truth) factor {
	return g.choose(g.truths.Within(a.when, within), a.factor, g.number(0), within)
}

// choose is one factor where a truth holds, and another elsewhere.
func (g *guards) choose(t decision.Truth, a, b factor, within decision.Truth) factor {
	switch {
	case t == decision.True || a == b:
		return a
	case t == decision.False:
		return b
	}
	before := g.mark.unneeded
	g.mark.unneeded = within != decision.True
	defer func() { g.mark.unneeded = before }()
	sign := false
	switch {
	case g.isZero(b) || a.negative == b.negative:
		sign, a.negative, b.negative = a.negative, false, false
	case g.isZero(a):
		sign, b.negative = b.negative, false
	}
	if test, yes, no := g.truths.Branch(t); !g.truths.IsWritten(t) && yes == decision.False &&
		no == decision.True {
		t, a, b = g.truths.Test(test), b, a
	}
	return factor{g.make(source.Select, "", g.condition(t), g.plain(a), g.plain(b)), sign}
}

// needed finds where each value is: everywhere, or in some branches only.
//
// Where that is too much to be told, some truths are those under which a value is needed
// for sure, and others those under which it can be.
func (g *guards) needed(p *source.Program, values []ref, otherwise decision.Truth) []decision.Truth {
	d := g.truths
	need := make([]decision.Truth, len(p.Nodes))
	for v := range need {
		need[v] = decision.False
	}
	for _, v := range p.Outputs {
		need[v] = decision.True
	}
	for v := len(p.Nodes) - 1; v >= 0; v-- {
		n := &p.Nodes[v]
		for k, a := range n.Args {
			where := need[v]
			switch {
			case n.Kind.IsCondition() || n.Kind == source.Select && k == 0:
				where = decision.False // it has no derivative, so it may be what it likes
			case n.Kind == source.Select || n.Kind == source.Call && (n.Func == "Max" || n.Func == "Min"):
				where = d.And(where, g.taken(values, n, k))
			}
			if need[a] = d.Or(need[a], where); d.IsLarge(need[a], mostNeeding) {
				need[a] = otherwise
			}
		}
	}
	return need
}

// judge finds the values that may be no finite number where they are not needed.
func (g *guards) judge(values []ref, need []decision.Truth) {
	for r := range g.nodes {
		g.nodes[r].unneeded = true
	}
	for v, r := range values {
		if need[v] == decision.True {
			g.nodes[r].unneeded = false
		}
	}
	clear(g.alike)
	for r := range g.nodes {
		g.announce(ref(r))
	}
}

// taken is where an operation that chooses takes its k-th operand. Max and Min take the
// first one where both are the same.
func (g *guards) taken(value []ref, n *source.Node, k int) decision.Truth {
	var t decision.Truth
	switch {
	case n.Kind == source.Select:
		t, k = g.truth(value[n.Args[0]]), k-1
	case n.Func == "Max":
		t = g.truth(g.make(source.Compare, "<=", value[n.Args[1]], value[n.Args[0]]))
	default:
		t = g.truth(g.make(source.Compare, "<=", value[n.Args[0]], value[n.Args[1]]))
	}
	if k == 1 {
		return g.truths.Not(t)
	}
	return t
}

// chooses reports whether an operation takes one of its operands as it is.
func chooses(n *source.Node) bool {
	return n.Kind == source.Select || n.Kind == source.Call && (n.Func == "Max" || n.Func == "Min")
}
