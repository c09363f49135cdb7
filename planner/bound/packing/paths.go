package packing

import (
	"facet/model"
	"facet/planner/linegraph"
)

// direction is the side of a junction on which paths are packed.
type direction uint8

const (
	forward  direction = iota // from the sources into In(j)
	backward                  // from Out(j) to the sinks
)

// packer packs paths of the line dag greedily, junction by junction.
type packer struct {
	residual []model.Cost // what is left of each dag vertex at this junction
	touched  []int32      // the dag vertices whose residual changed
	dead     []int32      // by vertex: the junction at which no path is left
	first    []int32      // by dag vertex: the first of its vertices
	next     []int32      // by vertex: the next vertex at the same dag vertex
	members  []int32      // the vertices at this junction, most expensive first
	path     []int32      // the path under construction, from the junction on
}

const none = int32(-1)

func (p *packer) reset(in *linegraph.Graph) {
	dagVertices, vertices := len(in.Size), len(in.Vertices)
	p.residual = append(p.residual[:0], in.Size...)
	p.first = resize(p.first, dagVertices)
	p.next = resize(p.next, vertices)
	p.dead = resize(p.dead, vertices)
}

// pack fills amount, by vertex, for every junction that still has faces.
func (p *packer) pack(in *linegraph.Graph, d direction, amount []model.Cost) {
	p.group(in, d)
	for z := range p.dead {
		p.dead[z] = none
	}
	for j := range p.first {
		p.rank(in, d, int32(j))
		for _, z := range p.members {
			amount[z] = p.fill(in, d, z, int32(j))
		}
		for _, i := range p.touched {
			p.residual[i] = in.Size[i]
		}
		p.touched = p.touched[:0]
	}
}

// group lists the vertices that have faces at their inner end by that end.
func (p *packer) group(in *linegraph.Graph, d direction) {
	for i := range p.first {
		p.first[i] = none
	}
	for z := len(in.Vertices) - 1; z >= 0; z-- {
		j, faces := in.Vertices[z].To, in.Succ[z]
		if d == backward {
			j, faces = in.Vertices[z].From, in.Pred[z]
		}
		if len(faces) > 0 {
			p.next[z] = p.first[j]
			p.first[j] = int32(z)
		}
	}
}

// rank sorts the vertices at junction j: on the way in by falling A, on the way
// out by falling T. What a vertex's paths are packed for is the use of its
// model by the face behind it, so the expensive ones come first.
func (p *packer) rank(in *linegraph.Graph, d direction, j int32) {
	p.members = p.members[:0]
	for z := p.first[j]; z != none; z = p.next[z] {
		p.members = append(p.members, z)
		for k := len(p.members) - 1; k > 0; k-- {
			if weight(in, d, p.members[k]) <= weight(in, d, p.members[k-1]) {
				break
			}
			p.members[k], p.members[k-1] = p.members[k-1], p.members[k]
		}
	}
}

func weight(in *linegraph.Graph, d direction, z int32) model.Cost {
	l := &in.Vertices[z]
	switch {
	case l.Model == nil:
		return model.Saturated
	case d == forward:
		return l.Model.AdjointRate()
	}
	return l.Model.TangentRate()
}

// fill packs as many paths through z as the residuals allow and gives their
// amount. It is a depth-first search with a memory: residuals only fall while
// one junction is packed, so a vertex without a path will not get one again.
func (p *packer) fill(in *linegraph.Graph, d direction, z, stamp int32) model.Cost {
	var total model.Cost
	p.path = p.path[:0]
	if p.open(in, d, z, stamp) {
		p.path = append(p.path, z)
	}
	for len(p.path) > 0 {
		top := p.path[len(p.path)-1]
		further := in.Pred[top]
		if d == backward {
			further = in.Succ[top]
		}
		if len(further) == 0 {
			total = total.Add(p.push(in, d))
			continue
		}
		if next := p.widest(in, d, further, stamp); next != none {
			p.path = append(p.path, next)
			continue
		}
		p.dead[top] = stamp
		p.path = p.path[:len(p.path)-1]
	}
	return total
}

// widest is the vertex whose vertex has most left, or none: paths that squeeze
// through small vertices would take them from others that have no choice.
func (p *packer) widest(in *linegraph.Graph, d direction, vertices []int32, stamp int32) int32 {
	best, width := none, model.Cost(0)
	for _, z := range vertices {
		if w := p.residual[outer(in, d, z)]; w > width && p.dead[z] != stamp {
			best, width = z, w
		}
	}
	return best
}

func (p *packer) open(in *linegraph.Graph, d direction, z, stamp int32) bool {
	return p.dead[z] != stamp && p.residual[outer(in, d, z)] > 0
}

// outer is the end of z away from the junction: the vertex whose size limits
// the paths through z.
func outer(in *linegraph.Graph, d direction, z int32) int32 {
	if d == forward {
		return in.Vertices[z].From
	}
	return in.Vertices[z].To
}

// push gives the complete path on the stack all that its vertices have left,
// and goes back to before the first vertex that has nothing left.
func (p *packer) push(in *linegraph.Graph, d direction) model.Cost {
	amount := model.Saturated
	for _, z := range p.path {
		amount = min(amount, p.residual[outer(in, d, z)])
	}
	keep := len(p.path)
	for k := len(p.path) - 1; k >= 0; k-- {
		i := outer(in, d, p.path[k])
		p.residual[i] -= amount
		p.touched = append(p.touched, i)
		if p.residual[i] == 0 {
			keep = k
		}
	}
	p.path = p.path[:keep]
	return amount
}
