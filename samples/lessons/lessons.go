// Package lessons holds the lessons that come with facet: Markdown files in the
// format of docs/lessons.md, and the dags that only they use.
package lessons

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"facet/samples"
)

// FS has a file NAME.md for each lesson, and the dags of lessons that are not samples.
//
//go:embed *.md *.xml
var FS embed.FS

// Names returns the names of all lessons in the order in which they build on each other.
func Names() []string {
	return []string{
		"paths",
		"rules",
		"lion",
		"bat",
		"models",
		"newton",
		"greedy",
		"bounds",
		"search",
		"ranges",
		"sparsity",
		"openfoam",
		"hierarchy",
		"schedule",
		"puzzles",
	}
}

// Open returns the text of the lesson with this name. The error lists the existing names.
func Open(name string) ([]byte, error) {
	if slices.Contains(Names(), name) {
		return fs.ReadFile(FS, name+".md")
	}
	return nil, fmt.Errorf("no lesson is called %q: there are %s", name, strings.Join(Names(), ", "))
}

// Dag returns the GraphML text of a dag that a lesson names: a file in this folder, or a
// sample.
func Dag(name string) ([]byte, error) {
	if text, err := fs.ReadFile(FS, name); err == nil {
		return text, nil
	}
	return samples.Open(name)
}
