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
}

// NewSeparator gives a separator for the paths of a table.
func NewSeparator(t *Table) *Separator { return &Separator{table: t} }

// fit makes room for the subpaths and resources that the table has now.
func (p *Separator) fit() {
	p.reach, p.need = widen(p.reach, p.table.Subpaths()), widen(p.need, p.table.Subpaths())
	p.derived, p.in = widen(p.derived, p.table.Subpaths()), widen(p.in, len(p.table.Resources))
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
	if o.Left >= 0 && p.need[o.Left] || o.Right >= 0 && p.need[o.Right] || o.Resource >= 0 && p.in[o.Resource] {
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
	kept := set[:0]
	for _, resource := range set {
		p.in[resource] = false
		if p.derivable(w) {
			p.in[resource] = true
			kept = append(kept, resource)
		}
	}
	return kept
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
			if (o.Resource < 0 || !p.in[o.Resource]) && (o.Left < 0 || p.derived[o.Left]) && (o.Right < 0 || p.derived[o.Right]) {
				p.derived[s] = true
				break
			}
		}
	}
	return p.derived[w.Root()]
}
