// Package lesson reads and writes lessons: Markdown files with steps, comparisons
// and puzzles in fenced blocks (docs/lessons.md has the format).
//
// [Read] makes a [Lesson] of a text, a plain value that knows where in the file
// everything stands; [Play] carries its sequences out under the rules and gives a
// [Course], the pages that a presenter goes through. What is wrong comes as
// [Mistakes], one sentence and one line each. [Write] makes a lesson of a session.
//
// It knows no screen, no files and no planner: it does not check whether a
// puzzle's goal can be reached.
//
// # Files
//
//	lesson.go    a lesson as a value
//	limits.go    what is too large or harmful to be read
//	read.go      chapters and their parts
//	front.go     the front matter
//	markdown.go  prose
//	steps.go     blocks of steps, and comparisons
//	line.go      the lines of these: operations, vertices and edges, ways along the steps
//	puzzle.go    blocks of puzzles
//	sets.go      the moves and modes that a puzzle allows
//	course.go    pages
//	play.go      chapters carried out, page by page
//	quest.go     a puzzle's start, goal and answers
//	marks.go     what a note points at
//	mistake.go   what is wrong with a lesson
//	write.go     a lesson of a session
package lesson
