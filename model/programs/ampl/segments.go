package ampl

import (
	"fmt"
	"strconv"

	"facet/model/excerpt"
	"facet/model/programs/source"
)

// segments reads what follows the header, in whatever order it stands.
func (p *problem) segments() {
	for {
		line, more := p.next()
		if !more {
			return
		}
		kind, rest := line[0], line[1:]
		switch kind {
		case 'C', 'O':
			p.nonlinear(kind, rest)
		case 'J', 'G':
			p.linear(kind, rest)
		case 'V':
			p.define(rest)
		case 'F':
			p.function(rest)
		case 'L':
			p.refuse(p.line, "constraint %s is a logical one, which has no derivatives",
				excerpt.Of(field(&rest)))
		case 'r', 'b':
			p.bounds = p.bounds || kind == 'b'
			p.ranges(kind, rest)
		case 'k', 'K':
			n := p.whole(field(&rest), maxTerms, "the number of columns")
			p.over(rest)
			if n != p.head.variables-1 {
				p.refuse(p.line, "there are %d columns, and should be one less than the %d variables", n,
					p.head.variables)
			}
			p.skip(n, 1, "a column")
		case 'x', 'd':
			most := p.head.variables
			if kind == 'd' {
				most = p.head.constraints
			}
			n := p.whole(field(&rest), most, "the number of guesses")
			p.over(rest)
			p.skip(n, 2, "a guess")
		case 'S':
			p.suffix(rest)
		default:
			p.refuse(p.line,
				"%s begins no segment of an .nl file: they begin with C, L, O, V, F, S, b, r, k, x, d, J or G", excerpt.Of(line))
		}
	}
}

// skip steps over n lines of some fields each.
func (p *problem) skip(n, fields int, what string) {
	for range n {
		line := p.want(what)
		for range fields {
			p.number(field(&line), "a number of "+what)
		}
		p.over(line)
	}
}

// nonlinear reads the nonlinear part of a constraint or an objective.
func (p *problem) nonlinear(kind byte, rest []byte) {
	b := p.body(kind, &rest)
	if kind == 'O' {
		p.whole(field(&rest), 1, "what the objective is, 0 to minimize or 1 to maximize,")
	}
	p.over(rest)
	b.line = p.line
	b.nonlinear = p.expression()
}

// body is the one that a segment is about.
func (p *problem) body(kind byte, rest *[]byte) *body {
	of, what := ofConstraint, "constraint"
	if kind == 'O' || kind == 'G' {
		of, what = ofObjective, "objective"
	}
	all := p.bodies[of]
	k := p.whole(field(rest), max(0, len(all)-1), "the number of the "+what)
	if len(all) == 0 {
		p.refuse(p.line, "there is no %s %d: the header says that there are none", what, k)
	}
	p.once(string(kind) + strconv.Itoa(k))
	return &all[k]
}

// linear reads the linear part of a constraint or an objective.
func (p *problem) linear(kind byte, rest []byte) {
	b := p.body(kind, &rest)
	n := p.whole(field(&rest), p.head.variables, "the number of linear terms")
	p.over(rest)
	if b.line == 0 {
		b.line = p.line
	}
	b.linear = p.sum(n)
	p.terms[map[byte]int{'G': ofObjective, 'J': ofConstraint}[kind]] += n
}

// sum reads linear terms. One with a coefficient of 0 says that its variable is in the
// nonlinear part.
func (p *problem) sum(n int) source.Value {
	sum := p.made.Constant(0)
	for range n {
		line := p.want("a linear term")
		v := p.variables[p.whole(field(&line), p.head.variables-1, "the variable's number")]
		c := p.number(field(&line), "the coefficient")
		p.over(line)
		if c == 0 {
			continue
		}
		sum = p.made.Operation(p.line, source.Add, sum,
			p.made.Operation(p.line, source.Mul, p.made.Constant(c), v))
		p.small(p.line)
	}
	return sum
}

// define reads a defined variable.
func (p *problem) define(rest []byte) {
	k := p.whole(field(&rest), p.head.variables+p.head.defined-1, "the number of the defined variable")
	n := p.whole(field(&rest), p.head.variables, "the number of linear terms")
	p.whole(field(&rest), maxTerms, "where the defined variable is used")
	p.over(rest)
	if k < p.head.variables {
		p.refuse(p.line, "v%d is a variable of the problem, and has no definition", k)
	}
	p.once("V" + strconv.Itoa(k))
	at := p.line
	linear := p.sum(n)
	v := p.made.Operation(at, source.Add, p.expression(), linear)
	p.made.Name(v, "v"+strconv.Itoa(k))
	p.defined[k] = v
}

// function notes the name of an imported function, for what is said of its calls.
func (p *problem) function(rest []byte) {
	k := p.whole(field(&rest), max(0, p.head.functions-1), "the number of the function")
	field(&rest) // whether it takes texts
	field(&rest) // how many arguments it takes
	if len(p.functions) < maxCount {
		p.functions[k] = string(field(&rest))
	}
}

// ranges steps over the bounds of variables or the ranges of constraints.
func (p *problem) ranges(kind byte, rest []byte) {
	p.over(rest)
	n, what := p.head.variables, "variable"
	if kind == 'r' {
		n, what = p.head.constraints, "constraint"
	}
	for k := range n {
		line := p.want(fmt.Sprintf("the bounds of %s %d", what, k))
		sort := field(&line)
		switch {
		case len(sort) == 1 && sort[0] >= '0' && sort[0] <= '4':
			for range [5]int{2, 1, 1, 0, 1}[sort[0]-'0'] {
				if len(field(&line)) == 0 {
					p.refuse(p.line, "a bound of %s %d is missing", what, k)
				}
			}
			p.over(line)
		case len(sort) == 1 && sort[0] == '5' && kind == 'r':
			field(&line) // which of the bounds are infinite
			p.refuse(p.line,
				"constraint %d and variable %s complement each other, and such a condition has no derivatives", k, excerpt.Of(field(&line)))
		default:
			p.refuse(p.line, "%s is no sort of bounds: they are 0 to 4", excerpt.Of(sort))
		}
	}
}

// suffix steps over the values of a suffix.
func (p *problem) suffix(rest []byte) {
	p.whole(field(&rest), 7, "the sort of the suffix")
	n := p.whole(field(&rest), p.head.variables+p.head.constraints+p.head.objectives+p.head.logical+1,
		"the number of values")
	p.skip(n, 2, "a suffix")
}
