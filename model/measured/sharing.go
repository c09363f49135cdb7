package measured

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"facet/model"
)

// again is one piece of work that marks of a call do alike.
type again struct {
	name    string
	line    int
	seconds float64
	value   float64     // of these: what the module computes, too, or alone
	calls   map[int]int // how often, by vertex
	marks   map[*Habit]bool
	always  bool
	small   bool // it is an operator, of which a call shares many at once
}

// prepare looks for what several uses of a call's marks compute from the same arguments, whatever
// their seeds: it could be made once.
func (a *adviser) prepare(module string) {
	all := map[string]*again{}
	for _, u := range slices.Concat(a.of[module], a.preparing(module)) {
		for _, w := range u.works {
			seconds, key := w.Seconds, strings.Join(w.Keys, " ")
			if !w.Once {
				key, seconds = strings.Join(w.Matrices, " "), w.factorization()
			}
			if key == "" || seconds <= 0 || u.isValue() && !w.Always {
				continue
			}
			value := w.Again
			if u.isValue() {
				value = seconds
			}
			r := all[key]
			if r == nil {
				r = &again{name: w.Name, line: w.Line, seconds: seconds, value: value, always: w.Always,
					small: w.isOperator(), calls: map[int]int{}, marks: map[*Habit]bool{}}
				all[key] = r
			}
			r.seconds, r.value = min(r.seconds, seconds), min(r.value, value)
			r.calls[u.target]++
			r.marks[u.habit] = true
		}
	}
	gain, lines, marks, calls := 0.0, map[string]int{}, map[*Habit]bool{}, map[int]int{}
	var names []string
	every, small, computed := true, true, 0.0
	for _, r := range sorted(all) {
		saved := r.spared()
		if !r.small {
			saved -= sharing * float64(len(r.calls))
		}
		if saved > 0 {
			gain += saved
			names, lines[r.name] = append(names, r.name), r.line
			maps.Copy(marks, r.marks)
			maps.Copy(calls, r.calls)
			every, small = every && r.always, small && r.small
			if r.value > r.seconds/2 {
				computed += saved
			}
		}
	}
	inValue := computed > gain/2
	marked := a.p.named(module, marks)
	who, asks := "its marks ("+marked+") compute", "the marks ask"
	prepares := slices.ContainsFunc(slices.Collect(maps.Keys(marks)), func(h *Habit) bool {
		return h.Kind == prepareKind
	})
	switch {
	case prepares && marked == "":
		who = "what it prepares computes"
	case prepares:
		who = "its marks (" + marked + ") and what it prepares compute"
	case marked == "":
		who, asks = "it computes", "the module asks"
	case inValue:
		asks = "the module and its marks ask"
	}
	names = outermost(names)
	for k, n := range names {
		names[k] = fmt.Sprintf("%s (line %d)", n, lines[n])
	}
	switch {
	case (small || prepares) && inValue && !every:
		if gain -= saving * float64(len(calls)); gain > 0 {
			a.add(gain, "%s: %s %s, and so does the module: let it save what they need, by @module(saves=True)",
				module, who, listed(names))
		}
		return
	case small:
		gain -= sharing * float64(len(calls))
	}
	if gain <= 0 {
		return
	}
	from, once := "the same arguments of a call", "once for each call"
	if every {
		from, once = "the same arguments in all calls", "once for all, if it takes these arguments alone"
	}
	a.add(gain, "%s: %s %s again and again from %s: @%s.prepare makes it %s, and %s for prepared",
		module, who, listed(names), from, module, once, asks)
}

// between looks for what calls of two modules compute from the same arguments.
func (a *adviser) between() {
	type work struct {
		seconds float64
		calls   map[int]bool
	}
	made := map[string]map[string]*work{} // by module, and by what it is given
	names := map[string]string{}
	for _, module := range a.modules {
		made[module] = map[string]*work{}
		for _, u := range slices.Concat(a.of[module], a.preparing(module)) {
			for _, w := range u.works {
				key := strings.Join(w.Keys, " ")
				if !w.Once || !w.Top || w.Seconds < sharing {
					continue
				}
				one := made[module][key]
				if one == nil {
					one = &work{w.Seconds, map[int]bool{}}
					made[module][key] = one
				}
				one.seconds, one.calls[u.target] = min(one.seconds, w.Seconds), true
				names[key] = fmt.Sprintf("%s (line %d)", w.Name, w.Line)
			}
		}
	}
	for n, module := range a.modules {
		for _, other := range a.modules[:n] {
			gain, saved := 0.0, map[string]float64{}
			for _, key := range slices.Sorted(maps.Keys(made[module])) {
				one, two := made[module][key], made[other][key]
				if two == nil {
					continue
				}
				seconds := min(one.seconds, two.seconds) * float64(min(len(one.calls), len(two.calls)))
				gain += seconds
				saved[names[key]] += seconds
			}
			if gain > 0 {
				a.add(gain, "%s and %s compute %s from the same arguments: let one module do both, which keeps it",
					other, module, listed(outermost(byTime(saved))))
			}
		}
	}
}

// outermost are names of work without the operators that stand inside of others.
func outermost(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return slices.ContainsFunc(names, func(other string) bool {
			return strings.Contains(n, " ") && len(n) < len(other) && strings.Contains(other, n)
		})
	})
}

// isOperator reports whether a piece of work is an operator of the mark itself, or one of numpy's
// functions of arrays.
func (w Work) isOperator() bool { return w.Library == "operator" }

// factorization is what a solve takes before it comes to its seeds.
func (w Work) factorization() float64 {
	if len(w.Matrices) == 0 || w.Loops {
		return 0
	}
	setup := w.Seconds - w.each() - solveAgain
	if setup < 0.3*w.Seconds {
		return 0
	}
	return setup
}

// each is what a further seed takes.
func (w Work) each() float64 { return max(0, (w.Several-w.Seconds)/(seedsOfWork-1)) }

// at is the time for so many seeds.
func (w Work) at(seeds float64) float64 { return w.Seconds + w.each()*max(0, seeds-1) }

// spared are the seconds that it would not take: all but those of the first time, in the run or in
// each call, or all where the module's own result is kept.
func (r *again) spared() float64 {
	all := 0
	for _, n := range r.calls {
		all += n
	}
	if r.always {
		return r.seconds * float64(all-1)
	}
	return r.seconds*float64(all-len(r.calls)) + r.value*float64(len(r.calls))
}

// joint looks for what marks of one call by several arguments do with the same W, or what one tangent
// could do with a sum.
func (a *adviser) joint(module string, mode model.Mode) {
	kind := kindOf(mode)
	type work struct {
		target, call int
		seeds        float64
		key          string // of what is done
	}
	type part struct { // of what a use does
		use
		Work
	}
	alike := map[work][]part{}
	beside := map[work][]*Habit{} // what serves the same call
	var all []work                // in the order of the calls, so that sums are the same each time
	seen, shared := map[int]bool{}, map[int]map[*Habit]float64{}
	gain, names, arguments := 0.0, map[string]float64{}, []string{}
	at := map[int][]use{} // by target
	for _, u := range a.of[module] {
		at[u.target] = append(at[u.target], u)
		if u.habit.Kind != kind || u.mode != mode {
			continue
		}
		call := work{target: u.target, seeds: u.seeds}
		if mode == model.TAN {
			call.call = u.call + 1
		}
		if served := beside[call]; !slices.Contains(served, u.habit) {
			if beside[call] = append(served, u.habit); len(served) > 0 {
				gain += callOfMark
				arguments = append(append(arguments, served[0].Arguments...), u.habit.Arguments...)
			}
		}
		for _, w := range u.works {
			if !w.Top || w.Once {
				continue
			}
			one := call
			one.key = strings.Join(w.Keys, " ")
			if mode == model.TAN {
				if w.isOperator() && !strings.Contains(w.Name, "@") {
					continue
				}
				one.key = w.Name
			}
			if alike[one] == nil {
				all = append(all, one)
			}
			alike[one] = append(alike[one], part{u, w})
		}
	}
	for _, one := range all {
		first := alike[one][0]
		if mode == model.ADJ && !seen[one.target] {
			seen[one.target] = true
			for _, u := range at[one.target] {
				other, saved := a.turned(u, first.use)
				if saved > 0 {
					gain += saved
					names[first.Name] += saved
					arguments = append(append(arguments, first.habit.Arguments...), other.Arguments...)
				}
			}
		}
		for _, p := range alike[one][1:] {
			if p.habit == first.habit {
				continue
			}
			saved := min(p.at(one.seeds)-p.factorization(), p.takes-shared[p.target][p.habit])
			if shared[p.target] == nil {
				shared[p.target] = map[*Habit]float64{}
			}
			shared[p.target][p.habit] += saved // all that the mark takes, at most
			gain += saved
			names[p.Name] += saved
			arguments = append(append(arguments, first.habit.Arguments...), p.habit.Arguments...)
		}
	}
	if gain == 0 {
		return
	}
	quoted := `"` + strings.Join(a.p.inOrder(module, kind, arguments), `", "`) + `"`
	ordered := byTime(names)
	what := fmt.Sprintf("its %ss by %s are small, and a call takes one after the other", kind,
		strings.Join(a.p.inOrder(module, kind, arguments), ", "))
	switch {
	case len(names) > 0 && mode == model.ADJ:
		what = listed(outermost(ordered)) + " is computed with the same W for one argument after the other"
	case len(names) > 0:
		what = listed(outermost(ordered)) + " is computed for one argument after the other, and could be of a sum"
	}
	a.add(gain, "%s: %s: @%s.%s(%s, joint=True) does it once", module, what, module, kind, quoted)
}

// turned is the adjoint by the argument of a tangent that the method takes for the same call, and what it
// saves to take it with the other adjoint, which does the same with the W that it has anyway.
func (a *adviser) turned(u, adjoint use) (*Habit, float64) {
	if u.mode != model.TAN || u.habit.Kind == "adjoint" || u.one == 0 {
		return nil, 0
	}
	for _, h := range a.p.habits[u.target] {
		if h.Kind != "adjoint" || h == adjoint.habit ||
			!slices.Equal(h.Arguments, u.habit.Arguments) {
			continue
		}
		alone, shared := 0.0, false
		for _, w := range h.Works {
			same := slices.ContainsFunc(adjoint.works, func(o Work) bool {
				return o.Top && !o.Once && slices.Equal(o.Keys, w.Keys)
			})
			switch {
			case same && w.Top && !w.Once:
				shared = true
			case w.Top:
				alone += w.at(adjoint.seeds)
			}
		}
		if shared {
			return h, u.one - alone
		}
	}
	return nil, 0
}

// inOrder are arguments of a module, each once, as its marks stand there.
func (p *Program) inOrder(module, kind string, some []string) []string {
	var all []string
	for _, h := range p.Report.Habits {
		for _, n := range h.Arguments {
			if h.Module == module && h.Kind == kind && slices.Contains(some, n) && !slices.Contains(all, n) {
				all = append(all, n)
			}
		}
	}
	return all
}
