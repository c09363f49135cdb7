package class

import (
	"facet/model"
	"facet/ui/files/store"
	ask "facet/ui/teach/puzzle"
)

// keeper adds what comes of a person's puzzles to the roster.
type keeper struct {
	also   ask.Keeper // nil keeps nothing else
	person *Person
}

// Keeper adds what comes of a person's puzzles to the roster, and hands it to another
// keeper, which may be nil.
func (p *Person) Keeper(also ask.Keeper) ask.Keeper { return keeper{also, p} }

// Keeps reports whether there is another keeper.
func (k keeper) Keeps() bool { return k.also != nil }

// Puzzle gives what was kept.
func (k keeper) Puzzle(name string, g *model.Dag) (store.Puzzle, bool) {
	if k.also == nil {
		return store.Puzzle{}, false
	}
	return k.also.Puzzle(name, g)
}

// KeepPuzzle adds it to the roster, and keeps it.
func (k keeper) KeepPuzzle(g *model.Dag, r store.Puzzle) error {
	k.person.tried(r)
	if k.also == nil {
		return nil
	}
	return k.also.KeepPuzzle(g, r)
}

// tried notes what has come of a puzzle so far.
func (p *Person) tried(r store.Puzzle) {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	p.roster.version++
	p.seen.Puzzle = r.Name
	if r.Best > 0 || r.Solved {
		p.roster.note(ofPuzzle(r.Name), p, Outcome{Total: r.Best, Solved: r.Solved, Hints: r.Hints,
			Shown: r.Shown})
	}
}
