package class

import (
	"facet/model"
	"facet/ui/files/store"
	ask "facet/ui/puzzle"
)

// Outcome is the best that somebody has reached.
type Outcome struct {
	Total  model.Cost // of a complete sequence; 0 without one
	Solved bool
}

// question is what was reached of one puzzle, or of one dag.
type question map[string]Outcome // by who they are

// What the class remembers at most.
const (
	mostQuestions = 50
	mostAnswers   = 5000
)

// note keeps the best of each. The lock is held.
func (r *roster) note(asked, who string, o Outcome) {
	q := r.results[asked]
	if q == nil {
		if r.results == nil {
			r.results = make(map[string]question)
		}
		q = make(question)
		r.results[asked] = q
		r.asked = append(r.asked, asked)
		if len(r.asked) > mostQuestions {
			delete(r.results, r.asked[0])
			r.asked = r.asked[1:]
		}
	}
	best, known := q[who]
	if !known && len(q) >= mostAnswers {
		return
	}
	if best.Total == 0 || o.Total > 0 && o.Total < best.Total {
		best.Total = o.Total
	}
	best.Solved = best.Solved || o.Solved
	q[who] = best
	r.version++
}

// ask begins to collect what comes of a task.
func (r *roster) ask(t *Task) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.version++
	if t.Puzzle != nil {
		r.puzzle = t
	}
}

// ofPuzzle and ofDag are what questions are called, so that no dag's name is taken
// for a puzzle's.
func ofPuzzle(name string) string { return "puzzle " + name }
func ofDag(name string) string    { return "dag " + name }

// keeper tells the class what comes of a person's puzzles.
type keeper struct {
	ask.Keeper // nil keeps nothing else
	person     *Person
}

// Keeper tells the class what comes of a person's puzzles, and whoever keeps it
// otherwise, who may be nil.
func (p *Person) Keeper(also ask.Keeper) ask.Keeper { return keeper{also, p} }

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
	p.seen.Puzzle = r.Name
	if r.Best > 0 || r.Solved {
		all.note(ofPuzzle(r.Name), p.who, Outcome{r.Best, r.Solved})
	}
}
