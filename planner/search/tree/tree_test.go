package tree

import (
	"testing"

	"facet/model"
	"facet/planner/search/packed"
)

func made(states ...State) (all []Child) {
	for k, s := range states {
		all = append(all, Child{Move: packed.Move{U: int32(k)}, Spent: model.Cost(k), Bound: 10, State: s})
	}
	return all
}

// What does not fit is counted below the last ancestor that is kept, also of its descendants.
func TestCounted(t *testing.T) {
	r := New(2, 4)
	r.Begin(0, 5)
	r.Take(r.Find(0, nil), 1)
	r.Expand(r.Find(0, nil), 6, made(Open, Open, Seen), 1, true)
	second := r.Find(2, []uint32{0})
	r.Take(second, 0)
	r.Expand(second, 7, made(Open, Cut, Open), 3, true) // seven are too many
	l := r.Look(model.Saturated, false)
	if l.Whole || len(l.Nodes) != 4 || l.Counts != (Counts{Open: 3, Expanded: 2, Seen: 1, Cut: 1}) {
		t.Fatalf("%+v", l)
	}
	if again := r.Look(model.Saturated, false); again != l {
		t.Error("another look, and nothing has changed")
	}
	below := r.Find(4, []uint32{2, 0})
	r.Take(below, 1)
	r.Found(below, make([]packed.Move, 3), 9)
	r.Expand(below, 8, made(Complete, Open), 5, true)
	l = r.Look(9, false)
	if l.Workers[1] != 2 || l.Turns != 3 || l.Path.Under != 2 || len(l.Path.Moves) != 2 ||
		l.Nodes[2].Below.Counts != (Counts{Open: 2, Expanded: 1, Cut: 1, Complete: 1}) {
		t.Fatalf("%+v, below %+v", l, l.Nodes[2].Below)
	}
	if on := l.On(); !on[0] || on[1] || !on[2] {
		t.Errorf("on the path to the incumbent: %v", on)
	}
	r.CutOpen(9)
	r.Take(r.Find(5, []uint32{4, 2, 0}), 0) // another worker has kept it
	l = r.Look(9, true)
	if l.Counts != (Counts{Taken: 1, Expanded: 3, Seen: 1, Cut: 3, Complete: 1}) {
		t.Errorf("%v", l.Counts)
	}
	if l = r.Look(8, true); l.Path.Under >= 0 {
		t.Error("a path to an incumbent that the search has not found")
	}
}

// Without a record nothing is done.
func TestNone(t *testing.T) {
	var r *Tree
	r.Begin(0, 0)
	r.Take(r.Find(0, nil), 0)
	r.Expand(0, 0, nil, 0, true)
	r.Cut(0, Open, 0, 0)
	r.Seen(0)
	r.Found(0, nil, 0)
	r.CutOpen(0)
}
