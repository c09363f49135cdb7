package format_test

import (
	"fmt"
	"os"
	"strings"

	"facet/model/format"
)

// A dag is read from any of its forms, which is known by how the text begins, and
// written in another one.
func Example() {
	const dot = `digraph {
  x [size=2]
  y [size=3]
  x -> y [tangent_cost=4, adjoint_cost=4]
}`
	fmt.Println(format.FormOf([]byte(dot)) == format.DOT)
	g, err := format.Read("small.dot", strings.NewReader(dot))
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Name, len(g.Vertices), len(g.Edges))
	if err := format.WriteJSON(os.Stdout, g); err != nil {
		panic(err)
	}
	// Output:
	// true
	// small 2 1
	// {
	//   "directed": true,
	//   "multigraph": false,
	//   "graph": {},
	//   "nodes": [
	//     {"id": "x", "size": 2},
	//     {"id": "y", "size": 3}
	//   ],
	//   "links": [
	//     {"source": "x", "target": "y", "tangent_cost": 4, "adjoint_cost": 4, "has_jacobian": false, "has_model": true}
	//   ]
	// }
}

// Errors name the file, the element and the fix.
func ExampleRead() {
	_, err := format.Read("bad.dot",
		strings.NewReader("digraph { a [size=2]; b [size=1]; a -> b [tangent_cost=many] }"))
	fmt.Println(err)
	_, err = format.Read("notes.txt", strings.NewReader("remember the milk"))
	fmt.Println(err)
	// Output:
	// bad.dot: edge (a,b) has a wrong value: tangent_cost "many" is not a number: only whole numbers are possible
	// notes.txt: not a dag: the file should be GraphML (starts with "<"), DOT ("digraph"), JSON ("{"), a Go file ("package"), an .nl file ("g3"), or a chain (the number of its factors)
}
