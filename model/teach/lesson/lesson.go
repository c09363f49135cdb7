package lesson

import (
	"facet/model"
)

// Lesson is what stands in a file.
type Lesson struct {
	Title, Author, About string
	Subject              Subject
	Chapters             []Chapter

	dagLine int
}

// Subject is the dag that a lesson or chapter is about.
type Subject struct {
	Dag     string // a sample's name, or a path beside the lesson
	Classic bool   // every Jacobian given, no models
}

// Chapter is what stands below a heading of the first or second level.
type Chapter struct {
	Line    int
	Title   string
	Subject Subject
	Picture Picture
	Parts   []Part

	dagLine int
}

// Picture says which picture a chapter talks about, for a screen that has room for
// one.
type Picture uint8

// The pictures.
const (
	PictureDag Picture = iota
	PictureLineDag
)

// Part is a piece of a chapter: Prose, Back, Around, Steps, Comparison or Puzzle.
type Part interface{ part() }

// Prose is a page of text.
type Prose struct {
	Line   int
	Blocks []Block
}

// Back goes to another step of the line that was shown last.
type Back struct {
	Line int
	Step int // counted from the fresh line dag, which is 0
}

// Around is a paragraph that names what the pictures of the next pages are about: they show
// only what surrounds it.
type Around struct {
	Line int
	Name string // a vertex of the dag, an edge or a face as in a mark; empty for the whole again
}

// steps is a block of operations that follow each other.
type steps struct {
	Line     int
	Lead     string // the note of the place where they start
	Together bool   // they are one step
	Title    string // of that step
	Moves    []Move
}

// Move is an operation as it was written.
type Move struct {
	Line  int
	Text  string // as in a sequence file; empty where only a total is stated
	Note  string
	Total *Total // what is said to be spent after it
}

// Total is a figure that a replay has to confirm.
type Total struct {
	Line int
	Cost model.Cost
}

// comparison is two sequences from the same place.
type comparison struct {
	Line    int
	Columns []Column // two
}

// Column is one of the sequences of a comparison.
type Column struct {
	Line  int
	Name  string
	Note  string // on the whole sequence
	Moves []Move
}

// Puzzle is a question that is answered by moves.
type Puzzle struct {
	Line    int
	Ask     string // the question; empty for one that is made from the goal
	Start   int    // a step of the line that was shown last; -1 for where the chapter stands
	Goal    Goal
	Moves   Moves // what counts as one
	Modes   Modes // that are allowed
	Hints   []string
	Answers []Answer
	Solved  string // what is said at the goal
}

// Goal is where a puzzle ends.
type Goal struct {
	Line  int
	Kind  GoalKind
	Total model.Cost // of GoalTotal
	Moves []Move     // of GoalState: they lead there from the puzzle's start
}

// GoalKind says what kind of a goal it is.
type GoalKind uint8

// The goals.
const (
	GoalOptimum GoalKind = iota // complete, and nothing is better
	GoalTotal                   // complete, at most this total
	GoalState                   // this state, whatever the way there
)

// Answer is what is said to a move.
type Answer struct {
	Line  int
	Moves []string // from the puzzle's start; the answer is to the last one
	Text  string
}

func (*Prose) part()      {}
func (*Back) part()       {}
func (*Around) part()     {}
func (*steps) part()      {}
func (*comparison) part() {}
func (*Puzzle) part()     {}

// Block is a piece of prose.
type Block struct {
	Kind   BlockKind
	Level  int        // of a heading
	Spans  []Span     // of a heading, paragraph
	Text   string     // of a listing, lines ended by newlines
	Info   string     // of a listing
	First  int        // the number of the first item of a numbered list; -1 for one with bullets
	Tight  bool       // of a list: no blank rows between its items
	Items  [][]Block  // of a list, or one of a quote
	Rows   [][][]Span // of a table; the first has the headings
	Aligns []Align
}

// BlockKind says what kind of a block it is.
type BlockKind uint8

// The blocks.
const (
	Paragraph BlockKind = iota + 1
	Heading
	List
	Quote
	Listing
	Table
)

// Align says where the text of a table's column stands.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota
	AlignRight
	AlignCenter
)

// Span is a piece of text in one manner of writing.
type Span struct {
	Text                                 string
	Strong, Emphasis, Code, Struck, Link bool
	Break                                bool // a line ends here; without text
}

// Plain is the text of spans without their manner.
func Plain(spans []Span) string {
	text := ""
	for _, s := range spans {
		if s.Break {
			text += " "
		}
		text += s.Text
	}
	return text
}
