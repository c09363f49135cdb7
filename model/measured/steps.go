package measured

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"facet/model"
)

// What is known of many small calls, beside what is measured.
const (
	manySmall  = 16     // calls
	smallStep  = 200e-6 // seconds of a mark for one seed, at most
	atOnce     = 10     // steps, of which a module does so many
	stackable  = 0.9    // of work that no seed and no other step changes is saved where a stack does it
	unheard    = 0.7    // of a call's time in which no work was heard is saved likewise
	aroundMost = 8e-6   // of that: what is longer is work that is not heard, such as y += x
	lineOfCall = 5e-7   // a line of a driver, which takes what a call gives for one vertex
	callInCPP  = 100e-9 // what a call of C++ takes
)

// setups looks at what marks of a call take before they come to their seeds, where what they call was not
// listened to: some of them may compute the same.
func (a *adviser) setups() {
	for _, module := range a.modules {
		if slices.ContainsFunc(a.p.Report.Prepared, func(q Prepared) bool { return q.Module == module }) {
			continue
		}
		most, gain, marks := map[int]float64{}, 0.0, map[string]bool{}
		for _, u := range a.of[module] {
			gain += min(u.setup, most[u.target])
			most[u.target] = max(u.setup, most[u.target])
			if u.setup > 0 {
				marks[u.habit.Kind+" by "+u.habit.Arguments[0]] = true
			}
		}
		if gain > 0 && len(marks) > 1 {
			a.add(gain,
				"%s: its marks (%s) may compute the same before their first column or row: .prepare makes it once for each call, and so does one mark of several arguments",
				module, strings.Join(slices.Sorted(maps.Keys(marks)), ", "))
		}
	}
}

// next looks for what a call of a module computes, and the next call again: a factorization at the end of
// a step is that at the beginning of the next one.
func (a *adviser) next(module string) {
	seconds, lines, done, calls := 0.0, map[string]float64{}, map[string]bool{}, map[int]bool{}
	for _, u := range slices.Concat(a.of[module], a.preparing(module)) {
		calls[u.target] = true
		for _, w := range u.works {
			key := fmt.Sprint(u.target, w.Keys)
			if !w.Next || !w.Top || done[key] {
				continue
			}
			done[key] = true
			seconds += w.Seconds
			lines[fmt.Sprintf("%s (line %d)", w.Name, w.Line)] += w.Seconds
		}
	}
	if len(calls) > 1 && seconds > 0 {
		a.add(seconds*(atOnce-1)/atOnce,
			"%s: a call computes %s, and the next call again: let one module do ten of these steps at once, which keeps them",
			module, listed(byTime(lines)))
	}
}

// many are modules of many calls that could be fewer.
type many struct {
	modules []string
	calls   int
	gain    float64
}

func (m *many) add(module string, calls int, gain float64) {
	m.modules, m.calls, m.gain = append(m.modules, module), m.calls+calls, m.gain+gain
}

// small looks for modules of many calls. Where these are all of the same values, and differ in other
// arguments, one call could return what they give; small ones could be several steps at once, whose
// Jacobian has more entries: where it is held sparse, nothing is said.
func (a *adviser) small() {
	given := map[int][]int{}
	for _, e := range a.p.Report.Edges {
		given[e.Target] = append(given[e.Target], e.Source)
	}
	var same many
	var steps [2]many // those through which all columns go, and those of cells
	for _, module := range a.modules {
		uses, calls, around, beside := a.of[module], map[int]map[string]bool{}, 0.0, 0.0
		alike, large := a.p.listened(), false
		for _, u := range uses {
			if calls[u.target] == nil {
				calls[u.target] = map[string]bool{}
			}
			around, beside = around+callOfMark+u.setup, beside+a.beside(u, calls[u.target])
			alike = alike && slices.Equal(given[u.target], given[uses[0].target])
			large = large || !u.isValue() && u.one > smallStep || a.p.isHeld(u.habit)
		}
		if !a.p.listened() { // values are no uses
			for _, v := range slices.Sorted(maps.Keys(calls)) {
				beside += min(a.p.Report.Vertices[v].Seconds, callInCPP)
			}
		}
		switch n := float64(len(calls)); {
		case n < manySmall:
		case alike:
			same.add(module, len(calls), around*(n-1)/n)
		case !large:
			steps[a.cells(uses)].add(module, len(calls), beside+a.preparedApart(module))
		}
	}
	if same.gain > 0 {
		a.add(same.gain, "%s: %d calls of the same values: let one call return what all of them give, as a tuple",
			listed(same.modules), same.calls)
	}
	for k, m := range steps {
		if a.p.listened() {
			m.gain += a.additions(m.modules)
		}
		without := ""
		if k == 1 {
			without = a.without(m.modules)
		}
		if m.gain > 0 {
			a.add(m.gain*(atOnce-1)/atOnce,
				"%s: many small calls: let one module do ten of these steps at once%s",
				listed(slices.Sorted(slices.Values(m.modules))), without)
		}
	}
}

// cells is 1 where cells of a module do not meet yet, so that fewer tangents than of all columns do.
func (a *adviser) cells(uses []use) int {
	for _, u := range uses {
		if !u.isValue() && a.calls[u.call].Cells {
			return 1
		}
	}
	return 0
}

// without says what is not to be done in a module that joins these of cells.
func (a *adviser) without(cells []string) string {
	few, all, others := model.Cost(0), model.Cost(0), []string{}
	for _, module := range a.modules {
		for _, u := range a.of[module] {
			switch c := a.calls[u.call]; {
			case u.isValue():
			case slices.Contains(cells, module) && !c.Cells: // some calls of it mix cells
			case c.Cells:
				few = c.Seeds
			default:
				all, others = max(all, c.Seeds), append(others, module)
			}
		}
	}
	if all == 0 {
		return ""
	}
	slices.Sort(others)
	return fmt.Sprintf(", but nothing of %s: these cells take %s in place of %s tangents", listed(others), few,
		all)
}

// preparedApart is what is saved of what a module prepares, where one call prepares for several steps.
func (a *adviser) preparedApart(module string) (gain float64) {
	for _, q := range a.prepared {
		if q.Module == module {
			gain += a.togetherSaves(q)
		}
	}
	return gain
}

// beside is what a call takes beside the work that each of several steps has to do for itself: around it,
// and for what a mark computes whatever its seeds, which a stack can do for all steps. What marks of the
// call could share, as others have done it, does not count.
func (a *adviser) beside(u use, done map[string]bool) float64 {
	switch {
	case !a.p.listened():
		return min(u.setup, callInCPP)
	case u.one == 0: // a Jacobian, which is a matrix of one step
		return callOfMark
	}
	once, heard := 0.0, 0.0
	for _, w := range u.works {
		if !w.Top {
			continue
		}
		heard += w.Seconds
		key := strings.Join(w.Keys, " ")
		if (w.Once && !u.isValue() || w.Always) && !done[key] {
			once += w.Seconds - w.Again
			done[key] = true
		}
	}
	return stackable*once + unheard*min(max(0, u.one-heard), aroundMost) + lineOfCall
}

// additions are what it takes to receive what calls of modules give, and to add up what is for the same
// vertex, which a module of several steps does in place.
func (a *adviser) additions(modules []string) float64 {
	gain, seen := 0.0, map[int]bool{}
	for _, c := range a.calls {
		for n, k := range c.Edges {
			e, g := a.p.Report.Edges[k], a.p.Report.Groups[a.p.Of[k]]
			end, entries := e.Source, g.Columns
			if c.Mode == model.TAN {
				end, entries = e.Target, g.Rows
			}
			if !slices.Contains(modules, g.Module) || n > 0 && c.Mode == model.TAN {
				continue
			}
			if gain += lineOfCall; seen[end] && len(e.Outer) == 0 {
				gain += a.p.Moves.At(float64(c.Seeds) * float64(entries))
			}
			seen[end] = true
		}
	}
	return gain
}
