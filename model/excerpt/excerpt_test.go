package excerpt

import (
	"strings"
	"testing"
)

// TestOf: what is quoted takes thirty characters at most, as it is shown, and escapes are whole.
func TestOf(t *testing.T) {
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
		if got := Of(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestLine: a message is one line that a terminal can show, as long as it may be.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		" a\n b ":                           "a b",
		"0123456789":                        "0123456789",
		"0123456789a":                       "0123456...",
		"ä\x1b[2J\u202eb\xff":               "ä?[2J?b?",
		strings.Repeat(" ", 10_000):         "...",
		"a" + strings.Repeat("\n", 10_000):  "a...",
		strings.Repeat("\u00e4", 1_000_000): "äääääää...",
	} {
		if got := Line(text, 10); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}
