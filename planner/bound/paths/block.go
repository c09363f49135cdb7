package paths

import "math"

// Blocker finds blocking sets of words: sets of items without which a word is
// not derivable. It works on one table and reuses its memory.
type Blocker struct {
	table   *Table
	reach   []float64 // by stretch: what blocking it costs at most
	need    []bool    // by stretch: it has to be blocked
	derived []bool    // by stretch: it is derivable without the set
	in      []bool    // by item: it is in the set
}

// NewBlocker gives a blocker for the words of a table.
func NewBlocker(t *Table) *Blocker { return &Blocker{table: t} }

// fit makes room for the stretches and items that the table has now.
func (b *Blocker) fit() {
	b.reach, b.need = widen(b.reach, b.table.Stretches()), widen(b.need, b.table.Stretches())
	b.derived, b.in = widen(b.derived, b.table.Stretches()), widen(b.in, len(b.table.Items))
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

// Reach is what a blocking set of the word costs at most by the weights x of the
// items: bottom-up, a stretch is blocked by blocking each of its options, and an
// option is by its item or by blocking one of its parts. Infinite if free
// options derive the word.
func (b *Blocker) Reach(w *Word, x []float64) float64 {
	b.fit()
	for _, s := range w.Stretches {
		b.reach[s] = b.table.blocked(s, x, b.reach)
	}
	return b.reach[w.Root()]
}

// blocked is what blocking a stretch costs if blocking its parts costs reach.
func (t *Table) blocked(stretch int32, x, reach []float64) float64 {
	sum := 0.0
	for _, o := range t.Options(stretch) {
		cheapest := math.Inf(1)
		if o.Item >= 0 {
			cheapest = x[o.Item]
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

// BlockAll fills reach, by stretch, with what blocking each costs at most.
func (t *Table) BlockAll(x, reach []float64) {
	for s := range t.ends {
		reach[s] = t.blocked(int32(s), x, reach)
	}
}

// Block appends to set the items of a set that blocks the word, cheap by the
// weights x. It gives nil if free options derive the word.
//
// What [Blocker.Reach] chose is carried out top-down; a part that is blocked
// already costs nothing more, so the set can turn out cheaper than reckoned. If
// asked to be minimal, items that are not needed are given back at last, the
// dear ones first.
func (b *Blocker) Block(w *Word, x []float64, set []int32, minimal bool) []int32 {
	if math.IsInf(b.Reach(w, x), 1) {
		return nil
	}
	return b.Extract(w, x, set, minimal)
}

// Extract is Block for the word and the weights that Reach was just asked for.
func (b *Blocker) Extract(w *Word, x []float64, set []int32, minimal bool) []int32 {
	begin := len(set)
	b.need[w.Root()] = true
	for n := len(w.Stretches) - 1; n >= 0; n-- {
		s := w.Stretches[n]
		if !b.need[s] {
			continue
		}
		for _, o := range b.table.Options(s) {
			if item := b.choose(o, x); item >= 0 {
				b.in[item] = true
				set = append(set, item)
			}
		}
	}
	for _, s := range w.Stretches {
		b.need[s] = false
	}
	if minimal {
		set = append(set[:begin], b.minimal(w, x, set[begin:])...)
	}
	for _, item := range set[begin:] {
		b.in[item] = false
	}
	return set
}

// choose decides how an option is blocked and gives the item to add, or -1.
func (b *Blocker) choose(o Option, x []float64) int32 {
	if o.Left >= 0 && b.need[o.Left] || o.Right >= 0 && b.need[o.Right] || o.Item >= 0 && b.in[o.Item] {
		return -1
	}
	part := o.Left
	if part < 0 || o.Right >= 0 && b.reach[o.Right] < b.reach[part] {
		part = o.Right
	}
	if part < 0 || o.Item >= 0 && x[o.Item] <= b.reach[part] {
		return o.Item
	}
	b.need[part] = true
	return -1
}

// minimal gives back items of the set, those of the largest weight first, as
// long as the rest still blocks.
func (b *Blocker) minimal(w *Word, x []float64, set []int32) []int32 {
	for n := 1; n < len(set); n++ {
		for k := n; k > 0 && x[set[k]] > x[set[k-1]]; k-- {
			set[k], set[k-1] = set[k-1], set[k]
		}
	}
	kept := set[:0]
	for _, item := range set {
		b.in[item] = false
		if b.derivable(w) {
			b.in[item] = true
			kept = append(kept, item)
		}
	}
	return kept
}

// Blocks tells whether the word cannot be derived without the set.
func (b *Blocker) Blocks(w *Word, set []int32) bool {
	b.fit()
	for _, item := range set {
		b.in[item] = true
	}
	derivable := b.derivable(w)
	for _, item := range set {
		b.in[item] = false
	}
	return !derivable
}

// derivable tells whether the word can be derived without the chosen items.
func (b *Blocker) derivable(w *Word) bool {
	for _, s := range w.Stretches {
		b.derived[s] = false
		for _, o := range b.table.Options(s) {
			if (o.Item < 0 || !b.in[o.Item]) && (o.Left < 0 || b.derived[o.Left]) && (o.Right < 0 || b.derived[o.Right]) {
				b.derived[s] = true
				break
			}
		}
	}
	return b.derived[w.Root()]
}
