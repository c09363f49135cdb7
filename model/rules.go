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
	price, err := s.Price(o)
	if err != nil {
		return nil, Change{}, err
	}
	next := s.clone(1)
	r := rewrite{state: next}
	return next, r.carryOut(o, price), nil
}

// rewrite is a state under change: touched are the vertices whose neighbours
// or Jacobian changed, so that they may have a twin now. Without a tape, lists
// of neighbours are replaced and twins are looked for; with one, lists are
// changed in place and twins are found in its index.
type rewrite struct {
	state   *State
	tape    *Tape
	events  []Event
	touched []Z
}

// carryOut carries out an operation that is possible, at its price.
func (r *rewrite) carryOut(o Op, price Cost) Change {
	r.state.spent = r.state.spent.Add(price)
	if o.IsAccumulation() {
		r.accumulate(o.U)
	} else {
		r.eliminate(o.Face())
	}
	r.mergeTwins()
	return Change{Op: o, Price: price, Events: r.events}
}

func (r *rewrite) log(k EventKind, z Z) {
	r.events = append(r.events, Event{Kind: k, Z: z, Other: NoZ, Face: Face{NoZ, NoZ}})
}

// accumulate is Rule 3.1; mergeTwins does Rule 3.2.
func (r *rewrite) accumulate(z Z) {
	r.state.nodes[z].jacobian = true
	r.state.lacks--
	if r.tape != nil {
		r.tape.enter(z)
	}
	r.log(Accumulated, z)
	r.touched = append(r.touched, z)
}

// eliminate is Rule 2 up to the removal of vertices.
func (r *rewrite) eliminate(f Face) {
	u, v := &r.state.nodes[f.U], &r.state.nodes[f.V]
	product := productLabel(u.label, v.label)
	if w := r.absorber(f); w != NoZ { // Rule 2.2
		r.state.nodes[w].label = sumLabel(r.state.nodes[w].label, product)
		r.events = append(r.events, Event{Absorbed, w, NoZ, f})
		r.loseModels(w)
	} else { // Rule 2.1
		w := Z(len(r.state.nodes))
		r.state.nodes = append(r.state.nodes, node{
			source: u.source, target: v.target, model: -1, live: true, jacobian: true,
			preds: u.preds, succs: v.succs, label: product,
		})
		if r.tape != nil {
			r.tape.born(w, f)
		}
		for _, p := range r.state.nodes[w].preds {
			r.addSucc(p, w)
		}
		for _, n := range r.state.nodes[w].succs {
			r.addPred(n, w)
		}
		u, v = &r.state.nodes[f.U], &r.state.nodes[f.V] // append may have moved them
		r.state.live++
		r.state.faces += len(u.preds) + len(v.succs)
		r.events = append(r.events, Event{Born, w, NoZ, f})
		r.touched = append(append(r.touched, u.preds...), v.succs...)
	}
	r.dropSucc(f.U, f.V)
	r.dropPred(f.V, f.U)
	r.state.faces--
	r.events = append(r.events, Event{FaceRemoved, NoZ, NoZ, f})
	if len(r.state.nodes[f.U].succs) == 0 { // Rule 2.4
		r.remove(f.U)
	} else {
		r.touched = append(r.touched, f.U)
	}
	if len(r.state.nodes[f.V].preds) == 0 { // Rule 2.5
		r.remove(f.V)
	} else {
		r.touched = append(r.touched, f.V)
	}
}

func (r *rewrite) remove(z Z) {
	r.detach(z)
	r.log(Removed, z)
}

// detach takes z out of the line dag. Its neighbours keep others: the vertex
// that makes z superfluous has the same neighbours on that side.
func (r *rewrite) detach(z Z) {
	n := &r.state.nodes[z]
	if r.tape != nil {
		r.tape.died(z)
	}
	for _, p := range n.preds {
		r.dropSucc(p, z)
	}
	for _, q := range n.succs {
		r.dropPred(q, z)
	}
	r.touched = append(append(r.touched, n.preds...), n.succs...)
	r.state.faces -= len(n.preds) + len(n.succs)
	r.state.live--
	if !n.jacobian {
		r.state.lacks--
	}
	n.live, n.preds, n.succs = false, nil, nil
}

// mergeTwins restores the invariant that no two vertices with Jacobians agree
// in source, sink, P and S (the merges of Rules 2.4, 2.5 and 3.2). A removal
// can make twins of its neighbours, and a merge is a removal, so it goes on
// until nothing is touched any more.
func (r *rewrite) mergeTwins() {
	for k := 0; k < len(r.touched); k++ {
		z := r.touched[k]
		n := &r.state.nodes[z]
		if !n.live || !n.jacobian {
			continue
		}
		w := r.twin(z)
		if w == NoZ {
			continue
		}
		n.label = sumLabel(n.label, r.state.nodes[w].label)
		r.detach(w)
		r.events = append(r.events, Event{Merged, z, w, Face{NoZ, NoZ}})
		r.loseModels(z)
		r.touched = append(r.touched, z)
	}
}

func (r *rewrite) loseModels(z Z) {
	if r.state.nodes[z].model >= 0 {
		r.state.nodes[z].model = -1
		r.log(ModelsLost, z)
	}
}

// absorber finds the vertex that takes in the product of the face (Rule 2.2).
func (r *rewrite) absorber(f Face) Z {
	if r.tape != nil {
		return r.tape.absorber(f)
	}
	u, v := &r.state.nodes[f.U], &r.state.nodes[f.V]
	return r.state.twinOf(u.source, v.target, u.preds, v.succs, NoZ)
}

// twin finds the vertex that z, which has its Jacobian, merges with.
func (r *rewrite) twin(z Z) Z {
	if r.tape != nil {
		return r.tape.twin(z)
	}
	n := &r.state.nodes[z]
	return r.state.twinOf(n.source, n.target, n.preds, n.succs, z)
}

func (r *rewrite) addSucc(p, z Z)  { r.change(p, false, z, true) }
func (r *rewrite) addPred(q, z Z)  { r.change(q, true, z, true) }
func (r *rewrite) dropSucc(p, z Z) { r.change(p, false, z, false) }
func (r *rewrite) dropPred(q, z Z) { r.change(q, true, z, false) }

// change puts other into a list of z's neighbours or takes it out.
func (r *rewrite) change(z Z, preds bool, other Z, add bool) {
	if r.tape != nil {
		r.tape.change(z, preds, other, add)
		return
	}
	list := &r.state.nodes[z].succs
	if preds {
		list = &r.state.nodes[z].preds
	}
	if add {
		*list = with(*list, other)
	} else {
		*list = without(*list, other)
	}
}

// Twin finds the vertex with a Jacobian that z merges with once it has one
// itself: the same source, sink, P and S. It is NoZ where there is none.
func (s *State) Twin(z Z) Z {
	n := &s.nodes[z]
	return s.twinOf(n.source, n.target, n.preds, n.succs, z)
}

// twinOf finds the live vertex other than self with a Jacobian, this source and
// target, and these neighbours. By the invariant there is at most one.
func (s *State) twinOf(source, target int32, preds, succs []Z, self Z) Z {
	fits := func(w Z) bool {
		n := &s.nodes[w]
		return w != self && n.live && n.jacobian && n.source == source && n.target == target &&
			slices.Equal(n.preds, preds) && slices.Equal(n.succs, succs)
	}
	switch {
	case len(succs) > 0:
		for _, w := range s.nodes[succs[0]].preds {
			if fits(w) {
				return w
			}
		}
	case len(preds) > 0:
		for _, w := range s.nodes[preds[0]].succs {
			if fits(w) {
				return w
			}
		}
	default:
		for w := range s.nodes {
			if fits(Z(w)) {
				return Z(w)
			}
		}
	}
	return NoZ
}

// with and without give a new ascending slice; the old one may be shared.
func with(list []Z, z Z) []Z {
	at, _ := slices.BinarySearch(list, z)
	out := make([]Z, 0, len(list)+1)
	return append(append(append(out, list[:at]...), z), list[at:]...)
}

func without(list []Z, z Z) []Z {
	at, ok := slices.BinarySearch(list, z)
	if !ok {
		return list
	}
	out := make([]Z, 0, len(list)-1)
	return append(append(out, list[:at]...), list[at+1:]...)
}
