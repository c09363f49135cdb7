package cover

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/bound/simplex"
	"facet/planner/linegraph"
)

// programme is the packing linear programme over the cuts found so far, with
// the paths that they come from.
type programme struct {
	*paths.Table
	set        *paths.Set
	unit       model.Cost    // divides the cost of every resource
	paths      []*paths.Path // the pool
	known      map[string]*paths.Path
	cutoffPath []int32 // a path that needs a dropped resource: nothing beats the incumbent
	memory     int64   // bytes that the paths may take
	bytes      int64   // that they take
	full       bool    // no more of them

	lp    *simplex.Solver
	row   []int32   // by resource: its row, or -1
	exact []float64 // by row: the resource's cost in units
	cuts  []cut
	seen  map[string]bool
	noise *rand.Rand

	extended extended
	weight   []float64 // by resource: its dual price and a little more for cheap resources
	pricer   *paths.Pricer
	block    *paths.Separator
	members  []int32
	key      []byte
}

// cut is a blocking set: a column of the programme.
type cut struct {
	path      *paths.Path
	resources []int32 // by number in the catalogue, ascending
	column    int
}

func newProgramme(in *linegraph.Graph, cutoff model.Cost, bought, forbidden []paths.Resource,
	memory int64) *programme {
	table := paths.NewTable(paths.NewCatalogue(in, cutoff, bought, forbidden))
	set := paths.NewSet(in)
	return &programme{
		Table:    table,
		set:      set,
		pricer:   paths.NewPricer(table.Catalogue, set),
		block:    paths.NewSeparator(table),
		unit:     paths.CommonUnit(in, cutoff),
		known:    make(map[string]*paths.Path),
		lp:       simplex.New(),
		seen:     make(map[string]bool),
		noise:    rand.New(rand.NewPCG(20, 26)),
		memory:   memory,
		extended: extended{known: make(map[paths.Inequality]bool), at: make(map[*paths.Path]int32)},
	}
}

// path gives the path of these vertices; nil if there is no room for it or it is
// no solution below the cutoff.
func (p *programme) path(vertices []int32) *paths.Path {
	p.key = p.key[:0]
	for _, z := range vertices {
		p.key = binary.AppendUvarint(p.key, uint64(z))
	}
	if w, known := p.known[string(p.key)]; known {
		return w
	}
	if p.full = p.full || p.bytes+p.Bytes()+p.AtMost(len(vertices)) > p.memory; p.full {
		return nil
	}
	w, err := p.Add(vertices)
	if err != nil {
		p.full = true
		return nil
	}
	for n := len(p.row); n < len(p.Resources); n++ {
		p.row = append(p.row, -1)
		p.weight = append(p.weight, p.tie(int32(n)))
	}
	p.pricer.Weight = p.weight
	if w == nil {
		p.cutoffPath = slices.Clone(vertices)
		return nil
	}
	p.known[string(p.key)] = w
	p.paths = append(p.paths, w)
	p.bytes += w.Bytes() + int64(len(p.key))
	return w
}

// resourcesOf lists the resources that the path can use.
func (p *programme) resourcesOf(w *paths.Path) []int32 {
	var resources []int32
	for _, s := range w.Subpaths {
		for _, o := range p.Options(s) {
			if o.Resource >= 0 {
				resources = append(resources, o.Resource)
			}
		}
	}
	return resources
}

// most is the most that tie gives.
const most = 1e-4

// tie is what separation adds to the dual price of a resource: nearly nothing, and
// less for expensive resources. It prefers cuts of few and expensive resources among equals, which
// can take more weight.
func (p *programme) tie(resource int32) float64 {
	return most * (0.01 + 1/(1+float64(p.Cost[resource]/p.unit)))
}

// add makes the set a column, unless it is one already.
func (p *programme) add(w *paths.Path, set []int32) bool {
	resources := slices.Clone(set)
	slices.Sort(resources)
	p.key = p.key[:0]
	for _, n := range resources {
		p.key = binary.AppendUvarint(p.key, uint64(n))
	}
	if p.seen[string(p.key)] {
		return false
	}
	p.seen[string(p.key)] = true
	rows := make([]int32, len(resources))
	ones := make([]float64, len(resources))
	for n, resource := range resources {
		rows[n], ones[n] = p.rowOf(resource), 1
	}
	p.cuts = append(p.cuts, cut{w, resources, p.lp.AddColumn(1, rows, ones)})
	return true
}

// rowOf gives the row of a resource, which it makes if there is none yet.
func (p *programme) rowOf(resource int32) int32 {
	if p.row[resource] < 0 {
		p.row[resource] = p.addRow(float64(p.Cost[resource] / p.unit))
	}
	return p.row[resource]
}

// addRow makes a row whose limit is a little larger than exact, each by a
// different amount: many pivots would not move otherwise.
func (p *programme) addRow(exact float64) int32 {
	p.exact = append(p.exact, exact)
	return int32(p.lp.AddRow(exact + 1e-4*(0.5+p.noise.Float64())))
}

// readPrices takes the dual prices over into weight.
func (p *programme) readPrices() {
	for n := range p.Resources {
		x := 0.0
		if p.row[n] >= 0 {
			x = p.lp.Price(int(p.row[n]))
		}
		p.weight[n] = x + p.tie(int32(n))
	}
}

// unknown is the weight of resources that no path has asked for yet.
const unknown = 1e-6

// support lists the resources with a positive dual price.
func (p *programme) support() []paths.Primal {
	var all []paths.Primal
	for n, resource := range p.Resources {
		if p.row[n] < 0 {
			continue
		}
		if x := p.lp.Price(int(p.row[n])); x > 1e-7 {
			all = append(all, paths.Primal{Resource: resource, Value: min(x, 1)})
		}
	}
	return all
}

// violation is by how much the set's dual prices fall short of 1.
func (p *programme) violation(resources []int32) float64 {
	sum := 0.0
	for _, resource := range resources {
		if r := p.row[resource]; r >= 0 {
			sum += p.lp.Price(int(r))
		}
	}
	return 1 - sum
}
