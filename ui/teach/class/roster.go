package class

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"facet/ui/draw/style"
)

// Enter adds a person who has come.
func (c *Class) Enter(w Who) *Person {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if w.Guest == nil {
		w.Guest = new(int)
	}
	p := &Person{class: c, who: w.Key, remove: w.Remove}
	switch {
	case w.Key != "":
	case w.Lecturer:
		p.who = "the lecturer"
	default:
		if *w.Guest == 0 {
			c.guests++
			*w.Guest = c.guests
		}
		p.who = guest(*w.Guest)
		w.Name = style.Start(w.Name, 13) + " " + strconv.Itoa(*w.Guest) // people may give themselves any name
	}
	if !w.Lecturer && !w.Listed {
		p.from = w.From
	}
	if w.Anonymous {
		w.Name = "student " + strconv.Itoa(c.numberOf(p.who))
	}
	p.seen = Seen{Name: style.Start(style.Printable(w.Name), mostName), Lecturer: w.Lecturer, person: p}
	c.here[p] = struct{}{}
	c.crowd(p.from)
	return p
}

// crowd notes how many people are here from an address who are not listed.
func (c *Class) crowd(from string) {
	if from == "" {
		return
	}
	all := make(map[string]bool)
	for p := range c.here {
		if p.from == from {
			all[p.who] = true
		}
	}
	if _, known := c.most[from]; known || len(c.most) < mostAnswers {
		c.most[from] = max(c.most[from], len(all))
	}
}

// counted are the answers that count. A key is free, and none is needed: so of people who are
// not listed the best count, and from each address as many as were here at the same time.
func (c *Class) counted(all answers) answers {
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
		for _, who := range people[:min(len(people), c.most[from])] {
			counted[who] = all[who]
		}
	}
	return counted
}

// numberOf is the number of a person who has no name.
func (c *Class) numberOf(who string) int {
	n := c.numbers[who]
	if n == 0 {
		n = len(c.numbers) + 1
		if n <= mostAnswers {
			c.numbers[who] = n
		}
	}
	return n
}

// Here is how many are here.
func (c *Class) Here() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return len(c.here)
}

// Together says, for the lecturer, how many follow and are on the step; empty where none
// follows.
func (c *Class) Together() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	follow, on := 0, 0
	for p := range c.here {
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
func (c *Class) find(name string) (*Person, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	var found []*Person
	for p := range c.here {
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
func (c *Class) remove(p *Person) {
	c.mutex.Lock()
	var all []func()
	for other := range c.here {
		if other.who == p.who && !other.seen.Lecturer && other.remove != nil {
			all = append(all, other.remove)
		}
	}
	if !isGuest(p.who) && !p.seen.Lecturer && len(c.removed) < mostAnswers {
		c.removed[p.who] = true
	}
	c.mutex.Unlock()
	for _, remove := range all {
		remove()
	}
}

// Removed reports whether a key does not come in any more.
func (c *Class) Removed(key string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return key != "" && c.removed[key]
}

// hide takes a person off the board; unhide shows all again.
func (c *Class) hide(who string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.hidden) < mostAnswers {
		c.hidden[who] = true
	}
}

func (c *Class) unhide() {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	clear(c.hidden)
}

// note keeps the best of a person. The lock is held.
func (c *Class) note(question string, p *Person, o Outcome) {
	o.Name, o.from, o.When = p.seen.Name, p.from, time.Now()
	c.results.note(question, p.who, o)
}

// Results is what was reached of the puzzles that the lecturer has opened, and of dags.
func (c *Class) Results() (all []Result) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for question, answers := range c.results.all {
		puzzle, isPuzzle := strings.CutPrefix(question, puzzleWord)
		counted := c.counted(answers)
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
	return all
}

// Restore takes results back that were written before the class was interrupted. People without a
// key who come from now on are others.
func (c *Class) Restore(all []Result) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for _, one := range all {
		question := ofDag(one.Dag)
		if one.Puzzle != "" {
			question = ofPuzzle(one.Puzzle)
			c.results.ask(question)
		}
		if one.from = ""; !one.Counts {
			one.from = uncounted
		}
		c.results.note(question, one.Who, one.Outcome)
		c.guests = max(c.guests, numberOf(one.Who))
	}
}
