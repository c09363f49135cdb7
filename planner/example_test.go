package planner_test

import (
	"bytes"
	"context"
	"fmt"

	"facet/model"
	"facet/model/format"
	"facet/planner"
	"facet/planner/certificate"
	"facet/samples"
)

// bat is a dag of the paper.
func bat() *model.Dag {
	text, err := samples.Open("bat")
	if err != nil {
		panic(err)
	}
	g, err := format.Read("bat", bytes.NewReader(text))
	if err != nil {
		panic(err)
	}
	return g
}

// A run is started from a state of the line dag and waited for. It ends by itself
// when its best sequence is proved optimal.
func Example() {
	run, err := planner.Start(context.Background(), model.NewState(bat()), planner.Options{Workers: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	end, err := run.Wait()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("cost", end.Incumbent.Cost, "lower bound", end.Bound, "optimal", end.Proven)
	// Output: cost 32 lower bound 32 optimal true
}

// A method that gives a sequence at once, and the operations of the sequence.
func ExampleStart() {
	start := model.NewState(bat())
	run, err := planner.Start(context.Background(), start, planner.Options{Method: planner.SparseTangent})
	if err != nil {
		fmt.Println(err)
		return
	}
	end, err := run.Wait()
	if err != nil {
		fmt.Println(err)
		return
	}
	ops := end.Incumbent.Ops
	fmt.Println(len(ops), "operations for", end.Incumbent.Cost)
	text, err := model.FormatSequence(start, ops[:3])
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(text)
	// Output:
	// 12 operations for 32
	// ACC TAN (-1 1) 4
	// ACC TAN (0 2) 4
	// ELI TAN (-1 1)(1 3) 2
}

// What a run has come to is written as a certificate, and checked by code that
// shares nothing with the run.
func ExampleCertify() {
	ctx, g := context.Background(), bat()
	run, err := planner.Start(ctx, model.NewState(g), planner.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	end, err := run.Wait()
	if err != nil {
		fmt.Println(err)
		return
	}
	proof, err := planner.Certify(ctx, g, end)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(certificate.Verify(g, proof))
	// Output: proved: 32 is optimal <nil>
}

// Names of methods, as users type them, in any case.
func ExampleParseMethod() {
	m, err := planner.ParseMethod("greedyminfill")
	fmt.Println(m, err)
	fmt.Println(m.Text())
	// Output:
	// GreedyMinFill <nil>
	// the face with the least fill first
}
