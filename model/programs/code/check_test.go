package code

import (
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/programs/source"
)

// mutants changes the code in one place after the other, and undoes it: signs, factors,
// operands that change places, branches, entries.
func mutants(j *Jacobian, try func(what string)) {
	for k := range j.Entries {
		e := &j.Entries[k].value
		e.negative = !e.negative
		try("sign of an entry")
		e.negative = !e.negative
	}
	for r := range j.graph.nodes {
		n := &j.graph.nodes[r]
		if n.kind == source.Input {
			continue
		}
		was := *n
		turn := func() { n.args[0], n.args[1] = n.args[1], n.args[0] }
		change := func(what string, by func()) {
			by()
			try(what)
			*n = was
		}
		switch n.kind {
		case source.Add:
			change("sum", func() { n.kind = source.Sub })
		case source.Sub:
			change("difference", func() { n.kind = source.Add })
			change("operands of a difference", turn)
		case source.Mul:
			change("factor", func() { n.args[0] = two })
			change("product", func() { n.kind = source.Add })
		case source.Div:
			change("operands of a quotient", turn)
			change("divisor", func() { n.args[1] = one })
		case source.Neg:
			change("sign", func() { n.kind, n.args[1] = source.Mul, one })
		case source.Constant:
			change("constant", func() { n.c *= 1 + 1e-6 })
		case source.Call:
			change("function", func() { n.kind, n.fn, n.args = source.Neg, "", operandsOf(n.args[0]) })
		case source.Select:
			change("branches", func() { n.args[1], n.args[2] = n.args[2], n.args[1] })
		}
	}
}

// computed is what code computes at some points.
func computed(t *testing.T, j *Jacobian) (all []float64) {
	t.Helper()
	l := j.newListing(cDialect(false), Form{}, false)
	for k := range 3 {
		x := make([]float64, len(j.inputs))
		for i := range x {
			x[i] = 0.3 + 0.31*float64(k) + 0.17*float64((i*i+k)%5)
		}
		results, err := l.run(x)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, slices.Concat(results...)...)
	}
	return all
}

// oneIn is how many changes there are for one that is tried.
var oneIn = extent.Of(61, 11)

// TestWrongCodeIsNotWritten: of code that is changed in one place, nothing is written, and a
// sentence says why, if any of its numbers changes.
func TestWrongCodeIsNotWritten(t *testing.T) {
	tried, same := 0, 0
	for k, p := range forty(t) {
		for name, task := range tasksOf(t, p) {
			if task.Options.FastMath || len(task.Dag.Edges) > 400 {
				continue
			}
			j := carried(t, task)
			j.turnSigns()
			before := computed(t, j)
			n := 0
			mutants(j, func(what string) {
				if n++; n%oneIn != k%oneIn {
					return
				}
				if after := computed(t, j); !differ(before, after) {
					same++
					return
				}
				tried++
				l := j.newListing(cDialect(false), Form{}, false)
				if _, err := check(t.Context(), j, Usual, l); err == nil {
					t.Errorf("%s in the %s of %s is not found\n%s", what, name, p.File, p.Text)
				} else if strings.ContainsAny(err.Error(), "\n") ||
					!strings.Contains(err.Error(), "please report") {
					t.Errorf("%q is no sentence", err)
				}
			})
		}
	}
	modeltest.Counted(t, "changes", tried, 1000)
	if same > tried/4 {
		t.Errorf("%d changes change numbers, %d do not", tried, same)
	}
	t.Logf("%d changes change numbers, %d do not", tried, same)
}

// differ reports whether numbers differ by more than rounding.
func differ(a, b []float64) bool {
	for k := range a {
		if !(math.Abs(a[k]-b[k]) <= 1e-8*(1+math.Abs(a[k]))) && !(math.IsNaN(a[k]) && math.IsNaN(b[k])) {
			return true
		}
	}
	return false
}

// TestWrongGradientIsNotDifferentiated: of a gradient that is changed in one place no Hessian is written.
func TestWrongGradientIsNotDifferentiated(t *testing.T) {
	tried := 0
	for _, text := range scalar {
		p, err := source.Read("f.go", []byte("package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\n"+text), "")
		if err != nil {
			t.Fatal(err)
		}
		second := secondOf(t, p).Task
		x := pointOf(p)
		before := second.Program.Eval(x)
		for k := range second.Program.Nodes {
			n := &second.Program.Nodes[k]
			if n.Kind != source.Mul {
				continue
			}
			n.Kind = source.Add
			if after := second.Program.Eval(x); differ(before, after) {
				tried++
				if _, err := carried(t, second).Go(Origin{}); err == nil {
					t.Errorf("node %d is not found\n%s", k, text)
				}
			}
			n.Kind = source.Mul
		}
	}
	modeltest.Counted(t, "changes", tried, 20)
}
