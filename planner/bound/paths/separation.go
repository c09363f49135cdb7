package paths

import "math"

// Separator finds blocking sets of paths: sets of resources without which a path is
// not derivable. It works on one table and reuses its memory.
type Separator struct {
	table   *Table
	reach   []float64 // by subpath: what blocking it costs at most
	need    []bool    // by subpath: it has to be blocked
	derived []bool    // by subpath: it is derivable without the set
	in      []bool    // by resource: it is in the set

	watches    []watch // of options that the set blocks; the first is none
	byResource []int32 // by resource in the set: the first watch of it
	bySubpath  []int32 // by subpath that is not derived: the first watch of it
	fresh      []int32 // subpaths that a resource derives
}

// watch is an option of a subpath that waits for something that blocks it, its resource or one
// of its parts. An option has one watch however many of them block it: as long as one does, the
// others need not be looked at (Moskewicz, Madigan, Zhao, Zhang, Malik, Chaff: engineering an
// efficient SAT solver, 2001).
type watch struct{ subpath, option, next int32 }

// NewSeparator gives a separator for the paths of a table.
func NewSeparator(t *Table) *Separator { return &Separator{table: t} }

// fit makes room for the subpaths and resources that the table has now.
func (p *Separator) fit() {
	p.reach, p.need = widen(p.reach, p.table.Subpaths()), widen(p.need, p.table.Subpaths())
	p.derived, p.in = widen(p.derived, p.table.Subpaths()), widen(p.in, len(p.table.Resources))
	p.bySubpath, p.byResource = widen(p.bySubpath, p.table.Subpaths()),
		widen(p.byResource, len(p.table.Resources))
}

// widen gives at least n values, the new ones zero.
func widen[T any](old []T, n int) []T {
	if n <= len(old) {
		return old
	}
	if n <= cap(old) {
		return old[:n]
	}
	return append(make([]T, 0, n+n/2), old...)[:n]
}

// Reach is what a blocking set of the path costs at most by the weights x of the
// resources: bottom-up, a subpath is blocked by blocking each of its options, and an
// option is by its resource or by blocking one of its parts. Infinite if free
// options derive the path.
func (p *Separator) Reach(w *Path, x []float64) float64 {
	p.fit()
	for _, s := range w.Subpaths {
		p.reach[s] = p.table.blocked(s, x, p.reach)
	}
	return p.reach[w.Root()]
}

// blocked is what blocking a subpath costs if blocking its parts costs reach.
func (t *Table) blocked(subpath int32, x, reach []float64) float64 {
	sum := 0.0
	for _, o := range t.Options(subpath) {
		cheapest := math.Inf(1)
		if o.Resource >= 0 {
			cheapest = x[o.Resource]
		}
		if o.Left >= 0 {
			cheapest = min(cheapest, reach[o.Left])
		}
		if o.Right >= 0 {
			cheapest = min(cheapest, reach[o.Right])
		}
		sum += cheapest
	}
	return sum
}

// WeighCuts fills reach, by subpath, with what blocking each costs at most.
func (t *Table) WeighCuts(x, reach []float64) {
	for s := range t.ends {
		reach[s] = t.blocked(int32(s), x, reach)
	}
}

// Cut appends to set the resources of a set that blocks the path, cheap by the
// weights x. It gives nil if free options derive the path.
//
// What [Separator.Reach] chose is carried out top-down; a part that is blocked
// already costs nothing more, so the set can turn out cheaper than estimated. If
// asked to be minimal, resources that are not needed are given back at last, the
// expensive ones first.
func (p *Separator) Cut(w *Path, x []float64, set []int32, minimal bool) []int32 {
	if math.IsInf(p.Reach(w, x), 1) {
		return nil
	}
	return p.extract(w, x, set, minimal)
}

// extract is Cut for the path and the weights that Reach was just asked for.
func (p *Separator) extract(w *Path, x []float64, set []int32, minimal bool) []int32 {
	begin := len(set)
	p.need[w.Root()] = true
	for n := len(w.Subpaths) - 1; n >= 0; n-- {
		s := w.Subpaths[n]
		if !p.need[s] {
			continue
		}
		for _, o := range p.table.Options(s) {
			if resource := p.choose(o, x); resource >= 0 {
				p.in[resource] = true
				set = append(set, resource)
			}
		}
	}
	for _, s := range w.Subpaths {
		p.need[s] = false
	}
	if minimal {
		set = append(set[:begin], p.minimal(w, x, set[begin:])...)
	}
	for _, resource := range set[begin:] {
		p.in[resource] = false
	}
	return set
}

// choose decides how an option is blocked and gives the resource to add, or -1.
func (p *Separator) choose(o Option, x []float64) int32 {
	if o.Left >= 0 && p.need[o.Left] || o.Right >= 0 && p.need[o.Right] || o.Resource >= 0 &&
		p.in[o.Resource] {
		return -1
	}
	part := o.Left
	if part < 0 || o.Right >= 0 && p.reach[o.Right] < p.reach[part] {
		part = o.Right
	}
	if part < 0 || o.Resource >= 0 && x[o.Resource] <= p.reach[part] {
		return o.Resource
	}
	p.need[part] = true
	return -1
}

// minimal gives back resources of the set, those of the largest weight first, as
// long as the rest still blocks.
func (p *Separator) minimal(w *Path, x []float64, set []int32) []int32 {
	for n := 1; n < len(set); n++ {
		for k := n; k > 0 && x[set[k]] > x[set[k-1]]; k-- {
			set[k], set[k-1] = set[k-1], set[k]
		}
	}
	p.watch(w, set)
	kept := set[:0]
	for _, resource := range set {
		if p.in[resource] = false; p.derives(resource, w.Root()) {
			p.in[resource] = true
			kept = append(kept, resource)
		}
	}
	return kept
}

// watch has all options of the path that the set blocks wait.
func (p *Separator) watch(w *Path, set []int32) {
	p.derivable(w)
	p.watches = append(p.watches[:0], watch{})
	for _, s := range w.Subpaths {
		p.bySubpath[s] = 0
	}
	for _, resource := range set {
		p.byResource[resource] = 0
	}
	for _, s := range w.Subpaths {
		if p.derived[s] {
			continue
		}
		for o := p.table.first[s]; o < p.table.first[s+1]; o++ {
			at := p.obstacle(p.table.options[o])
			p.watches = append(p.watches, watch{s, o, *at})
			*at = int32(len(p.watches) - 1)
		}
	}
}

// obstacle is where the watches of something that blocks the option begin; nil if nothing does.
func (p *Separator) obstacle(o Option) *int32 {
	switch {
	case o.Resource >= 0 && p.in[o.Resource]:
		return &p.byResource[o.Resource]
	case o.Left >= 0 && !p.derived[o.Left]:
		return &p.bySubpath[o.Left]
	case o.Right >= 0 && !p.derived[o.Right]:
		return &p.bySubpath[o.Right]
	}
	return nil
}

// derives reports whether the root can be derived with a resource that has just been given back;
// if so, all is as it was before.
func (p *Separator) derives(resource, root int32) bool {
	p.fresh = p.fresh[:0]
	p.wake(&p.byResource[resource])
	for n := 0; n < len(p.fresh); n++ {
		if p.fresh[n] == root {
			for _, s := range p.fresh {
				p.derived[s] = false
			}
			return true
		}
		p.wake(&p.bySubpath[p.fresh[n]])
	}
	return false
}

// wake has the options that waited for what no longer blocks them wait for something else, or
// derives their subpaths. Those stay in the list: what they waited for may block them again.
func (p *Separator) wake(list *int32) {
	n := *list
	for *list = 0; n != 0; {
		at, x := list, &p.watches[n]
		next := x.next
		if !p.derived[x.subpath] {
			if other := p.obstacle(p.table.options[x.option]); other != nil {
				at = other
			} else {
				p.derived[x.subpath] = true
				p.fresh = append(p.fresh, x.subpath)
			}
		}
		x.next, *at = *at, n
		n = next
	}
}

// IsCut reports whether the path cannot be derived without the set.
func (p *Separator) IsCut(w *Path, set []int32) bool {
	p.fit()
	for _, resource := range set {
		p.in[resource] = true
	}
	derivable := p.derivable(w)
	for _, resource := range set {
		p.in[resource] = false
	}
	return !derivable
}

// derivable reports whether the path can be derived without the chosen resources.
func (p *Separator) derivable(w *Path) bool {
	for _, s := range w.Subpaths {
		p.derived[s] = false
		for _, o := range p.table.Options(s) {
			if p.obstacle(o) == nil {
				p.derived[s] = true
				break
			}
		}
	}
	return p.derived[w.Root()]
}
