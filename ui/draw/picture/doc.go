/*
Package picture draws dags as text so that every edge can be traced with a
finger. It knows graphs, labels and marks, but not what they mean.

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
	next, err := first.Step(ctx, changed)

Refit makes a layout that has outgrown a window whole there if it can be, so that it moves
as little as it may:

	next, anew, err := next.Refit(ctx, 80, 24, ascii)

Render draws a layout at one of four zoom levels into a Canvas of cells, each
with a Class for the theme and a Ref to what it belongs to:

	view := picture.View{Zoom: next.Fit(80, 24, ascii), Width: 80, Height: 24,
		Selected: []picture.Ref{picture.RefVertex(3)}}
	canvas := next.Render(view)
	fmt.Print(canvas.String())

Hold, Reveal and Clamp pan a view, and Shows says what a window holds. Toward and
Edges walk through the picture.

# What a picture guarantees

Every edge can be traced, from its port along one line to the arrow head above its
target. Two verticals never stand in neighbouring columns, no two edges share a cell on
one axis, and no line runs through a label. The exceptions are trunks: a vertex with more
than ten edges downwards, or one in a gap that would need more than eight tracks, has its
edges leave in one line; ╮─ is a branch of it that goes on to the right, ─╭ to the left.

The label of an edge stands on its line in boxes (Z3), and to the right of its head else:
▾2/4. Without room there it stands on the line above, and without room there ▾… says so.
An overview whose lines would fill the window counts the vertices of each layer in place of
those that nothing is about. Nothing is left out without a sign, and colour is never the only one.

The same graph gives the same bytes, also after undo.

# How a layout is chosen

A window keeps layout and zoom while the whole picture fits. Then Refit closes the space that
steps left, or assigns new columns in the order that the rows have, or makes a new layout; where
that does not fit either a part is shown, or of a new picture the overview.

# Homes

A Table (homes.go) has a home for each vertex that may come: a place in its row with one
column at each zoom level. The caller names vertices by their homes and gives states that may
come, the certain ones first. Homes whose vertices are there together have room beside each
other; others may share cells, so that a picture is hardly wider than its widest state. The
first picture keeps the room of all homes free. As long as a vertex's home is free it stands
there, and nothing else moves; in states that nothing foresaw it stands as near to its home as
what is there leaves room.

# Packages

Package layout says which vertex stands in which row and column, and where the lines
run, at each zoom level; this package decides which of that is shown and draws it.
Package scene gives the same as shapes, for callers that draw with lines. Package strokes
draws the lines in one cell, package cells measures text.

# Files

	graph.go      graphs, and the names of zoom levels and marks
	layout.go     layouts: New, Step, Prepare; coarse.go has those without lines
	homes.go      layouts in which vertices have homes, and nothing moves
	fit.go        the layout and zoom level that a window should show
	view.go       which part of a layout to draw, and what is marked
	canvas.go     the cells of a drawn picture
	render.go     drawing: lines; frames.go and brush.go draw vertices
	drawing.go    what the parts of drawing share
	heads.go      arrow heads, labels of edges, lines at the border of the window
	overview.go   the overview in dots
	preview.go    a vertex that the next step would create
	removed.go    edges and vertices that the last step removed
	scene.go      a layout as shapes
	geometry.go   rectangles, bounds, the zoom level that fits
	pan.go        moving the window
	navigate.go   from vertex to vertex by arrow keys
	renamed.go    the same picture with other keys

In all of them i and j are items or vertices, s is a segment, r a row or the gap
below it, x and y a cell, and z a zoom level.

Colour only repeats what signs and lines say.
*/
package picture
