package code

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestSigns: a minus sign that entries share stands once, and entries and values are what they
// were, to the last bit.
func TestSigns(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	type function struct {
		text  string
		minus int // at most so many signs before names
	}
	all := []function{
		// Each of the last two results has the derivatives -p·u and -p·v.
		{"func F(a, b, u, v float64) (x, y float64) { return (u - a) * (b - u) * v, (v - a) * (b - v) * u }",
			4},
		{"func F(m [4]float64, b [2]float64) (x, y float64) { d := m[0]*m[3] - m[1]*m[2]; return (m[3]*b[0] - m[1]*b[1]) / d, (m[0]*b[1] - m[2]*b[0]) / d }", 6},
		// Both operands of a difference are entries with a minus sign.
		{"func F(a, b, c, d float64) (x, y, z float64) { u, v := -(a * b), -(c * d); return u * b, v * d, u*b - v*d }", 8},
	}
	for range 300 {
		all = append(all, function{rational(rng), math.MaxInt})
	}
	turned := 0
	for _, f := range all {
		p, _, j := backwards(t, "package main\n\n"+f.text)
		x := make([]float64, len(p.Program.Inputs))
		for k := range x {
			x[k] = 0.5 + rng.Float64()
		}
		values, entries := j.Evaluate(x)
		var signs int
		for _, e := range j.Entries {
			signs += map[bool]int{true: 1}[e.value.negative]
		}
		out, err := j.Write(Origin{}, Form{})
		if err != nil {
			t.Fatal(err)
		}
		valuesThen, entriesThen := j.Evaluate(x)
		if fmt.Sprint(values) != fmt.Sprint(valuesThen) || fmt.Sprint(entries) != fmt.Sprint(entriesThen) {
			t.Errorf("%s: %v %v, before %v %v", f.text, valuesThen, entriesThen, values, entries)
		}
		n := strings.Count(string(out), "= -")
		if n > f.minus {
			t.Errorf("%s: %d minus signs, want at most %d\n%s", f.text, n, f.minus, out)
		}
		for _, e := range j.Entries {
			signs -= map[bool]int{true: 1}[e.value.negative]
		}
		turned += map[bool]int{true: 1}[signs > 0]
	}
	if turned < 20 {
		t.Errorf("of %d functions, %d have entries that are turned", len(all), turned)
	}
}

// rational is a random function of sums, differences and products, and a quotient.
func rational(rng *rand.Rand) string {
	var text strings.Builder
	text.WriteString("func F(v0, v1, v2, v3 float64) (x, y, z float64) {\n")
	names := 4
	for ; names < 20; names++ {
		a, b := rng.IntN(names), rng.IntN(names)
		fmt.Fprintf(&text, "v%d := v%d %c v%d\n", names, a, "+----***"[rng.IntN(8)],
			b+map[bool]int{true: 1 - 2*min(b, 1)}[a == b])
	}
	for k := range names {
		fmt.Fprintf(&text, "_ = v%d\n", k)
	}
	fmt.Fprintf(&text, "return v%d * v0, v%d - v1, v%d / v2\n}\n", names-1, names-2, names-3)
	return text.String()
}
