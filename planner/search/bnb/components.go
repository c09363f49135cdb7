package bnb

import (
	"math/bits"

	"facet/planner/search/packed"
)

// components finds the components of the face graph. It belongs to one worker.
type components struct {
	rest, mine, best, edge []uint64
}

// pick gives the vertices of one component that has faces: the one with the
// fewest, then with the least sum of values, so that the choice depends on the
// state alone. It is empty when no face is left.
func (c *components) pick(s *packed.State) []uint64 {
	live := s.Live()
	c.rest = append(c.rest[:0], live...)
	c.best = append(c.best[:0], live...)
	clear(c.best)
	c.mine, c.edge = append(c.mine[:0], c.best...), append(c.edge[:0], c.best...)
	fewest, mark := -1, uint64(0)
	for {
		seed := lowest(c.rest)
		if seed < 0 {
			return c.best
		}
		faces, sum := c.flood(s, seed)
		if faces > 0 && (fewest < 0 || faces < fewest || faces == fewest && sum < mark) {
			fewest, mark = faces, sum
			copy(c.best, c.mine)
		}
	}
}

// flood collects the component of a vertex into mine and takes it out of rest.
func (c *components) flood(s *packed.State, seed int) (faces int, sum uint64) {
	clear(c.mine)
	clear(c.edge)
	c.edge[seed>>6] |= 1 << (seed & 63)
	for z := seed; z >= 0; z = lowest(c.edge) {
		c.mine[z>>6] |= 1 << (z & 63)
		c.rest[z>>6] &^= 1 << (z & 63)
		sum += s.Vertex[z].Value
		p, n := s.P(z), s.S(z)
		for k := range c.edge {
			faces += bits.OnesCount64(n[k])
			c.edge[k] = (c.edge[k] | p[k] | n[k]) &^ c.mine[k]
		}
	}
	return faces, sum
}

func lowest(row []uint64) int {
	for k, path := range row {
		if path != 0 {
			return k<<6 + bits.TrailingZeros64(path)
		}
	}
	return -1
}
