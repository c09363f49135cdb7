package driver

import (
	"facet/model"
	"facet/model/pattern"
)

// Modes are the classical modes that are no elimination sequences.
var Modes = []string{denseTangent, denseAdjoint, compressedTangent, compressedAdjoint}

const (
	denseTangent      = "dense tangent"
	denseAdjoint      = "dense adjoint"
	compressedTangent = "compressed tangent"
	compressedAdjoint = "compressed adjoint"
)

// NewMode makes the driver of one of [Modes]; nil for a mode that the dag does not have.
func NewMode(g *model.Dag, mode string) *Driver {
	switch mode {
	case denseTangent:
		return NewDense(g, false)
	case denseAdjoint:
		return NewDense(g, true)
	case compressedTangent:
		return NewCompressed(g, false)
	case compressedAdjoint:
		return NewCompressed(g, true)
	}
	return nil
}

// NewCompressed makes the driver of compressed tangent mode, or backwards of compressed
// adjoint mode (Curtis, Powell and Reid 1974): unit tangents of columns of the whole
// Jacobian that share no row go through all modules together; where it saves, through a
// [section] with fewer. It is nil where no pattern is known, or an edge has no model.
func NewCompressed(g *model.Dag, backwards bool) *Driver {
	whole := g.Jacobian()
	if whole == nil || !whole.IsKnown() {
		return nil
	}
	for k := range g.Edges {
		if !g.Edges[k].HasModel {
			return nil
		}
	}
	return sweep(g, backwards, func(b *sweeping) model.Cost {
		if backwards {
			b.d.sparsity.namedWhole()
			return model.Cost(whole.RowColors())
		}
		colors := model.Cost(whole.Colors())
		b.part = b.divide(colors)
		if b.part == nil || colors < b.lines() {
			b.d.sparsity.namedWhole()
		}
		return colors
	})
}

// namedWhole defines the pattern of the whole Jacobian from those of the edges.
func (s *sparsity) namedWhole() {
	g := s.d.Dag
	line := patternLine{name: "whole"}
	behind := make([]map[int]*pattern.Pattern, len(g.Vertices)) // by source
	for _, x := range s.d.sources() {
		line.sizes[1] = append(line.sizes[1], g.Vertices[x].Size)
		at := make(map[int]*pattern.Pattern)
		for _, j := range g.Topological() {
			for _, k := range g.In(j) {
				e := &g.Edges[k]
				p := e.Pattern
				if e.Source != x {
					if at[e.Source] == nil {
						continue
					}
					p = s.product(e.Pattern, at[e.Source])
				}
				if at[j] != nil {
					p = s.union(at[j], p)
				}
				at[j] = p
			}
		}
		behind[x] = at
	}
	for _, y := range s.d.sinks() {
		line.sizes[0] = append(line.sizes[0], g.Vertices[y].Size)
		var row []string
		for _, x := range s.d.sources() {
			name := ""
			if p := behind[x][y]; p != nil {
				name = s.name(p)
				s.blocks(y, x, p)
			}
			row = append(row, name)
		}
		line.blocks = append(line.blocks, row)
	}
	s.whole = line.name
	s.lines = append(s.lines, line)
}

// blocks notes the pattern of a block of the whole Jacobian.
func (s *sparsity) blocks(y, x int, p *pattern.Pattern) {
	if s.d.blockPatterns == nil {
		s.d.blockPatterns, s.blockOf = make(map[[2]int]string), make(map[[2]int]*pattern.Pattern)
	}
	s.d.blockPatterns[[2]int{y, x}], s.blockOf[[2]int{y, x}] = s.name(p), p
}
