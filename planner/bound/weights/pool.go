package weights

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"facet/planner/bound/paths"
	"facet/planner/linegraph"
)

// pool holds the paths that take part.
type pool struct {
	table      *paths.Table
	set        *paths.Set
	pricer     *paths.Pricer
	cuts       *paths.Separator
	paths      []*paths.Path
	known      map[string]bool
	all        bool    // every path is in the pool
	cutoffPath []int32 // a path that needs a resource as expensive as the incumbent
	memory     int64   // what all may take together
	bytes      int64   // what the paths take, in both phases
	rng        *rand.Rand
	key        []byte
}

// Few paths are all listed at once.
const enumerated = 1000

func newPool(table *paths.Table, in *linegraph.Graph, memory int64, rng *rand.Rand) pool {
	set := paths.NewSet(in)
	return pool{
		table: table, set: set, pricer: paths.NewPricer(table.Catalogue, set),
		cuts:  paths.NewSeparator(table),
		known: make(map[string]bool), memory: memory, rng: rng,
	}
}

// begin fills the pool with all paths, or with one through each face.
func (p *pool) begin(check func(int) error) {
	if p.set.Count(enumerated) <= enumerated {
		p.all = true
		p.set.Each(func(vertices []int32) bool {
			p.all = p.add(vertices) && check(len(vertices)*len(vertices)) == nil
			return p.all && p.cutoffPath == nil
		})
		return
	}
	in := p.table.Graph
	random := make([]float64, len(in.Size))
	for u := range in.Vertices {
		for _, v := range in.Succ[u] {
			for i := range random {
				random[i] = p.rng.Float64()
			}
			before, _ := p.set.Before(int32(u), random)
			behind, _ := p.set.Behind(v, random)
			p.add(append(before, behind...))
			if p.cutoffPath != nil || check(2*len(in.Vertices)) != nil {
				return
			}
		}
	}
}

// add takes a path into the pool, unless it is there; false if there is no room.
func (p *pool) add(vertices []int32) bool { return p.consider(vertices, nil) }

// consider is add for a path with a cut that is worth little by the resources' demand,
// which grows with the table; nil for any path.
func (p *pool) consider(vertices []int32, demand *[]float64) bool {
	options, subpaths := p.table.Most(len(vertices))
	most := p.table.AtMost(len(vertices)) + options*stateBytes + subpaths*placeBytes
	if p.bytes+p.table.Bytes()+most > p.memory {
		return false
	}
	p.key = p.key[:0]
	for _, z := range vertices {
		p.key = binary.AppendUvarint(p.key, uint64(z))
	}
	if p.known[string(p.key)] {
		return true
	}
	w, err := p.table.Add(vertices)
	if err != nil {
		return false
	}
	if w == nil {
		p.cutoffPath = slices.Clone(vertices)
		return true
	}
	if demand != nil {
		if *demand = widen(*demand, len(p.table.Resources)); p.cuts.Reach(w, *demand) >= littleWorth {
			return true
		}
	}
	p.known[string(p.key)] = true
	p.paths = append(p.paths, w)
	options = 0
	for _, s := range w.Subpaths {
		options += int64(len(p.table.Options(s)))
	}
	p.bytes += w.Bytes() + options*stateBytes + int64(len(w.Subpaths))*placeBytes + int64(len(p.key))
	return true
}

// What options and subpaths take in both phases, in bytes.
const (
	stateBytes = 52
	placeBytes = 10
)

// missing is a path that is not in the pool, and how little of the resources of one
// of its cuts is used.
type missing struct {
	vertices []int32
	worth    float64
}

// The pool grows by a quarter and some at most, for with more paths a round takes longer;
// where cheapest paths give less than an eighth of it, chance is asked, too.
const (
	leastFresh = 64
	mostFresh  = 4
	fewMissing = 8
)

// look adds the paths whose cuts are worth least by the resources' demand, and reports
// how many.
func (p *pool) look(demand []float64, check func(int) error) int {
	for n, price := range p.table.Cost[:len(demand)] {
		demand[n] += 1e-4 / (1 + float64(price)) // among equals, cuts of few and expensive resources
	}
	p.pricer.Reweigh(demand, 1e-6, 1e-4)
	var all []missing
	const enough = 0.95
	take := func(vertices []int32, worth float64) bool {
		if worth < enough {
			all = append(all, missing{vertices, worth})
		}
		return check(16*len(p.table.Graph.Vertices)) == nil
	}
	p.pricer.Vertices(func(path []int32, z int32) bool { return take(path, p.pricer.VertexCut(path, z)) })
	p.pricer.Faces(p.rng, func(path []int32, position int32) bool {
		return take(path, p.pricer.FaceCut(path, position))
	})
	slices.SortStableFunc(all, func(a, b missing) int { return cmp.Compare(a.worth, b.worth) })
	before := len(p.paths)
	for _, m := range all {
		if len(p.paths)-before >= leastFresh+before/mostFresh || p.cutoffPath != nil || !p.add(m.vertices) {
			break
		}
	}
	if len(all) <= before/fewMissing {
		p.sample(demand, check)
	}
	return len(p.paths) - before
}

// mostTable is the part of the memory, one in so many, up to which the table may grow by
// samples: it keeps what is not taken into the pool, too.
const mostTable = 3

// Paths that come late upset the prices of all others, so that few are taken at once,
// and those only that are much below 1.
const (
	littleWorth = 0.8
	leastTaken  = 4
	mostTaken   = 32
)

// sample adds paths taken by chance that have a cut worth little: cheapest
// paths through faces and vertices miss those that have a cheap cut of another kind.
func (p *pool) sample(demand []float64, check func(int) error) {
	last, room := len(p.paths)+leastTaken+len(p.paths)/mostTaken, true
	more := func() bool {
		return room && len(p.paths) < last && p.table.Bytes() < p.memory/mostTable && p.cutoffPath == nil
	}
	p.set.Sample(func() []*paths.Path { return p.paths }, p.rng, more, func(vertices []int32) bool {
		n := len(p.paths)
		room = p.consider(vertices, &demand) && check(len(vertices)*len(vertices)) == nil
		return len(p.paths) > n
	})
}
