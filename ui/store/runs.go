package store

import (
	"os"
	"path/filepath"

	"facet/model"
)

// runs is the file for what the solver has found on a dag.
func (p Place) runs(g *model.Dag) string {
	return filepath.Join(p.dir, "runs", fileName(g.Name)+"-"+fingerprint(g)+".json")
}

// Runs gives what the solver has kept of its runs on the dag; nil for nothing.
func (p Place) Runs(g *model.Dag) []byte {
	content, err := os.ReadFile(p.runs(g))
	if err != nil {
		return nil
	}
	return content
}

// KeepRuns replaces what Runs gives.
func (p Place) KeepRuns(g *model.Dag, content []byte) error {
	return writeFile(p.runs(g), content)
}
