package picture_test

import (
	"context"
	"fmt"

	"facet/ui/draw/picture"
)

// graph is a small dag: a and b feed c, b and c feed d.
func graph() picture.Graph {
	edges := []picture.EdgeKey{{From: 1, To: 3}, {From: 2, To: 3}, {From: 2, To: 4}, {From: 3, To: 4}}
	rows, err := picture.Layers([]int{1, 2, 3, 4}, edges)
	if err != nil {
		panic(err)
	}
	var g picture.Graph
	for key, name := range []string{1: "a", 2: "b", 3: "c", 4: "d"} {
		if key > 0 {
			g.Vertices = append(g.Vertices, picture.Vertex{Key: key, Label: name, Layer: rows[key]})
		}
	}
	for _, e := range edges {
		g.Edges = append(g.Edges, picture.Edge{From: e.From, To: e.To})
	}
	g.Edges[3].Label = "2/4"
	return g
}

// A graph is placed and drawn.
func Example() {
	layout, err := picture.New(context.Background(), graph())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(layout.Render(picture.View{Zoom: picture.ZoomRows}))
	// Output:
	// (a)   (  b  )
	//  │     │ │
	//  │   ╭─╯ │
	//  ▾   ▾   │
	// (  c  )  │
	//  │       │
	//  ▾2/4    ▾
	// (    d    )
}

// What survives a step stays in its column.
func ExampleLayout_Step() {
	g := graph()
	first, _ := picture.New(context.Background(), g)
	gone := g.Edges[2].Key()
	g.Edges = append(g.Edges[:2:2], g.Edges[3])
	next, err := first.Step(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(next.Render(picture.View{Zoom: picture.ZoomRows, ASCII: true,
		Removed: []picture.EdgeKey{gone}}))
	// Output:
	// (a)   (  b  )
	//  |       |
	//  |   +---+
	//  v   v
	// (  c  )  :
	//      |   :
	//      v2/4:
	// (    d    )
}

// A window shows all of a picture at the largest zoom level that it can hold.
func ExampleLayout_Refit() {
	layout, _ := picture.New(context.Background(), graph())
	next, anew, err := layout.Refit(context.Background(), 30, 8, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	zoom := next.Fit(30, 8, false)
	fmt.Println(zoom, next == layout, anew)
	fmt.Print(next.Render(picture.View{Zoom: zoom}))
	// Output:
	// Z2 true false
	// (a)   (  b  )
	//  │     │ │
	//  │   ╭─╯ │
	//  ▾   ▾   │
	// (  c  )  │
	//  │       │
	//  ▾2/4    ▾
	// (    d    )
}

// A window shows a part; the names of what is beyond stand at its border.
func ExampleLayout_Reveal() {
	layout, _ := picture.New(context.Background(), graph())
	view := layout.Reveal(picture.View{Zoom: picture.ZoomBoxes, Width: 16, Height: 7}, picture.RefVertex(4))
	fmt.Print(layout.Render(view))
	// Output:
	// …   c    │  ↑b
	// …───┬────╯  │
	//    2/4      │
	//     ▾       ▾
	//    ╭─────────╮
	//    │    d    │
	//    ╰─────────╯
}
