package taskgraph

import (
	"fmt"

	"facet/model"
)

// Replay carries the tasks out in another order by Rules 2 and 3, and gives the
// operations under the names that vertices have then. Not every order of the tasks is a
// sequence: by the rules, a face (u,v) is gone once u has no other successor, while a
// machine may well compute the product later. The error names the first task that is not
// possible.
func (g *Graph) Replay(start *model.State, order []int) ([]model.Op, error) {
	t := model.NewTape(start)
	s := t.State()
	holder := make(map[int32]model.Z) // of a part: the vertex that stands for it now
	held := make(map[model.Z][]int32)
	take := func(z model.Z, parts []int32) {
		held[z] = append(held[z], parts...)
		for _, x := range parts {
			holder[x] = z
		}
	}
	for x := range g.Jacobians {
		if j := &g.Jacobians[x]; j.Task == None && j.Parts[0] == None {
			for _, z := range s.Between(int(j.Source), int(j.Target)) {
				if s.HasJacobian(z) {
					take(z, []int32{int32(x)})
				}
			}
		}
	}
	ops := make([]model.Op, 0, len(order))
	for _, k := range order {
		o, ok := g.now(k, holder, held)
		if !ok {
			return nil, fmt.Errorf("operation %d reads a sum that is not there as one matrix", k+1)
		}
		change, err := t.Do(o)
		if err != nil {
			return nil, fmt.Errorf("operation %d: %w", k+1, err)
		}
		for _, e := range change.Events {
			switch e.Kind {
			case model.Accumulated, model.Born, model.Absorbed:
				take(e.Z, []int32{g.Tasks[k].Makes})
			case model.Merged:
				take(e.Z, held[e.Other])
				delete(held, e.Other)
			}
		}
		ops = append(ops, o)
	}
	if g.Complete && !s.Done() {
		return nil, fmt.Errorf("%d faces are left", s.Faces())
	}
	return ops, nil
}

// now is a task's operation with the names that its sides have now: the vertices that
// stand for all parts of the Jacobians at its face and for no others.
func (g *Graph) now(k int, holder map[int32]model.Z, held map[model.Z][]int32) (model.Op, bool) {
	task := &g.Tasks[k]
	o := task.Op
	if o.IsAccumulation() {
		return o, true
	}
	for _, x := range task.Face {
		if x == None {
			continue
		}
		leaves := g.parts(x)
		z, ok := holder[leaves[0]]
		if !ok || len(held[z]) != len(leaves) {
			// An elemental whose model is used, and whose Jacobian is there later or
			// earlier than in the sequence, keeps its name.
			if task.Edge != None && g.Jacobians[x].Task != None &&
				int32(g.Tasks[g.Jacobians[x].Task].Op.U) == task.Edge {
				continue
			}
			return o, false
		}
		for _, leaf := range leaves {
			if holder[leaf] != z {
				return o, false
			}
		}
		if int(g.Jacobians[x].Target) == g.junction(task) {
			o.U = z
		} else {
			o.V = z
		}
	}
	return o, true
}

// junction is the vertex of the dag at which a task's face sits.
func (g *Graph) junction(task *Task) int {
	j := &g.Jacobians[task.Face[0]]
	if made := &g.Jacobians[task.Makes]; j.Source == made.Source {
		return int(j.Target)
	}
	return int(j.Source)
}

// parts lists the products and given Jacobians of a sum.
func (g *Graph) parts(x int32) (all []int32) {
	stack := []int32{x}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p := g.Jacobians[x].Parts; p[0] != None {
			stack = append(stack, p[0], p[1])
		} else {
			all = append(all, x)
		}
	}
	return all
}
