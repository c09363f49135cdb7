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
	aroundMost = 8e-6   // seconds around a call: what is longer is work that is not heard
	keepsStep  = 4      // additions of small arrays take as long as to keep what a mark needs of each step
	lineOfCall = 5e-7   // a line of a driver, which takes what a call gives for one vertex
	callInCPP  = 100e-9 // what a call of C++ takes
	asMuch     = 0.75   // of a time, beside which another one may be of the same work
)

// setups looks at what marks of a call take before they come to their seeds, where what they call was not
// listened to: some of them may compute the same.
func (a *adviser) setups() {
	for _, q := range a.prepared {
		value := 0.0 // of one call
		for _, v := range a.p.Report.Vertices {
			if v.Module == q.Module {
				value = max(value, v.Seconds)
			}
		}
		if !q.InValues && q.Matrix == "" && q.Seconds > asMuch*value && q.Seconds < value/asMuch {
			a.add(float64(q.Times)*(q.Seconds-callInCPP), "%s: what it prepares takes as long as the module: if it computes the same, let the module save it, and return std::pair(result, saved)", q.Module)
		}
	}
	for _, module := range a.modules {
		if slices.ContainsFunc(a.p.Report.Prepared, func(q Prepared) bool { return q.Module == module }) {
			continue
		}
		most, gain, marks := map[int]float64{}, 0.0, map[string]bool{}
		for _, u := range a.of[module] {
			own := u.setup - callInCPP
			if len(u.habit.Arguments) == 0 || own <= 0 {
				continue // it is made of another mark
			}
			gain += min(own, most[u.target])
			most[u.target] = max(own, most[u.target])
			marks[u.habit.Kind+" by "+strings.Join(u.habit.Arguments, ", ")] = true
		}
		if gain > 0 && len(marks) > 1 {
			a.add(gain,
				"%s: its marks (%s) may compute the same before their first column or row: .prepare makes it once for each call, and so does one mark of several arguments",
				module, strings.Join(slices.Sorted(maps.Keys(marks)), ", "))
		}
	}
}

// next is what a call of a module computes, and the next call again, and where: a factorization at the end
// of a step is that at the beginning of the next one.
func (a *adviser) next(module string) (seconds float64, names []string) {
	lines, done, calls := map[string]float64{}, map[string]bool{}, map[int]bool{}
	for _, u := range slices.Concat(a.of[module], a.preparing(module)) {
		calls[u.target] = true
		for _, w := range u.works {
			key := fmt.Sprint(u.target, w.Keys)
			if w.Next == 0 || !w.Top || done[key] {
				continue
			}
			done[key] = true
			again := w.Seconds * float64(w.Next) / float64(w.Times)
			seconds += again
			lines[fmt.Sprintf("%s (line %d)", w.Name, w.Line)] += again
		}
	}
	if len(calls) < 2 {
		return 0, nil
	}
	maps.DeleteFunc(lines, func(_ string, took float64) bool { return took < heavyPart*seconds })
	return seconds, byTime(lines)
}

// small looks for modules of many calls. Where these are all of the same values, and differ in other
// arguments, one call could return what they give; small ones could be several steps at once, whose
// Jacobian has more entries: where it is held sparse, nothing is said.
func (a *adviser) small() {
	given := map[int][]int{}
	for _, e := range a.p.Report.Edges {
		given[e.Target] = append(given[e.Target], e.Source)
	}
	var same []string
	var steps [2][]string // those through which all columns go, and those of cells
	sameCalls, sameGain := 0, 0.0
	for _, module := range a.modules {
		uses, calls, around := a.of[module], map[int]bool{}, 0.0
		alike, large := a.p.listened(), false
		for _, u := range uses {
			calls[u.target] = true
			around += callOfMark + u.setup
			alike = alike && slices.Equal(given[u.target], given[uses[0].target])
			large = large || !u.isValue() && u.one > smallStep || a.p.isHeld(u.habit)
		}
		switch n := float64(len(calls)); {
		case n >= manySmall && alike:
			same, sameCalls, sameGain = append(same, module), sameCalls+len(calls), sameGain+around*(n-1)/n
		case n >= manySmall && !large:
			k := a.cells(uses)
			steps[k] = append(steps[k], module)
		default:
			if seconds, names := a.next(module); seconds > 0 {
				a.add(seconds*(atOnce-1)/atOnce,
					"%s: a call computes %s, and the next call again: let one module do several of these steps at once, which keeps them, or a prepare that takes no more than they need",
					module, listed(names))
			}
		}
	}
	if sameGain > 0 {
		a.add(sameGain, "%s: %d calls of the same values: let one call return what all of them give, as a tuple",
			listed(same), sameCalls)
	}
	for k, modules := range steps {
		a.join(modules, k == 1)
	}
}

// join advises to have one module do steps of these, which may be of cells.
func (a *adviser) join(modules []string, cells bool) {
	slices.Sort(modules)
	gain, apart := a.joined(modules)
	var keeps []string
	tangents := 0 // more than adjoints
	for _, m := range modules {
		seconds, names := a.next(m)
		gain, keeps = gain+seconds, append(keeps, names...)
		for _, u := range a.of[m] {
			switch {
			case u.isValue():
			case u.mode == model.TAN:
				tangents++
			default:
				tangents--
			}
		}
	}
	names := slices.DeleteFunc(slices.Clone(modules), func(m string) bool {
		return slices.ContainsFunc(a.of[m], a.takesPart)
	})
	if gain *= float64(atOnce-1) / atOnce; gain < heavyPart*a.whole || len(names) == 0 {
		return // it is more to write than another mark
	}
	text := strings.Join(names, ", ") + ": many small calls: let one module do ten of these steps at once"
	text += ", which computes for all ten what waits for no step, saves what derivatives need"
	if len(keeps) > 0 {
		text += ", keeps " + listed(keeps) + " for the next step"
	}
	loop, place := ", and loops over them backwards in a joint adjoint", "behind"
	if tangents > 0 {
		loop, place = ", and loops over them in a joint tangent", "before"
	}
	if text += loop; len(apart) > 0 {
		text += fmt.Sprintf(", with those by %s %s the loop", listed(apart), place)
	}
	if cells {
		text += a.without(modules)
	}
	a.add(gain, "%s", text)
}

// takesPart reports whether a use is of what takes a result or entries out, which no program defines.
func (a *adviser) takesPart(u use) bool {
	return !u.isValue() && a.p.Report.Edges[a.calls[u.call].Edges[0]].Part
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
	return fmt.Sprintf("; but nothing of %s: these cells take %s in place of %s tangents", listed(others), few,
		all)
}

// joint are modules that one module does in place of, several times.
type joint struct {
	*adviser
	modules []string
	from    map[int]string             // by vertex, the module of which it is a result
	waits   map[string]map[string]bool // by module, the arguments which it has from another step
	apart   map[string]bool            // arguments whose derivatives no other step waits for
}

// joined is what it saves to do steps of these modules in place of one call after the other: what is around
// their calls, what hands matrices over, and what can be done for all steps at once: what no seed changes,
// derivatives by what comes from elsewhere, for which no other step waits, and what is only saved. What marks
// of a call could share, as others have done it, does not count.
func (a *adviser) joined(modules []string) (gain float64, apart []string) {
	s := joint{a, modules, map[int]string{}, map[string]map[string]bool{}, map[string]bool{}}
	for v, vertex := range a.p.Report.Vertices {
		s.from[v] = vertex.Module
	}
	for _, e := range a.p.Report.Edges {
		if e.Part {
			s.from[e.Target] = s.from[e.Source]
		}
	}
	for _, m := range modules {
		s.waits[m] = map[string]bool{}
	}
	for _, e := range a.p.Report.Edges {
		if to := s.waits[s.from[e.Target]]; to != nil && s.waits[s.from[e.Source]] != nil {
			for _, name := range strings.Split(e.Argument, ", ") {
				to[name] = true
			}
		}
	}
	for _, module := range modules {
		done := map[string]bool{} // by what was given
		for _, u := range a.of[module] {
			gain += s.beside(u, done)
		}
		for _, u := range a.preparing(module) {
			gain += s.atOnce(u, done)
		}
	}
	gain += s.handed()
	return gain, slices.Sorted(maps.Keys(s.apart))
}

// beside is what is saved of a mark or a value: what is around it, and what can be done for all steps.
func (s *joint) beside(u use, done map[string]bool) float64 {
	switch {
	case !s.p.listened():
		return min(u.setup, callInCPP)
	case u.one == 0: // a Jacobian, which is a matrix of one step
		return callOfMark
	}
	small, around := s.p.Moves.At(1), u.one-top(u.works)
	around = min(max(0, around-small*float64(u.habit.Writes)), aroundMost)
	if step := fmt.Sprint(u.target); !u.isValue() && !done[step] {
		done[step] = true
		around -= keepsStep * small
	}
	return around + s.atOnce(u, done)
}

// atOnce is what is saved of what a mark or a value calls, where that can be done for all steps at once.
func (s *joint) atOnce(u use, done map[string]bool) (gain float64) {
	for _, w := range u.works {
		key := fmt.Sprint(u.target, w.Keys)
		if !w.Top || w.Next == w.Times || done[key] {
			continue
		}
		done[key] = true
		switch {
		case w.Always:
			gain += w.Seconds - w.Again
		case w.Once && !u.isValue():
			gain += min(w.Stacked, w.Seconds-w.Again)
		case s.isApart(u, w):
			saved := w.Stacked + (w.SeveralStacked-w.Stacked)*(max(1, u.seeds)-1)/(seedsOfWork-1)
			if u.isValue() {
				gain += max(0, saved)
			} else if saved -= s.p.Moves.At(1); saved > 0 { // what it is computed from is put aside
				gain += saved
				for _, name := range w.Serves {
					s.apart[name] = true
				}
			}
		}
	}
	return gain
}

// isApart reports whether no other step waits for a work: it is for what comes from elsewhere, or is saved.
func (s *joint) isApart(u use, w Work) bool {
	if u.isValue() {
		return slices.Equal(w.Serves, []string{"saved"})
	}
	return len(w.Serves) > 0 && !slices.ContainsFunc(w.Serves, func(name string) bool {
		return s.waits[u.habit.Module][name]
	})
}

// handed is what it takes to hand over what calls give, which a module of several steps has in place: in C++
// matrices that are made and read, those of the values among them, in Python lines of the driver, and what
// they add up.
func (s *joint) handed() (gain float64) {
	moved := func(entries float64) float64 { return 2 * s.p.Moves.At(entries) }
	for _, c := range s.calls {
		for n, k := range c.Edges {
			g := s.p.Report.Groups[s.p.Of[k]]
			given, made := g.Rows, g.Columns
			if c.Mode == model.TAN {
				given, made = made, given
			}
			switch seeds := float64(c.Seeds); {
			case !slices.Contains(s.modules, g.Module):
			case s.p.listened():
				gain += lineOfCall
				added := c.Mode == model.ADJ && len(s.p.Report.Edges[k].Outer) == 0
				if added && !s.waits[g.Module][g.Argument] { // one sum of a stack does it
					gain += s.p.Moves.At(seeds * float64(made))
				}
			case n == 0:
				gain += moved(seeds*float64(given)) + moved(seeds*float64(made))
			case c.Mode == model.TAN:
				gain += moved(seeds * float64(given))
			default:
				gain += moved(seeds * float64(made))
			}
		}
	}
	if !s.p.listened() { // values are no uses
		for _, v := range s.p.Report.Vertices {
			if slices.Contains(s.modules, v.Module) {
				gain += min(v.Seconds, callInCPP+moved(float64(v.Size)))
			}
		}
	}
	return gain
}
