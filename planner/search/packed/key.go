package packed

import "facet/model/field"

// Key identifies a state: 128 bits over the vertices with their flags and over
// the faces.
type Key struct{ Hi, Lo uint64 }

// Key sums up one random number for each vertex and each face, so that it does
// not depend on the slots.
func (s *State) Key() Key {
	var key Key
	for u := range Bits(s.live) {
		x := &s.Vertex[u]
		key.AddVertex(x.Value, x.Jacobian, x.Edge >= 0)
		for v := range Bits(s.S(u)) {
			key.AddFace(x.Value, s.Vertex[v].Value)
		}
	}
	return key
}

// AddVertex adds a vertex of this value, and whether it has its Jacobian and its models.
func (k *Key) AddVertex(value uint64, jacobian, models bool) {
	flags := uint64(1)
	if jacobian {
		flags |= 2
	}
	if models {
		flags |= 4
	}
	k.Add(value*8 + flags)
}

// AddFace adds a face of vertices of these values.
func (k *Key) AddFace(u, v uint64) { k.Add(field.Mix(u+0x9e3779b97f4a7c15) + 3*v) }

// Add adds what x stands for, in any order.
func (k *Key) Add(x uint64) {
	k.Hi += field.Mix(x + 0x6a09e667f3bcc909)
	k.Lo += field.Mix(x*0xd1342543de82ef95 + 0xbb67ae8584caa73b)
}
