package junction

import (
	"fmt"
	"slices"

	"facet/model"
)

// Plan is a coarser move: operations that a person thinks of as one, and what
// they cost together.
type Plan struct {
	Ops  []model.Op
	Cost model.Cost
}

// Vertex plans the elimination of junction j: all faces that sit there, at the
// least cost over which of the neighbours without Jacobian are accumulated first
// (generalized vertex elimination). A source, a sink, and a junction without
// faces are errors.
func Vertex(s *model.State, j int) (Plan, error) {
	g := s.Dag()
	if !g.IsJunction(j) {
		return Plan{}, fmt.Errorf("vertex %s is a source or a sink: only a junction can be eliminated",
			g.Vertices[j].ID)
	}
	return plan(s, "at junction "+g.Vertices[j].ID, func(z model.Z) bool {
		return s.Target(z) == j
	}, func(model.Z) bool { return true })
}

// Front plans the front elimination of the dag's edge (i,j): all faces whose u
// starts in i and ends in j.
func Front(s *model.State, i, j int) (Plan, error) {
	return plan(s, "behind edge "+edgeText(s, i, j), func(z model.Z) bool {
		return s.Source(z) == i && s.Target(z) == j
	}, func(model.Z) bool { return true })
}

// Back plans the back elimination of the dag's edge (i,j): all faces whose v
// starts in i and ends in j.
func Back(s *model.State, i, j int) (Plan, error) {
	return plan(s, "before edge "+edgeText(s, i, j), func(z model.Z) bool {
		return s.Target(z) == i
	}, func(z model.Z) bool { return s.Source(z) == i && s.Target(z) == j })
}

func edgeText(s *model.State, i, j int) string {
	vertices := s.Dag().Vertices
	return "(" + vertices[i].ID + "," + vertices[j].ID + ")"
}

// side collects the neighbours on one side of the junction.
type side struct {
	s    *model.State
	list []model.Z
	at   map[model.Z]int
}

func (d *side) add(z model.Z) {
	if _, has := d.at[z]; !has {
		d.at[z] = len(d.list)
		d.list = append(d.list, z)
	}
}

// neighbours describes the side for [Choose]; end gives a vertex's far end.
func (d *side) neighbours(end func(model.Z) int) []Neighbour {
	s := d.s
	all := make([]Neighbour, len(d.list))
	for k, z := range d.list {
		n := Neighbour{Jacobian: s.HasJacobian(z), Model: s.Elemental(z), End: end(z), Pattern: s.Pattern(z),
			Twin: -1}
		if !n.Jacobian {
			best, _ := model.Cheapest(s.Accumulations(z))
			n.Accumulation = best.Price
			if w, ok := d.at[s.Twin(z)]; ok {
				n.Twin = w
			}
		}
		all[k] = n
	}
	return all
}

// plan eliminates the faces (u,v) with u among the left and v among the right.
func plan(s *model.State, where string, isLeft, isRight func(model.Z) bool) (Plan, error) {
	var left []model.Z
	for _, u := range s.Vertices() {
		if isLeft(u) {
			left = append(left, u)
		}
	}
	ops, faces := choose(s, left, isRight)
	if len(faces) == 0 {
		return Plan{}, fmt.Errorf("there is no face %s", where)
	}
	return carryOut(model.NewTape(s), ops, faces)
}

// choose lists the faces, and the accumulations that come before them.
func choose(s *model.State, lefts []model.Z, isRight func(model.Z) bool) ([]model.Op, []model.Face) {
	left, right := side{s: s, at: make(map[model.Z]int)}, side{s: s, at: make(map[model.Z]int)}
	var faces []model.Face
	for _, u := range lefts {
		for _, v := range s.Succs(u) {
			if isRight(v) {
				left.add(u)
				right.add(v)
				faces = append(faces, model.Face{U: u, V: v})
			}
		}
	}
	if len(faces) == 0 {
		return nil, nil
	}
	face := func(a, b int) bool { return s.HasFace(model.Face{U: left.list[a], V: right.list[b]}) }
	if len(faces) == len(left.list)*len(right.list) {
		face = nil
	}
	l, r, _ := Choose(s.Dag(), s.Target(faces[0].U), left.neighbours(s.Source), right.neighbours(s.Target),
		face)
	var ops []model.Op
	for _, chosen := range []struct {
		of   side
		bare []bool
	}{{left, l}, {right, r}} {
		for k, z := range chosen.of.list {
			if chosen.bare[k] {
				best, _ := model.Cheapest(s.Accumulations(z))
				ops = append(ops, best.Op)
			}
		}
	}
	return ops, faces
}

// carryOut does the accumulations and then eliminates the faces, each in its
// cheapest mode, in their order; a face that a merge has taken away needs
// nothing. Where all prices are saturated, the choice may have left a face
// without a Jacobian on either side; the cheaper of the two is accumulated then.
func carryOut(t *model.Tape, ops []model.Op, faces []model.Face) (Plan, error) {
	s := t.State()
	var cost model.Cost // the sum of the prices: totals of the state may be saturated
	do := func(o model.Op) error {
		change, err := t.Do(o)
		cost = cost.Add(change.Price)
		return err
	}
	for _, o := range ops {
		if err := do(o); err != nil {
			return Plan{}, err
		}
	}
	for len(faces) > 0 {
		var stuck []model.Face
		for _, f := range faces {
			if !s.HasFace(f) {
				continue
			}
			best, ok := model.Cheapest(s.Choices(f))
			if !ok {
				stuck = append(stuck, f)
				continue
			}
			if err := do(best.Op); err != nil {
				return Plan{}, err
			}
			ops = append(ops, best.Op)
		}
		if faces = stuck; len(faces) > 0 {
			best, _ := model.Cheapest(slices.Concat(s.Accumulations(faces[0].U), s.Accumulations(faces[0].V)))
			if err := do(best.Op); err != nil {
				return Plan{}, err
			}
			ops = append(ops, best.Op)
		}
	}
	return Plan{Ops: ops, Cost: cost}, nil
}
