package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/measured"
)

// Fusing makes one call of several operations that ask the same call of a module for the
// same kind of derivative: seeds side by side, or several arguments where the module has
// a joint function. Operations are brought forward for it where nothing between them
// forbids that, as long as no more entries are held than the sequence holds, or than there
// is room for.

// mostFused is the most lines of a driver that is fused, and reach how far apart
// operations may be.
const (
	mostFused = 20_000
	reach     = 600
	mostNamed = 4 // operations in the remark behind a call
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

// Fuse makes one call of operations that a call can carry out together. The driver holds no
// more entries than there is room for, unless its sequence needs more.
func (d *Driver) Fuse(room model.Cost) {
	if d.threads != nil || len(d.steps) > mostFused {
		return
	}
	limit := max(d.Memory.Peak, d.peak(d.steps), room)
	d.nameIdentities()
	delayed := d.delayIdentities()
	for i := 0; i < len(d.steps); i++ {
		if s := &d.steps[i]; s.kind != tangent && s.kind != adjoint || !s.plain() {
			continue
		}
		set := d.together(i)
		if len(set) < 2 || d.saves(set) <= 0 {
			continue
		}
		first := i
		fused := d.fused(set)
		steps := slices.Concat(d.steps[:first], fused)
		for k := first; k < len(d.steps); k++ {
			if !slices.Contains(set, k) {
				steps = append(steps, d.steps[k])
			}
		}
		if d.peak(steps) > limit {
			continue
		}
		d.steps = steps
		i += len(fused) - 1
	}
	if steps := d.unjoined(); d.peak(steps) <= limit {
		d.steps = steps
	}
	d.steps = delaySeeds(d.steps, delayed)
	d.settle()
}

// settle counts again what is alive, and which sums may be made in place.
func (d *Driver) settle() {
	d.Memory.Peak = d.peak(d.steps)
	d.findOwned()
}

// together lists the steps that can be one call with step i: all pairs of its edges and
// its seeds.
func (d *Driver) together(i int) []int {
	s := &d.steps[i]
	target := d.Dag.Edges[s.edge].Target
	var able []int
	for k := i + 1; k < len(d.steps) && k < i+reach; k++ {
		if t := &d.steps[k]; t.kind == s.kind && t.plain() && d.Dag.Edges[t.edge].Target == target &&
			d.movable(k, i, able) {
			able = append(able, k)
		}
	}
	if len(able) == 0 {
		return nil
	}
	able = append([]int{i}, able...)
	// A line of the table has the edges of one seed of adjoints, or of one result of tangents.
	line := func(t *driverStep) string {
		if t.kind == adjoint {
			return t.left
		}
		return t.result
	}
	at := make(map[string]map[int]int)
	var order []string
	for _, k := range able {
		t := &d.steps[k]
		if at[line(t)] == nil {
			at[line(t)] = make(map[int]int)
			order = append(order, line(t))
		}
		if _, twice := at[line(t)][t.edge]; !twice {
			at[line(t)][t.edge] = k
		}
	}
	edges := []int{s.edge}
	if d.joint(target, s.kind) != "" {
		edges = edges[:0]
		for _, e := range d.Dag.In(target) {
			if _, has := at[line(s)][e]; has {
				edges = append(edges, e)
			}
		}
	}
	for {
		set, of := complete(order, edges, at)
		// What may be moved past a step that comes along may not be moved past one that
		// stays: it stays, too.
		stays := slices.IndexFunc(set, func(k int) bool { return k != i && !d.movable(k, i, set) })
		switch {
		case !slices.Contains(set, i):
			return nil
		case stays < 0:
			return set
		}
		order = slices.DeleteFunc(order, func(l string) bool { return l == of[set[stays]] })
	}
}

// complete lists the steps of the lines that have all edges, and the line of each.
func complete(lines []string, edges []int, at map[string]map[int]int) (set []int, of map[int]string) {
	of = make(map[int]string)
	for _, l := range lines {
		var some []int
		for _, e := range edges {
			if k, has := at[l][e]; has {
				some = append(some, k)
				of[k] = l
			}
		}
		if len(some) == len(edges) {
			set = append(set, some...)
		}
	}
	slices.Sort(set)
	return set, of
}

// movable reports whether step k can be carried out at i, together with others.
func (d *Driver) movable(k, i int, others []int) bool {
	t := &d.steps[k]
	for n := i; n < k; n++ {
		u := &d.steps[n]
		sums := u.result == t.result && u.adds && t.adds
		if n == i || slices.Contains(others, n) {
			sums = sums || u.result == t.result && t.adds && t.kind == tangent && u.edge != t.edge
		}
		if u.result == t.left || u.result == t.result && !sums || u.reads(t.result) {
			return false
		}
	}
	return true
}

// saves is what one call saves: setups, and all but one argument of a joint function,
// less what it costs to put seeds side by side, all in units.
func (d *Driver) saves(set []int) float64 {
	price := func(e int, kind stepKind, k model.Cost) float64 {
		if kind == adjoint {
			return float64(d.Dag.Edges[e].Adjoints(k))
		}
		return float64(d.Dag.Edges[e].Tangents(k))
	}
	apart, total, moved := 0.0, model.Cost(0), 0.0
	edges, lines := make(map[int]bool), make(map[string]bool)
	for _, k := range set {
		s := &d.steps[k]
		apart += price(s.edge, s.kind, s.seedsOf())
		edges[s.edge] = true
		line := s.result
		if s.kind == adjoint {
			line = s.left
		}
		if !lines[line] {
			total = total.Add(s.seedsOf())
		}
		lines[line] = true
		e := d.Dag.Edges[s.edge]
		moved += float64(s.seedsOf()) * float64(d.Dag.Size(e.Source)+d.Dag.Size(e.Target))
	}
	as := 0.0
	for e := range edges {
		as = max(as, price(e, d.steps[set[0]].kind, total))
	}
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
	at := make(map[[2]string]*driverStep)
	new := make(map[string]bool) // results that are not there before
	for _, k := range set {
		s := &d.steps[k]
		line := s.result
		if s.kind == adjoint {
			line = s.left
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		if !slices.Contains(edges, s.edge) {
			edges = append(edges, s.edge)
		}
		at[[2]string{line, fmt.Sprint(s.edge)}] = s
		if !s.adds {
			new[s.result] = true
		}
	}
	slices.Sort(edges)
	d.inOrder(lines, first.kind, func(line string) string {
		return at[[2]string{line, fmt.Sprint(edges[0])}].left
	})
	of := func(line string, e int) *driverStep { return at[[2]string{line, fmt.Sprint(e)}] }
	var names []string
	call := first
	call.line, call.price, call.counted, call.edges = "", 0, true, edges
	call.batch = 0
	for _, l := range lines {
		call.batch = call.batch.Add(of(l, edges[0]).seedsOf())
		for _, e := range edges {
			names = append(names, of(l, e).line)
			call.price = call.price.Add(of(l, e).price)
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
			b.spread(call, rowsOf, lines, func(l string) *driverStep { return of(l, edges[0]) }, new)
			return b.steps
		}
		call.kind, call.edge, call.adds = jointAdjoint, target, false
		call.result = d.temporary()
		b.steps = append(b.steps, call)
		for n, e := range edges {
			all := call
			all.kind, all.left, all.edge, all.counted, all.seeds = pick, call.result, n, false, nil
			b.spread(all, rowsOf, lines, func(l string) *driverStep { return of(l, e) }, new)
		}
		b.steps = append(b.steps, driverStep{kind: free, result: call.result, temporary: true, edges: edges})
		return b.steps
	}
	for _, e := range edges {
		var lefts []string
		for _, l := range lines {
			lefts = append(lefts, of(l, e).left)
		}
		call.seeds = append(call.seeds, b.joined(joinColumns, lefts,
			[2]model.Cost{d.Dag.Size(d.Dag.Edges[e].Source), call.batch}))
	}
	call.size[1] = call.batch
	if call.left = call.seeds[0]; len(edges) > 1 {
		call.kind, call.edge, call.left = jointTangent, target, ""
	} else {
		call.seeds = nil
	}
	b.spread(call, columnsOf, lines, func(l string) *driverStep { return of(l, edges[0]) }, new)
	return b.steps
}

// inOrder sorts the lines of a call as an earlier call gave their seeds, so that these
// need not be put together again.
func (d *Driver) inOrder(lines []string, kind stepKind, seed func(string) string) {
	part := columnsOf
	if kind == adjoint {
		part = rowsOf
	}
	at := make(map[string]*driverStep)
	for _, l := range lines {
		if at[l] = definition(d.steps, seed(l), part); at[l] == nil {
			at[l] = &driverStep{} // others come first
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int {
		return cmp.Or(strings.Compare(at[a].left, at[b].left), cmp.Compare(at[a].span[0], at[b].span[0]))
	})
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

// forget frees the seeds that were put together for a call.
func (b *fusing) forget(call driverStep) {
	for _, name := range append([]string{call.left}, call.seeds...) {
		for _, s := range b.steps {
			if s.result == name && (s.kind == joinColumns || s.kind == joinRows) {
				b.steps = append(b.steps, driverStep{kind: free, result: name, temporary: true})
			}
		}
	}
}
