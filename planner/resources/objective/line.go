package objective

import (
	"facet/model"
	"facet/model/field"
)

// line is a line dag in the middle of a sequence, with the value of each vertex: the
// polynomial of elemental Jacobians that it stands for at random points modulo 2^61-1, so
// that states and Jacobians are known again however they were reached.
type line struct {
	state *model.State
	value []uint64 // by Z
}

func newLine(g *model.Dag) line {
	l := line{state: model.NewState(g)}
	for k := range g.Edges {
		l.value = append(l.value, field.Point(uint64(k)))
	}
	return l
}

// do carries out an operation that is possible.
func (l line) do(o model.Op) (line, model.Change) {
	state, change, err := l.state.Apply(o)
	if err != nil {
		panic("a search means an operation that is not possible: " + err.Error())
	}
	next := line{state: state, value: append(make([]uint64, 0, state.Born()), l.value...)}
	for _, e := range change.Events {
		switch e.Kind {
		case model.Born:
			next.value = append(next.value, field.Mul(l.value[e.Face.U], l.value[e.Face.V]))
		case model.Absorbed:
			next.value[e.Z] = field.Add(next.value[e.Z], field.Mul(l.value[e.Face.U], l.value[e.Face.V]))
		case model.Merged:
			next.value[e.Z] = field.Add(next.value[e.Z], next.value[e.Other])
		}
	}
	return next, change
}

// key distinguishes states: 128 bits over vertices, flags and faces.
type key struct{ hi, lo uint64 }

func (k *key) mixIn(x uint64) {
	k.hi += field.Mix(x + 0x6a09e667f3bcc909)
	k.lo += field.Mix(x*0xd1342543de82ef95 + 0xbb67ae8584caa73b)
}

func (l line) key() (k key) {
	s := l.state
	for _, z := range s.Vertices() {
		flags := uint64(1)
		if s.HasJacobian(z) {
			flags |= 2
		}
		if s.Elemental(z) != nil {
			flags |= 4
		}
		k.mixIn(l.value[z]*8 + flags)
		for _, v := range s.Succs(z) {
			k.mixIn(field.Mix(l.value[z]+0x9e3779b97f4a7c15) + 3*l.value[v])
		}
	}
	return k
}

// entries of the Jacobian of z.
func (l line) entries(z model.Z) model.Cost {
	return l.state.Dag().Entries(l.state.Source(z), l.state.Target(z), l.state.Pattern(z))
}

// held is what the Jacobians of the state take.
func (l line) held() (sum model.Cost) {
	for _, z := range l.state.Vertices() {
		if l.state.HasJacobian(z) {
			sum = sum.Add(l.entries(z))
		}
	}
	return sum
}
