package planner

import (
	"strings"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest/extent"
)

// What looks at thousands of sequences refuses a dag with large patterns or many faces, and
// takes one with small ones.
func TestCheckMany(t *testing.T) {
	extent.NoRace(t)
	for _, c := range []struct {
		name string
		dag  func() (*model.Dag, error)
		want string
	}{
		{"small grid", func() (*model.Dag, error) { return generate.Stencil([]int{24, 24}, 8, 2, 0) }, ""},
		{"large grid", func() (*model.Dag, error) {
			return generate.Stencil([]int{300, 300}, 16, 2, 0)
		}, "the patterns of all Jacobians take"},
		{"dense layers", func() (*model.Dag, error) {
			return generate.Layered(3, 100, 100, generate.Elementals{MaxSize: 2, Seed: 1})
		}, "the line dag has 1020000 vertices and faces"},
	} {
		g, err := c.dag()
		if err != nil {
			t.Fatal(err)
		}
		if err := CheckMany(g); (err == nil) != (c.want == "") || err != nil &&
			!strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
