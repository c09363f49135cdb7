package planner

import (
	"fmt"
	"strings"
)

// Method is a way to complete an elimination sequence.
type Method int

// The methods. Those that search are exact within their own space: all
// orderings of vertex, edge or face eliminations.
const (
	BranchAndBound     Method = iota // exact over face eliminations, the whole problem
	EdgeElimination                  // exact over edge eliminations
	VertexElimination                // exact over vertex eliminations
	ChainDP                          // exact on dags whose paths do not touch, by dynamic programming
	DenseTangent                     // cost only: all unit tangents through the whole dag
	DenseAdjoint                     // cost only: all unit adjoints back through the whole dag
	SparseTangent                    // from the sources to the sinks with elemental tangents
	SparseAdjoint                    // from the sinks to the sources with elemental adjoints
	LocalSparseTangent               // SparseTangent, with a Jacobian and a product where that is cheaper
	LocalSparseAdjoint               // SparseAdjoint, likewise
	GreedyMinFill                    // the face with the least fill first
	GreedyLocalCost                  // the cheapest face first
	Beam                             // the best few hundred states of every depth
	MultiStart                       // greedy with random choices, again and again
	methods
)

// Methods lists all methods, the exact ones first.
func Methods() []Method {
	all := make([]Method, methods)
	for k := range all {
		all[k] = Method(k)
	}
	return all
}

// String is the method's name, as in "BranchAndBound".
func (m Method) String() string { return string(table[m].name) }

// Text says in a few words what the method does.
func (m Method) Text() string { return table[m].text }

// IsExact tells whether the method proves its result optimal in its own search
// space when it ends by itself.
func (m Method) IsExact() bool { return table[m].gives&givesProof != 0 }

// CostOnly tells that the method gives a cost and no sequence: dense modes are
// no elimination sequences.
func (m Method) CostOnly() bool { return table[m].gives&givesCost != 0 }

func (m Method) row() (*strategy, error) {
	if m < 0 || m >= methods {
		return nil, fmt.Errorf("there is no method %d", int(m))
	}
	return &table[m], nil
}

// ParseMethod finds a method by its name, in any case. The error lists the
// names.
func ParseMethod(name string) (Method, error) {
	names := make([]string, methods)
	for k := range names {
		names[k] = Method(k).String()
	}
	k, err := parse("method", name, names)
	return Method(k), err
}

// Bound is the lower bound that a search cuts off with. The stronger ones
// contain the weaker.
type Bound int

// The bounds.
const (
	BoundCover   Bound = iota // chain cover, path packing: the best there is
	BoundPacking              // path packing alone
	BoundSimple               // the reference's: each matrix-free vertex by itself
	BoundNone                 // nothing but the cost so far
	bounds
)

var boundNames = [bounds]string{"cover", "packing", "simple", "none"}

// String is the bound's name, as in "cover".
func (b Bound) String() string { return boundNames[b] }

// ParseBound finds a bound by its name.
func ParseBound(name string) (Bound, error) {
	k, err := parse("bound", name, boundNames[:])
	return Bound(k), err
}

// WarmStart is where a search takes its first incumbent from.
type WarmStart int

// The warm starts. Each contains the ones below it.
const (
	WarmVertex     WarmStart = iota // annealed orders of junctions and dives from the bound
	WarmHeuristics                  // sparse modes and greedy
	WarmNothing                     // the search has to find its own
	warmStarts
)

var warmNames = [warmStarts]string{"vertex", "heuristics", "none"}

// String is the warm start's name, as in "vertex".
func (o WarmStart) String() string { return warmNames[o] }

// ParseWarmStart finds a warm start by its name.
func ParseWarmStart(name string) (WarmStart, error) {
	k, err := parse("start", name, warmNames[:])
	return WarmStart(k), err
}

func parse(what, name string, names []string) (int, error) {
	for k, n := range names {
		if strings.EqualFold(n, name) {
			return k, nil
		}
	}
	return 0, fmt.Errorf("there is no %s %q: choose one of %s", what, name, strings.Join(names, ", "))
}
