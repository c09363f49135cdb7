package cover

import "math"

// blocker finds blocking sets of words: sets of items without which a word is
// not derivable. It is the separation of the cut packing and reuses its memory.
type blocker struct {
	reach   []float64 // by span: what blocking it costs at most
	need    []bool    // by span: it has to be blocked
	in      []bool    // by item of the word: it is in the set
	derived []bool    // by span: it is derivable without the set
}

// block gives a set of the word's items that blocks it, cheap by the weights x
// (by local number), or nil if free options derive the word.
//
// Bottom-up, a stretch is blocked by blocking each of its options, and an
// option is by its item or by blocking one of its parts. Top-down the choices
// are carried out; a part that is blocked already costs nothing more, so the
// set can turn out cheaper than reckoned. At last items that are not needed are
// given back, the dear ones first, so that the set is minimal.
func (b *blocker) block(w *word, x []float64) []int32 {
	b.measure(w, x)
	root := len(w.spans) - 1
	if math.IsInf(b.reach[root], 1) {
		return nil
	}
	b.need = fit(b.need, len(w.spans))
	b.in = fit(b.in, len(w.items))
	b.need[root] = true
	var set []int32
	for s := root; s >= 0; s-- {
		if !b.need[s] {
			continue
		}
		for _, o := range w.options[w.spans[s].first:w.spans[s].end] {
			if item := b.choose(o, x); item >= 0 {
				b.in[item] = true
				set = append(set, item)
			}
		}
	}
	return b.minimal(w, x, set)
}

func (b *blocker) measure(w *word, x []float64) {
	b.reach = fit(b.reach, len(w.spans))
	for s, sp := range w.spans {
		sum := 0.0
		for _, o := range w.options[sp.first:sp.end] {
			cheapest := math.Inf(1)
			if o.item >= 0 {
				cheapest = x[o.item]
			}
			if o.left >= 0 {
				cheapest = min(cheapest, b.reach[o.left])
			}
			if o.right >= 0 {
				cheapest = min(cheapest, b.reach[o.right])
			}
			sum += cheapest
		}
		b.reach[s] = sum
	}
}

// choose decides how an option is blocked and gives the item to add, or -1.
func (b *blocker) choose(o option, x []float64) int32 {
	if o.left >= 0 && b.need[o.left] || o.right >= 0 && b.need[o.right] || o.item >= 0 && b.in[o.item] {
		return -1
	}
	part := o.left
	if part < 0 || o.right >= 0 && b.reach[o.right] < b.reach[part] {
		part = o.right
	}
	if part < 0 || o.item >= 0 && x[o.item] <= b.reach[part] {
		return o.item
	}
	b.need[part] = true
	return -1
}

// minimal gives back items of the set, those of the largest weight first, as
// long as the rest still blocks.
func (b *blocker) minimal(w *word, x []float64, set []int32) []int32 {
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

// blocks tells whether the word cannot be derived without the set.
func (b *blocker) blocks(w *word, set []int32) bool {
	b.in = fit(b.in, len(w.items))
	for _, item := range set {
		b.in[item] = true
	}
	return !b.derivable(w)
}

// derivable tells whether the word can be derived without the chosen items.
func (b *blocker) derivable(w *word) bool {
	b.derived = fit(b.derived, len(w.spans))
	for s, sp := range w.spans {
		for _, o := range w.options[sp.first:sp.end] {
			if (o.item < 0 || !b.in[o.item]) && (o.left < 0 || b.derived[o.left]) && (o.right < 0 || b.derived[o.right]) {
				b.derived[s] = true
				break
			}
		}
	}
	return b.derived[len(w.spans)-1]
}

// splitAt gives the items that split the word at a position: its face cut. ok
// is false if a free option does too, so that they do not block.
func (w *word) splitAt(position int32) (items []int32, ok bool) {
	for _, o := range w.options {
		if o.split == position {
			if o.item < 0 {
				return nil, false
			}
			items = append(items, o.item)
		}
	}
	return items, true
}

// fit gives n zero values, in the old array where it is large enough.
func fit[T bool | float64](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, n+n/2)
	}
	old = old[:n]
	clear(old)
	return old
}
