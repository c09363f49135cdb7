package measured_test

import (
	"math"
	"slices"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// What is prepared is a part of what a method takes where one of its calls asks for it, as often as calls
// do; where it is not known who asks, always.
func TestPreparedForThoseWhoAsk(t *testing.T) {
	with := func(kind string, names ...string) map[string][]string { return map[string][]string{kind: names} }
	for _, test := range []struct {
		first, second map[string][]string
		calls         []measured.Call
		takes, least  float64
	}{
		{with("adjoint", "a"), with("jacobian", "b by u"), []measured.Call{{Mode: model.TAN, Edges: []int{0}}}, 0, 0},
		{with("adjoint", "a"), with("jacobian", "b by u"), []measured.Call{{Mode: model.ADJ, Edges: []int{0}},
			{Mode: model.ADJ, Edges: []int{0}}}, 1, 0},
		{with("adjoint", "a"), with("jacobian", "b by u"), []measured.Call{{Mode: model.TAN, Edges: []int{1}}}, 0, 0},
		{with("adjoint", "a"), with("jacobian", "b by u"), []measured.Call{{Mode: model.TAN, Whole: true, Edges: []int{1}}},
			20, 0},
		{map[string][]string{"adjoint": {"a"}, "tangent": {"a"}}, with("tangent"), nil, 0, 1},
		{nil, nil, []measured.Call{{Mode: model.TAN, Edges: []int{0}}}, 43, 43},
	} {
		r := twoSteps()
		r.Edges[0].Asks, r.Edges[1].Asks = test.first, test.second
		plain, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		before := plain.Takes(test.calls, nil)
		r.Prepared = []measured.Prepared{{Module: "a", Times: 3, Seconds: 1}, {Module: "b by u", Times: 2, Seconds: 20}}
		p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Takes(test.calls, nil) - before; math.Abs(got-test.takes) > 1e-9 || p.PreparedAtLeast() != test.least {
			t.Errorf("%+v: %g s, and %g at least", test, got, p.PreparedAtLeast())
		}
	}
}

// In C++, where nobody listens, what is prepared in as much time as the module takes may be the same work.
func TestWhatIsPreparedMayBeSaved(t *testing.T) {
	const advice = "a: what it prepares takes as long as the module: if it computes the same, let the module save it, and return std::pair(result, saved)"
	for value, want := range map[float64]float64{1e-3: 3e-3, 1.2e-3: 3e-3, 1e-4: 0, 1e-2: 0} {
		r := twoSteps()
		r.Vertices[1].Seconds = value
		r.Prepared = []measured.Prepared{{Module: "a", Times: 3, Seconds: 1e-3}}
		p, err := measured.New(r, measured.Origin{File: "f.cpp", Language: "c++"})
		if err != nil {
			t.Fatal(err)
		}
		found := p.Advise([]measured.Call{{Mode: model.ADJ, Edges: []int{0}, Seeds: 1, Target: 1}}, nil, 0.02)
		at := slices.IndexFunc(found, func(a measured.Advice) bool { return a.Text == advice })
		if (at >= 0) != (want > 0) || at >= 0 && math.Abs(found[at].Seconds-want) > want/100 {
			t.Errorf("a value of %g s: %v", value, found)
		}
	}
}
