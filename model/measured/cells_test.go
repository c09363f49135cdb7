package measured_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// tangents is a mark of a module, which was asked for at these vertices.
func tangents(module string, vertices ...int) measured.Habit {
	h := adjoint(2e-6)
	h.Module, h.Kind, h.Vertices = module, "tangent", vertices
	return h
}

// Entries that depend on few inputs are advised to be computed apart from those that depend on all.
func TestCellsAreAdvisedToBeComputedApart(t *testing.T) {
	for _, c := range []struct {
		rows string
		want float64 // of ten tangents, nine less for these entries
	}{{"0;1;2;3;4;5;0-9;0-9;0-9;0-9", 0.6 * 9e-6}, {"0;1;0-9;0-9;0-9;0-9;0-9;0-9;0-9;0-9", 0},
		{"0;1;2;3;4;5;6;7;8;9", 0}} {
		r, first := twoSteps(), 0
		r.Patterns, r.Edges[0].Pattern = []string{"rows " + c.rows}, &first
		r.Habits = []measured.Habit{tangents("a", 1)}
		p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
		if err != nil {
			t.Fatal(err)
		}
		found := p.Advise([]measured.Call{{Mode: model.TAN, Edges: []int{0}, Seeds: 10, Target: 1}}, nil, 0.05)
		at := slices.IndexFunc(found, func(a measured.Advice) bool {
			return a.Text == "a: 6 of its 10 entries depend on 1 of 10 inputs at most: compute these in a module of their own, which takes 1 in place of 10 tangents"
		})
		if (at >= 0) != (c.want > 0) || at >= 0 && math.Abs(found[at].Seconds-c.want) > c.want/100 {
			t.Errorf("%s: %v; %g s are wanted", c.rows, found, c.want)
		}
	}
}

// Where fewer tangents go through steps of cells than through others, both are joined apart.
func TestStepsOfCellsAreJoinedApart(t *testing.T) {
	p, calls := chain(t, 40, 0, tangents("a"))
	others := &p.Report.Habits[0]
	cells := *others
	cells.Module, cells.Vertices, others.Module, others.Vertices = "cell", others.Vertices[:20], "mix",
		others.Vertices[20:]
	p.Report.Habits = append(p.Report.Habits, cells)
	p, err := measured.New(p.Report, p.Origin)
	if err != nil {
		t.Fatal(err)
	}
	for n := range calls {
		if calls[n].Mode, calls[n].Seeds = model.TAN, 10; n < 20 {
			calls[n].Cells, calls[n].Seeds = true, 2
		}
	}
	var texts []string
	for _, a := range p.Advise(calls, nil, 0.05) {
		texts = append(texts, a.Text)
	}
	joined := " many small calls: let one module do ten of these steps at once, which computes for all ten what waits for no step, saves what derivatives need, and loops over them in a joint tangent"
	for _, want := range []string{"mix:" + joined,
		"cell:" + joined + "; but nothing of mix: these cells take 2 in place of 10 tangents"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in\n%s", want, strings.Join(texts, "\n"))
		}
	}
}

// Where few of the adjoints that go through the calls of a module meet in one entry, a module with its own
// Jacobian is advised; not where that is so in some of its calls only. Where all meet in what cells share, it is
// advised, too.
func TestCellsThatDoNotMeet(t *testing.T) {
	const advice = "a: of the 10 adjoints that go through them, 2 at most are other than 0 in one entry, since cells do not meet: let one module do all of these, and mark its Jacobian, for which 2 are enough"
	for meeting, want := range map[int]float64{40: 80 * 8 * 2e-6, 30: 60 * 8 * 2e-6, 20: 0, 0: 0} {
		p, calls := chain(t, 40, 0, adjoint(0))
		var lines []measured.Line
		for n := range calls {
			calls[n].Seeds = 10
			line := measured.Line{Text: "j1 = modules.a1(vx, j2)  # ADJ (x a.1) 5, alive 9", Meet: 10}
			shared := line
			if n < meeting {
				line.Meet = 2
			}
			lines = append(lines, measured.Line{Text: "del j3", Meet: 1}, line, shared)
			calls = append(calls, calls[n])
		}
		slices.SortStableFunc(calls, func(a, b measured.Call) int { return a.Target - b.Target })
		found := p.Advise(measured.Run{Lines: lines}.Meeting(calls), nil, 0.05)
		at := slices.IndexFunc(found, func(a measured.Advice) bool { return a.Text == advice })
		if (at >= 0) != (want > 0) || at >= 0 && math.Abs(found[at].Seconds-want) > want/100 {
			t.Errorf("%d calls: %v; %g s are wanted", meeting, found, want)
		}
	}
}
