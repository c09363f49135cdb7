package objective

import (
	"slices"

	"facet/model"
	"facet/model/field"
	"facet/planner/search/packed"
)

// line is a line dag in the middle of a sequence, with the values of its vertices.
type line struct {
	state  *model.State
	values packed.Values
}

func newLine(g *model.Dag) line {
	l := line{state: model.NewState(g)}
	for k := range g.Edges {
		l.values.Set(model.Z(k), field.Point(uint64(k)))
	}
	return l
}

// do carries out an operation that is possible.
func (l line) do(o model.Op) (line, model.Change) {
	state, change, err := l.state.Apply(o)
	if err != nil {
		panic("a search means an operation that is not possible: " + err.Error())
	}
	next := line{state, slices.Clone(l.values)}
	next.values.Follow(change.Events)
	return next, change
}

func (l line) key() (k packed.Key) {
	s := l.state
	for _, z := range s.Vertices() {
		k.AddVertex(l.values[z], s.HasJacobian(z), s.Elemental(z) != nil)
		for _, v := range s.Succs(z) {
			k.AddFace(l.values[z], l.values[v])
		}
	}
	return k
}

// held is what the Jacobians of the state take.
func (l line) held() (sum model.Cost) {
	for _, z := range l.state.Vertices() {
		if l.state.HasJacobian(z) {
			sum = sum.Add(l.state.Dag().Entries(l.state.Source(z), l.state.Target(z), l.state.Pattern(z)))
		}
	}
	return sum
}
