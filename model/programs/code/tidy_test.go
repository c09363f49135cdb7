package code

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/junction"
	"facet/model/programs/source"
)

// What equals something else but for rounding has its fingerprint, and nothing
// that can be much more wrong.
func TestFingerprints(t *testing.T) {
	g := newGraph(0)
	x, y, z := factor{ref: g.input()}, factor{ref: g.input()}, factor{ref: g.input()}
	value := g.add(x, z.times(true))           // a value: x - z is known better than x and z
	other := g.add(x, g.add(y, z.times(true))) // a value, too
	g.mark.section = ofProducts
	minus := func(f factor) factor { return f.times(true) }
	same := [][2]factor{
		{g.div(g.mul(x, y), z), g.mul(x, g.div(y, z))},
		{g.mul(g.mul(x, y), g.mul(z, z)), g.mul(z, g.mul(x, g.mul(y, z)))},
		{g.add(x, minus(y)), minus(g.add(y, minus(x)))},
		{g.add(g.add(x, y), z), g.add(y, g.add(z, x))},
		{g.mul(g.number(2), g.mul(x, y)), g.mul(g.add(x, x), y)},
		{g.mul(g.number(0.25), g.add(x, g.mul(y, z))), g.div(g.add(g.mul(z, y), x), g.number(4))},
		{g.mul(g.div(g.number(1), x), g.mul(x, y)), y},
		{g.add(g.mul(x, z), g.mul(z, y)), g.mul(g.add(y, x), z)},
		{g.add(x, minus(z)), value},
	}
	for k, s := range same {
		if s[0] != s[1] {
			t.Errorf("pair %d: %v and %v", k, s[0], s[1])
		}
	}
	different := [][2]factor{
		{g.add(g.add(x, y), minus(y)), x},
		{g.add(g.add(g.add(x, y), minus(y)), z), g.add(x, z)},
		{g.mul(g.number(1<<61), x), x},
		{g.mul(g.number(math.Inf(1)), x), g.number(math.Inf(1))},
		{g.div(x, g.number(0)), g.number(0)},
		{g.add(x, y), g.add(x, minus(y))},
		{g.add(value, y), other},
		{g.add(g.mul(x, y), g.mul(y, g.add(z, minus(x)))), g.mul(y, z)}, // cancels
	}
	for k, s := range different {
		if s[0].ref == s[1].ref {
			t.Errorf("pair %d is one", k)
		}
	}
}

// Code multiplies no more than a careful person would, in whatever order the
// derivatives are accumulated.
func TestCommonWorkIsWrittenOnce(t *testing.T) {
	for _, k := range []struct {
		name, text string
		most       int // multiplications and divisions, with those of the values
	}{
		{"a quotient is the reciprocal times what is above",
			"func F(x, y, z float64) float64 { return x * y / z }", 2 + 4},
		{"the product of three, by pairs", "func F(x, y, z float64) float64 { return x * y * z }", 2 + 2},
		{"doubling is no multiplication", "func F(x, y float64) float64 { return x * x * y }", 2 + 1},
		{"what a sum has in common is taken out",
			"func F(x, y, u, v float64) float64 { return (x*u + y*v) * (x*u + y*v) * (u + v) }", 4 + 6},
		{"the inverse of two by two is symmetric in its derivative",
			"func F(a, b, c, d float64) (p, q, r, s float64) { e := a*d - b*c; return d / e, -b / e, -c / e, a / e }", 6 + 11},
		{"a block of rank one is not multiplied out", `func F(x, y, u, v [4]float64) float64 {
	s, t := 0.0, 0.0
	for i := range 4 {
		s += x[i] * y[i]
		t += u[i] * v[i]
	}
	return s * t
}`, 9 + 16},
	} {
		text := "package main\n\n" + k.text
		p, err := source.Read("f.go", []byte(text), "F")
		if err != nil {
			t.Fatal(err)
		}
		task, err := NewTask(p, Options{})
		if err != nil {
			t.Fatal(err)
		}
		j := carried(t, task)
		c := j.Counts()
		if c.Multiply+c.Divide > k.most {
			out, err := j.Go(Origin{})
			t.Errorf("%s: %d operations, want %d at most\n%s %v", k.name, c.Multiply+c.Divide, k.most,
				out[strings.Index(string(out), "func"):], err)
		}
	}
}

// Terms that a sum has several times are added once and multiplied.
func TestTermsAreCollected(t *testing.T) {
	for text, most := range map[string][2]int{ // multiplications, additions
		"func F(x, y float64) float64 { return x * x * x * y }":                                    {5, 0},
		"func F(x, y float64) float64 { a, b := 2-x, x-y; return y*(a*a*a) + y*(b*b*b) }":          {10, 6},
		"func F(x, y, z float64) float64 { a, b := x*y, y*z; return a*a*a*a + b*b*b*b + a*a*a*a }": {12, 8},
	} {
		_, _, j := backwards(t, "package main\n\n"+text)
		if c := j.Counts(); c.Multiply > most[0] || c.Add > most[1] {
			out, err := j.Go(Origin{})
			t.Errorf("%d multiplications and %d additions, want %v at most\n%s %v", c.Multiply, c.Add, most,
				out[strings.Index(string(out), "func"):], err)
		}
	}
}

// Each derivative of a solution by its matrix is minus an entry of the inverse times an
// entry of the solution.
func TestSolutionByItsMatrixIsOfRankOne(t *testing.T) {
	_, _, j := backwards(t, `package main

func F(a [4][4]float64, b [4]float64) (x [4]float64) {
	for k := range 4 {
		for i := k + 1; i < 4; i++ {
			l := a[i][k] / a[k][k]
			for j := k + 1; j < 4; j++ {
				a[i][j] -= l * a[k][j]
			}
			b[i] -= l * b[k]
		}
	}
	for i := 3; i >= 0; i-- {
		s := b[i]
		for j := i + 1; j < 4; j++ {
			s -= a[i][j] * x[j]
		}
		x[i] = s / a[i][i]
	}
	return x
}`)
	const inverse, entries, values = 40, 4 * 16, 26
	if c := j.Counts(); c.Multiply > inverse+entries+values || c.Divide > 10+4 {
		t.Errorf("%d multiplications and %d divisions", c.Multiply, c.Divide)
	}
	for _, e := range j.Entries {
		if n := j.graph.nodes[e.value.ref]; e.Input < 16 && n.kind != source.Mul {
			t.Errorf("entry %d, %d is no product", e.Output, e.Input)
		}
	}
}

// A function of 80 000 operations is read and written: the code grows with the
// operations, and not faster.
func TestLongChainIsWritten(t *testing.T) {
	task, ops, j := backwards(t,
		"package main\n\nfunc F(x float64) float64 { for range 10000 { x = x*x + 1 }; return x }")
	if c := j.Counts(); c.Multiply != 19999 {
		t.Errorf("%d multiplications", c.Multiply)
	}
	for _, f := range []Form{{}, {Language: "c"}} {
		if out, err := j.Write(Origin{}, f); err != nil || len(out) > 2_000_000 {
			t.Errorf("%d bytes, %v", len(out), err)
		}
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if _, err := New(stopped, task, ops); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// What is proved of the fewest products is said of them, also where another plan is
// written; and what the clock decided is said.
func TestWhatIsProvedIsSaid(t *testing.T) {
	p, err := source.Read("f.go",
		[]byte("package main\n\nfunc F(x, y float64) float64 { return x * y / (x + y) }"), "F")
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	j := carried(t, task)
	for _, k := range []struct {
		origin      Origin
		want, never string
	}{
		{Origin{Cost: 4, Bound: 4, Fewest: 4, How: "branch and bound", Proof: "optimal, proved"},
			"(branch and bound; optimal, proved)", "No plan"},
		{Origin{Cost: 5, Bound: 4, Fewest: 4, How: "tried", Proof: "optimal, proved"},
			"It is written with the fewest operations of all that were found; the fewest products of a plan are 4 (optimal, proved).", "tried; optimal"},
		{Origin{Cost: 5, Bound: 3, Fewest: 5, How: "tried", Proof: "not proved",
			Varies: "The search was stopped after 10s"}, "No plan takes fewer than 3.", "optimal"},
		{Origin{Cost: 5, Bound: 3, Fewest: 5, How: "tried", Proof: "not proved",
			Varies: "The search was stopped after 10s"},
			"The search was stopped after 10s, so that another run may end in another plan.", "optimal"},
	} {
		says := j.planSays(k.origin, true)
		if !strings.Contains(says, k.want) || strings.Contains(says, k.never) {
			t.Errorf("%+v: %s", k.origin, says)
		}
	}
}

// A value that is used at every turn has a derivative of tens of thousands of terms. That
// it is written at all shows that this is linear: the square takes minutes.
func TestLongSumIsWritten(t *testing.T) {
	_, _, j := backwards(t,
		"package main\n\nfunc F(x, y float64) float64 { s := x; for range 5000 { s = s*y + x }; return s }")
	if out, err := j.Write(Origin{}, Form{}); err != nil || len(out) > 2_000_000 {
		t.Errorf("%d bytes, %v", len(out), err)
	}
}

// backwards reads a function F and eliminates its junctions from the last to the first.
func backwards(t *testing.T, text string) (*Task, []model.Op, *Jacobian) {
	t.Helper()
	return backwardsOf(t, text, "F")
}

// backwardsOf takes another function; the first one, where there is no name.
func backwardsOf(t *testing.T, text, name string) (*Task, []model.Op, *Jacobian) {
	t.Helper()
	p, err := source.Read("f.go", []byte(text), name)
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	back := slices.Clone(task.Dag.Topological())
	slices.Reverse(back)
	plan, err := junction.InOrder(t.Context(), task.Dag, back)
	if err != nil {
		t.Fatal(err)
	}
	j, err := New(t.Context(), task, plan.Ops)
	if err != nil {
		t.Fatal(err)
	}
	return task, plan.Ops, j
}

// Entries of the Jacobian are stored as soon as they are known, results behind the last
// use of a parameter: they may overlap.
func TestResultsMayOverlapParameters(t *testing.T) {
	for _, text := range []string{
		"func F(x [2]float64) (y [2]float64) { y[0] = x[1] * x[1] * x[0]; y[1] = x[0]; return }",
		"func F(x [3]float64) (y [2]float64) { y[0] = x[1] * x[1] * x[0]; y[1] = x[0] + x[1]*x[2]; return }",
	} {
		_, _, j := backwards(t, "package main\n\n"+text)
		for _, f := range []Form{{}, {Language: "c"}, {Order: InSequence},
			{Language: "c", Order: InSequence}} {
			out, err := j.Write(Origin{}, f)
			if err != nil {
				t.Fatal(err)
			}
			text := string(out)
			before, after, _ := strings.Cut(text[strings.LastIndex(text, "FJacobian"):], "y[0] =")
			if !strings.Contains(before, "jacobian[0] =") || strings.Contains(after, "x[") {
				t.Errorf("%s", text)
			}
		}
	}
}
