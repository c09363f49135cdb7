package certificate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"facet/model"
)

// chain is 0 -> 1 -> 2 with sizes 10, 2, 5: the paper's Example on generalized
// elimination, optimum 6100.
func chain(t testing.TB) *model.Dag {
	t.Helper()
	g, err := model.NewDag("chain",
		[]model.Vertex{{ID: "0", Size: 10}, {ID: "1", Size: 2}, {ID: "2", Size: 5}},
		[]model.Edge{
			{Source: 0, Target: 1, Tangent: 1000, Adjoint: 2000, HasModel: true},
			{Source: 1, Target: 2, Tangent: 1000, Adjoint: 2000, HasModel: true},
		})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// byHand is a proof of 6100 that no program has made: the only path's cheapest
// derivation under the full prices is the optimum.
func byHand(t testing.TB) *Certificate {
	t.Helper()
	g := chain(t)
	path := Path{Edges: []int{0, 1}, Prices: []Price{
		{&Resource{Kind: "ACC", Edge: 0}, 4000}, {&Resource{Kind: "ACC", Edge: 1}, 2000},
		{&Resource{Kind: "MUL", A: 0, J: 1, B: 2}, 100},
		{&Resource{Kind: "TAN", Edge: 1, A: 0}, 10000}, {&Resource{Kind: "ADJ", Edge: 0, B: 2}, 10000},
	}}
	ops, _, err := model.ReadSequence(model.NewState(g),
		strings.NewReader("ACC ADJ (0 1)\nACC TAN (1 2)\nELI MUL (0 1)(1 2)"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(g, ops, 6100, &Proof{Leaf: &Leaf{Denominator: 1, Paths: []Path{path}}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestVerdicts(t *testing.T) {
	g := chain(t)
	tests := []struct {
		name   string
		change func(*Certificate)
		want   string // the verdict, or a part of the error
	}{
		{"optimal", func(*Certificate) {}, "proved: 6100 is optimal"},
		{"bound only", func(c *Certificate) {
			c.Sequence, c.Cost, c.Given = nil, 0, false
		}, "proved: no sequence costs less than 6100"},
		{"gap", func(c *Certificate) {
			c.Bound = 6000
		}, "proved: no sequence costs less than 6000; the sequence given costs 6100"},
		{"searched", func(c *Certificate) {
			c.Bound, c.Searched = 6000, 6100
		}, "(a search reported 6100, which is not part of the proof)"},
		{"too much", func(c *Certificate) {
			c.Bound = 6101
		}, "the bound 6101 is not proved: a leaf proves 6100 only"},
		{"high price", func(c *Certificate) {
			c.Proof.Leaf.Paths[0].Prices[0].Amount++
		}, "more than its cost 4000"},
		{"double price", func(c *Certificate) {
			w := &c.Proof.Leaf.Paths[0]
			w.Prices = append(w.Prices, w.Prices[0])
		}, "two prices of ACC of edge 0"},
		{"negative", func(c *Certificate) { c.Proof.Leaf.Paths[0].Prices[0].Amount = -1 }, "negative price"},
		{"half a path", func(c *Certificate) {
			c.Proof.Leaf.Paths[0].Edges = []int{0}
		}, "does not lead from a source to a sink"},
		{"no path", func(c *Certificate) {
			c.Proof.Leaf.Paths[0].Edges = []int{1, 0}
		}, "does not start where"},
		{"no edge", func(c *Certificate) { c.Proof.Leaf.Paths[0].Edges = []int{0, 7} }, "has no edge 7"},
		{"no resource", func(c *Certificate) {
			c.Proof.Leaf.Paths[0].Prices[0].Kind = "FMA"
		}, "no kind of resource"},
		{"unit", func(c *Certificate) { c.Proof.Leaf.Unit = 1000 }, "does not divide the cost"},
		{"divided", func(c *Certificate) {
			c.Proof = &Proof{Resource: &Resource{Kind: "ACC", Edge: 0}, Selected: c.Proof, Forbidden: c.Proof}
		}, "proved: 6100 is optimal"},
		{"divided twice", func(c *Certificate) {
			p := &Proof{Resource: &Resource{Kind: "ACC", Edge: 0}, Selected: c.Proof, Forbidden: c.Proof}
			c.Proof = &Proof{Resource: &Resource{Kind: "ACC", Edge: 0}, Selected: p, Forbidden: p}
		}, "decided on twice"},
		{"fixed", func(c *Certificate) { c.Proof = fixedAtZero(c) }, "proved: 6100 is optimal"},
		{"fixed twice", func(c *Certificate) {
			c.Proof = fixedAtZero(c)
			c.Proof.Fixed = append(c.Proof.Fixed, c.Proof.Fixed[0])
		}, "decided on twice"},
		{"fixed though selected", func(c *Certificate) {
			p := fixedAtZero(c)
			c.Proof = &Proof{Resource: &p.Fixed[0], Selected: p, Forbidden: c.Proof}
		}, "proved: 6100 is optimal"}, // a sequence with a cost of 10000 for it costs too much
		{"not expensive", func(c *Certificate) {
			c.Proof = fixedAtZero(c)
			c.Proof.Fixed = append(c.Proof.Fixed, Resource{Kind: "ACC", Edge: 0})
		}, "ACC of edge 0 is cheaper than the proof says"},
		{"fixed without a leaf", func(c *Certificate) {
			c.Proof = &Proof{Resource: &Resource{Kind: "ACC", Edge: 0}, Selected: c.Proof, Forbidden: c.Proof,
				Rest: c.Proof}
		}, "without a leaf"},
		{"inequality with itself", func(c *Certificate) {
			c.Proof.Leaf.Inequalities = []Inequality{{Side: "prefix", First: 0, Second: 0, S: 3, I: 1,
				Amount: 5}}
		}, "inequality 0"},
		{"bad side", func(c *Certificate) {
			c.Proof.Leaf.Inequalities = []Inequality{{Side: "middle", First: 0, Second: 0, S: 2, I: 1,
				Amount: 5}}
		}, "is no side"},
		{"nothing to prove", func(c *Certificate) { c.Bound = 0 }, "proved: no sequence costs less than 0"},
		{"no edge where nothing is to be proved", func(c *Certificate) {
			c.Bound, c.Proof.Leaf.Paths[0] = 0, Path{Edges: []int{999_999}}
		}, "has no edge 999999"},
		{"no edge behind what is paid", func(c *Certificate) {
			bad := &Proof{Leaf: &Leaf{Denominator: 1, Paths: []Path{{Edges: []int{999_999}}}}}
			c.Proof = &Proof{Resource: &Resource{Kind: "TAN", Edge: 1, A: 0}, Selected: bad,
				Forbidden: c.Proof}
		}, "has no edge 999999"},
		{"no vertex behind what is paid", func(c *Certificate) {
			bad := &Proof{Resource: &Resource{Kind: "MUL", A: 0, J: 1, B: 99}, Selected: c.Proof,
				Forbidden: c.Proof}
			c.Proof = &Proof{Resource: &Resource{Kind: "TAN", Edge: 1, A: 0}, Selected: bad,
				Forbidden: c.Proof}
		}, "names what the dag does not have"},
		{"a price of no step", func(c *Certificate) {
			w := &c.Proof.Leaf.Paths[0]
			w.Prices = append(w.Prices, Price{&Resource{Kind: "ADJ", Edge: 1, B: 2}, 800})
		}, "proved: 6100 is optimal"},
		{"other dag", func(c *Certificate) { c.Dag = "00" }, "for another dag"},
		{"cost", func(c *Certificate) { c.Cost = 6099 }, "the sequence costs 6100, not 6099"},
		{"step", func(c *Certificate) { c.Sequence = c.Sequence[:2] }, "the sequence costs 6000, not 6100"},
		{"no proof", func(c *Certificate) { c.Proof = nil }, "part of the proof is missing"},
	}
	for _, test := range tests {
		c := byHand(t)
		test.change(c)
		v, err := Verify(g, c)
		got := v.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// fixedAtZero is the proof in two steps: prices that come to 6000 leave enough of
// both models over to fix them at zero, and without them the product is paid.
func fixedAtZero(c *Certificate) *Proof {
	path := c.Proof.Leaf.Paths[0]
	path.Prices = []Price{
		path.Prices[0], path.Prices[1],
		{&Resource{Kind: "TAN", Edge: 1, A: 0}, 2000}, {&Resource{Kind: "ADJ", Edge: 0, B: 2}, 4000},
	}
	rest := c.Proof.Leaf.Paths[0]
	rest.Prices = rest.Prices[:3]
	return &Proof{
		Leaf:  &Leaf{Denominator: 1, Paths: []Path{path}},
		Fixed: []Resource{{Kind: "TAN", Edge: 1, A: 0}, {Kind: "ADJ", Edge: 0, B: 2}},
		Rest:  &Proof{Leaf: &Leaf{Denominator: 1, Paths: []Path{rest}}},
	}
}

func TestWriteAndReadKeepEverything(t *testing.T) {
	c := byHand(t)
	c.Proof = &Proof{Resource: &Resource{Kind: "ACC", Edge: 0}, Selected: fixedAtZero(c), Forbidden: c.Proof}
	c.Proof.Forbidden.Leaf.Inequalities = []Inequality{{Side: "prefix", S: 2, I: 1}}
	var first, second bytes.Buffer
	if err := Write(&first, c); err != nil {
		t.Fatal(err)
	}
	read, err := Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(&second, read); err != nil || first.String() != second.String() {
		t.Errorf("error %v; first\n%s\nsecond\n%s", err, first.String(), second.String())
	}
}

func TestWriteAndReadLeaves(t *testing.T) {
	c := byHand(t)
	c.Proof.Leaf.Inequalities = []Inequality{{Side: "prefix", S: 2, I: 1}}
	var first, second bytes.Buffer
	if err := Write(&first, c); err != nil {
		t.Fatal(err)
	}
	read, err := Read(bytes.NewReader(first.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := Write(&second, read); err != nil || first.String() != second.String() {
		t.Errorf("error %v; first\n%s\nsecond\n%s", err, first.String(), second.String())
	}
}

func TestHostileFilesAreRefused(t *testing.T) {
	deep := func(n int) string {
		return `{"format":"` + Format +
			`","resources":[["ACC",0]],"leaves":[{"denominator":1,"paths":[]}],"proof":` +
			strings.Repeat("[0,", n) + "0" + strings.Repeat(",0]", n) + "}"
	}
	leaf := func(leaf, proof string) string {
		return `{"format":"` + Format + `","dag":"","bound":1,"resources":[],"leaves":[{` + leaf +
			`}],"proof":` + proof + `}`
	}
	tests := []struct{ name, file, want string }{
		{"empty", "", "the file is cut off"},
		{"not json", "<graphml/>", `"<" has no place there in line 1`},
		{"other json", "{}", "not a certificate: it has no format"},
		{"array", "[]", "cannot be read"},
		{"first release's", `{"format":"facet certificate 1"}`,
			"make it anew with facet solve --certificate"},
		{"deep", deep(3000), "more than 2000 branchings"},
		{"deeper", deep(20000), "nested more than 4064 deep"},
		{"long path", leaf(`"denominator":1,"paths":[{"edges":[`+strings.Repeat("0,", 5000)+`0]}]`, "0"),
			"path 0: it is longer than 2048 edges"},
		{"number", `{"format":"` + Format + `","bound":1e400}`, "cannot be read"},
		{"denominator", leaf(`"denominator":0,"paths":[]`, "0"), "denominator is at least 1"},
		{"both", leaf(`"denominator":1,"paths":[]`, `{"leaf":0}`), "is a leaf, or a resource and two parts"},
		{"inequality", leaf(`"denominator":1,"paths":[],"inequalities":[["prefix",9,0,2,1,0]]`, "0"),
			"names a path that is not there"},
	}
	for _, test := range tests {
		if _, err := Read(strings.NewReader(test.file)); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// Every certificate that can be read can be checked without a crash, and no bound
// above the optimum is accepted.
func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	if err := Write(&file, byHand(f)); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	for _, more := range [...]string{
		`"rest":true`, `"like":[0,1,1],"prices":[0,1]`, `"prices":[0,100,1,7]`,
	} {
		f.Add([]byte(`{"format":"` + Format + `","dag":"` + chain(f).
			Fingerprint() + `","bound":6000,"resources":[["MUL",0,1,2],["ACC",0]],` +
			`"leaves":[{"denominator":1,"paths":[{"edges":[0,1],` + more +
			`}]},{"packing":{"in":[10,0],"out":[0,5]}}],"proof":[1,0,1]}`))
	}
	g := chain(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Read(bytes.NewReader(data))
		if err != nil {
			return
		}
		if v, err := Verify(g, c); err == nil && v.Bound > 6100 {
			t.Errorf("accepted: %s", v)
		}
	})
}

// Write refuses certificates that Read would refuse for their length.
func TestNoLongerThanIsRead(t *testing.T) {
	r := &room{to: io.Discard, left: 10}
	if _, err := r.Write(make([]byte, 10)); err != nil {
		t.Error(err)
	}
	if _, err := r.Write(make([]byte, 1)); err == nil {
		t.Error("written all the same")
	}
}

// Verifying ends at the question at which its context does, whichever that is.
func TestVerifyingEnds(t *testing.T) {
	g, c := chain(t), byHand(t)
	for range 20000 { // as many paths, for some questions
		path := c.Proof.Leaf.Paths[0]
		path.Prices = nil
		c.Proof.Leaf.Paths = append(c.Proof.Leaf.Paths, path)
	}
	c.Proof.Leaf.Denominator = 1
	asked := &counting{Context: context.Background()}
	if _, err := VerifyContext(asked, g, c); err != nil {
		t.Fatal(err)
	}
	if asked.asked == 0 {
		t.Fatal("the context is never asked")
	}
	for n := range asked.asked {
		ends := &counting{Context: context.Background(), left: n + 1}
		if _, err := VerifyContext(ends, g, c); !errors.Is(err, context.Canceled) || ends.asked != n+1 {
			t.Errorf("at question %d of %d: %v after %d", n+1, asked.asked, err, ends.asked)
		}
	}
}

// counting is a context that is done from its question number left on; 0 is never.
type counting struct {
	context.Context
	asked, left int
}

func (c *counting) Err() error {
	if c.asked++; c.left > 0 && c.asked >= c.left {
		return context.Canceled
	}
	return nil
}
