package taskgraph

import (
	"math/bits"

	"facet/model"
	"facet/model/pattern"
)

// Memory counts the entries of Jacobians that are held while the tasks of a graph end in
// some order, by the definition of [model.MemoryOf]: parts of a sum are one matrix as
// soon as no task uses one of them without the others, a product that joins a matrix
// that is there takes no room of its own, and a Jacobian is held until the last task
// at its faces has ended. Where the order is that of the sequence, Memory says what
// model.MemoryOf says.
//
// Where Jacobians have patterns, a matrix holds the entries of those parts that have
// arrived, not of the sum that it will be: a product that joins it takes room for the
// entries that are new. What is held depends on the set of tasks that have ended, as
// it does without patterns, and the later a part arrives the less it adds.
type Memory struct {
	g    *Graph
	left []int32            // tasks at each Jacobian that have not ended
	is   []bool             // a matrix is held for it
	of   []*pattern.Pattern // the entries that the matrix has; nil in a dag without patterns
	held wide
}

// newMemory holds nothing.
func newMemory(g *Graph) *Memory {
	m := &Memory{g: g, left: make([]int32, len(g.Jacobians)), is: make([]bool, len(g.Jacobians))}
	if g.Dag.HasPatterns() {
		m.of = make([]*pattern.Pattern, len(g.Jacobians))
	}
	return m
}

// given places the Jacobians that are there from the start.
func (m *Memory) given() {
	for x := range m.g.Jacobians {
		if j := &m.g.Jacobians[x]; j.Task == None && j.Parts[0] == None {
			m.place(m.rest(int32(x)), j.Pattern)
		}
	}
}

// NewMemory is the memory before the first task: the Jacobians that are given.
func NewMemory(g *Graph) *Memory {
	m := newMemory(g)
	for x := range g.Jacobians {
		m.left[x] = g.Jacobians[x].tasks
	}
	m.given()
	return m
}

// Clone gives a copy with memory of its own.
func (m *Memory) Clone() *Memory {
	return &Memory{g: m.g, left: append([]int32(nil), m.left...), is: append([]bool(nil), m.is...),
		of: append([]*pattern.Pattern(nil), m.of...), held: m.held}
}

// CopyFrom makes m equal to o, in the memory that m has.
func (m *Memory) CopyFrom(o *Memory) {
	m.g, m.held = o.g, o.held
	m.left = append(m.left[:0], o.left...)
	m.is = append(m.is[:0], o.is...)
	m.of = append(m.of[:0], o.of...)
}

// Held is what is held between tasks.
func (m *Memory) Held() model.Cost { return m.held.cost() }

// Need is what task t needs beside what is held when it begins: its product, as far as
// there is nothing to add it to, and its tape.
func (m *Memory) Need(t int) model.Cost { return m.room(t).Add(m.g.Tasks[t].Tape) }

// During is what is held while task t works.
func (m *Memory) During(t int) model.Cost { return m.held.plus(m.Need(t)).cost() }

// room is the part of Need that is there until the task has ended: its product's.
func (m *Memory) room(t int) model.Cost {
	task := &m.g.Tasks[t]
	if !task.Op.IsAccumulation() { // Rule 3 merges, Rule 2 absorbs
		x := m.rest(task.Makes)
		if x == None {
			return 0
		}
		return m.more(x, task.Makes)
	}
	return m.g.Jacobians[task.Makes].Entries
}

// more is by how many entries the matrix of x, which need not be there, grows by Jacobian
// y, which is part of it.
func (m *Memory) more(x, y int32) model.Cost {
	added := &m.g.Jacobians[y]
	switch {
	case !m.is[x]:
		return added.Entries
	case m.of == nil || m.of[x] == added.Pattern:
		return 0
	}
	was, is := m.of[x].Entries(), m.of[x].Union(added.Pattern).Entries()
	if model.Cost(is).IsSaturated() && !model.Cost(was).IsSaturated() {
		return model.Saturated
	}
	return model.Cost(is - was)
}

// Done ends task t.
func (m *Memory) Done(t int) {
	task := &m.g.Tasks[t]
	m.place(m.rest(task.Makes), m.g.Jacobians[task.Makes].Pattern)
	for _, x := range task.Face {
		if x == None {
			continue
		}
		if m.left[x]--; m.left[x] == 0 && m.is[x] {
			m.is[x] = false
			m.held = m.held.minus(m.entries(x))
			m.place(m.rest(x), m.pattern(x))
		}
	}
}

// After is what is held when task t has ended.
func (m *Memory) After(t int) model.Cost {
	task := &m.g.Tasks[t]
	held := m.held
	var placed [3]int32
	var of [3]*pattern.Pattern
	n := 0
	put := func(x int32, p *pattern.Pattern) {
		if x == None {
			return
		}
		at := 0
		for at < n && placed[at] != x {
			at++
		}
		if at == n {
			n++
			placed[at], of[at] = x, p
			if !m.is[x] {
				held = held.plus(m.size(x, p))
				return
			}
			of[at] = m.pattern(x)
		}
		if p != nil {
			held = held.minus(m.size(x, of[at]))
			of[at] = of[at].Union(p)
			held = held.plus(m.size(x, of[at]))
		}
	}
	put(m.rest(task.Makes), m.g.Jacobians[task.Makes].Pattern)
	for _, x := range task.Face {
		if x != None && m.left[x] == 1 && m.is[x] && !m.g.Jacobians[x].Result {
			held = held.minus(m.entries(x))
			put(m.rest(m.g.Jacobians[x].Sum), m.pattern(x))
		}
	}
	return held.cost()
}

// Least is a lower bound of During for a task in any order: the tasks in before have
// ended, those in behind have not, and of the others it is not known. Fewer parts have
// arrived here than in any order, and those that no task behind tells apart are one
// matrix, which holds no more than several do.
func Least(g *Graph, t int, before, behind []int) model.Cost {
	m := newMemory(g)
	for _, d := range append([]int{t}, behind...) {
		for _, x := range g.Tasks[d].Face {
			if x != None {
				m.left[x]++
			}
		}
	}
	m.given()
	for _, a := range before {
		makes := g.Tasks[a].Makes
		m.place(m.rest(makes), g.Jacobians[makes].Pattern)
	}
	return m.During(t)
}

// Shrinks reports whether task t, now or at any later time, frees as much as it makes: all
// that it frees has no other use. A matrix that has more parts later grows by less.
func (m *Memory) Shrinks(t int) bool {
	task := &m.g.Tasks[t]
	var makes, frees wide
	if x := m.rest(task.Makes); x != None {
		makes = makes.plus(m.more(x, task.Makes))
	}
	for _, x := range task.Face {
		if x != None && m.left[x] == 1 && m.is[x] && m.g.Jacobians[x].Sum == None &&
			!m.g.Jacobians[x].Result {
			frees = frees.plus(m.entries(x))
		}
	}
	return !frees.less(makes)
}

// rest is the Jacobian whose matrix holds x, if x is there: the largest sum that all
// tasks left use as a whole; None where no task is left.
func (m *Memory) rest(x int32) int32 {
	for x != None && m.left[x] == 0 && !m.g.Jacobians[x].Result {
		x = m.g.Jacobians[x].Sum
	}
	return x
}

// place puts entries into the matrix of x.
func (m *Memory) place(x int32, p *pattern.Pattern) {
	switch {
	case x == None:
		return
	case !m.is[x]:
		m.is[x] = true
	case p == nil || m.of[x] == p:
		return
	default:
		m.held = m.held.minus(m.entries(x))
		p = m.of[x].Union(p)
	}
	if p != nil {
		m.of[x] = p
	}
	m.held = m.held.plus(m.entries(x))
}

// pattern is that of the matrix of x, which is there; nil in a dag without patterns.
func (m *Memory) pattern(x int32) *pattern.Pattern {
	if m.of == nil {
		return nil
	}
	return m.of[x]
}

// entries is what the matrix of x holds.
func (m *Memory) entries(x int32) model.Cost { return m.size(x, m.pattern(x)) }

// size is what the matrix of x holds where it has these entries.
func (m *Memory) size(x int32, p *pattern.Pattern) model.Cost {
	if p != nil {
		return model.Cost(p.Entries())
	}
	return m.g.Jacobians[x].Entries
}

// Peak is the most that is held while the tasks are carried out one after another in an
// order, which has to keep to the partial order, and after how many of them that is
// first reached.
func Peak(g *Graph, order []int) (peak model.Cost, at int) {
	m := NewMemory(g)
	peak = m.Held()
	for k, t := range order {
		if during := m.During(t); during > peak {
			peak, at = during, k+1
		}
		m.Done(t)
	}
	return peak, at
}

// wide is a sum of entries that may be beyond 64 bits, from which can be subtracted.
type wide struct{ hi, lo uint64 }

func (w wide) plus(c model.Cost) wide {
	lo, carry := bits.Add64(w.lo, uint64(c), 0)
	return wide{w.hi + carry, lo}
}

func (w wide) minus(c model.Cost) wide {
	lo, borrow := bits.Sub64(w.lo, uint64(c), 0)
	return wide{w.hi - borrow, lo}
}

func (w wide) less(v wide) bool { return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo }

func (w wide) cost() model.Cost {
	if w.hi > 0 || w.lo > uint64(model.Saturated) {
		return model.Saturated
	}
	return model.Cost(w.lo)
}
