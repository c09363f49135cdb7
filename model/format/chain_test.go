package format

import (
	"bytes"
	"strings"
	"testing"

	"facet/model"
)

func TestChain(t *testing.T) {
	g := read(t, "\ufeff2\n2 10 1000\n 5 2\t2000 ")
	if len(g.Vertices) != 3 || g.Vertices[0].Size != 10 || g.Vertices[1].Size != 2 ||
		g.Vertices[2].Size != 5 {
		t.Errorf("vertices %+v", g.Vertices)
	}
	if e := g.Edges[1]; e.Source != 1 || e.Target != 2 || e.Tangent != 2000 || e.Adjoint != 2000 ||
		!e.HasModel || e.HasJacobian {
		t.Errorf("edge %+v", e)
	}
	var written bytes.Buffer
	if err := WriteChain(&written, g); err != nil {
		t.Fatal(err)
	}
	if got, want := written.String(), "2\n2 10 1000\n5 2 2000\n"; got != want {
		t.Errorf("written %q, want %q", got, want)
	}
}

func TestChainErrors(t *testing.T) {
	for text, want := range map[string]string{
		"1":               `f.xml: the chain ends before the rows of factor 1: complete it`,
		"2\n1 1 1\n1 1":   `f.xml: the chain ends before the cost of factor 2: complete it`,
		"0":               `f.xml: the chain has 0 factors: it should have at least one`,
		"-3 1 1 1":        `f.xml: the chain has -3 factors: it should have at least one`,
		"1000000 1 1 1":   `f.xml: the chain has 1000000 factors, more than 200000: make it coarser`,
		"100000 1 1 1":    `f.xml: the chain should have 100000 factors, but the file is too short for them`,
		"1x 1 1 1":        `f.xml: the number of factors: "1x" is not a number: only whole numbers are possible`,
		"1\n0 1 1":        `f.xml: the rows of factor 1: 0 is too small, it should be at least 1`,
		"1\n1 0 1":        `f.xml: the columns of factor 1: 0 is too small, it should be at least 1`,
		"1\n1 1 -1":       `f.xml: the cost of factor 1: -1 is too small, it should be at least 0`,
		"1\n1 1 1.5":      `f.xml: the cost of factor 1: "1.5" is a fraction: only whole numbers are possible`,
		"1\n1 1 1e30":     `f.xml: the cost of factor 1: "1e30" is larger than 9223372036854775807, the largest possible number: use a larger unit`,
		"2\n2 3 1\n4 5 1": `f.xml: factor 2 has 5 columns, but factor 1 has 2 rows: they should agree (sparsity patterns between the factors are not read)`,
		"1\n2 3 1\n4":     `f.xml: the file continues after the 1 factors of the chain: correct their number (sparsity patterns between the factors are not read)`,
		"1 " + strings.Repeat("1",
			70000): `f.xml: the rows of factor 1 cannot be read: it is longer than 64 kB`,
	} {
		_, err := Read("f.xml", strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%.20q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestNoChain(t *testing.T) {
	model2 := []string{"t", "1", "a", "1"}
	for _, c := range []struct{ text, want string }{
		{document(two + node("2", 1) + edge("0", "1", model2...) + edge("0", "2", model2...)),
			`the dag is not a chain: vertex "0" has 0 edges in and 2 out`},
		{document(two + node("2", 1) + node("3", 1) + edge("0", "1", model2...) + edge("2", "3", model2...)),
			`the dag is not a chain: it has several paths, one of which starts in vertex "2"`},
		{document(two + edge("0", "1", "j", "1")),
			`a chain file cannot store the Jacobian of edge (0,1): write GraphML`},
		{document(two + edge("0", "1", "t", "1", "a", "2")),
			`a chain file has one cost per factor, but edge (0,1) has tangent_cost 1 and adjoint_cost 2: write GraphML`},
	} {
		if err := WriteChain(&bytes.Buffer{}, read(t, c.text)); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}

func TestDOT(t *testing.T) {
	g := read(t, document(node(`a&quot;\`, 2)+node("b", 1)+node("c", 1)+edge(`a&quot;\`, "b", "t", "3", "a",
		"4")+edge("b", "c", "j", "1")))
	var dag, line bytes.Buffer
	if err := WriteDOT(&dag, g); err != nil {
		t.Fatal(err)
	}
	const wantDag = `digraph "f" {
  rankdir=BT;
  node [shape=circle];
  "a\"\\" [size=2, label="a\"\\ (2)"];
  "b" [size=1, label="b (1)"];
  "c" [size=1, label="c (1)"];
  "a\"\\" -> "b" [tangent_cost=3, adjoint_cost=4, has_jacobian=0, has_model=1, label="4\n3"];
  "b" -> "c" [has_jacobian=1, has_model=0, style=bold, label="no model"];
}
`
	if dag.String() != wantDag {
		t.Errorf("got %s", dag.String())
	}
	if err := WriteLineDOT(&line, model.NewState(g)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"z0 -> z1;", "v0 -> z0 [style=dashed];", "z1 -> v2 [style=dashed];",
		`z1 [label="(b,c)", style=bold];`} {
		if !strings.Contains(line.String(), want) {
			t.Errorf("no %q in %s", want, line.String())
		}
	}
}
