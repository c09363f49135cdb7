package measured_test

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/measured"
	"facet/model/programs/driver"
)

// twoSteps is a chain x -> a -> y in which the first module has a structure and
// the second one a function for its Jacobian.
func twoSteps() *measured.Report {
	whole, colors := 7e-6, 5e-6
	line := func(setup, each float64) []measured.Sample {
		return []measured.Sample{{1, setup + each}, {4, setup + 4*each}, {10, setup + 10*each}}
	}
	used := []float64{4, 10}
	group := func(module string) measured.Group {
		return measured.Group{
			Module: module, Argument: "u", Where: "f.py:3", Calls: 1, Rows: 10, Columns: 10,
			Tangent: line(2e-6, 1e-6), Adjoint: line(1e-6, 2e-6), TangentsUsed: used, AdjointsUsed: used,
		}
	}
	first, second := group("a"), group("b")
	first.ColumnColors, first.ByTangents, first.ByAdjoints = 3, &colors, &whole
	second.Whole, second.ByTangents, second.ByAdjoints = true, &whole, &whole
	return &measured.Report{
		Vertices: []measured.Vertex{{ID: "x", Size: 10}, {ID: "a.1", Size: 10, Module: "a", File: "f.py",
			Line: 3, Function: "a_1"}, {ID: "b.1", Size: 10, Module: "b", Output: "y"}},
		Edges: []measured.Edge{
			{Source: 0, Target: 1, Group: 0, Argument: "u", Tangent: "t1", Adjoint: "a1", ByTangents: "bt1",
				ByAdjoints: "ba1"},
			{Source: 1, Target: 2, Group: 1, Argument: "u", Tangent: "t2", Adjoint: "a2", ByTangents: "bt2",
				ByAdjoints: "ba2"},
		},
		Groups:   []measured.Group{first, second},
		Products: [][4]float64{{1, 1, 1, 1.001e-6}, {10, 10, 10, 2e-6}, {48, 48, 48, 111.592e-6}},
	}
}

func TestDagOfAReport(t *testing.T) {
	p, err := measured.New(twoSteps(), measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	g := p.Dag
	if off := p.Unit/1e-9 - 1; off > 1e-3 || off < -1e-3 {
		t.Errorf("a unit takes %g s, want 1e-9", p.Unit)
	}
	for k, want := range []model.Edge{
		{Tangent: 1000, Adjoint: 2000, TangentCurve: model.Curve{Setup: 2000, Colors: 3},
			AdjointCurve: model.Curve{Setup: 1000}},
		{Tangent: 1000, Adjoint: 2000, TangentCurve: model.Curve{Setup: 2000, Colors: 5},
			AdjointCurve: model.Curve{Setup: 1000, Colors: 3}},
	} {
		got := g.Edges[k]
		near := func(a, b model.Cost) bool { return a >= b-b/100-2 && a <= b+b/100+2 }
		if !near(got.Tangent, want.Tangent) || !near(got.Adjoint, want.Adjoint) ||
			!near(got.TangentCurve.Setup, want.TangentCurve.Setup) ||
			got.TangentCurve.Colors != want.TangentCurve.Colors ||
			got.AdjointCurve.Colors != want.AdjointCurve.Colors {
			t.Errorf("edge %d is %+v, want %+v", k, got, want)
		}
	}
	var text bytes.Buffer
	if err := format.WriteJSON(&text, g); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"unit_seconds": 1`, `"product_setup": 1000`, `"file": "f.py", "line": 3`,
		`"value_function": "a_1"`, `"by_tangents_function": "bt1"`} {
		if !bytes.Contains(text.Bytes(), []byte(want)) {
			t.Errorf("%s is missing in\n%s", want, text.String())
		}
	}
}

// The parts of a method add up to it, and each is what its lines took.
func TestMethodsByOperation(t *testing.T) {
	p, err := measured.New(twoSteps(), measured.Origin{File: "f.py"})
	if err != nil {
		t.Fatal(err)
	}
	ops := []model.Op{model.Accumulate(0, model.TAN), model.Eliminate(model.Face{U: 0, V: 1}, model.TAN)}
	d, err := driver.New(p.Dag, ops)
	if err != nil {
		t.Fatal(err)
	}
	m := p.Carried(d.Operations(), d.Moves(), d.Memory.Peak,
		measured.Run{Name: "plan", Whole: 3.5, PeakBytes: 1600, Lines: []measured.Line{
			{Text: "j1 = modules.bt1(vx)  # ACC TAN (x a.1) 5000, alive 100", Seconds: 1},
			{Text: "j2 = modules.t2(va, j1)  # ELI TAN (x a.1)(a.1 b.1) 12000, alive 200", Seconds: 1.5},
			{Text: "del j1", Seconds: 0.5},
		}})
	if len(m.Operations) != 3 || m.Operations[0].Name != "TAN b(u)" || m.Operations[0].Measured != 1.5 ||
		m.Operations[1].Name != "ACC TAN a(u)" ||
		m.Operations[1].Measured != 1 || m.Operations[2].Predicted != 0 || m.Measured != 3 {
		t.Errorf("the operations are %+v", m.Operations)
	}
	if m.PeakEntries != 200 || m.MeasuredEntries != 200 || m.Predicted <= 0 || m.Ratio() != 3/m.Predicted {
		t.Errorf("the method is %+v", m)
	}
	for _, backwards := range []bool{false, true} {
		line := measured.Line{Text: "j2 = modules.t1(vx, j1)  # TAN (x a.1) 5, alive 9", Seconds: 0.25}
		mode := driver.NewDense(p.Dag, backwards)
		d := p.Carried(mode.Operations(), mode.Moves(), mode.Memory.Peak,
			measured.Run{Name: "dense", Lines: []measured.Line{{Seconds: 1}, line, line, {Seconds: 0.5}}})
		if len(d.Operations) != 3 || d.Measured != 2 || d.Operations[0].Name != "additions and the rest" ||
			d.PeakEntries != 200 || d.Predicted <= 0 {
			t.Errorf("the dense mode is %+v", d)
		}
	}
}

// What is added or put together takes what it was measured to take, and seeds that are put
// together by colours what was measured, or a little for each entry.
func TestMovesArePriced(t *testing.T) {
	r := twoSteps()
	r.Moves = []measured.Sample{{100, 1}, {200, 2}, {400, 4}}
	p, err := measured.New(r, measured.Origin{File: "f.py"})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Takes(nil, []measured.Move{{Entries: 100}, {Entries: 300}}); math.Abs(got-4) > 1e-6 {
		t.Errorf("moving 400 entries takes %g", got)
	}
	r.Joins = []measured.Sample{{10, 2}, {20, 4}}
	if p, err = measured.New(r, measured.Origin{File: "f.py"}); err != nil {
		t.Fatal(err)
	}
	if got := p.Takes(nil, []measured.Move{{Entries: 100, Rows: 15}}); math.Abs(got-4) > 1e-6 {
		t.Errorf("15 rows of 100 entries beside others take %g", got)
	}
	call := measured.Call{Edges: []int{0}, Seeds: 1, Mode: model.TAN}
	plain := p.Takes([]measured.Call{call}, nil)
	call.Moved = 1000
	if got := p.Takes([]measured.Call{call}, nil); !(got > plain && got < plain+1e-5) {
		t.Errorf("a compressed call takes %g, and %g without", got, plain)
	}
	r.Compressions = []measured.Sample{{1000, 2}, {2000, 3}}
	if p, err = measured.New(r, measured.Origin{File: "f.py"}); err != nil {
		t.Fatal(err)
	}
	if got := p.Takes([]measured.Call{call}, nil); math.Abs(got-plain-2) > 1e-6 {
		t.Errorf("a compressed call takes %g, and %g without", got, plain)
	}
	if got := p.Takes(nil, []measured.Move{{Apart: 2000}}) - p.Takes(nil, []measured.Move{{}}); math.Abs(got-3) > 1e-6 {
		t.Errorf("a block of 2000 entries is taken out in %g", got)
	}
	unit := measured.Call{Seeds: 5000, Target: -1}
	if got := p.Takes([]measured.Call{unit}, nil); math.Abs(got-p.Products.At(5000)) > 1e-12 {
		t.Errorf("a product with a unit matrix, as an array, takes %g", got)
	}
}

// The dag without patterns has the same costs otherwise.
func TestPlain(t *testing.T) {
	p, err := measured.New(twoSteps(), measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := p.Plain()
	if err != nil || g.HasPatterns() || g.Product != p.Dag.Product || len(g.Edges) != len(p.Dag.Edges) {
		t.Errorf("%+v, %v", g, err)
	}
}

// A function for the Jacobian that takes far longer than an adjoint for each row is not
// asked for it: a program may give it for its structure.
func TestSlowJacobiansAreNotAskedFor(t *testing.T) {
	r := twoSteps()
	takes := 1e-3
	r.Groups[1].ByAdjoints = &takes
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	e := p.Dag.Edges[1]
	asked := slices.ContainsFunc(e.Extra, func(a model.Attribute) bool {
		return a.Name == "by_adjoints_function"
	})
	if asked || e.AdjointCurve.Colors != 0 || e.TangentCurve.Colors == 0 {
		t.Errorf("the edge has %+v and %v", e.AdjointCurve, e.Extra)
	}
	s := model.NewState(p.Dag)
	price, err := s.Price(model.Accumulate(s.Vertices()[1], model.ADJ))
	if took := p.Seconds(price); err != nil || took > 22e-6 {
		t.Errorf("the Jacobian costs %g s by adjoints (%v)", took, err)
	}
}

// The price of a whole Jacobian lies where it was timed, also where a sweep never has so
// many tangents.
func TestWholeJacobiansArePriced(t *testing.T) {
	r := twoSteps()
	whole := 48e-3
	g := &r.Groups[0]
	g.Columns, g.ColumnColors, g.Whole, g.ByTangents = 1457, 0, false, &whole
	g.Tangent, g.TangentsUsed = []measured.Sample{{1, 1.1e-3}, {4, 1.1e-3}, {6, 1.1e-3}}, []float64{1, 4, 6}
	r.Vertices[0].Size = 1457
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(p.Dag)
	price, err := s.Price(model.Accumulate(s.Vertices()[0], model.TAN))
	if took := p.Seconds(price); err != nil || took < 0.7*whole || took > 1.3*whole {
		t.Errorf("the Jacobian costs %g s, it took %g s (%v)", took, whole, err)
	}
}
