package driver

import (
	"testing"

	"facet/model/pattern"
)

// Of two patterns each can come about from the other, as shifts round a circle do: one is
// then written out, and both have a name.
func TestPatternsFromEachOther(t *testing.T) {
	s := &sparsity{
		made: make(map[*pattern.Pattern][2]*pattern.Pattern), sums: make(map[*pattern.Pattern][2]*pattern.Pattern),
		edges: make(map[*pattern.Pattern]bool), names: make(map[*pattern.Pattern]string), naming: make(map[*pattern.Pattern]bool),
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
