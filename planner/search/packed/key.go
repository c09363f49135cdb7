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
		flags := uint64(1)
		if x.Jacobian {
			flags |= 2
		}
		if x.Edge >= 0 {
			flags |= 4
		}
		key.mixIn(x.Value*8 + flags)
		for v := range Bits(s.S(u)) {
			key.mixIn(field.Mix(x.Value+0x9e3779b97f4a7c15) + 3*s.Vertex[v].Value)
		}
	}
	return key
}

func (k *Key) mixIn(x uint64) {
	k.Hi += field.Mix(x + 0x6a09e667f3bcc909)
	k.Lo += field.Mix(x*0xd1342543de82ef95 + 0xbb67ae8584caa73b)
}
