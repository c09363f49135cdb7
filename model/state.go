package model

import (
	"fmt"
	"slices"
	"strings"

	"facet/model/pattern"
)

// Z names a vertex of the line dag. The edges of the dag come first, in their
// order, then fill in the order of its birth; a name is never used again, so
// that Z means the same vertex in every state of one sequence.
type Z int32

// NoZ is the Z of nothing.
const NoZ Z = -1

// Face is an edge (U,V) of the line dag between two of its inner vertices: U
// ends in the junction where V starts.
type Face struct{ U, V Z }

// node is a vertex of the line dag. States share its slices: a tape that changes one makes its
// own first.
type node struct {
	source, target int32
	model          int32 // the edge whose tangent and adjoint are z's models; -1 without
	live, jacobian bool
	preds, succs   []Z // P(z) and S(z) without X and Y, ascending
	label          *Label
}

// State is the line dag in the middle of a sequence. A state never changes:
// [State.Apply] gives a new one that shares what stayed the same. X and Y are
// not kept: they are neighbours of exactly the vertices that start in a source
// or end in a sink of the dag.
type State struct {
	dag   *Dag
	nodes []node
	live  int
	faces int
	lacks int // live vertices without Jacobian
	spent Cost
	ends  *ends // of a tape's state; nil for one that stands alone
}

// NewState builds the line dag of the dag (Definition 1).
func NewState(g *Dag) *State {
	s := &State{dag: g, nodes: make([]node, len(g.Edges)), live: len(g.Edges)}
	// All in- and out-lists are ascending, so the neighbours can share them.
	preds, succs := make([][]Z, len(g.Vertices)), make([][]Z, len(g.Vertices))
	for i := range g.Vertices {
		preds[i], succs[i] = zs(g.In(i)), zs(g.Out(i))
	}
	for k, e := range g.Edges {
		n := &s.nodes[k]
		*n = node{
			source: int32(e.Source), target: int32(e.Target), model: -1,
			live: true, jacobian: e.HasJacobian,
			preds: preds[e.Source], succs: succs[e.Target],
			label: edgeLabel(int32(e.Source), int32(e.Target), e.Pattern),
		}
		if e.HasModel {
			n.model = int32(k)
		}
		if !e.HasJacobian {
			s.lacks++
		}
		s.faces += len(n.succs)
	}
	return s
}

func zs(edges []int) []Z {
	out := make([]Z, len(edges))
	for k, e := range edges {
		out[k] = Z(e)
	}
	return out
}

// Dag is the dag that the state came from.
func (s *State) Dag() *Dag { return s.dag }

// Spent is the sum of the prices of all operations so far.
func (s *State) Spent() Cost { return s.spent }

// Faces is the number of faces that are left.
func (s *State) Faces() int { return s.faces }

// Lacking is the number of live vertices without Jacobian.
func (s *State) Lacking() int { return s.lacks }

// Live is the number of live vertices.
func (s *State) Live() int { return s.live }

// Born is the number of vertices that were ever alive: their names are the Z
// below it.
func (s *State) Born() int { return len(s.nodes) }

// Done reports whether the sequence is complete: no face is left and every
// remaining vertex has its Jacobian.
func (s *State) Done() bool { return s.faces == 0 && s.lacks == 0 }

// IsLive reports whether z names a live vertex.
func (s *State) IsLive(z Z) bool { return z >= 0 && int(z) < len(s.nodes) && s.nodes[z].live }

// Vertices lists the live vertices, ascending.
func (s *State) Vertices() []Z {
	all := make([]Z, 0, s.live)
	for z := range s.nodes {
		if s.nodes[z].live {
			all = append(all, Z(z))
		}
	}
	return all
}

// AllFaces lists the faces, ascending by U, then V.
func (s *State) AllFaces() []Face {
	all := make([]Face, 0, s.faces)
	for u := range s.nodes {
		if s.nodes[u].live {
			for _, v := range s.nodes[u].succs {
				all = append(all, Face{Z(u), v})
			}
		}
	}
	return all
}

// Source and Target are the dag vertices where z starts and ends.
func (s *State) Source(z Z) int { return int(s.nodes[z].source) }

// Target is the dag vertex where z ends.
func (s *State) Target(z Z) int { return int(s.nodes[z].target) }

// HasJacobian reports whether F'(z) is available.
func (s *State) HasJacobian(z Z) bool { return s.nodes[z].jacobian }

// Model gives the costs T and A of z's elemental tangent and adjoint; ok is
// false for fill, for sums, and for edges that came without.
func (s *State) Model(z Z) (tangent, adjoint Cost, ok bool) {
	k := s.nodes[z].model
	if k < 0 {
		return 0, 0, false
	}
	e := &s.dag.Edges[k]
	return e.Tangent, e.Adjoint, true
}

// Elemental is the edge of the dag whose models z has; nil for fill, for sums, and
// for edges that came without.
func (s *State) Elemental(z Z) *Edge {
	if k := s.nodes[z].model; k >= 0 {
		return &s.dag.Edges[k]
	}
	return nil
}

// IsSum reports whether z stands for a sum of several paths' products.
func (s *State) IsSum(z Z) bool { return s.nodes[z].label.count > 1 }

// Preds is P(z) without X, ascending. The caller must not change it.
func (s *State) Preds(z Z) []Z { return s.nodes[z].preds }

// Succs is S(z) without Y, ascending. The caller must not change it.
func (s *State) Succs(z Z) []Z { return s.nodes[z].succs }

// Pattern is that of z's Jacobian; nil in a dag without patterns.
func (s *State) Pattern(z Z) *pattern.Pattern { return s.nodes[z].label.Pattern() }

// Product is the pattern of the product that a face stands for; nil in a dag without.
func (s *State) Product(f Face) *pattern.Pattern { return Join(s.Pattern(f.U), s.Pattern(f.V)) }

// Makes is the pattern of what an operation that is possible computes, before that is added
// to other Jacobians; nil in a dag without patterns.
func (s *State) Makes(o Op) *pattern.Pattern {
	if o.IsAccumulation() {
		return s.Pattern(o.U)
	}
	return s.Product(o.Face())
}

// Label is the set of paths that z stands for.
func (s *State) Label(z Z) *Label { return s.nodes[z].label }

// Name prints z's label with commas, as on the screen: "(0,2,3)".
func (s *State) Name(z Z) string { return s.nodes[z].label.Text(s.dag, ",") }

// HasFace reports whether (u,v) is a face of this state.
func (s *State) HasFace(f Face) bool {
	if !s.IsLive(f.U) || !s.IsLive(f.V) {
		return false
	}
	_, ok := slices.BinarySearch(s.nodes[f.U].succs, f.V)
	return ok
}

// Holder finds the live vertex that holds the path.
func (s *State) Holder(p Path) (Z, bool) {
	if len(p) < 2 {
		return NoZ, false
	}
	for _, z := range s.Between(int(p[0]), int(p[len(p)-1])) {
		if s.nodes[z].label.Holds(p) {
			return z, true
		}
	}
	return NoZ, false
}

// Between lists the live vertices (i,*,k), ascending.
func (s *State) Between(i, k int) []Z {
	var all []Z
	add := func(z Z) {
		if n := &s.nodes[z]; n.live && int(n.source) == i && int(n.target) == k {
			all = append(all, z)
		}
	}
	if s.ends == nil {
		for z := range s.nodes {
			add(Z(z))
		}
		return all
	}
	list := s.ends.starting[i]
	if other := s.ends.ending[k]; len(other) < len(list) {
		list = other
	}
	for _, z := range list {
		add(z)
	}
	return all
}

// String prints everything that makes up the state, for comparison in tests.
func (s *State) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "spent %d faces %d lacking %d\n", s.spent, s.faces, s.lacks)
	for z := range s.nodes {
		if n := &s.nodes[z]; n.live {
			fmt.Fprintf(&b, "%d %s model %d jacobian %v P%v S%v\n", z, s.Name(Z(z)), n.model, n.jacobian,
				n.preds, n.succs)
		}
	}
	return b.String()
}

// clone shares all slices of the nodes; room leaves space for fill.
func (s *State) clone(room int) *State {
	c := *s
	c.ends = nil
	c.nodes = make([]node, len(s.nodes), len(s.nodes)+room)
	copy(c.nodes, s.nodes)
	return &c
}
