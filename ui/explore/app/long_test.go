package app

import (
	"strings"
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

// While a long sequence is carried out a key that means nothing is said to, and what is left
// after Esc stands ahead.
func TestStoppingALongSequence(t *testing.T) {
	g, ops := longSequence(t, 120, 300)
	if len(ops) <= 2*atOnce {
		t.Fatalf("only %d operations", len(ops))
	}
	d := start(t, testOptions(g, style.Mono, false), 120, 40)
	var all Intents
	for k, o := range ops {
		all = append(all, intent.Carry{Ops: []model.Op{o}})
		if k == len(ops)-1 {
			all = append(all, intent.Annotate{Text: "the last one"})
		}
	}
	_, _ = d.m.Update(all) // what follows is not awaited
	if left := len(d.m.waiting()); left == 0 ||
		!strings.Contains(d.m.View(),
			"operations are left to carry out. Esc stops, other keys mean nothing until then.") {
		t.Fatalf("%d are left, and the foot says\n%s", left, d.m.View())
	}
	_, _ = d.m.Update(keyMsg("b"))
	if !strings.Contains(d.m.View(), "The key b is ignored: ") {
		t.Errorf("a key vanishes:\n%s", d.m.View())
	}
	d.press("esc")
	s := d.m.Session()
	if s.Depth() != atOnce || len(s.Line()) != len(ops) ||
		!strings.Contains(d.screen(), "Stopped at step 500.") {
		t.Fatalf("stopped at step %d of %d\n%s", s.Depth(), len(s.Line()), d.screen())
	}
	if d.press("pgdown"); s.Depth() != atOnce+1 {
		t.Errorf("redo leads to step %d", s.Depth())
	}
	if err := s.Jump(len(ops)); err != nil || !s.State().Done() {
		t.Errorf("the end is not the end: %v", err)
	}
	if last, _ := s.Step(s.Cursor()); last.Note != "the last one" {
		t.Errorf("its note is %q", last.Note)
	}
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
