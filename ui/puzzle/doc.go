// Package puzzle leads a user through a puzzle: it asks, lets any move be made,
// and says what moves cost when it is asked, or at the end. Until then nothing on
// the screen judges.
//
// [Leader] leads the user of an explorer through a puzzle. What moves lose it asks facet/planner/puzzle
// about, beside the screen; what came of a puzzle it hands to whoever keeps it.
// [Source] opens puzzles by name: those of the shipped lessons, random ones, and
// any dag. The package draws nothing of the explorer's panels and plans nothing.
package puzzle
