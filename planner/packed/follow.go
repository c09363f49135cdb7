package packed

// A bound that divides prices among paths has to know how each path is cut into
// vertices. State.Paths holds paths one after the other, each as the slots of
// its vertices and a PathEnd. Where vertices are fused, the first place of the
// subpath holds the slot of the vertex and the other places hold Fused.
const (
	Fused   int32 = -1
	PathEnd int32 = -2
)

// fuse notes that face (u,v) has become the vertex product wherever it is.
func (s *State) fuse(u, v, product int32) {
	for k := 0; k < len(s.Paths); k++ {
		if s.Paths[k] != u {
			continue
		}
		next := k + 1
		for s.Paths[next] == Fused {
			next++
		}
		if s.Paths[next] == v {
			s.Paths[k], s.Paths[next] = product, Fused
		}
	}
}

// rename notes that the vertex of slot drop has merged into that of keep.
func (s *State) rename(drop, keep int32) {
	for k, z := range s.Paths {
		if z == drop {
			s.Paths[k] = keep
		}
	}
}
