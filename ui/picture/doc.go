/*
Package picture draws dags as text so that every edge can be traced with a
finger. It knows graphs, labels and marks, and nothing of what they mean.

	   ╭────╮                  ╭───╮
	   │ -1 │                  │ 0 │
	   ╰─┬──╯                  ╰─┬─╯
	    2/4                     2/4
	     ▾                       ▾
	┌─────────┐             ┌─────────┐
	│    1    │             │    2    │
	└┬───────┰┘             └┰───────┬┘
	 │       ┗━━━┓       ┏━━━┛       │
	 │          1/2     1/2          │
	 │           ▼       ▼           │
	 │        ┏━━━━━━━━━━━━━┓        │
	 │        ┃      3      ┃        │
	 │        ┗┳━━━━━┳━━━━━┳┛        │
	 │       ┏━┛     ┃     ┗━┓       │
	1/2     1/2     2/4     1/2     1/2
	 ▾       ▼       ▼       ▼       ▾
	╭─────────╮    ╭───╮    ╭─────────╮
	│    4    │    │ 5 │    │    6    │
	╰─────────╯    ╰───╯    ╰─────────╯

Edges run downwards, each with a port and a track of its own. Where two cross,
the vertical bridges the horizontal; a selected line is heavy and is not
interrupted by light ones. Edges share a line only if they come from the same
vertex, and only where there are too many for tracks of their own.

# Use

Layers are computed once, from the first graph, and never change:

	rows, err := picture.Layers(keys, edges)

A Layout is a placed graph. It never changes either; Step places the graph that
follows it so that survivors keep their place, and an older layout shows the
older picture again to the byte:

	first, err := picture.New(graph)
	next, err := first.Step(graphAfterwards)

Render draws a layout at one of four zoom levels into a Canvas of cells, each
with a Class for the theme and a Ref to what it belongs to:

	view := picture.View{Width: 80, Height: 24, Selected: []picture.Ref{picture.RefVertex(3)}}
	canvas := next.Render(view)
	fmt.Print(canvas.String())

Hold and Reveal pan a view; Toward, Edges and NextEdge walk through the picture.

Nothing in a picture is told by colour alone.
*/
package picture
