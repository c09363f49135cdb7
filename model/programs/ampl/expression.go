package ampl

import (
	"slices"

	"facet/model/excerpt"
	"facet/model/programs/source"
)

// operand is a number, or a condition that holds or does not.
type operand struct {
	value       source.Value
	isCondition bool
}

// call is an operator of which operands are still to be read.
type call struct {
	*operator
	code, line int32
	operands   int32   // how many it has
	from       int32   // where its operands begin
	pieces     *pieces // of a piecewise linear term
}

// at is the line of the call.
func (c *call) at() int { return int(c.line) }

// operator is what an operator of the form takes and means.
type operator struct {
	name  string
	takes int // operands; 0 where the file says how many
	// for each operand t where it is a condition and n where it is a number; the last holds for
	// all further
	wants       string
	isCondition bool
	made        func(p *problem, c *call, args []source.Value) source.Value
}

// isFull reports whether all operands are there, the last of them at the end of as many
// values.
func (c *call) isFull(values int) bool { return values-int(c.from) == int(c.operands) }

// expression reads an expression, which stands before its operands. What is open waits on
// a stack of its own, so that any depth is read.
func (p *problem) expression() source.Value {
	p.open, p.values = p.open[:0], p.values[:0]
	for {
		line := p.want("an expression")
		kind, rest := line[0], line[1:]
		switch kind {
		case 'n', 's', 'l':
			c := p.number(field(&rest), "the number")
			p.values = append(p.values, operand{value: p.made.Constant(c)})
		case 'v':
			p.values = append(p.values,
				operand{value: p.variable(p.whole(field(&rest), maxTerms, "the variable's number"))})
		case 'o':
			p.operator(&rest)
			p.over(rest)
			continue
		case 'f':
			k := p.whole(field(&rest), maxTerms, "the function's number")
			p.refuse(p.line, "the imported function %s is called: only its program knows its derivatives",
				excerpt.Of(p.functions[k]))
		case 'h':
			p.refuse(p.line, "a text stands in an expression, which has no derivatives")
		default:
			p.refuse(p.line, "%s is no expression: it should begin with o, v or n", excerpt.Of(line))
		}
		p.over(rest)
		for len(p.open) > 0 && p.open[len(p.open)-1].isFull(len(p.values)) {
			p.close()
		}
		if len(p.open) == 0 {
			return p.numberOf(p.values[0], p.line)
		}
	}
}

// variable is a variable of the problem or a defined one.
func (p *problem) variable(k int) source.Value {
	if k < len(p.variables) {
		return p.variables[k]
	}
	v, ok := p.defined[k]
	switch {
	case k >= len(p.variables)+p.head.defined:
		p.refuse(p.line, "there is no variable v%d: the header says %d, and %d defined ones", k,
			p.head.variables, p.head.defined)
	case !ok:
		p.refuse(p.line, "the defined variable v%d is used before its V segment", k)
	}
	return v
}

// operator reads an operator.
func (p *problem) operator(rest *[]byte) {
	code := p.whole(field(rest), maxTerms, "the operator's number")
	o, ok := operators[code]
	switch {
	case refused[code] != "":
		p.refuse(p.line, "operator o%d (%s) is not read: %s", code, refused[code],
			"it has no derivatives, or they are not known")
	case !ok:
		p.refuse(p.line, "there is no operator o%d: those of an .nl file are o0 to o78", code)
	}
	if len(p.open) >= source.MaxOperations {
		p.refuse(p.line, "the problem comes to more than %d operations", source.MaxOperations)
	}
	c := call{operator: o, code: int32(code), line: int32(p.line), operands: int32(o.takes),
		from: int32(len(p.values))}
	switch {
	case code == pieceWise:
		c.pieces, c.operands = p.pieces(p.count(rest)), 1
	case o.takes == 0:
		c.operands = int32(p.count(rest))
	}
	p.open = append(p.open, c)
}

// count is how many operands an operator has: in its line, or in the next one.
func (p *problem) count(rest *[]byte) int {
	text := field(rest)
	if len(text) == 0 {
		line := p.want("the number of operands")
		text = field(&line)
		p.over(line)
	}
	n := p.whole(text, 1<<30, "the number of operands")
	if n == 0 {
		p.refuse(p.line, "an operator has no operands")
	}
	return n
}

// close carries out the operator that is open last.
func (p *problem) close() {
	c := &p.open[len(p.open)-1]
	var args []source.Value
	for k, o := range p.values[c.from:] {
		wanted := c.wants[min(k, len(c.wants)-1)]
		switch {
		case wanted == 'n' && o.isCondition:
			p.refuse(c.at(), "operand %d of o%d (%s) is a condition, and should be a number", k+1, c.code,
				c.name)
		case wanted == 't' && !o.isCondition: // it holds where the number is not 0
			o.value = p.not(c, p.made.Compare(c.at(), "==", o.value, p.made.Constant(0)))
		}
		args = append(args, o.value)
	}
	result := c.made(p, c, args)
	p.small(c.at())
	p.values = append(p.values[:c.from], operand{result, c.isCondition})
	p.open = p.open[:len(p.open)-1]
}

// numberOf is an operand that has to be a number.
func (p *problem) numberOf(o operand, line int) source.Value {
	if o.isCondition {
		p.refuse(line, "a condition stands where a number should be")
	}
	return o.value
}

// The forms of operators.

// operation is one of some numbers.
func operation(name string, kind source.Kind, takes int) *operator {
	return &operator{name, takes, "n", false, func(p *problem, c *call, args []source.Value) source.Value {
		return p.made.Operation(c.at(), kind, args...)
	}}
}

func function(name, of string) *operator {
	return &operator{name, source.Operands(of), "n", false,
		func(p *problem, c *call, args []source.Value) source.Value {
			return p.made.Call(c.at(), of, args...)
		}}
}

// joined is an operation on the first two operands, then on that and the third, and so on.
func joined(name string, takes int, wants string, kind source.Kind, fn string) *operator {
	return &operator{name, takes, wants, kind.IsCondition(),
		func(p *problem, c *call, args []source.Value) source.Value {
			v := args[0]
			for _, a := range args[1:] {
				if kind == source.Call {
					v = p.made.Call(c.at(), fn, v, a)
				} else {
					v = p.made.Operation(c.at(), kind, v, a)
				}
			}
			return v
		}}
}

// relation is a comparison: by a relation that programs have, of the operands or with them
// exchanged, or the opposite of that.
func relation(name, by string, isExchanged, isOpposite bool) *operator {
	return &operator{name, 2, "n", true, func(p *problem, c *call, args []source.Value) source.Value {
		if isExchanged {
			slices.Reverse(args)
		}
		v := p.made.Compare(c.at(), by, args[0], args[1])
		if isOpposite {
			v = p.not(c, v)
		}
		return v
	}}
}

func power(name string) *operator {
	return &operator{name, 2, "n", false, func(p *problem, c *call, args []source.Value) source.Value {
		return p.made.Power(c.at(), args[0], args[1])
	}}
}

// pieceWise is the operator of piecewise linear terms.
const pieceWise = 64

// operators are those that have derivatives, by their numbers.
var operators = map[int]*operator{
	0: operation("plus", source.Add, 2), 1: operation("minus", source.Sub, 2),
	2: operation("times", source.Mul, 2), 3: operation("over", source.Div, 2),
	4: function("mod", "Mod"), 5: power("power"), 76: power("power of a constant exponent"),
	78: power("power of a constant base"),
	6: {"less", 2, "n", false, func(p *problem, c *call, args []source.Value) source.Value {
		d := p.made.Operation(c.at(), source.Sub, args...)
		return p.made.Call(c.at(), "Max", d, p.made.Constant(0))
	}},
	11: joined("min", 0, "n", source.Call, "Min"), 12: joined("max", 0, "n", source.Call, "Max"),
	13: function("floor", "Floor"), 14: function("ceil", "Ceil"), 15: function("abs", "Abs"),
	16: operation("minus", source.Neg, 1),
	37: function("tanh", "Tanh"), 38: function("tan", "Tan"), 39: function("sqrt", "Sqrt"),
	40: function("sinh", "Sinh"), 41: function("sin", "Sin"),
	42: function("log10", "Log10"), 43: function("log", "Log"), 44: function("exp", "Exp"),
	45: function("cosh", "Cosh"), 46: function("cos", "Cos"),
	47: function("atanh", "Atanh"), 48: function("atan2", "Atan2"), 49: function("atan", "Atan"),
	50: function("asinh", "Asinh"),
	51: function("asin", "Asin"), 52: function("acosh", "Acosh"), 53: function("acos", "Acos"),
	54: joined("sum", 0, "n", source.Add, ""),
	55: {"div", 2, "n", false, func(p *problem, c *call, args []source.Value) source.Value {
		return p.made.Call(c.at(), "Trunc", p.made.Operation(c.at(), source.Div, args...))
	}},
	77: {"square", 1, "n", false, func(p *problem, c *call, args []source.Value) source.Value {
		return p.made.Operation(c.at(), source.Mul, args[0], args[0])
	}},
	pieceWise: {"piecewise linear term", 1, "n", false, (*problem).piecewise},

	35: {"if", 3, "tnn", false, func(p *problem, c *call, args []source.Value) source.Value {
		return p.made.Select(c.at(), args[0], args[1], args[2])
	}},
	20: joined("or", 2, "t", source.Or, ""), 70: joined("and", 0, "t", source.And, ""),
	71: joined("or", 0, "t", source.Or, ""), 21: joined("and", 2, "t", source.And, ""),
	34: {"not", 1, "t", true, func(p *problem, c *call, args []source.Value) source.Value {
		return p.not(c, args[0])
	}},
	22: relation("<", "<", false, false), 23: relation("<=", "<=", false, false),
	24: relation("=", "==", false, false),
	28: relation(">=", "<=", true, false), 29: relation(">", "<", true, false),
	30: relation("!=", "==", false, true),
}

// refused are the operators that no derivative is taken of.
var refused = map[int]string{
	56: "precision", 57: "round", 58: "trunc", 59: "count", 60: "numberof", 61: "numberof of texts",
	62: "atleast", 63: "atmost", 65: "if of texts",
	66: "exactly", 67: "not atleast", 68: "not atmost", 69: "not exactly", 72: "implication", 73: "iff",
	74: "alldiff", 75: "not alldiff",
}

// not is the condition that another does not hold.
func (p *problem) not(c *call, condition source.Value) source.Value {
	return p.made.Operation(c.at(), source.Not, condition)
}

// pieces is a piecewise linear function through the origin: its slopes, and the breakpoints
// between them.
type pieces struct{ slopes, breaks []float64 }

// pieces reads n slopes, with a breakpoint between each two.
func (p *problem) pieces(n int) *pieces {
	if n < 2 {
		p.refuse(p.line, "a piecewise linear term has %d slope: it has two or more", n)
	}
	var all pieces
	for k := range 2*n - 1 {
		line := p.want("a slope or a breakpoint")
		rest := line[1:]
		if line[0] != 'n' && line[0] != 's' && line[0] != 'l' {
			p.refuse(p.line, "%s is no number, which a slope or a breakpoint is", excerpt.Of(line))
		}
		v := p.number(field(&rest), "the slope or breakpoint")
		p.over(rest)
		if k%2 == 0 {
			all.slopes = append(all.slopes, v)
			continue
		}
		if last := len(all.breaks) - 1; last >= 0 && v < all.breaks[last] {
			p.refuse(p.line, "the breakpoint %g is below the one before it, %g", v, all.breaks[last])
		}
		all.breaks = append(all.breaks, v)
	}
	return &all
}

// piecewise writes a piecewise linear term as its first slope, and at each breakpoint the
// change of slope: s·x + Σ (s' - s) max(x - b, 0), moved so that it is 0 at 0.
func (p *problem) piecewise(c *call, args []source.Value) source.Value {
	x, zero := args[0], p.made.Constant(0)
	v := p.made.Operation(c.at(), source.Mul, p.made.Constant(c.pieces.slopes[0]), x)
	atZero := 0.0
	for k, b := range c.pieces.breaks {
		change := c.pieces.slopes[k+1] - c.pieces.slopes[k]
		beyond := p.made.Call(c.at(), "Max", p.made.Operation(c.at(), source.Sub, x, p.made.Constant(b)),
			zero)
		v = p.made.Operation(c.at(), source.Add, v,
			p.made.Operation(c.at(), source.Mul, p.made.Constant(change), beyond))
		atZero += change * max(-b, 0)
		p.small(c.at())
	}
	return p.made.Operation(c.at(), source.Sub, v, p.made.Constant(atZero))
}
