package class

import (
	"strings"
	"time"

	"facet/model"
)

// Outcome is the best that a person has reached.
type Outcome struct {
	Name    string     // whom the class calls them
	Total   model.Cost // of a complete sequence; 0 without one
	Solved  bool
	Hints   int       // that the best solution took
	Shown   bool      // the solution was looked at
	Keyless bool      // without a key: it is not known who it was
	When    time.Time // it was reached
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
	mostAsked   = 500 // puzzles that were opened for all
	mostOfDags  = 500
	mostAnswers = 5000 // of one question
	mostUnknown = 2000 // of these without a key
)

func (r *results) of(question string) answers { return r.all[question] }

// ask keeps what comes of a question from now on.
func (r *results) ask(question string) {
	if r.asked == nil {
		r.asked = make(map[string]bool)
	}
	if len(r.asked) < mostAsked {
		r.asked[question] = true
	}
}

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
	if r.all == nil {
		r.all = make(map[string]answers)
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
	if !known && (len(all) >= mostAnswers || o.Keyless && all.keyless() >= mostUnknown) {
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
	best.Name, best.Keyless = o.Name, o.Keyless
	if better {
		best.When = o.When
	}
	return best
}

// folded are the answers as they count: the best of those that count as one.
func (a answers) folded(counted func(who string) string) answers {
	all := make(answers, len(a))
	for who, o := range a {
		best, known := all[counted(who)]
		all[counted(who)] = best.with(o, known)
	}
	return all
}

// keyless is how many of the answers are from people without a key.
func (a answers) keyless() int {
	n := 0
	for _, o := range a {
		if o.Keyless {
			n++
		}
	}
	return n
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
	Counts      string // who they count as: several keys that may be one person's count once
	Outcome
}
