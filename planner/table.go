package planner

import (
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/partition"
	"facet/planner/heuristic"
)

// named are the methods, by their numbers, and strategies what branch and bound asks, in this
// order. Nothing writes to them.
var (
	named      = theMethods()
	strategies = theStrategies()
)

// rows lists all rows: the methods, then the other strategies.
func rows() []*strategy {
	all := make([]*strategy, 0, len(named)+len(strategies))
	for k := range named {
		all = append(all, &named[k])
	}
	return append(all, strategies...)
}

// theMethods are the rows of what a user can ask for.
func theMethods() [methods]strategy {
	return [methods]strategy{
		BranchAndBound: {
			name: "BranchAndBound", letter: 'S',
			text:  "exact over all face eliminations, with a proof of optimality",
			gives: givesSequences | givesBounds | givesProof, space: faces,
			share: beforehand, unit: presolveCheck, run: askAll,
		},
		EdgeElimination: {
			name: "EdgeElimination", letter: 'E', text: "exact over all edge eliminations",
			gives: givesSequences | givesProof, space: edges,
			share: beforehand, unit: presolveCheck, run: askAll,
		},
		VertexElimination: {
			name: "VertexElimination", letter: 'V', text: "exact over all vertex eliminations",
			gives: givesSequences | givesProof, space: vertices, packed: true,
			share: beforehand, unit: presolveCheck, run: askAll,
		},
		ChainDP: {
			name: "ChainDP", letter: 'D', text: "exact by dynamic programming, for separate chains",
			gives: givesSequences | givesProof, space: faces, fits: pathsDoNotTouch,
			asked: warmedBy(WarmHeuristics), share: atOnce, early: always,
			slots: 1, unit: chainCheck, run: chain,
		},
		DenseTangent: {
			name: "DenseTangent", letter: 'H', text: "one tangent of the whole dag per input (cost only)",
			gives: givesCost, run: costOf(heuristic.DenseTangent),
		},
		DenseAdjoint: {
			name: "DenseAdjoint", letter: 'H', text: "one adjoint of the whole dag per output (cost only)",
			gives: givesCost, run: costOf(heuristic.DenseAdjoint),
		},
		CompressedTangent: {
			name: "CompressedTangent", letter: 'H',
			text:  "as few tangents of the whole dag as the Jacobian's columns have colours (cost only)",
			gives: givesCost, fits: isFreshWithModels, run: compressed(func(c model.Classical) *model.Cost {
				return c.CompressedTangent
			}),
		},
		CompressedAdjoint: {
			name: "CompressedAdjoint", letter: 'H',
			text:  "as few adjoints of the whole dag as the Jacobian's rows have colours (cost only)",
			gives: givesCost, fits: isFreshWithModels, run: compressed(func(c model.Classical) *model.Cost {
				return c.CompressedAdjoint
			}),
		},
		SparseTangent: sparse("SparseTangent", "elemental tangents from the sources to the sinks",
			tangentOperations, heuristic.SparseTangent),
		SparseAdjoint: sparse("SparseAdjoint", "elemental adjoints from the sinks to the sources",
			adjointOperations, heuristic.SparseAdjoint),
		LocalSparseTangent: mode("LocalSparseTangent",
			"sparse tangent, with explicit products where they are cheaper", vertices,
			heuristic.LocalSparseTangent),
		LocalSparseAdjoint: mode("LocalSparseAdjoint",
			"sparse adjoint, with explicit products where they are cheaper", vertices,
			heuristic.LocalSparseAdjoint),
		GreedyMinFill: mode("GreedyMinFill", "the face with the least fill first", faces,
			heuristic.GreedyMinFill),
		GreedyLocalCost: mode("GreedyLocalCost", "the cheapest face first", faces, heuristic.GreedyLocalCost),
	}
}

// theStrategies are the rows of what branch and bound asks, in this order.
func theStrategies() []*strategy {
	return []*strategy{
		&named[ChainDP],
		&named[SparseTangent],
		&named[SparseAdjoint],
		&named[LocalSparseTangent],
		&named[LocalSparseAdjoint],
		&named[GreedyMinFill],
		{
			name: FromPacking, letter: 'P', text: "lower bound: packed paths",
			dense: true,
			gives: givesBounds, asked: func(q *question) bool {
				return q.run.options.Bound <= BoundPacking
			}, share: shares{100, 100, 50, 10}, early: always,
			slots: 1, unit: quickCheck, run: packingBound,
		},
		{
			name: "VertexElimination", letter: 'V', text: "A* over sets of junctions",
			gives: givesSequences, space: vertices, asked: forVertices, share: shares{50, 50, 50, 0},
			slots: 1, packed: true, memory: 8, run: vertexElimination,
		},
		{
			name: FromAnnealing, letter: 'A', text: "orders of vertex eliminations, annealed",
			gives: givesSequences, space: vertices, asked: warmedBy(WarmVertex),
			share: shares{15, 50, 50, 60},
			early: ifLarge, of: reducedByFace, unit: annealingCheck, memory: 4,
			run: annealing,
		},
		{
			name: FromCover, letter: 'C',
			text:  "lower bound: chain cover by cutting planes, then branch and cut with a dive from each solution",
			gives: givesBounds | givesSequences, space: faces, asked: withCover, share: shares{80, 60, 10, 0},
			of: reduced, slots: 1, packed: true, unit: cover.PerCheck, memory: 22, run: coverBound,
		},
		{
			name: FromWeights, letter: 'W', text: "lower bound: chain cover by multiplicative weights",
			gives: givesBounds, asked: withCover, share: shares{70, 70, 40, 0}, of: reduced,
			slots: 1, unit: weightsCheck, memory: 30,
			run: weightsBound,
		},
		{
			name: FromPartition, letter: 'K', text: "lower bound: chain covers of one part after the other",
			dense: true, gives: givesBounds, asked: withCover, share: shares{0, 0, 40, 40}, of: reduced,
			unit: partition.PerCheck, memory: 16, run: partitionBound,
		},
		{
			name: FromSearch, letter: 'S', text: "best-first branch and bound",
			// it keeps to the space it is asked for
			gives: givesSequences | givesBounds | givesProof, space: vertices,
			asked:  func(q *question) bool { return q.run.options.Method != VertexElimination },
			share:  shares{10, 5, 1, 1},
			packed: true, unit: searchCheck, memory: 16, run: exactSearch,
		},
	}
}

// About the time between two checks of strategies.
const (
	chainCheck     = 200 * time.Nanosecond
	quickCheck     = 3 * time.Microsecond
	presolveCheck  = 10 * time.Microsecond
	searchCheck    = 40 * time.Microsecond
	annealingCheck = 400 * time.Microsecond
	weightsCheck   = 2 * time.Millisecond
)
