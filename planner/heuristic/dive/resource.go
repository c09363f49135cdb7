package dive

import (
	"facet/model"
	"facet/planner/bound/paths"
)

// key packs a resource into one number.
func key(it paths.Resource) uint64 {
	k := uint64(it.Kind) << 62
	switch it.Kind {
	case paths.Acc:
		return k | uint64(it.Z)<<40
	case paths.Tan:
		return k | uint64(it.Z)<<40 | uint64(it.A)<<20
	case paths.Adj:
		return k | uint64(it.Z)<<40 | uint64(it.B)
	}
	return k | uint64(it.A)<<40 | uint64(it.J)<<20 | uint64(it.B)
}

// resource is one that some path can use and was asked for.
type resource struct {
	paths.Resource
	price float64
	paths bitset // the paths with a step that uses it
}

// number gives a resource its number, and the paths that can use it a step. A resource
// without a cost gets none.
func (p *Problem) number(it paths.Resource) int32 {
	k := key(it)
	if n, known := p.numbers[k]; known {
		return n
	}
	price := it.Cost(&p.graph)
	n := int32(len(p.resources))
	p.numbers[k] = n
	p.resources = append(p.resources, resource{Resource: it, price: float64(price)})
	p.free = append(p.free, price == 0)
	if it.Kind == paths.Acc {
		p.acc[it.Z] = n
	}
	for w := range p.users(it) {
		p.offer(int32(w), n)
	}
	return n
}

// lookup is the number of a resource, -1 if it was not asked for.
func (p *Problem) lookup(it paths.Resource) int32 {
	if n, known := p.numbers[key(it)]; known {
		return n
	}
	return -1
}

// users ranges over the paths that pass through all that the resource names.
func (p *Problem) users(it paths.Resource) func(yield func(int) bool) {
	switch it.Kind {
	case paths.Acc:
		return p.through[it.Z].all()
	case paths.Tan:
		return both(p.through[it.Z], p.visiting[it.A])
	case paths.Adj:
		return both(p.through[it.Z], p.visiting[it.B])
	}
	return three(p.visiting[it.A], p.visiting[it.J], p.visiting[it.B])
}

// offer gives path w a step for resource n, if the resource fits.
func (p *Problem) offer(w, n int32) {
	path, it := &p.paths[w], &p.resources[n]
	st := step{resource: n, kind: it.Kind}
	switch it.Kind {
	case paths.Acc:
		it.paths.set(int(w))
		return
	case paths.Tan:
		st.m = path.vertex(it.Z)
		st.l, st.r = path.visit(it.A), st.m+1
	case paths.Adj:
		st.l = path.vertex(it.Z)
		st.m, st.r = st.l+1, path.visit(it.B)
	default:
		st.l, st.m, st.r = path.visit(it.A), path.visit(it.J), path.visit(it.B)
	}
	if st.l >= st.m || st.m >= st.r {
		return
	}
	it.paths.set(int(w))
	at := len(path.steps)
	for at > 0 && path.steps[at-1].r-path.steps[at-1].l > st.r-st.l {
		at--
	}
	path.steps = append(path.steps, step{})
	copy(path.steps[at+1:], path.steps[at:])
	path.steps[at] = st
}

// saturated tells whether a cost means that there is no such operation.
func saturated(price float64) bool { return price >= float64(model.Saturated) }
