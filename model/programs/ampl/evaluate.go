package ampl

import (
	"math"
	"strconv"
	"strings"
)

// nlLines are the lines of an .nl file without comments and blank lines, and where one
// reads.
type nlLines struct {
	fields [][]string
	at     int
}

func (l *nlLines) next() []string {
	l.at++
	return l.fields[l.at-1]
}

func nlNumber(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(err)
	}
	return v
}

func nlWhole(text string) int { return int(nlNumber(text)) }

// nlToken is an operator, a variable or a number.
type nlToken struct {
	kind   byte
	code   int     // of an operator, or a variable's number
	takes  int     // operands
	number float64 // of a number
	pieces []float64
}

// nlBody is an expression, with its terms behind it.
type nlBody struct {
	tokens       []nlToken
	variables    []int
	coefficients []float64
}

// evaluateNL gives the function that computes the objectives and the constraints of an .nl
// file, or the sum of all, each times its weight, which follow the variables. It knows the
// file alone and none of the rest of this package, and takes expressions from behind, with
// a stack of numbers. The file has been read before: it panics where that would have
// refused it. It is compiled by facet code --check, too, beside the code that is checked.
func evaluateNL(text string, isWeighted bool) func(x []float64) []float64 {
	lines := nlLines{}
	for _, line := range strings.Split(strings.TrimPrefix(text, "\ufeff"), "\n") {
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) > 1 && len(fields[0]) == 1 && fields[0][0] >= 'A' { // a blank behind the letter
			fields = append([]string{fields[0] + fields[1]}, fields[2:]...)
		}
		if len(fields) > 0 {
			lines.fields = append(lines.fields, fields)
		}
	}
	lines.next()
	size := lines.next()
	variables, constraints, objectives := nlWhole(size[0]), nlWhole(size[1]), nlWhole(size[2])
	lines.at += 8
	bodies := make([]nlBody, objectives+constraints)
	defined := map[int]*nlBody{}
	var order []int
	for lines.at < len(lines.fields) {
		head := lines.next()
		kind, k := head[0][0], 0
		if len(head[0]) > 1 {
			k = nlWhole(head[0][1:])
		}
		switch kind {
		case 'C':
			bodies[objectives+k].tokens = lines.tokens()
		case 'O':
			bodies[k].tokens = lines.tokens()
		case 'J':
			lines.terms(&bodies[objectives+k], nlWhole(head[1]))
		case 'G':
			lines.terms(&bodies[k], nlWhole(head[1]))
		case 'V':
			b := &nlBody{}
			lines.terms(b, nlWhole(head[1]))
			b.tokens = lines.tokens()
			defined[k] = b
			order = append(order, k)
		case 'r':
			lines.at += constraints
		case 'b':
			lines.at += variables
		case 'k', 'K', 'x', 'd':
			lines.at += k
		case 'S':
			lines.at += nlWhole(head[1])
		}
	}
	return func(x []float64) []float64 {
		v := append([]float64{}, x[:variables]...)
		for _, k := range order {
			for k >= len(v) {
				v = append(v, 0)
			}
			v[k] = defined[k].value(v)
		}
		var all []float64
		for k := range bodies {
			all = append(all, bodies[k].value(v))
		}
		if !isWeighted || len(x) == variables {
			return all
		}
		sum := 0.0
		for k, v := range all {
			sum += x[variables+k] * v
		}
		return []float64{sum}
	}
}

func (l *nlLines) terms(b *nlBody, n int) {
	for i := 0; i < n; i++ {
		term := l.next()
		b.variables, b.coefficients = append(b.variables, nlWhole(term[0])),
			append(b.coefficients, nlNumber(term[1]))
	}
}

// tokens collects an expression: the lines up to the one after which no operand is open.
func (l *nlLines) tokens() (all []nlToken) {
	for missing := 1; missing > 0; missing-- {
		line := l.next()
		token := nlToken{kind: line[0][0]}
		switch token.kind {
		case 'v':
			token.code = nlWhole(line[0][1:])
		case 'o':
			token.code = nlWhole(line[0][1:])
			if token.takes = nlTakes(token.code); token.takes == 0 {
				if len(line) == 1 {
					line = append(line[:1:1], l.next()...)
				}
				token.takes = nlWhole(line[1])
			}
			if token.code == 64 {
				for i := 0; i < 2*token.takes-1; i++ {
					token.pieces = append(token.pieces, nlNumber(l.next()[0][1:]))
				}
				token.takes = 1
			}
			missing += token.takes
		default:
			token.number = nlNumber(line[0][1:])
		}
		all = append(all, token)
	}
	return all
}

// nlTakes is how many operands an operator takes, 0 where the file says that.
func nlTakes(code int) int {
	switch code {
	case 11, 12, 54, 64, 70, 71:
		return 0
	case 35:
		return 3
	case 0, 1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 28, 29, 30, 48, 55, 76, 78:
		return 2
	}
	return 1
}

// value is that of the body, where all variables have values, defined ones included.
func (b *nlBody) value(v []float64) float64 {
	value, linear := 0.0, 0.0
	if len(b.tokens) > 0 {
		value = nlValue(b.tokens, v)
	}
	for i, k := range b.variables {
		if b.coefficients[i] != 0 {
			linear += b.coefficients[i] * v[k]
		}
	}
	return value + linear
}

// nlValue takes the tokens from the last to the first: all operands of an operator are
// then on the stack, its first one on top.
func nlValue(tokens []nlToken, v []float64) float64 {
	var stack, args []float64
	for i := len(tokens) - 1; i >= 0; i-- {
		token := &tokens[i]
		switch token.kind {
		case 'v':
			stack = append(stack, v[token.code])
		case 'o':
			args = args[:0]
			for k := 0; k < token.takes; k++ {
				args = append(args, stack[len(stack)-1-k])
			}
			stack = append(stack[:len(stack)-token.takes], nlOperation(token, args))
		default:
			stack = append(stack, token.number)
		}
	}
	return stack[0]
}

func nlTruth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// nlFunctions are the operators of one number.
var nlFunctions = map[int]func(float64) float64{
	13: math.Floor, 14: math.Ceil, 15: math.Abs, 37: math.Tanh, 38: math.Tan, 39: math.Sqrt, 40: math.Sinh,
	41: math.Sin, 42: math.Log10, 43: math.Log, 44: math.Exp, 45: math.Cosh, 46: math.Cos, 47: math.Atanh,
	49: math.Atan, 50: math.Asinh, 51: math.Asin, 52: math.Acosh, 53: math.Acos,
}

// nlOperation is the value of an operator.
func nlOperation(token *nlToken, args []float64) float64 {
	a, b := args[0], args[len(args)-1]
	switch token.code {
	case 0:
		return a + b
	case 1:
		return a - b
	case 2:
		return a * b
	case 3:
		return a / b
	case 4:
		return math.Mod(a, b)
	case 5, 76, 78:
		return nlPower(a, b)
	case 6:
		return math.Max(a-b, 0)
	case 11, 12, 54:
		for _, v := range args[1:] {
			switch token.code {
			case 11:
				a = math.Min(a, v)
			case 12:
				a = math.Max(a, v)
			default:
				a += v
			}
		}
		return a
	case 16:
		return -a
	case 20:
		return nlTruth(a != 0 || b != 0)
	case 21:
		return nlTruth(a != 0 && b != 0)
	case 22:
		return nlTruth(a < b)
	case 23:
		return nlTruth(a <= b)
	case 24:
		return nlTruth(a == b)
	case 28:
		return nlTruth(a >= b)
	case 29:
		return nlTruth(a > b)
	case 30:
		return nlTruth(a != b)
	case 34:
		return nlTruth(a == 0)
	case 35:
		if a != 0 {
			return args[1]
		}
		return args[2]
	case 48:
		return math.Atan2(a, b)
	case 55:
		return math.Trunc(a / b)
	case 64:
		return nlPiecewise(token.pieces, a)
	case 70, 71:
		holding := 0
		for _, v := range args {
			if v != 0 {
				holding++
			}
		}
		return nlTruth(holding == len(args) || holding > 0 && token.code == 71)
	case 77:
		return a * a
	}
	return nlFunctions[token.code](a)
}

// nlPower is a power as facet computes it: of a few exponents by products, a root or a
// quotient.
func nlPower(a, b float64) float64 {
	switch b {
	case 2:
		return a * a
	case 3:
		return a * (a * a)
	case -1:
		return 1 / a
	}
	return math.Pow(a, b)
}

// nlPiecewise is a piecewise linear function: slopes, and a breakpoint between each two.
func nlPiecewise(numbers []float64, x float64) float64 {
	slope := numbers[0]
	value, atZero := slope*x, 0.0
	for i := 1; i+1 < len(numbers); i += 2 {
		at, next := numbers[i], numbers[i+1]
		value += (next - slope) * math.Max(x-at, 0)
		atZero += (next - slope) * math.Max(-at, 0)
		slope = next
	}
	return value - atZero
}
