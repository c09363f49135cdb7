package planner

import (
	"time"

	"facet/planner/heuristic"
)

// table lists all strategies: first the methods, by their numbers. It is made once,
// and nobody writes to it.
var table []strategy

// The rows lead to code that looks rows up, so the table cannot be the initial value
// of its variable.
func init() { table = strategies() }

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
			name: "VertexElimination", letter: 'V', text: "exact over all vertex eliminations",
			gives: givesSequences | givesProof, space: vertices, packed: true,
			run: (*job).portfolio,
		},
		ChainDP: {
			name: "ChainDP", letter: 'D', text: "exact by dynamic programming, for separate chains",
			gives: givesSequences | givesProof, space: faces, fits: pathsDoNotTouch, asked: warmedBy(WarmHeuristics), when: atOnce,
			slots: 1, slice: wholeSlice, run: (*job).chain,
		},
		DenseTangent: {
			name: "DenseTangent", letter: 'H', text: "one tangent of the whole dag per input (cost only)",
			gives: givesCost, run: (*job).denseTangent,
		},
		DenseAdjoint: {
			name: "DenseAdjoint", letter: 'H', text: "one adjoint of the whole dag per output (cost only)",
			gives: givesCost, run: (*job).denseAdjoint,
		},
		SparseTangent:      mode("SparseTangent", "elemental tangents from the sources to the sinks", vertices, firstSequence, heuristic.SparseTangent),
		SparseAdjoint:      mode("SparseAdjoint", "elemental adjoints from the sinks to the sources", vertices, firstSequence, heuristic.SparseAdjoint),
		LocalSparseTangent: mode("LocalSparseTangent", "sparse tangent, with explicit products where they are cheaper", vertices, quick, heuristic.LocalSparseTangent),
		LocalSparseAdjoint: mode("LocalSparseAdjoint", "sparse adjoint, with explicit products where they are cheaper", vertices, quick, heuristic.LocalSparseAdjoint),
		GreedyMinFill:      mode("GreedyMinFill", "the face with the least fill first", faces, quick, heuristic.GreedyMinFill),
		GreedyLocalCost:    mode("GreedyLocalCost", "the cheapest face first", faces, early, heuristic.GreedyLocalCost),
		Beam: {
			name: "Beam", letter: 'B', text: "beam search: the best few hundred states of every depth",
			packed: true, gives: givesSequences, space: faces,
			run: (*job).beam,
		},
		MultiStart: {
			name: "MultiStart", letter: 'M', text: "greedy with random choices, repeated until the time limit",
			packed: true, gives: givesSequences, space: faces,
			run: (*job).multiStart,
		},

		// What follows is asked by branch and bound alone.
		methods + 0: {
			name: FromPacking, letter: 'P', text: "lower bound: packed paths",
			gives: givesBounds, asked: func(q *question) bool { return q.Bound <= BoundPacking }, when: atOnce,
			slots: 1, run: (*job).packingBound,
		},
		methods + 1: {
			name: "VertexElimination", letter: 'V', text: "A* over sets of junctions",
			gives: givesSequences, space: vertices, asked: withVertices, when: early, of: reduced,
			slots: 1, packed: true, memory: 8, run: (*job).vertexElimination,
		},
		methods + 8: {
			name: FromCover, letter: 'C', text: "lower bound: chain cover by cutting planes",
			gives: givesBounds, asked: withCover, when: early, of: provedReduced,
			slots: 1, slice: boundSlice, unit: slowCheck, memory: 12, run: (*job).coverBound,
		},
		methods + 2: {
			name: FromAnnealing, letter: 'A', text: "orders of vertex eliminations, annealed",
			gives: givesSequences, space: vertices, asked: warmedBy(WarmVertex), when: lastOrAtOnce, of: reduced,
			longSlice: patientSlice, hugeSlice: wholeSlice, unit: slowCheck, memory: 4, run: (*job).annealing,
		},
		methods + 3: {
			name: FromWeights, letter: 'W', text: "lower bound: chain cover by multiplicative weights",
			gives: givesBounds, asked: withCover, when: lastOrEarly, of: provedReduced,
			slots: 1, slice: boundSlice, unit: slowCheck, memory: 30, run: (*job).weightsBound,
		},
		methods + 7: {
			name: FromPartition, letter: 'K', text: "lower bound: chain covers of one part after the other",
			gives: givesBounds, asked: withCover, when: longOnly, of: provedReduced,
			slots: 1, longSlice: patientSlice, hugeSlice: time.Second, unit: slowCheck, memory: 8, run: (*job).partitionBound,
		},
		methods + 4: {
			name: FromDives, letter: 'I', text: "dives from the relaxation's primal support",
			packed: true, gives: givesSequences, space: faces, asked: withRelaxation, when: lastOrEarly, of: provedReduced,
			memory: 12, run: (*job).diving,
		},
		methods + 5: {
			name: FromBranchAndCut, letter: 'R', text: "lower bound: branch and cut on the chain cover, with a dive from each solution",
			packed: true, gives: givesBounds | givesSequences, space: faces, asked: withRelaxation, when: early, of: provedReduced,
			slots: 1, slice: boundSlice, unit: slowCheck, memory: 10, run: (*job).branchAndCut,
		},
		methods + 6: {
			name: FromSearch, letter: 'S', text: "best-first branch and bound",
			gives: givesSequences | givesBounds | givesProof, space: vertices, // it keeps to the space it is asked for
			asked: func(q *question) bool { return q.Method != VertexElimination }, when: last,
			packed: true, memory: 16, run: (*job).exactSearch,
		},
	}
}
