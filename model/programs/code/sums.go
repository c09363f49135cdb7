package code

import (
	"slices"

	"facet/model/programs/source"
)

// addend is a term of a sum of values: the number of a value, or of a part that sums have
// in common, and its sign.
type addend struct {
	of       int
	negative bool
}

// sums are the sums of a program that are results or operands of something else, as lists of
// addends, for code whose values may differ in their last bits.
type sums struct {
	program *source.Program
	terms   [][]addend       // of sums; behind the program's values, of parts
	steps   [][]source.Value // of sums: what the program called the sums that they consist of, itself last
}

// mostPairs is how many pairs of addends are looked at in all sums together.
const mostPairs = 1 << 14

// findSums takes sums apart as long as nothing else uses their parts, and takes out what
// several of them add up: the pair of addends first that most sums have (R. Paar, Optimized
// arithmetic for Reed-Solomon encoders, ISIT 1997). In programs with branches, a sum may be
// asked for where a part of it has no value, and each sum stays as it is.
func findSums(p *source.Program) *sums {
	s := &sums{program: p, terms: make([][]addend, len(p.Nodes)), steps: make([][]source.Value, len(p.Nodes))}
	uses := make([]int, len(p.Nodes))
	for _, v := range p.Outputs {
		uses[v] = 2 // by who calls, too
	}
	for v := range p.Nodes {
		if p.Nodes[v].Kind >= source.Select {
			return s
		}
		for _, a := range p.Nodes[v].Args {
			uses[a]++
		}
	}
	inner := make([]bool, len(p.Nodes))
	for v := range p.Nodes {
		if s.isSum(v) {
			for _, a := range p.Nodes[v].Args {
				inner[a] = uses[a] == 1 && s.isSum(int(a))
			}
		}
	}
	pairs := 0
	for v := range p.Nodes {
		if s.isSum(v) && !inner[v] {
			s.take(v, v, false, inner)
			pairs += len(s.terms[v]) * len(s.terms[v])
		}
	}
	for pairs <= mostPairs && s.takeOut() {
	}
	return s
}

func (s *sums) isSum(v int) bool {
	n := &s.program.Nodes[v]
	return (n.Kind == source.Add || n.Kind == source.Sub) && n.Args[0] != n.Args[1]
}

// take adds what one sum consists of to another.
func (s *sums) take(to, v int, negative bool, inner []bool) {
	n := &s.program.Nodes[v]
	for k, a := range n.Args {
		sign := negative != (k == 1 && n.Kind == source.Sub)
		if inner[a] {
			s.take(to, int(a), sign, inner)
		} else {
			s.terms[to] = append(s.terms[to], addend{int(a), sign})
		}
	}
	s.steps[to] = append(s.steps[to], source.Value(v))
}

// takeOut makes the pair that most sums have, at least two, a part of its own. It reports
// whether there was one.
func (s *sums) takeOut() bool {
	count := make(map[[2]addend]int)
	var best [2]addend
	for v := range s.program.Nodes {
		seen := make(map[[2]addend]bool)
		for i, a := range s.terms[v] {
			for _, b := range s.terms[v][:i] {
				pair := paired(a, b)
				if a.of == b.of || seen[pair] {
					continue
				}
				seen[pair] = true
				if count[pair]++; count[pair] > max(1, count[best]) {
					best = pair
				}
			}
		}
	}
	if count[best] < 2 {
		return false
	}
	for v := range s.program.Nodes {
		s.terms[v] = withPart(s.terms[v], best, len(s.terms))
	}
	s.terms = append(s.terms, best[:])
	return true
}

// paired is the sum of two addends, but for its sign.
func paired(a, b addend) [2]addend {
	return [2]addend{{of: min(a.of, b.of)}, {max(a.of, b.of), a.negative != b.negative}}
}

// withPart has a part in place of the first pair of addends that it is the sum of.
func withPart(terms []addend, pair [2]addend, part int) []addend {
	for i, a := range terms {
		for k, b := range terms[:i] {
			if a.of == b.of || paired(a, b) != pair {
				continue
			}
			if a.of == pair[0].of {
				b = a
			}
			terms[k] = addend{part, b.negative}
			return append(terms[:i], terms[i+1:]...)
		}
	}
	return terms
}

// sum makes a sum of values, and calls its operations as the program called those that they
// stand for.
func (s *sums) sum(g *guards, values []ref, v source.Value) ref {
	r, _ := s.added(g, values, s.terms[v], s.steps[v])
	if n := &g.nodes[r]; slices.Contains(s.steps[v], n.of) {
		n.of = v
	}
	return r
}

// added adds up. Parts come last, which leaves less to wait for them. The rest are the names
// that nothing has got.
func (s *sums) added(g *guards, values []ref, terms []addend, names []source.Value) (sum ref,
	rest []source.Value) {
	isPart := func(a addend) bool { return a.of >= len(values) }
	ordered := slices.DeleteFunc(slices.Clone(terms), isPart)
	for _, a := range terms {
		if isPart(a) {
			ordered = append(ordered, a)
		}
	}
	first := max(0, slices.IndexFunc(ordered, func(a addend) bool { return !a.negative }))
	ordered[0], ordered[first] = ordered[first], ordered[0]
	for k, a := range ordered {
		var r ref
		if isPart(a) {
			r, names = s.added(g, values, s.terms[a.of], names)
		} else {
			r = values[a.of]
		}
		switch {
		case k == 0 && a.negative:
			sum = g.valueOf(source.Neg, "", r)
			continue
		case k == 0:
			sum = r
			continue
		}
		kind := source.Add
		if a.negative {
			kind = source.Sub
		}
		g.mark.of, names = names[0], names[1:]
		sum = g.valueOf(kind, "", sum, r)
	}
	return sum, names
}
