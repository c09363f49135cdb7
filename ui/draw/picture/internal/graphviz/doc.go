// Package graphviz compares the pictures of facet/ui/draw/picture with those of
// Graphviz. It is a module of its own so that Graphviz never becomes part of
// the program.
package graphviz
