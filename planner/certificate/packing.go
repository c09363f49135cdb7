package certificate

import (
	"fmt"

	"facet/model"
)

// packing checks that the amounts are those of flows, and computes the
// path-packing bound anew:
//
//	the sum of mu(u,v) over all faces, mu = min( n_j F_u G_v, T(v) F_u, A(u) G_v )
//	+ the sum of min( acc(z), tan(z), adj(z) ) over all z without Jacobian
//
// with F = In, G = Out, acc(z) the cost of ACC z, tan(z) the sum of T(z) F_u -
// mu(u,z) over the faces before z and adj(z) that of A(z) G_v - mu(z,v) over
// those behind it; tan and adj are infinite where z has no such face or no
// model. T and A are terms of edges with a model only.
func (s *scope) packing(p *Packing) error {
	g := s.g
	if g.HasPatterns() {
		return fmt.Errorf("the dag has patterns: a packing is about dense Jacobians")
	}
	if len(p.In) != len(g.Edges) || len(p.Out) != len(g.Edges) {
		return fmt.Errorf("the packing has %d and %d amounts, the dag has %d edges", len(p.In), len(p.Out),
			len(g.Edges))
	}
	for k, e := range g.Edges {
		if p.In[k] != 0 && !g.IsJunction(e.Target) || p.Out[k] != 0 && !g.IsJunction(e.Source) {
			return fmt.Errorf("the packing has an amount for edge %d where there is no face", k)
		}
	}
	for j := range g.Vertices {
		if !g.IsJunction(j) {
			continue
		}
		if err := s.arrives(j, p.In, false); err != nil {
			return err
		}
		if err := s.arrives(j, p.Out, true); err != nil {
			return err
		}
	}
	if bound := packed(g, p); bound < s.claim {
		return fmt.Errorf("the packing proves %s only", bound)
	}
	return nil
}

// packed is the bound. Sums that saturate are smaller than the true ones.
func packed(g *model.Dag, p *Packing) model.Cost {
	var bound model.Cost
	tan, adj := make([]model.Cost, len(g.Edges)), make([]model.Cost, len(g.Edges))
	for j := range g.Vertices {
		for _, u := range g.In(j) {
			for _, v := range g.Out(j) {
				arrive, leave := model.Cost(p.In[u]), model.Cost(p.Out[v])
				mu := g.Size(j).Times(arrive).Times(leave).Times(g.Product.Cost)
				tangent, adjoint := g.Edges[v].TangentRate().Times(arrive), g.Edges[u].AdjointRate().
					Times(leave)
				if g.Edges[v].HasModel {
					mu = min(mu, tangent)
				}
				if g.Edges[u].HasModel {
					mu = min(mu, adjoint)
				}
				bound = bound.Add(mu)
				if g.Edges[v].HasModel {
					tan[v] = tan[v].Add(tangent - mu)
				}
				if g.Edges[u].HasModel {
					adj[u] = adj[u].Add(adjoint - mu)
				}
			}
		}
	}
	for k, e := range g.Edges {
		if e.HasJacobian {
			continue
		}
		demand := g.LeastAccumulation(&e)
		if g.IsJunction(e.Source) {
			demand = min(demand, tan[k])
		}
		if g.IsJunction(e.Target) {
			demand = min(demand, adj[k])
		}
		bound = bound.Add(demand)
	}
	return bound
}

// arrives checks that a flow from the sources brings the amounts to the edges
// that end in j (forwards), or from j's edges to the sinks (backwards). It looks
// for it from j on, against the edges' direction where flow arrives.
func (s *scope) arrives(j int, amount []int64, leaving bool) error {
	g := s.g
	next := func(i int) []int {
		if leaving {
			return g.Out(i)
		}
		return g.In(i)
	}
	other := func(e int) int {
		if leaving {
			return g.Edges[e].Target
		}
		return g.Edges[e].Source
	}
	f := newFlow()
	var need model.Cost
	nodes := make(map[int]int) // by vertex: its entrance; the exit follows
	var queue []int
	visit := func(i int) int {
		node, known := nodes[i]
		if !known {
			node = f.node()
			nodes[i] = node
			f.connect(node, f.node(), int64(g.Size(i)))
			queue = append(queue, i)
		}
		return node
	}
	for _, e := range next(j) {
		if amount[e] < 0 {
			return fmt.Errorf("the packing has a negative amount for edge %d", e)
		}
		if amount[e] > 0 {
			need = need.Add(model.Cost(amount[e]))
			f.connect(f.from, visit(other(e)), amount[e])
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		exit := nodes[queue[0]] + 1
		if len(next(queue[0])) == 0 {
			f.connect(exit, f.to, far)
		}
		for _, e := range next(queue[0]) {
			f.connect(exit, visit(other(e)), far)
		}
	}
	if err := s.spend(int64(10 * len(f.head))); err != nil {
		return err
	}
	if need >= far || f.most() < int64(need) {
		return fmt.Errorf("no flow carries the packing's amounts at vertex %d", j)
	}
	return nil
}
