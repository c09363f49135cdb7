package style

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// What is counted quickly is as wide as what is counted in full.
func TestWidth(t *testing.T) {
	parts := []string{"a", " ", "~", "\x1b[1m", "\x1b[38;5;167m", "\x1b[m", "\x1b[", "\x1b[2J", "\x1b]0;x\a",
		"\x1b", "\n", "\t", "\u0301", "\ufe0f", "漢", "→", "é", "\xe2", "\xe2\x94", "\xff", "\x7f", "▸", "✓",
		"👩‍🔬", "F̄", "\u0304", "Z", "\u200d", "\U0001f1e6"}
	for r := rune(0x80); r < 0x3100; r++ {
		parts = append(parts, string(r))
	}
	dice := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var b strings.Builder
		for range dice.IntN(6) {
			b.WriteString(parts[dice.IntN(len(parts))])
		}
		if got, want := Width(b.String()), ansi.StringWidth(b.String()); got != want {
			t.Fatalf("%q is %d wide, and not %d", b.String(), want, got)
		}
	}
}

// Rows end between words, and never within a number, behind a sign of equality or at a
// no-break space.
func TestRowsDoNotBreakNumbers(t *testing.T) {
	for text, want := range map[string][]string{
		"costs us 10 000: fill":             {"costs us", "10 000: fill"},
		"at least 4 912 999 465 of":         {"at least", "4 912 999 465", "of"},
		"in steps 1234 567":                 {"in steps 1234", "567"},
		"\x1b[1mby +20 000\x1b[m, (74 000)": {"\x1b[1mby +20 000\x1b[m,", "(74 000)"},
		" 1  000 ":                          {"1 000"},
		"fill on (1,2) = 7":                 {"fill on (1,2)", "= 7"},
		"Tab\u00a0other panel":              {"Tab\u00a0other", "panel"},
	} {
		if got := slices.Collect(Wrap(text, 13)); !slices.Equal(got, want) {
			t.Errorf("%q is wrapped to %q, not %q", text, got, want)
		}
	}
}
