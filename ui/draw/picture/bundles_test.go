package picture

import (
	"testing"

	"facet/ui/draw/picture/layout"
)

// Lines that leave one vertex side by side and pass a row side by side pass the
// next one so, too, along whole sequences.
func TestBundlesStayTogether(t *testing.T) {
	for name, test := range map[string]struct {
		d    testDag
		most float64 // share of them that are parted
	}{"openfoam": {openfoamDag(), 0.1}, "newton10": {newtonDag(10), 0.1},
		"60/100": {randomDag(2, 60, 100), 0.1}} {
		together, parted := 0, 0
		run(test.d, thrifty, 40, func(_ int, _, now *Layout, _ int) {
			a, b := bundles(now.sk)
			together, parted = together+a, parted+b
		})
		share := float64(parted) / float64(max(1, together+parted))
		t.Logf("%s: of %d neighbours %.1f %% are parted from one row to the next", name, together+parted,
			100*share)
		if share > test.most || together < 50 {
			t.Errorf("%s: %.1f %% of the neighbours are parted", name, 100*share)
		}
	}
}

// bundles counts neighbouring bends of edges with one origin that are neighbours
// in the next row, too, and those that are not.
func bundles(sk *layout.Skeleton) (together, parted int) {
	for _, row := range sk.Rows {
		for p := 1; p < len(row); p++ {
			i, j := row[p-1], row[p]
			if !sk.IsBend(i) || !sk.IsBend(j) {
				continue
			}
			a, b := sk.Segments[sk.Out[i][0]], sk.Segments[sk.Out[j][0]]
			if sk.Edges[a.Edge].From != sk.Edges[b.Edge].From || !sk.IsBend(a.To) || !sk.IsBend(b.To) {
				continue
			}
			if abs(sk.Place[a.To]-sk.Place[b.To]) == 1 {
				together++
			} else {
				parted++
			}
		}
	}
	return together, parted
}
