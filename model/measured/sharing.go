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
	name            string
	line            int
	seconds         float64
	calls           map[int]int // how often, by vertex
	marks           map[*Habit]bool
	always, inValue bool
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
				r = &again{name: w.Name, line: w.Line, seconds: seconds, always: w.Always,
					calls: map[int]int{},
					marks: map[*Habit]bool{}}
				r.inValue = slices.ContainsFunc(a.value(module), func(v Work) bool {
					return slices.Contains(v.Keys, w.Keys[0]) && w.Once && len(w.Keys) == 1
				})
				all[key] = r
			}
			r.seconds = min(r.seconds, seconds)
			r.calls[u.target]++
			r.marks[u.habit] = true
		}
	}
	gain, names, marks, every := 0.0, []string{}, map[*Habit]bool{}, true
	for _, r := range sorted(all) {
		if saved := r.seconds*float64(r.spared()) - sharing*float64(len(r.calls)); saved > 0 {
			gain += saved
			names = append(names, fmt.Sprintf("%s (line %d)", r.name, r.line))
			maps.Copy(marks, r.marks)
			every = every && r.always
		}
	}
	if gain == 0 {
		return
	}
	from, of := "the same arguments of a call", "once for each call"
	if every {
		from, of = "the same arguments in all calls", "once for all, if it takes these arguments alone"
	}
	a.add(gain,
		"%s: its marks (%s) compute %s again and again from %s: @%s.prepare makes it %s, and the marks ask for prepared",
		module, a.p.named(module, marks), listed(names), from, module, of)
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

// spared is how often it would not be computed.
func (r *again) spared() int {
	all := 0
	for _, n := range r.calls {
		all += n
	}
	switch {
	case r.inValue:
		return all
	case r.always:
		return all - 1
	}
	return all - len(r.calls)
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
