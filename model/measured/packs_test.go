package measured_test

import (
	"math"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// A mark that loops over its rows is advised to take eight at once, and one that has nothing to gain is not.
func TestRowsOneAfterTheOtherComeInPacks(t *testing.T) {
	loops := []string{"u", "p"}
	advised := func(setup, second, each float64, seeds int64, loops []string) (string, float64) {
		r := twoSteps()
		r.Products = [][4]float64{{1, 1, 1, 1e-9}, {48, 48, 48, 48 * 48 * 48e-9}} // 100 ns for a row of the Jacobian
		g := &r.Groups[0]
		g.Adjoint = []measured.Sample{{1, setup + each}, {2, setup + each + second}, {42, setup + second + 41*each}}
		g.AdjointMark, g.AdjointLoops = loops, loops != nil
		p, err := measured.New(r, measured.Origin{File: "f.cpp", Language: "c++"})
		if err != nil {
			t.Fatal(err)
		}
		found := p.Advise([]measured.Call{{Mode: model.ADJ, Edges: []int{0}, Seeds: model.Cost(seeds), Target: 1}}, nil, 0.05)
		if len(found) == 0 {
			return "", 0
		}
		return found[0].Text, found[0].Seconds
	}
	const each, entries = 1e-6, 20 * 0.85e-9
	pack := func(size float64) float64 { return 0.3*each + size*(0.3*each+entries) }
	for seeds, size := range map[int64][]float64{2: {2}, 3: {4}, 9: {8, 2}, 5: {8}, 13: {8, 8}, 16: {8, 8}} {
		want := float64(seeds) * each
		for _, s := range size {
			want -= pack(s)
		}
		text, got := advised(200e-9, each, each, seeds, loops)
		if math.Abs(got-max(0, want)) > 1e-9 || got > 0 && !strings.Contains(text, "adjoint by u, p") ||
			got > 0 && !strings.Contains(text, "facet::each<2>(f)") {
			t.Errorf("%d rows in packs save %g, want %g: %q", seeds, got, want, text)
		}
	}
	for why, text := range map[string]func() (string, float64){
		"it is none that loops":         func() (string, float64) { return advised(200e-9, each, each, 16, nil) },
		"there is one row":              func() (string, float64) { return advised(200e-9, each, each, 1, loops) },
		"two take no longer than one":   func() (string, float64) { return advised(200e-9, each/4, each, 16, loops) },
		"the rows are not what it does": func() (string, float64) { return advised(5e-6, each, each, 16, loops) },
		"it may be a product":           func() (string, float64) { return advised(0, 1.1e-7, 1.1e-7, 16, loops) },
	} {
		if got, seconds := text(); strings.Contains(got, "facet::each") {
			t.Errorf("where %s, %g s are promised: %s", why, seconds, got)
		}
	}
}
