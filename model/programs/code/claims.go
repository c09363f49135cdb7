package code

import (
	"iter"
	"math"
	"slices"
)

// claims are what a listing says at a point.
type claims struct {
	values  []float64
	entries []entryClaim
}

// entryClaim is a derivative by its place. A tangent has no input, an adjoint no output, and
// second derivatives have two inputs.
type entryClaim struct {
	output, input int
	v             float64
}

// claims takes what the lines have computed apart as their layout says.
func (c *checker) claims(l *listing, results [][]float64) claims {
	t, all := c.j.Task, claims{}
	var rest []float64
	for _, r := range results {
		n := min(len(r), len(c.j.Program.Outputs)-len(all.values))
		all.values, rest = append(all.values, r[:n]...), append(rest, r[n:]...)
	}
	put := func(row, column, k int) {
		e := entryClaim{t.dependent[row], t.independent[column], rest[k]}
		if t.IsSecond() {
			e.output = t.independent[row]
		}
		all.entries = append(all.entries, e)
		if t.IsSecond() && l.form.Layout != Dense && e.output != e.input { // one half is written
			all.entries = append(all.entries, entryClaim{e.input, e.output, e.v})
		}
	}
	switch {
	case t.Options.Product == Tangent:
		for k, o := range t.dependent {
			all.entries = append(all.entries, entryClaim{output: o, v: rest[k]})
		}
	case t.Options.Product == Adjoint:
		for k, i := range t.independent {
			all.entries = append(all.entries, entryClaim{input: i, v: rest[k]})
		}
	case l.form.Layout == Dense:
		for k := range rest {
			put(k/len(t.independent), k%len(t.independent), k)
		}
	case l.form.Layout == CSR:
		for r := range t.dependent {
			for k := l.shape.starts[r]; k < l.shape.starts[r+1]; k++ {
				put(r, l.shape.columns[k], k)
			}
		}
	default:
		row, column := positions(t.dependent), positions(t.independent)
		for k, e := range c.j.Entries {
			put(row[e.Output], column[e.Input], k)
		}
	}
	return all
}

// pass is a pair of directions, with their names. One that is not needed is 0.
type pass struct {
	along [2][]float64
	by    [2]string
}

// directions are the inputs one by one, or groups of them where there are too many.
func (c *checker) directions(seeds []float64) iter.Seq[pass] {
	return func(yield func(pass) bool) {
		t, inputs := c.j.Task, len(c.function.Inputs)
		p := pass{along: [2][]float64{make([]float64, inputs), make([]float64, inputs)}}
		if t.Options.Product == Tangent {
			p.by[0] = "in a direction"
			for k, i := range t.independent {
				p.along[0][i] = seeds[k]
			}
			yield(p)
			return
		}
		groups := 2 * c.passes
		if t.IsSecond() {
			groups = int(math.Sqrt(2*float64(c.passes)+0.25) - 0.5)
		}
		groups = min(max(groups, 1), len(t.independent))
		group := make([]int, len(t.independent))
		for k := range group {
			if group[k] = k; groups < len(group) {
				group[k] = c.rng.IntN(groups)
			}
		}
		turn := func(side, g int) {
			clear(p.along[side])
			for k, i := range t.independent {
				switch {
				case group[k] != g:
				case groups == len(group):
					p.along[side][i], p.by[side] = 1, "by "+elementOf(c.written[0].shape.params, i)
				default:
					p.along[side][i], p.by[side] = c.weight(), "in some direction"
				}
			}
		}
		for g := range groups {
			others := []int{g + 1}
			if t.IsSecond() {
				others = others[:0]
				for h := range g + 1 {
					others = append(others, h)
				}
			} else if g%2 == 1 {
				continue
			}
			for _, h := range others {
				turn(0, g)
				turn(1, h)
				if !yield(p) {
					return
				}
			}
		}
	}
}

// quantity is a number that code and chain rule both tell.
type quantity struct {
	v    float64
	size float64 // of a derivative: what it adds up, path by path, without signs
}

// coded are the quantities of a pass as the code has them: all values, then derivatives in each
// direction, by result; of second derivatives also that in both.
func (c *checker) coded(a claims, p pass) []float64 {
	t, all := c.j.Task, slices.Clone(a.values[:len(c.function.Outputs)])
	for side, along := range p.along {
		if p.by[side] == "" {
			continue
		}
		sums := make([]float64, len(c.function.Outputs)) // of an adjoint, the first one
		switch {
		case t.IsSecond():
			for r, i := range t.independent {
				sums[0] += counted(a.values[1+r], along[i])
			}
		case t.Options.Product == Tangent:
			for _, e := range a.entries {
				sums[e.output] = e.v
			}
		default:
			for _, e := range a.entries {
				sums[e.output] += counted(e.v, along[e.input])
			}
		}
		if t.Options.Product == Adjoint {
			sums = sums[:1]
		}
		all = append(all, sums...)
	}
	if t.IsSecond() {
		sum := 0.0
		for _, e := range a.entries {
			sum += counted(e.v, p.along[0][e.output]*p.along[1][e.input])
		}
		all = append(all, sum)
	}
	return all
}

// told are the same quantities as the chain rule has them, with values and slopes of the function.
func (c *checker) told(v []float64, s []slopes, p pass, seeds []float64) (all []quantity) {
	for _, o := range c.function.Outputs {
		all = append(all, quantity{v: v[o]})
	}
	for side := range p.along {
		switch {
		case p.by[side] == "":
		case c.j.Task.Options.Product == Adjoint:
			var sum quantity
			for k, o := range c.j.Task.dependent {
				slope := &s[c.function.Outputs[o]]
				sum.v += seeds[k] * slope.d[side]
				sum.size += math.Abs(seeds[k]) * slope.size[side]
			}
			all = append(all, sum)
		default:
			for _, o := range c.function.Outputs {
				all = append(all, quantity{s[o].d[side], s[o].size[side]})
			}
		}
	}
	if c.j.Task.IsSecond() {
		o := c.function.Outputs[0]
		all = append(all, quantity{s[o].dd, s[o].sizes})
	}
	return all
}

// names are those of the same quantities.
func (c *checker) names(p pass) (all []string) {
	results := c.written[0].shape.results
	for o := range c.function.Outputs {
		all = append(all, elementOf(results, o))
	}
	for _, by := range p.by {
		switch {
		case by == "":
		case c.j.Task.Options.Product == Adjoint:
			all = append(all, "the derivative of the weighted sum of results "+by)
		default:
			for o := range c.function.Outputs {
				all = append(all, "the derivative of "+elementOf(results, o)+" "+by)
			}
		}
	}
	return append(all, "the second derivative of "+elementOf(results, 0)+" "+p.by[0]+" and "+p.by[1])
}

// isRight reports whether a derivative is that of the chain rule. Products in another order can
// end in 0 where the numbers are very small.
func (q quantity) isRight(got float64) bool {
	const small = 1e-150
	return math.Abs(got-q.v) <= max(small, offDerivative*math.Abs(q.v))
}

// isOpen reports whether the chain rule does not tell what is right.
func (q quantity) isOpen() bool { return math.IsNaN(q.v) || math.IsInf(q.v, 0) }

// isNear reports whether a number is wrong by no more than noise makes the k-th quantity.
func (q quantity) isNear(got float64, k int, noisy [][]quantity) bool {
	const times = 10
	worst := 0.0
	for _, all := range noisy {
		if off := math.Abs(all[k].v - q.v); off > worst || math.IsNaN(off) {
			worst = off
		}
	}
	return math.Abs(got-q.v) <= times*worst
}

// isRounded reports whether a number may be wrong by no more than the rounding of a sum over
// all paths: what cancels in one order of elimination may be multiplied out in another.
func (q quantity) isRounded(got float64) bool {
	const rounding = 1e-15
	return math.Abs(got-q.v) <= rounding*q.size
}
