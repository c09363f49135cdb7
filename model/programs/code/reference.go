package code

import (
	"math"
	"math/rand/v2"

	"facet/model/programs/source"
)

// slope is the derivative of a value along a direction, and what that adds up, path by path, without
// signs.
type slope struct{ d, size float64 }

// slopesOf takes derivatives of all values along a direction of the inputs, by the chain rule, one
// operation after the other: forward mode. v are the values, of [source.Program.Eval]. It shares
// nothing with how code is made, which is checked by it.
//
// Where operations choose among their operands, the derivative is that of the one that is
// taken, and between jumps where they jump. With noise, derivatives of operations are a little
// larger or smaller, at random: what that changes shows how far rounding counts.
func slopesOf(p *source.Program, v, along []float64, noise *rand.Rand) []slope {
	all := make([]slope, len(p.Nodes))
	for i, in := range p.Inputs {
		all[in] = slope{along[i], math.Abs(along[i])}
	}
	for k := range p.Nodes {
		n := &p.Nodes[k]
		switch {
		case n.Kind == source.Input || n.Kind == source.Constant || n.Kind.IsCondition():
			continue
		case n.Kind == source.Select:
			all[k] = all[n.Args[map[bool]int{true: 1, false: 2}[v[n.Args[0]] != 0]]]
			continue
		}
		var a [3]float64
		for i, arg := range n.Args {
			a[i] = v[arg]
		}
		partials := partialsOf(n, a, v[k])
		for i, arg := range n.Args {
			d := partials[i]
			if noise != nil {
				d.d += noiseSize * (2*noise.Float64() - 1) * d.size
			}
			all[k].d += counted(d.d, all[arg].d)
			all[k].size += counted(d.size, all[arg].size)
		}
	}
	return all
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

// partialsOf takes the derivatives of an operation by its operands a[0], a[1] and a[2], where its value
// is v, and how large the numbers are that common formulas for them add up: 1 - v² for the hyperbolic
// tangent v, say.
func partialsOf(n *source.Node, a [3]float64, v float64) (all [3]slope) {
	x, y := a[0], a[1]
	switch n.Kind {
	case source.Add:
		all = partials(1, 1)
	case source.Sub:
		all = partials(1, -1)
	case source.Mul:
		all = partials(y, x)
	case source.Div:
		all = partials(1/y, -v/y)
	case source.Neg:
		all = partials(-1)
	case source.Identity:
		all = partials(1)
	case source.Call:
		all = ofFunction(n.Func, x, y, v)
	}
	return all
}

// partials are derivatives whose formulas add nothing up.
func partials(by ...float64) (all [3]slope) {
	for k, d := range by {
		all[k] = slope{d, math.Abs(d)}
	}
	return all
}

// unary is the derivative of a function of one operand. Formulas for it lose so many times the
// rounding.
func unary(d, loss float64) [3]slope { return [3]slope{{d, math.Abs(d) * max(1, loss)}} }

func ofFunction(name string, x, y, v float64) [3]slope {
	const rootPi = 2 / math.SqrtPi
	switch name {
	case "Sin":
		return [3]slope{{math.Cos(x), 1}}
	case "Cos":
		return [3]slope{{-math.Sin(x), 1}}
	case "Tan":
		return unary(1/(math.Cos(x)*math.Cos(x)), 1)
	case "Asin", "Acos":
		q := (1 - x) * (1 + x)
		p := 1 / math.Sqrt(q)
		if name == "Acos" {
			p = -p
		}
		return unary(p, 1+1/q)
	case "Atan":
		return unary(1/(1+x*x), 1)
	case "Sinh":
		return unary(math.Cosh(x), 1)
	case "Cosh":
		return unary(math.Sinh(x), 1)
	case "Tanh":
		return [3]slope{{1 / (math.Cosh(x) * math.Cosh(x)), 1 + v*v}}
	case "Asinh":
		return unary(1/math.Hypot(1, x), 1)
	case "Acosh":
		q := (x - 1) * (x + 1)
		return unary(1/math.Sqrt(q), (1+x*x)/q)
	case "Atanh":
		q := (1 - x) * (1 + x)
		return unary(1/q, (1+x*x)/math.Abs(q))
	case "Exp":
		return unary(v, 1)
	case "Exp2":
		return unary(math.Ln2*v, 1)
	case "Expm1":
		return [3]slope{{math.Exp(x), 1 + math.Abs(v)}}
	case "Log":
		return unary(1/x, 1)
	case "Log2":
		return unary(1/(x*math.Ln2), 1)
	case "Log10":
		return unary(1/(x*math.Ln10), 1)
	case "Log1p":
		p := 1 / (1 + x)
		return unary(p, 1+math.Abs(x*p))
	case "Sqrt":
		return unary(0.5/v, 1)
	case "Cbrt":
		return unary(1/(3*v*v), 1)
	case "Erf":
		return unary(rootPi*math.Exp(-x*x), 1+x*x)
	case "Erfc":
		return unary(-rootPi*math.Exp(-x*x), 1+x*x)
	case "Abs":
		return unary(math.Copysign(1, x), 1)
	case "Copysign":
		return unary(math.Copysign(1, x)*math.Copysign(1, y), 1)
	case "Mod":
		return partials(1, -math.Trunc(x/y))
	case "FMA":
		return partials(y, x, 1)
	case "Max", "Min":
		if name == "Max" && x >= y || name == "Min" && x <= y {
			return partials(1)
		}
		return partials(0, 1)
	case "Hypot":
		return partials(x/v, y/v)
	case "Atan2":
		r := 1 / (x*x + y*y)
		return partials(y*r, -x*r)
	case "Pow":
		return ofPower(x, y, v)
	case "Floor", "Ceil", "Trunc", "Round":
		return partials()
	}
	return partials(math.NaN())
}

// ofPower has the derivatives of x to the power of y. By y, at x = 0 < y, they are 0.
func ofPower(x, y, v float64) [3]slope {
	var first, l float64
	if x != 0 {
		l = math.Log(x)
	}
	if y != 0 {
		first = y * math.Pow(x, y-1)
	}
	return partials(first, v*l)
}
