package dive

import (
	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/search/packed"
)

// resource is one that some path can use and was asked for.
type resource struct {
	paths.Resource
	price float64
	paths bitset // the paths with a step that uses it
}

// number gives a resource its number, and the paths that can use it a step. A resource
// without a cost gets none.
func (p *Problem) number(of paths.Resource) int32 {
	k := of.Key()
	if n, known := p.numbers[k]; known {
		return n
	}
	price := of.Cost(&p.graph)
	n := int32(len(p.resources))
	p.numbers[k] = n
	p.resources = append(p.resources, resource{Resource: of, price: float64(price)})
	p.free = append(p.free, price == 0)
	if of.Kind == paths.Acc {
		p.acc[of.Z] = n
	}
	for w := range p.users(of) {
		p.offer(int32(w), n)
	}
	return n
}

// lookup is the number of a resource, -1 if it was not asked for.
func (p *Problem) lookup(resource paths.Resource) int32 {
	if n, known := p.numbers[resource.Key()]; known {
		return n
	}
	return -1
}

// users ranges over the paths that pass through all that the resource names.
func (p *Problem) users(resource paths.Resource) func(yield func(int) bool) {
	switch resource.Kind {
	case paths.Acc:
		return packed.Bits(p.through[resource.Z])
	case paths.Tan:
		return both(p.through[resource.Z], p.visiting[resource.A])
	case paths.Adj:
		return both(p.through[resource.Z], p.visiting[resource.B])
	}
	return three(p.visiting[resource.A], p.visiting[resource.J], p.visiting[resource.B])
}

// offer gives path w a step for resource n, if the resource fits.
func (p *Problem) offer(w, n int32) {
	path, resource := &p.paths[w], &p.resources[n]
	st := step{resource: n, kind: resource.Kind}
	switch resource.Kind {
	case paths.Acc:
		resource.paths.set(int(w))
		return
	case paths.Tan:
		st.m = path.vertex(resource.Z)
		st.l, st.r = path.visit(resource.A), st.m+1
	case paths.Adj:
		st.l = path.vertex(resource.Z)
		st.m, st.r = st.l+1, path.visit(resource.B)
	default:
		st.l, st.m, st.r = path.visit(resource.A), path.visit(resource.J), path.visit(resource.B)
	}
	if st.l >= st.m || st.m >= st.r {
		return
	}
	resource.paths.set(int(w))
	at := len(path.steps)
	for at > 0 && path.steps[at-1].r-path.steps[at-1].l > st.r-st.l {
		at--
	}
	path.steps = append(path.steps, step{})
	copy(path.steps[at+1:], path.steps[at:])
	path.steps[at] = st
}

// saturated reports whether a cost means that there is no such operation.
func saturated(price float64) bool { return price >= float64(model.Saturated) }
