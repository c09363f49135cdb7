package taskgraph

import (
	"math/bits"

	"facet/model"
)

// Memory counts the entries of Jacobians that are held while the tasks of a graph end in
// some order, by the definition of [model.MemoryOf]: parts of a sum are one matrix as
// soon as no task uses one of them without the others, a product that joins a matrix
// that is there takes no room of its own, and a Jacobian is held until the last task
// at its faces has ended. Where the order is that of the sequence, Memory says what
// model.MemoryOf says.
type Memory struct {
	g    *Graph
	left []int32 // tasks at each Jacobian that have not ended
	is   []bool  // a matrix is held for it
	held wide
}

// NewMemory is the memory before the first task: the Jacobians that are given.
func NewMemory(g *Graph) *Memory {
	m := &Memory{g: g, left: make([]int32, len(g.Jacobians)), is: make([]bool, len(g.Jacobians))}
	for x := range g.Jacobians {
		m.left[x] = g.Jacobians[x].tasks
	}
	for x := range g.Jacobians {
		if j := &g.Jacobians[x]; j.Task == None && j.Parts[0] == None {
			m.place(m.rest(int32(x)))
		}
	}
	return m
}

// Clone gives a copy with memory of its own.
func (m *Memory) Clone() *Memory {
	return &Memory{g: m.g, left: append([]int32(nil), m.left...), is: append([]bool(nil), m.is...), held: m.held}
}

// CopyFrom makes m equal to o, in the memory that m has.
func (m *Memory) CopyFrom(o *Memory) {
	m.g, m.held = o.g, o.held
	m.left = append(m.left[:0], o.left...)
	m.is = append(m.is[:0], o.is...)
}

// Held is what is held between tasks.
func (m *Memory) Held() model.Cost { return m.held.cost() }

// Need is what task t needs beside what is held when it begins: its product, if nothing
// is there to add it to, and its tape.
func (m *Memory) Need(t int) model.Cost { return m.room(t).Add(m.g.Tasks[t].Tape) }

// During is what is held while task t works.
func (m *Memory) During(t int) model.Cost { return m.held.plus(m.Need(t)).cost() }

// Room is the part of Need that is there until the task has ended: its product's.
func (m *Memory) room(t int) model.Cost {
	task := &m.g.Tasks[t]
	if !task.Op.IsAccumulation() { // Rule 3 merges, Rule 2 absorbs
		if x := m.rest(task.Makes); x == None || m.is[x] {
			return 0
		}
	}
	return m.g.Jacobians[task.Makes].Entries
}

// Done ends task t.
func (m *Memory) Done(t int) {
	task := &m.g.Tasks[t]
	m.place(m.rest(task.Makes))
	for _, x := range task.Face {
		if x == None {
			continue
		}
		if m.left[x]--; m.left[x] == 0 && m.is[x] {
			m.is[x] = false
			m.held = m.held.minus(m.g.Jacobians[x].Entries)
			m.place(m.rest(x))
		}
	}
}

// After is what is held when task t has ended.
func (m *Memory) After(t int) model.Cost {
	task := &m.g.Tasks[t]
	held := m.held
	var placed [3]int32
	n := 0
	put := func(x int32) {
		if x == None || m.is[x] {
			return
		}
		for _, y := range placed[:n] {
			if x == y {
				return
			}
		}
		placed[n] = x
		n++
		held = held.plus(m.g.Jacobians[x].Entries)
	}
	put(m.rest(task.Makes))
	for _, x := range task.Face {
		if x != None && m.left[x] == 1 && m.is[x] && !m.g.Jacobians[x].Result {
			held = held.minus(m.g.Jacobians[x].Entries)
			put(m.rest(m.g.Jacobians[x].Sum))
		}
	}
	return held.cost()
}

// Least is a lower bound of During for a task in any order: the tasks in before have
// ended, those in behind have not, and of the others it is not known.
func Least(g *Graph, t int, before, behind []int) model.Cost {
	m := &Memory{g: g, left: make([]int32, len(g.Jacobians)), is: make([]bool, len(g.Jacobians))}
	for _, d := range append([]int{t}, behind...) {
		for _, x := range g.Tasks[d].Face {
			if x != None {
				m.left[x]++
			}
		}
	}
	for x := range g.Jacobians {
		if j := &g.Jacobians[x]; j.Task == None && j.Parts[0] == None {
			m.place(m.rest(int32(x)))
		}
	}
	for _, a := range before {
		m.place(m.rest(g.Tasks[a].Makes))
	}
	return m.During(t)
}

// Shrinks tells that task t, now or at any later time, frees as much as it makes: all
// that it frees has no other use.
func (m *Memory) Shrinks(t int) bool {
	task := &m.g.Tasks[t]
	var makes, frees wide
	if x := m.rest(task.Makes); x != None && !m.is[x] {
		makes = makes.plus(m.g.Jacobians[x].Entries)
	}
	for _, x := range task.Face {
		if x != None && m.left[x] == 1 && m.is[x] && m.g.Jacobians[x].Sum == None && !m.g.Jacobians[x].Result {
			frees = frees.plus(m.g.Jacobians[x].Entries)
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

func (m *Memory) place(x int32) {
	if x != None && !m.is[x] {
		m.is[x] = true
		m.held = m.held.plus(m.g.Jacobians[x].Entries)
	}
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
