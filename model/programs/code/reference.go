package code

import (
	"math"
	"math/rand/v2"

	"facet/model/programs/source"
)

// slopes are derivatives of a value along two directions.
type slopes struct {
	d, size   [2]float64 // along each, and what that adds up, path by path, without signs
	dd, sizes float64    // along both: second derivatives
}

// slopesOf takes derivatives of all values along two directions of the inputs, by the chain
// rule, one operation after the other: forward mode. v are the values, of
// [source.Program.Eval]. It shares nothing with how code is made, which is checked by it.
//
// Where operations choose among their operands, the derivative is that of the one that is
// taken, and between jumps where they jump. With noise, derivatives of operations are a little
// larger or smaller, at random: what that changes shows how far rounding counts.
func slopesOf(p *source.Program, v []float64, along [2][]float64, noise *rand.Rand) []slopes {
	all := make([]slopes, len(p.Nodes))
	for i, in := range p.Inputs {
		all[in].d = [2]float64{along[0][i], along[1][i]}
		all[in].size = [2]float64{math.Abs(along[0][i]), math.Abs(along[1][i])}
	}
	for k := range p.Nodes {
		n, s := &p.Nodes[k], &all[k]
		switch {
		case n.Kind == source.Input || n.Kind == source.Constant || n.Kind.IsCondition():
			continue
		case n.Kind == source.Select:
			*s = all[n.Args[map[bool]int{true: 1, false: 2}[v[n.Args[0]] != 0]]]
			continue
		}
		var a [3]float64
		for i, arg := range n.Args {
			a[i] = v[arg]
		}
		c := curveOf(n, a, v[k])
		if noise != nil {
			c.disturb(noise)
		}
		for i, arg := range n.Args {
			s.follow(c.first[i], c.firstSize[i], &all[arg])
		}
		for i, two := range [3][2]int{{0, 0}, {0, 1}, {1, 1}} {
			if two[1] < len(n.Args) {
				s.bend(c.second[i], c.secondSize[i], &all[n.Args[two[0]]], &all[n.Args[two[1]]],
					two[0] == two[1])
			}
		}
	}
	return all
}

// follow adds what an operand's slopes contribute by a first derivative. What is not wanted
// adds nothing, even if it is no number.
func (s *slopes) follow(first, size float64, a *slopes) {
	for k := range s.d {
		s.d[k] += counted(first, a.d[k])
		s.size[k] += counted(size, a.size[k])
	}
	s.dd += counted(first, a.dd)
	s.sizes += counted(size, a.sizes)
}

// bend adds what the slopes of two operands, or twice of one, contribute by a second
// derivative.
func (s *slopes) bend(second, size float64, a, b *slopes, isOne bool) {
	s.dd += counted(second, a.d[0]*b.d[1])
	s.sizes += counted(size, a.size[0]*b.size[1])
	if !isOne {
		s.dd += counted(second, a.d[1]*b.d[0])
		s.sizes += counted(size, a.size[1]*b.size[0])
	}
}

// counted is a product, and 0 where a factor is.
func counted(a, b float64) float64 {
	if a == 0 || b == 0 {
		return 0
	}
	return a * b
}

// noiseSize is how much larger or smaller noise makes a derivative at most.
const noiseSize = 1e-12

// disturb adds noise.
func (c *curve) disturb(noise *rand.Rand) {
	for k := range c.first {
		c.first[k] += noiseSize * (2*noise.Float64() - 1) * c.firstSize[k]
		c.second[k] += noiseSize * (2*noise.Float64() - 1) * c.secondSize[k]
	}
}

// curve has the derivatives of an operation by its operands, and how large the numbers are
// that common formulas for them add up: 1 - v² for the hyperbolic tangent v, say.
type curve struct {
	first, firstSize   [3]float64
	second, secondSize [3]float64 // by the first twice, by the first and the second, by the second twice
}

// curveOf takes the derivatives of an operation on a[0], a[1] and a[2] whose value is v.
func curveOf(n *source.Node, a [3]float64, v float64) (c curve) {
	x, y := a[0], a[1]
	switch n.Kind {
	case source.Add:
		c.first = [3]float64{1, 1}
	case source.Sub:
		c.first = [3]float64{1, -1}
	case source.Mul:
		c.first, c.second = [3]float64{y, x}, [3]float64{0, 1, 0}
	case source.Div:
		c.first, c.second = [3]float64{1 / y, -v / y}, [3]float64{0, -1 / (y * y), 2 * v / (y * y)}
	case source.Neg:
		c.first[0] = -1
	case source.Identity:
		c.first[0] = 1
	case source.Call:
		c = ofFunction(n.Func, x, y, v)
	}
	for k := range c.first {
		c.firstSize[k] = max(c.firstSize[k], math.Abs(c.first[k]))
		c.secondSize[k] = max(c.secondSize[k], math.Abs(c.second[k]))
	}
	return c
}

// unary has the derivatives of a function of one operand. Formulas for them lose so many times
// the rounding.
func unary(first, second, loss float64) (c curve) {
	c.first[0], c.second[0] = first, second
	c.firstSize[0], c.secondSize[0] = math.Abs(first)*loss, math.Abs(second)*loss
	return c
}

func ofFunction(name string, x, y, v float64) (c curve) {
	const rootPi = 2 / math.SqrtPi
	switch name {
	case "Sin", "Cos":
		sin, cos := math.Sincos(x)
		if c = unary(cos, -sin, 1); name == "Cos" {
			c = unary(-sin, -cos, 1)
		}
		c.firstSize[0], c.secondSize[0] = 1, 1
	case "Tan":
		p := 1 / (math.Cos(x) * math.Cos(x))
		c = unary(p, 2*v*p, 1)
	case "Asin", "Acos":
		q := (1 - x) * (1 + x)
		p := 1 / math.Sqrt(q)
		if name == "Acos" {
			p = -p
		}
		c = unary(p, p*x/q, 1+1/q)
	case "Atan":
		p := 1 / (1 + x*x)
		c = unary(p, -2*x*p*p, 1)
	case "Sinh":
		c = unary(math.Cosh(x), v, 1)
	case "Cosh":
		c = unary(math.Sinh(x), v, 1)
	case "Tanh":
		p := 1 / (math.Cosh(x) * math.Cosh(x))
		c = unary(p, -2*v*p, 1)
		c.firstSize[0], c.secondSize[0] = 1+v*v, 2*math.Abs(v)*(1+v*v)
	case "Asinh":
		p := 1 / math.Hypot(1, x)
		c = unary(p, -x*p*p*p, 1)
	case "Acosh":
		q := (x - 1) * (x + 1)
		p := 1 / math.Sqrt(q)
		c = unary(p, -x*p/q, (1+x*x)/q)
	case "Atanh":
		q := (1 - x) * (1 + x)
		c = unary(1/q, 2*x/(q*q), (1+x*x)/math.Abs(q))
	case "Exp":
		c = unary(v, v, 1)
	case "Exp2":
		c = unary(math.Ln2*v, math.Ln2*math.Ln2*v, 1)
	case "Expm1":
		c = unary(math.Exp(x), math.Exp(x), 1)
		c.firstSize[0], c.secondSize[0] = 1+math.Abs(v), 1+math.Abs(v)
	case "Log":
		c = unary(1/x, -1/(x*x), 1)
	case "Log2":
		c = unary(1/(x*math.Ln2), -1/(x*x*math.Ln2), 1)
	case "Log10":
		c = unary(1/(x*math.Ln10), -1/(x*x*math.Ln10), 1)
	case "Log1p":
		p := 1 / (1 + x)
		c = unary(p, -p*p, 1+math.Abs(x*p))
	case "Sqrt":
		c = unary(0.5/v, -0.25/(v*x), 1)
	case "Cbrt":
		c = unary(1/(3*v*v), -2/(9*v*v*x), 1)
	case "Erf", "Erfc":
		p := rootPi * math.Exp(-x*x)
		if name == "Erfc" {
			p = -p
		}
		c = unary(p, -2*x*p, 1+x*x)
	case "Abs":
		c = unary(math.Copysign(1, x), 0, 1)
	case "Copysign":
		c = unary(math.Copysign(1, x)*math.Copysign(1, y), 0, 1)
	case "Mod":
		c.first = [3]float64{1, -math.Trunc(x / y)}
	case "FMA":
		c.first, c.second = [3]float64{y, x, 1}, [3]float64{0, 1, 0}
	case "Max":
		c.first[map[bool]int{true: 0, false: 1}[x >= y]] = 1
	case "Min":
		c.first[map[bool]int{true: 0, false: 1}[x <= y]] = 1
	case "Hypot":
		c.first = [3]float64{x / v, y / v}
		c.second = [3]float64{y / v * y / v / v, -x / v * y / v / v, x / v * x / v / v}
		c.secondSize = [3]float64{2 / v, 1 / v, 2 / v}
	case "Atan2":
		r := 1 / (x*x + y*y)
		c.first = [3]float64{y * r, -x * r}
		c.second = [3]float64{-2 * x * y * r * r, (x*x - y*y) * r * r, 2 * x * y * r * r}
		c.secondSize = [3]float64{2 * r, 3 * r, 2 * r}
	case "Pow":
		return ofPower(x, y, v)
	case "Floor", "Ceil", "Trunc", "Round":
	default:
		c = unary(math.NaN(), math.NaN(), 1)
	}
	return c
}

// ofPower has the derivatives of x to the power of y. By y, at x = 0 < y, they are 0.
func ofPower(x, y, v float64) (c curve) {
	l := math.Log(x)
	if x == 0 {
		l = 0
	}
	if y != 0 {
		c.first[0] = y * math.Pow(x, y-1)
	}
	if y != 0 && y != 1 {
		c.second[0] = y * (y - 1) * math.Pow(x, y-2)
	}
	c.first[1] = v * l
	c.second[1], c.second[2] = math.Pow(x, y-1)*(1+y*l), v*l*l
	c.secondSize[0] = math.Abs(math.Pow(x, y-2)) * (math.Abs(y) + y*y)
	c.secondSize[1] = math.Abs(math.Pow(x, y-1)) * (1 + math.Abs(y*l))
	return c
}
