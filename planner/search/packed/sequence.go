package packed

import (
	"fmt"

	"facet/model"
	"facet/model/field"
)

// FromModel gives the packed form of a state in the middle of a sequence. The
// live vertices take the slots in ascending order and are elementals from here
// on: each gets a random point of its own.
func FromModel(p *Problem, m *model.State) *State {
	s := New(p)
	zs := m.Vertices()
	s.reserve(len(zs))
	slot := make(map[model.Z]int, len(zs))
	for k, z := range zs {
		v := Vertex{
			Value: field.Point(uint64(k)), From: int32(m.Source(z)), To: int32(m.Target(z)),
			Edge: -1, Jacobian: m.HasJacobian(z),
		}
		if _, _, ok := m.Model(z); ok {
			v.Edge = int32(z) // an original edge keeps its position as its name
		}
		slot[z] = s.add(v, m.Pattern(z))
	}
	for _, u := range zs {
		for _, v := range m.Succs(u) {
			s.connect(slot[u], slot[v])
		}
	}
	return s
}

// Sequence translates moves into the operations of the model: it plays them on
// both sides at once. start must be FromModel of the same state. The error is
// that of the first operation which the model refuses, or of check, which is
// asked before each move.
func Sequence(m *model.State, start *State, moves []Move, check func() error) ([]model.Op, *model.State,
	error) {
	t := newTranslation(m, start.Clone())
	for n, move := range moves {
		if err := check(); err != nil {
			return t.ops, t.tape.Keep(), err
		}
		if err := t.play(move); err != nil {
			return t.ops, t.tape.Keep(), fmt.Errorf("move %d: %w", n+1, err)
		}
	}
	return t.ops, t.tape.Keep(), nil
}

// translation knows the model's vertices by the values of slots.
type translation struct {
	tape   *model.Tape
	state  *State
	values Values
	name   map[uint64]model.Z
	ops    []model.Op
}

// newTranslation begins with a state that FromModel has just read from m.
func newTranslation(m *model.State, s *State) *translation {
	t := &translation{tape: model.NewTape(m), state: s, name: make(map[uint64]model.Z)}
	for k, z := range m.Vertices() {
		t.values.Set(z, s.Vertex[k].Value)
		t.name[s.Vertex[k].Value] = z
	}
	return t
}

func (t *translation) play(move Move) error {
	s, u, v := t.state, int(move.U), int(move.V)
	if move.V < 0 {
		err := t.apply(model.Accumulate(t.name[s.Vertex[u].Value], move.Mode))
		if err == nil {
			s.Accumulate(u)
		}
		return err
	}
	if move.AccU {
		mode, _ := s.Accumulation(u)
		if err := t.apply(model.Accumulate(t.name[s.Vertex[u].Value], mode)); err != nil {
			return err
		}
		u, v = s.AccumulateBeside(u, v)
	}
	if move.AccV {
		mode, _ := s.Accumulation(v)
		if err := t.apply(model.Accumulate(t.name[s.Vertex[v].Value], mode)); err != nil {
			return err
		}
		v, u = s.AccumulateBeside(v, u)
	}
	face := model.Face{U: t.name[s.Vertex[u].Value], V: t.name[s.Vertex[v].Value]}
	if err := t.apply(model.Eliminate(face, move.Mode)); err != nil {
		return err
	}
	s.Eliminate(u, v)
	return nil
}

func (t *translation) apply(op model.Op) error {
	change, err := t.tape.Do(op)
	if err != nil {
		return err
	}
	t.values.Follow(change.Events)
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born, model.Absorbed, model.Merged:
			t.name[t.values[e.Z]] = e.Z
		}
	}
	t.ops = append(t.ops, op)
	return nil
}
