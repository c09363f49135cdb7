package layout

// keepRemoved keeps what the step removed from the sheet before it.
func (h *Sheet) keepRemoved(before *Sheet, t *Transition) {
	old, shift := before.sk, before.sk.Top-h.sk.Top
	for i, v := range old.Vertices {
		if t.to[i] < 0 {
			h.Removed.Vertices = append(h.Removed.Vertices, RemovedVertex{v.Key, v.Label, old.Items[i].Row +
				shift, before.X[i]})
		}
	}
	for s, seg := range old.Segments {
		key := old.Edges[seg.Edge].Key()
		if _, kept := h.sk.ByEdge[key]; kept {
			continue
		}
		g := RemovedSegment{Edge: key, Row: old.Items[seg.From].Row + shift, Top: before.Tops[s],
			Hops:   before.Hops[s],
			Leaves: !old.IsBend(seg.From), Enters: !old.IsBend(seg.To)}
		if g.Leaves {
			g.Height = before.BoxHeight(seg.From)
		}
		h.Removed.Segments = append(h.Removed.Segments, g)
	}
}
