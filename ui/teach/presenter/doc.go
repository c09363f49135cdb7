// Package presenter presents lessons in the explorer: page by page, by the keys that a
// clicker has. [Library] finds lessons and opens their dags, [Leader] leads through one.
//
// A page of prose takes the screen, a step shows the picture with what the author
// says of it beneath. Nothing judges until it is asked for. The package reads
// lessons by facet/model/teach/lesson and draws none of the explorer's panels.
//
//	leader.go    the leader: from page to page, and what it allows
//	spot.go      where the student is: the page, and what of it is on the screen
//	keys.go      the keys
//	view.go      draws a page: a text, or what the author says of a step
//	compare.go   a page with two sequences
//	contents.go  the list of chapters
//	puzzle.go    a page with a puzzle, which facet/ui/teach/puzzle leads through
//	library.go   finds lessons: those of facet, and files
//	source.go    opens them in the explorer
//	print.go     a lesson as plain text
package presenter
