package cppad

import (
	"context"
	"fmt"
	"strconv"

	"facet/model/excerpt"
	"facet/model/refusal"
)

// refuse ends reading with a sentence on the line that was reached.
func (g *graph) refuse(format string, args ...any) {
	refusal.Throw(fmt.Errorf("line %d: %s", g.Line(), fmt.Sprintf(format, args...)))
}

// must refuses what is no JSON, or another value than is expected.
func (g *graph) must(err error) {
	if g.ctx.Err() != nil {
		refusal.Throw(fmt.Errorf("reading the graph was stopped: %w", context.Cause(g.ctx)))
	}
	if err != nil {
		g.refuse("%s", err)
	}
}

// object reads an object, each the value of a member.
func (g *graph) object(each func(name string)) {
	_, err := g.Object(func(name string) error {
		each(name)
		return nil
	})
	g.must(err)
}

// list reads a list, each one value, and gives how many there were.
func (g *graph) list(each func(k int)) int {
	n, err := g.List(func(k int) error {
		each(k)
		return nil
	})
	g.must(err)
	return n
}

// word reads a text.
func (g *graph) word() string {
	text, err := g.Text()
	g.must(err)
	return text
}

// whole reads a whole number from least up to most.
func (g *graph) whole(least, most int, what string) int {
	n, err := g.Whole()
	switch {
	case err != nil:
		g.refuse("%s should be a whole number, and not %s", what, g.What())
	case n < 0:
		g.refuse(`%s should be a whole number from 0, and not %d`, what, n)
	case n < int64(least) || n > int64(most):
		if least == most {
			g.refuse("%s is %d, and should be %d", what, n, least)
		}
		g.refuse("%s is %d, and should be from %d to %d", what, n, least, most)
	}
	return int(n)
}

// number reads a number.
func (g *graph) number(what string) float64 {
	text, err := g.Number()
	if err != nil {
		g.refuse("%s should be a number of double precision, and not %s", what, g.What())
	}
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		g.refuse("%s should be a number of double precision, and not %s", what, excerpt.Of(text))
	}
	return v
}

// counted reads [n, [...]], each one of the n values in the inner list.
func (g *graph) counted(what string, most int, each func(k int)) {
	n := 0
	parts := g.list(func(k int) {
		switch k {
		case 0:
			n = g.whole(0, most, "how many "+what+" there are")
		case 1:
			g.items(what, n, each)
		default:
			g.refuse("%s stands behind the %s", g.What(), what)
		}
	})
	if parts < 2 {
		g.refuse("the list of %s is missing behind their number", what)
	}
}

// items reads a list of n values.
func (g *graph) items(what string, n int, each func(k int)) {
	got := g.list(func(k int) {
		if k == n {
			g.refuse("there are more than %d %s, which is their number", n, what)
		}
		each(k)
	})
	if got < n {
		g.refuse("there are %d %s, and should be %d", got, what, n)
	}
}
