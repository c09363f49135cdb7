package class

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/ui/files/store"
	ask "facet/ui/puzzle"
)

// Outcome is the best that somebody has reached.
type Outcome struct {
	Name    string     // whom the class calls them
	Total   model.Cost // of a complete sequence; 0 without one
	Solved  bool
	Hints   int       // that the best solution took
	Shown   bool      // the solution was looked at
	Keyless bool      // without a key: nobody knows who it was
	When    time.Time // it was reached
}

// answers is what was reached of one question, by who they are.
type answers map[string]Outcome

// results is what was reached of puzzles and dags. Nothing of what the lecturer has
// asked is ever dropped because of what somebody else does.
type results struct {
	all    map[string]answers
	asked  map[string]bool // by the lecturer
	others []string        // what nobody has asked for, the oldest first
	dags   int
}

// What the class remembers at most.
const (
	mostAsked   = 500 // puzzles that were opened for all
	mostOthers  = 50  // other puzzles
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
		r.others = slices.DeleteFunc(r.others, func(q string) bool { return q == question })
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
		if r.others = append(r.others, question); len(r.others) > mostOthers {
			delete(r.all, r.others[0])
			r.others = slices.Delete(r.others, 0, 1)
		}
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
	all[who] = best
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

// note keeps the best of each. The lock is held.
func (r *roster) note(question, who string, o Outcome) {
	o.Keyless, o.When = strings.HasPrefix(who, "guest "), time.Now()
	r.results.note(question, who, o)
	r.version++
	r.reached++
}

// ask begins to collect what comes of a task.
func (r *roster) ask(t *Task) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.version++
	if t.Puzzle != nil {
		r.puzzle = t
		r.results.ask(ofPuzzle(t.Puzzle.Name))
	}
}

// ofPuzzle and ofDag are what questions are called, so that no dag's name is taken
// for a puzzle's.
func ofPuzzle(name string) string { return puzzleWord + name }
func ofDag(name string) string    { return dagWord + name }

const (
	puzzleWord = "puzzle "
	dagWord    = "dag "
)

// Result is what somebody has reached of a puzzle or of a dag.
type Result struct {
	Puzzle, Dag string // one of them
	Who         string // who they are, the same when they come back
	Outcome
}

// Results is what was reached of the puzzles that the lecturer has opened, and of dags;
// the version changes with it.
func (c *Class) Results() (all []Result, version uint64) {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for question, answers := range r.results.all {
		puzzle, isPuzzle := strings.CutPrefix(question, puzzleWord)
		if isPuzzle && !r.results.asked[question] {
			continue
		}
		for who, o := range answers {
			one := Result{Puzzle: puzzle, Who: who, Outcome: o}
			if !isPuzzle {
				one.Puzzle, one.Dag = "", strings.TrimPrefix(question, dagWord)
			}
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Dag, b.Dag), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Who, b.Who))
	})
	return all, r.reached
}

// Reached is the version of Results.
func (c *Class) Reached() uint64 {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	return c.roster.reached
}

// Restore takes results back that were written before the class was interrupted. People
// without a key who come from now on are others.
func (c *Class) Restore(all []Result) {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, one := range all {
		question := ofDag(one.Dag)
		if one.Puzzle != "" {
			question = ofPuzzle(one.Puzzle)
			r.results.ask(question)
		}
		r.results.note(question, one.Who, one.Outcome)
		r.keyless.numbers = max(r.keyless.numbers, numberOf(one.Who))
	}
	r.version++
}

// keeper tells the class what comes of a person's puzzles.
type keeper struct {
	ask.Keeper // nil keeps nothing else
	person     *Person
}

// Keeper tells the class what comes of a person's puzzles, and whoever keeps it
// otherwise, who may be nil.
func (p *Person) Keeper(also ask.Keeper) ask.Keeper { return keeper{also, p} }

// Keeps tells whether somebody keeps it otherwise.
func (k keeper) Keeps() bool { return k.Keeper != nil }

// Puzzle gives what was kept.
func (k keeper) Puzzle(name string, g *model.Dag) (store.Puzzle, bool) {
	if k.Keeper == nil {
		return store.Puzzle{}, false
	}
	return k.Keeper.Puzzle(name, g)
}

// KeepPuzzle tells the class, and keeps it.
func (k keeper) KeepPuzzle(g *model.Dag, r store.Puzzle) error {
	k.person.tried(r)
	if k.Keeper == nil {
		return nil
	}
	return k.Keeper.KeepPuzzle(g, r)
}

// tried notes what has come of a puzzle so far.
func (p *Person) tried(r store.Puzzle) {
	all := &p.class.roster
	all.mutex.Lock()
	defer all.mutex.Unlock()
	all.version++
	p.seen.Puzzle, p.seen.Hints = r.Name, r.Asked
	if r.Best > 0 || r.Solved {
		all.note(ofPuzzle(r.Name), p.who, Outcome{Name: p.seen.Name, Total: r.Best, Solved: r.Solved, Hints: r.Hints, Shown: r.Shown})
	}
}
