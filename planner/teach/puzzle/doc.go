// Package puzzle asks questions about dags and judges the answers: reach a total,
// the optimum, or a state, with all moves or with some of them.
//
// A [Puzzle] is the question. A [Referee] knows the answers: what every move of a
// state loses, exactly where that can be found out, so that every move that
// loses nothing is right and a wrong one has its price. From a [Position] comes
// the ladder of hints; a whole attempt gets a [Review] with a verdict on each of
// its steps. [Series.Puzzle] makes puzzles without end, graded by a [Difficulty].
//
// The package knows nothing of screens, keys or files. What is slow takes a
// context and ends with it.
//
// # Files
//
//	puzzle.go             the question
//	goal.go               when it is solved
//	moves.go              which moves it allows
//	referee.go            what every move loses
//	exhaust.go            states that the planner does not know
//	hint.go               the ladder of hints
//	review.go             an attempt, step by step
//	shipped.go            the puzzles of the lessons
//	random.go, levels.go  random puzzles and their levels
//	measure.go            how difficult a dag is
//	dice.go               random numbers that never change
//	onecost.go            puzzles of one cost
package puzzle
