package driver

import (
	"cmp"
	"maps"
	"slices"

	"facet/model"
	"facet/model/measured"
	"facet/model/pattern"
)

// A section is where a compressed tangent mode begins with fewer tangents than it ends with.
// What is computed of cells that do not meet yet depends on few of the inputs in each entry:
// there, columns without a common row are one tangent. Where its values are used outside, they
// are taken apart, and the columns of the whole Jacobian go on.
type section struct {
	holds    []bool             // by vertex; with each, all that it is computed from
	of       []*pattern.Pattern // of each vertex by all inputs
	tangents model.Cost
	name     string         // of the pattern of all that leaves it, by which columns have colours
	wide     map[int]string // what was taken apart, by vertex
}

// mostLevels is how many sections are looked at.
const mostLevels = 16

// divide finds the section that saves most beside a sweep of so many tangents; nil where none does.
func (b *sweeping) divide(tangents model.Cost) *section {
	g, all := b.d.Dag, b.behind()
	work, least := make(map[int64]model.Cost), model.Cost(0) // by the most inputs that an entry depends on
	for j, p := range all {
		takes := b.takes(j, tangents)
		work[p.MostInRow()], least = work[p.MostInRow()].Add(takes), least.Add(takes)
	}
	levels := slices.SortedFunc(maps.Keys(work), func(x, y int64) int {
		return cmp.Or(cmp.Compare(work[y], work[x]), cmp.Compare(x, y))
	})
	var best *section
	for _, level := range levels[:min(len(levels), mostLevels)] {
		s := &section{holds: make([]bool, len(all)), of: all, wide: make(map[int]string)}
		for _, j := range g.Topological() {
			s.holds[j] = all[j].MostInRow() <= level
			for _, k := range g.In(j) {
				s.holds[j] = s.holds[j] && s.holds[g.Edges[k].Source]
			}
		}
		leaving := s.leaving(g)
		if s.tangents = s.colors(leaving); float64(s.tangents) > saved*float64(tangents) {
			continue
		}
		cost := model.Cost(0)
		for j := range all {
			if s.holds[j] {
				cost = cost.Add(b.takes(j, s.tangents))
			} else {
				cost = cost.Add(b.takes(j, tangents))
			}
		}
		for _, j := range leaving {
			cost = cost.Add(b.takingApart(g.Size(j).Times(tangents)))
		}
		if cost < least {
			best, least = s, cost
		}
	}
	if best != nil {
		b.d.sparsity.stacked(best)
	}
	return best
}

// behind are the patterns of all vertices by all inputs.
func (b *sweeping) behind() []*pattern.Pattern {
	g := b.d.Dag
	all, at := make([]*pattern.Pattern, len(g.Vertices)), int64(0)
	for _, x := range b.d.sources() {
		p := pattern.Shifted(g.Vertices[x].Size, int64(b.lines()), at)
		all[x] = g.Edges[0].Pattern.Table().Intern(p)
		at += g.Vertices[x].Size
	}
	for _, j := range g.Topological() {
		for _, k := range g.In(j) {
			e := &g.Edges[k]
			p := b.d.sparsity.product(e.Pattern, all[e.Source])
			if all[j] != nil {
				p = b.d.sparsity.union(all[j], p)
			}
			all[j] = p
		}
	}
	return all
}

// leaving are the vertices of a section that are used outside of it, or are outputs.
func (s *section) leaving(g *model.Dag) (all []int) {
	for _, j := range g.Topological() {
		outside := func(k int) bool { return !s.holds[g.Edges[k].Target] }
		if s.holds[j] && (g.IsSink(j) || slices.ContainsFunc(g.Out(j), outside)) {
			all = append(all, j)
		}
	}
	return all
}

// distinct are the patterns of vertices, each once.
func (s *section) distinct(vertices []int) (all []*pattern.Pattern) {
	seen := make(map[*pattern.Pattern]bool)
	for _, j := range vertices {
		if p := s.of[j]; !seen[p] {
			seen[p], all = true, append(all, p)
		}
	}
	return all
}

// colors is how many tangents a section takes, from which vertices leave.
func (s *section) colors(leaving []int) model.Cost {
	p := pattern.Stacked(s.distinct(leaving))
	if !p.IsKnown() {
		return model.Saturated
	}
	return model.Cost(p.Colors())
}

// stacked defines the pattern by which a section's columns have colours.
func (s *sparsity) stacked(part *section) {
	part.name = "section"
	line := patternLine{name: part.name}
	for _, p := range part.distinct(part.leaving(s.d.Dag)) {
		line.blocks = append(line.blocks, []string{s.name(p)})
		line.sizes[0], line.sizes[1] = append(line.sizes[0], p.Rows()), []int64{p.Columns()}
	}
	s.lines = append(s.lines, line)
}

// takes is what a vertex's calls for so many tangents cost; a joint function is priced as its
// most expensive argument.
func (b *sweeping) takes(j int, tangents model.Cost) (price model.Cost) {
	all := b.d.Dag.In(j)
	joint := b.d.joint(j, tangent) != "" && b.called(all)
	for _, k := range all {
		if p := b.price(k, tangents); joint {
			price = max(price, p)
		} else {
			price = price.Add(p)
		}
	}
	return price
}

// takingApart is what it costs to make an array of so many entries.
func (b *sweeping) takingApart(entries model.Cost) model.Cost {
	unit := measured.UnitOf(b.d.Dag)
	if unit == 0 {
		return 0
	}
	fixed := compressing
	if recordedBy(b.d.Dag, "python") {
		fixed = compressingPython
	}
	return model.Cost((fixed + 1e-9*float64(entries)) / unit)
}

// inside reports whether a vertex has the tangents of a section.
func (b *sweeping) inside(j int) bool { return b.part != nil && b.part.holds[j] }

// seedsOf is how many tangents or adjoints go through a vertex's calls.
func (b *sweeping) seedsOf(j int) model.Cost {
	if b.inside(j) {
		return b.part.tangents
	}
	return b.total
}

// outside is what a vertex has, with all tangents.
func (b *sweeping) outside(j int) string {
	if !b.inside(j) {
		return b.held[j]
	}
	if b.part.wide[j] == "" {
		take := []wrap{{kind: wide, pattern: b.part.name, block: b.d.sparsity.name(b.part.of[j])}}
		if b.compressed() {
			take[0].kind = wholeApart
			take = append(take, wrap{kind: squeeze, pattern: b.d.sparsity.whole})
		}
		b.part.wide[j] = b.fresh()
		b.d.steps = append(b.d.steps, driverStep{kind: block, result: b.part.wide[j], left: b.held[j],
			size: [2]model.Cost{b.d.Dag.Size(j), b.total}, wraps: take})
	}
	return b.part.wide[j]
}
