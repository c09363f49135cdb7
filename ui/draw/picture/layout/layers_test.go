package layout_test

import (
	"testing"

	"facet/ui/draw/picture/internal/dags"
)

func TestLayersAreProperAndTight(t *testing.T) {
	all := dags.Named()
	for seed := range uint64(10) {
		all[string(rune('a'+seed))] = dags.Random(seed, 40, 70)
	}
	for name, d := range all {
		rows := d.Layers()
		top := 0
		for _, row := range rows {
			if row < 0 {
				t.Fatalf("%s: a layer above the first", name)
			}
			if row == 0 {
				top++
			}
		}
		if top == 0 {
			t.Errorf("%s: the first layer is empty", name)
		}
		for i := range d.Names {
			above, below := -1, 1<<30
			ups, downs := 0, 0
			for _, e := range d.Edges {
				if rows[e.From] >= rows[e.To] {
					t.Fatalf("%s: edge %v does not point downwards", name, e)
				}
				if e.To == i {
					above, ups = max(above, rows[e.From]), ups+1
				}
				if e.From == i {
					below, downs = min(below, rows[e.To]), downs+1
				}
			}
			if downs > ups && below-1 > rows[i] || ups > downs && above+1 < rows[i] {
				t.Errorf("%s: moving %s would shorten the edges", name, d.Names[i])
			}
		}
	}
}

// TestRowsOfTheLineDag checks the row rule on the original line dag: an edge of
// the dag stands on the row of its target, a sink one below.
func TestRowsOfTheLineDag(t *testing.T) {
	rows := dags.Bat().Layers()
	for _, test := range []struct{ got, want int }{
		{rows.Source(0), 0}, {rows.Path(1), 1}, {rows.Path(4), 2}, {rows.Path(5), 3}, {rows.Sink(5), 4},
	} {
		if test.got != test.want {
			t.Errorf("row %d, want %d", test.got, test.want)
		}
	}
}
