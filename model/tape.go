package model

import (
	"fmt"
	"slices"

	"facet/model/field"
)

// Tape carries a sequence out in place, where only its end is needed, or each state
// only for a moment: for replaying, reading and proving. It neither copies the state for
// every operation nor looks through all neighbours
// for a twin: an operation costs about as much as it changes neighbours.
//
// A tape is used from one goroutine.
type Tape struct {
	state State
	sides []sides
	ends  ends
	twins []Z // by the hash of a twinKey: the newest vertex of a chain; see sides.older

	// Of the last operation: what happened, and the vertices whose neighbours or Jacobian it
	// changed, so that they may have a twin.
	events  []Event
	touched []Z
}

// sides is what a tape knows of a vertex beside its node.
type sides struct {
	ownPreds, ownSuccs bool   // no other vertex shares the list
	preds, succs       uint64 // fingerprints of P(z) and S(z), as sets
	older              Z      // the next vertex of the chain in the index of twins
}

// twinKey is what twins agree in: ends, and neighbours up to a fingerprint.
type twinKey struct {
	source, target int32
	preds, succs   uint64
}

// hash gives a place in an index of twins, whose length is a power of two.
func (k twinKey) hash(places int) int {
	return int(mark(Z(k.source^k.target<<16))+k.preds+3*k.succs) & (places - 1)
}

// ends lists the live vertices by the dag vertices where they start and where they
// end, ascending.
type ends struct{ starting, ending [][]Z }

// NewTape begins a sequence at a state, which stays as it is.
func NewTape(start *State) *Tape { return newTape(start, len(start.nodes)) }

// newTape has room for so much fill.
func newTape(start *State, room int) *Tape {
	t := &Tape{
		state: *start.clone(room),
		sides: make([]sides, len(start.nodes), len(start.nodes)+room),
		ends:  endsOf(start),
	}
	t.state.ends = &t.ends
	// In a fresh line dag all edges at a vertex share their lists of neighbours.
	ofPreds, ofSuccs := make([]known, len(start.dag.Vertices)), make([]known, len(start.dag.Vertices))
	for z := range t.state.nodes {
		n := &t.state.nodes[z]
		if n.live {
			t.sides[z] = sides{preds: ofPreds[n.source].print(n.preds),
				succs: ofSuccs[n.target].print(n.succs), older: NoZ}
		}
	}
	t.index(len(start.nodes) + room)
	return t
}

// endsOf lists the live vertices of a state by their ends.
func endsOf(s *State) ends {
	n := len(s.dag.Vertices)
	lists := make([][]Z, 2*n)
	counts := make([]int, 2*n)
	for z := range s.nodes {
		if v := &s.nodes[z]; v.live {
			counts[v.source]++
			counts[n+int(v.target)]++
		}
	}
	room := make([]Z, 2*s.live)
	for k, c := range counts {
		lists[k], room = room[:0:c], room[c:]
	}
	for z := range s.nodes {
		if v := &s.nodes[z]; v.live {
			lists[v.source] = append(lists[v.source], Z(z))
			lists[n+int(v.target)] = append(lists[n+int(v.target)], Z(z))
		}
	}
	return ends{lists[:n:n], lists[n:]}
}

// index makes the index of twins anew, with at least so many places.
func (t *Tape) index(least int) {
	places := 1
	for places < least {
		places *= 2
	}
	t.twins = make([]Z, places)
	for k := range t.twins {
		t.twins[k] = NoZ
	}
	for z := range t.state.nodes {
		if n := &t.state.nodes[z]; n.live && n.jacobian {
			t.enter(Z(z))
		}
	}
}

// known is the last list of neighbours on one side of a dag vertex, and its
// fingerprint.
type known struct {
	first *Z
	value uint64
}

func (k *known) print(list []Z) uint64 {
	if len(list) == 0 {
		return 0
	}
	if k.first != &list[0] {
		*k = known{first: &list[0]}
		for _, z := range list {
			k.value += mark(z)
		}
	}
	return k.value
}

// mark is z's part in the fingerprint of a set of vertices: the finaliser of
// splitmix64. Equal fingerprints are only a reason to compare the lists.
func mark(z Z) uint64 {
	return field.Mix((uint64(z) + 1) * 0x9e3779b97f4a7c15)
}

// State is the line dag as it is now. It is valid until the next operation;
// [Tape.Keep] gives one that stays.
func (t *Tape) State() *State { return &t.state }

// Keep gives a state of its own that never changes.
func (t *Tape) Keep() *State {
	for z := range t.sides {
		t.sides[z].ownPreds, t.sides[z].ownSuccs = false, false
	}
	return t.state.clone(0)
}

// Do carries out one operation. After an error the tape is as it was.
func (t *Tape) Do(o Op) (Change, error) {
	price, err := t.state.Price(o)
	if err != nil {
		return Change{}, err
	}
	t.events, t.touched = nil, t.touched[:0]
	return t.carryOut(o, price), nil
}

// Touched lists the vertices whose neighbours or Jacobian the last operation has
// changed, some of them several times, and some of which are gone. It is valid
// until the next operation.
func (t *Tape) Touched() []Z { return t.touched }

// Prints gives fingerprints of P(z) and S(z): those of equal sets are equal.
func (t *Tape) Prints(z Z) (preds, succs uint64) { return t.sides[z].preds, t.sides[z].succs }

// Starting lists the live vertices that start in vertex i of the dag, ascending. The
// list is valid until the next operation, and the caller must not change it.
func (t *Tape) Starting(i int) []Z { return t.ends.starting[i] }

// Ending lists the live vertices that end in vertex k of the dag, as Starting does.
func (t *Tape) Ending(k int) []Z { return t.ends.ending[k] }

// Absorber finds the vertex that would take in the product of face f (Rule 2.2);
// NoZ where it would be fill.
func (t *Tape) Absorber(f Face) Z {
	u, v := &t.state.nodes[f.U], &t.state.nodes[f.V]
	k := twinKey{u.source, v.target, t.sides[f.U].preds, t.sides[f.V].succs}
	return t.find(k, u.preds, v.succs, NoZ)
}

func (t *Tape) key(z Z) twinKey {
	n, s := &t.state.nodes[z], &t.sides[z]
	return twinKey{n.source, n.target, s.preds, s.succs}
}

// enter and leave keep the index of the vertices with Jacobians.
func (t *Tape) enter(z Z) {
	at := &t.twins[t.key(z).hash(len(t.twins))]
	t.sides[z].older, *at = *at, z
}

func (t *Tape) leave(z Z) {
	at := &t.twins[t.key(z).hash(len(t.twins))]
	for *at != z {
		at = &t.sides[*at].older
	}
	*at = t.sides[z].older
}

// find gives the first vertex, in the order of names, that agrees with the key and
// the lists; self is left out.
func (t *Tape) find(k twinKey, preds, succs []Z, self Z) Z {
	found := NoZ
	for z := t.twins[k.hash(len(t.twins))]; z != NoZ; z = t.sides[z].older {
		n := &t.state.nodes[z]
		if z != self && (found == NoZ || z < found) && t.key(z) == k && slices.Equal(n.preds, preds) &&
			slices.Equal(n.succs, succs) {
			found = z
		}
	}
	return found
}

func (t *Tape) twin(z Z) Z {
	n := &t.state.nodes[z]
	return t.find(t.key(z), n.preds, n.succs, z)
}

// born takes in the fill w of a face, whose node holds the lists of the face's
// ends: from now on they are shared.
func (t *Tape) born(w Z, f Face) {
	u, v := &t.sides[f.U], &t.sides[f.V]
	u.ownPreds, v.ownSuccs = false, false
	t.sides = append(t.sides, sides{preds: u.preds, succs: v.succs})
	if t.enter(w); len(t.sides) > len(t.twins) {
		t.index(2 * len(t.sides))
	}
	n := &t.state.nodes[w]
	from, to := &t.ends.starting[n.source], &t.ends.ending[n.target]
	*from, *to = append(*from, w), append(*to, w) // the newest is the largest
}

// died takes z out of the indices.
func (t *Tape) died(z Z) {
	n := &t.state.nodes[z]
	if n.jacobian {
		t.leave(z)
	}
	for _, list := range [...]*[]Z{&t.ends.starting[n.source], &t.ends.ending[n.target]} {
		at, _ := slices.BinarySearch(*list, z)
		*list = slices.Delete(*list, at, at+1)
	}
}

// change puts other into a list of z's neighbours or takes it out.
func (t *Tape) change(z Z, preds bool, other Z, add bool) {
	n, s := &t.state.nodes[z], &t.sides[z]
	indexed := n.live && n.jacobian
	if indexed {
		t.leave(z)
	}
	list, isOwn, print := &n.succs, &s.ownSuccs, &s.succs
	if preds {
		list, isOwn, print = &n.preds, &s.ownPreds, &s.preds
	}
	if !*isOwn {
		*list, *isOwn = append(make([]Z, 0, len(*list)+4), *list...), true
	}
	at, has := slices.BinarySearch(*list, other)
	switch {
	case add:
		*list = slices.Insert(*list, at, other)
		*print += mark(other)
	case has:
		*list = slices.Delete(*list, at, at+1)
		*print -= mark(other)
	}
	if indexed {
		t.enter(z)
	}
}

// Replay carries out the operations one after another. The error names the
// operation by its position, counted from 1.
func Replay(start *State, ops []Op) (*State, []Change, error) {
	t := NewTape(start)
	changes := make([]Change, 0, len(ops))
	for k, o := range ops {
		change, err := t.Do(o)
		if err != nil {
			return t.Keep(), changes, atOperation(k, err)
		}
		changes = append(changes, change)
	}
	return t.Keep(), changes, nil
}

// Walk is Replay, and calls visit with each operation and the state before it, which
// is valid during the call only.
func Walk(start *State, ops []Op, visit func(before *State, o Op, price Cost)) (*State, error) {
	t := NewTape(start)
	for k, o := range ops {
		price, err := t.state.Price(o)
		if err != nil {
			return t.Keep(), atOperation(k, err)
		}
		visit(&t.state, o, price)
		if _, err := t.Do(o); err != nil {
			return t.Keep(), atOperation(k, err)
		}
	}
	return t.Keep(), nil
}

func atOperation(k int, err error) error { return fmt.Errorf("operation %d: %w", k+1, err) }
