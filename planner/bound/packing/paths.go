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
	direction
	size     []model.Cost // of each dag vertex, in the graph's unit
	residual []model.Cost // what is left of each dag vertex at this junction
	touched  []int32      // the dag vertices whose residual changed
	dead     []int32      // by vertex: the junction at which no path is left
	first    []int32      // by dag vertex: the first of its vertices
	next     []int32      // by vertex: the next vertex at the same dag vertex
	members  []int32      // the vertices at this junction, most expensive first
	path     []int32      // the path under construction, from the junction on
	stop     func() bool
	steps    int // since stop was asked
	over     bool
}

const none = int32(-1)

// often is how many vertices are looked at between two questions whether to stop: some
// microseconds. In a dag of thousands of modules one junction takes many times as long.
const often = 300

func (p *packer) reset(in *linegraph.Graph, d direction, stop func() bool) {
	ends, vertices := len(in.Size), len(in.Vertices)
	p.direction, p.stop, p.steps, p.over = d, stop, 0, false
	p.size = in.Size
	if in.Ends != nil {
		p.size = make([]model.Cost, ends)
		for i, n := range in.Size {
			p.size[i] = in.Scaled(n)
		}
	}
	p.residual = append(p.residual[:0], p.size...)
	p.first = resize(p.first, ends)
	p.next = resize(p.next, vertices)
	p.dead = resize(p.dead, vertices)
	for z := range p.dead {
		p.dead[z] = none
	}
	p.group(in)
}

// pack fills in the amounts, by vertex of the line dag, for a junction that still
// has faces.
func (p *packer) pack(in *linegraph.Graph, j int32, amount []model.Cost) {
	p.rank(in, j)
	if in.Ends != nil {
		for i, amount := range in.Ends.Amount[j] {
			p.residual[i] = amount
		}
	}
	for _, z := range p.members {
		amount[z] = p.fill(in, z, j)
	}
	for _, i := range p.touched {
		p.residual[i] = p.size[i]
	}
	p.touched = p.touched[:0]
}

// group lists the vertices that have faces at their inner end by that end.
func (p *packer) group(in *linegraph.Graph) {
	for i := range p.first {
		p.first[i] = none
	}
	for z := len(in.Vertices) - 1; z >= 0; z-- {
		j, faces := in.Vertices[z].To, in.Succ[z]
		if p.direction == backward {
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
func (p *packer) rank(in *linegraph.Graph, j int32) {
	p.members = p.members[:0]
	for z := p.first[j]; z != none; z = p.next[z] {
		p.members = append(p.members, z)
		for k := len(p.members) - 1; k > 0; k-- {
			if p.weight(in, p.members[k]) <= p.weight(in, p.members[k-1]) {
				break
			}
			p.members[k], p.members[k-1] = p.members[k-1], p.members[k]
		}
	}
}

func (p *packer) weight(in *linegraph.Graph, z int32) model.Cost {
	l := &in.Vertices[z]
	switch {
	case l.Model == nil:
		return model.Saturated
	case p.direction == forward:
		return l.Model.AdjointRate()
	}
	return l.Model.TangentRate()
}

// fill packs as many paths through z as the residuals allow and gives their
// amount. It is a depth-first search with a memory: residuals only fall while
// one junction is packed, so a vertex without a path will not get one again.
func (p *packer) fill(in *linegraph.Graph, z, stamp int32) model.Cost {
	var total model.Cost
	p.path = p.path[:0]
	if p.open(in, z, stamp) {
		p.path = append(p.path, z)
	}
	for len(p.path) > 0 && !p.over {
		top := p.path[len(p.path)-1]
		further := in.Pred[top]
		if p.direction == backward {
			further = in.Succ[top]
		}
		if p.steps += len(further); p.steps >= often {
			p.steps, p.over = 0, p.stop()
		}
		if len(further) == 0 {
			total = total.Add(p.push(in))
			continue
		}
		if next := p.widest(in, further, stamp); next != none {
			p.path = append(p.path, next)
			continue
		}
		p.dead[top] = stamp
		p.path = p.path[:len(p.path)-1]
	}
	return total
}

// widest is the vertex whose dag vertex has most left, or none: paths that squeeze
// through small vertices would take them from others that have no choice.
func (p *packer) widest(in *linegraph.Graph, vertices []int32, stamp int32) int32 {
	best, width := none, model.Cost(0)
	for _, z := range vertices {
		if w := p.residual[p.outer(in, z)]; w > width && p.dead[z] != stamp {
			best, width = z, w
		}
	}
	return best
}

func (p *packer) open(in *linegraph.Graph, z, stamp int32) bool {
	return p.dead[z] != stamp && p.residual[p.outer(in, z)] > 0
}

// outer is the end of z away from the junction: the vertex whose size limits
// the paths through z.
func (p *packer) outer(in *linegraph.Graph, z int32) int32 {
	if p.direction == forward {
		return in.Vertices[z].From
	}
	return in.Vertices[z].To
}

// push gives the complete path on the stack all that its vertices have left,
// and goes back to before the first vertex that has nothing left.
func (p *packer) push(in *linegraph.Graph) model.Cost {
	p.steps += len(p.path)
	amount := model.Saturated
	for _, z := range p.path {
		amount = min(amount, p.residual[p.outer(in, z)])
	}
	keep := len(p.path)
	for k := len(p.path) - 1; k >= 0; k-- {
		i := p.outer(in, p.path[k])
		p.residual[i] -= amount
		p.touched = append(p.touched, i)
		if p.residual[i] == 0 {
			keep = k
		}
	}
	p.path = p.path[:keep]
	return amount
}
