package puzzle

// Levels is how many levels of random puzzles there are.
const Levels = 5

// level is what the random puzzles of one level are like: their difficulty lies
// in a range of its own, which does not touch those of the others.
type level struct {
	from, below float64 // Difficulty.Bits
	trapped     bool    // always taking the cheapest decision loses
	faces       span    // of the line dag
	classic     int     // how many of four puzzles try to have all Jacobians given
	classically shape
	general     shape
}

var levels = [Levels]level{
	{from: 1.5, below: 2.5, faces: span{2, 6}, classic: 2,
		classically: shape{sources: span{1, 2}, junctions: span{2, 3}, sinks: span{1, 2}, edges: span{1, 2},
			size: 2, classic: true},
		general: shape{sources: span{1, 2}, junctions: span{1, 2}, sinks: span{1, 2}, edges: span{0, 1},
			size: 2}},
	{from: 3, below: 4, faces: span{2, 8}, classic: 2,
		classically: shape{sources: span{1, 2}, junctions: span{2, 3}, sinks: span{1, 2}, edges: span{2, 4},
			size: 3, classic: true},
		general: shape{sources: span{1, 2}, junctions: span{1, 2}, sinks: span{1, 2}, edges: span{0, 2},
			size: 3}},
	{from: 4.5, below: 5.5, faces: span{3, 9}, trapped: true, classic: 1,
		classically: shape{sources: span{1, 2}, junctions: span{3, 3}, sinks: span{1, 3}, edges: span{2, 4},
			size: 4, classic: true},
		general: shape{sources: span{1, 2}, junctions: span{2, 2}, sinks: span{1, 2}, edges: span{0, 2},
			size: 3}},
	{from: 6, below: 7.5, faces: span{3, 10}, trapped: true,
		general: shape{sources: span{1, 2}, junctions: span{2, 3}, sinks: span{1, 2}, edges: span{0, 2},
			size: 4}},
	{from: 8.5, below: 11, faces: span{4, 10}, trapped: true,
		general: shape{sources: span{1, 3}, junctions: span{3, 4}, sinks: span{1, 3}, edges: span{0, 3},
			size: 4}},
}

// withPatterns is the highest level with sparse Jacobians.
var withPatterns = level{from: 8.5, below: 11, faces: span{4, 10}, trapped: true,
	general: shape{sources: span{1, 3}, junctions: span{3, 4}, sinks: span{1, 3}, edges: span{0, 3}, size: 4,
		patterned: true}}
