package planner

import (
	"time"

	"facet/model"
	"facet/planner/heuristic"
)

// named are the methods, by their numbers, and strategies what branch and bound asks, in
// the order in which it asks on small dags; on others when says which come earlier or
// later. Both are made once, and nothing writes to them.
var (
	named      [methods]strategy
	strategies []*strategy
)

// The rows lead to code that looks rows up, so they cannot be the initial values of
// their variables.
func init() {
	named = theMethods()
	strategies = theStrategies()
}

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
			run: askAll,
		},
		EdgeElimination: {
			name: "EdgeElimination", letter: 'E', text: "exact over all edge eliminations",
			gives: givesSequences | givesProof, space: edges,
			run: askAll,
		},
		VertexElimination: {
			name: "VertexElimination", letter: 'V', text: "exact over all vertex eliminations",
			gives: givesSequences | givesProof, space: vertices, packed: true,
			run: askAll,
		},
		ChainDP: {
			name: "ChainDP", letter: 'D', text: "exact by dynamic programming, for separate chains",
			gives: givesSequences | givesProof, space: faces, fits: pathsDoNotTouch,
			asked: warmedBy(WarmHeuristics), when: atOnce,
			slots: 1, slice: wholeSlice, run: chain,
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
		Beam: {
			name: "Beam", letter: 'B', text: "beam search: the best few hundred states of every depth",
			packed: true, gives: givesSequences, space: faces,
			run: beam,
		},
		MultiStart: {
			name: "MultiStart", letter: 'M',
			text:   "greedy with random choices, repeated until the time limit",
			packed: true, gives: givesSequences, space: faces,
			run: multiStart,
		},
	}
}

// theStrategies are the rows of what branch and bound asks, in this order.
func theStrategies() []*strategy {
	return []*strategy{
		ChainDP.row(),
		SparseTangent.row(),
		SparseAdjoint.row(),
		LocalSparseTangent.row(),
		LocalSparseAdjoint.row(),
		GreedyMinFill.row(),
		{
			name: FromPacking, letter: 'P', text: "lower bound: packed paths",
			dense: true,
			gives: givesBounds, asked: func(q *question) bool {
				return q.run.options.Bound <= BoundPacking
			}, when: atOnce,
			slots: 1, run: packingBound,
		},
		{
			name: "VertexElimination", letter: 'V', text: "A* over sets of junctions",
			gives: givesSequences, space: vertices, asked: withVertices, when: early, of: reduced,
			slots: 1, packed: true, memory: 8, run: vertexElimination,
		},
		{
			name: FromBranchAndCut, letter: 'R',
			text:   "lower bound: branch and cut on the chain cover, with a dive from each solution",
			packed: true, gives: givesBounds | givesSequences, space: faces, asked: withRelaxation,
			when: earlyOrLast, of: provedReduced,
			slots: 1, slice: boundSlice, unit: slowCheck, memory: 10, run: branchAndCut,
		},
		{
			name: FromCover, letter: 'C', text: "lower bound: chain cover by cutting planes",
			gives: givesBounds, asked: withCover, when: earlyOrLast, of: provedReduced,
			slots: 1, slice: boundSlice, unit: slowCheck, memory: 12, run: coverBound,
		},
		{
			name: FromAnnealing, letter: 'A', text: "orders of vertex eliminations, annealed",
			gives: givesSequences, space: vertices, asked: warmedBy(WarmVertex), when: lastOrAtOnce,
			of:        reduced,
			longSlice: patientSlice, hugeSlice: wholeSlice, part: 50, unit: annealingCheck, memory: 4,
			run: annealing,
		},
		{
			name: FromWeights, letter: 'W', text: "lower bound: chain cover by multiplicative weights",
			gives: givesBounds, asked: withCover, when: lastOrEarly, of: provedReduced,
			slots: 1, slice: boundSlice, longSlice: patientSlice, unit: slowCheck, memory: 30,
			run: weightsBound,
		},
		{
			name: FromDives, letter: 'I', text: "dives from the relaxation's primal support",
			packed: true, gives: givesSequences, space: faces, asked: withRelaxation, when: lastOrEarly,
			of:     provedReduced,
			memory: 12, run: diving,
		},
		{
			name: FromPartition, letter: 'K', text: "lower bound: chain covers of one part after the other",
			dense: true, clocked: true,
			gives: givesBounds, asked: withCover, when: longOnly, of: provedReduced,
			longSlice: patientSlice, hugeSlice: time.Second, part: 40, unit: slowCheck, memory: 16,
			run: partitionBound,
		},
		{
			name: FromSearch, letter: 'S', text: "best-first branch and bound",
			// it keeps to the space it is asked for
			gives: givesSequences | givesBounds | givesProof, space: vertices,
			asked: func(q *question) bool { return q.run.options.Method != VertexElimination }, when: last,
			packed: true, memory: 16, run: exactSearch,
		},
	}
}
