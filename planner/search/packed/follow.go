package packed

// Paths are paths one after the other, each as the slots of its vertices and a
// PathEnd: a bound that divides prices among paths has to know how each is cut into
// vertices. Where vertices are fused, the first place of the subpath holds the slot of
// the vertex and the other places hold Fused.
type Paths []int32

// What stands in Paths beside slots.
const (
	Fused   int32 = -1
	PathEnd int32 = -2
)

// fuse notes that face (u,v) has become the vertex product wherever it is.
func (p Paths) fuse(u, v, product int32) {
	for k := 0; k < len(p); k++ {
		if p[k] != u {
			continue
		}
		next := k + 1
		for p[next] == Fused {
			next++
		}
		if p[next] == v {
			p[k], p[next] = product, Fused
		}
	}
}

// rename notes that the vertex of slot drop has merged into that of keep.
func (p Paths) rename(drop, keep int32) {
	for k, z := range p {
		if z == drop {
			p[k] = keep
		}
	}
}
