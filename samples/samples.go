// Package samples holds the dags that come with facet, as GraphML files. They
// are described in README.md.
package samples

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed *.xml
var files embed.FS

// Sample describes one of the dags.
type Sample struct {
	Name    string // typed in place of a file's path
	Shows   string // what it is an example of, in a few words
	Optimum int64  // the cost of the best face elimination sequence
}

// All returns the samples in a good order for a newcomer.
func All() []Sample {
	return []Sample{
		{"face", "a first lesson: one face, and what each mode costs", 11},
		{"diamond", "a first lesson: fill, absorb and merge on two paths and an edge beside them", 25},
		{"given", "a first lesson: a Jacobian that is given between two matrix-free edges", 22},
		{"composition", "the paper's F2 o F1 and its eight ways to the Jacobian", 6100},
		{"lion", "the smallest dag on which edges beat vertices (classic: 12, 11)", 16},
		{"bat", "the dag of the paper's Figure 1: faces beat edges beat vertices (classic: 24, 23, 22)", 32},
		{"hierarchy", "faces beat edges beat vertices with models, too", 26},
		{"chain", "a Jacobian chain of six factors, solvable by dynamic programming", 802},
		{"newton1", "one step of Newton's method, the paper's Figure 2", 74000},
		{"newton2", "two steps of Newton's method", 150000},
		{"newton10", "ten steps of Newton's method", 758000},
		{"openfoam", "a step of the SIMPLE algorithm in OpenFOAM", 4912999465},
	}
}

// Names returns the names of all samples in the order of [All].
func Names() []string {
	all := All()
	names := make([]string, len(all))
	for k, s := range all {
		names[k] = s.Name
	}
	return names
}

// Open returns the GraphML text of the sample with this name. The error lists the
// existing names.
func Open(name string) ([]byte, error) {
	for _, s := range All() {
		if s.Name == name {
			return files.ReadFile(name + ".xml")
		}
	}
	return nil, fmt.Errorf("no sample is called %q: there are %s", name, strings.Join(Names(), ", "))
}
