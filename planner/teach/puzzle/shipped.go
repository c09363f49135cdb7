package puzzle

import (
	"bytes"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/format"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
)

// collection is the lesson that is puzzles and little else: they come first.
const collection = "puzzles"

// Shipped are the puzzles of the lessons that come with facet, in the order in
// which they are best played, each called by its dag and its goal: "bat-22". It
// reads all lessons, which takes a while; keep what it gives.
func Shipped() ([]*Puzzle, error) {
	names := slices.DeleteFunc(lessons.Names(), func(name string) bool { return name == collection })
	var all []*Puzzle
	taken := make(map[string]int)
	for _, name := range append([]string{collection}, names...) {
		course, err := shippedLesson(name)
		if err != nil {
			return nil, fmt.Errorf("the lesson %s: %w", name, err)
		}
		for _, page := range course.Pages {
			if page.Quest == nil {
				continue
			}
			p := OfQuest(page.Quest)
			if taken[p.Name]++; taken[p.Name] > 1 {
				p.Name = fmt.Sprintf("%s-%d", p.Name, taken[p.Name])
			}
			p.Title = course.Title
			if title := course.Chapters[page.Chapter].Title; title != "" && name != collection {
				p.Title += ": " + title
			} else if title != "" {
				p.Title = title
			}
			all = append(all, p)
		}
	}
	return all, nil
}

// called is the name of a puzzle by its dag and its goal.
func (p *Puzzle) called() string {
	switch p.Goal.Kind {
	case lesson.GoalTotal:
		return fmt.Sprintf("%s-%d", p.Dag.Name, p.Goal.Total)
	case lesson.GoalState:
		return p.Dag.Name + "-state"
	}
	return p.Dag.Name + "-optimum"
}

func shippedLesson(name string) (*lesson.Course, error) {
	text, err := lessons.Open(name)
	if err != nil {
		return nil, err
	}
	l, mistakes := lesson.Read(text)
	if err := mistakes.Err(); err != nil {
		return nil, err
	}
	course, mistakes := lesson.Play(l, shippedDag)
	return course, mistakes.Err()
}

func shippedDag(name string) (*model.Dag, error) {
	text, err := lessons.Dag(name)
	if err != nil {
		return nil, err
	}
	return format.Read(name, bytes.NewReader(text))
}

// OfQuest is the puzzle that a lesson asks, called by its dag and its goal.
func OfQuest(q *lesson.Quest) *Puzzle {
	p := &Puzzle{Ask: q.Ask, Dag: q.Dag, Start: q.Before, Hints: q.Hints, Solved: q.Solved, Moves: q.Moves,
		Modes: q.Modes, Answers: q.Replies,
		Goal: Goal{Kind: q.Goal.Kind, Total: q.Goal.Total, State: q.Target}}
	p.Name = p.called()
	return p
}
