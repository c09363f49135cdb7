package driver

import (
	"testing"

	"facet/model"
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
