package analysis

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
)

// What is known of one step says something about the others: completions go
// back, bounds go on, and an operation that was judged is a step that was.
func TestSpread(t *testing.T) {
	start := model.NewState(modeltest.Sample(t, "bat").Classic())
	ops, end := read(t, start,
		"ELI (1 3)(3 4)\nELI (2 3)(3 6)\nELI (-1 1)(1 3 4)\nELI (-1 1)(1 3)\nELI (-1 1 3)(3 5)\n"+
			"ELI (-1 1 3)(3 6)\nELI (0 2)(2 3 6)\nELI (0 2)(2 3)\nELI (0 2 3)(3 4)\nELI (0 2 3)(3 5)\n")
	line := lineOf(t, start, ops)
	var k Known
	k.Learn(len(ops), Complete())
	k.Learn(0, Value{Bound: 20, HasBound: true})
	if !k.Spread(line) || k.Spread(line) {
		t.Error("the first conclusion is all there is")
	}
	for n := range ops {
		v := k.At(n)
		if v.Best != end.Spent()-line.spent(n) || len(v.Ops) != len(ops)-n ||
			v.Bound != max(0, 20-line.spent(n)) {
			t.Errorf("after %d steps: %+v", n, v)
		}
	}
	if least, most := k.Lost(line); least != 0 || most != 2 {
		t.Errorf("lost %d to %d", least, most)
	}
	k.Take(Finding{Step: 3, OfMove: true, Op: ops[3], Price: line.Steps[3].Cost, Value: Value{Bound: k.At(4).
		Best, HasBound: true}})
	k.Spread(line)
	if !k.At(4).Optimal() || !k.Moves(3)[ops[3]].After.Optimal() {
		t.Error("an operation and its step are known apart")
	}
}

// However far a session goes, a bounded number of moves is remembered.
func TestMovesAreForgotten(t *testing.T) {
	var k Known
	for step := range 100 {
		for z := range model.Z(2000) {
			k.Take(Finding{Step: step, OfMove: true, Op: model.Accumulate(z, model.TAN),
				Value: Value{HasBound: true}})
		}
	}
	kept := 0
	for _, all := range k.moves {
		kept += len(all)
	}
	if kept > keptMoves+mostMoves || len(k.Moves(99)) != 2000 || len(k.Moves(0)) != 0 {
		t.Errorf("%d moves are kept, %d of the last step", kept, len(k.Moves(99)))
	}
}
