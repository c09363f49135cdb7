// Package packing computes the path-packing bound: a lower bound of the cost of
// completing an elimination from any state, cheap enough to be asked for at
// every node of a search.
//
// # The bound
//
// At each junction j, paths of the line dag that lead from the sources into
// the vertices that end in j are packed: each path gets an amount, and for
// every vertex a of the dag the amounts of the paths on which some vertex
// starts in a add up to at most n_a. F_u is the amount that arrives in vertex
// u. Likewise G_v is the amount that leaves j through v towards the sinks,
// with n_b limiting the paths on which some vertex ends in b. Then
//
//	mu(u,v) = min( n_j F_u G_v, T(v) F_u, A(u) G_v )      for each face (u,v)
//	acc(z)  = min( n_i T(z), n_j A(z) )                   for z = (i,j) without
//	tan(z)  = sum over faces (u,z) of T(z) F_u - mu(u,z)  Jacobian; infinite
//	adj(z)  = sum over faces (z,v) of A(z) G_v - mu(z,v)  without such a face
//
//	LB = sum of mu(u,v) over all faces
//	   + sum of min( acc(z), tan(z), adj(z) ) over all z without Jacobian
//
// # Why it is sound
//
// Whatever completes the elimination fuses every path (every maximal path of
// vertices). At its position j between u and v a path is fused by exactly one
// of: a tangent of v behind a Jacobian that starts in some a before j, for
// n_a T(v); an adjoint of u before a Jacobian that ends in some b behind j, for
// n_b A(u); a product from a over j to b, for n_a n_j n_b. What is paid may
// serve many paths, but always paths with that same v and a, or u and b, or a,
// j and b. So each cost may be shared out among paths, and the parts of what
// a path needs add up to a bound.
//
// Take the paths p u v q with p u a packed path of amount f, v q one of amount
// g, and let face (u,v) demand mu (f/F_u) (g/G_v) of each. The tangent of v
// from a is charged, over all u and all packed paths through a, no more than
// the sum of mu f/F_u <= T(v) times the sum of f <= T(v) n_a. The adjoint is
// its mirror image, and the product from a over j to b is charged at most n_j
// times (sum of f through a) times (sum of g through b) <= n_a n_j n_b. Hence
// each path can demand its part of mu(u,v), whichever way it is fused there.
//
// A vertex z without Jacobian is moreover used in one of three ways by each
// path through it: it is accumulated, its tangent is applied or its adjoint is.
// What the faces before z leave of the tangents' costs is T(z) n_a minus the
// sum of mu f/F_u over the paths through a, at least the sum of (T(z) - mu/F_u)
// f over them; so a demand of up to tan(z) can be spread over the packed paths
// before z, and likewise up to adj(z) over those behind z. A path that goes
// straight from a source to a sink has only the accumulation.
//
// Where k tangents do not cost k T, T stands for a cost that each of them has at
// least ([model.Edge.TangentRate]), A likewise, and a setup of products is left
// out: then the costs are no less than what the paths are charged. acc(z) is the
// true cost.
//
// Where Jacobians have patterns a tangent from a costs less than n_a of them, by how much
// depends on the path: no path is packed then, and what is left are the accumulations of
// edges without a face.
//
// All arithmetic saturates downwards from the true value: a saturated product
// stands for something larger, sums of saturated terms are smaller than the
// true sums, and what is subtracted has been counted. So a saturated bound is
// still a bound.
package packing

import (
	"facet/model"
	"facet/planner/linegraph"
)

// Bounder computes bounds one after the other without allocation, once it has
// seen an instance of the largest size. It must not be used by two goroutines
// at once. The zero value is ready.
type Bounder struct {
	// Stop, if not nil, is asked at each junction, and within one after each so many steps
	// ([often]): from then on no path is packed, and the bound is that of those before.
	Stop func() bool

	packers       [2]packer    // by direction
	arrive, leave []model.Cost // F and G by vertex
	tan, adj      []model.Cost // what is left for the vertex's vertex cut
}

// Bound is the path-packing bound of the instance in its cost unit: no way to
// complete the elimination costs less.
func (b *Bounder) Bound(in *linegraph.Graph) model.Cost {
	n := len(in.Vertices)
	b.arrive, b.leave = resize(b.arrive, n), resize(b.leave, n)
	b.tan, b.adj = resize(b.tan, n), resize(b.adj, n)
	if !in.HasPatterns() {
		b.pack(in)
	}

	var bound model.Cost
	for u := range in.Vertices {
		for _, v := range in.Succ[u] {
			bound = bound.Add(b.face(in, int32(u), v))
		}
	}
	for z := range in.Vertices {
		if in.Vertices[z].Jacobian {
			continue
		}
		demand := in.Acc(int32(z))
		if len(in.Pred[z]) > 0 {
			demand = min(demand, b.tan[z])
		}
		if len(in.Succ[z]) > 0 {
			demand = min(demand, b.adj[z])
		}
		bound = bound.Add(demand)
	}
	return bound
}

// pack fills in F and G, junction by junction.
func (b *Bounder) pack(in *linegraph.Graph) {
	stop := b.Stop
	if stop == nil {
		stop = func() bool { return false }
	}
	for d := range b.packers {
		b.packers[d].reset(in, direction(d), stop)
	}
	for j := range in.Size {
		if stop() {
			return
		}
		b.packers[forward].pack(in, int32(j), b.arrive)
		b.packers[backward].pack(in, int32(j), b.leave)
	}
}

// face gives mu(u,v) and notes what it leaves of the tangents of v and of the
// adjoints of u.
func (b *Bounder) face(in *linegraph.Graph, u, v int32) model.Cost {
	arrive, leave := b.arrive[u], b.leave[v]
	left, right := &in.Vertices[u], &in.Vertices[v]
	mu := in.Size[left.To].Times(arrive).Times(leave).Times(in.Dag.Product.Cost)
	var tangent, adjoint model.Cost
	if right.Model != nil {
		tangent = in.Scaled(right.Model.TangentRate().Times(arrive))
		mu = min(mu, tangent)
	}
	if left.Model != nil {
		adjoint = in.Scaled(left.Model.AdjointRate().Times(leave))
		mu = min(mu, adjoint)
	}
	if right.Model != nil {
		b.tan[v] = b.tan[v].Add(tangent - mu)
	}
	if left.Model != nil {
		b.adj[u] = b.adj[u].Add(adjoint - mu)
	}
	return mu
}

// resize gives n zeros, in the old array where it is large enough.
func resize[T int32 | model.Cost](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, n+n/2)
	}
	old = old[:n]
	clear(old)
	return old
}
