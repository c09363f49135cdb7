package code

import (
	"math"

	"facet/model/programs/source"
)

// ForwardMode gives the derivatives of all values by the i-th input, in forward mode
// with dual numbers. values are those of [source.Program.Eval] at the same point. It
// shares nothing with how Jacobian code is made, which is checked against it.
func ForwardMode(p *source.Program, values []float64, i int) []float64 {
	d := make([]float64, len(p.Nodes))
	d[p.Inputs[i]] = 1
	for k := range p.Nodes {
		n := &p.Nodes[k]
		if n.Kind == source.Input || n.Kind == source.Constant {
			continue
		}
		a, da := values[n.Args[0]], d[n.Args[0]]
		var b, db float64
		if len(n.Args) == 2 {
			b, db = values[n.Args[1]], d[n.Args[1]]
		}
		switch n.Kind {
		case source.Add:
			d[k] = da + db
		case source.Sub:
			d[k] = da - db
		case source.Mul:
			d[k] = da*b + a*db
		case source.Div:
			d[k] = (da - values[k]*db) / b
		case source.Neg:
			d[k] = -da
		case source.Identity:
			d[k] = da
		case source.Call:
			d[k] = tangentOf(n.Func, a, b, da, db, values[k])
		}
	}
	return d
}

func tangentOf(name string, a, b, da, db, v float64) float64 {
	switch name {
	case "Sin":
		return da * math.Cos(a)
	case "Cos":
		return -da * math.Sin(a)
	case "Tan":
		return da / (math.Cos(a) * math.Cos(a))
	case "Asin":
		return da / math.Sqrt(1-a*a)
	case "Acos":
		return -da / math.Sqrt(1-a*a)
	case "Atan":
		return da / (1 + a*a)
	case "Sinh":
		return da * math.Cosh(a)
	case "Cosh":
		return da * math.Sinh(a)
	case "Tanh":
		return da / (math.Cosh(a) * math.Cosh(a))
	case "Exp":
		return da * math.Exp(a)
	case "Expm1":
		return da * math.Exp(a)
	case "Log":
		return da / a
	case "Log1p":
		return da / (1 + a)
	case "Sqrt":
		return da / (2 * math.Sqrt(a))
	case "Cbrt":
		return da * v / (3 * a)
	case "Erf":
		return da * 2 / math.Sqrt(math.Pi) * math.Exp(-a*a)
	case "Erfc":
		return -da * 2 / math.Sqrt(math.Pi) * math.Exp(-a*a)
	case "Asinh":
		return da / math.Hypot(1, a)
	case "Acosh":
		return da / math.Sinh(v)
	case "Atanh":
		return da * math.Cosh(v) * math.Cosh(v)
	case "Exp2":
		return da * math.Ln2 * v
	case "Log2":
		return da / (a * math.Ln2)
	case "Log10":
		return da / (a * math.Ln10)
	case "Max":
		if a >= b {
			return da
		}
		return db
	case "Min":
		if a <= b {
			return da
		}
		return db
	case "Abs":
		return da * math.Copysign(1, a)
	case "Pow":
		t := 0.0
		if da != 0 {
			t += da * b * math.Pow(a, b-1)
		}
		if db != 0 {
			t += db * v * math.Log(a)
		}
		return t
	case "Hypot":
		return (a*da + b*db) / v
	case "Atan2":
		return (b*da - a*db) / (a*a + b*b)
	}
	return math.NaN()
}
