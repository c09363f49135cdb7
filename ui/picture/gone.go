package picture

// remains is what a step took away, as it was drawn before: enough to show it
// dotted once more.
type remains struct {
	vertices []goneVertex
	segments []goneSegment
}

// goneVertex is a vertex that the step removed.
type goneVertex struct {
	key    int
	label  string
	row, x int
}

// goneSegment is the part of a removed edge between two neighbouring rows, as it
// ran before the step.
type goneSegment struct {
	edge           EdgeKey
	row            int // above it
	top            int
	hops           []hop
	leaves, enters bool // a vertex, not a bend
	height         int  // of the vertex that it leaves
}

// bury keeps what the step took away of the sheet before it.
func (p *sheet) bury(before *sheet, t *transition) {
	old, shift := before.sk, before.sk.top-p.sk.top
	for i, v := range old.vertices {
		if t.to[i] < 0 {
			p.gone.vertices = append(p.gone.vertices, goneVertex{v.Key, v.Label, old.items[i].row + shift, before.x[i]})
		}
	}
	for s, seg := range old.segs {
		key := old.edges[seg.edge].Key()
		if _, there := p.sk.byEdge[key]; there {
			continue
		}
		g := goneSegment{edge: key, row: old.items[seg.from].row + shift, top: before.tops[s], hops: before.hops[s],
			leaves: !old.isBend(seg.from), enters: !old.isBend(seg.to)}
		if g.leaves {
			g.height = before.boxHeight(seg.from)
		}
		p.gone.segments = append(p.gone.segments, g)
	}
}
