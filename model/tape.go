package model

import (
	"fmt"
	"slices"
)

// Tape carries a sequence out in place, for those who want its end, or to see
// each state only while it lasts: replaying, reading and proving. It follows the
// same rules as [State.Apply] and gives the same names to what is born, but
// neither copies the state for every operation nor looks through all neighbours
// for a twin: an operation costs about as much as it changes neighbours.
//
// A tape is used from one goroutine.
type Tape struct {
	state State
	sides []sides
	twins map[twinKey]Z // the newest of each chain; see sides.older
	work  rewrite
}

// sides is what a tape knows of a vertex beside its node.
type sides struct {
	ownPreds, ownSuccs bool   // nobody else holds the list
	preds, succs       uint64 // fingerprints of P(z) and S(z), as sets
	older              Z      // the next vertex with the same key in the index of twins
}

// twinKey is what twins agree in: ends, and neighbours up to a fingerprint.
type twinKey struct {
	source, target int32
	preds, succs   uint64
}

// endIndex lists the live vertices by their two ends, ascending.
type endIndex map[[2]int32][]Z

// NewTape begins a sequence at a state, which stays as it is.
func NewTape(start *State) *Tape {
	t := &Tape{
		state: *start.clone(len(start.nodes)),
		sides: make([]sides, len(start.nodes), 2*len(start.nodes)),
		twins: make(map[twinKey]Z, len(start.nodes)),
	}
	t.state.ends = make(endIndex, len(start.nodes))
	// In a fresh line dag all edges at a vertex share their lists of neighbours.
	known := make(map[*Z]uint64)
	for z := range t.state.nodes {
		n := &t.state.nodes[z]
		if !n.live {
			continue
		}
		t.sides[z] = sides{preds: printOf(n.preds, known), succs: printOf(n.succs, known), older: NoZ}
		at := [2]int32{n.source, n.target}
		t.state.ends[at] = append(t.state.ends[at], Z(z))
		if n.jacobian {
			t.enter(Z(z))
		}
	}
	return t
}

func printOf(list []Z, known map[*Z]uint64) uint64 {
	if len(list) == 0 {
		return 0
	}
	if p, ok := known[&list[0]]; ok {
		return p
	}
	p := uint64(0)
	for _, z := range list {
		p += mark(z)
	}
	known[&list[0]] = p
	return p
}

// mark is z's part in the fingerprint of a set of vertices: the finaliser of
// splitmix64. Equal fingerprints are only a reason to compare the lists.
func mark(z Z) uint64 {
	x := (uint64(z) + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
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
	t.work = rewrite{State: &t.state, tape: t, touched: t.work.touched[:0]}
	return t.work.carryOut(o, price), nil
}

// Touched lists the vertices whose neighbours or Jacobian the last operation has
// changed, some of them several times, and some of which are gone. It is valid
// until the next operation.
func (t *Tape) Touched() []Z { return t.work.touched }

// Prints gives fingerprints of P(z) and S(z): those of equal sets are equal.
func (t *Tape) Prints(z Z) (preds, succs uint64) { return t.sides[z].preds, t.sides[z].succs }

// Absorber finds the vertex that would take in the product of face f (Rule 2.2);
// NoZ where it would be fill.
func (t *Tape) Absorber(f Face) Z { return t.absorber(f) }

func (t *Tape) key(z Z) twinKey {
	n, s := &t.state.nodes[z], &t.sides[z]
	return twinKey{n.source, n.target, s.preds, s.succs}
}

// enter and leave keep the index of the vertices with Jacobians.
func (t *Tape) enter(z Z) {
	k := t.key(z)
	t.sides[z].older = NoZ
	if w, ok := t.twins[k]; ok {
		t.sides[z].older = w
	}
	t.twins[k] = z
}

func (t *Tape) leave(z Z) {
	k := t.key(z)
	at := t.twins[k]
	if at == z {
		if older := t.sides[z].older; older != NoZ {
			t.twins[k] = older
		} else {
			delete(t.twins, k)
		}
		return
	}
	for t.sides[at].older != z {
		at = t.sides[at].older
	}
	t.sides[at].older = t.sides[z].older
}

// find gives the first vertex of the chain, in the order of names, that agrees
// with the lists; self is left out.
func (t *Tape) find(k twinKey, preds, succs []Z, self Z) Z {
	found := NoZ
	z, ok := t.twins[k]
	for ; ok && z != NoZ; z = t.sides[z].older {
		n := &t.state.nodes[z]
		if z != self && (found == NoZ || z < found) && slices.Equal(n.preds, preds) && slices.Equal(n.succs, succs) {
			found = z
		}
	}
	return found
}

func (t *Tape) twin(z Z) Z {
	n := &t.state.nodes[z]
	return t.find(t.key(z), n.preds, n.succs, z)
}

func (t *Tape) absorber(f Face) Z {
	u, v := &t.state.nodes[f.U], &t.state.nodes[f.V]
	k := twinKey{u.source, v.target, t.sides[f.U].preds, t.sides[f.V].succs}
	return t.find(k, u.preds, v.succs, NoZ)
}

// born takes in the fill w of a face, whose node holds the lists of the face's
// ends: from now on nobody owns them.
func (t *Tape) born(w Z, f Face) {
	u, v := &t.sides[f.U], &t.sides[f.V]
	u.ownPreds, v.ownSuccs = false, false
	t.sides = append(t.sides, sides{preds: u.preds, succs: v.succs})
	n := &t.state.nodes[w]
	at := [2]int32{n.source, n.target}
	t.state.ends[at] = append(t.state.ends[at], w) // the newest is the largest
	t.enter(w)
}

// died takes z out of the indices.
func (t *Tape) died(z Z) {
	n := &t.state.nodes[z]
	if n.jacobian {
		t.leave(z)
	}
	at := [2]int32{n.source, n.target}
	if left := slices.DeleteFunc(t.state.ends[at], func(w Z) bool { return w == z }); len(left) > 0 {
		t.state.ends[at] = left
	} else {
		delete(t.state.ends, at)
	}
}

// change is rewrite.change in place.
func (t *Tape) change(z Z, preds bool, other Z, add bool) {
	n, s := &t.state.nodes[z], &t.sides[z]
	indexed := n.live && n.jacobian
	if indexed {
		t.leave(z)
	}
	list, own, print := &n.succs, &s.ownSuccs, &s.succs
	if preds {
		list, own, print = &n.preds, &s.ownPreds, &s.preds
	}
	if !*own {
		*list, *own = append(make([]Z, 0, len(*list)+4), *list...), true
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

// Walk is Replay for those who want to see each operation with the state before
// it, which is valid during the call alone.
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
