package measuring

import (
	"strings"
	"testing"

	"facet/model/measured"
)

// Costs that are noise are warned of, with what helps.
func TestNoise(t *testing.T) {
	sample := func(each float64) []measured.Sample {
		return []measured.Sample{{1, 1e-3}, {4, each}, {16, 2e-3}}
	}
	for _, c := range []struct {
		took    float64
		repeat  int
		untimed string
		want    string
	}{
		{1.2e-3, 1, "", ""},
		{1.2e-2, 1, "", "repeat the measurement with more rounds, such as --repeat 15."},
		{1.2e-2, 15, "",
			"repeat the measurement while the machine is idle, with more --time, or with --processor."},
		{1.2e-2, 15, "3 of 9 calls", "repeat the measurement with more --time."},
	} {
		group := measured.Group{Module: "f", Argument: "u", Rows: 2, Columns: 2, Tangent: sample(c.took),
			Adjoint: sample(c.took), TangentsUsed: []float64{1, 4, 16}, AdjointsUsed: []float64{1, 4, 16}}
		p, err := measured.New(&measured.Report{
			Vertices: []measured.Vertex{{ID: "u", Size: 2}, {ID: "f", Size: 2}},
			Edges:    []measured.Edge{{Target: 1}}, Groups: []measured.Group{group},
			Products: [][4]float64{{1, 1, 1, 1e-6}, {48, 48, 48, 1e-4}}, Untimed: c.untimed,
		}, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		r := newResult(p)
		r.repeat = c.repeat
		var out strings.Builder
		r.write(&out)
		_, warning, warned := strings.Cut(out.String(), "WARNING: ")
		if warned != (c.want != "") || !strings.Contains(warning, c.want) {
			t.Errorf("%+v: warned of %q", c, warning)
		}
	}
}
