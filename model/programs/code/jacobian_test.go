package code_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/modeltest/extent"
	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/model/programs/source/sourcetest"
)

// order eliminates the junctions in a random order.
func order(t *testing.T, rng *rand.Rand, g *model.Dag) []model.Op {
	t.Helper()
	tape := model.NewTape(model.NewState(g))
	var ops []model.Op
	for _, j := range rng.Perm(len(g.Vertices)) {
		plan, err := junction.Vertex(tape.State(), j)
		if err != nil {
			continue
		}
		for _, o := range plan.Ops {
			if _, err := tape.Do(o); err != nil {
				t.Fatal(err)
			}
		}
		ops = append(ops, plan.Ops...)
	}
	return ops
}

// faces eliminates faces in a random order, as long as that takes few.
func faces(rng *rand.Rand, g *model.Dag) ([]model.Op, bool) {
	s := model.NewState(g)
	var ops []model.Op
	for !s.Done() && len(ops) < 300 {
		all := s.Operations()
		o := all[rng.IntN(len(all))].Op
		s, _, _ = s.Apply(o)
		ops = append(ops, o)
	}
	return ops, s.Done()
}

var written = []string{
	"func F(x, y float64) float64 { return x * y }",
	"func F(x float64) (a, b float64) { a = x; b = x * x; return }",
	"func F(x [3]float64) (y [2]float64) {\n s := 0.0\n for i := range 3 { s += x[i] * float64(i+1) }\n y[0] = math.Sin(s)\n y[1] = s / x[0]\n return y }",
	"func sq(x float64) float64 { return x * x }\nfunc F(x, y float64) (float64, float64) { r := math.Hypot(x, y); return sq(r) - sq(x), r }",
	"func F(u, v float64) (w float64) { const c = 2.5\n if c > 2 { w = -c * u } else { w = v }\n for i := 0; i < 3; i++ { w = w*v + 1 }\n return w - u }",
	"func F(x float64) float64 { return math.Pow(x, 3) + math.Pow(2, x) + x + x }",
	"func F(x, unused float64) float64 { return 1 / x / -1 }",
}

// TestCodeComputesTheJacobian carries the code of many programs out at random points, and compares
// with forward mode and with central differences. What is written costs what the sequence does.
func TestCodeComputesTheJacobian(t *testing.T) {
	programs := extent.Of(60, 500)
	rng := rand.New(rand.NewPCG(3, 1))
	for k := range programs + len(written) {
		var text string
		if k < len(written) {
			text = written[k]
		} else {
			text = sourcetest.Random(rng, "F", 3+rng.IntN(25))
		}
		head := "package main\n\n"
		if strings.Contains(text, "math.") {
			head += "import \"math\"\n\n"
		}
		p, err := source.Read("f.go", []byte(head+text), "F")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		task, err := code.NewTask(p, code.Options{CountUnits: k%3 == 0})
		if err != nil && strings.HasSuffix(err.Error(), "nothing to eliminate") {
			continue // all results are constant
		}
		if err != nil {
			t.Fatal(err)
		}
		g := task.Dag
		ops := order(t, rng, g)
		if some, done := faces(rng, g); done && k%2 == 0 {
			ops = some
		}
		j, err := code.New(t.Context(), task, ops)
		if err != nil {
			t.Fatal(err)
		}
		var cost model.Cost
		if end, _, err := model.Replay(model.NewState(g), ops); err != nil {
			t.Fatal(err)
		} else if cost = end.Spent(); task.Options.CountUnits && cost != model.Cost(j.Products+j.Units) {
			t.Fatalf("%d products and %d units for a cost of %d", j.Products, j.Units, cost)
		} else if cost < model.Cost(j.Products) {
			t.Fatalf("%d products for a cost of %d", j.Products, cost)
		}
		out, err := j.Go(code.Origin{Cost: int64(cost), How: "random", Proof: "not proved",
			Again: "facet code f.go"})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		sections, err := j.Write(code.Origin{}, code.Form{Order: code.InSequence})
		if err != nil {
			t.Fatal(err)
		}
		if got := products(sections); got != j.Counts().Products || got > j.Products {
			t.Fatalf("%d products are written, %d of %d are said\n%s", got, j.Counts().Products, j.Products,
				out)
		}
		x := make([]float64, len(p.Inputs))
		for i := range x {
			x[i] = 0.5 + rng.Float64()
		}
		values, entries := j.Evaluate(x)
		check(t, p, j, x, values, entries)
	}
}

// products counts the multiplications in the part of the code that eliminates.
func products(out []byte) int {
	text := string(out)
	_, text, found := strings.Cut(text, "// The eliminations.\n")
	if !found {
		return 0
	}
	n := 0
	for line := range strings.Lines(text) {
		statement, _, _ := strings.Cut(line, "//")
		if strings.Contains(statement, ":=") {
			n += strings.Count(statement, "*")
		}
	}
	return n
}

func check(t *testing.T, p *source.Program, j *code.Jacobian, x, values, jacobian []float64) {
	t.Helper()
	close := func(a, b, scale float64) bool { return math.Abs(a-b) <= scale*(1+math.Abs(a)+math.Abs(b)) }
	v := p.Eval(x)
	for k, o := range p.Outputs {
		if !close(values[k], v[o], 1e-12) {
			t.Fatalf("output %d is %g, want %g\n%s", k, values[k], v[o], p.Text)
		}
	}
	if len(jacobian) != len(j.Entries) {
		t.Fatalf("%d entries, want %d", len(jacobian), len(j.Entries))
	}
	at := make(map[[2]int]float64)
	for k, e := range j.Entries {
		at[[2]int{e.Output, e.Input}] = jacobian[k]
	}
	for i := range p.Inputs {
		forward := code.ForwardMode(p, v, i)
		const h = 1e-5
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[i], down[i] = up[i]+h, down[i]-h
		a, b := p.Eval(up), p.Eval(down)
		for o, out := range p.Outputs {
			entry := at[[2]int{o, i}]
			if !close(entry, forward[out], 1e-9) {
				t.Fatalf("d %d / d %d is %g, forward mode says %g\n%s", o, i, entry, forward[out], p.Text)
			}
			if difference := (a[out] - b[out]) / (2 * h); !close(entry, difference, 1e-4) {
				t.Fatalf("d %d / d %d is %g, differences say %g\n%s", o, i, entry, difference, p.Text)
			}
		}
	}
}
