package measured

import (
	"cmp"
	"maps"
	"slices"

	"facet/model"
	"facet/model/pattern"
)

// What is told of modules that compute cells beside what mixes them.
const (
	mixedPart = 0.3     // of a call's entries depend on few inputs, at least
	mixedMost = 100_000 // entries of a call that is looked at
)

// mixing is a call through which all tangents go, though many of its entries depend on few inputs.
type mixing struct {
	lengths []int64 // how many inputs its entries depend on, ascending
	each    float64 // seconds of a tangent
}

// within is which part of the entries depend on so many inputs at most, where others depend on twice as many.
func (m *mixing) within(level int64) float64 {
	n, _ := slices.BinarySearch(m.lengths, level+1)
	part := float64(n) / float64(len(m.lengths))
	if part < mixedPart || m.lengths[len(m.lengths)-1] < 2*level {
		return 0
	}
	return part
}

// mixed looks for modules that compute what depends on few of the inputs in each entry together with what
// depends on many of them, so that all tangents go through both.
func (a *adviser) mixed() {
	g := a.p.Dag
	if !g.HasPatterns() {
		return
	}
	inputs, behind, known := int64(0), g.Behind(), map[*pattern.Pattern][]int64{}
	for i, v := range g.Vertices {
		if g.IsSource(i) {
			inputs += v.Size
		}
	}
	for _, module := range a.modules {
		var all []mixing
		levels := map[int64]bool{}
		for _, u := range a.of[module] {
			c := a.calls[u.call]
			if u.isValue() || c.Mode != model.TAN || c.Whole || int64(c.Seeds) != inputs {
				continue
			}
			p := behind[c.Target]
			if p.Rows() > mixedMost || !p.IsKnown() {
				continue
			}
			if known[p] == nil {
				known[p] = lengths(p)
			}
			all = append(all, mixing{known[p], a.p.eachOf(c)})
			for _, n := range known[p] {
				levels[n] = true
			}
		}
		most, best := 0.0, int64(0)
		for _, level := range slices.Sorted(maps.Keys(levels)) {
			gain := 0.0
			for _, m := range all {
				gain += m.within(level) * m.each * float64(inputs-level)
			}
			if gain > most {
				most, best = gain, level
			}
		}
		if most > 0 {
			last := all[len(all)-1]
			rows := len(last.lengths)
			a.add(most,
				"%s: %.0f of its %d entries depend on %d of %d inputs at most: compute these in a module of their own, which takes %d in place of %d tangents",
				module, last.within(best)*float64(rows), rows, best, inputs, best, inputs)
		}
	}
}

// apart looks for modules through which many tangents or adjoints go, of which few are other than 0 in
// each entry: those of cells that do not meet. What all cells share, such as a parameter, keeps a driver
// from taking these together; a module with its own Jacobian can.
func (a *adviser) apart() {
	for _, mode := range []model.Mode{model.TAN, model.ADJ} {
		var some []Call
		meeting := map[int]int64{} // by vertex: tangents add up, and adjoints by what cells share have all
		for _, c := range a.calls {
			if c.Mode != mode || c.Meet == 0 || c.Whole {
				continue
			}
			some = append(some, c)
			if mode == model.TAN {
				meeting[c.Target] = max(meeting[c.Target], c.Meet)
			} else {
				meeting[c.Target] = min(c.Meet, cmp.Or(meeting[c.Target], c.Meet))
			}
		}
		calls, levels, seeds := map[string][]Call{}, map[int64]bool{}, model.Cost(0) // by module
		for _, c := range some {
			module := a.p.Report.Vertices[c.Target].Module
			c.Meet = meeting[c.Target]
			calls[module] = append(calls[module], c)
			levels[c.Meet], seeds = true, max(seeds, c.Seeds)
		}
		var names []string
		most, meet := 0.0, int64(0)
		for _, level := range slices.Sorted(maps.Keys(levels)) {
			if gain, modules := a.fewer(calls, level); gain > most {
				most, meet, names = gain, level, modules
			}
		}
		if most > 0 {
			a.add(most,
				"%s: of the %s %ss that go through them, %d at most are other than 0 in one entry, since cells do not meet: let one module do all of these, and mark its Jacobian, for which %d are enough",
				listed(names), seeds, kindOf(mode), meet, meet)
		}
	}
}

// fewer is what calls would save with so many seeds, of modules where no more than that meet in most calls:
// at the beginning of a sweep few do anywhere.
func (a *adviser) fewer(calls map[string][]Call, seeds int64) (gain float64, modules []string) {
	saved := map[string]float64{}
	for _, module := range slices.Sorted(maps.Keys(calls)) {
		sum, some := 0.0, 0
		for _, c := range calls[module] {
			if few := c; c.Meet <= seeds && 2*seeds <= int64(c.Seeds) {
				few.Seeds = model.Cost(seeds)
				sum, some = sum+a.p.takes(c)-a.p.takes(few), some+1
			}
		}
		if 2*some > len(calls[module]) && sum > 0 {
			saved[module], gain = sum, gain+sum
		}
	}
	return gain, byTime(saved)
}

// lengths are how many entries the rows of a pattern have, ascending.
func lengths(p *pattern.Pattern) []int64 {
	all := make([]int64, p.Rows())
	var spans []int32
	for r := range all {
		spans = p.Row(int64(r), spans[:0])
		for k := 0; k < len(spans); k += 2 {
			all[r] += int64(spans[k+1] - spans[k])
		}
	}
	slices.Sort(all)
	return all
}

// eachOf is what a call takes for one tangent more.
func (p *Program) eachOf(c Call) float64 {
	f, has := p.Joint[0][c.Target]
	if !c.Joint || !has {
		f = p.Fits[p.Of[c.Edges[0]]].Tangents
	}
	return f.Each / float64(max(1, f.Width))
}
