package style

import (
	"fmt"
	"math"
	"strconv"

	"facet/model"
)

// Number writes a cost with separators between thousands from 10 000 on. The
// separator is a plain space: a cell of a terminal is one cell wide whatever
// kind of space is in it, and this one is in every font.
func Number(c model.Cost) string {
	if c.IsSaturated() {
		return c.String()
	}
	return Count(int64(c))
}

// Count writes any whole number the same way.
func Count(n int64) string {
	digits := strconv.FormatInt(n, 10)
	start := 0
	if n < 0 {
		start = 1
	}
	if len(digits)-start < 5 {
		return digits
	}
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for k := range len(digits) {
		if k > start && (len(digits)-k)%3 == 0 {
			out = append(out, ' ')
		}
		out = append(out, digits[k])
	}
	return string(out)
}

// Percent writes a share of 1, and RoundPercent does so without decimals.
func Percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// RoundPercent is described with Percent.
func RoundPercent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }

// Plural writes a number with its noun: "1 face", "12 faces".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

// Seconds writes a time with three digits and its unit: "1.25 ms".
func Seconds(t float64) string {
	switch {
	case t == 0:
		return "0 s"
	case t >= 999.5:
		return Count(int64(math.Round(t))) + " s"
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}} {
		if t >= unit.size {
			return fmt.Sprintf("%.3g %s", t/unit.size, unit.name)
		}
	}
	return fmt.Sprintf("%.3g ns", math.Round(t/1e-12)/1e3)
}
