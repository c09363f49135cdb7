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
func (b *Separator) fit() {
	b.reach, b.need = widen(b.reach, b.table.Subpaths()), widen(b.need, b.table.Subpaths())
	b.derived, b.in = widen(b.derived, b.table.Subpaths()), widen(b.in, len(b.table.Resources))
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
func (b *Separator) Reach(w *Path, x []float64) float64 {
	b.fit()
	for _, s := range w.Subpaths {
		b.reach[s] = b.table.blocked(s, x, b.reach)
	}
	return b.reach[w.Root()]
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
// already costs nothing more, so the set can turn out cheaper than reckoned. If
// asked to be minimal, resources that are not needed are given back at last, the
// expensive ones first.
func (b *Separator) Cut(w *Path, x []float64, set []int32, minimal bool) []int32 {
	if math.IsInf(b.Reach(w, x), 1) {
		return nil
	}
	return b.extract(w, x, set, minimal)
}

// extract is Block for the path and the weights that Reach was just asked for.
func (b *Separator) extract(w *Path, x []float64, set []int32, minimal bool) []int32 {
	begin := len(set)
	b.need[w.Root()] = true
	for n := len(w.Subpaths) - 1; n >= 0; n-- {
		s := w.Subpaths[n]
		if !b.need[s] {
			continue
		}
		for _, o := range b.table.Options(s) {
			if resource := b.choose(o, x); resource >= 0 {
				b.in[resource] = true
				set = append(set, resource)
			}
		}
	}
	for _, s := range w.Subpaths {
		b.need[s] = false
	}
	if minimal {
		set = append(set[:begin], b.minimal(w, x, set[begin:])...)
	}
	for _, resource := range set[begin:] {
		b.in[resource] = false
	}
	return set
}

// choose decides how an option is blocked and gives the resource to add, or -1.
func (b *Separator) choose(o Option, x []float64) int32 {
	if o.Left >= 0 && b.need[o.Left] || o.Right >= 0 && b.need[o.Right] || o.Resource >= 0 && b.in[o.Resource] {
		return -1
	}
	part := o.Left
	if part < 0 || o.Right >= 0 && b.reach[o.Right] < b.reach[part] {
		part = o.Right
	}
	if part < 0 || o.Resource >= 0 && x[o.Resource] <= b.reach[part] {
		return o.Resource
	}
	b.need[part] = true
	return -1
}

// minimal gives back resources of the set, those of the largest weight first, as
// long as the rest still blocks.
func (b *Separator) minimal(w *Path, x []float64, set []int32) []int32 {
	for n := 1; n < len(set); n++ {
		for k := n; k > 0 && x[set[k]] > x[set[k-1]]; k-- {
			set[k], set[k-1] = set[k-1], set[k]
		}
	}
	kept := set[:0]
	for _, resource := range set {
		b.in[resource] = false
		if b.derivable(w) {
			b.in[resource] = true
			kept = append(kept, resource)
		}
	}
	return kept
}

// IsCut tells whether the path cannot be derived without the set.
func (b *Separator) IsCut(w *Path, set []int32) bool {
	b.fit()
	for _, resource := range set {
		b.in[resource] = true
	}
	derivable := b.derivable(w)
	for _, resource := range set {
		b.in[resource] = false
	}
	return !derivable
}

// derivable tells whether the path can be derived without the chosen resources.
func (b *Separator) derivable(w *Path) bool {
	for _, s := range w.Subpaths {
		b.derived[s] = false
		for _, o := range b.table.Options(s) {
			if (o.Resource < 0 || !b.in[o.Resource]) && (o.Left < 0 || b.derived[o.Left]) && (o.Right < 0 || b.derived[o.Right]) {
				b.derived[s] = true
				break
			}
		}
	}
	return b.derived[w.Root()]
}
