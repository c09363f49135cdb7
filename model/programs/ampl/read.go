package ampl

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"

	"facet/model/excerpt"
	"facet/model/format"
	"facet/model/programs/source"
	"facet/model/refusal"
)

//go:embed evaluate.go
var evaluator []byte

// Limits of a problem.
const (
	maxCount = 100_000 // variables, results, defined variables, functions; of each
	maxTerms = 1 << 40 // what a header may say of entries, which are counted as they come
)

// problem is a problem while its file is read.
type problem struct {
	lines
	made source.Assembly
	head header

	variables []source.Value
	defined   map[int]source.Value
	functions map[int]string
	bodies    [2][]body      // objectives, constraints
	seen      map[string]int // the lines of segments that matter
	bounds    bool           // there is a b segment, which every file has
	terms     [2]int         // linear terms of objectives and of constraints

	open   []call // of the expression that is read
	values []operand
}

// The two kinds of bodies.
const (
	ofObjective = iota
	ofConstraint
)

// body is an objective or the body of a constraint.
type body struct {
	nonlinear, linear source.Value
	line              int
}

// header is what the first ten lines say, as far as it matters here.
type header struct {
	variables, constraints, objectives, logical int
	functions, defined                          int
	entries, gradient                           int // linear terms in J and in G segments
}

// Read reads a text .nl file: a program whose inputs are the problem's variables, with its
// objectives and the bodies of its constraints as results. Where Lagrangian is wanted, its
// result is that: the sum of the objectives, each times its sigma, and of the constraints,
// each times its lambda; the weights are inputs behind the variables. Errors are one
// sentence with the line, without the name of the file.
func Read(ctx context.Context, file string, text []byte, lagrangian bool) (program *source.Program,
	err error) {
	defer refusal.Catch(&err)
	if format.FormOf(text) == format.NL && bytes.HasPrefix(text, []byte("b")) {
		return nil,
			fmt.Errorf("line 1: this is a binary .nl file, which depends on the machine: write it as text (in AMPL: write gNAME;)")
	}
	plain, err := format.PlainText(text)
	if errors.Is(err, format.ErrNotUTF8) { // comments have the model's names, in whatever encoding
		plain, err = format.PlainText(bytes.ToValidUTF8(text, []byte("?")))
	}
	if err != nil {
		return nil, err
	}
	text = plain
	p := &problem{lines: lines{ctx: ctx, rest: text}, defined: make(map[int]source.Value),
		functions: make(map[int]string), seen: make(map[string]int)}
	p.header()
	p.segments()
	p.complete()
	program = p.program(file, lagrangian)
	program.Excerpt = []source.File{
		{Name: "evaluate.go", Text: evaluator},
		{Name: "problem.go", Text: program.Shim(fmt.Sprintf("evaluateNL(%q, %t)", text, lagrangian))},
	}
	program.Text, program.Evaluated = string(text), true
	return program, nil
}

// header reads the first ten lines.
func (p *problem) header() {
	first := p.want("the first line of an .nl file")
	if format.FormOf(first) != format.NL {
		p.refuse(p.line, `%s does not begin a text .nl file: that is g and a number, as in "g3 1 1 0"`,
			excerpt.Of(first))
	}
	numbers := func(what string, counts ...*int) {
		line := p.want(what)
		for k, n := range counts {
			if text := field(&line); n != nil {
				*n = p.whole(text, maxTerms, fmt.Sprintf("number %d in the header's line of %s", k+1, what))
			}
		}
	}
	h := &p.head
	size := p.want("the header's line of variables, constraints and objectives")
	for k, n := range []*int{&h.variables, &h.constraints, &h.objectives, nil, nil, &h.logical} {
		text := field(&size)
		if n != nil && (len(text) > 0 || k < 3) {
			*n = p.whole(text, maxTerms,
				fmt.Sprintf("number %d in the header's line of variables, constraints and objectives", k+1))
		}
	}
	at := p.line
	numbers("nonlinear constraints")
	numbers("network constraints")
	numbers("nonlinear variables")
	numbers("functions", nil, &h.functions)
	numbers("discrete variables")
	numbers("nonzeros", &h.entries, &h.gradient)
	numbers("lengths of names")
	var common [5]int
	numbers("common expressions", &common[0], &common[1], &common[2], &common[3], &common[4])
	for _, n := range common {
		h.defined += n
	}
	for _, n := range []struct {
		count int
		what  string
	}{{h.variables, "variables"}, {h.constraints, "constraints"}, {h.objectives, "objectives"},
		{h.defined, "defined variables"}} {
		if n.count > maxCount {
			p.refuse(at, "the header says %d %s, more than the %d that are read", n.count, n.what, maxCount)
		}
	}
	switch {
	case h.variables == 0:
		p.refuse(at, "the header says that there are no variables, by which there would be derivatives")
	case h.objectives+h.constraints == 0:
		p.refuse(at,
			"the header says that there are no objectives and no constraints, which would have derivatives")
	}
	p.variables = p.made.Param("x", h.variables)
	zero := p.made.Constant(0)
	for k, n := range [2]int{h.objectives, h.constraints} {
		p.bodies[k] = make([]body, n)
		for i := range p.bodies[k] {
			p.bodies[k][i] = body{nonlinear: zero, linear: zero}
		}
	}
}

// complete refuses a file that has less than its header says.
func (p *problem) complete() {
	if !p.bounds {
		p.refuse(p.line, "there is no b segment, of the variables' bounds: the file is cut off")
	}
	for k, want := range [2]int{p.head.gradient, p.head.entries} {
		if got := p.terms[k]; got != want {
			p.refuse(p.line,
				"the header says %d nonzeros for the %s segments, and they have %d: the file is cut off, or its header is of another one", want, [2]string{"G", "J"}[k], got)
		}
	}
}

// program makes the program of what was read.
func (p *problem) program(file string, lagrangian bool) *source.Program {
	var results []source.Outputs
	var weights []string
	for k, all := range p.bodies {
		if len(all) == 0 {
			continue
		}
		out := source.Outputs{Name: "constraints"}
		weight := "lambda"
		if k == ofObjective {
			out.Name, weight = "objective", "sigma"
			if out.IsScalar = len(all) == 1; !out.IsScalar {
				out.Name = "objectives"
			}
		}
		for _, b := range all {
			out.Values = append(out.Values, p.made.Operation(b.line, source.Add, b.nonlinear, b.linear))
		}
		results, weights = append(results, out), append(weights, weight)
	}
	p.small(p.line)
	if lagrangian && !(len(results) == 1 && results[0].IsScalar) {
		return p.made.Weighted(file, "", "lagrangian", []string{"x"}, weights, results...)
	}
	return p.made.Program(file, "", nil, results...)
}

// small refuses a problem that has become too large.
func (p *problem) small(line int) {
	if p.made.Nodes()-len(p.variables) > source.MaxOperations {
		p.refuse(line, "the problem comes to more than %d operations", source.MaxOperations)
	}
}

// once refuses a segment of a body that was there before. Of bounds, guesses and columns,
// which are stepped over, a solver takes the last.
func (p *problem) once(segment string) {
	if before := p.seen[segment]; before > 0 {
		p.refuse(p.line, "there is a second segment %s: the first one is in line %d", segment, before)
	}
	p.seen[segment] = p.line
}
