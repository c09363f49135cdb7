package model

import (
	"strings"
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

// TestExcerpt: what is quoted takes thirty characters at most, as it is shown, and escapes are whole.
func TestExcerpt(t *testing.T) {
	for text, want := range map[string]string{
		"":                               `""`,
		" a\n b ":                        `"a b"`,
		strings.Repeat("a", 30):          `"` + strings.Repeat("a", 30) + `"`,
		strings.Repeat("a", 31):          `"` + strings.Repeat("a", 27) + `..."`,
		strings.Repeat("ä", 31):          `"` + strings.Repeat("ä", 27) + `..."`,
		strings.Repeat("\x16", 7):        `"` + strings.Repeat(`\x16`, 7) + `"`,
		strings.Repeat("\x16", 30):       `"` + strings.Repeat(`\x16`, 6) + `..."`,
		"a" + strings.Repeat("\xff", 30): `"a` + strings.Repeat(`\xff`, 6) + `..."`,
	} {
		if got := Excerpt([]byte(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
