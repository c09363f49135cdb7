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
	Best   model.Cost `json:"best,omitempty"`  // least total of a complete sequence, 0 for none
	Hints  int        `json:"hints,omitempty"` // number of hints for the best solution
	Stars  int        `json:"stars,omitempty"` // 1 to 3, for a solution that the user found
	Tries  int        `json:"tries,omitempty"`
	Shown  bool       `json:"shown,omitempty"` // the user has seen the solution

	// Attempt is the attempt under way: its operations as in a sequence file, the
	// operations of one step on one line with ; between them. Asked is the number of its
	// hints.
	Attempt []string `json:"attempt,omitempty"`
	Asked   int      `json:"asked,omitempty"`
	Told    bool     `json:"told,omitempty"` // one of the hints was a move
}

// mostPuzzleBytes is the largest file of a puzzle's results that is read.
const mostPuzzleBytes = 1 << 20

func (d Directory) puzzles() string { return filepath.Join(d.dir, "puzzles") }

// puzzle is the file for the puzzle of that name on a dag.
func (d Directory) puzzle(name string, g *model.Dag) string {
	return filepath.Join(d.puzzles(), fileName(name)+"-"+fingerprint(g)+".json")
}

// Puzzle returns the results in a puzzle; false if it was never tried, or the file cannot
// be read.
func (d Directory) Puzzle(name string, g *model.Dag) (Puzzle, bool) {
	return d.readPuzzle(d.puzzle(name, g))
}

func (d Directory) readPuzzle(path string) (Puzzle, bool) {
	var out Puzzle
	if !d.read(path, mostPuzzleBytes, &out) || out.Name == "" {
		return Puzzle{}, false
	}
	out.Stars, out.Best = min(max(out.Stars, 0), 3), max(out.Best, 0)
	out.Hints, out.Tries, out.Asked = max(out.Hints, 0), max(out.Tries, 0), max(out.Asked, 0)
	return out, true
}

// Puzzles returns the results in all puzzles, ordered by name.
func (d Directory) Puzzles() []Puzzle {
	var all []Puzzle
	for _, path := range filesIn(d.puzzles()) {
		if out, ok := d.readPuzzle(path); ok {
			all = append(all, out)
		}
	}
	slices.SortFunc(all, func(a, b Puzzle) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// KeepPuzzle writes the results in a puzzle. It keeps better results that another
// explorer has written meanwhile.
func (d Directory) KeepPuzzle(g *model.Dag, r Puzzle) error {
	defer d.alone()()
	path := d.puzzle(r.Name, g)
	if old, ok := d.readPuzzle(path); ok {
		r.Shown = r.Shown || old.Shown
		r.Tries = max(r.Tries, old.Tries)
		if old.Solved && (!r.Solved || old.Stars > r.Stars) {
			r.Solved, r.Hints, r.Stars = true, old.Hints, old.Stars
		}
		if old.Best > 0 && (r.Best == 0 || old.Best < r.Best) {
			r.Best = old.Best
		}
	} else if d.most > 0 && len(filesIn(d.puzzles())) >= d.most {
		return fmt.Errorf("the result of the puzzle cannot be saved: %s, which is the limit here",
			already(d.most, "puzzle"))
	}
	if err := d.write(path, r); err != nil {
		return fmt.Errorf("the result of the puzzle cannot be saved: %w", err)
	}
	return nil
}
