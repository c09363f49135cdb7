package lesson

import (
	"facet/model"
	"facet/model/session"
)

// Open gives the dag that a lesson names.
type Open func(name string) (*model.Dag, error)

// Course is a lesson as it is gone through, page by page.
type Course struct {
	*Lesson
	Scenes []*session.Session // the steps of the lesson, a tree for each stretch of chapters; only to be read
	Pages  []Page
}

// Page is what is looked at between two keys.
type Page struct {
	Kind    PageKind
	Line    int
	Chapter int
	First   bool    // of its chapter
	Blocks  []Block // of PageProse

	Scene int // among the scenes; -1 where there is none
	Step  int // the step of the scene that the page stands at
	Next  int // the step that the lesson takes from here; 0 for none
	Note  string
	Marks []Mark // what the author points at
	Total *Total // what the lesson says is spent
	// Around is what the picture shows the surroundings of; nil for the whole.
	Around *Mark
	Back   bool // the line that was shown before is left here

	Compared *Compared
	Quest    *Quest
}

// PageKind says what a page shows.
type PageKind uint8

// The pages.
const (
	PageProse PageKind = iota + 1
	PagePlace          // where the line dag stands before the next steps
	PageStep           // what a step did
	PageCompare
	PagePuzzle
)

// Compared is a comparison carried out.
type Compared struct {
	From    int // the step of the scene that both start from
	Columns [2]Lane
	Parting int // how many steps they have in common
}

// Lane is one of the two sequences.
type Lane struct {
	Name  string
	Note  string // on the whole sequence
	Steps []int  // of the scene
	Notes []string
	Spent model.Cost
	Done  bool
}

// Quest is a puzzle whose start, goal and answers were looked up.
type Quest struct {
	*Puzzle
	Dag     *model.Dag
	Before  []model.Op   // what leads from the fresh line dag to its start
	At      *model.State // where it starts
	Target  *model.State // of GoalState
	Replies []Reply
}

// Reply is an answer to a move.
type Reply struct {
	At   *model.State // where the move is made
	Op   model.Op
	Any  bool // in any mode
	Text string
}
