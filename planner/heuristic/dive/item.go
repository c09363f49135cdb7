package dive

import (
	"facet/model"
	"facet/planner/bound/paths"
)

// key packs an item into one number.
func key(it paths.Item) uint64 {
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

// item is one that some word can use and somebody has asked for.
type item struct {
	paths.Item
	price float64
	words bitset // the words with a step that uses it
}

// number gives an item its number, and the words that can use it a step. An item
// without a price gets none.
func (p *Problem) number(it paths.Item) int32 {
	k := key(it)
	if n, known := p.numbers[k]; known {
		return n
	}
	price := it.Price(&p.graph)
	n := int32(len(p.items))
	p.numbers[k] = n
	p.items = append(p.items, item{Item: it, price: float64(price)})
	p.free = append(p.free, price == 0)
	if it.Kind == paths.Acc {
		p.acc[it.Z] = n
	}
	for w := range p.users(it) {
		p.offer(int32(w), n)
	}
	return n
}

// lookup is the number of an item, -1 if nobody has asked for it.
func (p *Problem) lookup(it paths.Item) int32 {
	if n, known := p.numbers[key(it)]; known {
		return n
	}
	return -1
}

// users ranges over the words that pass through all that the item names.
func (p *Problem) users(it paths.Item) func(yield func(int) bool) {
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

// offer gives word w a step for item n, if the item fits.
func (p *Problem) offer(w, n int32) {
	word, it := &p.words[w], &p.items[n]
	st := step{item: n, kind: it.Kind}
	switch it.Kind {
	case paths.Acc:
		it.words.set(int(w))
		return
	case paths.Tan:
		st.m = word.letter(it.Z)
		st.l, st.r = word.vertex(it.A), st.m+1
	case paths.Adj:
		st.l = word.letter(it.Z)
		st.m, st.r = st.l+1, word.vertex(it.B)
	default:
		st.l, st.m, st.r = word.vertex(it.A), word.vertex(it.J), word.vertex(it.B)
	}
	if st.l >= st.m || st.m >= st.r {
		return
	}
	it.words.set(int(w))
	at := len(word.steps)
	for at > 0 && word.steps[at-1].r-word.steps[at-1].l > st.r-st.l {
		at--
	}
	word.steps = append(word.steps, step{})
	copy(word.steps[at+1:], word.steps[at:])
	word.steps[at] = st
}

// saturated tells whether a price means that there is no such operation.
func saturated(price float64) bool { return price >= float64(model.Saturated) }
