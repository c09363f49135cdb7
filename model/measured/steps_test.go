package measured_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// chain is a program of so many calls of one module, whose values take so long, and the calls of its
// adjoints.
func chain(t *testing.T, calls int, value float64, habits ...measured.Habit) (*measured.Program, []measured.Call) {
	t.Helper()
	r := twoSteps()
	first := r.Edges[0]
	r.Vertices, r.Edges, r.Groups = r.Vertices[:1], nil, r.Groups[:1]
	var marks []measured.Call
	var vertices []int
	for n := range calls {
		edge := first
		edge.Source, edge.Target = n, n+1
		r.Edges = append(r.Edges, edge)
		r.Vertices = append(r.Vertices, measured.Vertex{ID: fmt.Sprint("a.", n), Size: 10, Module: "a", Seconds: value})
		vertices = append(vertices, n+1)
		marks = append(marks, measured.Call{Mode: model.ADJ, Edges: []int{n}, Seeds: 1, Target: n + 1})
	}
	r.Vertices[calls].Output = "y"
	for _, h := range habits {
		h.Module, h.Vertices = "a", vertices
		r.Habits = append(r.Habits, h)
	}
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	return p, marks
}

// adjoint is a mark that takes 3 us, of which so many are for what a stack of steps can do.
func adjoint(once float64) measured.Habit {
	return measured.Habit{Kind: "adjoint", Arguments: []string{"u"}, Works: []measured.Work{
		{Name: "1 - u", Library: "operator", Seconds: once, Several: once, Stacked: 0.9 * once, SeveralStacked: 0.9 * once, Times: 1,
			Top: true, Once: true, Keys: []string{"u"}},
		{Name: "W * u", Library: "operator", Seconds: 3e-6 - once, Several: 3e-6, Times: 1, Top: true, Keys: []string{"W"}},
	}}
}

func value(always bool, seconds float64) measured.Habit {
	return measured.Habit{Kind: "value", Works: []measured.Work{{Name: "shape", Line: 7, Seconds: seconds, Several: seconds,
		Times: 1, Top: true, Once: true, Always: always, Keys: []string{"c"}}}}
}

// Steps that are joined gain what their marks do whatever the seeds, and what is around marks and values;
// the work of each step stays.
func TestJoinedStepsKeepTheWorkOfEachStep(t *testing.T) {
	gain := func(value float64, habits ...measured.Habit) float64 {
		p, calls := chain(t, 20, value, habits...)
		found := p.Advise(calls, nil, 0.05)
		at := slices.IndexFunc(found, func(a measured.Advice) bool { return strings.Contains(a.Text, "many small calls") })
		if at < 0 {
			return 0
		}
		return found[at].Seconds
	}
	none, some := gain(0, adjoint(0)), gain(0, adjoint(2e-6))
	if none > 20e-6 || some < 30e-6 || some > 55e-6 {
		t.Errorf("20 marks with no work for a stack gain %g s, and with 40 us of it %g s", none, some)
	}
	around, within := gain(9e-6, adjoint(2e-6), value(false, 1e-6)), gain(9e-6, adjoint(2e-6), value(false, 9e-6))
	if around < some+80e-6 || within > some+20e-6 {
		t.Errorf("160 us around values gain %g s where marks alone gain %g s; values without any gain %g s", around, some,
			within)
	}
}

// Values are named where they take a tenth of all, and what they compute again and again is advised to be
// prepared.
func TestValuesAreAdvisedOn(t *testing.T) {
	p, calls := chain(t, 5, 100e-6, adjoint(0), value(true, 90e-6))
	if heavy := p.Heavy(calls, nil); len(heavy) != 1 || !strings.HasPrefix(heavy[0], "values of a ") ||
		!strings.HasSuffix(heavy[0], " % (line 7)") {
		t.Errorf("%q", heavy)
	}
	found := p.Advise(calls, nil, 0.05)
	if len(found) != 1 || !strings.Contains(found[0].Text,
		"a: it computes shape (line 7) again and again from the same arguments in all calls: @a.prepare makes it once for all, if it takes these arguments alone, and the module asks for prepared") ||
		found[0].Seconds < 300e-6 || found[0].Seconds > 360e-6 {
		t.Errorf("%v", found)
	}
}

// What a step prepares at its end and the next one computes at its beginning is named, whichever function
// does it, and what prepares is one of those that may compute what the module does.
func TestWhatTheNextCallComputesAgain(t *testing.T) {
	work := measured.Work{Name: "lu_factor", Line: 9, Seconds: 300e-6, Several: 300e-6, Times: 1, Top: true, Once: true,
		Next: 1, Keys: []string{"y"}}
	also := measured.Work{Name: "matrix", Line: 8, Seconds: 200e-6, Several: 200e-6, Times: 1, Top: true, Once: true,
		Again: 200e-6, Library: "own", Keys: []string{"y"}}
	for _, test := range []struct {
		work   measured.Work
		says   string
		saves  float64
		quiets string
	}{
		{work, "a: a call computes lu_factor (line 9), and the next call again", 9 * 300e-6, "so does the module"},
		{also, "what it prepares computes matrix (line 8), and so does the module: let it save", 9 * 200e-6, "the next call"},
	} {
		p, calls := chain(t, 10, 800e-6, adjoint(0), measured.Habit{Kind: "prepare", Works: []measured.Work{test.work}})
		p.Report.Prepared = []measured.Prepared{{Module: "a", Times: 10, Seconds: 600e-6}}
		var text strings.Builder
		for _, a := range p.Advise(calls, nil, 0.05) {
			fmt.Fprintln(&text, a.Text)
			if strings.Contains(a.Text, test.says) && (a.Seconds < 0.9*test.saves || a.Seconds > 1.15*test.saves) {
				t.Errorf("%q saves %g s, want %g", a.Text, a.Seconds, test.saves)
			}
		}
		if !strings.Contains(text.String(), test.says) || strings.Contains(text.String(), test.quiets) {
			t.Errorf("it says %s", text.String())
		}
	}
}

// What a step saves, and derivatives by what comes from elsewhere, are computed for all steps at once: by
// arguments that other steps give they are not.
func TestWhatNoStepWaitsForIsComputedForAll(t *testing.T) {
	stacked := func(name string, serves ...string) measured.Work {
		return measured.Work{Name: name, Library: "operator", Seconds: 3e-6, Several: 4e-6, Stacked: 2e-6, SeveralStacked: 2e-6,
			Times: 1, Top: true, Serves: serves, Keys: []string{name}}
	}
	for _, c := range []struct {
		value, mark measured.Work
		each        float64 // of 20 steps
		says        string
	}{
		{stacked("sin(u)", "result"), stacked("W * u", "u"), 0, "backwards in a joint adjoint"},
		{stacked("cos(u)", "saved"), stacked("W * u", "u"), 2e-6, "backwards in a joint adjoint"},
		{stacked("sin(u)", "result"), stacked("W * p", "p"), 2e-6,
			"backwards in a joint adjoint, with those by p behind the loop"},
		{stacked("sin(u)", "result"), stacked("W * p", "p", "u"), 0, "backwards in a joint adjoint"},
	} {
		p, calls := chain(t, 20, 12e-6, measured.Habit{Kind: "adjoint", Arguments: []string{"u", "p"},
			Works: []measured.Work{c.mark}}, measured.Habit{Kind: "value", Works: []measured.Work{c.value}})
		found := p.Advise(calls, nil, 0.05)
		at := slices.IndexFunc(found, func(a measured.Advice) bool { return strings.HasSuffix(a.Text, c.says) })
		// beside that eight microseconds around each value, and the line that calls the mark
		if want := 20 * (8.5e-6 + c.each) * 9 / 10; at < 0 || found[at].Seconds < 0.98*want || found[at].Seconds > 1.02*want {
			t.Errorf("%q is wanted, and %g s: %v", c.says, want, found)
		}
	}
}

// In C++ matrices are handed over, which a module of several steps has in place.
func TestStepsInCPPHandMatricesOver(t *testing.T) {
	p, calls := chain(t, 20, 2e-6)
	p.Moves = measured.Fit{Each: 10e-9, Width: 1}
	for n := range calls {
		calls[n].Seeds = 4
	}
	found := p.Advise(calls, nil, 0.05)
	// each call takes four rows of ten entries, and gives as many; a value has ten; a call is 100 ns
	want := 20 * (4*400e-9 + 200e-9 + 100e-9) * 9 / 10
	at := slices.IndexFunc(found, func(a measured.Advice) bool { return strings.HasPrefix(a.Text, "a: many small calls") })
	if at < 0 || found[at].Seconds < 0.98*want || found[at].Seconds > want+20*100e-9 {
		t.Errorf("%g s are wanted: %v", want, found)
	}
}

// What takes entries out of a value is no module of the program's, which could be joined.
func TestPartsAreNoStepsToJoin(t *testing.T) {
	p, calls := chain(t, 20, 2e-6)
	p.Moves = measured.Fit{Each: 10e-9, Width: 1}
	for n := range p.Report.Edges {
		p.Report.Edges[n].Part = true
	}
	if found := p.Advise(calls, nil, 0.05); len(found) > 0 {
		t.Errorf("parts are advised to be joined: %v", found)
	}
}
