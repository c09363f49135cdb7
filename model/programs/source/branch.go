package source

import (
	"cmp"
	"slices"

	"facet/model/programs/decision"

	"golang.org/x/tools/go/ssa"
)

// A branch on a value goes both ways. Each way is a state, which has what it has stored as
// changes to the memory before; where two ways meet, they become one, whose floats are
// those of the one or of the other, as the tests between them come out. Other values that
// differ are kept apart, as a choice; an instruction that needs one of them goes both ways
// again.

// mostTurns is how often a branch on a value may be met before the ways have come together:
// the bound of loops that end by a value.
const mostTurns = 256

// mostWays is how many ways may be open at once.
const mostWays = 1000

// choice is one of several values, none of them a float, as tests come out.
type choice struct{ among []alternative }

type alternative struct {
	when decision.Truth
	v    value
}

// absent is what a map has where it has no entry.
type absent struct{}

// split says that an instruction needs to know what a register or a cell holds.
type split struct {
	register ssa.Value
	cell     *value
	among    []alternative
}

// changes are what a way has set, in this order.
type changes[K comparable] struct {
	of     []K
	values map[K]value
}

func newChanges[K comparable]() *changes[K] { return &changes[K]{values: make(map[K]value)} }

// note keeps what was there before the first change.
func (c *changes[K]) note(k K, before value) {
	if _, known := c.values[k]; !known {
		c.of = append(c.of, k)
		c.values[k] = before
	}
}

// state is one way through a function, up to an instruction.
type state struct {
	when   decision.Truth // it is gone, as seen from the call
	block  *ssa.BasicBlock
	at     int   // the next instruction
	turns  []int // of the loops around
	defers []*deferred
	result value
	ended  bool
	fresh  bool  // at the beginning of a block, or ended
	path   []int // the branches that it took, each with its side

	cells     *changes[*value]
	registers *changes[ssa.Value]
}

type deferred struct{ call func() }

// ways are the states of one call, while there are several.
type ways struct {
	waiting []*state
	met     map[*ssa.If]int
	parted  int // how often
	outer   *changes[*value]
}

// run carries a function out and gives its result.
func (m *machine) run(fn *ssa.Function, args, bound []value) value {
	if m.depth++; m.depth > maxDepth {
		m.guard.refuse("calls are nested more than %d deep: %s may call itself", maxDepth, fn.Name())
	}
	if m.path != decision.True {
		if m.active[fn]++; m.active[fn] > mostTurns {
			m.guard.refuse("a recursion that ends by a value: how deep it goes depends on the inputs, write it as a loop with a constant bound")
		}
		defer func() { m.active[fn]-- }()
	}
	before := m.path
	defer func() { m.depth--; m.path = before }()
	f := &frame{env: make(map[ssa.Value]value), start: before}
	for k, p := range fn.Params {
		f.env[p] = args[k]
	}
	for k, v := range fn.FreeVars {
		f.env[v] = bound[k]
	}
	for s := (&state{block: fn.Blocks[0]}); ; {
		next := m.advance(f, s)
		if f.ways != nil {
			s = m.earliest(f, s, next)
		}
		if f.ways == nil && s.ended {
			return s.result
		}
	}
}

// part begins to keep changes apart.
func (m *machine) part(f *frame) {
	f.ways = &ways{met: make(map[*ssa.If]int), outer: m.memory.changed}
	m.memory.changed, f.changed = newChanges[*value](), newChanges[ssa.Value]()
}

// advance carries a state on until it ends, parts, or comes to another block while others
// wait. It gives the states that it becomes.
func (m *machine) advance(f *frame, s *state) (next []*state) {
	f.defers, s.fresh = s.defers, false
	defer func() {
		s.defers = f.defers
		if r := recover(); r != nil {
			why, is := r.(split)
			if !is {
				panic(r)
			}
			next = m.among(f, s, why)
		}
	}()
	for !s.ended {
		to, test, known := m.block(f, s)
		if s.ended {
			break
		}
		if !known {
			s.defers = f.defers
			return m.both(f, s, test)
		}
		m.step(f, s, to)
		if f.ways != nil {
			break
		}
	}
	return []*state{s}
}

// step leads a state into another block. Its φ take what they get from the one before.
func (m *machine) step(f *frame, s *state, to *ssa.BasicBlock) {
	var phis []value
	for _, instr := range to.Instrs {
		phi, is := instr.(*ssa.Phi)
		if !is {
			break
		}
		for k, pred := range to.Preds {
			if pred == s.block {
				phis = append(phis, m.any(f, phi.Edges[k]))
				break
			}
		}
	}
	for k, v := range phis {
		f.set(to.Instrs[k].(*ssa.Phi), v)
	}
	if f.ways != nil {
		n := m.nestOf(to.Parent())
		if s.turns == nil {
			s.turns = make([]int, len(n.around[s.block.Index]))
		}
		s.turns = n.turns(s.turns, s.block.Index, to.Index)
	}
	s.block, s.at, s.fresh = to, len(phis), true
}

func (m *machine) nestOf(fn *ssa.Function) *nest {
	if m.nests[fn] == nil {
		m.nests[fn] = nestOf(fn)
	}
	return m.nests[fn]
}

// both goes both ways of a branch on a value, as far as the values so far allow them.
func (m *machine) both(f *frame, s *state, test decision.Truth) []*state {
	d := m.operators.builder.truths
	branch := s.block.Instrs[s.at].(*ssa.If)
	if f.ways == nil {
		m.part(f)
	}
	if f.ways.met[branch]++; f.ways.met[branch] > mostTurns {
		m.guard.refuse("a loop that ends by a value: how often it turns depends on the inputs, give it a constant bound of at most %d", mostTurns)
	}
	if s.turns == nil {
		s.turns = make([]int, len(m.nestOf(s.block.Parent()).around[s.block.Index]))
	}
	m.suspend(f, s)
	var next []*state
	for k, t := range []decision.Truth{test, d.Not(test)} {
		way := *s
		way.when, way.path = d.And(s.when, t), f.ways.branched(s, k)
		m.resume(f, &way)
		m.step(f, &way, s.block.Succs[k])
		m.suspend(f, &way)
		next = append(next, &way)
	}
	return next
}

// among goes on with each value that an instruction can have got.
func (m *machine) among(f *frame, s *state, why split) []*state {
	d := m.operators.builder.truths
	if f.ways == nil {
		m.part(f)
	}
	if s.turns == nil {
		s.turns = make([]int, len(m.nestOf(s.block.Parent()).around[s.block.Index]))
	}
	m.suspend(f, s)
	var next []*state
	for k, a := range why.among {
		way := *s
		way.when, way.fresh, way.path = d.And(s.when, a.when), false, f.ways.branched(s, k)
		m.resume(f, &way)
		if why.cell != nil {
			m.memory.set(why.cell, a.v)
		} else {
			f.set(why.register, a.v)
		}
		m.suspend(f, &way)
		next = append(next, &way)
	}
	return next
}

// suspend takes what a state has changed out of memory.
func (m *machine) suspend(f *frame, s *state) {
	s.cells, s.registers = m.memory.changed, f.changed
	m.memory.changed, f.changed = newChanges[*value](), newChanges[ssa.Value]()
	m.guard.spend(int64(len(s.cells.of)+len(s.registers.of)) / 8)
	for _, cell := range s.cells.of {
		before := s.cells.values[cell]
		s.cells.values[cell] = *cell
		*cell = before
	}
	for _, r := range s.registers.of {
		before := s.registers.values[r]
		s.registers.values[r] = f.env[r]
		f.env[r] = before
	}
	m.path = f.start
}

// resume puts what a state has changed back into memory.
func (m *machine) resume(f *frame, s *state) {
	for _, cell := range s.cells.of {
		m.memory.set(cell, s.cells.values[cell])
	}
	for _, r := range s.registers.of {
		f.set(r, s.registers.values[r])
	}
	m.path = m.operators.builder.truths.And(f.start, s.when)
}

// earliest adds the states that one has become to those that wait, and gives the first of
// all, which is one for all that have come to the same place.
func (m *machine) earliest(f *frame, s *state, next []*state) *state {
	if len(next) == 1 && next[0] == s {
		if !s.ended && m.isFirst(f, s) {
			return s
		}
		m.suspend(f, s)
	}
	w := f.ways
	w.waiting = append(w.waiting, next...)
	if len(w.waiting) > mostWays {
		m.guard.refuse("more than %d ways are open at once, as whole numbers depend on the inputs: write one function for each branch", mostWays)
	}
	first := 0
	for k := range w.waiting {
		if m.compare(w.waiting[k], w.waiting[first]) < 0 {
			first = k
		}
	}
	way := m.together(f, w.waiting[first])
	if len(w.waiting) > 0 {
		m.resume(f, way)
		return way
	}
	m.memory.changed, f.changed, f.ways = w.outer, nil, nil
	m.resume(f, way)
	way.when, way.turns, way.path, m.path = decision.True, nil, nil, f.start
	return way
}

// branched is the path of a state that takes a side.
func (w *ways) branched(s *state, side int) []int {
	if side == 0 {
		w.parted++
	}
	return append(s.path[:len(s.path):len(s.path)], w.parted, side)
}

// together makes one state of those that wait at a place. Those that parted last come
// together first: then few tests lie between them.
func (m *machine) together(f *frame, s *state) *state {
	var here, others []*state
	for _, o := range f.ways.waiting {
		if o == s || m.meets(o, s) {
			here = append(here, o)
		} else {
			others = append(others, o)
		}
	}
	f.ways.waiting = others
	slices.SortStableFunc(here, func(a, b *state) int {
		n := min(len(a.path), len(b.path))
		return cmp.Or(slices.Compare(a.path[:n], b.path[:n]), len(b.path)-len(a.path))
	})
	shared := make([]int, len(here)-1) // of the paths of neighbours
	for k := range shared {
		a, b := here[k].path, here[k+1].path
		for shared[k] < min(len(a), len(b)) && a[shared[k]] == b[shared[k]] {
			shared[k]++
		}
	}
	for len(here) > 1 {
		k := len(shared) - 1
		for l := k; l >= 0; l-- {
			if shared[l] > shared[k] {
				k = l
			}
		}
		one := m.merged(f, here[k], here[k+1])
		one.path = one.path[:shared[k]&^1]
		here[k] = one
		here, shared = slices.Delete(here, k+1, k+2), slices.Delete(shared, k, k+1)
	}
	return here[0]
}

// isFirst reports whether a state that is not suspended comes before all that wait.
func (m *machine) isFirst(f *frame, s *state) bool {
	return !slices.ContainsFunc(f.ways.waiting, func(o *state) bool { return m.compare(o, s) <= 0 })
}

// compare orders states; those that have ended are last.
func (m *machine) compare(a, b *state) int {
	switch {
	case a.ended || b.ended:
		return map[bool]int{true: 1}[a.ended] - map[bool]int{true: 1}[b.ended]
	case a.block != b.block:
	case a.at > b.at && slices.Equal(a.turns, b.turns):
		return 1
	case a.at < b.at && slices.Equal(a.turns, b.turns):
		return -1
	}
	return m.nestOf(a.block.Parent()).compare(a.block.Index, a.turns, b.block.Index, b.turns)
}

// meets reports whether two states can become one.
func (m *machine) meets(a, b *state) bool {
	if a.ended != b.ended || !slices.Equal(a.defers, b.defers) {
		return false
	}
	return a.ended || a.fresh && b.fresh && a.block == b.block && slices.Equal(a.turns, b.turns)
}

// merged is one state for two.
func (m *machine) merged(f *frame, a, b *state) *state {
	d := m.operators.builder.truths
	s := *b
	s.when = d.Or(a.when, b.when)
	test := d.Within(a.when, s.when)
	m.guard.spend(int64(len(a.cells.of) + len(b.cells.of)))
	s.cells, s.registers = newChanges[*value](), newChanges[ssa.Value]()
	for _, cell := range slices.Concat(a.cells.of, b.cells.of) {
		if _, done := s.cells.values[cell]; !done {
			s.cells.note(cell, m.either(test, or(a.cells, cell, *cell), or(b.cells, cell, *cell)))
		}
	}
	for _, r := range slices.Concat(a.registers.of, b.registers.of) {
		if _, done := s.registers.values[r]; !done && (s.ended || m.isLive(r, s.block)) {
			if v, w := or(a.registers, r, f.env[r]), or(b.registers, r, f.env[r]); v != nil && w != nil {
				s.registers.note(r, m.either(test, v, w))
			}
		}
	}
	if s.ended {
		s.result = m.either(test, a.result, b.result)
	}
	return &s
}

func or[K comparable](c *changes[K], k K, otherwise value) value {
	if v, ok := c.values[k]; ok {
		return v
	}
	return otherwise
}

// isLive reports whether a register can be read from a block on.
func (m *machine) isLive(r ssa.Value, b *ssa.BasicBlock) bool {
	instr, is := r.(ssa.Instruction)
	if !is || r.Referrers() == nil {
		return true
	}
	if !instr.Block().Dominates(b) || instr.Block() == b {
		_, isPhi := instr.(*ssa.Phi)
		return isPhi && instr.Block() == b
	}
	return slices.ContainsFunc(*r.Referrers(), func(user ssa.Instruction) bool {
		_, isPhi := user.(*ssa.Phi)
		return isPhi || user.Block() != instr.Block()
	})
}
