package heuristic

import (
	"cmp"

	"facet/model"
	"facet/model/field"
	"facet/model/heap"
	"facet/planner/search/packed"
)

// GreedyMinFill eliminates the face with the least fill first: the faces that
// the product adds, less those that go with vertices the elimination isolates
// (negative fill). A tie goes to the face that sparse tangent mode, or sparse
// adjoint mode, would take first; the better of the two sequences is the result. Of
// more than a hundred thousand operations one sequence is enough: with the ties of the
// sparse mode that takes fewer operations. When stop says so it gives up, and the plan
// has no operations.
func GreedyMinFill(start *model.State, stop Stop) Plan {
	return greedy(start, stop, byFill)
}

// GreedyLocalCost eliminates the cheapest face first, accumulations included.
// Ties go and stop works as in GreedyMinFill.
func GreedyLocalCost(start *model.State, stop Stop) Plan {
	return greedy(start, stop, byCost)
}

// candidate is a face that greedy may take next.
type candidate struct {
	u, v        model.Z
	cost        model.Cost // in the cheapest way, accumulations included
	fill        int
	accU, accV  bool     // what that way accumulates
	place       [3]int32 // canonical numbers of junction, source and sink
	value       [2]uint64
	left, right int32 // how often u and v had changed when it was made
}

// order says which of two candidates comes first.
type order struct {
	by       func(*candidate) (model.Cost, int)
	backward bool // ties go to the face that sparse adjoint mode takes first
}

func (o *order) compare(a, b *candidate) int {
	a1, a2 := o.by(a)
	b1, b2 := o.by(b)
	if c := cmp.Or(cmp.Compare(a1, b1), cmp.Compare(a2, b2)); c != 0 {
		return c
	}
	c := forward(a, b)
	if o.backward {
		return -c
	}
	return c
}

func byFill(c *candidate) (model.Cost, int) { return model.Cost(c.fill), 0 }

func byCost(c *candidate) (model.Cost, int) { return c.cost, c.fill }

// forward is the order in which sparse tangent mode takes faces: by junction,
// then by source, then by sink. Faces between the same dag vertices are told
// apart by their values.
func forward(a, b *candidate) int {
	return cmp.Or(
		cmp.Compare(a.place[0], b.place[0]), cmp.Compare(a.place[1], b.place[1]),
		cmp.Compare(a.place[2], b.place[2]),
		cmp.Compare(a.value[0], b.value[0]), cmp.Compare(a.value[1], b.value[1]))
}

// chooser keeps all faces in a heap. An operation changes what is known of some
// vertices, and only the faces with these are priced again; what the heap still
// has of them is skipped when it comes up.
type chooser struct {
	*builder
	order
	number []int32 // of the vertices of the dag: see canon
	values packed.Values
	facts  []facts // by vertex of the line dag
	faces  *heap.Heap[candidate]
}

// facts are what the candidates with a vertex depend on.
type facts struct {
	left, right           operand
	leftTimes, rightTimes int32 // how often these have changed
}

// operand is a vertex as one side of a face: for the left side the set of its
// predecessors and whether it has one successor, for the right one the other way
// round.
type operand struct {
	outer           uint64 // fingerprint of the set
	count           int
	alone           bool
	jacobian, model bool
	value           uint64
}

// choose begins with all faces of a state.
func choose(start *model.State, stop Stop, o order, number []int32) *chooser {
	c := &chooser{builder: build(start, stop), order: o, number: number}
	c.facts = make([]facts, 0, 2*start.Born())
	c.name(start)
	all := make([]candidate, 0, 2*start.Faces())
	for _, f := range start.AllFaces() {
		if c.stopped() {
			break
		}
		all = append(all, c.candidate(f.U, f.V))
	}
	c.faces = heap.New(func(a, b *candidate) bool { return c.compare(a, b) < 0 }, all...)
	return c
}

// longSequence is how many operations take seconds to find.
const longSequence = 100_000

// greedy takes the first face by an order again and again, with both ways to break
// ties, and gives the cheaper sequence; one that was given up does not count, nor one
// that costs more than the other by now. Of two that cost the same the one with the
// ties of tangent mode is taken.
func greedy(start *model.State, stop Stop, by func(*candidate) (model.Cost, int)) (best Plan) {
	number := canon(start.Dag())
	tangent, adjoint := SparseOperations(start.Dag())
	for _, backward := range [...]bool{adjoint < tangent, adjoint >= tangent} {
		if len(best.Ops) > longSequence {
			break
		}
		c := choose(start, stop, order{by, backward}, number)
		for !c.stopped() && (best.Ops == nil || c.Cost <= best.Cost) {
			next, ok := c.pop()
			if !ok {
				break
			}
			c.take(next)
		}
		p := c.finish()
		if best.Ops == nil || p.Ops != nil && (p.Cost < best.Cost || p.Cost == best.Cost && !backward) {
			best = p
		}
	}
	return best
}

// name gives the vertices values that follow from canonical numbers and not from
// the order of the file.
func (c *chooser) name(start *model.State) {
	seen := make(map[uint64]uint64)
	for _, z := range start.Vertices() {
		ends := uint64(c.number[start.Source(z)])<<32 | uint64(c.number[start.Target(z)])
		c.values.Set(z, field.Point(stir(ends)+seen[ends]))
		seen[ends]++
		c.read(z)
	}
}

func (c *chooser) know(z model.Z) *facts {
	for int(z) >= len(c.facts) {
		c.facts = append(c.facts, facts{})
	}
	return &c.facts[z]
}

// read notes what has become of a vertex, and reports on which sides that matters.
func (c *chooser) read(z model.Z) (left, right bool) {
	s, k := c.state, c.know(z)
	preds, succs := c.tape.Prints(z)
	l := operand{preds, len(s.Preds(z)), len(s.Succs(z)) == 1, s.HasJacobian(z), s.Elemental(z) != nil,
		c.values[z]}
	r := operand{succs, len(s.Succs(z)), len(s.Preds(z)) == 1, l.jacobian, l.model, l.value}
	if left = l != k.left; left {
		k.left = l
		k.leftTimes++
	}
	if right = r != k.right; right {
		k.right = r
		k.rightTimes++
	}
	return left, right
}

// take eliminates a face in its cheapest way and prices again what has changed.
func (c *chooser) take(best candidate) {
	u, v := best.u, best.v
	if best.accU {
		c.accumulate(u)
		c.follow()
		u, v = c.survivor(u), c.survivor(v)
	}
	if best.accV {
		c.accumulate(v)
		c.follow()
		u, v = c.survivor(u), c.survivor(v)
	}
	mode := c.modeOf(u, v, best.accU, best.accV)
	c.do(model.Eliminate(model.Face{U: u, V: v}, mode))
	c.follow()
}

// modeOf is the cheapest mode in which a face can be eliminated after some
// accumulations, ties in the order TAN, ADJ, MUL. A vertex that has just been accumulated
// is used by its Jacobian, not by its model.
func (b *builder) modeOf(u, v model.Z, accU, accV bool) model.Mode {
	s := b.state
	left, right := s.HasJacobian(u), s.HasJacobian(v)
	mode, best := model.MUL, model.Saturated
	if left && right {
		best = b.product(u, v)
	}
	if e := s.Elemental(v); left && e != nil && !accV {
		if c := b.tangent(u, v); c <= best {
			mode, best = model.TAN, c
		}
	}
	if e := s.Elemental(u); right && e != nil && !accU {
		if c := b.adjoint(u, v); c < best || c == best && mode == model.MUL {
			mode = model.ADJ
		}
	}
	return mode
}

// follow prices again what the last operation has changed.
func (c *chooser) follow() {
	s := c.state
	c.values.Follow(c.change.Events)
	again := func(z model.Z) {
		if !s.IsLive(z) {
			return
		}
		left, right := c.read(z)
		if left {
			for _, n := range s.Succs(z) {
				c.push(z, n)
			}
		}
		if right {
			for _, p := range s.Preds(z) {
				c.push(p, z)
			}
		}
		if (left || right) && s.HasJacobian(z) {
			c.absorbs(z)
		}
	}
	for _, e := range c.change.Events {
		if e.Kind == model.Born || e.Kind == model.Absorbed || e.Kind == model.Merged {
			again(e.Z)
		}
	}
	for _, z := range c.tape.Touched() {
		again(z)
	}
}

// absorbs prices the faces again whose product w would absorb now.
func (c *chooser) absorbs(w model.Z) {
	s := c.state
	preds, succs := c.tape.Prints(w)
	lefts := c.tape.Starting(s.Source(w))
	if before := s.Preds(w); len(before) > 0 {
		lefts = s.Succs(before[0])
	}
	for _, u := range lefts {
		if u == w || !s.IsLive(u) || s.Source(u) != s.Source(w) || c.know(u).left.outer != preds {
			continue
		}
		for _, v := range s.Succs(u) {
			if s.Target(v) == s.Target(w) && c.know(v).right.outer == succs {
				c.push(u, v)
			}
		}
	}
}

// push puts a face into the heap.
func (c *chooser) push(u, v model.Z) {
	if c.faces.Len() > mostStale*c.state.Faces()+1000 {
		c.faces.Keep(c.counts)
	}
	c.faces.Push(c.candidate(u, v))
}

// mostStale is how many candidates there may be for each face: those that do not count
// any more are taken out before there are more.
const mostStale = 3

// counts reports whether nothing has changed since the candidate was made.
func (c *chooser) counts(f *candidate) bool {
	return c.state.HasFace(model.Face{U: f.u, V: f.v}) && f.left == c.know(f.u).leftTimes &&
		f.right == c.know(f.v).rightTimes
}

// pop gives the first face of all.
func (c *chooser) pop() (candidate, bool) {
	for c.faces.Len() > 0 {
		top := c.faces.First()
		if !c.counts(&top) {
			c.faces.Pop()
			continue
		}
		now := c.candidate(top.u, top.v) // the vertex that would have absorbed its product may be gone
		if now.fill == top.fill {
			c.faces.Pop()
			return now, true
		}
		c.faces.ReplaceFirst(now)
	}
	return candidate{}, false
}

// candidate prices face (u,v).
func (c *chooser) candidate(u, v model.Z) candidate {
	s, g := c.state, c.state.Dag()
	x, y := c.know(u), c.know(v)
	i, j, k := s.Source(u), s.Target(u), s.Target(v)
	f := candidate{
		u: u, v: v, cost: model.Saturated, place: [3]int32{c.number[j], c.number[i], c.number[k]},
		value: [2]uint64{c.values[u], c.values[v]}, left: x.leftTimes, right: y.rightTimes,
	}
	in, out := x.left.count, y.right.count
	if g.IsSource(i) {
		in++
	}
	if g.IsSink(k) {
		out++
	}
	if c.tape.Absorber(model.Face{U: u, V: v}) == model.NoZ {
		f.fill = in + out
	}
	if x.left.alone {
		f.fill -= in
	}
	if y.right.alone {
		f.fill -= out
	}
	c.price(&f)
	return f
}

// price finds the cheapest way to eliminate a face: with the Jacobian of u, with
// that of v, or with both.
func (c *chooser) price(f *candidate) {
	s, g := c.state, c.state.Dag()
	hasU, hasV := s.HasJacobian(f.u), s.HasJacobian(f.v)
	var accU, accV model.Cost
	if !hasU {
		accU = g.LeastAccumulation(s.Elemental(f.u))
	}
	if !hasV {
		accV = g.LeastAccumulation(s.Elemental(f.v))
	}
	product := c.product(f.u, f.v)
	f.accU, f.accV = !hasU, !hasV // where nothing can be told apart
	way := func(cost model.Cost, takesU, takesV bool) {
		if cost < f.cost {
			f.cost, f.accU, f.accV = cost, takesU, takesV
		}
	}
	if !hasV { // with the Jacobian of u alone
		way(accU.Add(c.tangent(f.u, f.v)), !hasU, false)
	}
	if !hasU {
		way(accV.Add(c.adjoint(f.u, f.v)), false, !hasV)
	}
	best := product
	if e := s.Elemental(f.v); e != nil && hasV {
		best = min(best, c.tangent(f.u, f.v))
	}
	if e := s.Elemental(f.u); e != nil && hasU {
		best = min(best, c.adjoint(f.u, f.v))
	}
	way(accU.Add(accV).Add(best), !hasU, !hasV)
}
