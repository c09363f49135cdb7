package puzzle

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"facet/model/format"
)

// anyCode draws a code.
func anyCode(t *rapid.T) Code {
	c := Code{Series: Series{Seed: rapid.Uint64().Draw(t, "seed"), Number: rapid.IntRange(1, 1<<30).
		Draw(t, "number")}}
	switch kind := rapid.IntRange(0, Levels+1).Draw(t, "kind"); {
	case kind < Levels:
		c.Level = kind + 1
	case kind == Levels:
		c.Level, c.Patterns = Levels, true
	default:
		c.OneCost = true
	}
	return c
}

// A code is read back as it was written, in small letters and with signs that look alike.
func TestCodeReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := anyCode(t)
		for _, text := range []string{c.String(), strings.ToLower(c.String()),
			strings.NewReplacer("0", "o", "1", "l").Replace(c.String())} {
			if got, ok, err := ParseCode(text); got != c || !ok || err != nil {
				t.Errorf("%s of %v is read as %v (%v)", text, c, got, err)
			}
		}
	})
}

// A code with one or two other signs, or with two signs in each other's place, is refused.
func TestCodeFindsTypos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(anyCode(t).String())
		was := string(text)
		place := rapid.IntRange(0, len(text)-1).Filter(func(k int) bool { return k != 2 })
		sign := rapid.SampledFrom([]byte(signs))
		a, b := place.Draw(t, "place"), place.Draw(t, "other place")
		if rapid.Bool().Draw(t, "swap") {
			text[a], text[b] = text[b], text[a]
		} else {
			text[a], text[b] = sign.Draw(t, "sign"), sign.Draw(t, "other sign")
		}
		if string(text) == was {
			return
		}
		if c, ok, err := ParseCode(string(text)); !ok || err == nil {
			t.Errorf("%s, %s with a typo, is %v", text, was, c)
		}
	})
}

// Names of files and puzzles are no codes, and what is no code is said.
func TestCodeMistakes(t *testing.T) {
	for _, text := range []string{"", "bat", "bat-22", "newton10", "a-b", "ab-c", "ab-cd", "ab cde",
		"ab-cd.xml", "äb-cde", "ab-cde/f", strings.Repeat("a", 40)} {
		if _, ok, err := ParseCode(text); ok || err != nil {
			t.Errorf("%q looks like a code (%v)", text, err)
		}
	}
	later := []byte{valueOf('Z'), 1, 1, 0, 0}
	copy(later[3:], check(later))
	newer := ""
	for _, v := range later {
		newer += string(signs[v])
	}
	for text, want := range map[string]string{"A1-000": "a sign is mistyped", "A1-1U0": "without U",
		newer[:2] + "-" + newer[2:]: "of a later release"} {
		if _, ok, err := ParseCode(text); !ok || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The same code gives the same puzzle in every release: these stand for good.
func TestCodesStand(t *testing.T) {
	var b strings.Builder
	for _, c := range []Code{
		{Series: Series{Level: 1, Seed: 1, Number: 1}}, {Series: Series{Level: 1, Seed: 1, Number: 17}},
		{Series: Series{Level: 2, Seed: 7, Number: 3}},
		{Series: Series{Level: 3, Seed: 1, Number: 7}}, {Series: Series{Level: 4, Seed: 2026, Number: 2}},
		{Series: Series{Level: 5, Seed: math.MaxUint64, Number: 1}},
		{Series: Series{Level: 5, Seed: 1, Number: 1, Patterns: true}},
		{Series: Series{Seed: 1, Number: 1}, OneCost: true},
	} {
		b.WriteString(c.String() + "\n")
		if c.OneCost {
			p, err := RandomOneCost(t.Context(), c.Seed, c.Number)
			if err != nil || format.WriteJSON(&b, p.Dag) != nil {
				t.Fatal(err)
			}
			continue
		}
		p, err := c.Puzzle(t.Context())
		if err != nil || format.WriteJSON(&b, p.Dag) != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join("testdata", "codes.txt")
	want, err := os.ReadFile(golden)
	if err != nil || b.String() != string(want) {
		_ = os.WriteFile(golden+".new", []byte(b.String()), 0o644)
		t.Errorf("a code gives another puzzle: compare %s.new (%v)", golden, err)
	}
}

func FuzzParseCode(f *testing.F) {
	f.Add("A1-1AB")
	f.Fuzz(func(t *testing.T, text string) {
		c, ok, err := ParseCode(text)
		if !ok || err != nil {
			return
		}
		if again, _, _ := ParseCode(c.String()); again != c {
			t.Errorf("%q is %v and %v", text, c, again)
		}
	})
}
