package generate

import (
	"strings"
	"testing"

	"facet/model"
)

// The totals of programs that step in time, computed by hand: a tangent of a band of 400
// costs 3·400, and the product of four has nine diagonals, so nine colours. The colours
// of the eighth power of the grid were counted by another program; the sensors see rows
// of 3 and 4 entries that do not meet.
func TestStepsInTime(t *testing.T) {
	for _, c := range []struct {
		name                       string
		make                       func() (*model.Dag, error)
		dense, compressed          model.Cost
		entries, colours, vertices int64
	}{
		{"band", func() (*model.Dag, error) {
			return Banded(400, 4, 1, 1)
		}, 1_920_000, 43_200, 3*400 - 2, 3, 5},
		{"bands", func() (*model.Dag, error) {
			return Banded(400, 12, 1, 1)
		}, 5_760_000, 360_000, 3*400 - 2, 3, 13},
		{"upper", func() (*model.Dag, error) { return Banded(5, 1, 0, 2) }, 5 * 15, 3 * 15, 5 + 4 + 3, 3, 2},
		{"grid", func() (*model.Dag, error) {
			return Stencil([]int{24, 24}, 8, 2, 0)
		}, 13_271_040, 160 * 8 * 5 * 576, 5*576 - 4*24, 7, 9},
		{"line", func() (*model.Dag, error) {
			return Stencil([]int{9}, 1, 4, 0)
		}, 9 * 45, 5 * 45, 5*9 - 6, 5, 2},
		{"sensors", func() (*model.Dag, error) {
			return Stencil([]int{3, 4}, 1, 2, 2)
		}, 12 * 60, 4 * 60, 5*12 - 2*3 - 2*4, 6, 3},
	} {
		g, err := c.make()
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		compressed, _ := g.CompressedTangent()
		e := g.Edges[0]
		if g.DenseTangent() != c.dense || compressed != c.compressed || e.Pattern.Entries() != c.entries ||
			e.Pattern.Colors() != c.colours || int64(len(g.Vertices)) != c.vertices {
			t.Errorf("%s: dense %d, compressed %d, %d entries, %d colours, %d vertices", c.name,
				g.DenseTangent(), compressed, e.Pattern.Entries(), e.Pattern.Colors(), len(g.Vertices))
		}
	}
}

// A point in the interior depends on its neighbours along both axes, one at a corner on
// two; what sensors see is spread.
func TestStencilRows(t *testing.T) {
	g, err := Stencil([]int{3, 4}, 1, 2, 2)
	if err != nil {
		t.Fatal(err)
	}
	text := g.Edges[0].Pattern.Text()
	rows := strings.Split(strings.TrimPrefix(text, "rows "), ";")
	if len(rows) != 12 || rows[0] != "0-1 4" || rows[5] != "1 4-6 9" || rows[11] != "7 10-11" {
		t.Errorf("the pattern is %s", text)
	}
	if last := g.Edges[1].Pattern; last.Text() != "select 3 9" || !last.IsUnit() {
		t.Errorf("the sensors are %s", last.Text())
	}
}

// What cannot be made is refused in a sentence.
func TestStepsRefused(t *testing.T) {
	for want, make := range map[string]func() (*model.Dag, error){
		"a band that reaches 5":   func() (*model.Dag, error) { return Banded(5, 2, 5, 0) },
		"0 steps":                 func() (*model.Dag, error) { return Banded(5, 0, 1, 1) },
		"0 entries":               func() (*model.Dag, error) { return Banded(0, 1, 0, 0) },
		"at most":                 func() (*model.Dag, error) { return Banded(1_000_000, 1000, 1, 1) },
		"differences of order 3":  func() (*model.Dag, error) { return Stencil([]int{4, 4}, 1, 3, 0) },
		"17 sensors on 16 points": func() (*model.Dag, error) { return Stencil([]int{4, 4}, 1, 2, 17) },
		"a grid of more than":     func() (*model.Dag, error) { return Stencil([]int{4000, 4000}, 1, 2, 0) },
		"0 points along an axis":  func() (*model.Dag, error) { return Stencil([]int{4, 0}, 1, 2, 0) },
		"a grid of 4 dimensions":  func() (*model.Dag, error) { return Stencil([]int{2, 2, 2, 2}, 1, 2, 0) },
	} {
		if _, err := make(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v does not say %q", err, want)
		}
	}
}
