package pattern_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/pattern"
)

// Products, meetings, colours and sums of large patterns that a few words describe take
// steps in the order of the spans that go in and come out, or of the colours of all
// columns; what would take more ends at the limit, and is not known.
func TestSteps(t *testing.T) {
	alternating := func(n int) string { // row r of two has the columns from r on
		var rows []string
		for r := range n {
			if r%2 == 0 {
				rows = append(rows, fmt.Sprintf("%d-%d", r, n-1))
			} else {
				rows = append(rows, "")
			}
		}
		return "rows " + strings.Join(rows, ";")
	}
	scattered := func(n, each int) string {
		r := rand.New(rand.NewPCG(3, 4))
		var rows []string
		for range n {
			var row []string
			for range each {
				row = append(row, fmt.Sprint(r.IntN(n)))
			}
			rows = append(rows, strings.Join(row, " "))
		}
		return "rows " + strings.Join(rows, ";")
	}
	for _, c := range []struct {
		name, text string
		n          int64
		most       int64 // steps of all that is asked below
	}{
		{"lower triangle", "band 10000 0", 10_000, 3_000_000},
		{"large lower triangle", "band 100000 0", 100_000, 20_000_000},
		{"large upper triangle", "band 0 100000", 100_000, 20_000_000},
		{"wide band", "band 2000 2000", 20_000, 20_000_000},
		{"half", "band 50000 0", 100_000, 8 * pattern.MostSteps},
		{"alternating", alternating(20_000), 20_000, 8 * pattern.MostSteps},
		{"scattered", scattered(20_000, 3), 20_000, 8 * pattern.MostSteps},
		{"a row of all columns", "rows 0-199999" + strings.Repeat(";0", 199_999), 200_000, 40_000_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "half" {
				extent.FullOnly(t) // alternating comes to the limit, too
			}
			table := pattern.NewTable()
			p := table.Intern(read(t, c.text, c.n, c.n))
			for _, ask := range []struct {
				what string
				of   func() any
			}{
				{"the product", func() any { return p.Times(p).Entries() }},
				{"the columns that meet", func() any { return p.Meeting().Entries() }},
				{"the rows that meet", func() any { return p.RowMeeting().Entries() }},
				{"the colours", func() any { return p.Colors() }},
				{"the colours of rows", func() any { return p.RowColors() }},
				{"the sum", func() any { return p.Union(p.Transposed()).Entries() }},
			} {
				before := table.Steps()
				got := ask.of()
				if steps := table.Steps() - before; steps > 4*pattern.MostSteps {
					t.Errorf("%s (%v) take %d steps", ask.what, got, steps)
				}
			}
			if steps := table.Steps(); steps > c.most {
				t.Errorf("all take %d steps, more than %d", steps, c.most)
			}
		})
	}
}

// Rows of a product that are united in pairs, fours and so on are those of the definition,
// where rows are spans, bits, or long spans of both.
func TestUnionsOfManyRows(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		n := 100 + r.Int64N(100)
		wide := func() *pattern.Pattern {
			var rows []string
			for range n {
				var row []string
				for range 1 + r.IntN(3) {
					from := r.Int64N(n)
					row = append(row, fmt.Sprintf("%d-%d", from, from+r.Int64N(n-from)))
				}
				rows = append(rows, strings.Join(row, " "))
			}
			return read(t, "rows "+strings.Join(rows, ";"), n, n)
		}
		few := make([][]int64, n)
		for k := range few {
			for range r.IntN(1 + r.IntN(40)) {
				few[k] = append(few[k], r.Int64N(n))
			}
		}
		p, q := wide(), pattern.FromRows(n, few)
		a, b := plainOf(p), plainOf(q)
		for what, check := range map[string]struct {
			got  *pattern.Pattern
			want plain
		}{
			"wide times few":  {p.Times(q), a.times(b)},
			"wide times wide": {p.Times(p), a.times(a)},
			"transposed":      {p.Transposed(), a.transposed()},
		} {
			if !slices.EqualFunc(plainOf(check.got), check.want, slices.Equal) {
				t.Fatalf("%s of %d is wrong", what, n)
			}
		}
	}
}
