package weights

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// pool holds the words that play.
type pool struct {
	table    *paths.Table
	paths    *paths.Set
	seeker   *paths.Seeker
	words    []*paths.Word
	known    map[string]bool
	all      bool    // every word is in the pool
	hopeless []int32 // a word that needs an item as dear as the incumbent
	memory   int64   // what all may take together
	bytes    int64   // what the words take, in the game and in pouring too
	luck     *rand.Rand
	key      []byte
}

// Few words are all listed at once.
const enumerated = 20000

func newPool(table *paths.Table, in *linegraph.Graph, memory int64, luck *rand.Rand) pool {
	set := paths.NewPaths(in)
	return pool{
		table: table, paths: set, seeker: paths.NewSeeker(table.Catalogue, set),
		known: make(map[string]bool), memory: memory, luck: luck,
	}
}

// begin fills the pool with all words, or with one through each face.
func (p *pool) begin(check func(int) error) {
	if p.paths.Count(enumerated) <= enumerated {
		p.all = true
		p.paths.Each(func(letters []int32) bool {
			p.all = p.add(letters)
			return p.all && p.hopeless == nil && check(len(letters)*len(letters)) == nil
		})
		return
	}
	in := p.table.Graph
	random := make([]float64, len(in.Size))
	for u := range in.Letters {
		for _, v := range in.Succ[u] {
			for i := range random {
				random[i] = p.luck.Float64()
			}
			before, _ := p.paths.Before(int32(u), random)
			behind, _ := p.paths.Behind(v, random)
			p.add(append(before, behind...))
			if p.hopeless != nil || check(2*len(in.Letters)) != nil {
				return
			}
		}
	}
}

// add takes a word into the pool, unless it is there; false if there is no room.
func (p *pool) add(letters []int32) bool {
	k := int64(len(letters))
	most := paths.AtMost(len(letters)) + (k*k*k/6+k*k)*playBytes + k*k/2*placeBytes
	if p.bytes+p.table.Bytes()+most > p.memory {
		return false
	}
	p.key = p.key[:0]
	for _, z := range letters {
		p.key = binary.AppendUvarint(p.key, uint64(z))
	}
	if p.known[string(p.key)] {
		return true
	}
	w, err := p.table.Add(letters)
	if err != nil {
		return false
	}
	if w == nil {
		p.hopeless = slices.Clone(letters)
		return true
	}
	p.known[string(p.key)] = true
	p.words = append(p.words, w)
	options := 0
	for _, s := range w.Stretches {
		options += len(p.table.Options(s))
	}
	p.bytes += w.Bytes() + int64(options)*playBytes + int64(len(w.Stretches))*placeBytes + int64(len(p.key))
	return true
}

// What options and stretches take in the game and in pouring, in bytes.
const (
	playBytes  = 52
	placeBytes = 10
)

// missing is a word that is not in the pool, and how little of the items of one
// of its cuts is bought.
type missing struct {
	letters []int32
	worth   float64
}

// look adds the words whose cuts are worth least by the items' demand, and tells
// how many.
func (p *pool) look(demand []float64, check func(int) error) int {
	for n, price := range p.table.Price[:len(demand)] {
		demand[n] += 1e-4 / (1 + float64(price)) // among equals, cuts of few and dear items
	}
	p.seeker.Reweigh(demand, 1e-6, 1e-4)
	var all []missing
	const enough = 0.95
	take := func(letters []int32, worth float64) bool {
		if worth < enough {
			all = append(all, missing{letters, worth})
		}
		return check(16*len(p.table.Graph.Letters)) == nil
	}
	p.seeker.Vertices(func(word []int32, z int32) bool { return take(word, p.seeker.VertexCut(word, z)) })
	p.seeker.Faces(p.luck, func(word []int32, position int32) bool { return take(word, p.seeker.FaceCut(word, position)) })
	slices.SortStableFunc(all, func(a, b missing) int { return cmp.Compare(a.worth, b.worth) })
	before := len(p.words)
	for _, m := range all {
		if len(p.words)-before >= 64+before/4 || p.hopeless != nil || !p.add(m.letters) {
			break
		}
	}
	return len(p.words) - before
}
