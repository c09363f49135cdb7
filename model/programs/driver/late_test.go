package driver_test

import (
	"regexp"
	"strings"
	"testing"

	"facet/model"
	"facet/model/programs/driver"
)

// Values in Python are computed where they are wanted first, in the order of the run; those of
// calls that are prepared together come before any derivative of these.
func TestValuesAreComputedLate(t *testing.T) {
	for _, together := range []bool{false, true} {
		g := steps(t, 6, false)
		for j := range g.Vertices {
			if together && !g.IsSource(j) {
				g.Vertices[j].Extra = append(g.Vertices[j].Extra, model.Attribute{Name: "prepared_together",
					Type: "boolean", Value: "true"})
			}
		}
		for _, backwards := range []bool{false, true} {
			text, err := driver.NewDense(g, backwards).WriteLines("python", origin)
			if err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(string(text), "def jacobian")
			var kinds strings.Builder // of the lines: v a value, d a derivative
			known := map[string]bool{"vu": true, "vp": true}
			var order []string
			for line := range strings.Lines(body) {
				if m := regexp.MustCompile(`^    (v\w+) = modules\.`).FindStringSubmatch(line); m != nil {
					known[m[1]] = true
					order = append(order, m[1])
					kinds.WriteByte('v')
				} else if m := regexp.MustCompile(`modules\.(?:tangent|adjoint)_\w+_(\w+)\(([^)]*)`).
					FindStringSubmatch(line); m != nil {
					kinds.WriteByte('d')
					for _, name := range append(strings.Split(m[2], ", "), "v"+m[1]) {
						if strings.HasPrefix(name, "v") && !known[name] {
							t.Errorf("%q is given before its value is computed:\n%s", line, body)
						}
					}
				}
			}
			if want := "vu1 vu2 vu3 vy3 vu4 vu5 vu6 vy6"; strings.Join(order, " ") != want {
				t.Errorf("values are computed in the order %v, want %s", order, want)
			}
			if first := strings.HasPrefix(kinds.String(), "vvvvvvvvd"); first != (together || backwards) {
				t.Errorf("together %v, backwards %v: values and derivatives are %s\n%s", together, backwards,
					kinds.String(), body)
			}
		}
	}
}
