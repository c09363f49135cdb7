// Package format reads and writes dags: GraphML, plain matrix chains, Graphviz
// DOT (writing only), and the configuration files of the reference
// implementation.
//
// [Read] and [ReadFile] find out the format from the content. What they give
// back has passed [model.NewDag]; what they refuse, they refuse with one
// sentence that names the file, the element and the fix. Files come from
// anywhere: a reader spends at most 10 s and 500 MB on any of them.
package format
