/*
Package layout says where everything in a picture lies: a Sheet holds the columns
of all vertices, bends and ports and the tracks of all lines of one layered
graph at one zoom level.

First places a first sheet. In a step OrderRows brings what is new into the rows, and
Sheet.Step places the rest so that survivors stay where they are. Lower and Narrow
close gaps, Scatter places what is too large for ways of lines, Pack and Unpack
keep sheets in few bytes. The same graph always gives the same sheets.

It must not know how anything looks: no rune, state or canvas, and nothing of
windows but their size. That is for package picture.
*/
package layout
