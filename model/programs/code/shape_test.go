package code

import (
	"strings"
	"testing"

	"facet/model/programs/source"
)

// Where an array stands for a struct, the header says which entry is which field.
func TestFieldsAreNamedInC(t *testing.T) {
	p, err := source.Read("f.go", []byte("package p\n\ntype node struct{ Vt0, Eg float64 }\n\n"+
		"func F(n node, v [2]float64) (i node) { i.Eg = n.Vt0 * v[1]; return }"), "F")
	if err != nil {
		t.Fatal(err)
	}
	task, err := NewTask(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := carried(t, task).Write(Origin{}, Form{Language: "c"})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\n// n holds n.Vt0, n.Eg.\n// i holds i.Vt0, i.Eg.\n", "\n//  0: d i.Eg / d n.Vt0\n//  1: d i.Eg / d v[1]\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
