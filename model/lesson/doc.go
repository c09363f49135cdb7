// Package lesson reads and writes lessons: Markdown files with steps, comparisons
// and puzzles in fenced blocks (docs/lessons.md has the format).
//
// [Read] makes a [Lesson] of a text, a plain value that knows where in the file
// everything stands; [Play] carries its sequences out under the rules and gives a
// [Course], the pages that a presenter goes through. What is wrong is told as
// [Mistakes], one sentence and one line each. [Write] makes a lesson of a session.
//
// It knows no screen, no files and no planner: whether a puzzle's goal can be
// reached is for others to find out.
package lesson
