package model

import "fmt"

// Plan is a coarser move: operations that a person thinks of as one.
type Plan struct {
	Ops  []Op
	Cost Cost
}

// PlanVertex plans the elimination of junction j: all faces that sit there, at
// the least cost over which of the neighbours without Jacobian are accumulated
// first (generalized vertex elimination).
func (s *State) PlanVertex(j int) (Plan, error) {
	if !s.dag.IsJunction(j) {
		return Plan{}, fmt.Errorf("vertex %s is a source or a sink: only a junction can be eliminated", s.dag.Vertices[j].ID)
	}
	return s.plan("at junction "+s.dag.Vertices[j].ID, func(s *State, f Face) bool { return s.Target(f.U) == j })
}

// PlanFront plans the front elimination of the dag's edge (i,j): all faces whose
// u starts in i and ends in j.
func (s *State) PlanFront(i, j int) (Plan, error) {
	return s.plan("behind edge "+s.edgeText(i, j), func(s *State, f Face) bool { return s.Source(f.U) == i && s.Target(f.U) == j })
}

// PlanBack plans the back elimination of the dag's edge (i,j): all faces whose v
// starts in i and ends in j.
func (s *State) PlanBack(i, j int) (Plan, error) {
	return s.plan("before edge "+s.edgeText(i, j), func(s *State, f Face) bool { return s.Source(f.V) == i && s.Target(f.V) == j })
}

func (s *State) edgeText(i, j int) string {
	return "(" + s.dag.Vertices[i].ID + "," + s.dag.Vertices[j].ID + ")"
}

// plan eliminates the faces that the test picks. All of them sit at one
// junction, so none of them makes another, and only the choice of what to
// accumulate is free: a minimum cut ([SplitCut]).
func (s *State) plan(where string, picked func(*State, Face) bool) (Plan, error) {
	var left, right group
	left.init(s)
	right.init(s)
	pairs := make(map[Face]bool)
	for _, f := range s.AllFaces() {
		if picked(s, f) {
			pairs[f] = true
			left.add(f.U)
			right.add(f.V)
		}
	}
	if len(pairs) == 0 {
		return Plan{}, fmt.Errorf("there is no face %s", where)
	}
	price := func(a, b int, accumulateLeft, accumulateRight bool) Cost {
		return s.classPrice(pairs, left.classes[a], right.classes[b], accumulateLeft, accumulateRight)
	}
	l, r, _ := SplitCut(left.prices(), right.prices(), price)
	var ops []Op
	for _, side := range []struct {
		g      *group
		chosen []bool
	}{{&left, l}, {&right, r}} {
		for k, c := range side.g.classes {
			if side.chosen[k] && c.bare != NoZ {
				best, _ := Cheapest(s.Accumulations(c.bare))
				ops = append(ops, best.Op)
			}
		}
	}
	return s.complete(ops, picked)
}

// complete carries out the accumulations and then eliminates the picked faces,
// each in its cheapest mode, in their order. Where all prices are saturated, the
// cut may have left a face without a Jacobian on either side; the cheaper of the
// two is accumulated then.
func (s *State) complete(ops []Op, picked func(*State, Face) bool) (Plan, error) {
	now, _, err := Replay(s, ops)
	if err != nil {
		return Plan{}, err
	}
	for {
		o, ok := now.nextOf(picked)
		if !ok {
			break
		}
		if now, _, err = now.Apply(o); err != nil {
			return Plan{}, err
		}
		ops = append(ops, o)
	}
	return Plan{Ops: ops, Cost: now.spent - s.spent}, nil
}

// nextOf is the cheapest way to eliminate the first picked face that has a
// Jacobian, or to make one for the first face if none has.
func (s *State) nextOf(picked func(*State, Face) bool) (Op, bool) {
	var bare []Choice
	for _, f := range s.AllFaces() {
		if !picked(s, f) {
			continue
		}
		if best, ok := Cheapest(s.Choices(f)); ok {
			return best.Op, true
		}
		if bare == nil {
			bare = append(s.Accumulations(f.U), s.Accumulations(f.V)...)
		}
	}
	best, ok := Cheapest(bare)
	return best.Op, ok
}

// class is what becomes one vertex when its bare member is accumulated: a
// vertex without Jacobian and the twin that it would merge with, either of
// which can be missing.
type class struct{ bare, twin Z }

type group struct {
	s       *State
	classes []class
	seen    map[Z]bool
}

func (g *group) init(s *State) { g.s, g.seen = s, make(map[Z]bool) }

func (g *group) add(z Z) {
	if g.seen[z] {
		return
	}
	n := &g.s.nodes[z]
	c := class{bare: NoZ, twin: z}
	if !n.jacobian {
		c = class{bare: z, twin: g.s.twinOf(n.source, n.target, n.preds, n.succs, z)}
	} else if b := g.s.bareTwinOf(z); b != NoZ {
		c = class{bare: b, twin: z}
	}
	g.seen[c.bare], g.seen[c.twin] = true, true
	delete(g.seen, NoZ)
	g.classes = append(g.classes, c)
}

// bareTwinOf finds the vertex without Jacobian that would merge with z.
func (s *State) bareTwinOf(z Z) Z {
	n := &s.nodes[z]
	candidates := s.Vertices()
	if len(n.succs) > 0 {
		candidates = s.nodes[n.succs[0]].preds
	} else if len(n.preds) > 0 {
		candidates = s.nodes[n.preds[0]].succs
	}
	for _, w := range candidates {
		if m := &s.nodes[w]; !m.jacobian && s.twinOf(m.source, m.target, m.preds, m.succs, w) == z {
			return w
		}
	}
	return NoZ
}

func (g *group) prices() []Cost {
	prices := make([]Cost, len(g.classes))
	for k, c := range g.classes {
		prices[k] = Saturated // nothing to accumulate
		if c.bare != NoZ {
			best, _ := Cheapest(g.s.Accumulations(c.bare))
			prices[k] = best.Price
		}
	}
	return prices
}

// member is one vertex of a class after the choice.
type member struct {
	z               Z
	jacobian, model bool
}

func (s *State) members(c class, accumulate bool) []member {
	if c.bare == NoZ {
		return []member{{c.twin, true, s.nodes[c.twin].model >= 0}}
	}
	if accumulate {
		return []member{{c.bare, true, c.twin == NoZ}}
	}
	bare := member{c.bare, false, true}
	if c.twin == NoZ {
		return []member{bare}
	}
	return []member{bare, {c.twin, true, s.nodes[c.twin].model >= 0}}
}

// classPrice is the price of all picked faces between two classes after the
// choice, saturated if one of them has no Jacobian on either side.
func (s *State) classPrice(pairs map[Face]bool, a, b class, accumulateA, accumulateB bool) Cost {
	var sum Cost
	for _, u := range s.members(a, accumulateA) {
		for _, v := range s.members(b, accumulateB) {
			if pairs[Face{u.z, v.z}] {
				sum = sum.Add(s.pairPrice(u, v))
			}
		}
	}
	return sum
}

func (s *State) pairPrice(u, v member) Cost {
	nu, nv := &s.nodes[u.z], &s.nodes[v.z]
	i, k := s.dag.Size(int(nu.source)), s.dag.Size(int(nv.target))
	best := Saturated
	if u.jacobian && v.model {
		best = i.Times(s.dag.Edges[nv.model].Tangent)
	}
	if v.jacobian && u.model {
		best = min(best, k.Times(s.dag.Edges[nu.model].Adjoint))
	}
	if u.jacobian && v.jacobian {
		best = min(best, i.Times(s.dag.Size(int(nu.target))).Times(k))
	}
	return best
}
