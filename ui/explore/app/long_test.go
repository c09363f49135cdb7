package app

import (
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// longSequence is a random dag, and a complete sequence on it.
func longSequence(t *testing.T, vertices, edges int) (*model.Dag, []model.Op) {
	t.Helper()
	g, err := generate.Random(vertices, edges, generate.Elementals{MaxSize: 9, Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	tape := model.NewTape(model.NewState(g))
	var ops []model.Op
	for s := tape.State(); !s.Done(); {
		var op model.Op
		for _, z := range s.Vertices() {
			if !s.HasJacobian(z) {
				op = s.Accumulations(z)[0].Op
				break
			}
		}
		if op == (model.Op{}) {
			op = s.Choices(s.AllFaces()[0])[0].Op
		}
		if _, err := tape.Do(op); err != nil {
			t.Fatal(err)
		}
		ops = append(ops, op)
	}
	return g, ops
}

// A long sequence that is applied at once is not laid out step by step, though its last
// state is small: the pictures of its first and last state are.
func TestLongSequencesAreLaidOutOnce(t *testing.T) {
	g, ops := longSequence(t, 60, 150)
	o := testOptions(g, style.Mono, false)
	o.Shared = nil
	d := start(t, o, 120, 40)
	d.send(Intents{intent.Preview{Title: "all", Ops: ops}})
	if s := d.m.screen.shown.session; s.Depth() != 0 || s.Steps() != len(ops) {
		t.Fatalf("the preview stands at step %d of %d", s.Depth(), s.Steps())
	}
	d.press("A")
	if s := d.m.Session(); !s.State().Done() || s.Depth() != len(ops) {
		t.Fatalf("applied %d of %d", s.Depth(), len(ops))
	}
	if made := d.m.screen.pictures.layouts.Made(); made > len(ops)/20 {
		t.Errorf("%d pictures were laid out for a sequence of %d steps", made, len(ops))
	}
}
