package store

import (
	"path/filepath"
	"slices"

	"facet/model"
)

// mostCompleted is how many dags are remembered as completed.
const mostCompleted = 1000

// Completed is a directory's list of the dags that the user has completed once.
type Completed struct{ in Directory }

// CompletedIn is the list that a directory keeps.
func CompletedIn(d Directory) Completed { return Completed{d} }

func (c Completed) path() string { return filepath.Join(c.in.dir, "completed.json") }

func (c Completed) all() (all []string) {
	c.in.read(c.path(), mostPuzzleBytes, &all)
	return all
}

// Has reports whether a dag was completed once.
func (c Completed) Has(g *model.Dag) bool { return slices.Contains(c.all(), fingerprint(g)) }

// Add notes that a dag was completed. A list that cannot be written is only not remembered.
func (c Completed) Add(g *model.Dag) {
	if c.Has(g) {
		return
	}
	defer c.in.alone()()
	all := append(c.all(), fingerprint(g))
	_ = c.in.write(c.path(), all[max(0, len(all)-mostCompleted):])
}
