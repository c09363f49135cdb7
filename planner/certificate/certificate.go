package certificate

import (
	"fmt"
	"strings"

	"facet/model"
)

// Certificate is a proof about one dag. Vertices and edges are named by their
// positions in the dag, counted from 0; costs are in the dag's unit.
type Certificate struct {
	Dag string // the fingerprint, model.Dag.Fingerprint

	// Sequence lists operations as [model.FormatSequence] prints them, and Cost
	// is their total. Where Given is false there is none, and only the bound is
	// claimed; a dag may need no operation.
	Sequence []string
	Cost     model.Cost
	Given    bool

	// Bound is what Proof proves: no sequence costs less.
	Bound model.Cost
	Proof *Proof

	// Searched is a larger bound that a search has found. It is a report, not a
	// part of the proof, and cannot be checked; 0 if there is none.
	Searched model.Cost
}

// Proof is a leaf or a branching: exactly one of Leaf, Packing and Resource is
// set. With Resource, Selected proves the bound for sequences that select the resource,
// Forbidden for all others. With Rest, Leaf proves only that a sequence which selects
// one of the resources in Fixed costs at least the bound, and Rest proves the bound for
// all others.
type Proof struct {
	Leaf    *Leaf
	Packing *Packing

	Fixed []Resource
	Rest  *Proof

	Resource  *Resource
	Selected  *Proof
	Forbidden *Proof
}

// Leaf is a dual solution: it divides the costs of the resources among paths.
type Leaf struct {
	// Denominator is what all amounts are divided by, at least 1.
	Denominator int64
	// Unit divides the cost of every resource that costs less than the bound; the
	// bound is rounded up to a multiple of it. 0 stands for 1.
	Unit         int64
	Paths        []Path
	Inequalities []Inequality
}

// Path is a path of edges from a source to a sink and its dual prices. Position k of
// a path is the vertex before its edge k, and the last one its sink.
type Path struct {
	Edges  []int
	Prices []Price

	// Like gives for each position of the path the position whose prices of products
	// it has, which may be itself; nil stands for itself everywhere. A price
	// of MUL from the vertices of positions a over j to b goes to all products of
	// positions that are like a, like j and like b, in this order. Each position
	// named is like itself.
	Like []int

	// Rest reports whether the path has, of each resource that it can use, all that the
	// prices of other paths leave of the cost. It lists no prices then.
	// No two such paths meet in an inner vertex, or are the same single edge.
	Rest bool
}

// Price is the amount, over the denominator, that a path pays for a resource.
// Prices of one resource may point to the same value, as those from a file do.
type Price struct {
	*Resource
	Amount int64
}

// Packing proves the path-packing bound (package packing). In is how much of
// each edge's end can be reached from the sources by packed paths, Out how much
// of its start can reach the sinks: for each junction j the amounts In of the
// edges that end in j arrive at once, by a flow from the sources in which no
// vertex but j passes on more than its size, and likewise for Out of those that
// start in j. Both are 0 where the edge has no face at that end.
type Packing struct {
	In, Out []int64
}

// Resource is a step of derivations. ACC uses Edge; TAN uses Edge and A, the vertex
// where what it is applied to starts; ADJ uses Edge and B, the vertex where that
// ends; MUL uses A, J and B. In a dag with patterns it is, but for ACC, the part of its price
// between From and To.
type Resource struct {
	Kind string // ACC, TAN, ADJ or MUL
	Edge int
	A    int
	J    int
	B    int

	From, To model.Cost
}

// Inequality is a valid inequality between paths First and Second (positions in
// Paths), with a multiplier. Let position s of a path be between its edges s-1
// and s. For Side "prefix" the paths have their first S edges in common,
// 1 <= I < S, and
//
//	[First is fused at S with I as the left end of what is before S]
//	+ [Second is, with a left end before I]
//	- [Second is fused at I, with S as the right end of what is behind I]  <= 1
//
// Why: as long as neither is fused at S, the same operations serve both within
// the common edges. If Second were fused at S first, First would hold the longer
// subpath there too. So First was fused earlier, Second held the subpath from I
// to S at that time, and must have been fused at I before it was fused at S.
// "suffix" is the mirror image, with positions counted from the paths' ends.
type Inequality struct {
	Side   string
	First  int
	Second int
	S      int
	I      int
	Amount int64
}

// New makes a certificate for a bound, and for a complete sequence if ops is not
// nil. The error is that of an impossible operation.
func New(g *model.Dag, ops []model.Op, bound model.Cost, proof *Proof) (*Certificate, error) {
	c := &Certificate{Dag: g.Fingerprint(), Bound: bound, Proof: proof}
	if ops == nil && !model.NewState(g).Done() {
		return c, nil
	}
	start := model.NewState(g)
	text, err := model.FormatSequence(start, ops)
	if err != nil {
		return nil, fmt.Errorf("the sequence cannot be certified: %w", err)
	}
	end, _, err := model.Replay(start, ops)
	if err != nil {
		return nil, fmt.Errorf("the sequence cannot be certified: %w", err)
	}
	c.Given, c.Cost = true, end.Spent()
	c.Sequence = strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
	return c, nil
}
