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
	CompressedTangent                // cost only: as few tangents as the Jacobian's columns have colours
	CompressedAdjoint                // cost only: as few adjoints as its rows have colours
	SparseTangent                    // from the sources to the sinks with elemental tangents
	SparseAdjoint                    // from the sinks to the sources with elemental adjoints
	LocalSparseTangent               // SparseTangent, with a Jacobian and a product where that is cheaper
	LocalSparseAdjoint               // SparseAdjoint, likewise
	GreedyMinFill                    // the face with the least fill first
	GreedyLocalCost                  // the cheapest face first
	methods
)

// Methods lists all methods, the exact ones first.
func Methods() []Method { return all(methods) }

// all lists the numbers below n.
func all[T ~int](n T) []T {
	each := make([]T, n)
	for k := range each {
		each[k] = T(k)
	}
	return each
}

// String is the method's name, as in "BranchAndBound".
func (m Method) String() string { return string(m.row().name) }

// Text says in a few words what the method does.
func (m Method) Text() string { return m.row().text }

// CostOnly reports whether the method gives a cost and no sequence: dense modes are
// no elimination sequences.
func (m Method) CostOnly() bool { return m.row().gives&givesCost != 0 }

func (m Method) row() *strategy { return &named[m] }

// ParseMethod finds a method by its name, in any case. The error lists the
// names.
func ParseMethod(name string) (Method, error) { return parse("method", name, Methods()) }

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

// Bounds lists all bounds, the strongest first.
func Bounds() []Bound { return all(bounds) }

// ParseBound finds a bound by its name.
func ParseBound(name string) (Bound, error) { return parse("bound", name, Bounds()) }

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
func (w WarmStart) String() string { return warmNames[w] }

// WarmStarts lists all warm starts, the strongest first.
func WarmStarts() []WarmStart { return all(warmStarts) }

// ParseWarmStart finds a warm start by its name.
func ParseWarmStart(name string) (WarmStart, error) { return parse("start", name, WarmStarts()) }

// UnknownError is of a name that no method, bound or warm start has.
type UnknownError struct {
	What, Name string   // as in: there is no method "Magic"
	Known      []string // the names that there are
}

// Error lists the names.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no %s %q: choose one of %s", e.What, e.Name, strings.Join(e.Known, ", "))
}

// parse finds the one with the name, in any case.
func parse[T fmt.Stringer](what, name string, among []T) (found T, err error) {
	names := make([]string, len(among))
	for k, one := range among {
		if names[k] = one.String(); strings.EqualFold(names[k], name) {
			return one, nil
		}
	}
	return found, &UnknownError{what, name, names}
}
