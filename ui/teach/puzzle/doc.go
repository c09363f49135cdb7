// Package puzzle leads a user through a puzzle: it asks, lets any move be made,
// and says what moves cost when it is asked, or at the end. Until then nothing on
// the screen judges.
//
// [Leader] leads the user of an explorer through a puzzle. What moves lose it asks
// facet/planner/teach/puzzle in the background; what came of a puzzle it hands to a [Keeper].
// [Library] opens puzzles by name: those of the shipped lessons, random ones, and
// any dag. The package draws nothing of the explorer's panels and plans nothing.
//
//	leader.go    the leader: what it makes of moves, and what it allows
//	keys.go      its keys: hint, review, retry, solution, next
//	panel.go     the question beneath the pictures, with what was said last
//	attempt.go   a puzzle, where the student stands in it, and what came of it
//	judge.go     asks about the states and moves of an attempt
//	referees.go  the referees that find it out, one for each question
//	ladder.go    the hints, rung by rung
//	keep.go      keeps that
//	verdict.go   the page that says what became of an attempt
//	mistakes.go  what was lost before, asked again
//	share.go     how others open a puzzle
//	source.go    the library of puzzles
//	list.go      puzzles and results as text
package puzzle
