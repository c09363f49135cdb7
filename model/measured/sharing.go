package measured

import (
	"cmp"
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
	value   float64     // of these: what the module computes, too
	calls   map[int]int // how often, by vertex
	marks   map[*Habit]bool
	always  bool
}

// prepare looks for what several uses of a call's marks compute from the same arguments, whatever
// their seeds: it could be made once.
func (a *adviser) prepare(module string) {
	all := map[string]*again{}
	for _, u := range a.of(module) {
		for _, w := range u.works {
			seconds, key := w.Seconds, strings.Join(w.Keys, " ")
			if !w.Once {
				key, seconds = strings.Join(w.Matrices, " "), w.factorization()
			}
			if key == "" || seconds <= 0 {
				continue
			}
			r := all[key]
			if r == nil {
				r = &again{name: w.Name, line: w.Line, seconds: seconds, value: w.Again, always: w.Always,
					calls: map[int]int{}, marks: map[*Habit]bool{}}
				all[key] = r
			}
			r.seconds, r.value = min(r.seconds, seconds), min(r.value, w.Again)
			r.calls[u.target]++
			r.marks[u.habit] = true
		}
	}
	gain, names, marks, every, inValue := 0.0, []string{}, map[*Habit]bool{}, true, false
	for _, r := range sorted(all) {
		if saved := r.spared() - sharing*float64(len(r.calls)); saved > 0 {
			gain += saved
			names = append(names, fmt.Sprintf("%s (line %d)", r.name, r.line))
			maps.Copy(marks, r.marks)
			every, inValue = every && r.always, inValue || r.value > r.seconds/2
		}
	}
	if gain == 0 {
		return
	}
	from, of, asks := "the same arguments of a call", "once for each call", "the marks ask"
	if every {
		from, of = "the same arguments in all calls", "once for all, if it takes these arguments alone"
	}
	if inValue {
		asks = "the module and its marks ask"
	}
	a.add(gain,
		"%s: its marks (%s) compute %s again and again from %s: @%s.prepare makes it %s, and %s for prepared",
		module, a.p.named(module, marks), listed(names), from, module, of, asks)
}

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
	kind := strings.ToLower(map[model.Mode]string{model.ADJ: "adjoint", model.TAN: "tangent"}[mode])
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
	var all []work // in the order of the calls, so that sums are the same each time
	seen := map[int]bool{}
	for _, u := range a.of(module) {
		if u.habit.Kind != kind || u.mode != mode {
			continue
		}
		for _, w := range u.works {
			if !w.Top || w.Once {
				continue
			}
			one := work{u.target, 0, u.seeds, strings.Join(w.Keys, " ")}
			if mode == model.TAN {
				one.call, one.key = u.call+1, w.Name
			}
			if alike[one] == nil {
				all = append(all, one)
			}
			alike[one] = append(alike[one], part{u, w})
		}
	}
	gain, names, arguments := 0.0, map[string]float64{}, []string{}
	for _, one := range all {
		first := alike[one][0]
		if mode == model.ADJ && !seen[one.target] {
			seen[one.target] = true
			for _, u := range a.of(module) {
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
			saved := p.at(one.seeds) - p.factorization()
			gain += saved
			names[p.Name] += saved
			arguments = append(append(arguments, first.habit.Arguments...), p.habit.Arguments...)
		}
	}
	if gain == 0 {
		return
	}
	quoted := `"` + strings.Join(a.p.inOrder(module, kind, arguments), `", "`) + `"`
	ordered := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
		return cmp.Or(cmp.Compare(names[b], names[a]), cmp.Compare(a, b))
	})
	what := "with the same W"
	if mode == model.TAN {
		what = "for one argument after the other, and could be of a sum"
	}
	a.add(gain, "%s: %s is called %s: @%s.%s(%s, joint=True) calls it once", module, listed(ordered), what,
		module,
		kind, quoted)
}

// turned is the adjoint by the argument of a tangent that the method takes for the same call, and what it
// saves to take it with the other adjoint, which does the same with the W that it has anyway.
func (a *adviser) turned(u, adjoint use) (*Habit, float64) {
	if u.target != adjoint.target || u.mode != model.TAN || u.habit.Kind == "adjoint" || u.one == 0 {
		return nil, 0
	}
	for k := range a.p.Report.Habits {
		h := &a.p.Report.Habits[k]
		if h.Kind != "adjoint" || !slices.Contains(h.Vertices, u.target) || h == adjoint.habit ||
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
