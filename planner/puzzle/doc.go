// Package puzzle asks questions about dags and judges the answers: reach a total,
// the optimum, or a state, with all moves or with some of them.
//
// A [Puzzle] is the question. A [Referee] knows the answers: what every move of a
// state loses, exactly where that can be found out, so that every move that
// loses nothing is right and a wrong one has its price. From a [Position] comes
// the ladder of hints; a whole attempt gets a [Review] with a verdict on each of
// its steps. [Random] makes puzzles without end, graded by a [Difficulty].
//
// The package knows nothing of screens, keys or files. What is slow takes a
// context and ends with it.
package puzzle
