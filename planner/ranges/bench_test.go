package ranges

import (
	"testing"

	"facet/planner"
	"facet/planner/linegraph/linegraphtest"
)

// BenchmarkAnalyse is the whole table of each dag of the literature, on two workers.
// It prints how many parameters there are and how many ranges are proved.
func BenchmarkAnalyse(b *testing.B) {
	for _, c := range linegraphtest.Cases(b) {
		b.Run(c.Name, func(b *testing.B) {
			var all, proved float64
			for b.Loop() {
				got, err := Analyse(b.Context(), c.Dag, nil, Options{Search: planner.Options{Workers: 2}})
				if err != nil {
					b.Fatal(err)
				}
				all, proved = float64(len(got.Ranges)), 0
				for _, r := range got.Ranges {
					if r.Proved() {
						proved++
					}
				}
			}
			b.ReportMetric(all, "ranges")
			b.ReportMetric(proved, "proved")
		})
	}
}
