package class

import (
	"cmp"
	"slices"
	"time"

	"facet/model"
)

// Sight is the class as it was at one moment.
type Sight struct {
	Hidden  int    // sessions that are not on the board
	Trouble string // why work cannot be saved; empty where it can
	People  []Seen // lecturers first, then by their names
	Task    *Task
	Puzzle  *Task                   // the last puzzle that was opened for all
	Answers answers                 // of each key
	Counted answers                 // those that count
	Dags    map[string][]model.Cost // the best complete totals of those who work alone
}

// stuckFirst orders the people by how long those have made no step who try to solve what
// is open.
func (s *Sight) stuckFirst() {
	tries := func(p Seen) bool { return s.tries(p) }
	slices.SortStableFunc(s.People, func(a, b Seen) int {
		switch {
		case tries(a) != tries(b) && tries(a):
			return -1
		case tries(a) != tries(b):
			return 1
		case tries(a):
			return a.Since.Compare(b.Since)
		}
		return 0
	})
}

// tries reports whether a person tries to solve the puzzle that is open.
func (s *Sight) tries(p Seen) bool {
	return p.Doing == Solves && !p.Unseen && s.Puzzle != nil && p.Puzzle == s.Puzzle.Puzzle.Name &&
		!s.Answers[p.person.who].Solved
}

// See looks at the class.
func (c *Class) See() Sight {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	s := Sight{Task: c.Task(), Puzzle: c.puzzle, Dags: make(map[string][]model.Cost),
		Answers: make(answers), Counted: make(answers)}
	if time.Since(c.unsavedAt) <= troubleFor {
		s.Trouble = c.unsaved
	}
	for p := range c.here {
		if c.hidden[p.who] {
			s.Hidden++
			continue
		}
		s.People = append(s.People, p.seen)
	}
	slices.SortFunc(s.People, func(a, b Seen) int {
		switch {
		case a.Lecturer != b.Lecturer && a.Lecturer:
			return -1
		case a.Lecturer != b.Lecturer:
			return 1
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.person.who, b.person.who),
			cmp.Compare(a.Doing, b.Doing))
	})
	if c.puzzle != nil {
		for who, o := range c.results.of(ofPuzzle(c.puzzle.Puzzle.Name)) {
			if !c.hidden[who] {
				s.Answers[who] = o
			}
		}
		s.Counted = c.counted(s.Answers)
	}
	for _, p := range s.People {
		name := p.Dag
		if _, done := s.Dags[name]; done || name == "" {
			continue
		}
		var totals []model.Cost
		for _, o := range c.counted(c.results.of(ofDag(name))) {
			totals = append(totals, o.Total)
		}
		slices.Sort(totals)
		s.Dags[name] = totals
	}
	return s
}
