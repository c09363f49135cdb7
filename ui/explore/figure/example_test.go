package figure_test

import (
	"context"
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/explore/figure"
)

// walk is a chain of two modules whose first Jacobian is accumulated, with the
// elimination of its only face still to come.
func walk() figure.Walk {
	g, err := model.NewDag("chain",
		[]model.Vertex{{ID: "x", Size: 2}, {ID: "y", Size: 3}, {ID: "z", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, Tangent: 4, Adjoint: 4, HasModel: true},
			{Source: 1, Target: 2, Tangent: 2, Adjoint: 2, HasModel: true}})
	if err != nil {
		panic(err)
	}
	return figure.Walk{Dag: g, After: 1, Steps: []figure.Step{
		{Ops: []model.Op{model.Accumulate(0, model.TAN)}, Note: "two tangents"},
		{Ops: []model.Op{model.Eliminate(model.Face{U: 0, V: 1}, model.TAN)}},
	}}
}

// A figure of the line dag after one of two steps, as text.
func Example() {
	f, err := walk().Figure(context.Background(), figure.Request{Of: figure.LineAlone, Last: true,
		Next: true})
	if err != nil {
		panic(err)
	}
	text, err := f.As(context.Background(), figure.Text, figure.Options{ASCII: true})
	if err != nil {
		panic(err)
	}
	fmt.Print(text)
	// Output:
	// chain after 1 of 2 steps, spent 8, 1 face and 1 Jacobian left
	//
	// line dag
	//
	//   .---.
	//   | x |
	//   '-+-'
	//     v
	// +--------+
	// | !(x,y) |
	// +---#----+
	//     V
	// +--------+
	// | o(y,z) |
	// +---+----+
	//     v
	//   .---.
	//   | z |
	//   '---'
}

// The steps so far as a table in the paper's notation.
func ExampleWalk_Table() {
	w := walk()
	w.After = 2
	text, err := w.Table(figure.Markdown, nil)
	if err != nil {
		panic(err)
	}
	fmt.Print(strings.TrimSpace(text))
	// Output:
	// chain, 2 operations, total 12
	//
	// |  | operation | cost | sum | note |
	// |---:|:---|---:|---:|:---|
	// | 1 | F'(x,y) := Ḟ(x,y)·I₂ | 8 | 8 | two tangents |
	// | 2 | F'(x,y,z) := Ḟ(y,z)·F'(x,y) | 4 | 12 |  |
}
