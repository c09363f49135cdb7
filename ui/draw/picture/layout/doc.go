/*
Package layout lays a graph out in rows, as Sugiyama's method does. [Layers] chooses the
rows of its vertices, a [Skeleton] adds a bend wherever an edge passes a row, and [Order]
puts every row into an order with few crossings. A [Sheet] holds the columns of all
vertices, bends and ports and the tracks of all lines at one zoom level.

First places a first sheet. In a step OrderRows puts new vertices into the rows, and
Sheet.Step places the rest so that survivors stay where they are. A [Table] has homes for
all vertices that may come, and [Homes] their columns: in them nothing moves. Lower and Narrow
close gaps, Scatter places graphs that are too large for lines to be routed. The same graph
always gives the same sheets.

The package must not know what vertices and edges stand for, nor how a picture looks: no
rune, state or canvas, and only the size of windows. That is for package picture.

	graph.go       a graph in rows
	layers.go      the row of each vertex
	skeleton.go    neighbours in a row, with the bends of long edges
	order.go       the order in each row; crossings.go counts what crosses
	sheet.go       a sheet: columns, tracks, heights
	zoom.go        zoom levels
	place.go       a first sheet, the sheet of a step, least sizes
	columns.go     columns of a new picture; isotonic.go solves one row
	step.go        columns after a step
	straighten.go  fewer jogs
	measure.go     widths of vertices and their ports
	heights.go     heights of rows and gaps
	tracks.go      the tracks of all gaps
	channel.go     the nets of one gap, and what must run above what
	stacking.go    the order of nets in a gap
	close.go       lower and narrower sheets
	table.go       homes for the vertices of many states of a graph, in the order of the rows
	homes.go       the columns of homes at a zoom level, and the space that the states need
	solve.go       columns that keep least distances
	removed.go     what a step removed
	scatter.go     sheets without lines
*/
package layout
