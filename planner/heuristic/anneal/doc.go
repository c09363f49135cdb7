// Package anneal finds cheap orders of vertex eliminations on dags of up to
// some thousand edges, and writes them out as operations of the model.
//
// # Prices are local
//
// Under vertex elimination an arc of the dag vanishes with the first of its two
// ends. So when junction j is eliminated its neighbours are the later ones: the
// vertices that are reached from j through junctions eliminated before j. The
// price of j depends on these alone, and on whether each arc to them is an edge
// of the dag, fill, or both. What is accumulated is decided there, too, since an
// arc is used at no other junction; see price.go.
//
// # Annealing
//
// An [Order] keeps the later neighbours and the price of every junction. Taking
// a junction behind (before) the next one that it touches changes the neighbours
// of these two alone, so a proposal prices a handful of junctions again, and a
// refused one is taken back from a journal. [Search] cools such a walk down
// again and again, from the best order known and from fresh ones.
//
// # Windows
//
// Junctions that an order eliminates directly after each other are a small dag of
// their own, with their neighbours as sources and sinks. Where single faces of it
// can be eliminated for less than whole junctions, the order keeps its other
// prices and saves the difference: [Windows] looks for such sets in good orders, the
// small ones first, for about as long as proposals were made. Sets that have no junction
// in common are chosen to save much together, and the best order is searched further.
//
// # What it covers
//
// An order's price is that of the best choice of accumulations, so the forward
// order is never more expensive than sparse tangent mode and the reverse order never
// more expensive than sparse adjoint mode: these take the same faces in the same order
// with accumulations and modes prescribed.
//
// # Files
//
//	graph.go    the dag of a state as vertex elimination sees it
//	order.go    an order of the junctions, its prices and its journal
//	price.go    what a junction costs
//	pairs.go    the same with cost curves and with patterns
//	patterns.go neighbours with patterns
//	start.go    orders to begin with
//	search.go   annealing
//	window.go   a window as a small dag
//	windows.go  windows that are looked for and solved
//	gains.go    windows chosen together
//	polish.go   when windows are looked for
//	ops.go      an order as operations
package anneal
