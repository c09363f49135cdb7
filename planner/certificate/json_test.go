package certificate

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"facet/model"
)

// path is a chain of products: sizes n, all Jacobians given, no models.
func path(t testing.TB, sizes ...int64) *model.Dag {
	t.Helper()
	var vertices []model.Vertex
	var edges []model.Edge
	for k, n := range sizes {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(k), Size: n})
		if k > 0 {
			edges = append(edges, model.Edge{Source: k - 1, Target: k, HasJacobian: true})
		}
	}
	g, err := model.NewDag("path", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mul(a, j, b int, amount int64) Price {
	return Price{&Resource{Kind: "MUL", A: a, J: j, B: b}, amount}
}

// claim is a certificate of a bound without a sequence, through a file.
func claim(t testing.TB, g *model.Dag, bound model.Cost, p *Proof) *Certificate {
	t.Helper()
	var file bytes.Buffer
	if err := Write(&file, &Certificate{Dag: g.Fingerprint(), Bound: bound, Proof: p}); err != nil {
		t.Fatal(err)
	}
	c, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatalf("%v\n%s", err, file.String())
	}
	return c
}

func TestPaths(t *testing.T) {
	g := path(t, 2, 3, 5, 7) // cheapest: (0 1 2)(2 3) = 30 + 70 = 100; else 105 + 42
	whole := []int{0, 1, 2}
	all := []Price{mul(0, 1, 2, 30), mul(0, 2, 3, 70), mul(1, 2, 3, 105), mul(0, 1, 3, 42)}
	tests := []struct {
		name  string
		bound model.Cost
		paths []Path
		want  string
	}{
		{"prices", 100, []Path{{Edges: whole, Prices: all}}, ""},
		{"rest", 100, []Path{{Edges: whole, Rest: true}}, ""},
		{"rest too much", 101, []Path{{Edges: whole, Rest: true}}, "proves 100 only"},
		{"rest and others", 100, []Path{{Edges: whole, Rest: true},
			{Edges: whole, Prices: []Price{mul(0, 1, 3, 10)}}}, ""},
		{"rest of others", 100, []Path{{Edges: whole, Prices: []Price{mul(0, 1, 2, 10), mul(0, 2, 3, 70)}},
			{Edges: whole, Rest: true}}, ""},
		{"rest of less", 102, []Path{{Edges: whole, Prices: []Price{mul(0, 1, 2, 10), mul(0, 1, 3, 9)}},
			{Edges: whole, Rest: true}}, "proves 100 only"},
		{"rest twice", 100, []Path{{Edges: whole, Rest: true}, {Edges: whole, Rest: true}},
			"take the rest of the costs at edge 0"},
		// rest is all that a file keeps
		{"rest with prices", 100, []Path{{Edges: whole, Rest: true, Prices: all}}, ""},
		// 2 is like 1: the price of (0 1 3) is one of (0 2 3) too, and (0 1 2) has none.
		{"like", 42, []Path{{Edges: whole, Like: []int{0, 1, 1, 3}, Prices: []Price{mul(0, 1, 3, 42)}}}, ""},
		{"like too much", 43,
			[]Path{{Edges: whole, Like: []int{0, 1, 1, 3}, Prices: []Price{mul(0, 1, 3, 43)}}},
			"more than its cost 42"},
		{"like of expensive", 70,
			[]Path{{Edges: whole, Like: []int{0, 2, 2, 3}, Prices: []Price{mul(0, 2, 3, 70)}}},
			"more than its cost 42"},
		{"like twice", 42, []Path{{Edges: whole, Like: []int{0, 1, 1, 3},
			Prices: []Price{mul(0, 1, 3, 4), mul(0, 1, 3, 5)}}}, "two prices"},
		{"not like itself", 42, []Path{{Edges: whole, Like: []int{0, 2, 1, 3}}}, "not like itself"},
		{"not of a class", 42,
			[]Path{{Edges: whole, Like: []int{0, 1, 1, 3}, Prices: []Price{mul(0, 2, 3, 4)}}},
			"cannot be spread"},
	}
	for _, test := range tests {
		c := claim(t, g, test.bound, &Proof{Leaf: &Leaf{Denominator: 1, Paths: test.paths}})
		_, err := Verify(g, c)
		if got := fmt.Sprint(err); err == nil && test.want != "" || err != nil &&
			(test.want == "" || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
	}
}

// Sums of costs may need more than 64 bits.
func TestWideNumbers(t *testing.T) {
	g := path(t, 2_000_000, 2_000_000, 2_000_000, 2_000_000) // 8e18 a product
	if _, err := Verify(g, claim(t, g, 9e18,
		&Proof{Leaf: &Leaf{Denominator: 1 << 40,
			Paths: []Path{{Edges: []int{0, 1, 2}, Rest: true}}}})); err != nil {
		t.Error(err)
	}
}

func TestPackingsStandAlone(t *testing.T) {
	g := path(t, 2, 3, 5)
	packing := &Proof{Packing: &Packing{In: []int64{2, 0}, Out: []int64{0, 5}}}
	if _, err := Verify(g, claim(t, g, 30, packing)); err != nil {
		t.Error(err)
	}
	tests := []struct {
		bound model.Cost
		proof *Proof
		want  string
	}{
		{31, packing, "the packing proves 30 only"},
		{30, &Proof{Resource: &Resource{Kind: "MUL", J: 1, B: 2}, Selected: packing, Forbidden: packing},
			"below a branching"},
		{31, &Proof{Packing: &Packing{In: []int64{3, 0}, Out: []int64{0, 5}}}, "no flow carries"},
		{30, &Proof{Packing: &Packing{In: []int64{-1, 0}, Out: []int64{0, 5}}}, "negative amount"},
		{30, &Proof{Packing: &Packing{In: []int64{2, 1}, Out: []int64{0, 5}}}, "where there is no face"},
		{30, &Proof{Packing: &Packing{In: []int64{2}, Out: []int64{0, 5}}}, "the dag has 2 edges"},
	}
	for _, test := range tests {
		if test.proof.Resource != nil {
			test.bound = 31 // so that selecting the resource alone does not prove it
		}
		if _, err := Verify(g, claim(t, g, test.bound, test.proof)); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %q", err, test.want)
		}
	}
}

// A dag may need no operation: then its empty sequence is optimal.
func TestNothingToDo(t *testing.T) {
	g := path(t, 2, 3)
	c, err := New(g, nil, 0, &Proof{Leaf: &Leaf{Denominator: 1}})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := Write(&file, c); err != nil {
		t.Fatal(err)
	}
	read, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(g, read); err != nil || v.String() != "proved: 0 is optimal" {
		t.Errorf("%v, error %v", v, err)
	}
}

func TestHostileParts(t *testing.T) {
	file := func(rest string) string { return `{"format":"` + Format + `","dag":"","bound":1,` + rest + `}` }
	leaf := func(paths string) string {
		return file(`"resources":[["MUL",0,1,2]],"leaves":[{"denominator":1,"paths":[` + paths +
			`]}],"proof":0`)
	}
	tests := []struct{ name, file, want string }{
		{"no proof", file(`"resources":[]`), "a part of the proof is missing"},
		{"null", file(`"proof":null`), "a part of the proof is missing"},
		{"no leaf", file(`"proof":0`), "there is no leaf 0"},
		{"no resource", file(`"proof":[0,0,0],"leaves":[{"denominator":1,"paths":[]}]`),
			"a leaf, or a resource and two parts"},
		{"text", file(`"proof":"\u001b[2J"`), "a leaf, or a resource and two parts"},
		{"kind", file(`"resources":[["FMA",1]],"proof":0`), "resource 0 is none"},
		{"few numbers", file(`"resources":[["MUL",1,2]],"proof":0`), "resource 0 is none"},
		{"fraction", file(`"resources":[["ACC",1.5]],"proof":0`), "resource 0 is none"},
		{"denominator", file(`"leaves":[{"paths":[]}],"proof":0`), "denominator is at least 1"},
		{"odd prices", leaf(`{"edges":[0,1],"prices":[0]}`), "prices are pairs"},
		{"price of nothing", leaf(`{"edges":[0,1],"prices":[1,5]}`), "there is no resource 1"},
		{"short like", leaf(`{"edges":[0,1],"like":[0],"prices":[0,1]}`), "says of 1 what they are like"},
		{"wild like", leaf(`{"edges":[0,1],"like":[0,1,9],"prices":[0,1]}`), "has no position 9"},
		{"inequality",
			file(`"leaves":[{"denominator":1,"paths":[],"inequalities":[["prefix",0]]}],"proof":0`),
			"inequality 0 is none"},
		{"deep", file(`"resources":[["ACC",0]],"leaves":[{"denominator":1,"paths":[]}],"proof":` +
			strings.Repeat("[0,0,", 2500) + "0" + strings.Repeat("]", 2500)), "more than 2000 branchings"},
		{"type", `{"format":"` + Format + `","dag":7,"proof":0}`, "where a text belongs"},
	}
	for _, test := range tests {
		_, err := Read(strings.NewReader(test.file))
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}
