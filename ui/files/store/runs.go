package store

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
)

// mostRuns is the most runs of a dag that are saved, and mostRunBytes the largest file of
// a run, or of its proof, that is written and read.
const (
	mostRuns     = 64
	mostRunBytes = 64_000_000
)

// proofSuffix ends the name of a file with the proof of a run.
const proofSuffix = ".proof"

// runs is the folder for the solver's runs on a dag. Each run has a file, so that
// explorers do not overwrite each other's.
func (d Directory) runs(g *model.Dag) string {
	return filepath.Join(d.dir, "runs", "dag-"+fingerprint(g))
}

// Runs lists the names of the saved runs on a dag, the oldest first.
func (d Directory) Runs(g *model.Dag) []string {
	var names []string
	for _, path := range d.runPaths(g) {
		names = append(names, strings.TrimSuffix(filepath.Base(path), ".json"))
	}
	return names
}

// Run reads a saved run, and its proof where there is one. The caller has to check them,
// since the files may hold anything. What cannot be read is nil.
func (d Directory) Run(g *model.Dag, name string) (run, proof []byte) {
	for _, path := range d.runPaths(g) {
		if filepath.Base(path) == name+".json" {
			run, _ = readSmall(path, mostRunBytes)
			proof, _ = readSmall(strings.TrimSuffix(path, ".json")+proofSuffix, mostRunBytes)
			break
		}
	}
	return run, proof
}

// runPaths are the files of the saved runs on a dag, the oldest first.
func (d Directory) runPaths(g *model.Dag) []string {
	suffix := "-" + fingerprint(g)
	paths := filesIn(d.runs(g))
	slices.SortFunc(paths, byBase)
	// Older releases had all runs on a dag in one file.
	return append(filesIn(filepath.Dir(d.runs(g)), suffix+".json"), paths...)
}

// byBase orders paths by when their runs began.
func byBase(a, b string) int {
	return cmp.Or(strings.Compare(filepath.Base(a), filepath.Base(b)), strings.Compare(a, b))
}

// KeepRun writes a run, or replaces it, and deletes the oldest ones, but not what is best. The
// error is also that of a run that is too large to be read back.
func (d Directory) KeepRun(g *model.Dag, run string, content []byte) error {
	if err := d.keepPart(g, run, ".json", content); err != nil {
		return fmt.Errorf("the run cannot be saved: %w", err)
	}
	d.thin(g, filepath.Base(run)+".json", content)
	return nil
}

// KeepProof writes the proof of a run that is kept, or replaces it.
func (d Directory) KeepProof(g *model.Dag, run string, content []byte) error {
	if err := d.keepPart(g, run, proofSuffix, content); err != nil {
		return fmt.Errorf("the proof of the run cannot be saved: %w", err)
	}
	return nil
}

func (d Directory) keepPart(g *model.Dag, run, suffix string, content []byte) error {
	if len(content) > mostRunBytes {
		return fmt.Errorf("it has %d MB, and at most %d are read back", len(content)/1_000_000,
			mostRunBytes/1_000_000)
	}
	return d.writeFile(filepath.Join(d.runs(g), filepath.Base(run)+suffix), content)
}
