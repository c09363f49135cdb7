// Package decision holds truths that depend on tests whose outcome is not known, as
// ordered binary decision diagrams (Bryant, Graph-based algorithms for Boolean function
// manipulation, IEEE Transactions on Computers 35, 1986): equal truths are one number.
package decision

import (
	"errors"

	"facet/model/refusal"
)

// Truth is True, False, or depends on tests.
type Truth int32

// What every set of diagrams knows.
const (
	True Truth = iota
	False
)

// ErrTooLarge is thrown, as a refusal, where diagrams grow beyond their limit.
var ErrTooLarge = errors.New("its branches on values depend on each other in too many ways: write one function for each branch")

// Diagrams are truths over tests 0, 1, 2 and so on.
type Diagrams struct {
	limit int
	nodes []node
	known map[node]Truth
	ites  map[[3]Truth]Truth
	cares map[[2]Truth]Truth
}

// node is one truth where its test holds, and another where it does not.
type node struct {
	test    int
	yes, no Truth
}

// New makes the truths that depend on nothing. All diagrams together may have so many nodes.
func New(limit int) *Diagrams {
	return &Diagrams{limit: limit, nodes: make([]node, 2), known: make(map[node]Truth),
		ites: make(map[[3]Truth]Truth), cares: make(map[[2]Truth]Truth)}
}

// Test is the truth that a test holds.
func (d *Diagrams) Test(k int) Truth { return d.make(k, True, False) }

// Branch takes a truth apart that depends on tests: the first of them, and the truths
// where it holds and where it does not.
func (d *Diagrams) Branch(t Truth) (test int, yes, no Truth) {
	n := d.nodes[t]
	return n.test, n.yes, n.no
}

// IsKnown reports whether a truth depends on no test.
func IsKnown(t Truth) bool { return t <= False }

func (d *Diagrams) make(test int, yes, no Truth) Truth {
	if yes == no {
		return yes
	}
	n := node{test, yes, no}
	if t, ok := d.known[n]; ok {
		return t
	}
	if len(d.nodes) >= d.limit {
		refusal.Throw(ErrTooLarge)
	}
	t := Truth(len(d.nodes))
	d.nodes = append(d.nodes, n)
	d.known[n] = t
	return t
}

// If is yes where t holds, and no elsewhere.
func (d *Diagrams) If(t, yes, no Truth) Truth {
	switch {
	case t == True || yes == no:
		return yes
	case t == False:
		return no
	case yes == True && no == False:
		return t
	}
	key := [3]Truth{t, yes, no}
	if r, ok := d.ites[key]; ok {
		return r
	}
	first := d.first(t, yes, no)
	var sides [2]Truth
	for k := range sides {
		sides[k] = d.If(d.side(t, first, k), d.side(yes, first, k), d.side(no, first, k))
	}
	r := d.make(first, sides[0], sides[1])
	d.ites[key] = r
	return r
}

// first is the first test on which one of some truths depends.
func (d *Diagrams) first(all ...Truth) int {
	first := -1
	for _, t := range all {
		if !IsKnown(t) && (first < 0 || d.nodes[t].test < first) {
			first = d.nodes[t].test
		}
	}
	return first
}

// side is what a truth is where a test holds (0), or does not (1). No test before that
// one is part of it.
func (d *Diagrams) side(t Truth, test, which int) Truth {
	if IsKnown(t) || d.nodes[t].test != test {
		return t
	}
	return [2]Truth{d.nodes[t].yes, d.nodes[t].no}[which]
}

// IsLarge reports whether a truth has more nodes than that.
func (d *Diagrams) IsLarge(t Truth, nodes int) bool {
	seen := make(map[Truth]bool)
	for todo := []Truth{t}; len(todo) > 0 && len(seen) <= nodes; {
		t, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if !IsKnown(t) && !seen[t] {
			seen[t] = true
			todo = append(todo, d.nodes[t].yes, d.nodes[t].no)
		}
	}
	return len(seen) > nodes
}

// And is whether both hold.
func (d *Diagrams) And(a, b Truth) Truth { return d.If(a, b, False) }

// Or is whether one of them holds.
func (d *Diagrams) Or(a, b Truth) Truth { return d.If(a, True, b) }

// Not is whether it does not hold.
func (d *Diagrams) Not(a Truth) Truth { return d.If(a, False, True) }

// Within is a simple truth that equals t wherever care holds (Coudert and Madre, A
// unified framework for the formal verification of sequential circuits, ICCAD 1990).
func (d *Diagrams) Within(t, care Truth) Truth {
	switch {
	case IsKnown(t) || care == True:
		return t
	case care == False:
		return False
	case t == care:
		return True
	}
	key := [2]Truth{t, care}
	if r, ok := d.cares[key]; ok {
		return r
	}
	test, yes, no := d.Branch(care)
	var r Truth
	switch first := d.nodes[t].test; {
	case test < first: // t does not depend on it
		r = d.Within(t, d.Or(yes, no))
	case test > first:
		r = d.make(first, d.Within(d.nodes[t].yes, care), d.Within(d.nodes[t].no, care))
	case yes == False:
		r = d.Within(d.nodes[t].no, no)
	case no == False:
		r = d.Within(d.nodes[t].yes, yes)
	default:
		r = d.make(first, d.Within(d.nodes[t].yes, yes), d.Within(d.nodes[t].no, no))
	}
	d.cares[key] = r
	return r
}

// Op is an operation on conditions.
type Op uint8

// The operations.
const (
	OpAnd Op = iota
	OpOr
	OpNot
)

// Conditions are the truths of conditions of some kind, such as nodes of a program: comparisons
// are tests, and others are made of them.
type Conditions[T comparable] struct {
	*Diagrams
	tests   []T
	truths  map[T]Truth
	written map[Truth]T
}

// NewConditions knows no condition. All diagrams together may have so many nodes.
func NewConditions[T comparable](limit int) *Conditions[T] {
	return &Conditions[T]{Diagrams: New(limit), truths: make(map[T]Truth), written: make(map[Truth]T)}
}

// Known is the truth of a condition, if it is known.
func (c *Conditions[T]) Known(of T) (Truth, bool) {
	t, is := c.truths[of]
	return t, is
}

// Compared is the truth of a comparison: a test of its own.
func (c *Conditions[T]) Compared(of T) Truth {
	if t, known := c.truths[of]; known {
		return t
	}
	c.tests = append(c.tests, of)
	return c.Note(of, c.Test(len(c.tests)-1))
}

// Note notes a condition and its truth, which it gives back.
func (c *Conditions[T]) Note(of T, t Truth) Truth {
	c.truths[of] = t
	if !c.IsWritten(t) {
		c.written[t] = of
	}
	return t
}

// IsWritten reports whether there is a condition for a truth.
func (c *Conditions[T]) IsWritten(t Truth) bool {
	_, is := c.written[t]
	return is
}

// First is the first comparison on which a truth depends.
func (c *Conditions[T]) First(t Truth) T { return c.tests[c.nodes[t].test] }

// Written is a condition for a truth that depends on tests: one that is known already, or made of
// others, for the sake of the comparison that make is told.
func (c *Conditions[T]) Written(t Truth, make func(first T, op Op, args ...T) T) T {
	if all, is := c.written[t]; is {
		return all
	}
	_, yes, no := c.Branch(t)
	first := c.First(t)
	of := func(t Truth) T { return c.Written(t, make) }
	not := func() T { return make(first, OpNot, first) }
	all := first
	switch {
	case yes == True && no == False:
	case yes == False && no == True:
		all = not()
	case yes == True:
		all = make(first, OpOr, first, of(no))
	case no == False:
		all = make(first, OpAnd, first, of(yes))
	case yes == False:
		all = make(first, OpAnd, not(), of(no))
	case no == True:
		all = make(first, OpOr, not(), of(yes))
	default:
		all = make(first, OpOr, make(first, OpAnd, first, of(yes)), make(first, OpAnd, not(), of(no)))
	}
	c.written[t] = all
	return all
}
