package model_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

func TestBadSequences(t *testing.T) {
	for text, want := range map[string]string{
		"MOVE (0 1)":                              `line 1: "MOVE" is no operation: a line starts with ACC or ELI`,
		"ACC TAN (0 9)":                           `line 1: the dag has no vertex 9`,
		"# ok\nACC TAN (0 2)":                     `line 2: no vertex of the line dag is (0 2) now`,
		"ACC TAN (0 1) 5":                         `line 1: the price is not 5: ACC TAN (0 1) 4; ACC ADJ (0 1) 4`,
		"ACC MUL (0 1)":                           `line 1: a Jacobian is preaccumulated by TAN or ADJ: MUL needs two Jacobians`,
		"ACC TAN (0 1)\nACC TAN (0 1)":            `line 2: the Jacobian of (0,1) is already available`,
		"ELI TAN (0 1)(1 2)":                      `line 1: face (0,1)→(1,2) has no Jacobian on either side: preaccumulate (0,1) or (1,2) first`,
		"ACC (0 1)\nELI ADJ (0 1)(1 2)":           `line 2: ADJ needs the Jacobian of (1,2): preaccumulate it first, or use TAN`,
		"ACC (0 1)\nELI MUL (0 1)(1 2)":           `line 2: MUL needs both Jacobians: preaccumulate (1,2) first`,
		"ELI (0 1)(2 3)":                          `line 1: (0,1) and (2,3) have no face in common now`,
		"ELI (0 1 2)":                             `line 1: no face along (0 1 2) has a Jacobian on either side: preaccumulate one first`,
		"ELI (0 2 3)":                             `line 1: no face runs along (0 2 3) now`,
		"ACC TAN (0 1":                            `line 1: a label is not closed: ) is missing`,
		"ACC TAN (0)":                             `line 1: a label needs two vertices at least, as in (0 1)`,
		"ACC TAN":                                 `line 1: ACC takes one label, as in ACC TAN (0 1)`,
		"ELI TAN":                                 `line 1: ELI takes the two labels of a face, as in ELI TAN (0 1)(1 2)`,
		"ACC TAN (0 1) four":                      `line 1: "four" does not end an operation: after the labels comes its price, a whole number`,
		`ACC TAN ("0 1)`:                          `line 1: a quoted id is not closed: "0 1)`,
		"ACC TAN (0 1)+x":                         `line 1: after + comes a path (i j k) or how many more paths there are`,
		"ACC TAN (0 1)+2":                         `line 1: (0,1) stands for 1 paths now, the label says 3`,
		"ACC (0 1)\nELI TAN (0 1)(1 2)\nELI":      `line 3: ELI takes the two labels of a face, as in ELI TAN (0 1)(1 2)`,
		"\nACC TAN " + strings.Repeat("(", 2<<20): `line 2 is longer than 1 MB: no operation is`,
	} {
		_, _, err := model.ReadSequence(model.NewState(modeltest.Sample(t, "lion")), strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// TestShortLines: the session printed in the paper, which names faces by three
// vertices.
func TestShortLines(t *testing.T) {
	if got := run(t, modeltest.Sample(t, "lion"), `
  ACC TAN (0 1) 4
  ELI TAN (0 1 2) 2
  ELI TAN (0 1 4) 2
  ELI TAN (0 2 3) 6
  ELI TAN (0 2 4) 2`); got != 16 {
		t.Errorf("the paper's session costs %d, want 16", got)
	}
	s := model.NewState(modeltest.Sample(t, "bat"))
	_, _, err := model.ReadSequence(s,
		strings.NewReader("ACC (1 3)\nELI (1 3)(3 4)\nACC (-1 1)\nELI (-1 1 4) 2"))
	want := "line 4: more than one operation fits: ELI TAN (-1 1)(1 4) 2; ELI MUL (-1 1)(1 3 4) 2"
	if err == nil || err.Error() != want {
		t.Errorf("an ambiguous line: %v\nwant %s", err, want)
	}
}

// TestStrangeIDs: any text is an id, and a sequence over it still round-trips.
func TestStrangeIDs(t *testing.T) {
	ids := []string{"", "a b", `q"(`, "x,y", "näh", "\x1b[31m", "#", "+"}
	var vertices []model.Vertex
	var edges []model.Edge
	for k, id := range ids {
		vertices = append(vertices, model.Vertex{ID: id, Size: 2})
		if k > 0 {
			edges = append(edges, model.Edge{Source: k - 1, Target: k, HasModel: true, Tangent: 3,
				Adjoint: 5})
		}
	}
	g, err := model.NewDag("strange", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	var ops []model.Op
	for !s.Done() {
		o := s.Operations()[0].Op
		ops = append(ops, o)
		s, _, _ = s.Apply(o)
	}
	text, err := model.FormatSequence(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil || len(back) != len(ops) {
		t.Fatalf("%v\n%s", err, text)
	}
	for k := range ops {
		if back[k] != ops[k] {
			t.Errorf("operation %d came back different", k+1)
		}
	}
}

func FuzzReadSequence(f *testing.F) {
	f.Add("ACC TAN (0 1) 4\nELI TAN (0 1)(1 2) 2")
	f.Add("ELI MUL (-1 1)+(0 1)+3 (1 \"2\") # note")
	g := modeltest.Sample(f, "bat")
	f.Fuzz(func(t *testing.T, text string) {
		start := model.NewState(g)
		ops, _, err := model.ReadSequence(start, strings.NewReader(text))
		out, formatErr := model.FormatSequence(start, ops)
		if formatErr != nil {
			t.Fatal(formatErr)
		}
		if back, _, backErr := model.ReadSequence(start, strings.NewReader(out)); err == nil &&
			(backErr != nil || len(back) != len(ops)) {
			t.Fatalf("%v\n%s", backErr, out)
		}
	})
}

// TestSequencesOfLongDagsStayShort: the operations of a long ladder name vertices by
// their ends where these tell them apart, and are read as they were written.
func TestSequencesOfLongDagsStayShort(t *testing.T) {
	const rungs = 400
	var vertices []model.Vertex
	var edges []model.Edge
	for k := range rungs {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(k), Size: 1})
		for _, from := range []int{k - 2, k - 1} {
			if from >= 0 {
				edges = append(edges, model.Edge{Source: from, Target: k, HasJacobian: true})
			}
		}
	}
	g, err := model.NewDag("ladder", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	start := model.NewState(g)
	tape := model.NewTape(start)
	s := tape.State()
	var ops []model.Op
	for j := 1; j < rungs-1; j++ {
		for u := tape.Ending(j); len(u) > 0; u = tape.Ending(j) {
			o := model.Eliminate(model.Face{U: u[0], V: s.Succs(u[0])[0]}, model.MUL)
			if _, err := tape.Do(o); err != nil {
				t.Fatal(err)
			}
			ops = append(ops, o)
		}
	}
	text, err := model.FormatSequence(start, ops)
	if err != nil || len(text) > 100*len(ops) {
		t.Errorf("%d operations take %d bytes (%v)", len(ops), len(text), err)
	}
	read, end, err := model.ReadSequence(start, strings.NewReader(text))
	if err != nil || !slices.Equal(read, ops) || !end.Done() {
		t.Errorf("%d of %d operations are read (%v)", len(read), len(ops), err)
	}
}
