/*
Package layered orders a graph for drawing in rows: Layers chooses the rows of
its vertices, a Skeleton adds a bend wherever an edge passes a row, and Order
puts every row into an order with few crossings (the first steps of Sugiyama's
method).

It tells who stands beside whom. It must not know how wide anything is, at which
zoom level it is shown or where its lines run: that is for package layout. Nor
does it know what its vertices and edges stand for.
*/
package layered
