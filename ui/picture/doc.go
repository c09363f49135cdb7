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
older picture again to the byte. Both stop when their context is cancelled, and
only survey what is too large to be read (Survey, Layout.Coarse):

	first, err := picture.New(ctx, graph)
	next, err := first.Step(ctx, graphAfterwards)

Choose says how a panel should show a layout so that the picture is whole where
it can be and moves as little as it may; Travel draws the way from one layout to
the other:

	choice, err := next.Choose(ctx, picture.Viewport{Width: 80, Height: 24, Zoom: zoom})

Render draws a layout at one of four zoom levels into a Canvas of cells, each
with a Class for the theme and a Ref to what it belongs to:

	view := picture.View{Zoom: choice.Zoom, Width: 80, Height: 24, Selected: []picture.Ref{picture.RefVertex(3)}}
	canvas := choice.Layout.Render(view)
	fmt.Print(canvas.String())

Hold, Reveal and Clamp pan a view; Shows and Together say what a window holds,
and Above puts two windows of one picture above each other where one cannot hold
all that is wanted. Toward and Edges walk through the
picture. An Album keeps the layouts of many steps in little memory.

# Packages

Package layered says which vertex stands in which row, beside which others;
package layout says in which columns, and where the lines run, at each zoom
level; this package decides which of that is shown and draws it. Package scene
gives the same as shapes, for those who draw with a pen. Package cells measures
text.

Nothing in a picture is told by colour alone.
*/
package picture
