package measured

import (
	"cmp"
	"fmt"
	"maps"
	"math"
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
	seedsOfWork  = 4     // at once, beside one
	solveAgain   = 15e-6 // with a factorization, of one right-hand side
	sparseAnew   = 40e-6 // a sparse matrix of entries and a pattern that is there
	callOfMark   = 2e-6  // what a driver and Python need around a mark
	sharing      = 6e-6  // and to prepare something for a call
	saving       = 5e-7  // to save what is computed anyway
	heavyPart    = 0.1   // of a method's time
	smallPrepare = 1e-4  // what takes longer computes with large arrays,
	muchPrepare  = 5e-4  // or much with small ones, of so many entries
	smallArray   = 64
	stacked      = 0.2 // of what is prepared for many small calls remains if it is done at once
)

// use is a mark that a method calls, or a value, which has no seeds and no call.
type use struct {
	habit  *Habit
	mode   model.Mode
	target int
	call   int // of the method
	seeds  float64
	dense  float64 // entries of the Jacobian
	one    float64 // seconds of the mark for one seed, or of the value; 0 where it was not timed
	setup  float64 // seconds before it comes to its seeds
	takes  float64 // seconds for its seeds; of a Jacobian not known
	packed float64 // likewise, if facet::each called it
	works  []Work  // of the habit, which take no more than the mark was measured to take
}

// adviser looks at the calls of a method.
type adviser struct {
	p        *Program
	calls    []Call
	prepared []Prepared       // for these calls
	of       map[string][]use // by module
	modules  []string         // whose marks are used, in the order of their first use
	found    []Advice
	whole    float64 // seconds of the method
}

// Advise is what would make a method faster that makes these calls, with its values: of the marks that
// it uses, as their times were measured. The largest gain comes first; what gains less than this part
// of what those before it leave is left out. Gains are each beside the method as it
// is, and do not add up.
func (p *Program) Advise(calls []Call, moves []Move, worth float64) []Advice {
	whole := p.Takes(calls, moves) + p.ValuesSeconds()
	a := adviser{p: p, calls: calls, of: make(map[string][]use), whole: whole}
	for k, times := range p.preparing(calls) {
		q := p.Report.Prepared[k]
		if q.Times = times; times > 0 {
			a.prepared = append(a.prepared, q)
		}
	}
	for _, u := range p.uses(calls) {
		name := u.habit.Module
		if a.of[name] == nil {
			a.modules = append(a.modules, name)
		}
		a.of[name] = append(a.of[name], u)
	}
	if !p.listened() {
		a.setups()
		for _, m := range a.modules {
			a.packs(m)
		}
	} else {
		for _, m := range a.modules {
			a.prepare(m)
			a.joint(m, model.ADJ)
			a.joint(m, model.TAN)
			a.columns(m)
		}
	}
	a.unmarked()
	a.quicker()
	a.repeats()
	a.between()
	a.small()
	a.mixed()
	a.apart()
	a.matrices()
	a.assembled()
	a.outer()
	a.together()
	slices.SortStableFunc(a.found, func(a, b Advice) int { return cmp.Compare(b.Seconds, a.Seconds) })
	left := whole
	for k, d := range a.found {
		if !(d.Seconds >= worth*left) {
			a.found = a.found[:k]
			break
		}
		a.found[k].Seconds = min(d.Seconds, whole)
		a.found[k].Share = a.found[k].Seconds / whole
		left = max(left-d.Seconds, whole/10)
	}
	return a.found
}

// listened reports whether it is known what marks call.
func (p *Program) listened() bool { return len(p.Report.Habits) > 0 }

// kindOf is the kind of the marks of a mode.
func kindOf(mode model.Mode) string {
	if mode == model.ADJ {
		return "adjoint"
	}
	return "tangent"
}

// isValue reports whether it is a value that is computed, and no mark that is called.
func (u use) isValue() bool { return u.habit.Kind == valueKind }

// Kinds of habits that are no derivatives: the module itself, and what prepares.
const (
	valueKind   = "value"
	prepareKind = "prepare"
)

// uses are the marks that calls of a method need, one that serves several edges once, and the values.
func (p *Program) uses(calls []Call) []use {
	var all []use
	type held struct {
		habit  *Habit
		target int
	}
	made := map[held]bool{}
	for n, c := range calls {
		var seen []*Habit
		for _, k := range c.Edges {
			g := p.Report.Groups[p.Of[k]]
			u := use{habit: p.habit(c, k), mode: c.Mode, target: c.Target, call: n, seeds: float64(c.Seeds),
				dense: float64(g.Rows * g.Columns)}
			if c.Whole {
				u.seeds = p.seedsOfWhole(c.Mode, g)
			}
			if !p.listened() && len(seen) == 0 {
				u.habit = &Habit{Module: g.Module, Kind: kindOf(c.Mode), Arguments: g.mark(kindOf(c.Mode))}
			}
			if u.habit == nil || slices.Contains(seen, u.habit) {
				continue
			}
			if p.isHeld(u.habit) {
				if made[held{u.habit, c.Target}] {
					continue
				}
				made[held{u.habit, c.Target}] = true
			}
			u.one, u.setup = g.one(u.habit.Kind), g.setup(u.habit.Kind)
			u.takes, u.packed = math.Inf(1), p.packed(g, u.habit.Kind, u.seeds)
			switch f := p.Fits[p.Of[k]]; u.habit.Kind {
			case "tangent":
				u.takes = between(g.Tangent, f.Tangents, u.seeds)
				u.setup = f.Tangents.before(u.setup)
			case "adjoint":
				u.takes = between(g.Adjoint, f.Adjoints, u.seeds)
				u.setup = f.Adjoints.before(u.setup)
			}
			u.works = u.habit.within(p.longest(u.habit, g))
			seen, all = append(seen, u.habit), append(all, u)
		}
	}
	for k := range p.Report.Habits {
		h := &p.Report.Habits[k]
		if h.Kind != valueKind {
			continue
		}
		for _, v := range h.Vertices {
			one := p.Report.Vertices[v].Seconds
			all = append(all, use{habit: h, target: v, one: one, works: h.within(one)})
		}
	}
	return all
}

// mark are the arguments of a mark of C++; none where it is made of another one.
func (g Group) mark(kind string) []string {
	if kind == "adjoint" {
		return g.AdjointMark
	}
	return g.TangentMark
}

// samples are the times of tangents, or of adjoints.
func (g Group) samples(kind string) []Sample {
	if kind == "adjoint" {
		return g.Adjoint
	}
	return g.Tangent
}

// one is the time of a mark for one seed; 0 where it was not measured.
func (g Group) one(kind string) float64 {
	samples := g.samples(kind)
	if kind == "jacobian" || len(samples) == 0 || samples[0][0] != 1 {
		return 0
	}
	return samples[0][1]
}

// longest is what a mark takes for one seed at most; 0 where it was not measured.
func (p *Program) longest(h *Habit, g Group) float64 {
	if h.Kind != "jacobian" {
		return g.one(h.Kind)
	}
	for _, q := range p.Report.Prepared {
		if h.makes(q) {
			return q.Seconds
		}
	}
	return g.one("tangent") // with a product
}

// within are the works of a habit, which were listened to less often than the mark was timed, and
// functions of the program with all that listening adds to them.
func (h *Habit) within(limit float64) []Work {
	all := slices.Clone(h.Works)
	others := 0.0
	for _, w := range all {
		if w.Library != "own" {
			others += w.Seconds
		}
	}
	sum := top(all)
	for k := range all {
		most := others
		if all[k].Library == "own" {
			most = sum
		}
		if limit > 0 && most > limit {
			all[k].Seconds *= limit / most
			all[k].Several *= limit / most
			all[k].Again *= limit / most
			all[k].Stacked *= limit / most
			all[k].SeveralStacked *= limit / most
		}
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
	argument := p.Report.Edges[edge].Argument
	kinds := []string{"tangent", "jacobian", "adjoint"}
	switch {
	case c.Whole && p.Report.Groups[p.Of[edge]].Whole:
		kinds = []string{"jacobian"}
	case c.Mode == model.ADJ:
		kinds = []string{"adjoint", "jacobian", "tangent"}
	}
	for _, kind := range kinds {
		for _, h := range p.habits[c.Target] {
			if h.Kind == kind && slices.Contains(h.Arguments, argument) {
				return h
			}
		}
	}
	return nil
}

// isHeld reports whether a mark gives a sparse Jacobian, which is made once for all that need it.
func (p *Program) isHeld(h *Habit) bool {
	return h.Kind == "jacobian" && slices.ContainsFunc(p.Report.Prepared, h.makes)
}

// makes reports whether what is prepared is the sparse Jacobian that the mark returns.
func (h *Habit) makes(q Prepared) bool {
	return q.Matrix != "" && slices.Contains(h.Arguments, q.Matrix) && q.Module == h.Module+" by "+q.Matrix
}

// preparing are the calls of what prepares a module, of which each serves one call.
func (a *adviser) preparing(module string) (all []use) {
	for k := range a.p.Report.Habits {
		h := &a.p.Report.Habits[k]
		for _, q := range a.prepared {
			if h.Kind != prepareKind || h.Module != module || q.Module != module ||
				q.Times < len(h.Vertices) {
				continue
			}
			for _, v := range h.Vertices {
				all = append(all, use{habit: h, target: v, one: q.Seconds, works: h.within(q.Seconds)})
			}
		}
	}
	return all
}

// setup is what a mark takes before it comes to its seeds.
func (g Group) setup(kind string) float64 {
	samples := g.samples(kind)
	if len(samples) < 2 {
		return 0
	}
	first, last := samples[0], samples[len(samples)-1]
	each := (last[1] - first[1]) / (last[0] - first[0])
	return max(0, first[1]-each*first[0])
}

// columns looks for functions that are called for one seed after the other, where their price is not
// that of a product with the Jacobian.
func (a *adviser) columns(module string) {
	gain, name, most := 0.0, "", 0.0
	for _, u := range a.of[module] {
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

// outer looks for adjoints that are outer products, whose sum over the calls of a module can be
// multiplied out once.
func (a *adviser) outer() {
	type argument struct {
		module, name string
		rank         int
	}
	gain, times := map[argument]float64{}, map[argument]int{}
	seen := map[int]bool{} // sources that have a contribution
	var all []argument
	for _, c := range a.calls {
		for _, k := range c.Edges {
			e, g := a.p.Report.Edges[k], a.p.Report.Groups[a.p.Of[k]]
			h := a.p.habit(c, k)
			if c.Mode != model.ADJ || h == nil || h.Outer[e.Argument] == 0 {
				continue
			}
			one := argument{h.Module, e.Argument, h.Outer[e.Argument]}
			if times[one]++; times[one] == 1 {
				all = append(all, one)
			}
			if seen[e.Source] {
				entries := float64(c.Seeds) * float64(g.Columns)
				gain[one] += 2*a.p.Moves.At(entries) - a.p.Products.Each*entries*float64(one.rank)
			}
			seen[e.Source] = true
		}
	}
	for _, one := range all {
		product := "an outer product"
		if one.rank > 1 {
			product = fmt.Sprintf("a sum of %d outer products", one.rank)
		}
		if gain[one] > 0 {
			a.add(gain[one], "%s: each row of its adjoint by %s is %s, made and added %d times: return outer(left, right), and it is multiplied out once",
				one.module, one.name, product, times[one])
		}
	}
}

// top is the time of what a mark itself calls, for one seed.
func top(all []Work) float64 {
	sum := 0.0
	for _, w := range all {
		if w.Top {
			sum += w.Seconds
		}
	}
	return sum
}

// together looks for small things that are prepared for one call after the other.
func (a *adviser) together() {
	for _, q := range a.prepared {
		large := slices.ContainsFunc(a.p.Report.Groups, func(g Group) bool {
			return g.Module == q.Module && max(g.Rows, g.Columns) > smallArray
		})
		if q.Apart && q.Matrix == "" && q.Times >= manySmall &&
			(q.Seconds < smallPrepare || q.Seconds < muchPrepare && !large) {
			a.add(float64(q.Times)*q.Seconds*(1-stacked),
				"%s: what it prepares is small, and is made %d times: @%s.prepare(together=True) makes it for all calls at once",
				q.Module, q.Times, q.Module)
		}
	}
}

func (a *adviser) add(seconds float64, text string, args ...any) {
	a.found = append(a.found, Advice{Text: fmt.Sprintf(text, args...), Seconds: seconds})
}

// byTime are names by the seconds that they take, the most first.
func byTime(seconds map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(seconds), func(a, b string) int {
		return cmp.Or(cmp.Compare(seconds[b], seconds[a]), cmp.Compare(a, b))
	})
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
