package driver

import (
	"fmt"
	"slices"

	"facet/model"
)

// Calls for several operations give parts that are added to matrices of their own: of a loop
// with results in each step, to as many as there were results. Where parts that lie side by side
// are added to the same matrices time and again, these are one matrix, to which they are added
// at once, and what is read are parts of it.

// worthAddition is how many entries are made zero, and added to, in the time that one addition takes
// beside its entries, in Python.
const worthAddition = 500

// stack is matrices that are one: side by side, or on top of each other.
type stack struct {
	name    string
	kind    stepKind // columnsOf or rowsOf
	size    [2]model.Cost
	members map[string][2]model.Cost // the columns or rows of each, as of a part
	length  model.Cost
	made    bool
	reads   map[string]bool // members that were taken out
	left    int             // members that are not free
}

// stacked are the steps with stacks.
func stacked(d *Driver) []driverStep {
	of := stacksOf(d)
	if len(of) == 0 {
		return d.steps
	}
	all := make([]driverStep, 0, len(d.steps))
	made := makersOf(d.steps)
	for k := 0; k < len(d.steps); k++ {
		s := d.steps[k]
		for _, name := range s.inputs() {
			if t := of[name]; t != nil && s.kind != free {
				all = t.read(all, name)
			}
		}
		t := of[s.result]
		switch {
		case t == nil:
			all = append(all, s)
			continue
		case s.kind == free:
			if t.reads[s.result] {
				s.temporary = true
				all = append(all, s)
			}
			if t.left--; t.left == 0 {
				all = append(all, driverStep{kind: free, result: t.name})
			}
			continue
		case !t.made:
			t.made = true
			all = append(all, driverStep{kind: zeros, result: t.name, size: t.size, batch: t.length})
		}
		to := t.members[s.result]
		put := driverStep{kind: addPart, result: t.name, adds: true, size: t.size, at: to[0],
			backwards: t.kind == rowsOf}
		if s.kind != t.kind { // what is made otherwise is there for the addition alone
			other := d.temporary()
			put.left, put.span[1], put.batch = other, to[1]-to[0], to[1]-to[0]
			s.result, s.adds, s.temporary = other, false, true
			all = append(all, s, put, driverStep{kind: free, result: other, temporary: true})
			continue
		}
		put.left, put.span, put.batch = s.left, s.span, made[s.left].batch()
		for ; k+1 < len(d.steps); k++ {
			n := &d.steps[k+1]
			if n.kind != t.kind || n.left != put.left || n.span[0] != put.span[1] || of[n.result] != t ||
				t.members[n.result][0] != put.at+put.span[1]-put.span[0] {
				break
			}
			put.span[1] = n.span[1]
		}
		all = append(all, put)
	}
	for _, e := range d.ends {
		if t := of[e.name]; t != nil {
			all = t.read(all, e.name)
		}
	}
	return withoutZeros(all)
}

// withoutZeros makes a stack of what would be added to it first, where each addition is one to all
// of it.
func withoutZeros(steps []driverStep) []driverStep {
	some := make(map[string]bool) // stacks that are not made in this way
	for k := range steps {
		if s := &steps[k]; s.kind == addPart && s.span[1]-s.span[0] < s.size[number(!s.backwards)] {
			some[s.result] = true
		}
	}
	all := slices.DeleteFunc(steps, func(s driverStep) bool { return s.kind == zeros && !some[s.result] })
	made := make(map[string]bool)
	for k := range all {
		s := &all[k]
		if s.kind != addPart || some[s.result] {
			continue
		}
		s.adds = made[s.result]
		made[s.result] = true
		if s.span == [2]model.Cost{0, s.batch} {
			s.kind = sum // or the same
			continue
		}
		s.kind, s.batch = columnsOf, s.span[1]-s.span[0]
		if s.backwards {
			s.kind = rowsOf
		}
	}
	return all
}

// read takes a member out, where that has not been done.
func (t *stack) read(steps []driverStep, name string) []driverStep {
	if t.reads[name] {
		return steps
	}
	t.reads[name] = true
	s := driverStep{kind: t.kind, result: name, left: t.name, span: t.members[name], size: t.size,
		temporary: true}
	s.size[number(t.kind == columnsOf)] = s.span[1] - s.span[0]
	return append(steps, s)
}

// stacksOf finds the matrices that are one, by their names.
func stacksOf(d *Driver) map[string]*stack {
	able, sizes := stackable(d)
	together := make(map[[2]string]int) // additions to a matrix and to the one behind it
	next, before := make(map[string]string), make(map[string]string)
	for k := 1; k < len(d.steps); k++ {
		s, t := &d.steps[k-1], &d.steps[k]
		if able[t.result] != t.kind || able[s.result] != t.kind || s.kind != t.kind || s.left != t.left ||
			s.span[1] != t.span[0] || s.result == t.result || !s.adds || !t.adds {
			continue
		}
		pair := [2]string{s.result, t.result}
		together[pair]++
		if together[pair] > together[[2]string{pair[0], next[pair[0]]}] {
			next[pair[0]] = pair[1]
		}
		if together[pair] > together[[2]string{before[pair[1]], pair[1]}] {
			before[pair[1]] = pair[0]
		}
	}
	follows := func(name string) string {
		if other := next[name]; before[other] == name {
			return other
		}
		return ""
	}
	of := make(map[string]*stack)
	for k := range d.steps {
		first := d.steps[k].result
		if of[first] != nil || follows(before[first]) == first || follows(first) == "" {
			continue
		}
		entries, saved := model.Cost(0), 0
		for name := first; name != ""; name = follows(name) {
			entries = entries.Add(sizes[name][0].Times(sizes[name][1]))
			saved += together[[2]string{name, follows(name)}]
		}
		if entries > model.Cost(saved)*worthAddition {
			continue
		}
		t := &stack{name: d.temporary(), kind: able[first], size: sizes[first],
			members: make(map[string][2]model.Cost), reads: make(map[string]bool)}
		along := number(t.kind == columnsOf)
		for name := first; name != ""; name = follows(name) {
			of[name] = t
			t.members[name] = [2]model.Cost{t.length, t.length + sizes[name][along]}
			t.length += sizes[name][along]
		}
		t.size[along], t.left = t.length, len(t.members)
	}
	return of
}

// stackable are the dense matrices that are complete before they are read, and of which parts
// of others are what is made or added, by the kind of these.
func stackable(d *Driver) (able map[string]stepKind, sizes map[string][2]model.Cost) {
	able, sizes = make(map[string]stepKind), make(map[string][2]model.Cost)
	never, read := make(map[string]bool), make(map[string]bool)
	b := newOutering(d)
	for k := range d.steps {
		s := &d.steps[k]
		b.step(s)
		for _, name := range s.inputs() {
			read[name] = true
		}
		if s.kind == free {
			continue
		}
		if o := b.held[s.result]; read[s.result] || o.terms > 0 || o.parts || s.kind == computeValue ||
			s.kind == jointAdjoint || d.sparsity.isHeldSparse(s.result) {
			never[s.result] = true
		}
		if s.kind == columnsOf || s.kind == rowsOf {
			if old := able[s.result]; old != 0 && old != s.kind {
				never[s.result] = true
			}
			able[s.result] = s.kind
		}
		sizes[s.result] = s.size
	}
	for name := range never {
		delete(able, name)
	}
	return able, sizes
}

// inOrder names matrices in the order in which they are made: what steps of a loop make has numbers
// that go up evenly then, and is written as a loop.
func inOrder(d *Driver) {
	names := make(map[string]string)
	count := make(map[byte]int)
	for _, s := range d.steps {
		if s.kind != free && s.kind != computeValue && names[s.result] == "" {
			kind := s.result[0]
			count[kind]++
			names[s.result] = fmt.Sprintf("%c%d", kind, count[kind])
		}
	}
	rename(d.steps, names)
	for k, e := range d.ends {
		d.ends[k].name = names[e.name]
	}
	d.sparsity.rename(names)
}
