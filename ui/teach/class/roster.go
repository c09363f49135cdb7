package class

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"facet/ui/draw/style"
)

// roster is who is here, and what has been reached. Each explorer adds its part, and the
// board gets a copy. Nothing is done under the lock that could wait. The zero value is
// empty.
type roster struct {
	mutex   sync.Mutex
	version uint64 // changes with everything below
	arrived int
	here    map[*Person]struct{}
	results results
	keyless chairs          // of people without a key
	fresh   chairs          // of keys that are not listed
	chairOf map[string]int  // the chair of a key that is not listed
	puzzle  *Task           // the last that was opened for all
	reached uint64          // changes with the results
	hidden  map[string]bool // who is not on the board
	numbers map[string]int  // of people without a name
	removed map[string]bool // who does not come in again
}

// enter adds a person who has come.
func (r *roster) enter(w Who) *Person {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.here == nil {
		r.here = make(map[*Person]struct{})
	}
	r.version++
	r.arrived++
	p := &Person{roster: r, who: w.Key, gone: func() {}, remove: w.Remove}
	switch {
	case w.Key != "" && (w.Lecturer || w.Listed || w.From == ""):
	case w.Key != "":
		p.gone = r.sit(w.Key, w.From)
	case w.Lecturer:
		p.who = "the lecturer"
	default:
		number := 0
		number, p.gone = r.keyless.enter(w.From, w.Connection, 0)
		p.who = guest(number)
		w.Name = style.Start(w.Name, 13) + " " + strconv.Itoa(number) // people may give themselves any name
	}
	if w.Anonymous {
		w.Name = "student " + strconv.Itoa(r.numberOf(p.who))
	}
	p.seen = Seen{Name: style.Start(style.Printable(w.Name), mostName), Lecturer: w.Lecturer,
		Keyless: w.Key == "" && !w.Lecturer, who: p.who, id: strconv.Itoa(r.arrived)}
	r.here[p] = struct{}{}
	return p
}

// sit gives a key that is not listed its chair at an address, and what gives it back.
func (r *roster) sit(key, from string) (leave func()) {
	number, leave := r.fresh.enter(from, key, r.chairOf[key])
	if r.chairOf == nil {
		r.chairOf = make(map[string]int)
	}
	if _, known := r.chairOf[key]; known || len(r.chairOf) < mostAnswers {
		r.chairOf[key] = number
	}
	return leave
}

// counted is who reached something, as it counts: a key that is not listed counts as its
// chair. The lock is held.
func (r *roster) counted(who string) string {
	if n := r.chairOf[who]; n > 0 {
		return chairWord + strconv.Itoa(n)
	}
	return who
}

// chairWord is the first word of what a chair is called.
const chairWord = "chair "

// numberOf is the number of a person who has no name.
func (r *roster) numberOf(who string) int {
	if r.numbers == nil {
		r.numbers = make(map[string]int)
	}
	n := r.numbers[who]
	if n == 0 {
		n = len(r.numbers) + 1
		if n <= mostAnswers {
			r.numbers[who] = n
		}
	}
	return n
}

// count is how many are here.
func (r *roster) count() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.here)
}

// standing is where a session stands; nil for nowhere.
func (r *roster) standing(id string) *Position {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for p := range r.here {
		if p.seen.id == id {
			return p.position
		}
	}
	return nil
}

// together says, for the lecturer, how many follow and are on the step; empty where none
// follows.
func (r *roster) together() string {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	follow, on := 0, 0
	for p := range r.here {
		if p.seen.Doing == Follows || p.seen.Doing == Tries {
			follow++
		}
		if p.seen.On && !p.seen.Unseen {
			on++
		}
	}
	if follow == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d on your step", on, follow)
}

// find gives the person of that name, or of the beginning of one.
func (r *roster) find(name string) (*Person, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var found []*Person
	for p := range r.here {
		switch has := strings.ToLower(p.seen.Name); {
		case has == strings.ToLower(name):
			return p, nil
		case strings.HasPrefix(has, strings.ToLower(name)):
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("nobody here is called %s", style.Printable(name))
	case len(found) > 1:
		return nil, fmt.Errorf("%d people here are called %s: write more of the name", len(found),
			style.Printable(name))
	}
	return found[0], nil
}

// remove closes all sessions of a person. A key does not come in again; a person without
// one can connect again, as another guest.
func (r *roster) remove(p *Person) {
	r.mutex.Lock()
	var all []func()
	for other := range r.here {
		if other.who == p.who && !other.seen.Lecturer && other.remove != nil {
			all = append(all, other.remove)
		}
	}
	if r.removed == nil {
		r.removed = make(map[string]bool)
	}
	if !p.seen.Keyless && !p.seen.Lecturer && len(r.removed) < mostAnswers {
		r.removed[p.who] = true
	}
	r.mutex.Unlock()
	for _, remove := range all {
		remove()
	}
}

// isRemoved reports whether a key does not come in any more.
func (r *roster) isRemoved(key string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return key != "" && r.removed[key]
}

// hide takes a person off the board, or shows all again.
func (r *roster) hide(who string, hidden bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.version++
	if !hidden {
		r.hidden = nil
		return
	}
	if r.hidden == nil {
		r.hidden = make(map[string]bool)
	}
	if len(r.hidden) < mostAnswers {
		r.hidden[who] = true
	}
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

// listed is what was reached of the puzzles that the lecturer has opened, and of dags;
// the version changes with it.
func (r *roster) listed() (all []Result, version uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for question, answers := range r.results.all {
		puzzle, isPuzzle := strings.CutPrefix(question, puzzleWord)
		for who, o := range answers {
			one := Result{Puzzle: puzzle, Who: who, Counts: r.counted(who), Outcome: o}
			if !isPuzzle {
				one.Puzzle, one.Dag = "", strings.TrimPrefix(question, dagWord)
			}
			all = append(all, one)
		}
	}
	slices.SortFunc(all, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Dag, b.Dag), cmp.Compare(a.Puzzle, b.Puzzle), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Who, b.Who))
	})
	return all, r.reached
}

// restore takes results back that were written before the class was interrupted. People
// without a key who come from now on are others.
func (r *roster) restore(all []Result) {
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
		if text, chair := strings.CutPrefix(one.Counts, chairWord); chair && one.Counts != one.Who {
			if n, err := strconv.Atoi(text); err == nil && n > 0 && len(r.chairOf) < mostAnswers {
				if r.chairOf == nil {
					r.chairOf = make(map[string]int)
				}
				r.chairOf[one.Who] = n
				r.fresh.numbers = max(r.fresh.numbers, n)
			}
		}
	}
	r.version++
}
