package model

import "slices"

// EventKind says what a part of an operation did to the line dag.
type EventKind uint8

// What Rules 2 and 3 can do.
const (
	Accumulated EventKind = iota // the Jacobian of Z is available now (Rule 3.1)
	Born                         // Z is new: fill for the face (Rule 2.1)
	Absorbed                     // Z took in the product of the face (Rule 2.2)
	FaceRemoved                  // the face is gone (Rule 2.3)
	Removed                      // Z is gone: no face is left on its inner side (Rules 2.4, 2.5)
	Merged                       // Z took in Other, which is gone (Rules 2.4, 2.5, 3.2)
	ModelsLost                   // Z stands for a sum now, its models are gone
)

var eventNames = [...]string{"accumulate", "fill", "absorb", "remove face", "remove", "merge", "models lost"}

func (k EventKind) String() string { return eventNames[k] }

// Event is one thing that happened during an operation.
type Event struct {
	Kind  EventKind
	Z     Z    // the vertex that it happened to
	Other Z    // Merged: the vertex that was taken in; NoZ otherwise
	Face  Face // Born, Absorbed, FaceRemoved: the face
}

// Change is what an operation did, in the order in which it happened.
type Change struct {
	Op     Op
	Price  Cost
	Events []Event
}

// Apply carries out one operation and gives the new state and what happened.
// The error of an impossible operation says what to do instead. A whole sequence
// is carried out faster by a [Tape].
func (s *State) Apply(o Op) (*State, Change, error) {
	t := newTape(s, 1)
	change, err := t.Do(o)
	if err != nil {
		return nil, Change{}, err
	}
	after := t.state // the tape does not go on, so nothing changes it
	after.ends = nil
	return &after, change, nil
}

// carryOut carries out an operation that is possible, at its price.
func (t *Tape) carryOut(o Op, price Cost) Change {
	t.state.spent = t.state.spent.Add(price)
	if o.IsAccumulation() {
		t.accumulate(o.U)
	} else {
		t.eliminate(o.Face())
	}
	t.mergeTwins()
	return Change{Op: o, Price: price, Events: t.events}
}

func (t *Tape) log(k EventKind, z Z) {
	t.events = append(t.events, Event{Kind: k, Z: z, Other: NoZ, Face: Face{NoZ, NoZ}})
}

// accumulate is Rule 3.1; mergeTwins does Rule 3.2.
func (t *Tape) accumulate(z Z) {
	t.state.nodes[z].jacobian = true
	t.state.lacks--
	t.enter(z)
	t.log(Accumulated, z)
	t.touched = append(t.touched, z)
}

// eliminate is Rule 2 up to the removal of vertices.
func (t *Tape) eliminate(f Face) {
	u, v := &t.state.nodes[f.U], &t.state.nodes[f.V]
	product := productLabel(u.label, v.label)
	if w := t.Absorber(f); w != NoZ { // Rule 2.2
		t.state.nodes[w].label = sumLabel(t.state.nodes[w].label, product)
		t.events = append(t.events, Event{Absorbed, w, NoZ, f})
		t.loseModels(w)
	} else { // Rule 2.1
		w := Z(len(t.state.nodes))
		t.state.nodes = append(t.state.nodes, node{
			source: u.source, target: v.target, model: -1, live: true, jacobian: true,
			preds: u.preds, succs: v.succs, label: product,
		})
		t.born(w, f)
		for _, p := range t.state.nodes[w].preds {
			t.addSucc(p, w)
		}
		for _, n := range t.state.nodes[w].succs {
			t.addPred(n, w)
		}
		u, v = &t.state.nodes[f.U], &t.state.nodes[f.V] // append may have moved them
		t.state.live++
		t.state.faces += len(u.preds) + len(v.succs)
		t.events = append(t.events, Event{Born, w, NoZ, f})
		t.touched = append(append(t.touched, u.preds...), v.succs...)
	}
	t.dropSucc(f.U, f.V)
	t.dropPred(f.V, f.U)
	t.state.faces--
	t.events = append(t.events, Event{FaceRemoved, NoZ, NoZ, f})
	if len(t.state.nodes[f.U].succs) == 0 { // Rule 2.4
		t.remove(f.U)
	} else {
		t.touched = append(t.touched, f.U)
	}
	if len(t.state.nodes[f.V].preds) == 0 { // Rule 2.5
		t.remove(f.V)
	} else {
		t.touched = append(t.touched, f.V)
	}
}

func (t *Tape) remove(z Z) {
	t.detach(z)
	t.log(Removed, z)
}

// detach takes z out of the line dag. Its neighbours keep others: the vertex
// that makes z superfluous has the same neighbours on that side.
func (t *Tape) detach(z Z) {
	n := &t.state.nodes[z]
	t.died(z)
	for _, p := range n.preds {
		t.dropSucc(p, z)
	}
	for _, q := range n.succs {
		t.dropPred(q, z)
	}
	t.touched = append(append(t.touched, n.preds...), n.succs...)
	t.state.faces -= len(n.preds) + len(n.succs)
	t.state.live--
	if !n.jacobian {
		t.state.lacks--
	}
	n.live, n.preds, n.succs = false, nil, nil
}

// mergeTwins restores the invariant that no two vertices with Jacobians agree
// in source, sink, P and S (the merges of Rules 2.4, 2.5 and 3.2). A removal
// can make twins of its neighbours, and a merge is a removal, so it goes on
// until nothing is touched any more.
func (t *Tape) mergeTwins() {
	for k := 0; k < len(t.touched); k++ {
		z := t.touched[k]
		n := &t.state.nodes[z]
		if !n.live || !n.jacobian {
			continue
		}
		w := t.twin(z)
		if w == NoZ {
			continue
		}
		n.label = sumLabel(n.label, t.state.nodes[w].label)
		t.detach(w)
		t.events = append(t.events, Event{Merged, z, w, Face{NoZ, NoZ}})
		t.loseModels(z)
		t.touched = append(t.touched, z)
	}
}

func (t *Tape) loseModels(z Z) {
	if t.state.nodes[z].model >= 0 {
		t.state.nodes[z].model = -1
		t.log(ModelsLost, z)
	}
}

func (t *Tape) addSucc(p, z Z)  { t.change(p, false, z, true) }
func (t *Tape) addPred(q, z Z)  { t.change(q, true, z, true) }
func (t *Tape) dropSucc(p, z Z) { t.change(p, false, z, false) }
func (t *Tape) dropPred(q, z Z) { t.change(q, true, z, false) }

// Twin finds the vertex with a Jacobian that z merges with once it has one
// itself: the same source, sink, P and S. It is NoZ where there is none; by the invariant
// there is at most one.
func (s *State) Twin(z Z) Z {
	n := &s.nodes[z]
	for _, w := range s.Between(int(n.source), int(n.target)) {
		if o := &s.nodes[w]; w != z && o.jacobian && slices.Equal(o.preds, n.preds) &&
			slices.Equal(o.succs, n.succs) {
			return w
		}
	}
	return NoZ
}
