package source_test

import (
	"runtime"
	"strings"
	"testing"

	"facet/model/modeltest/extent"
	"facet/model/programs/source"
)

// TestNestedExpressions: what is nested twice as deep takes twice as much to read, and not
// four times: operations have texts, which must not each hold all that is within them.
func TestNestedExpressions(t *testing.T) {
	allocated := func(open, shut string, n int) uint64 {
		text := "package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x float64) float64 { return " +
			strings.Repeat(open, n) + "x" + strings.Repeat(shut, n) + " }"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := source.Read("f.go", []byte(text), "F")
		runtime.ReadMemStats(&after)
		if err != nil || len(p.Nodes) <= n {
			t.Fatalf("%d times %q: %v", n, open, err)
		}
		return after.TotalAlloc - before.TotalAlloc
	}
	for _, c := range [][2]string{{"- ", ""}, {"math.Sin(", ")"}, {"2*(", ")"}} {
		n := extent.Of(2000, 4000)
		once, twice := allocated(c[0], c[1], n), allocated(c[0], c[1], 2*n)
		if twice > 3*once {
			t.Errorf("%q: %d bytes for %d, %d for twice as many", c[0], once, n, twice)
		}
	}
}
