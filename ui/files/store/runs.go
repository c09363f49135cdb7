package store

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
)

// mostRuns is how many runs are kept of a dag, and mostRunBytes how large one
// may be that is read.
const (
	mostRuns     = 64
	mostRunBytes = 16 << 20
)

// runs is the folder for what the solver has found on a dag: a file for each
// run, so that several explorers lose none of each other's.
func (p Directory) runs(g *model.Dag) string {
	return filepath.Join(p.dir, "runs", "dag-"+fingerprint(g))
}

// Runs gives what the solver has kept of its runs on the dag, the oldest first.
// The files may hold anything: the reader has to check them.
func (p Directory) Runs(g *model.Dag) [][]byte {
	own := "-" + fingerprint(g)
	paths := filesIn(p.runs(g))
	slices.SortFunc(paths, byBase)
	paths = paths[max(0, len(paths)-mostRuns):]
	// Once, all runs on a dag were in one file.
	paths = append(filesIn(filepath.Dir(p.runs(g)), own+".json"), paths...)
	var all [][]byte
	for _, path := range paths {
		if content, err := readSmall(path, mostRunBytes); err == nil {
			all = append(all, content)
		}
	}
	return all
}

// byBase orders paths by when their runs began.
func byBase(a, b string) int {
	return cmp.Or(strings.Compare(filepath.Base(a), filepath.Base(b)), strings.Compare(a, b))
}

// KeepRun writes a run, or replaces it, and deletes the oldest ones.
func (p Directory) KeepRun(g *model.Dag, run string, content []byte) error {
	if err := p.writeFile(filepath.Join(p.runs(g), filepath.Base(run)+".json"), content); err != nil {
		return fmt.Errorf("the run cannot be saved: %w", err)
	}
	paths := filesIn(p.runs(g))
	slices.SortFunc(paths, byBase)
	for _, path := range paths[:max(0, len(paths)-mostRuns)] {
		_ = os.Remove(path)
	}
	return nil
}
