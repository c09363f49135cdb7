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
	t := translation{tape: model.NewTape(m), state: start.Clone(), value: make(map[model.Z]uint64),
		name: make(map[uint64]model.Z)}
	for k, z := range m.Vertices() {
		t.call(z, start.Vertex[k].Value)
	}
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

// translation keeps the values of the model's vertices up to date from the
// events of its operations.
type translation struct {
	tape  *model.Tape
	state *State
	value map[model.Z]uint64
	name  map[uint64]model.Z
	ops   []model.Op
}

func (t *translation) call(z model.Z, value uint64) {
	t.value[z] = value
	t.name[value] = z
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
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born:
			t.call(e.Z, field.Mul(t.value[e.Face.U], t.value[e.Face.V]))
		case model.Absorbed:
			t.call(e.Z, field.Add(t.value[e.Z], field.Mul(t.value[e.Face.U], t.value[e.Face.V])))
		case model.Merged:
			t.call(e.Z, field.Add(t.value[e.Z], t.value[e.Other]))
		}
	}
	t.ops = append(t.ops, op)
	return nil
}
