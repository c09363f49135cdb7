package class

import (
	"cmp"
	"slices"

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

	version uint64
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
		!s.Answers[p.who].Solved
}

// see looks at the class, for which a task is open.
func (r *Roster) see(task *Task) Sight {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	s := Sight{Task: task, Puzzle: r.puzzle, version: r.version, Dags: make(map[string][]model.Cost),
		Answers: make(answers), Counted: make(answers)}
	for p := range r.here {
		if r.hidden[p.who] {
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
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who), cmp.Compare(a.Doing, b.Doing))
	})
	if r.puzzle != nil {
		for who, o := range r.results.of(ofPuzzle(r.puzzle.Puzzle.Name)) {
			if !r.hidden[who] {
				s.Answers[who] = o
			}
		}
		s.Counted = r.counted(s.Answers)
	}
	for _, p := range s.People {
		name := p.Dag
		if _, done := s.Dags[name]; done || name == "" {
			continue
		}
		var totals []model.Cost
		for _, o := range r.counted(r.results.of(ofDag(name))) {
			totals = append(totals, o.Total)
		}
		slices.Sort(totals)
		s.Dags[name] = totals
	}
	return s
}

// stale reports whether something has changed since.
func (r *Roster) stale(s Sight, task *Task) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	return s.version != r.version || s.Task != task
}
