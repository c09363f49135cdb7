package code

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"facet/model/field"
	"facet/model/programs/source"
)

const (
	checkPoints   = 8       // at which code is checked
	checkTries    = 1 << 14 // points that are drawn to find them
	checkBranches = 200     // points that are drawn to find others, in each branch
	checkWork     = 1 << 21 // about how many operations are carried out for that

	// How far derivatives may be from those of the chain rule before one looks at what noise
	// makes of them, in so many tries.
	offDerivative = 1e-12
	noisyTries    = 3
)

// Usual is where inputs are drawn, if a caller does not know better.
var Usual = Domain{Low: 0.2, High: 1.8}

// checker compares what is about to be written with the function as it was read: values bit
// for bit, derivatives with those of the chain rule (slopesOf). Points are drawn until enough
// of them have finite numbers alone. What is done is counted, so that the same code is checked
// at as many points each time, and the largest in a fraction of a second.
type checker struct {
	j       *Jacobian
	written []*listing
	rng     *rand.Rand
	passes  int      // directions at a point
	active  []bool   // what lies between the inputs to differentiate by and the results
	first   *checker // of the function whose gradient is differentiated again
}

// check returns at how many points the code of some listings is right. The error says in a
// sentence what is wrong. When late ends, one point is enough. Inputs lie in the domain, if the
// function and its derivatives have finite numbers there.
func check(late context.Context, j *Jacobian, in Domain, written ...*listing) (int, error) {
	entries, size, nodes := len(j.Entries), len(j.graph.nodes)*len(written), len(j.Program.Nodes)
	points := min(max(checkWork/4/(size+nodes), 2), checkPoints)
	passes := 2 * max(checkWork/points/(nodes+entries), 1)
	c := newChecker(j, written, passes)
	if j.Task.IsSecond() { // what is the gradient at random points is the gradient around them, too
		c.first = newChecker(j.Task.first, written, passes)
	}
	done, judged := 0, 0
	seen := newReached()
	d := drawing{checker: c, limits: in.limits(c.j.Program)}
	for try := 0; try < d.tries(done >= points) && judged < 4*points; try++ {
		if done > 0 && late.Err() != nil || done >= points && len(seen.ways) == 0 {
			break
		}
		x, v, isInside := d.draw(try >= 2*points || done >= points/2, done >= points)
		isWay, isNew := seen.add(c.j.Program, v)
		if !isInside || done >= points && !isWay && !(isNew && judged < 2*points) {
			continue
		}
		judged++
		isRight, err := c.at(x, v)
		if err != nil {
			return done, err
		}
		if isRight {
			done++
		}
	}
	return done, nil
}

func newChecker(j *Jacobian, written []*listing, passes int) *checker {
	return &checker{j: j, written: written, rng: rand.New(rand.NewPCG(1, 9)),
		passes: passes, active: j.Program.Active(j.Task.independent, j.Task.dependent)}
}

// drawing draws points: the first ones where they are wanted. The others are for functions that
// have no numbers there, and for branches that no point has reached: they are around that, of
// any size, round and so equal, or near to the point at which most operations have numbers.
type drawing struct {
	checker *checker
	limits  [][2]float64 // of each input
	best    []float64
	most    int // of the numbers at best that are finite
}

// tries is how many points may be drawn: fewer, if they are for branches alone.
func (d *drawing) tries(isEnough bool) int {
	if isEnough {
		return checkBranches
	}
	return min(checkTries, checkWork/len(d.checker.j.Program.Nodes))
}

// draw draws a point. It returns the values there, and whether all results are finite.
func (d *drawing) draw(anywhere, isEnough bool) (x, v []float64, isInside bool) {
	x = make([]float64, len(d.checker.j.Program.Inputs))
	kind, isNear := 0, !isEnough && d.checker.rng.IntN(2) == 0
	if anywhere {
		kind = d.checker.rng.IntN(4)
	}
	for k, l := range d.limits {
		low, high := l[0], l[1]
		switch {
		case anywhere && isNear && d.checker.rng.IntN(3) > 0:
			x[k] = d.best[k] * (0.9 + 0.2*d.checker.rng.Float64())
		case kind == 0:
			x[k] = low + (high-low)*d.checker.rng.Float64()
		case kind == 1:
			x[k] = 2 * max(math.Abs(low), math.Abs(high)) * (2*d.checker.rng.Float64() - 1)
		case kind == 2:
			x[k] = []float64{0, 1, -1, 2, 0.5}[d.checker.rng.IntN(5)]
		default:
			x[k] = d.checker.weight() * math.Pow(10, 6*d.checker.rng.Float64()-3)
		}
	}
	v = d.checker.j.Program.Eval(x)
	finite := 0
	for _, w := range v {
		if !math.IsNaN(w) && !math.IsInf(w, 0) {
			finite++
		}
	}
	if finite > d.most || d.best == nil {
		d.best, d.most = x, finite
	}
	return x, v, d.checker.isFinite(v)
}

// way is one that an operation goes that chooses.
type way struct {
	operation int
	isFirst   bool
}

// reached are the ways that were gone at some point, one by one and together.
type reached struct {
	ways     map[way]bool
	together map[uint64]bool // by their hash
}

func newReached() reached { return reached{ways: make(map[way]bool), together: make(map[uint64]bool)} }

// add notes the ways at a point. It reports whether one is new, and whether they are together.
func (r *reached) add(p *source.Program, v []float64) (isWay, isNew bool) {
	hash := uint64(1)
	for k := range p.Nodes {
		n := &p.Nodes[k]
		isFirst := false
		switch {
		case n.Kind == source.Compare:
			isFirst = v[k] != 0
		case n.Kind != source.Call:
			continue
		case n.Func == "Max" || n.Func == "Min":
			isFirst = v[n.Args[0]] == v[k]
		case n.Func == "Abs" || n.Func == "Copysign":
			isFirst = math.Signbit(v[n.Args[0]])
		default:
			continue
		}
		w := way{k, isFirst}
		if isWay = isWay || !r.ways[w]; isFirst {
			hash = field.Mix(hash ^ uint64(k))
		}
		r.ways[w] = true
	}
	isNew = !r.together[hash]
	r.together[hash] = true
	return isWay, isNew
}

func (c *checker) isFinite(v []float64) bool {
	for _, o := range c.j.Program.Outputs {
		if math.IsNaN(v[o]) || math.IsInf(v[o], 0) {
			return false
		}
	}
	return true
}

// at compares at a point. It reports whether all could be compared; the error says what is
// wrong.
func (c *checker) at(x, v []float64) (bool, error) {
	seeds := make([]float64, len(c.j.inputs)-len(x))
	for k := range seeds {
		seeds[k] = c.weight()
	}
	var all []claims
	for _, l := range c.written {
		results, err := l.run(append(x[:len(x):len(x)], seeds...))
		if err != nil {
			return false, err
		}
		all = append(all, c.claims(l, results))
	}
	if c.first != nil {
		isRight, err := c.first.compare(x, c.first.j.Program.Eval(x), nil, c.gradient(v))
		if err != nil || !isRight {
			return false, err
		}
	}
	return c.compare(x, v, seeds, all...)
}

// compare compares what code says at a point with the chain rule.
func (c *checker) compare(x, v, seeds []float64, all ...claims) (bool, error) {
	isRight := true
	for pass := range c.directions(seeds) {
		slopes := slopesOf(c.j.Program, v, pass.along, nil)
		told := c.told(v, slopes, pass, seeds)
		var noisy [][]quantity
		for _, a := range all {
			for k, got := range c.coded(a, pass) {
				want, isValue := told[k], told[k].by == ""
				isExact := isValue && !c.j.Task.Options.FastMath
				switch {
				case want.isOpen():
					isRight = false
					continue
				case got == want.v || !isValue && want.isRight(got):
					continue
				case noisy == nil && !isExact:
					noisy = c.disturbed(x, v, pass, seeds)
				}
				switch {
				case !isExact && want.isNear(got, k, noisy):
				case !isExact && (want.isRounded(got) || c.isDoubtful(v, slopes)):
					isRight = false
				default:
					return false, fmt.Errorf("%s is %v in the code and %v in the function, by the chain rule, at %s: please report this function",
						c.name(want), got, want.v, c.place(x))
				}
			}
		}
	}
	return isRight, nil
}

// disturbed is what the chain rule says with noise. Where values may differ in their last bits,
// so do the operands of sums and quotients: what comes of that is what another rounding makes.
func (c *checker) disturbed(x, v []float64, p pass, seeds []float64) (all [][]quantity) {
	for range noisyTries {
		if c.j.Task.Options.FastMath {
			v = c.j.Program.Disturbed(x, func(n *source.Node, operands *[3]float64) {
				if n.Kind == source.Add || n.Kind == source.Sub || n.Kind == source.Div {
					for k := range n.Args {
						operands[k] *= 1 + noiseSize*(2*c.rng.Float64()-1)
					}
				}
			})
		}
		all = append(all, c.told(v, slopesOf(c.j.Program, v, p.along, c.rng), p, seeds))
	}
	return all
}

// weight is a number that is neither small nor large.
func (c *checker) weight() float64 {
	w := 0.5 + c.rng.Float64()
	if c.rng.IntN(2) == 0 {
		return -w
	}
	return w
}

// place writes a point, of many inputs the first ones.
func (c *checker) place(x []float64) string {
	const most = 8
	var all []string
	for k, v := range x[:min(len(x), most)] {
		all = append(all, fmt.Sprintf("%s = %v", c.j.Program.Nodes[c.j.Program.Inputs[k]].Name, v))
	}
	if len(x) > most {
		all = append(all, fmt.Sprintf("and %d more", len(x)-most))
	}
	return strings.Join(all, ", ")
}

// isDoubtful reports whether a point cannot settle what is right: it has numbers so large
// that products in another order overflow, it lies where a remainder jumps or
// at a power of 0 or to the 0, or at a tie, if values may differ in their last bits.
func (c *checker) isDoubtful(v []float64, all []slope) bool {
	p := c.j.Program
	const large, close = 1e100, 1e-9
	isLarge := func(x float64) bool { return !(math.Abs(x) <= large) }
	needed := make([]bool, len(p.Nodes))
	for _, o := range p.Outputs {
		needed[o] = true
	}
	for k := len(p.Nodes) - 1; k >= 0; k-- {
		n := &p.Nodes[k]
		isTie := func(a, b float64) bool {
			return c.j.Task.Options.FastMath && math.Abs(a-b) <= close*(math.Abs(a)+math.Abs(b))
		}
		args := n.Args
		switch {
		case n.Kind == source.Compare && args[0] != args[1] && isTie(v[args[0]], v[args[1]]):
			return true
		case !needed[k] || n.Kind == source.Constant || n.Kind.IsCondition():
			continue
		case isLarge(v[k]), isLarge(all[k].d):
			return true
		case n.Kind == source.Select:
			args = args[map[bool]int{true: 1, false: 2}[v[args[0]] != 0]:][:1]
		case n.Kind == source.Call && (n.Func == "Max" || n.Func == "Min"):
			if args[0] != args[1] && isTie(v[args[0]], v[args[1]]) {
				return true
			}
			args = args[map[bool]int{true: 0, false: 1}[v[args[0]] == v[k]]:][:1]
		case n.Kind == source.Call && n.Func == "Pow" && v[args[0]]*v[args[1]] == 0:
			return true
		case n.Kind == source.Call && (n.Func == "Abs" || n.Func == "Copysign"):
			if c.j.Task.Options.FastMath && math.Abs(v[args[0]]) < close {
				return true
			}
		case n.Kind == source.Call && n.Func == "Mod":
			if q := v[args[0]] / v[args[1]]; math.Abs(q-math.Round(q)) <= close*math.Abs(q) {
				return true
			}
		}
		var a [3]float64
		for i, arg := range n.Args {
			a[i] = v[arg]
		}
		partials := partialsOf(n, a, v[k])
		for i, arg := range n.Args {
			if c.active[arg] && slices.Contains(args, arg) {
				needed[arg] = true
				if isLarge(partials[i].d) { // times 0, maybe
					return true
				}
			}
		}
	}
	return false
}
