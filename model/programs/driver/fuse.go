package driver

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"facet/model"
	"facet/model/measured"
)

// Fusing makes one call of several operations that ask the same call of a module for the
// same kind of derivative: seeds side by side, or several arguments where the module has
// a joint function. Tangents by several arguments have zeros where a result does not depend
// on one, and unit tangents where it is an argument's own. Operations are brought forward
// for it where nothing between them forbids that, as long as no more entries are held than
// the sequence holds, or than there is room for.

const (
	reach     = 600 // how far apart operations may be
	mostNamed = 4   // operations in the remark behind a call
)

// Room is how many entries fused drivers of a dag may hold: as many as the largest of
// [Modes], which a user who compares them has room for.
func Room(g *model.Dag) (room model.Cost) {
	for _, mode := range Modes {
		if d := NewMode(g, mode); d != nil {
			room = max(room, d.Memory.Peak)
		}
	}
	return room
}

// Fuse makes one call of operations that a call can carry out together, where that costs less:
// by what calls cost in units, or without that by the dag's curves. The driver holds no more
// entries than there is room for, unless its sequence needs more.
func (d *Driver) Fuse(room model.Cost, costs func(measured.Call) float64) {
	if d.costs = costs; costs == nil {
		d.costs = func(o measured.Call) float64 { return float64(priceOf(d.Dag, o)) }
	}
	limit := max(d.Memory.Peak, d.peak(d.steps), room)
	d.nameIdentities()
	d.delayIdentities()
	d.steps = newFusion(d).all(limit)
	for _, better := range []func(*Driver) []driverStep{stacked, unjoined} {
		if steps := better(d); d.peak(steps) <= limit {
			d.steps = steps
		}
	}
	inOrder(d)
	d.settle()
}

// settle counts again what is alive, and which sums may be made in place.
func (d *Driver) settle() {
	d.Memory.Peak = d.peak(d.steps)
	d.findOwned()
}

// fusion makes one call of several steps. The steps stay where they are until all is done.
type fusion struct {
	*Driver
	taken      []bool           // steps that are carried out before their place
	calls      map[int][]int    // of modules, by vertex: where they may be fused
	made, read map[string][]int // the steps that make a matrix or add to it, and that read it
}

func newFusion(d *Driver) *fusion {
	f := &fusion{Driver: d, taken: make([]bool, len(d.steps)), calls: make(map[int][]int),
		made: make(map[string][]int), read: make(map[string][]int)}
	for k := range d.steps {
		s := &d.steps[k]
		if (s.kind == adjoint || s.givesTangents()) && s.plain() {
			j := d.Dag.Edges[s.edge].Target
			f.calls[j] = append(f.calls[j], k)
		}
		f.made[s.result] = append(f.made[s.result], k)
		for _, name := range s.inputs() {
			if name != "" {
				f.read[name] = append(f.read[name], k)
			}
		}
	}
	return f
}

// all is what the steps become, which hold no more than the limit.
func (f *fusion) all(limit model.Cost) []driverStep {
	steps, now := make([]driverStep, 0, len(f.steps)), newHolding(nil)
	for i := range f.steps {
		if f.taken[i] {
			continue
		}
		if set := f.together(i); len(set) > 1 {
			fused := f.fused(set)
			if f.fits(now, set, fused, limit) {
				for k := range fused {
					now.step(&fused[k])
				}
				steps = append(steps, fused...)
				for _, k := range set {
					f.taken[k] = true
				}
				continue
			}
		}
		now.step(&f.steps[i])
		steps = append(steps, f.steps[i])
	}
	return steps
}

// together lists the steps that are best one call with step i; none if it is best alone.
func (f *fusion) together(i int) []int {
	d, s := f.Driver, &f.steps[i]
	if s.kind != adjoint && !s.givesTangents() || !s.plain() {
		return nil
	}
	target := d.Dag.Edges[s.edge].Target
	var able []int
	behind, apart := i, 0
	from, _ := slices.BinarySearch(f.calls[target], i+1)
	for _, k := range f.calls[target][from:] {
		for ; behind < k; behind++ {
			apart += number(!f.taken[behind+1])
		}
		if apart >= reach {
			break
		}
		if !f.taken[k] && d.steps[k].isLike(s) && f.movable(k, i, able) {
			able = append(able, k)
		}
	}
	if len(able) == 0 {
		return nil
	}
	able = append([]int{i}, able...)
	at := make(map[string]map[int]int)
	var order []string
	for _, k := range able {
		t := &d.steps[k]
		if at[t.seedLine()] == nil {
			at[t.seedLine()] = make(map[int]int)
			order = append(order, t.seedLine())
		}
		if _, twice := at[t.seedLine()][t.edge]; !twice {
			at[t.seedLine()][t.edge] = k
		}
	}
	edges := []int{s.edge}
	if d.joint(target, s.kind) == "" {
		return worth(d, f.settled(i, order, edges, at))
	}
	edges = edges[:0]
	for _, e := range d.Dag.In(target) {
		if _, has := at[s.seedLine()][e]; has {
			edges = append(edges, e)
		}
	}
	alike := f.settled(i, order, edges, at)
	if s.kind == adjoint {
		return worth(d, alike)
	}
	// All that there is may be one call, with zeros; or the lines that have the same arguments,
	// or those that have this one.
	all := f.settled(i, order, nil, at)
	least, best := 0.0, []int(nil)
	for _, parts := range [][][]int{{all}, parted(all, alike, func(k int) string {
		return fmt.Sprint(slices.Sorted(maps.Keys(at[d.steps[k].seedLine()])))
	}), parted(all, f.settled(i, order, []int{s.edge}, at), func(k int) string {
		return fmt.Sprint(d.steps[k].edge)
	})} {
		saved := 0.0
		for _, part := range parts {
			saved += max(0, d.saves(part))
		}
		if saved > least {
			least, best = saved, worth(d, parts[0])
		}
	}
	return best
}

// parted are the parts of all steps that go by the same name, the given one first.
func parted(all, first []int, name func(k int) string) [][]int {
	parts := [][]int{first}
	at := make(map[string]int)
	for _, k := range all {
		switch n, has := at[name(k)]; {
		case slices.Contains(first, k):
		case has:
			parts[n] = append(parts[n], k)
		default:
			at[name(k)] = len(parts)
			parts = append(parts, []int{k})
		}
	}
	return parts
}

// worth is a set of steps if it costs less as one call.
func worth(d *Driver, set []int) []int {
	if len(set) < 2 || d.saves(set) <= 0 {
		return nil
	}
	return set
}

// settled lists the steps of the lines that have all of the edges, or whatever they have where
// none are given, as far as they can be carried out at i, together. What may be moved past a
// step that comes along may not be moved past one that stays: it stays, too.
func (f *fusion) settled(i int, order []string, edges []int, at map[string]map[int]int) []int {
	for {
		set := complete(order, edges, at)
		stays := slices.IndexFunc(set, func(k int) bool { return k != i && !f.movable(k, i, set) })
		switch {
		case !slices.Contains(set, i):
			return nil
		case stays < 0:
			return set
		}
		line := f.steps[set[stays]].seedLine()
		order = slices.DeleteFunc(slices.Clone(order), func(l string) bool { return l == line })
	}
}

// complete lists the steps of the lines that have all edges, or all steps where none are given.
func complete(lines []string, edges []int, at map[string]map[int]int) (set []int) {
	for _, l := range lines {
		var some []int
		for e, k := range at[l] {
			if edges == nil || slices.Contains(edges, e) {
				some = append(some, k)
			}
		}
		if edges == nil || len(some) == len(edges) {
			set = append(set, some...)
		}
	}
	slices.Sort(set)
	return set
}

// movable reports whether step k can be carried out at i, together with others.
func (f *fusion) movable(k, i int, others []int) bool {
	t := &f.steps[k]
	any := func(int) bool { return true }
	return !f.between(f.made[t.left], i, k, any) && !f.between(f.read[t.result], i, k, any) &&
		!f.between(f.made[t.result], i, k, func(n int) bool {
			u := &f.steps[n]
			return !t.adds || !u.adds &&
				(!t.givesTangents() || u.edge == t.edge || n != i && !slices.Contains(others, n))
		})
}

// between reports whether any of the steps that are left from i to k is one.
func (f *fusion) between(steps []int, i, k int, is func(n int) bool) bool {
	from, _ := slices.BinarySearch(steps, i)
	to, _ := slices.BinarySearch(steps, k)
	return slices.ContainsFunc(steps[from:to], func(n int) bool { return !f.taken[n] && is(n) })
}

// fits reports whether no more is held than a limit where one call is made of a set of the steps that
// are left. In their own order they hold no more.
func (f *fusion) fits(now *holding, set []int, call []driverStep, limit model.Cost) bool {
	apart, together := newHolding(now), newHolding(now)
	for k := range call {
		together.step(&call[k])
	}
	for k := set[0]; k < len(f.steps); k++ {
		if f.taken[k] {
			continue
		}
		if k > set[len(set)-1] && apart.isLike(together) {
			break // and so is all that follows
		}
		apart.step(&f.steps[k])
		if !slices.Contains(set, k) {
			together.step(&f.steps[k])
		}
		if together.peak > limit {
			return false
		}
	}
	return together.peak <= limit
}

// saves is what one call saves: setups, and all but one argument of a joint function,
// less what it costs to put seeds side by side, all in units.
func (d *Driver) saves(set []int) float64 {
	if len(set) < 2 {
		return 0
	}
	apart, moved := 0.0, 0.0
	var call measured.Call
	lines := make(map[string]model.Cost)
	edges := make(map[int]bool)
	for _, k := range set {
		s := &d.steps[k]
		one := callOf(d, s)
		apart += d.costs(one)
		call.Mode, call.Target = one.Mode, one.Target
		lines[s.seedLine()] = s.seedsOf()
		e := d.Dag.Edges[s.edge]
		edges[s.edge] = true
		moved += float64(s.seedsOf()) * float64(d.Dag.Size(e.Source)+d.Dag.Size(e.Target))
	}
	call.Edges = slices.Sorted(maps.Keys(edges))
	call.Joint = len(edges) > 1
	for _, n := range lines {
		call.Seeds = call.Seeds.Add(n)
	}
	as := d.costs(call)
	if len(lines) == 1 {
		return max(1, apart-as) // nothing is moved
	}
	return apart - as - moved*d.copying()
}

// copying is what it costs to copy an entry.
func (d *Driver) copying() float64 {
	const seconds = 1e-9
	if unit := measured.UnitOf(d.Dag); unit > 0 {
		return seconds / unit
	}
	return 1
}

// fused is one call for a set of steps, and what makes its seeds and takes its results.
func (d *Driver) fused(set []int) []driverStep {
	first := d.steps[set[0]]
	target := d.Dag.Edges[first.edge].Target
	var lines []string
	var edges []int
	at := make(map[string]map[int]*driverStep)
	new := make(map[string]bool) // results that are not there before
	for _, k := range set {
		s := &d.steps[k]
		if line := s.seedLine(); at[line] == nil {
			lines = append(lines, line)
			at[line] = make(map[int]*driverStep)
		}
		if !slices.Contains(edges, s.edge) {
			edges = append(edges, s.edge)
		}
		at[s.seedLine()][s.edge] = s
		if !s.adds {
			new[s.result] = true
		}
	}
	slices.Sort(edges)
	// one is a step of a line: all have as many seeds.
	one := func(line string) *driverStep { return at[line][slices.Min(slices.Collect(maps.Keys(at[line])))] }
	// All calls have them in one order, so that parts which lie side by side do so again.
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(one(a).end, one(b).end) })
	var names []string
	call := first
	call.line, call.price, call.counted, call.edges = "", 0, true, edges
	call.batch = 0
	for _, l := range lines {
		call.batch = call.batch.Add(one(l).seedsOf())
		for _, e := range edges {
			if s := at[l][e]; s != nil {
				names = append(names, s.line)
				call.price = call.price.Add(s.price)
			}
		}
	}
	if call.line = strings.Join(names, ", "); len(names) > mostNamed {
		call.line = fmt.Sprintf("%s and %d more", strings.Join(names[:mostNamed-1], ", "),
			len(names)-mostNamed+1)
	}
	call.count = len(set)
	b := fusing{d: d}
	if first.kind == adjoint {
		call.left = b.joined(joinRows, lines, [2]model.Cost{call.batch, d.Dag.Size(target)})
		call.size[0] = call.batch
		if len(edges) == 1 {
			b.spread(call, rowsOf, lines, one, new)
			return b.steps
		}
		call.kind, call.edge, call.adds = jointAdjoint, target, false
		call.result = d.temporary()
		b.steps = append(b.steps, call)
		for n, e := range edges {
			all := call
			all.kind, all.left, all.edge, all.counted, all.seeds = pick, call.result, n, false, nil
			b.spread(all, rowsOf, lines, func(l string) *driverStep { return at[l][e] }, new)
		}
		b.steps = append(b.steps, driverStep{kind: free, result: call.result, temporary: true, edges: edges})
		return b.steps
	}
	call.size[1] = call.batch
	for _, e := range edges {
		call.seeds = append(call.seeds, b.tangents(e, lines, one, at, call.batch))
	}
	if call.left = call.seeds[0]; len(edges) > 1 {
		call.kind, call.edge, call.left = jointTangent, target, ""
	} else {
		call.kind, call.seeds = tangent, nil
	}
	b.spread(call, columnsOf, lines, one, new)
	return b.steps
}

// fusing collects the steps of one call.
type fusing struct {
	d     *Driver
	steps []driverStep
}

// joined puts seeds side by side or on top of each other.
func (b *fusing) joined(kind stepKind, names []string, size [2]model.Cost) string {
	if len(names) == 1 {
		return names[0]
	}
	name := b.d.temporary()
	b.steps = append(b.steps, driverStep{kind: kind, result: name, seeds: names, temporary: true,
		size: size})
	return name
}

// tangents are the seeds of an edge: those of the lines that have it, side by side, and zeros
// for the others.
func (b *fusing) tangents(e int, lines []string, one func(string) *driverStep,
	at map[string]map[int]*driverStep, total model.Cost) string {
	n := b.d.Dag.Size(b.d.Dag.Edges[e].Source)
	// unit has ones from a column on.
	unit := func(columns, from model.Cost) string {
		s := driverStep{kind: seeds, result: b.d.temporary(), size: [2]model.Cost{n, columns},
			span: [2]model.Cost{from, from.Add(n)}, temporary: true}
		b.steps = append(b.steps, s)
		return s.result
	}
	empty := func(columns model.Cost) string { return unit(columns, max(n, columns)) }
	var names []string
	var zeros model.Cost
	has := 0
	for _, l := range lines {
		has += number(at[l][e] != nil)
	}
	for k, l := range lines {
		s := at[l][e]
		switch {
		case s == nil:
			if zeros = zeros.Add(one(l).seedsOf()); k == len(lines)-1 {
				names = append(names, empty(zeros))
			}
			continue
		case s.kind == identityTangent && has == 1:
			return unit(total, zeros)
		case zeros > 0:
			names, zeros = append(names, empty(zeros)), 0
		}
		if s.kind == tangent {
			names = append(names, s.left)
		} else {
			names = append(names, unit(n, 0))
		}
	}
	return b.joined(joinColumns, names, [2]model.Cost{n, total})
}

// spread carries a call out, and gives each result its part.
func (b *fusing) spread(call driverStep, kind stepKind, lines []string, of func(string) *driverStep,
	new map[string]bool) {
	if len(lines) == 1 {
		s := of(lines[0])
		call.result, call.adds, call.size = s.result, !new[s.result], s.size
		delete(new, s.result)
		b.steps = append(b.steps, call)
		b.forget(call)
		return
	}
	call.result, call.adds, call.temporary = b.d.temporary(), false, true
	b.steps = append(b.steps, call)
	b.forget(call)
	var from model.Cost
	for _, l := range lines {
		s := of(l)
		to := from.Add(s.seedsOf())
		b.steps = append(b.steps, driverStep{kind: kind, result: s.result, adds: !new[s.result],
			left: call.result, size: s.size, span: [2]model.Cost{from, to}})
		delete(new, s.result)
		from = to
	}
	b.steps = append(b.steps, driverStep{kind: free, result: call.result, temporary: true})
}

// forget frees the seeds that were made for a call.
func (b *fusing) forget(call driverStep) {
	if !call.counted {
		return
	}
	for _, s := range b.steps {
		if s.kind == joinColumns || s.kind == joinRows || s.kind == seeds {
			b.steps = append(b.steps, driverStep{kind: free, result: s.result, temporary: true})
		}
	}
}
