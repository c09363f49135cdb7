package model

import (
	"fmt"
	"slices"
	"strings"

	"facet/model/excerpt"
	"facet/model/pattern"
)

// PatternOf is the pattern of the Jacobian that a text names, and how that is written:
// the label of a vertex of the line dag, or its two ends; paths of the dag, such as
// (0,1,2), that no vertex has to hold now; labels that follow each other, which stand
// for their product; or "whole" for all sinks by all sources. Parentheses around one
// label may be left out. A Jacobian without a pattern is dense.
func PatternOf(s *State, text string) (p *pattern.Pattern, name string, err error) {
	tokens, err := tokenize(text)
	if err != nil {
		return nil, "", err
	}
	if len(tokens) == 1 && tokens[0].is("whole") {
		p, err = s.dag.wholePattern()
		return p, "F'", err
	}
	if len(tokens) > 0 && !tokens[0].is("(") {
		tokens = slices.Concat([]token{{text: "("}}, tokens, []token{{text: ")"}})
	}
	o := opParser{state: s, tokens: tokens}
	end := -1
	for len(o.tokens) > 0 {
		if !o.peek("(") {
			return nil, "", fmt.Errorf("%s is not a label: write it as in (0,1)",
				excerpt.Of(o.tokens[0].text))
		}
		l, err := o.label()
		if err != nil {
			return nil, "", err
		}
		at, written, err := l.pattern(s)
		if err != nil {
			return nil, "", err
		}
		source, sink := l.ends()
		if p != nil && source != end {
			return nil, "",
				fmt.Errorf("a label that starts in %s cannot follow one that ends in %s: labels that follow each other stand for a product",
					QuoteID(s.dag.Vertices[source].ID), QuoteID(s.dag.Vertices[end].ID))
		}
		if end = sink; p == nil {
			p = at
		} else {
			p = at.Times(p)
		}
		name += written
	}
	if p == nil {
		return nil, "", fmt.Errorf("a label is missing: write one as in (0,1), or whole")
	}
	return p, "F'" + name, nil
}

// text writes a label as it was spoken.
func (l spokenLabel) text(g *Dag) string {
	var b strings.Builder
	for k, path := range l.paths {
		if k > 0 {
			b.WriteByte('+')
		}
		writePath(&b, g, path, ",")
	}
	return b.String()
}

// ends are where the label's first path starts and ends.
func (l spokenLabel) ends() (source, sink int) {
	first := l.paths[0]
	return int(first[0]), int(first[len(first)-1])
}

// pattern is that of the vertex with the label or, where there is none, of the sum of
// its paths, and what stands for it.
func (l spokenLabel) pattern(s *State) (p *pattern.Pattern, written string, err error) {
	g := s.dag
	source, sink := l.ends()
	z, err := l.vertex(s)
	if err == nil {
		if p = s.Pattern(z); p == nil {
			p, err = g.densePattern(sink, source)
		}
		return p, s.Name(z), err
	}
	for _, path := range l.paths {
		var along *pattern.Pattern
		for n := 1; n < len(path); n++ {
			k := slices.IndexFunc(g.out[path[n-1]], func(k int) bool {
				return g.Edges[k].Target == int(path[n])
			})
			if k < 0 {
				return nil, "", err // which names what there is between the ends
			}
			e := &g.Edges[g.out[path[n-1]][k]]
			factor := e.Pattern
			if factor == nil {
				var wide error
				if factor, wide = g.densePattern(e.Target, e.Source); wide != nil {
					return nil, "", wide
				}
			}
			if along == nil {
				along = factor
			} else {
				along = factor.Times(along)
			}
		}
		switch {
		case l.others > 0 || int(path[0]) != source || int(path[len(path)-1]) != sink:
			return nil, "", err
		case p == nil:
			p = along
		default:
			p = p.Union(along)
		}
	}
	return p, l.text(g), nil
}

// densePattern is the pattern of a dense Jacobian.
func (g *Dag) densePattern(sink, source int) (*pattern.Pattern, error) {
	rows, columns := g.Vertices[sink].Size, g.Vertices[source].Size
	if max(rows, columns) > pattern.MostRows {
		return nil, fmt.Errorf("the Jacobian is dense with %d rows and %d columns: patterns have at most %d",
			rows, columns, int64(pattern.MostRows))
	}
	return pattern.Dense(rows, columns), nil
}

// wholePattern is the pattern of F', dense where no edge has one.
func (g *Dag) wholePattern() (*pattern.Pattern, error) {
	if p := g.Jacobian(); p != nil {
		return p, nil
	}
	var rows, columns Cost
	for i := range g.Vertices {
		if g.IsSource(i) {
			columns = columns.Add(g.Size(i))
		}
		if g.IsSink(i) {
			rows = rows.Add(g.Size(i))
		}
	}
	if max(rows, columns) > pattern.MostRows {
		return nil,
			fmt.Errorf("the whole Jacobian is dense with %s rows and %s columns: patterns have at most %d",
				rows, columns, int64(pattern.MostRows))
	}
	return pattern.Dense(int64(rows), int64(columns)), nil
}
