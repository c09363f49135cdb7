package class

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"facet/model"
)

// Outcome is the best that a person has reached.
type Outcome struct {
	Name   string     // whom the class calls them
	Total  model.Cost // of a complete sequence; 0 without one
	Solved bool
	Hints  int       // that the best solution took
	Shown  bool      // the solution was looked at
	When   time.Time // it was reached

	from string // the address of a person who is not listed; empty for all others
}

// uncounted is the address, at which nobody is, of answers that did not count before the class
// was interrupted.
const uncounted = "-"

// against orders outcomes: what counts rather comes first.
func (best Outcome) against(other Outcome) int {
	switch {
	case best.Solved != other.Solved && best.Solved:
		return -1
	case best.Solved != other.Solved:
		return 1
	}
	return cmp.Compare(uint64(best.Total)-1, uint64(other.Total)-1) // 0, which is no total, is last
}

// answers is what was reached of one question, by who they are.
type answers map[string]Outcome

// results is what was reached of puzzles and dags. Nothing of what the lecturer has
// asked is ever dropped because of what others do.
type results struct {
	all   map[string]answers
	asked map[string]bool // by the lecturer
	dags  int
}

// What the class remembers at most.
const (
	mostOfDags  = 500
	mostAnswers = 5000 // of one question
	mostUnknown = 2000 // of these without a key
)

func newResults() results {
	return results{all: make(map[string]answers), asked: make(map[string]bool)}
}

func (r *results) of(question string) answers { return r.all[question] }

// ask keeps what comes of a question from now on.
func (r *results) ask(question string) { r.asked[question] = true }

// answersTo is where answers to a question are kept; nil where there is no room.
func (r *results) answersTo(question string) answers {
	if a := r.all[question]; a != nil {
		return a
	}
	switch {
	case r.asked[question]:
	case strings.HasPrefix(question, dagWord):
		if r.dags == mostOfDags {
			return nil
		}
		r.dags++
	default:
		return nil
	}
	r.all[question] = make(answers)
	return r.all[question]
}

// note keeps the best of each.
func (r *results) note(question, who string, o Outcome) {
	all := r.answersTo(question)
	if all == nil {
		return
	}
	best, known := all[who]
	if !known && (len(all) >= mostAnswers || isGuest(who) && all.keyless() >= mostUnknown) {
		return
	}
	all[who] = best.with(o, known)
}

// with is the best of two outcomes of one person, of which the first may not be known.
func (best Outcome) with(o Outcome, known bool) Outcome {
	better := !known || o.Total > 0 && (best.Total == 0 || o.Total < best.Total) || o.Solved && !best.Solved
	if best.Total == 0 || o.Total > 0 && o.Total < best.Total {
		best.Total = o.Total
	}
	if o.Solved && (!best.Solved || o.Hints < best.Hints) {
		best.Hints = o.Hints
	}
	best.Solved, best.Shown = best.Solved || o.Solved, best.Shown || o.Shown
	best.Name, best.from = o.Name, o.from
	if better {
		best.When = o.When
	}
	return best
}

// keyless is how many of the answers are from people without a key.
func (a answers) keyless() int {
	n := 0
	for who := range a {
		if isGuest(who) {
			n++
		}
	}
	return n
}

// guestWord is the first word of what a person without a key is called in results.
const guestWord = "guest "

func guest(number int) string { return guestWord + strconv.Itoa(number) }

// isGuest reports whether a name is that of a person without a key.
func isGuest(who string) bool { return numberOf(who) > 0 }

// numberOf is the number of a guest; 0 for everybody else.
func numberOf(who string) int {
	text, is := strings.CutPrefix(who, guestWord)
	n, err := strconv.Atoi(text)
	if !is || err != nil {
		return 0
	}
	return max(0, n)
}

// ofPuzzle and ofDag are what questions are called, so that no dag's name is taken
// for a puzzle's.
func ofPuzzle(name string) string { return puzzleWord + name }
func ofDag(name string) string    { return dagWord + name }

const (
	puzzleWord = "puzzle "
	dagWord    = "dag "
)

// Result is what a person has reached of a puzzle or of a dag.
type Result struct {
	Puzzle, Dag string // one of them
	Who         string // who they are, the same when they come back
	Counts      bool   // it does: several keys that may be one person's count once
	Outcome
}
