package model_test

import (
	"fmt"
	"strings"

	"facet/model"
)

// The dag has two modules one after the other: x of size 2, an intermediate y of
// size 3, a result z of size 1. Tangents and adjoints of both cost 4 and 2.
func chain() *model.Dag {
	g, err := model.NewDag("chain",
		[]model.Vertex{{ID: "x", Size: 2}, {ID: "y", Size: 3}, {ID: "z", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, Tangent: 4, Adjoint: 4, HasModel: true},
			{Source: 1, Target: 2, Tangent: 2, Adjoint: 2, HasModel: true}})
	if err != nil {
		panic(err)
	}
	return g
}

// A sequence is found step by step: here the cheapest operation first, until no
// face and no vertex without Jacobian is left.
func Example() {
	g := chain()
	state := model.NewState(g)
	var ops []model.Op
	for !state.Done() {
		cheapest := state.Operations()[0]
		for _, o := range state.Operations() {
			if o.Price < cheapest.Price {
				cheapest = o
			}
		}
		fmt.Println(model.FormatOp(state, cheapest.Op))
		next, _, err := state.Apply(cheapest.Op)
		if err != nil {
			panic(err)
		}
		ops, state = append(ops, cheapest.Op), next
	}
	fmt.Println("total", state.Spent(), "proved:", model.Prove(g, ops) == nil)
	// Output:
	// ACC ADJ (y z) 2
	// ELI ADJ (x y)(y z) 4
	// total 6 proved: true
}

// A sequence file is read and replayed: each line has an operation, a mode, a
// target, and the cost, which is checked.
func ExampleReadSequence() {
	text := `
ACC TAN (x y) 8
ELI TAN (x y)(y z) 4   # a tangent of the second module for each column
`
	ops, end, err := model.ReadSequence(model.NewState(chain()), strings.NewReader(text))
	fmt.Println(len(ops), "operations, total", end.Spent(), end.Done(), err)

	_, _, err = model.ReadSequence(model.NewState(chain()), strings.NewReader("ELI MUL (x y)(y z)"))
	fmt.Println(err)
	// Output:
	// 2 operations, total 12 true <nil>
	// line 1: face (x,y)→(y,z) has no Jacobian on either side: preaccumulate (x,y) or (y,z) first
}

// What an operation does to the line dag comes back as events.
func ExampleState_Apply() {
	state := model.NewState(chain())
	state, _, err := state.Apply(model.Accumulate(0, model.TAN))
	if err != nil {
		panic(err)
	}
	after, change, err := state.Apply(model.Eliminate(model.Face{U: 0, V: 1}, model.TAN))
	if err != nil {
		panic(err)
	}
	fmt.Println("costs", change.Price)
	for _, e := range change.Events {
		fmt.Println(e.Kind)
	}
	fmt.Println("complete:", after.Done())
	// Output:
	// costs 4
	// fill
	// remove face
	// remove
	// remove
	// complete: true
}
