package measured

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// What a mark of C++ takes where it is a function of one column (row) that facet::each calls for packs of
// them. Measured on steps of 8 to 40 entries; those of many operations take less.
const (
	packOnce   = 0.3     // of the time for one column that a pack takes, whatever its size,
	packColumn = 0.3     // and for each of its columns
	packEntry  = 0.85e-9 // to put an entry of a column into a pack, or to take it out
)

// Marks that may have little to gain: of their columns, many are computed at once already.
const (
	bendsMost   = 0.5    // the second column takes less of what a later one does,
	setupMost   = 400e-9 // or the first one more, beside such a time
	productFrom = 0.9    // or one takes about as long as the product with the Jacobian
	productTo   = 1.2
)

// packed is what a mark would take for so many seeds if it were a function of one column that facet::each
// calls; infinite where it is such a function, or nothing says that it would take less, as for one seed.
func (p *Program) packed(g Group, kind string, seeds float64) float64 {
	samples, loops := g.samples(kind), g.TangentLoops
	if kind == "adjoint" {
		loops = g.AdjointLoops
	}
	if !loops || len(samples) < 2 || seeds < 2 {
		return math.Inf(1)
	}
	entries := float64(g.Rows + g.Columns)
	for _, o := range p.Report.Groups {
		same := o.Where == g.Where && o.Rows == g.Rows
		if same && o.Argument != g.Argument && slices.Contains(g.mark(kind), o.Argument) {
			entries += float64(o.Columns)
		}
	}
	first, second, last := samples[0], samples[1], samples[len(samples)-1]
	each := (last[1] - first[1]) / (last[0] - first[0])
	setup, product := first[1]-each, p.Products.Each*float64(g.Rows)*(entries-float64(g.Rows))
	switch {
	case (second[1]-first[1])/(second[0]-first[0]) < bendsMost*each, setup > setupMost+each:
		return math.Inf(1)
	case each > productFrom*product && each < productTo*product:
		return math.Inf(1)
	}
	takes := max(0, setup)
	for left := seeds; left > 0; {
		size := packSize(left)
		takes += packOnce*each + size*(packColumn*each+packEntry*entries)
		left -= size
	}
	return takes
}

// packSize is how many of the columns that are left come in one pack.
func packSize(left float64) float64 {
	switch {
	case left > 4:
		return 8
	case left > 2:
		return 4
	}
	return 2
}

// packs looks for marks that compute one column (row) after the other, of which eight can be taken at once.
func (a *adviser) packs(module string) {
	gain, marks, most := 0.0, map[string][]string{}, 1
	for _, u := range a.of[module] {
		saved := u.takes - u.packed
		if saved <= 0 {
			continue
		}
		gain += saved
		marks[u.habit.Kind], most = u.habit.Arguments, max(most, len(u.habit.Arguments))
	}
	if gain == 0 {
		return
	}
	var all []string
	for _, kind := range []string{"tangent", "adjoint"} {
		if len(marks[kind]) > 0 {
			all = append(all, "its "+kind+" by "+strings.Join(marks[kind], ", "))
		}
	}
	verb, one := "computes", "row"
	if marks["adjoint"] == nil {
		one = "column"
	}
	if len(all) > 1 {
		verb, one = "compute", "column (row)"
	}
	each := "facet::each(f)"
	if most > 1 {
		each = fmt.Sprintf("facet::each<%d>(f)", most)
	}
	a.add(gain, "%s: %s %s one %s after the other: %s computes eight at once, if f computes one, and is a template of the number's type",
		module, strings.Join(all, " and "), verb, one, each)
}
