package code

import (
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model/junction"
	"facet/model/programs/source"
)

var scalar = []string{
	"func F(x, y float64) float64 { return x*x*y + math.Sin(x*y) }",
	"func F(x [4]float64) (f float64) {\n for i := range 3 { a := x[i+1] - x[i]*x[i]; b := 1 - x[i]; f += 100*a*a + b*b }\n return }",
	"func F(x [3]float64, s float64) float64 { return math.Exp(x[0]/s) * math.Sqrt(x[1]) / math.Hypot(x[2], s) }",
	"func F(x, unused, z float64) float64 { return x*3 + math.Pow(z, 2.5) }",
}

// TestSecondDerivatives carries Hessians out as they are written, and compares them with differences
// of gradients in forward mode.
func TestSecondDerivatives(t *testing.T) {
	for k, text := range scalar {
		p, err := source.Read("f.go", []byte("package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\n"+text), "")
		if err != nil {
			t.Fatal(err)
		}
		j, layout := secondOf(t, p), Layout(k%2)
		results, err := j.newListing(cDialect(false), Form{Language: "c", Layout: layout}, false).run(pointOf(p))
		if err != nil {
			t.Fatal(err)
		}
		compareHessian(t, p, j, layout, slices.Concat(results...))
	}
}

// secondOf is the Hessian of p's gradient.
func secondOf(t *testing.T, p *source.Program) *Jacobian {
	t.Helper()
	first, err := NewTask(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	second, err := NewSecond(carried(t, first), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return carried(t, second)
}

// secondOfText is the Hessian of an expression in a and b, in Go.
func secondOfText(t *testing.T, expression string) *Jacobian {
	t.Helper()
	text := "package p\n\nimport \"math\"\n\nfunc F(a, b float64) float64 { return " + expression + " }\n"
	p, err := source.Read("f.go", []byte(text), "")
	if err != nil {
		t.Fatal(err)
	}
	return secondOf(t, p)
}

func carried(t *testing.T, task *Task) *Jacobian {
	t.Helper()
	plan, err := junction.Markowitz(t.Context(), task.Dag)
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(t.Context(), task, plan.Ops)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func pointOf(p *source.Program) []float64 {
	x := make([]float64, len(p.Inputs))
	for i := range x {
		x[i] = 0.7 + 0.2*float64(i)
	}
	return x
}

func compareHessian(t *testing.T, p *source.Program, j *Jacobian, layout Layout, got []float64) {
	t.Helper()
	n := len(p.Inputs)
	gradient := func(x []float64) []float64 {
		v := p.Eval(x)
		g := make([]float64, n)
		for i := range g {
			g[i] = ForwardMode(p, v, i)[p.Outputs[0]]
		}
		return g
	}
	x := pointOf(p)
	want := append([]float64{p.Eval(x)[p.Outputs[0]]}, gradient(x)...)
	const h = 1e-5
	at := func(i, k int) float64 {
		up, down := append([]float64(nil), x...), append([]float64(nil), x...)
		up[i], down[i] = up[i]+h, down[i]-h
		return (gradient(up)[k] - gradient(down)[k]) / (2 * h)
	}
	seen := make(map[[2]int]bool)
	for _, e := range j.Entries {
		seen[[2]int{e.Output - 1, e.Input}] = true
	}
	for i := range n {
		for k := range n {
			if layout == Dense || seen[[2]int{i, k}] {
				want = append(want, at(i, k))
			} else if i <= k && math.Abs(at(i, k)) > 1e-6 {
				t.Fatalf("entry %d %d is missing\n%s", i, k, p.Text)
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d\n%s", len(got), len(want), p.Text)
	}
	for k := range got {
		if math.Abs(got[k]-want[k]) > 1e-6*(1+math.Abs(want[k])) {
			t.Fatalf("number %d is %g, want %g\n%s", k, got[k], want[k], p.Text)
		}
	}
}

// TestJumpsHaveSecondDerivatives: the sign in the derivative of an absolute value, and what
// tells a minimum's operands apart, are constant between jumps. A NaN was written for their
// derivatives.
func TestJumpsHaveSecondDerivatives(t *testing.T) {
	j := secondOfText(t, "math.Abs(a*b)*a + math.Max(a*a, b)*b + math.Pow(a, b)")
	if text, err := j.Go(Origin{}); err != nil || strings.Contains(string(text), "NaN") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestSecondDerivativesOfPowersToTheZero: where an exponent that varies is 0, a power has
// the mixed derivative 1/a; 1 was written for it.
func TestSecondDerivativesOfPowersToTheZero(t *testing.T) {
	j := secondOfText(t, "math.Pow(a, b)")
	l := math.Log(3)
	_, got := j.Evaluate([]float64{3, 0})
	want := []float64{0, 1. / 3, l * l} // by a twice, by a and b, by b twice
	for k := range j.Entries {
		e := j.Entries[k]
		if e.Output == 0 { // of the value itself
			continue
		}
		if w := want[e.Output-1+e.Input]; math.Abs(got[k]-w) > 1e-15 {
			t.Errorf("entry (%d,%d) is %v, want %v", e.Output, e.Input, got[k], w)
		}
	}
}
