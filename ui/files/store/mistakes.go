package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"time"
)

// Mistake is a place in a puzzle where the user lost something: it is asked again, and the
// later the more often it was found.
type Mistake struct {
	Puzzle string    `json:"puzzle"`           // as it is asked for: a code, or a name
	Title  string    `json:"title,omitempty"`  // of the puzzle
	Before []string  `json:"before,omitempty"` // the moves that lead there, as in [Puzzle.Attempt]
	Due    time.Time `json:"due"`              // when it is asked
	Rest   int       `json:"rest,omitempty"`   // how many days it rested before that
}

// mostMistakes is how many are kept. What was lost last goes before what rests longest.
const mostMistakes = 500

// longestRest is after how many days without a mistake one is forgotten.
const longestRest = 100

// Mistakes reads and keeps the mistakes of a directory.
type Mistakes struct{ in Directory }

// Mistakes are those that the directory keeps.
func (d Directory) Mistakes() Mistakes { return Mistakes{d} }

func (k Mistakes) path() string { return filepath.Join(k.in.dir, "mistakes.json") }

// All are what is asked again, the one that is due first before the others.
func (k Mistakes) All() []Mistake {
	var all []Mistake
	k.in.read(k.path(), mostPuzzleBytes, &all)
	all = slices.DeleteFunc(all, func(m Mistake) bool { return m.Puzzle == "" })
	slices.SortStableFunc(all, func(a, b Mistake) int { return a.Due.Compare(b.Due) })
	return all
}

// Lose notes that something was lost there: it is due at once.
func (k Mistakes) Lose(m Mistake, now time.Time) error {
	m.Due, m.Rest = now, 0
	return k.keep(m, false)
}

// Find notes that the right moves were found there: it rests one day, then three, and so on,
// until it is forgotten.
func (k Mistakes) Find(m Mistake, now time.Time) error {
	m.Rest = max(1, 3*m.Rest)
	m.Due = now.AddDate(0, 0, m.Rest)
	return k.keep(m, m.Rest > longestRest)
}

// keep puts a mistake in the place of the one at the same place, or only takes that
// out.
func (k Mistakes) keep(m Mistake, forget bool) error {
	defer k.in.alone()()
	all := slices.DeleteFunc(k.All(), func(o Mistake) bool {
		return o.Puzzle == m.Puzzle && slices.Equal(o.Before, m.Before)
	})
	if !forget {
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b Mistake) int { return a.Due.Compare(b.Due) })
	if err := k.in.write(k.path(), all[:min(len(all), mostMistakes)]); err != nil {
		return fmt.Errorf("what was lost in the puzzle cannot be saved: %w", err)
	}
	return nil
}
