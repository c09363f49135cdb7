package code

import (
	"iter"
	"math"
	"slices"
)

// claims are what code says at a point.
type claims struct {
	values  []float64
	entries []entryClaim
}

// entryClaim is a derivative by its place. A tangent has no input, an adjoint no output.
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
		all.entries = append(all.entries, entryClaim{t.dependent[row], t.independent[column], rest[k]})
		if t.IsSecond() && l.form.Layout != Dense && row != column { // one half is written
			all.entries = append(all.entries, entryClaim{t.dependent[column], t.independent[row], rest[k]})
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

// gradient is what the program of second derivatives says of the function whose gradient it computes.
func (c *checker) gradient(v []float64) claims {
	outputs := c.j.Program.Outputs
	all := claims{values: []float64{v[outputs[0]]}}
	for k, i := range c.first.j.Task.independent {
		all.entries = append(all.entries, entryClaim{input: i, v: v[outputs[1+k]]})
	}
	return all
}

// pass is a direction of the inputs, with its name.
type pass struct {
	along []float64
	by    string
}

// directions are the inputs one by one, or groups of them where there are too many.
func (c *checker) directions(seeds []float64) iter.Seq[pass] {
	return func(yield func(pass) bool) {
		t := c.j.Task
		p := pass{along: make([]float64, len(c.j.Program.Inputs))}
		if t.Options.Product == Tangent {
			p.by = "in a direction"
			for k, i := range t.independent {
				p.along[i] = seeds[k]
			}
			yield(p)
			return
		}
		groups := min(c.passes, len(t.independent))
		group := make([]int, len(t.independent))
		for k := range group {
			if group[k] = k; groups < len(group) {
				group[k] = c.rng.IntN(groups)
			}
		}
		for g := range groups {
			clear(p.along)
			for k, i := range t.independent {
				switch {
				case group[k] != g:
				case groups == len(group):
					p.along[i], p.by = 1, "by "+elementOf(c.written[0].shape.params, i)
				default:
					p.along[i], p.by = c.weight(), "in some direction"
				}
			}
			if !yield(p) {
				return
			}
		}
	}
}

// quantity is a number that code and chain rule both tell.
type quantity struct {
	of   int    // the result
	by   string // of a derivative: the direction
	v    float64
	size float64 // of a derivative: what it adds up, path by path, without signs
}

// coded are the quantities of a pass as the code has them: all values, then derivatives in the
// direction, by result.
func (c *checker) coded(a claims, p pass) []float64 {
	t, all := c.j.Task, slices.Clone(a.values)
	sums := make([]float64, len(c.j.Program.Outputs)) // of an adjoint, the first one
	for _, e := range a.entries {
		if t.Options.Product == Tangent {
			sums[e.output] = e.v
		} else {
			sums[e.output] += counted(e.v, p.along[e.input])
		}
	}
	if t.Options.Product == Adjoint {
		return append(all, sums[0])
	}
	for _, o := range t.dependent {
		all = append(all, sums[o])
	}
	return all
}

// told are the same quantities as the chain rule has them, with values and slopes of the function.
func (c *checker) told(v []float64, s []slope, p pass, seeds []float64) (all []quantity) {
	for k, o := range c.j.Program.Outputs {
		all = append(all, quantity{of: k, v: v[o]})
	}
	isAdjoint, sum := c.j.Task.Options.Product == Adjoint, quantity{by: p.by}
	for k, o := range c.j.Task.dependent {
		d := s[c.j.Program.Outputs[o]]
		if !isAdjoint {
			all = append(all, quantity{o, p.by, d.d, d.size})
			continue
		}
		sum.v += seeds[k] * d.d
		sum.size += math.Abs(seeds[k]) * d.size
	}
	if isAdjoint {
		all = append(all, sum)
	}
	return all
}

// name is what a quantity is called.
func (c *checker) name(q quantity) string {
	of := elementOf(c.written[0].shape.results, q.of)
	switch {
	case q.by == "":
		return of
	case c.j.Task.Options.Product == Adjoint:
		of = "the weighted sum of results"
	}
	return "the derivative of " + of + " " + q.by
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
