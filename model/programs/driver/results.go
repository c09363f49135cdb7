package driver

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/programs/code"
)

// attribute is one of a dag; empty where there is none.
func attribute(g *model.Dag, name string) string { return valueOf(g.Extra, name) }

// valueOf is likewise of any list of attributes, whatever the value is.
func valueOf(extra []model.Attribute, name string) string {
	for _, a := range extra {
		if a.Name == name {
			return a.Value
		}
	}
	return ""
}

// results are the sinks of a dag, in the order in which a program names its outputs, if it does.
func results(g *model.Dag) (all []int) {
	for i := range g.Vertices {
		if g.IsSink(i) {
			all = append(all, i)
		}
	}
	place := func(i int) int {
		n, _ := strconv.Atoi(valueOf(g.Vertices[i].Extra, "output_place")) // 0 where there is none
		return n
	}
	slices.SortStableFunc(all, func(a, b int) int { return place(a) - place(b) })
	return all
}

// outputName is what a sink is called: the program's output, or the vertex.
func outputName(g *model.Dag, i int) string {
	return cmp.Or(valueOf(g.Vertices[i].Extra, "output"), g.Vertices[i].ID)
}

// outputNames are those of all results.
func outputNames(g *model.Dag) string {
	var names []string
	for _, i := range results(g) {
		names = append(names, code.Unbroken(model.QuoteID(outputName(g, i))))
	}
	return strings.Join(names, ", ")
}
