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

// Roster is who is here, and what has been reached. Each explorer adds its part, and the
// board gets a copy. Nothing is done under the lock that could wait. The zero value is
// empty.
type Roster struct {
	mutex   sync.Mutex
	version uint64 // changes with everything below
	arrived int
	here    map[*Person]struct{}
	results results
	guests  int             // how many came without a key
	most    map[string]int  // people who are not listed, by address: so many were here at the same time
	puzzle  *Task           // the last that was opened for all
	reached uint64          // changes with the results
	hidden  map[string]bool // who is not on the board
	numbers map[string]int  // of people without a name
	removed map[string]bool // who does not come in again
}

// Enter adds a person who has come.
func (r *Roster) Enter(w Who) *Person {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.here == nil {
		r.here = make(map[*Person]struct{})
	}
	r.version++
	r.arrived++
	if w.Guest == nil {
		w.Guest = new(int)
	}
	p := &Person{roster: r, who: w.Key, remove: w.Remove}
	switch {
	case w.Key != "":
	case w.Lecturer:
		p.who = "the lecturer"
	default:
		if *w.Guest == 0 {
			r.guests++
			*w.Guest = r.guests
		}
		p.who = guest(*w.Guest)
		w.Name = style.Start(w.Name, 13) + " " + strconv.Itoa(*w.Guest) // people may give themselves any name
	}
	if !w.Lecturer && !w.Listed {
		p.from = w.From
	}
	if w.Anonymous {
		w.Name = "student " + strconv.Itoa(r.numberOf(p.who))
	}
	p.seen = Seen{Name: style.Start(style.Printable(w.Name), mostName), Lecturer: w.Lecturer, who: p.who,
		id: strconv.Itoa(r.arrived)}
	r.here[p] = struct{}{}
	r.crowd(p.from)
	return p
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

// crowd notes how many people are here from an address who are not listed.
func (r *Roster) crowd(from string) {
	if from == "" {
		return
	}
	all := make(map[string]bool)
	for p := range r.here {
		if p.from == from {
			all[p.who] = true
		}
	}
	if r.most == nil {
		r.most = make(map[string]int)
	}
	if _, known := r.most[from]; known || len(r.most) < mostAnswers {
		r.most[from] = max(r.most[from], len(all))
	}
}

// counted are the answers that count. A key is free, and none is needed: so of people who are
// not listed the best count, and from each address as many as were here at the same time.
func (r *Roster) counted(all answers) answers {
	counted, strangers := make(answers), make(map[string][]string)
	for who, o := range all {
		if o.from == "" {
			counted[who] = o
		} else {
			strangers[o.from] = append(strangers[o.from], who)
		}
	}
	for from, people := range strangers {
		slices.SortFunc(people, func(a, b string) int {
			return cmp.Or(all[a].against(all[b]), cmp.Compare(a, b))
		})
		for _, who := range people[:min(len(people), r.most[from])] {
			counted[who] = all[who]
		}
	}
	return counted
}

// numberOf is the number of a person who has no name.
func (r *Roster) numberOf(who string) int {
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

// Here is how many are here.
func (r *Roster) Here() int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return len(r.here)
}

// standing is where a session stands; nil for nowhere.
func (r *Roster) standing(id string) *Position {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for p := range r.here {
		if p.seen.id == id {
			return p.position
		}
	}
	return nil
}

// Together says, for the lecturer, how many follow and are on the step; empty where none
// follows.
func (r *Roster) Together() string {
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
func (r *Roster) find(name string) (*Person, error) {
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
func (r *Roster) remove(p *Person) {
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
	if !isGuest(p.who) && !p.seen.Lecturer && len(r.removed) < mostAnswers {
		r.removed[p.who] = true
	}
	r.mutex.Unlock()
	for _, remove := range all {
		remove()
	}
}

// Removed reports whether a key does not come in any more.
func (r *Roster) Removed(key string) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return key != "" && r.removed[key]
}

// hide takes a person off the board, or shows all again.
func (r *Roster) hide(who string, hidden bool) {
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

// note keeps the best of a person. The lock is held.
func (r *Roster) note(question string, p *Person, o Outcome) {
	o.Name, o.from, o.When = p.seen.Name, p.from, time.Now()
	r.results.note(question, p.who, o)
	r.version++
	r.reached++
}

// ask begins to collect what comes of a task.
func (r *Roster) ask(t *Task) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.version++
	if t.Puzzle != nil {
		r.puzzle = t
		r.results.ask(ofPuzzle(t.Puzzle.Name))
	}
}

// Results is what was reached of the puzzles that the lecturer has opened, and of dags;
// the version changes with it.
func (r *Roster) Results() (all []Result, version uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for question, answers := range r.results.all {
		puzzle, isPuzzle := strings.CutPrefix(question, puzzleWord)
		counted := r.counted(answers)
		for who, o := range answers {
			_, counts := counted[who]
			one := Result{Puzzle: puzzle, Who: who, Counts: counts, Outcome: o}
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

// Restore takes results back that were written before the class was interrupted, and
// gives their version. People without a key who come from now on are others.
func (r *Roster) Restore(all []Result) (version uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for _, one := range all {
		question := ofDag(one.Dag)
		if one.Puzzle != "" {
			question = ofPuzzle(one.Puzzle)
			r.results.ask(question)
		}
		if one.from = ""; !one.Counts {
			one.from = uncounted
		}
		r.results.note(question, one.Who, one.Outcome)
		r.guests = max(r.guests, numberOf(one.Who))
	}
	r.version++
	return r.reached
}
