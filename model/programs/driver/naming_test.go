package driver

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/pattern"
	"facet/model/programs/code"
)

// Of two patterns each can come about from the other, as shifts round a circle do: one is
// then written out, and both have a name.
func TestPatternsFromEachOther(t *testing.T) {
	s := &sparsity{
		made:  make(map[*pattern.Pattern][2]*pattern.Pattern),
		sums:  make(map[*pattern.Pattern][2]*pattern.Pattern),
		edges: make(map[*pattern.Pattern]bool), names: make(map[*pattern.Pattern]string),
		naming: make(map[*pattern.Pattern]bool),
	}
	parse := func(text string) *pattern.Pattern {
		p, err := pattern.Parse(text, 5, 5)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	one, two, three := parse("rows 1;2;3;4;0"), parse("rows 2;3;4;0;1"), parse("rows 3;4;0;1;2")
	table := pattern.NewTable()
	one, two, three = table.Intern(one), table.Intern(two), table.Intern(three)
	if s.product(three, three) != one || s.product(one, two) != three {
		t.Fatal("shifts are not composed")
	}
	if a, b := s.name(one), s.name(three); a == "" || b == "" || a == b || len(s.lines) != 3 {
		t.Errorf("%q, %q, %d lines", a, b, len(s.lines))
	}
	if again := s.name(one); again != s.names[one] {
		t.Errorf("%q again", again)
	}
}

// What a driver costs by the rules, and what it was predicted to take, are told apart.
func TestHeadline(t *testing.T) {
	d := &Driver{Dag: &model.Dag{Name: "f.py"}, Cost: 30}
	for takes, want := range map[string]string{
		"":     "Jacobian of f.py by reverse (proved): cost 30, lower bound 30.",
		"2 ms": "Jacobian of f.py by reverse (proved): 2 ms as predicted, without the values (cost 30, lower bound 30, where each operation is a call of its own).",
	} {
		if got := d.headline(code.Origin{How: "reverse", Proof: "proved", Bound: 30,
			Takes: takes})[0]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Results have the names and the order of a program's outputs, where the dag has these.
func TestResultsByName(t *testing.T) {
	g := modeltest.Dag(t, []int64{2, 2, 2, 2, 2}, [][2]int{{0, 1}, {1, 2}, {1, 3}, {1, 4}})
	said := func(at int, name, place string) {
		g.Vertices[at].Extra = []model.Attribute{{Name: "output", Value: name}, {Name: "output_place", Value: place}}
	}
	said(2, "a b", "3")
	said(3, "drag", "1")
	said(4, "c", "2")
	d := NewDense(g, false)
	if got := outputNames(d.Dag); got != `drag, c, "a b"` {
		t.Errorf("the results are %s", got)
	}
	for language, want := range map[string]string{
		"python": "return (v3, v4, v2,), {",
		"c++":    `{"drag", "0"},`,
		"go":     `Values: [][]float64{v3, v4, v2},`,
	} {
		text, err := d.Write(language, code.Origin{})
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %v, no %q in\n%s", language, err, want, text)
		}
	}
}
