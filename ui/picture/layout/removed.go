package layout

import "facet/ui/picture/layered"

// Removed is what a step removed, as it was drawn before: enough to show it
// dotted once more.
type Removed struct {
	Vertices []RemovedVertex
	Segments []RemovedSegment
}

// GoneVertex is a vertex that the step removed.
type RemovedVertex struct {
	Key    int
	Label  string
	Row, X int // X is a column
}

// GoneSegment is the part of a removed edge between two neighbouring rows, as it
// ran before the step.
type RemovedSegment struct {
	Edge           layered.EdgeKey
	Row            int // above it
	Top            int // column where it begins
	Hops           []Hop
	Leaves, Enters bool // whether its ends are vertices, not bends
	Height         int  // of the vertex that it leaves
}

// keepRemoved keeps what the step removed from the sheet before it.
func (p *Sheet) keepRemoved(before *Sheet, t *Transition) {
	old, shift := before.sk, before.sk.Top-p.sk.Top
	for i, v := range old.Vertices {
		if t.to[i] < 0 {
			p.Removed.Vertices = append(p.Removed.Vertices, RemovedVertex{v.Key, v.Label, old.Items[i].Row + shift, before.X[i]})
		}
	}
	for s, seg := range old.Segments {
		key := old.Edges[seg.Edge].Key()
		if _, there := p.sk.ByEdge[key]; there {
			continue
		}
		g := RemovedSegment{Edge: key, Row: old.Items[seg.From].Row + shift, Top: before.Tops[s], Hops: before.Hops[s],
			Leaves: !old.IsBend(seg.From), Enters: !old.IsBend(seg.To)}
		if g.Leaves {
			g.Height = before.BoxHeight(seg.From)
		}
		p.Removed.Segments = append(p.Removed.Segments, g)
	}
}
