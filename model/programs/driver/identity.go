package driver

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
)

// nameIdentities gives the unit adjoints of several edges of a vertex a name, where the
// vertex has a joint function: they are one seed.
func (d *Driver) nameIdentities() {
	uses := make(map[int][]int)
	for k := range d.steps {
		if s := &d.steps[k]; s.kind == identityAdjoint {
			if j := d.Dag.Edges[s.edge].Target; s.plain() && d.joint(j, adjoint) != "" {
				uses[j] = append(uses[j], k)
			}
		}
	}
	before, behind := make(map[int]driverStep), make(map[int]driverStep)
	for j, all := range uses {
		if len(all) < 2 {
			continue
		}
		n := d.Dag.Size(j)
		name := fmt.Sprintf("e%d", j)
		before[all[0]] = driverStep{kind: seeds, result: name, size: [2]model.Cost{n, n}, temporary: true}
		behind[all[len(all)-1]] = driverStep{kind: free, result: name, temporary: true}
		for _, k := range all {
			d.steps[k].kind, d.steps[k].left = adjoint, name
		}
	}
	if len(before) == 0 {
		return
	}
	steps := make([]driverStep, 0, len(d.steps)+2*len(before))
	for k, s := range d.steps {
		if b, has := before[k]; has {
			steps = append(steps, b)
		}
		steps = append(steps, s)
		if b, has := behind[k]; has {
			steps = append(steps, b)
		}
	}
	d.steps = steps
}

// delayIdentities carries a Jacobian out by unit tangents where tangents by another argument
// of the same call are, so that a joint function may be given the seeds of both. Where it is
// merged with them, it is added to them.
func (d *Driver) delayIdentities() {
	delayed := make(map[string]bool)
	made := make(map[int][]int)       // by vertex: which of the steps before are tangents
	merged := make(map[string]string) // of the steps before: what a matrix is called by now
	name := func(n string) string {
		for merged[n] != "" {
			n = merged[n]
		}
		return n
	}
	for i := 0; i < len(d.steps); i++ {
		s := d.steps[i]
		if s.kind == tangent {
			made[d.Dag.Edges[s.edge].Target] = append(made[d.Dag.Edges[s.edge].Target], i)
		}
		if s.kind != identityTangent || !s.plain() || delayed[s.result] ||
			d.joint(d.Dag.Edges[s.edge].Target, tangent) == "" {
			continue
		}
		k := i + 1
		for k < len(d.steps) && d.steps[k].result != s.result && !d.steps[k].reads(s.result) &&
			!isWith(d.Dag, &d.steps[k], &s) {
			k++
		}
		if k == len(d.steps) {
			continue
		}
		t := d.steps[k]
		switch {
		case isWith(d.Dag, &t, &s) && t.result != s.result && !t.reads(s.result):
			k++
		case isWith(d.Dag, &t, &s) && t.adds:
		case t.kind == sum && t.pattern == nil && t.after == nil && k+1 < len(d.steps) &&
			d.steps[k+1].kind == free && d.steps[k+1].result == t.left:
			other := t.left // what it is merged with
			if other == s.result {
				other = t.result
			}
			if !slices.ContainsFunc(made[d.Dag.Edges[s.edge].Target], func(n int) bool {
				return name(d.steps[n].result) == other && isWith(d.Dag, &d.steps[n], &s)
			}) && !slices.ContainsFunc(d.steps[i:k], func(o driverStep) bool {
				return o.result == other && isWith(d.Dag, &o, &s)
			}) {
				continue
			}
			merged[t.left] = t.result
			rename(d.steps[i:k], merged)
			s.result, s.adds = t.result, true
			d.steps[k], d.steps[k+1] = driverStep{}, driverStep{}
		default:
			continue
		}
		delayed[s.result] = true
		copy(d.steps[i:], d.steps[i+1:k])
		d.steps[k-1] = s
		i--
	}
	for n := range merged {
		merged[n] = name(n)
	}
	d.steps = slices.DeleteFunc(d.steps, func(s driverStep) bool { return s.result == "" })
	rename(d.steps, merged)
}

// rename gives matrices of steps other names.
func rename(steps []driverStep, names map[string]string) {
	for k := range steps {
		s := &steps[k]
		for _, name := range []*string{&s.result, &s.left, &s.right} {
			*name = cmp.Or(names[*name], *name)
		}
		s.seeds = slices.Clone(s.seeds)
		for n, name := range s.seeds {
			s.seeds[n] = cmp.Or(names[name], name)
		}
	}
}

// isWith reports whether a step is a tangent by another argument of the same call.
func isWith(g *model.Dag, t, s *driverStep) bool {
	return t.kind == tangent && t.plain() && t.edge != s.edge &&
		g.Edges[t.edge].Target == g.Edges[s.edge].Target
}
