package planner

import "facet/planner/heuristic"

// strategies is the table. The first rows are the methods, by their numbers.
func strategies() []strategy {
	return []strategy{
		BranchAndBound: {
			name: "BranchAndBound", letter: 'S', text: "exact over all face eliminations, with a proof of optimality",
			gives: givesSequences | givesBounds | givesProof, space: faces,
			run: (*job).portfolio,
		},
		EdgeElimination: {
			name: "EdgeElimination", letter: 'E', text: "exact over all edge eliminations",
			gives: givesSequences | givesProof, space: edges,
			run: (*job).portfolio,
		},
		VertexElimination: {
			name: "VertexElimination", reduced: true, letter: 'V', text: "exact over all vertex eliminations",
			gives: givesSequences | givesProof, space: vertices, joins: warmedBy(WarmVertex), stage: opening,
			slots: 1, dense: true, memory: 8, run: (*job).vertexElimination,
		},
		ChainDP: {
			name: "ChainDP", letter: 'D', text: "exact by dynamic programming where no two words touch",
			gives: givesSequences | givesProof, space: faces, fits: wordsDoNotTouch, joins: warmedBy(WarmHeuristics), stage: atOnce,
			slots: 1, slice: wholeSlice, run: (*job).chain,
		},
		DenseTangent: {
			name: "DenseTangent", letter: 'H', text: "all unit tangents through the whole dag (cost only)",
			gives: givesCost, run: (*job).denseTangent,
		},
		DenseAdjoint: {
			name: "DenseAdjoint", letter: 'H', text: "all unit adjoints back through the whole dag (cost only)",
			gives: givesCost, run: (*job).denseAdjoint,
		},
		SparseTangent:      mode("SparseTangent", "elemental tangents from the sources to the sinks", vertices, first, heuristic.SparseTangent),
		SparseAdjoint:      mode("SparseAdjoint", "elemental adjoints from the sinks to the sources", vertices, first, heuristic.SparseAdjoint),
		LocalSparseTangent: mode("LocalSparseTangent", "sparse tangent, with explicit products where they are cheaper", vertices, atOnce, heuristic.LocalSparseTangent),
		LocalSparseAdjoint: mode("LocalSparseAdjoint", "sparse adjoint, with explicit products where they are cheaper", vertices, atOnce, heuristic.LocalSparseAdjoint),
		GreedyMinFill:      mode("GreedyMinFill", "the face with the least fill first", faces, atOnce, heuristic.GreedyMinFill),
		GreedyLocalCost:    mode("GreedyLocalCost", "the cheapest face first", faces, opening, heuristic.GreedyLocalCost),
		Beam: {
			name: "Beam", letter: 'B', text: "the best few hundred states of every depth",
			gives: givesSequences, space: faces,
			run: (*job).beam,
		},
		MultiStart: {
			name: "MultiStart", letter: 'M', text: "greedy with random choices, repeated until time is up",
			gives: givesSequences, space: faces,
			run: (*job).multiStart,
		},

		// What follows is asked by branch and bound alone.
		methods + 0: {
			name: FromPacking, letter: 'P', text: "lower bound: packed paths",
			gives: givesBounds, joins: func(q *question) bool { return q.Bound <= BoundPacking }, stage: atOnce,
			slots: 1, run: (*job).packingBound,
		},
		methods + 1: {
			name: FromCover, reduced: true, bounding: true, letter: 'C', text: "lower bound: what blocks words, by linear programming",
			gives: givesBounds, joins: func(q *question) bool { return q.Bound == BoundCover }, stage: opening,
			slots: 1, slice: boundSlice, memory: 12, run: (*job).coverBound,
		},
		methods + 2: {
			name: FromAnnealing, reduced: true, letter: 'A', text: "orders of vertex eliminations, annealed",
			gives: givesSequences, space: vertices, joins: warmedBy(WarmVertex), stage: opening, early: true, late: true,
			memory: 2, run: (*job).annealing,
		},
		methods + 3: {
			name: FromWeights, letter: 'W', text: "lower bound: prices divided among words by exponential weights",
			gives: givesBounds, joins: func(q *question) bool { return q.Bound == BoundCover }, stage: opening, reduced: true, bounding: true, late: true,
			slots: 1, slice: boundSlice, memory: 10, run: (*job).weightsBound,
		},
		methods + 4: {
			name: FromDives, letter: 'I', text: "dives from an integral cover of what the relaxation buys",
			gives: givesSequences, space: faces, joins: withRelaxation, stage: opening, reduced: true, bounding: true, late: true,
			memory: 12, run: (*job).diving,
		},
		methods + 5: {
			name: FromBranchAndCut, reduced: true, bounding: true, letter: 'R', text: "the cover's bound with rules and distinctions, and what it buys made a sequence",
			gives: givesBounds | givesSequences, space: faces, stage: opening,
			joins: withRelaxation,
			slots: 1, slice: boundSlice, memory: 10, run: (*job).branchAndCut,
		},
		methods + 6: {
			name: FromBeam, reduced: true, letter: 'B', text: "beam searches, wider and wider",
			gives: givesSequences, space: faces, joins: warmedBy(WarmVertex), stage: whole,
			slots: 1, dense: true, memory: 8, run: (*job).beams,
		},
		methods + 7: {
			name: FromSearch, letter: 'S', text: "best-first branch and bound",
			gives: givesSequences | givesBounds | givesProof, space: vertices, // it keeps to the space it is asked for
			joins: func(*question) bool { return true }, stage: whole,
			dense: true, memory: 16, run: (*job).exactSearch,
		},
	}
}
