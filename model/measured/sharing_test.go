package measured_test

import (
	"math"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// A mark that does one thing twice is advised to share it twice, and not four times.
func TestTwiceIsSharedTwice(t *testing.T) {
	const seconds = 1e-3
	r := twoSteps()
	again := measured.Work{Name: "solve", Line: 3, Seconds: seconds, Several: 4 * seconds, Times: 1, Top: true,
		Keys: []string{"W"}}
	for _, argument := range []string{"u", "v"} {
		r.Habits = append(r.Habits, measured.Habit{Module: "a", Kind: "adjoint", Arguments: []string{argument},
			Vertices: []int{1}, Works: []measured.Work{again, again}})
	}
	for k := range r.Groups {
		for n := range r.Groups[k].Adjoint {
			r.Groups[k].Adjoint[n][1] += 2 * seconds
		}
	}
	second := r.Edges[0]
	second.Argument, second.Source = "v", len(r.Vertices)
	r.Vertices = append(r.Vertices, measured.Vertex{ID: "v", Size: 10})
	r.Edges = append(r.Edges, second)
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	var calls []measured.Call
	for _, edge := range []int{0, 2} {
		calls = append(calls, measured.Call{Mode: model.ADJ, Edges: []int{edge}, Seeds: 1, Target: 1})
	}
	for _, advice := range p.Advise(calls, nil, 0.05) {
		if strings.Contains(advice.Text, "joint=True") {
			if math.Abs(advice.Seconds-2*seconds) > seconds/100 {
				t.Errorf("it gains %g s, want %g: %s", advice.Seconds, 2*seconds, advice.Text)
			}
			return
		}
	}
	t.Error("no joint adjoint is advised")
}

// What two modules prepare from the same arguments is advised to be done by one; what they prepare from others
// is not.
func TestModulesThatComputeTheSame(t *testing.T) {
	const seconds = 1e-3
	for other, want := range map[string]float64{"K": seconds, "L": 0} {
		r := twoSteps()
		for n, given := range []string{"K", other} {
			module := []string{"a", "b"}[n]
			r.Habits = append(r.Habits, tangents(module, n+1), measured.Habit{Module: module, Kind: "prepare",
				Vertices: []int{n + 1}, Works: []measured.Work{{Name: "cho_factor", Line: 3 + n,
					Seconds: seconds, Several: seconds, Times: 1, Top: true, Once: true, Keys: []string{given}}}})
			r.Prepared = append(r.Prepared, measured.Prepared{Module: module, Times: 1, Seconds: seconds})
		}
		p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		calls := []measured.Call{{Mode: model.TAN, Edges: []int{0}, Seeds: 1, Target: 1},
			{Mode: model.TAN, Edges: []int{1}, Seeds: 1, Target: 2}}
		found, gain := p.Advise(calls, nil, 0.05), 0.0
		for _, a := range found {
			if a.Text == "a and b compute cho_factor (line 4) from the same arguments: let one module do both, which keeps it" {
				gain = a.Seconds
			}
		}
		if gain != want {
			t.Errorf("%s: it gains %g s, %g are wanted: %v", other, gain, want, found)
		}
	}
}

// Sparse matrices that a value puts together anew are advised to have a fixed pattern, and so are those of
// marks, of which a call could share one.
func TestSparseMatricesHaveAFixedPattern(t *testing.T) {
	const build = 1e-3
	r := twoSteps()
	r.Vertices[1].Seconds = 6 * build
	r.Habits = []measured.Habit{tangents("a", 1), {Module: "a", Kind: "value", Vertices: []int{1}}}
	for k := range r.Habits {
		times := 1 + 4*k
		r.Habits[k].Works = append(r.Habits[k].Works, measured.Work{Name: "bmat", Line: 5, Library: "sparse",
			Seconds: float64(times) * build, Several: float64(times) * build, Times: times})
	}
	for n := range r.Groups[0].Tangent {
		r.Groups[0].Tangent[n][1] += 2 * build
	}
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	call := measured.Call{Mode: model.TAN, Edges: []int{0}, Seeds: 1, Target: 1}
	found := p.Advise([]measured.Call{call, call}, nil, 0.05)
	want := 6 * (build - 40e-6)
	if len(found) != 1 || !strings.HasPrefix(found[0].Text,
		"a puts sparse matrices together anew 6 times, by bmat (line 5): ") || math.Abs(found[0].Seconds-want) > want/100 {
		t.Errorf("%v; %g s are wanted", found, want)
	}
}

// Where marks were not listened to, as in C++, what two of a call take before their first seed may be the
// same; a joint mark has nothing to share.
func TestSetupsAreAdvisedToBeShared(t *testing.T) {
	const setup = 1e-3
	r := twoSteps()
	for n := range r.Groups[0].Adjoint {
		r.Groups[0].Adjoint[n][1] += setup
	}
	other, edge := r.Groups[0], r.Edges[0]
	r.Groups[0].AdjointMark, other.AdjointMark = []string{"u"}, []string{"v"}
	other.Argument, edge.Argument, edge.Source, edge.Group = "v", "v", len(r.Vertices), len(r.Groups)
	r.Groups, r.Edges = append(r.Groups, other), append(r.Edges, edge)
	r.Vertices = append(r.Vertices, measured.Vertex{ID: "v", Size: 10})
	p, err := measured.New(r, measured.Origin{File: "f.cpp", Language: "c++"})
	if err != nil {
		t.Fatal(err)
	}
	call := func(edges ...int) measured.Call {
		return measured.Call{Mode: model.ADJ, Edges: edges, Seeds: 1, Target: 1}
	}
	found := p.Advise([]measured.Call{call(0), call(2)}, nil, 0.05)
	if len(found) != 1 || !strings.Contains(found[0].Text, "(adjoint by u, adjoint by v)") ||
		math.Abs(found[0].Seconds-setup) > setup/100 {
		t.Errorf("%v; a setup of %g s is wanted to be shared", found, setup)
	}
	if found := p.Advise([]measured.Call{call(0, 2)}, nil, 0.05); len(found) > 0 {
		t.Errorf("a joint mark is advised: %v", found)
	}
	p.Report.Groups[2].AdjointMark = nil
	if found := p.Advise([]measured.Call{call(0), call(2)}, nil, 0.05); len(found) > 0 {
		t.Errorf("what is made of another mark is advised to be shared: %v", found)
	}
}

// In C++ many calls that take as long as what they compute are advised to be joined; few are not, nor
// those that compute much.
func TestSmallCallsAreAdvisedToBeJoined(t *testing.T) {
	const setup = 50e-9
	for _, c := range []struct {
		calls int
		each  float64
		want  bool
	}{{20, 20e-9, true}, {10, 20e-9, false}, {20, 2e-6, false}} {
		r := twoSteps()
		for n := range r.Groups[0].Adjoint {
			r.Groups[0].Adjoint[n][1] = setup + c.each*r.Groups[0].Adjoint[n][0]
		}
		p, err := measured.New(r, measured.Origin{File: "f.cpp", Language: "c++"})
		if err != nil {
			t.Fatal(err)
		}
		const value = 40e-9 // of which a call is most
		var calls []measured.Call
		for target := range c.calls {
			p.Report.Vertices = append(p.Report.Vertices, measured.Vertex{})
			p.Report.Vertices[target].Seconds, p.Report.Vertices[target].Module = value, "a"
			calls = append(calls, measured.Call{Mode: model.ADJ, Edges: []int{0}, Seeds: 1, Target: target})
		}
		found := p.Advise(calls, nil, 0.05)
		if got := len(found) == 1 && strings.HasPrefix(found[0].Text, "a: many small calls"); got != c.want ||
			len(found) > 1 {
			t.Errorf("%d calls of %g s for each seed: %v", c.calls, c.each, found)
		}
		if want := float64(c.calls) * (setup + value) * 9 / 10; c.want && math.Abs(found[0].Seconds-want) > want/100 {
			t.Errorf("joined calls save %g s, want %g", found[0].Seconds, want)
		}
	}
}

// What takes a tenth of the time or more is named, the heaviest first, with the line that takes most of it.
func TestHeavyOperationsAreNamed(t *testing.T) {
	const seconds = 1e-3
	r := twoSteps()
	for k := range r.Groups {
		for n := range r.Groups[k].Adjoint {
			r.Groups[k].Adjoint[n][1] += seconds
		}
	}
	r.Habits = []measured.Habit{{Module: "a", Kind: "adjoint", Arguments: []string{"u"}, Vertices: []int{1},
		Works: []measured.Work{
			{Name: "W @ A", Library: "operator", Line: 7, Seconds: 0.8 * seconds, Several: seconds, Times: 1, Top: true},
			{Name: "exp(x)", Library: "operator", Line: 8, Seconds: 0.1 * seconds, Several: seconds, Times: 1, Top: true},
		}}}
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	heavy := p.Heavy([]measured.Call{{Mode: model.ADJ, Edges: []int{0}, Seeds: 1, Target: 1}}, nil)
	if len(heavy) != 1 || !strings.HasPrefix(heavy[0], "ADJ a(u) ") || !strings.HasSuffix(heavy[0], " % (line 7)") {
		t.Errorf("%q", heavy)
	}
}

// What is prepared for many calls is advised to be made at once where its time goes by calls of numpy,
// not by entries: it is short, or computes with small arrays.
func TestSmallThingsArePreparedTogether(t *testing.T) {
	for _, test := range []struct {
		seconds float64
		rows    int64
		advised bool
	}{{50e-6, 1000, true}, {300e-6, 12, true}, {300e-6, 1000, false}, {2e-3, 12, false}} {
		r := twoSteps()
		r.Habits = []measured.Habit{{Module: "a", Kind: "adjoint", Arguments: []string{"u"}, Vertices: []int{1}}}
		r.Prepared = []measured.Prepared{{Module: "a", Times: 40, Seconds: test.seconds, Apart: true}}
		for k := range r.Groups {
			if r.Groups[k].Module == "a" {
				r.Groups[k].Rows = test.rows
			}
		}
		p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		said := false
		for _, advice := range p.Advise([]measured.Call{{Mode: model.ADJ, Edges: []int{0}, Seeds: 1, Target: 1}}, nil, 0.05) {
			said = said || strings.Contains(advice.Text, "together=True")
		}
		if said != test.advised {
			t.Errorf("%+v: advised: %v", test, said)
		}
	}
}
