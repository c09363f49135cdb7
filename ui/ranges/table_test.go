package ranges

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"facet/planner/ranges"
	"facet/ui/draw/style"
	"facet/ui/uitest"
)

// The table of Lion by hand: bars, ends, rates and marks of what is not proved.
func TestTable(t *testing.T) {
	g := uitest.Sample(t, "lion")
	all := []ranges.Range{
		{Parameter: ranges.Parameter{What: ranges.TangentCost, At: 0}, Value: 2, From: 1, To: 7,
			FromProved: true, ToProved: true,
			Below: ranges.Loss{Cost: 3, PerUnit: 4, Exact: true},
			Above: ranges.Loss{At: 8, Cost: 1, PerUnit: 2, Exact: true}},
		{Parameter: ranges.Parameter{What: ranges.AdjointCost, At: 0}, Value: 4, From: 0,
			To: ranges.Unbounded, FromProved: true, ToProved: true},
		{Parameter: ranges.Parameter{What: ranges.Size, At: 1}, Value: 1, From: 1, To: 1, FromProved: true},
		{Parameter: ranges.Parameter{What: ranges.Size, At: 2}, Value: 1, Never: true, FromProved: true,
			ToProved: true},
	}
	table := NewTable(g, all)
	for ascii, want := range map[bool]string{
		false: `
         now  from   to  below  above  /10      1      x10
T  0->1    2     1    7     +4     +2        ├──●────┤
A  0->1    4     0  any                ─────────●─────────
`,
		true: `
         now  from   to  below  above  /10      1      x10
T  0->1    2     1    7     +4     +2        |--*----|
A  0->1    4     0  any                ---------*---------
`,
	} {
		th := style.Make(style.Mono, ascii, termenv.Ascii)
		table := NewTable(g, all[:2])
		got := "\n" + table.Head(th, 58) + "\n"
		for k := range 2 {
			got += table.Row(th, k, 58) + "\n"
		}
		if got != want {
			t.Errorf("%s", got)
		}
	}
	th := style.Make(style.Mono, true, termenv.Ascii)
	if got := table.Row(th, 2, 60); !strings.Contains(got, "1?") {
		t.Error(got)
	}
	if got := table.Row(th, 3, 60); !strings.HasSuffix(got, "never") {
		t.Error(got)
	}
}
