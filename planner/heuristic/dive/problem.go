package dive

import (
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
	"facet/planner/linegraph"
	"facet/planner/packed"
)

// Problem is a state and what is known of its words and items, for any number of
// dives from it. It learns words and items as they are met, and belongs to one
// goroutine.
type Problem struct {
	start    *packed.State
	graph    linegraph.Graph
	letterOf map[int32]int32 // by the edge whose models a letter has
	words    []word
	known    map[string]bool
	complete bool // all words are there

	items    []item
	numbers  map[uint64]int32
	free     []bool   // by item: it costs nothing
	acc      []int32  // by letter: the number of its ACC, or -1
	through  []bitset // by letter: the words that contain it
	visiting []bitset // by dag vertex: the words that visit it

	derivation derivation
}

// word is a maximal path of the letters of the start, with the steps of its
// derivation that known items allow, short stretches first.
type word struct {
	letters  []int32
	vertices []int32
	steps    []step
}

// step derives the stretch from position l to r of a word from its parts at m.
// The part on the right of a TAN and on the left of an ADJ is a letter whose
// model does it.
type step struct {
	item    int32
	kind    paths.Kind
	l, m, r int32
}

func (w *word) letter(z int32) int32 { return int32(slices.Index(w.letters, z)) }
func (w *word) vertex(i int32) int32 { return int32(slices.Index(w.vertices, i)) }

// enumerated is up to how many words are all looked at from the beginning.
// Where there are more, dives begin with a sample and meet the others.
const enumerated = 20000

// NewProblem prepares a state; it must be as [packed.FromModel] gives it, so
// that the letters of its graph are its slots.
func NewProblem(start *packed.State) *Problem { return newProblem(start, enumerated) }

func newProblem(start *packed.State, limit float64) *Problem {
	p := &Problem{start: start.Clone(), known: make(map[string]bool), numbers: make(map[uint64]int32), letterOf: make(map[int32]int32)}
	at := make([]int32, start.Slots())
	start.Fill(&p.graph, at)
	p.acc = make([]int32, len(p.graph.Letters))
	for z := range p.acc {
		p.acc[z] = -1
	}
	for z := range start.Slots() {
		if e := start.Vertex[z].Edge; start.IsLive(z) && e >= 0 {
			p.letterOf[e] = at[z]
		}
	}
	p.through, p.visiting = make([]bitset, len(p.graph.Letters)), make([]bitset, len(p.graph.Size))
	if p.complete = p.count(limit) <= limit; p.complete {
		p.each(func(letters []int32) { p.Add(letters) })
	} else {
		p.sample()
	}
	return p
}

// Bytes is about how much memory the problem takes, and a dive with it.
func (p *Problem) Bytes() int64 {
	all := int64(8 * p.start.Bytes())
	for n := range p.words {
		w := &p.words[n]
		all += int64(16*len(w.steps) + 28*len(w.letters) + 120)
	}
	sets := len(p.items) + len(p.through) + 2*len(p.visiting)
	return all + int64(len(p.items))*80 + int64(sets)*int64(len(p.words)/16+24)
}

// sampledLetters is up to how many letters a word has that is taken in where not
// all are known: its repair is cubic in them.
const sampledLetters = 64

// sample adds a random word through each letter, so that the first dive does not
// have to meet all that it buys for.
func (p *Problem) sample() {
	luck := rand.New(rand.NewPCG(0x776f7264, uint64(len(p.graph.Letters))))
	for z := range p.graph.Letters {
		word := []int32{int32(z)}
		for before := p.graph.Pred[z]; len(before) > 0; before = p.graph.Pred[word[len(word)-1]] {
			word = append(word, before[luck.IntN(len(before))])
		}
		slices.Reverse(word)
		for after := p.graph.Succ[z]; len(after) > 0; after = p.graph.Succ[word[len(word)-1]] {
			word = append(word, after[luck.IntN(len(after))])
		}
		if len(word) <= sampledLetters {
			p.Add(word)
		}
	}
}

// Add takes a word in. A word that is known, or has no face, is left out.
func (p *Problem) Add(letters []int32) {
	if len(letters) < 2 {
		return
	}
	name := make([]byte, 0, 4*len(letters))
	for _, z := range letters {
		name = append(name, byte(z), byte(z>>8), byte(z>>16), byte(z>>24))
	}
	if p.known[string(name)] {
		return
	}
	p.known[string(name)] = true
	n := len(p.words)
	w := word{letters: slices.Clone(letters)}
	for _, z := range letters {
		w.vertices = append(w.vertices, p.graph.Letters[z].From)
		p.through[z].set(n)
		p.visiting[p.graph.Letters[z].From].set(n)
	}
	end := p.graph.Letters[letters[len(letters)-1]].To
	w.vertices = append(w.vertices, end)
	p.visiting[end].set(n)
	p.words = append(p.words, w)
	for k := range p.items {
		if p.fits(&p.words[n], p.items[k].Item) {
			p.offer(int32(n), int32(k))
		}
	}
	p.give(n)
}

func (p *Problem) fits(w *word, it paths.Item) bool {
	switch it.Kind {
	case paths.Acc:
		return w.letter(it.Z) >= 0
	case paths.Tan:
		return w.letter(it.Z) >= 0 && w.vertex(it.A) >= 0
	case paths.Adj:
		return w.letter(it.Z) >= 0 && w.vertex(it.B) >= 0
	}
	return w.vertex(it.A) >= 0 && w.vertex(it.J) >= 0 && w.vertex(it.B) >= 0
}

// give numbers the items of word n that cost nothing: they are always there.
func (p *Problem) give(n int) {
	for at, z := range p.words[n].letters {
		l := &p.graph.Letters[z]
		if l.Model == nil {
			continue
		}
		if !l.Jacobian && p.graph.Acc(z) == 0 {
			p.number(paths.Item{Kind: paths.Acc, Z: z})
		}
		for k, i := range p.words[n].vertices {
			if k < at && p.graph.FreeTangent(z) {
				p.number(paths.Item{Kind: paths.Tan, Z: z, A: i})
			}
			if k > at+1 && p.graph.FreeAdjoint(z) {
				p.number(paths.Item{Kind: paths.Adj, Z: z, B: i})
			}
		}
	}
}

// count is how many words there are, or more than limit.
func (p *Problem) count(limit float64) float64 {
	behind := make([]float64, len(p.graph.Letters))
	var of func(z int32) float64
	of = func(z int32) float64 {
		if behind[z] == 0 {
			if len(p.graph.Succ[z]) == 0 {
				behind[z] = 1
			}
			for _, s := range p.graph.Succ[z] {
				behind[z] = min(behind[z]+of(s), limit+1)
			}
		}
		return behind[z]
	}
	sum := 0.0
	for z := range p.graph.Letters {
		if len(p.graph.Pred[z]) == 0 {
			sum = min(sum+of(int32(z)), limit+1)
		}
	}
	return sum
}

func (p *Problem) each(visit func(letters []int32)) {
	var path []int32
	var walk func(z int32)
	walk = func(z int32) {
		path = append(path, z)
		if len(p.graph.Succ[z]) == 0 {
			visit(path)
		}
		for _, s := range p.graph.Succ[z] {
			walk(s)
		}
		path = path[:len(path)-1]
	}
	for z := range p.graph.Letters {
		if len(p.graph.Pred[z]) == 0 {
			walk(int32(z))
		}
	}
}

// Purchase is an item and how much of it the relaxation buys, in (0,1].
type Purchase = paths.Purchase
