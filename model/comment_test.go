package model

import (
	"testing"
)

func TestComment(t *testing.T) {
	for _, c := range []struct{ line, operation, comment string }{
		{"ACC TAN (0 1) 4  # cheap", "ACC TAN (0 1) 4", "cheap"},
		{`ACC TAN ("a#b" 1) # not "this # one`, `ACC TAN ("a#b" 1)`, `not "this # one`},
		{"# alone\n", "", "alone"},
		{`ACC TAN ("open # 1`, `ACC TAN ("open # 1`, ""},
		{"ACC (0 1)", "ACC (0 1)", ""},
	} {
		if o, n := SplitComment(c.line); o != c.operation || n != c.comment {
			t.Errorf("%q is %q and %q", c.line, o, n)
		}
	}
	if got := JoinComment("ACC (0 1)", "two\nlines "); got != "ACC (0 1)  # two lines" {
		t.Errorf("%q", got)
	}
}
