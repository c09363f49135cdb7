package code

import (
	"iter"
	"math"

	"facet/model/programs/source"
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
		if t.isSecond() {
			e.output = t.independent[row]
		}
		all.entries = append(all.entries, e)
		if t.isSecond() && l.form.Layout != Dense && e.output != e.input { // one half is written
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
		if t.isSecond() {
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
			if t.isSecond() {
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

// told is what the chain rule says of a program at a point.
type told struct {
	p *source.Program
	v []float64
	s []slopes
}

func (t told) value(o int) float64  { return t.v[t.p.Outputs[o]] }
func (t told) slopes(o int) *slopes { return &t.s[t.p.Outputs[o]] }

// claim is a number of the code, or a sum of some, and what the chain rule says of it.
type claim struct {
	what func() string
	got  float64
	off  float64 // how far it may be from that, relative to it
	of   func(told) (want, size float64)
}

// holds reports whether the number is right. Products in another order can end in 0 where the
// numbers are very small.
func (c claim) holds(t told) bool {
	const small = 1e-150
	want, _ := c.of(t)
	return c.got == want || c.off > 0 && math.Abs(c.got-want) <= max(small, c.off*math.Abs(want))
}

// isOpen reports whether the chain rule does not tell what is right.
func (c claim) isOpen(t told) bool {
	want, _ := c.of(t)
	return math.IsNaN(want) || math.IsInf(want, 0)
}

// isNear reports whether the number is wrong by no more than noise makes it.
func (c claim) isNear(t told, noisy []told) bool {
	const times = 10
	want, _ := c.of(t)
	worst := 0.0
	for _, n := range noisy {
		noise, _ := c.of(n)
		if off := math.Abs(noise - want); off > worst || math.IsNaN(off) {
			worst = off
		}
	}
	return math.Abs(c.got-want) <= times*worst
}

// isRounded reports whether a number may be wrong by no more than the rounding of a sum over
// all paths: what cancels in one order of elimination may be multiplied out in another.
func (c claim) isRounded(t told) bool {
	const rounding = 1e-15
	want, size := c.of(t)
	return math.Abs(c.got-want) <= rounding*size
}

// compared are all that a listing claims of the values and of two directions.
func (c *checker) compared(a claims, p pass, seeds []float64) []claim {
	list := make([]claim, 0, 3*len(c.function.Outputs)+2)
	s := c.written[0].shape
	for o := range c.function.Outputs {
		value := func(t told) (float64, float64) { return t.value(o), 0 }
		list = append(list, claim{what: func() string {
			return elementOf(s.results, o)
		}, got: a.values[o], of: value})
	}
	add := func(o, side int, got float64) {
		what := func() string { return "the derivative of " + elementOf(s.results, o) + " " + p.by[side] }
		slope := func(t told) (float64, float64) { return t.slopes(o).along(side) }
		list = append(list, claim{what, got, offDerivative, slope})
	}
	for side := range p.along {
		if p.by[side] == "" {
			continue
		}
		switch {
		case c.j.Task.isSecond():
			sum := 0.0
			for r, i := range c.j.Task.independent {
				sum += counted(a.values[1+r], p.along[side][i])
			}
			add(0, side, sum)
		case c.j.Task.Options.Product == Adjoint:
			sum := 0.0
			for _, e := range a.entries {
				sum += counted(e.v, p.along[side][e.input])
			}
			what := func() string { return "the derivative of the weighted sum of results " + p.by[side] }
			list = append(list, claim{what, sum, offDerivative, func(t told) (want, size float64) {
				for k, o := range c.j.Task.dependent {
					want += seeds[k] * t.slopes(o).d[side]
					size += math.Abs(seeds[k]) * t.slopes(o).size[side]
				}
				return want, size
			}})
		default:
			sums := make([]float64, len(c.function.Outputs))
			for _, e := range a.entries {
				if c.j.Task.Options.Product == Tangent {
					sums[e.output] = e.v
				} else {
					sums[e.output] += counted(e.v, p.along[side][e.input])
				}
			}
			for o, sum := range sums {
				add(o, side, sum)
			}
		}
	}
	if c.j.Task.isSecond() {
		sum := 0.0
		for _, e := range a.entries {
			sum += counted(e.v, p.along[0][e.output]*p.along[1][e.input])
		}
		what := func() string {
			return "the second derivative of " + elementOf(s.results, 0) + " " + p.by[0] + " and " + p.by[1]
		}
		both := func(t told) (float64, float64) { return t.slopes(0).dd, t.slopes(0).sizes }
		list = append(list, claim{what, sum, offDerivative, both})
	}
	return list
}
