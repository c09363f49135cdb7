package cover

// word is a maximal path of letters, with every way in which its stretches can
// be derived. The stretch [l,r) holds the letters l to r-1 and runs from vertex
// l to vertex r of the word.
type word struct {
	letters []int32
	items   []int32 // the items that its options ask for, by their number here
	spans   []span  // the stretches that are of use, short ones first
	options []option
}

// span is a stretch [l,r) and its options, options[first:end].
type span struct {
	l, r       int32
	first, end int32
}

// option is one way to derive a stretch: buy the item (free if negative) and
// derive the parts. A part is a position in spans, or -1 where there is none:
// the letter whose tangent or adjoint is applied is no part.
type option struct {
	item        int32
	left, right int32
	split       int32 // the position in the word where the two sides meet
}

// compile lists the options of a word. Stretches that cannot be derived without
// a dropped item, and what would need them, are left out; ok is false if the
// word itself is one of them.
func compile(c *catalogue, letters []int32) (w *word, ok bool) {
	b := builder{catalogue: c, letters: letters, local: make(map[int32]int32)}
	k := len(letters)
	b.vertices = make([]int32, k+1)
	for n, z := range letters {
		b.vertices[n] = c.in.Letters[z].From
	}
	b.vertices[k] = c.in.Letters[letters[k-1]].To
	b.at = make([]int32, (k+1)*(k+1))
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			b.stretch(int32(l), int32(l+length))
		}
	}
	if b.at[k] < 0 {
		return nil, false
	}
	w = &word{letters: letters, items: b.items, spans: b.spans, options: b.options}
	w.prune(b.at[k])
	return w, true
}

// bytes is about how much memory the word takes, with what the pool knows of it.
func (w *word) bytes() int64 {
	return int64(len(w.options))*20 + int64(len(w.spans))*20 + int64(len(w.items))*160
}

type builder struct {
	*catalogue
	letters, vertices []int32
	at                []int32 // position in spans of [l,r), at l*(k+1)+r; -1: underivable
	local             map[int32]int32
	items             []int32
	spans             []span
	options           []option
}

func (b *builder) place(l, r int32) *int32 {
	return &b.at[int(l)*(len(b.letters)+1)+int(r)]
}

// stretch lists the options of [l,r); those of all its parts are there already.
func (b *builder) stretch(l, r int32) {
	first := int32(len(b.options))
	v := b.vertices
	if r == l+1 {
		z := b.letters[l]
		if b.in.Letters[z].Jacobian {
			b.options = append(b.options, option{free, -1, -1, -1})
		} else {
			b.option(Item{Kind: Acc, Z: z}, -1, -1, -1)
		}
	} else {
		if left := *b.place(l, r-1); left >= 0 {
			b.option(Item{Kind: Tan, Z: b.letters[r-1], A: v[l]}, left, -1, r-1)
		}
		if right := *b.place(l+1, r); right >= 0 {
			b.option(Item{Kind: Adj, Z: b.letters[l], B: v[r]}, -1, right, l+1)
		}
		for m := l + 1; m < r; m++ {
			left, right := *b.place(l, m), *b.place(m, r)
			if left >= 0 && right >= 0 {
				b.option(Item{Kind: Mul, A: v[l], J: v[m], B: v[r]}, left, right, m)
			}
		}
	}
	*b.place(l, r) = -1
	if end := int32(len(b.options)); end > first {
		*b.place(l, r) = int32(len(b.spans))
		b.spans = append(b.spans, span{l, r, first, end})
	}
}

func (b *builder) option(it Item, left, right, split int32) {
	n := b.number(it)
	if n == dropped {
		return
	}
	if n >= 0 {
		at, known := b.local[n]
		if !known {
			at = int32(len(b.items))
			b.local[n] = at
			b.items = append(b.items, n)
		}
		n = at
	}
	b.options = append(b.options, option{n, left, right, split})
}

// prune keeps the stretches that a derivation of the whole word can contain,
// and the items that they ask for.
func (w *word) prune(root int32) {
	used := make([]bool, len(w.spans))
	used[root] = true
	for s := root; s >= 0; s-- {
		if !used[s] {
			continue
		}
		for _, o := range w.options[w.spans[s].first:w.spans[s].end] {
			if o.left >= 0 {
				used[o.left] = true
			}
			if o.right >= 0 {
				used[o.right] = true
			}
		}
	}
	place := make([]int32, len(w.spans))
	item := make([]int32, len(w.items))
	for n := range item {
		item[n] = -1
	}
	spans, options, items := w.spans[:0], w.options[:0], w.items[:0]
	for s, sp := range w.spans {
		if !used[s] {
			continue
		}
		place[s] = int32(len(spans))
		first := int32(len(options))
		for _, o := range w.options[sp.first:sp.end] {
			o.left, o.right = moved(place, o.left), moved(place, o.right)
			if o.item >= 0 {
				if item[o.item] < 0 {
					item[o.item] = int32(len(items))
					items = append(items, w.items[o.item])
				}
				o.item = item[o.item]
			}
			options = append(options, o)
		}
		spans = append(spans, span{sp.l, sp.r, first, int32(len(options))})
	}
	w.spans, w.options, w.items = spans, options, items
}

func moved(place []int32, part int32) int32 {
	if part < 0 {
		return part
	}
	return place[part]
}
