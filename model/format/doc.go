// Package format reads and writes dags: GraphML, Graphviz DOT, node-link JSON, edge
// listings and matrix chains. It also reads configuration files of the reference
// implementation, writes pictures of line dags for Graphviz, and knows files with
// functions, in Go and in the forms of AMPL and CppAD, by their beginning; their readers are
// below package programs.
//
// [Read] and [ReadFile] find out the format from the content ([FormOf]). What they give
// back has passed [model.NewDag]; an error is one sentence that names the file, the
// element and the fix. Files come from anywhere: limits.go bounds for all forms alike what
// a reader spends on one, and [ReadContext] stops when its context ends.
//
// # Files
//
//	limits.go          what a file may hold, in any form
//	read.go            the form of a file, found out from its beginning
//	facts.go           what a form with attributes says of vertices and edges
//	curves.go          cost curves and tapes as attributes
//	number.go          numbers and booleans as files write them
//	graphml.go         a dag from a GraphML document
//	graphml_decode.go  the walk over a GraphML text
//	graphml_write.go   GraphML, written
//	keys.go            the keys of a GraphML document
//	dot.go             DOT, written; pictures of line dags
//	dot_read.go        DOT, read; dot_scan.go takes it apart
//	json.go            node-link JSON, both ways
//	listing.go         edge listings of scalar dags, both ways
//	chain.go           matrix chains, both ways
//	config.go          configuration files of the reference implementation
package format
