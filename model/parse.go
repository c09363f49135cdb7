package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"errors"

	"facet/model/excerpt"
)

// ParseOp reads one line of a sequence against the state it is meant for; ok is
// false for an empty line or a comment. The mode may be left out (the cheapest
// is meant), and so may the price; a price that is given has to be right. A
// vertex is named by its label, by any one path of it, or by its two ends
// (i k) where only one vertex fits. A face may be named by its three vertices
// (i j k), as the reference implementation prints them, where only one face fits.
func ParseOp(s *State, line string) (o Op, ok bool, err error) {
	tokens, err := tokenize(line)
	if err != nil || len(tokens) == 0 {
		return Op{}, false, sayShort(err)
	}
	p := opParser{state: s, tokens: tokens}
	o, err = p.parse()
	return o, err == nil, sayShort(err)
}

// ParseStep reads operations that are one step, as in a line of a sequence, with ; between
// them; nil for an empty line or a comment.
func ParseStep(s *State, line string) ([]Op, error) {
	var ops []Op
	t := NewTape(s)
	for len(line) > 0 {
		one, rest := cutStep(line)
		line = rest
		o, ok, err := ParseOp(t.State(), one)
		if err == nil && ok {
			_, err = t.Do(o)
		}
		if err != nil {
			return nil, err
		}
		if ok {
			ops = append(ops, o)
		}
	}
	return ops, nil
}

// cutStep divides a line at the first ; that is no part of a quoted id or of a comment.
func cutStep(line string) (first, rest string) {
	quoted := false
	for k := 0; k < len(line); k++ {
		switch c := line[k]; {
		case c == '\\' && quoted:
			k++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted:
			return line, ""
		case c == ';' && !quoted:
			return line[:k], line[k+1:]
		}
	}
	return line, ""
}

// sayShort is an error of a line whose labels may be long. Its line's number comes before it.
func sayShort(err error) error {
	const most = 350
	if err == nil || len(err.Error()) <= most {
		return err
	}
	return errors.New(excerpt.Line(err.Error(), most))
}

// ParseLabels reads labels that follow each other, such as (0,1) or (0,1)(1,2), and
// gives the vertices of the line dag that they name in a state.
func ParseLabels(s *State, text string) ([]Z, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, err
	}
	p := opParser{state: s, tokens: tokens}
	var all []Z
	for len(p.tokens) > 0 {
		if !p.peek("(") {
			return nil, fmt.Errorf("%s is not a label: write it as in (0,1)", excerpt.Of(p.tokens[0].text))
		}
		l, err := p.label()
		if err != nil {
			return nil, err
		}
		z, err := l.vertex(s)
		if err != nil {
			return nil, err
		}
		all = append(all, z)
	}
	return all, nil
}

// ParseVertices reads ids of vertices of a dag, in parentheses or without: 1, (0,1).
func ParseVertices(g *Dag, text string) ([]int, error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, err
	}
	var all []int
	for _, t := range tokens {
		if t.is("(") || t.is(")") {
			continue
		}
		i, ok := g.Find(t.text)
		if !ok {
			return nil, fmt.Errorf("the dag has no vertex %s", excerpt.Line(QuoteID(t.text), 60))
		}
		all = append(all, i)
	}
	return all, nil
}

// token is a word, one of the signs ( ) + or a comma; quoted words are ids only.
type token struct {
	text   string
	quoted bool
}

func (t token) is(sign string) bool { return !t.quoted && t.text == sign }

// tokenize splits a line; commas count as spaces, # ends it.
func tokenize(line string) ([]token, error) {
	var tokens []token
	for len(line) > 0 {
		switch c := line[0]; {
		case c == '#':
			return tokens, nil
		case strings.IndexByte(" \t\r,", c) >= 0:
			line = line[1:]
		case strings.IndexByte("()+", c) >= 0:
			tokens, line = append(tokens, token{text: line[:1]}), line[1:]
		case strings.HasPrefix(line, "→"):
			line = line[len("→"):]
		case c == '"':
			quoted, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, fmt.Errorf("a quoted id is not closed: %s", excerpt.Line(line, 60))
			}
			text, err := strconv.Unquote(quoted)
			if err != nil {
				return nil, fmt.Errorf("a quoted id cannot be read: %s", excerpt.Line(quoted, 60))
			}
			tokens, line = append(tokens, token{text, true}), line[len(quoted):]
		default:
			end := strings.IndexAny(line, " \t\r,()+#\"")
			if arrow := strings.Index(line, "→"); arrow >= 0 && (end < 0 || arrow < end) {
				end = arrow
			}
			if end < 0 {
				end = len(line)
			}
			tokens, line = append(tokens, token{text: line[:end]}), line[end:]
		}
	}
	return tokens, nil
}

type opParser struct {
	state  *State
	tokens []token
}

// spokenLabel is a label as it was written: some of its paths, and how many
// more it claims to have.
type spokenLabel struct {
	paths  []Path
	others Cost
}

func (p *opParser) peek(sign string) bool { return len(p.tokens) > 0 && p.tokens[0].is(sign) }

func (p *opParser) next() token {
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t
}

func (p *opParser) parse() (Op, error) {
	verb := strings.ToUpper(p.next().text)
	if verb != "ACC" && verb != "ELI" {
		return Op{}, fmt.Errorf("%s is no operation: a line starts with ACC or ELI", excerpt.Of(verb))
	}
	mode, hasMode := Mode(0), false
	if len(p.tokens) > 0 {
		if m, ok := ParseMode(strings.ToUpper(p.tokens[0].text)); ok && !p.tokens[0].quoted {
			mode, hasMode = m, true
			p.next()
		}
	}
	var labels []spokenLabel
	for p.peek("(") {
		l, err := p.label()
		if err != nil {
			return Op{}, err
		}
		labels = append(labels, l)
	}
	price, hasPrice, err := p.price()
	if err != nil {
		return Op{}, err
	}
	choices, err := p.choices(verb, labels)
	if err != nil {
		return Op{}, err
	}
	return choose(p.state, choices, mode, hasMode, price, hasPrice)
}

func (p *opParser) label() (spokenLabel, error) {
	var l spokenLabel
	for {
		path, err := p.path()
		if err != nil {
			return l, err
		}
		l.paths = append(l.paths, path)
		if !p.peek("+") {
			return l, nil
		}
		p.next()
		if !p.peek("(") {
			if len(p.tokens) == 0 {
				return l, fmt.Errorf("a + at the end of a label: give a path or a number of paths")
			}
			n, err := strconv.ParseInt(p.next().text, 10, 64)
			if err != nil || n < 1 {
				return l, fmt.Errorf("after + comes a path (i j k) or how many more paths there are")
			}
			l.others = Cost(n)
			return l, nil
		}
	}
}

func (p *opParser) path() (Path, error) {
	p.next() // the parenthesis
	var path Path
	for !p.peek(")") {
		if len(p.tokens) == 0 {
			return nil, fmt.Errorf("a label is not closed: ) is missing")
		}
		t := p.next()
		i, ok := p.state.dag.Find(t.text)
		if !ok {
			return nil, fmt.Errorf("the dag has no vertex %s", excerpt.Line(QuoteID(t.text), 60))
		}
		path = append(path, int32(i))
	}
	p.next()
	if len(path) < 2 {
		return nil, fmt.Errorf("a label needs two vertices at least, as in (0 1)")
	}
	return path, nil
}

func (p *opParser) price() (Cost, bool, error) {
	if len(p.tokens) == 0 {
		return 0, false, nil
	}
	text := p.next().text
	if text == Saturated.String() {
		return Saturated, true, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || len(p.tokens) > 0 {
		return 0, false,
			fmt.Errorf("%s does not end an operation: after the labels comes its price, a whole number",
				excerpt.Of(text))
	}
	return Cost(n), true, nil
}

// choices finds what the labels can mean.
func (p *opParser) choices(verb string, labels []spokenLabel) ([]Choice, error) {
	s := p.state
	switch {
	case verb == "ACC" && len(labels) == 1:
		z, err := labels[0].vertex(s)
		if err != nil {
			return nil, err
		}
		if _, err := s.Price(Accumulate(z, TAN)); err != nil {
			return nil, err
		}
		return s.Accumulations(z), nil
	case verb == "ELI" && len(labels) == 2:
		u, err := labels[0].vertex(s)
		if err != nil {
			return nil, err
		}
		v, err := labels[1].vertex(s)
		if err != nil {
			return nil, err
		}
		if !s.HasFace(Face{u, v}) {
			return nil, fmt.Errorf("%s and %s have no face in common now", s.Name(u), s.Name(v))
		}
		if choices := s.Choices(Face{u, v}); len(choices) > 0 {
			return choices, nil
		}
		_, err = s.Price(Eliminate(Face{u, v}, TAN))
		return nil, err
	case verb == "ELI" && len(labels) == 1 && len(labels[0].paths) == 1 && len(labels[0].paths[0]) == 3:
		return facesAlong(s, labels[0].paths[0])
	case verb == "ACC":
		return nil, fmt.Errorf("ACC takes one label, as in ACC TAN (0 1)")
	}
	return nil, fmt.Errorf("ELI takes the two labels of a face, as in ELI TAN (0 1)(1 2)")
}

// facesAlong lists the ways to eliminate the faces ((i,*,j),(j,*,k)).
func facesAlong(s *State, p Path) ([]Choice, error) {
	var all []Choice
	found := false
	for _, u := range s.Between(int(p[0]), int(p[1])) {
		for _, v := range s.nodes[u].succs {
			if s.nodes[v].target == p[2] {
				found = true
				all = append(all, s.Choices(Face{u, v})...)
			}
		}
	}
	var b strings.Builder
	writePath(&b, s.dag, p, " ")
	switch {
	case !found:
		return nil, fmt.Errorf("no face runs along %s now", b.String())
	case len(all) == 0:
		return nil, fmt.Errorf("no face along %s has a Jacobian on either side: preaccumulate one first",
			b.String())
	}
	return all, nil
}

// choose picks the one operation that mode and price leave.
func choose(s *State, choices []Choice, mode Mode, hasMode bool, price Cost, hasPrice bool) (Op, error) {
	var fit []Choice
	for _, c := range choices {
		if (!hasMode || c.Op.Mode == mode) && (!hasPrice || c.Price == price) {
			fit = append(fit, c)
		}
	}
	if len(fit) > 1 {
		first := fit[0].Op
		if !slices.ContainsFunc(fit, func(c Choice) bool { return c.Op.U != first.U || c.Op.V != first.V }) {
			best, _ := Cheapest(fit)
			return best.Op, nil
		}
	}
	if len(fit) == 1 {
		return fit[0].Op, nil
	}
	if len(fit) > 1 {
		return Op{}, fmt.Errorf("more than one operation fits: %s", candidates(s, fit))
	}
	if hasMode {
		for _, c := range choices {
			if c.Op.Mode == mode {
				return Op{}, fmt.Errorf("the price is not %s: %s", price, candidates(s, choices))
			}
		}
		if _, err := s.Price(Op{choices[0].Op.U, choices[0].Op.V, mode}); err != nil {
			return Op{}, err
		}
	}
	return Op{}, fmt.Errorf("no operation fits: possible is %s", candidates(s, choices))
}

func candidates(s *State, choices []Choice) string {
	const most = 8
	var names []string
	for k, c := range choices {
		if k == most {
			names = append(names, fmt.Sprintf("and %d more", len(choices)-most))
			break
		}
		names = append(names, OpName(s, c.Op)+" "+c.Price.String())
	}
	return strings.Join(names, "; ")
}

// vertex finds the vertex that the label means.
func (l spokenLabel) vertex(s *State) (Z, error) {
	first := l.paths[0]
	isEnds := len(first) == 2 && len(l.paths) == 1 && l.others == 0
	if isEnds {
		// Long products are named so: they are not looked into where one alone fits.
		if fit := s.Between(int(first[0]), int(first[1])); len(fit) == 1 {
			return fit[0], nil
		}
	}
	var b strings.Builder
	writePath(&b, s.dag, first, " ")
	z, ok := s.Holder(first)
	switch {
	case !ok && isEnds:
		return NoZ, ambiguous(s, first, b.String())
	case !ok:
		return NoZ, fmt.Errorf("no vertex of the line dag is %s now", b.String())
	}
	label := s.nodes[z].label
	for _, p := range l.paths[1:] {
		if !label.Holds(p) {
			return NoZ, fmt.Errorf("%s is a path of %s, the label names others", b.String(), s.Name(z))
		}
	}
	if spoken := Cost(len(l.paths)) + l.others; spoken > 1 && spoken != label.count {
		return NoZ, fmt.Errorf("%s stands for %s paths now, the label says %s", s.Name(z), label.count,
			spoken)
	}
	return z, nil
}

// ambiguous says why two ends name no vertex.
func ambiguous(s *State, ends Path, text string) error {
	var fit []string
	for _, z := range s.Between(int(ends[0]), int(ends[1])) {
		fit = append(fit, s.Name(z))
	}
	if len(fit) == 0 {
		return fmt.Errorf("no vertex of the line dag is %s now", text)
	}
	return fmt.Errorf("%s can be %s: write one of them", text, strings.Join(fit[:min(len(fit), 8)], ", "))
}
