// Package sourcetest makes random straight-line programs for tests.
package sourcetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Random is a Go function of some inputs and outputs and about so many
// operations, whose values stay near 1.
func Random(rng *rand.Rand, name string, operations int) string {
	inputs, outputs := 1+rng.IntN(4), 1+rng.IntN(3)
	var known []string
	var params []string
	for k := range inputs {
		params = append(params, fmt.Sprintf("x%d", k))
		known = append(known, params[k])
	}
	pick := func() string {
		if rng.IntN(8) == 0 {
			return []string{"1", "-1", "0.5", "2", "1.25"}[rng.IntN(5)]
		}
		return known[max(0, len(known)-1-rng.IntN(min(len(known), 6)))]
	}
	var body strings.Builder
	for k := range operations {
		a, b := pick(), pick()
		expr := [...]string{
			a + " + " + b, a + " - " + b, a + " * " + b, a + " * " + b, a + " / (2 + " + b + "*" + b + ")",
			"-" + known[len(known)-1],
			"math.Sin(" + a + ")", "math.Exp(0 - " + a + "*" + a + ")", "math.Sqrt(1 + " + a + "*" + a + ")",
			"math.Tanh(" + a + ") * " + b,
			"math.Atan2(" + a + ", 2+" + b + "*" + b + ")", "math.Pow(1+" + a + "*" + a + ", 0.3)",
		}[rng.IntN(12)]
		v := fmt.Sprintf("v%d", k)
		fmt.Fprintf(&body, "\t%s := float64(%s)\n", v, expr)
		known = append(known, v)
	}
	var results []string
	for k := range outputs {
		results = append(results, known[max(0, len(known)-1-k*rng.IntN(3))])
	}
	used := strings.Join(known, ", ")
	blanks := strings.TrimSuffix(strings.Repeat("_, ", len(known)), ", ")
	return fmt.Sprintf("func %s(%s float64) (%s) {\n%s\t%s = %s\n\treturn %s\n}\n", name,
		strings.Join(params, ", "),
		strings.TrimSuffix(strings.Repeat("float64, ", outputs), ", "), body.String(), blanks, used,
		strings.Join(results, ", "))
}
