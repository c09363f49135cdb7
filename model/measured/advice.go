package measured

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"facet/model"
)

// Advice is a mark to write, and what it is predicted to save of a method's time.
type Advice struct {
	Text    string  `json:"text"`
	Seconds float64 `json:"gain_seconds"`
	Share   float64 `json:"gain"` // of the method's time
}

// What is known of times, in seconds, where it is not measured.
const (
	seedsOfWork  = 4      // at once, beside one
	solveAgain   = 15e-6  // with a factorization, of one right-hand side
	sparseAnew   = 15e-6  // a sparse matrix of entries and a pattern that is there
	callOfMark   = 2e-6   // what a driver and Python need around a mark
	sharing      = 6e-6   // and to prepare something for a call
	worthAdvice  = 0.05   // of the time that larger gains leave
	smallPrepare = 1e-4   // what takes longer computes with large arrays
	stacked      = 0.2    // of what is prepared for many small calls remains if it is done at once
	manySmall    = 16     // calls
	smallStep    = 100e-6 // seconds of a mark for one seed, at most
)

// use is a mark that a method calls.
type use struct {
	habit  *Habit
	mode   model.Mode
	target int
	call   int // of the method
	seeds  float64
	dense  float64 // entries of the Jacobian
	works  []Work  // of the habit, which take no more than the mark was measured to take
}

// adviser looks at the calls of a method.
type adviser struct {
	p     *Program
	calls []Call
	uses  []use
	found []Advice
}

// Advise is what would make a method faster that makes these calls: of the marks that it
// uses, as their times were measured. The largest gain comes first; what gains less than a
// twentieth of what those before it leave is left out. Gains are each beside the method as it
// is, and do not add up.
func (p *Program) Advise(calls []Call, moves []Move) []Advice {
	a := adviser{p: p, calls: calls}
	a.uses = p.uses(calls)
	whole := p.Takes(calls, moves) + p.PreparedSeconds()
	for _, m := range a.modules() {
		a.prepare(m)
		a.joint(m, model.ADJ)
		a.joint(m, model.TAN)
		a.columns(m)
		a.sums(m)
		a.join(m)
	}
	a.matrices()
	a.together()
	slices.SortStableFunc(a.found, func(a, b Advice) int { return cmp.Compare(b.Seconds, a.Seconds) })
	left := whole
	for k, d := range a.found {
		if !(d.Seconds >= worthAdvice*left) {
			a.found = a.found[:k]
			break
		}
		a.found[k].Share = d.Seconds / whole
		left = max(left-d.Seconds, worthAdvice*2*whole)
	}
	return a.found
}

// uses are the marks that calls of a method need, one that serves several edges once.
func (p *Program) uses(calls []Call) []use {
	var all []use
	for n, c := range calls {
		var seen []*Habit
		for _, k := range c.Edges {
			g := p.Report.Groups[p.Of[k]]
			u := use{habit: p.habit(c, k), mode: c.Mode, target: c.Target, call: n, seeds: float64(c.Seeds),
				dense: float64(g.Rows * g.Columns)}
			if c.Whole {
				u.seeds = p.seedsOfWhole(c.Mode, g)
			}
			if u.habit == nil || u.habit.Kind == "jacobian" && p.isHeld(u.habit) ||
				slices.Contains(seen, u.habit) {
				continue
			}
			u.works = u.habit.within(g.one(u.habit.Kind))
			seen, all = append(seen, u.habit), append(all, u)
		}
	}
	return all
}

// one is the time of a mark for one seed; 0 where it was not measured.
func (g Group) one(kind string) float64 {
	samples := g.Tangent
	if kind == "adjoint" {
		samples = g.Adjoint
	}
	if kind == "jacobian" || len(samples) == 0 || samples[0][0] != 1 {
		return 0
	}
	return samples[0][1]
}

// within are the works of a habit, which were listened to less often than the mark was timed.
func (h *Habit) within(limit float64) []Work {
	all := slices.Clone(h.Works)
	sum := 0.0
	for _, w := range all {
		if w.Top {
			sum += w.Seconds
		}
	}
	if limit == 0 || sum <= limit {
		return all
	}
	for k := range all {
		all[k].Seconds *= limit / sum
		all[k].Several *= limit / sum
	}
	return all
}

// seedsOfWhole are the tangents or adjoints that give a whole Jacobian.
func (p *Program) seedsOfWhole(mode model.Mode, g Group) float64 {
	n, colors := g.Columns, g.ColumnColors
	if mode == model.ADJ {
		n, colors = g.Rows, g.RowColors
	}
	return float64(cmp.Or(colors, n))
}

// habit is the mark that is asked for an edge's derivative; nil where it was not looked at.
func (p *Program) habit(c Call, edge int) *Habit {
	module, argument := p.Report.Vertices[c.Target].Module, p.Report.Edges[edge].Argument
	kinds := []string{"tangent", "jacobian", "adjoint"}
	switch {
	case c.Whole && p.Report.Groups[p.Of[edge]].Whole:
		kinds = []string{"jacobian"}
	case c.Mode == model.ADJ:
		kinds = []string{"adjoint", "jacobian", "tangent"}
	}
	for _, kind := range kinds {
		for k := range p.Report.Habits {
			h := &p.Report.Habits[k]
			if h.Module == module && h.Kind == kind && slices.Contains(h.Arguments, argument) {
				return h
			}
		}
	}
	return nil
}

// isHeld reports whether a Jacobian is sparse, and so is made once for all that need it.
func (p *Program) isHeld(h *Habit) bool {
	return slices.ContainsFunc(p.Report.Prepared, func(q Prepared) bool {
		return q.Matrix != "" && slices.Contains(h.Arguments, q.Matrix) &&
			q.Module == h.Module+" by "+q.Matrix
	})
}

// modules are those whose marks are used, in the order of their first use.
func (a *adviser) modules() []string {
	var all []string
	for _, u := range a.uses {
		if !slices.Contains(all, u.habit.Module) {
			all = append(all, u.habit.Module)
		}
	}
	return all
}

// of are the uses of a module's marks.
func (a *adviser) of(module string) []use {
	var all []use
	for _, u := range a.uses {
		if u.habit.Module == module {
			all = append(all, u)
		}
	}
	return all
}

// value is what the module itself does.
func (a *adviser) value(module string) []Work {
	for _, h := range a.p.Report.Habits {
		if h.Module == module && h.Kind == "value" {
			return h.Works
		}
	}
	return nil
}

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
	type place struct {
		target, call int
		seeds        float64
	}
	at := map[place]map[string][]use{} // by what is done
	for _, u := range a.of(module) {
		if u.habit.Kind != kind || u.mode != mode {
			continue
		}
		here := place{u.target, 0, u.seeds}
		if mode == model.TAN {
			here.call = u.call + 1
		}
		for _, w := range u.works {
			if !w.Top || w.Once {
				continue
			}
			key := strings.Join(w.Keys, " ")
			if mode == model.TAN {
				key = w.Name
			}
			if at[here] == nil {
				at[here] = map[string][]use{}
			}
			at[here][key] = append(at[here][key], u)
		}
	}
	gain, names, arguments := 0.0, map[string]float64{}, []string{}
	for here, by := range at {
		for key, uses := range by {
			for _, u := range uses[1:] {
				if u.habit == uses[0].habit {
					continue
				}
				for _, w := range u.works {
					if !w.Once && (strings.Join(w.Keys, " ") == key || mode == model.TAN && w.Name == key) {
						saved := w.at(here.seeds) - w.factorization()
						gain += saved
						names[w.Name] += saved
					}
				}
				arguments = append(append(arguments, uses[0].habit.Arguments...), u.habit.Arguments...)
			}
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

// columns looks for functions that are called for one seed after the other, where their price is not
// that of a product with the Jacobian.
func (a *adviser) columns(module string) {
	gain, name, most := 0.0, "", 0.0
	for _, u := range a.of(module) {
		for _, w := range u.works {
			if !w.Loops || !w.Top || u.seeds < 2 {
				continue
			}
			saved := (u.seeds - 1) * (w.each() - a.p.Products.Each*u.dense)
			if saved > 0 {
				gain += saved
			}
			if saved > most {
				most, name = saved, fmt.Sprintf("%s (line %d)", w.Name, w.Line)
			}
		}
	}
	if gain > 0 {
		a.add(gain, "%s: %s is called for one column after the other: solve for all of them in one call",
			module,
			name)
	}
}

// sums looks for np.add.at, which takes far longer than a product with a sparse matrix.
func (a *adviser) sums(module string) {
	gain, line := 0.0, 0
	for _, u := range a.of(module) {
		for _, w := range u.works {
			if w.Library == "ufunc" && w.Name == "at" && a.p.Report.SlowSums > 0 {
				gain, line = gain+w.at(u.seeds)*(1-a.p.Report.SlowSums), w.Line
			}
		}
	}
	if gain > 0 {
		a.add(gain,
			"%s: np.add.at (line %d) is slow beside a product: add by a sparse matrix of ones, made once for the program",
			module, line)
	}
}

// join looks for many small steps.
func (a *adviser) join(module string) {
	vertices := 0
	for _, v := range a.p.Report.Vertices {
		if v.Module == module {
			vertices++
		}
	}
	calls, uses := map[int]bool{}, a.of(module)
	for _, u := range uses {
		calls[u.target] = true
	}
	for k, g := range a.p.Report.Groups {
		if g.Module == module && min(a.p.Fits[k].Tangents.At(1), a.p.Fits[k].Adjoints.At(1)) > smallStep {
			return
		}
	}
	if vertices < manySmall || len(calls) < manySmall {
		return
	}
	a.add(callOfMark*float64(len(uses))*0.9,
		"%s: %d small calls: let one module do ten of these steps at once", module, vertices)
}

// matrices looks for sparse Jacobians that are put together anew though their entries stay where they are.
func (a *adviser) matrices() {
	for _, h := range a.p.Report.Habits {
		if h.Kind != "jacobian" {
			continue
		}
		building, names := 0.0, []string{}
		for _, w := range h.Works {
			if w.Library == "sparse" && w.Top {
				building += w.Seconds
				names = append(names, w.Name)
			}
		}
		for _, q := range a.p.Report.Prepared {
			if q.Matrix != "" && q.Module == h.Module+" by "+q.Matrix &&
				slices.Contains(h.Arguments, q.Matrix) {
				gain := float64(q.Times) * (min(building, q.Seconds) - sparseAnew)
				if gain > 0 {
					a.add(gain,
						"%s: its Jacobian by %s is put together anew %d times (%s): find indices and indptr once, compute its entries alone, and return csr_matrix((entries, indices, indptr), shape)",
						h.Module, q.Matrix, q.Times, listed(names))
				}
			}
		}
	}
}

// together looks for small things that are prepared for one call after the other.
func (a *adviser) together() {
	for _, q := range a.p.Report.Prepared {
		if q.Apart && q.Matrix == "" && q.Seconds < smallPrepare && q.Times >= manySmall {
			a.add(float64(q.Times)*q.Seconds*(1-stacked),
				"%s: what it prepares is small, and is made %d times: @%s.prepare(together=True) makes it for all calls at once",
				q.Module, q.Times, q.Module)
		}
	}
}

func (a *adviser) add(seconds float64, text string, args ...any) {
	a.found = append(a.found, Advice{Text: fmt.Sprintf(text, args...), Seconds: seconds})
}

// sorted are works by what they take.
func sorted(all map[string]*again) []*again {
	return slices.SortedFunc(maps.Values(all), func(a, b *again) int {
		return cmp.Or(cmp.Compare(b.seconds, a.seconds), cmp.Compare(a.line, b.line),
			cmp.Compare(a.name, b.name))
	})
}

// named lists marks of a module: "adjoint by c, p".
func (p *Program) named(module string, marks map[*Habit]bool) string {
	var all []string
	for _, kind := range []string{"tangent", "adjoint", "jacobian"} {
		var some []string
		for h := range marks {
			if h.Kind == kind {
				some = append(some, h.Arguments...)
			}
		}
		if len(some) > 0 {
			all = append(all, kind+" by "+strings.Join(p.inOrder(module, kind, some), ", "))
		}
	}
	return strings.Join(all, "; ")
}

// listed are names without those that stand there twice, three at most.
func listed(names []string) string {
	var once []string
	for _, n := range names {
		if !slices.Contains(once, n) {
			once = append(once, n)
		}
	}
	if len(once) > 3 {
		return strings.Join(once[:3], ", ") + " and others"
	}
	return strings.Join(once, ", ")
}
