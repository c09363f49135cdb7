package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"facet/model"
)

// Puzzle is the user's results in a puzzle so far.
type Puzzle struct {
	Name   string     `json:"name"`
	Title  string     `json:"title,omitempty"`
	Solved bool       `json:"solved,omitempty"`
	Best   model.Cost `json:"best,omitempty"`  // the least total of a complete sequence, 0 for none
	Hints  int        `json:"hints,omitempty"` // that the best solution took
	Stars  int        `json:"stars,omitempty"` // from 1 to 3, where it was solved without being shown
	Tries  int        `json:"tries,omitempty"`
	Shown  bool       `json:"shown,omitempty"` // the solution was looked at

	// The attempt under way: its operations as in a sequence file, those of one
	// step on one line with ; between them, and the hints that it took.
	Attempt []string `json:"attempt,omitempty"`
	Asked   int      `json:"asked,omitempty"`
	Told    bool     `json:"told,omitempty"` // one of the hints was a move
}

// mostPuzzleBytes is how large the file of one may be that is read.
const mostPuzzleBytes = 1 << 20

func (p Directory) puzzles() string { return filepath.Join(p.dir, "puzzles") }

// puzzle is the file of the puzzle of that name on a dag.
func (p Directory) puzzle(name string, g *model.Dag) string {
	return filepath.Join(p.puzzles(), fileName(name)+"-"+fingerprint(g)+".json")
}

// Puzzle gives the results in a puzzle; false if it was never tried, or the file
// cannot be read.
func (p Directory) Puzzle(name string, g *model.Dag) (Puzzle, bool) {
	return p.readPuzzle(p.puzzle(name, g))
}

func (p Directory) readPuzzle(path string) (Puzzle, bool) {
	var out Puzzle
	if !p.read(path, mostPuzzleBytes, &out) || out.Name == "" {
		return Puzzle{}, false
	}
	out.Stars, out.Best = min(max(out.Stars, 0), 3), max(out.Best, 0)
	out.Hints, out.Tries, out.Asked = max(out.Hints, 0), max(out.Tries, 0), max(out.Asked, 0)
	return out, true
}

// Puzzles gives the results in all puzzles, ordered by name.
func (p Directory) Puzzles() []Puzzle {
	var all []Puzzle
	for _, path := range filesIn(p.puzzles()) {
		if out, ok := p.readPuzzle(path); ok {
			all = append(all, out)
		}
	}
	slices.SortFunc(all, func(a, b Puzzle) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// KeepPuzzle writes the results in a puzzle. Better results that another explorer
// has written since are kept.
func (p Directory) KeepPuzzle(g *model.Dag, r Puzzle) error {
	path := p.puzzle(r.Name, g)
	if old, ok := p.readPuzzle(path); ok {
		r.Shown = r.Shown || old.Shown
		r.Tries = max(r.Tries, old.Tries)
		if old.Solved && (!r.Solved || old.Stars > r.Stars) {
			r.Solved, r.Hints, r.Stars = true, old.Hints, old.Stars
		}
		if old.Best > 0 && (r.Best == 0 || old.Best < r.Best) {
			r.Best = old.Best
		}
	} else if p.most > 0 && len(filesIn(p.puzzles())) >= p.most {
		return fmt.Errorf("the result of the puzzle cannot be saved: %s, which is the limit here", already(p.most, "puzzle"))
	}
	if err := p.write(path, r); err != nil {
		return fmt.Errorf("the result of the puzzle cannot be saved: %w", err)
	}
	return nil
}
