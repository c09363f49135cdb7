package code

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"facet/model/programs/source"
)

// excess checks that each line stands behind those that it uses, and gives how many numbers
// are held too many.
func excess(t *testing.T, l *listing) int {
	t.Helper()
	s := newScheduler(l)
	place := make(map[ref]int)
	lines := l.lines
	for k, r := range lines {
		place[r] = k
	}
	for r := range ref(len(s.operands)) {
		if _, listed := place[r]; listed != (s.line(r) == r) {
			t.Fatalf("line %d is listed: %v", r, listed)
		}
		for _, a := range s.operands[r] {
			if place[a] >= place[r] {
				t.Fatalf("line %d stands before line %d, which it uses", r, a)
			}
		}
	}
	return s.excess(lines)
}

// Lines stand so that few numbers are held: what belongs together is together, wherever the
// source has it.
func TestOrderHoldsFew(t *testing.T) {
	_, _, j := backwards(t, `package main

func F(x [20]float64) (y [20]float64) {
	var a, b [20]float64
	for i := range a {
		a[i] = x[i] * x[(i+1)%20]
	}
	for i := range b {
		b[i] = a[i] * a[i]
	}
	for i := range b {
		y[i] = b[i] * b[i]
	}
	return y
}`)
	few := excess(t, j.newListing(cDialect(false), Form{}, false))
	many := excess(t, j.newListing(cDialect(false), Form{Order: InSequence}, false))
	if few*5 > many { // 20 are results, to be held until the end
		t.Errorf("%d numbers are held too many, and %d as the plan has them", few, many)
	}
}

// All functions at hand are ordered, in both languages: in one, sines have lines with cosines.
func TestOrderIsComplete(t *testing.T) {
	files, err := filepath.Glob("../../../samples/code/*.go")
	if err != nil || len(files) < 10 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "doc.go") {
			continue
		}
		_, _, j := backwardsOf(t, string(text), "")
		needs := goNeeds{}
		for _, d := range []dialect{cDialect(false), goDialect(false, &needs)} {
			few, many := excess(t, j.newListing(d, Form{}, false)),
				excess(t, j.newListing(d, Form{Order: InSequence}, false))
			if few > many {
				t.Errorf("%s: %d numbers are held too many, and only %d as the plan has them",
					filepath.Base(file), few, many)
			}
		}
	}
}

// The test of zero in the derivative of a power is no call of functions.
func TestNonzeroIsATest(t *testing.T) {
	_, _, j := backwards(t,
		"package main\n\nimport \"math\"\n\nfunc F(x, y float64) float64 { return math.Pow(x, 0.25) + math.Pow(x, y) }")
	for _, f := range []Form{{}, {Language: "c"}, {Language: "c", Single: true}, {Single: true}} {
		out, err := j.Write(Origin{}, f)
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(strings.ToLower(string(out)), "// fjacobianpow is")
		if n := strings.Count(text, " == 0.0"); n != 2 || strings.Contains(text, "ceil") ||
			strings.Contains(text, "min(") || strings.Contains(text, "abs") {
			t.Errorf("%d tests in\n%s", n, text)
		}
	}
	if k := j.graph.nodes[j.results[0]].kind; k != source.Add {
		t.Errorf("the value is of kind %d", k)
	}
}

// Which arrays may overlap is said in each language.
func TestOverlapIsSaid(t *testing.T) {
	_, _, j := backwards(t, "package main\n\nfunc F(x, y float64) (a, b float64) { return x * y, x / y }")
	for _, language := range Languages {
		out, err := j.Write(Origin{}, Form{Language: language})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(strings.ReplaceAll(string(out), "\n// ", " "),
			"Results may overlap parameters, jacobian must not.") {
			t.Errorf("it is not said in %s:\n%s", language, out)
		}
		if language != "go" && !strings.Contains(string(out),
			"(double x, double y, double *a, double *b, double *FACET_RESTRICT jacobian) {") {
			t.Errorf("the compiler is not told in %s:\n%s", language, out)
		}
	}
}
