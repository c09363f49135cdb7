package layout_test

import (
	"fmt"
	"testing"

	"facet/ui/draw/picture/layout"
)

func TestLayersAreProperAndTight(t *testing.T) {
	for seed := range uint64(12) {
		name := fmt.Sprint("dag ", seed)
		keys, edges := random(seed, 4+4*int(seed), 7+7*int(seed))
		rows, err := layout.Layers(keys, edges)
		if err != nil {
			t.Fatal(err)
		}
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
		for i := range keys {
			above, below := -1, 1<<30
			ups, downs := 0, 0
			for _, e := range edges {
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
				t.Errorf("%s: moving %d would shorten the edges", name, i)
			}
		}
	}
}

// TestRowsOfTheLineDag checks the row rule on the original line dag: an edge of
// the dag stands on the row of its target, a sink one below.
func TestRowsOfTheLineDag(t *testing.T) {
	rows, err := layout.Layers([]int{0, 1, 2, 3, 4, 5, 6, 7}, []layout.EdgeKey{{From: 0, To: 2}, {From: 1, To: 3},
		{From: 2, To: 4}, {From: 3, To: 4}, {From: 2, To: 5}, {From: 4, To: 5}, {From: 4, To: 6},
		{From: 4, To: 7}, {From: 3, To: 7}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ got, want int }{
		{rows.Source(0), 0}, {rows.Path(2), 1}, {rows.Path(4), 2}, {rows.Path(5), 3}, {rows.Sink(5), 4},
	} {
		if test.got != test.want {
			t.Errorf("row %d, want %d", test.got, test.want)
		}
	}
}
