package dive

import (
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/search/packed"
)

// run is a way down from the start: a state, how each path is cut into its
// vertices, and the resources that have been selected and not used yet.
type run struct {
	*Problem
	state     *packed.State
	before    *packed.State // scratch: the state before a move that may be taken back
	at        [][]int32     // by path, by position: the slot that begins there, -1 inside of a vertex
	holders   []bitset      // by slot: the paths that consist of it, among others
	expansion [][]int32     // by slot: the vertices of one of its paths
	x         []bool        // by resource
	given     [2]int32      // slots that the move in question accumulates
	paid      model.Cost
	moves     []packed.Move
	failed    map[attempt]int32 // moves after which this path was not derivable
	check     func() error
}

// attempt names a move by the values of its face.
type attempt struct {
	u, v uint64
	mode model.Mode
}

func (p *Problem) run(check func() error) *run {
	r := &run{Problem: p, check: check, state: p.start.Clone(), before: packed.New(p.start.Problem),
		given: [2]int32{-1, -1}, failed: make(map[attempt]int32)}
	r.holders = make([]bitset, p.start.Slots())
	r.expansion = make([][]int32, p.start.Slots())
	for z := range r.expansion {
		r.expansion[z] = []int32{int32(z)}
	}
	r.x = slices.Clone(p.free)
	for w := range p.paths {
		r.enter(slices.Clone(p.paths[w].vertices))
	}
	r.identify()
	return r
}

// enter takes in the next path of the problem, cut like this.
func (r *run) enter(at []int32) {
	w := len(r.at)
	r.at = append(r.at, at)
	for _, slot := range at {
		if slot >= 0 {
			r.holders[slot].set(w)
		}
	}
}

// identify prepares the state to tell which slots merge: each is a path by
// itself for it.
func (r *run) identify() {
	s := r.state
	for k := len(s.Paths) / 2; k < s.Slots(); k++ {
		s.Paths = append(s.Paths, int32(k), packed.PathEnd)
	}
	for k := range s.Slots() {
		s.Paths[2*k] = int32(k)
	}
}

// grow makes room for slots and resources that are new.
func (r *run) grow() {
	for len(r.holders) < r.state.Slots() {
		r.holders, r.expansion = append(r.holders, nil), append(r.expansion, nil)
	}
	for len(r.x) < len(r.resources) {
		r.x = append(r.x, r.Problem.free[len(r.x)])
	}
}

// move is a face, a mode, and the resources that they use.
type move struct {
	u, v       int32
	accU, accV bool
	mode       model.Mode
	resources  [3]paths.Resource
	uses       int
	twinU      int32 // with which the accumulation merges u, or -1
	twinV      int32
	lack       float64 // cost of the resources that are not there, where it has been asked for
}

func (m *move) use(resource paths.Resource) { m.resources[m.uses] = resource; m.uses++ }

// mode describes face (u,v) in one mode, with the accumulations that it needs;
// ok reports whether face and mode are there.
func (r *run) mode(u, v int32, mode model.Mode) (m move, ok bool) {
	if !r.state.HasFace(int(u), int(v)) {
		return m, false
	}
	a, b := &r.state.Vertex[u], &r.state.Vertex[v]
	m = move{u: u, v: v, twinU: -1, twinV: -1, mode: mode, accU: mode != model.ADJ && !a.Jacobian,
		accV: mode != model.TAN && !b.Jacobian}
	switch mode {
	case model.TAN:
		if b.Edge < 0 {
			return m, false
		}
		m.use(paths.Resource{Kind: paths.Tan, Z: r.vertexOf[b.Edge], A: a.From})
	case model.ADJ:
		if a.Edge < 0 {
			return m, false
		}
		m.use(paths.Resource{Kind: paths.Adj, Z: r.vertexOf[a.Edge], B: b.To})
	default:
		m.use(paths.Resource{Kind: paths.Mul, A: a.From, J: a.To, B: b.To})
	}
	if m.accU {
		m.use(paths.Resource{Kind: paths.Acc, Z: r.vertexOf[a.Edge]})
		m.twinU = int32(r.state.Twin(int(u)))
	}
	if m.accV {
		m.use(paths.Resource{Kind: paths.Acc, Z: r.vertexOf[b.Edge]})
		m.twinV = int32(r.state.Twin(int(v)))
	}
	return m, true
}

// fuses ranges over the paths in which the move fuses its face. What merges with
// u or v by an accumulation fuses with it.
func (r *run) fuses(m *move) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for _, u := range [...]int32{m.u, m.twinU} {
			for _, v := range [...]int32{m.v, m.twinV} {
				if u < 0 || v < 0 {
					continue
				}
				for w := range both(r.holders[u], r.holders[v]) {
					if !yield(w) {
						return
					}
				}
			}
		}
	}
}

func (r *run) isFused(m *move, w int) bool {
	return (r.holders[m.u].has(w) || m.twinU >= 0 && r.holders[m.twinU].has(w)) &&
		(r.holders[m.v].has(w) || m.twinV >= 0 && r.holders[m.twinV].has(w))
}

// have gives the numbers of the move's resources if all of them are there.
func (r *run) have(m *move) (uses [3]int32, ok bool) {
	for k, resource := range m.resources[:m.uses] {
		n := r.lookup(resource)
		if n < 0 || !r.x[n] {
			return uses, false
		}
		uses[k] = n
	}
	return uses, true
}

func (m *move) attempt(s *packed.State) attempt {
	return attempt{s.Vertex[m.u].Value, s.Vertex[m.v].Value, m.mode}
}

// harmed appends the paths that would not be derivable after the move any more,
// when its resources are used up; at most so many. It looks at the paths that the
// face is part of and at those that could use the resources. Of merges only those of
// the accumulations are taken into account.
func (r *run) harmed(m *move, uses []int32, most int, into []int32) []int32 {
	for _, n := range uses {
		if !r.Problem.free[n] {
			r.x[n] = false
		}
	}
	if m.accU {
		r.given[0] = m.u
	}
	if m.accV {
		r.given[1] = m.v
	}
	j := r.state.Vertex[m.u].To
	for w := range r.fuses(m) {
		if !r.derivable(int32(w), j) {
			if into = append(into, int32(w)); len(into) >= most {
				break
			}
		}
	}
	for _, n := range uses {
		if len(into) >= most || r.Problem.free[n] {
			break
		}
		for w := range packed.Bits(r.resources[n].paths) {
			if r.isFused(m, w) {
				continue
			}
			if !r.derivable(int32(w), -1) && !slices.Contains(into, int32(w)) {
				if into = append(into, int32(w)); len(into) >= most {
					break
				}
			}
		}
	}
	r.given = [2]int32{-1, -1}
	for _, n := range uses {
		r.x[n] = true
	}
	return into
}

// carry carries the move out, and repairs the paths of vertices that lose their models by it.
// It fails if a merge takes away the models that it uses: then everything stays as it was and a
// path of the face is given back; -1 if all is well.
func (r *run) carry(m *move, uses []int32) int32 {
	s := r.state
	r.before.CopyFrom(s)
	path := slices.Concat(r.expansion[m.u], r.expansion[m.v])
	out := packed.Move{U: m.u, V: m.v, AccU: m.accU, AccV: m.accV, Mode: m.mode}
	slot, cost, ok := s.Try(out)
	product := int32(slot)
	if !ok {
		w := -1
		for w = range both(r.holders[m.u], r.holders[m.v]) {
			break
		}
		s.CopyFrom(r.before)
		return int32(max(w, 0))
	}
	r.spend(uses, false)
	r.grow()
	lost := r.lost()
	r.follow(m.u, m.v, product)
	if r.expansion[product] == nil {
		r.expansion[product] = path
	}
	r.identify()
	r.mend(lost)
	r.paid = r.paid.Add(cost)
	r.moves = append(r.moves, out)
	return -1
}

// mend makes paths derivable again, until check stops it.
func (r *run) mend(affected []int32) {
	for _, w := range affected {
		if !r.derivable(w, -1) {
			if r.check() != nil {
				return
			}
			missing, _ := r.repair(w, -1, nil)
			r.add(missing)
		}
	}
}

// spend uses resources up, or gives them back.
func (r *run) spend(uses []int32, back bool) {
	for _, n := range uses {
		r.x[n] = back || r.Problem.free[n]
	}
}

// lost lists the paths of vertices that have lost their models since before.
func (r *run) lost() []int32 {
	var affected []int32
	for z := range r.before.Slots() {
		if !r.before.IsLive(z) || r.before.Vertex[z].Edge < 0 {
			continue
		}
		if r.state.Paths[2*z] != int32(z) || r.state.IsLive(z) && r.state.Vertex[z].Edge < 0 {
			for w := range packed.Bits(r.holders[z]) {
				affected = append(affected, int32(w))
			}
		}
	}
	return affected
}

// follow carries the elimination of face (u,v), which has become product, over
// to the paths. The state's own paths tell in which slots vertices have ended up
// by merging.
func (r *run) follow(u, v, product int32) {
	for z := range r.before.Slots() {
		if to := r.state.Paths[2*z]; to != int32(z) && r.before.IsLive(z) {
			r.rename(int32(z), to)
		}
	}
	u, v = r.state.Paths[2*u], r.state.Paths[2*v]
	for w := range both(r.holders[u], r.holders[v]) {
		at := r.at[w]
		p := slices.Index(at, u)
		at[p], at[slices.Index(at, v)] = product, -1
		r.holders[product].set(w)
	}
	for _, z := range [...]int32{u, v} {
		for w := range packed.Bits(r.holders[product]) {
			if !slices.Contains(r.at[w], z) {
				r.holders[z].unset(w)
			}
		}
		if !r.state.IsLive(int(z)) {
			r.expansion[z] = nil
		}
	}
}

func (r *run) rename(z, to int32) {
	for w := range packed.Bits(r.holders[z]) {
		at := r.at[w]
		at[slices.Index(at, z)] = to
		r.holders[to].set(w)
	}
	r.holders[z], r.expansion[z] = nil, nil
}
