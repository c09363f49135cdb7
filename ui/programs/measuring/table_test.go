package measuring

import (
	"reflect"
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

// A time series of outputs is one row of checks, and what is not right has one of its own.
func TestChecksOfOnePlace(t *testing.T) {
	all := []measured.Check{{Kind: "tangent", Module: "step", Argument: "u", Where: "a.py:3", Error: 1e-9, OK: true},
		{Kind: "tangent", Module: "step", Argument: "p", Where: "a.py:3", Error: 3e-8, OK: true}}
	for _, name := range []string{"v1", "w1", "v2", "w2", "v3", "w3", "v4", "w4", "v5", "w5", "v6", "w6"} {
		all = append(all, measured.Check{Kind: "program", Module: "a.py", Argument: name,
			Where: "a.py:" + map[byte]string{'v': "7", 'w': "9"}[name[0]], Error: 1e-10, OK: name != "w5"})
	}
	want := [][]string{{"check", "of", "by", "at", "relative error"},
		{"tangent", "step", "u, p", "a.py:3", "3e-08"},
		{"program", "a.py", "v1, v2, v3, v4 and 2 others", "a.py:7", "1e-10"},
		{"program", "a.py", "w1, w2, w3, w4, w6", "a.py:9", "1e-10"},
		{"program", "a.py", "w5", "a.py:9", "1e-10  trusted, not right"}}
	if got := checks(all); !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}
