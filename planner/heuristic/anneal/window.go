package anneal

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strconv"

	"facet/model"
)

// A window is a set of junctions that an order eliminates one directly after the
// other, or could: what its members touch is in the window or comes after its
// last member. All that matters to it are its members and their neighbours, and
// how the faces at its members go does not matter to other junctions. So a window
// is a small dag of its own, and single faces of it may be eliminated instead of
// whole junctions.

// Solver completes a small dag for less than limit, if it can, and gives the
// operations and their cost; no operations where it cannot. It asks check every few
// microseconds, by which its work is measured; an error of check ends it.
type Solver func(dag *model.Dag, limit model.Cost, check func() error) ([]model.Op, model.Cost, error)

// Window is a set of junctions, in their order, and what is done with them.
type Window struct {
	members []int32
	local   *local
	ops     []model.Op // of the local dag
	gain    float64    // by how much they are cheaper than eliminating the junctions
}

// local is the dag of a window. Neighbours that are alike to it are one vertex,
// whose size is the sum of theirs.
type local struct {
	dag    *model.Dag
	groups [][]int32 // by vertex of the dag: the vertices of the graph that it stands for
	arcs   []int32   // by edge: the arc that was there at the start, or -1
}

// grow makes a window of size junctions that begins with j, or of fewer where no
// more fit. children are the junctions that touch each one first.
func (o *Order) grow(j int32, size int, children [][]int32, rng *rand.Rand) []int32 {
	members := []int32{j}
	end := o.pos[j]
	for len(members) < size {
		var beside []int32
		for _, m := range members {
			for _, y := range children[m] {
				if !slices.Contains(members, y) && o.closed(y, members, end) {
					beside = append(beside, y)
				}
			}
		}
		if len(beside) > 0 && rng.IntN(2) == 0 {
			members = append(members, beside[rng.IntN(len(beside))])
			continue
		}
		next, at := int32(-1), int64(last)
		for _, m := range members {
			for side := range o.lists {
				for _, n := range o.lists[side][m] {
					if p := o.pos[n.vertex]; p < at && !slices.Contains(members, n.vertex) {
						next, at = n.vertex, p
					}
				}
			}
		}
		switch {
		case next >= 0:
			members, end = append(members, next), at
		case len(beside) > 0:
			members = append(members, beside[0])
		default:
			size = 0
		}
	}
	slices.SortFunc(members, func(a, b int32) int { return int(min(max(o.pos[a]-o.pos[b], -1), 1)) })
	return members
}

// closed reports whether all that y touches are members or come after end.
func (o *Order) closed(y int32, members []int32, end int64) bool {
	for side := range o.lists {
		for _, n := range o.lists[side][y] {
			if o.pos[n.vertex] <= end && !slices.Contains(members, n.vertex) {
				return false
			}
		}
	}
	return true
}

// children lists, for each junction, those whose first touched junction it is.
func (o *Order) children() [][]int32 {
	all := make([][]int32, o.junctions)
	for j := range int32(o.junctions) {
		if m, _ := o.nextTouched(j); m >= 0 {
			all[m] = append(all[m], j)
		}
	}
	return all
}

// around lists the neighbours of member w on one side before any member of the
// window is eliminated: for as long, the others come behind it.
func (o *Order) around(w int32, side int, members []int32) []neighbour {
	at := make([]int64, len(members))
	for k, m := range members {
		if at[k] = o.pos[m]; m != w {
			o.pos[m] = last - 1
		}
	}
	list := o.gather(w, side)
	for k, m := range members {
		o.pos[m] = at[k]
	}
	return list
}

// isolate makes the dag of a window, or gives nil where it has more edges than most, or
// an elemental without Jacobian lies beside fill: a dag has no parallel edges.
func (o *Order) isolate(members []int32, most int) *local {
	l := &local{}
	var vertices []model.Vertex
	add := func(size float64, group []int32) int {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(len(vertices)), Size: int64(size)})
		l.groups = append(l.groups, group)
		return len(vertices) - 1
	}
	place := make(map[int32]int)
	for _, w := range members {
		place[w] = add(o.size[w], []int32{w})
	}
	var edges []model.Edge
	connect := func(from, to int, n neighbour) {
		e := model.Edge{Source: from, Target: to, HasJacobian: n.kind != bare}
		if n.kind == given || n.kind == bare {
			elemental := o.arcs[n.arc].model
			e.HasModel = true
			e.Tangent, e.Adjoint = elemental.Tangent, elemental.Adjoint
			e.TangentCurve, e.AdjointCurve = elemental.TangentCurve, elemental.AdjointCurve
		}
		if o.sparse {
			e.Pattern = o.whole(&n)
		}
		edges, l.arcs = append(edges, e), append(l.arcs, n.arc)
	}
	for side := range o.lists {
		type end struct {
			arcs []neighbour // vertex is the member
			key  string
		}
		ends := make(map[int32]*end)
		var outside []int32
		for _, w := range members {
			for _, n := range o.around(w, side, members) {
				if n.kind == besides {
					return nil
				}
				if at, inside := place[n.vertex]; inside {
					if side == forward {
						connect(place[w], at, n)
					}
					continue
				}
				e, known := ends[n.vertex]
				if !known {
					e = &end{}
					ends[n.vertex] = e
					outside = append(outside, n.vertex)
				}
				e.arcs = append(e.arcs, neighbour{w, n.arc, n.kind, n.high, n.low})
				e.key += strconv.Itoa(int(w)) + " "
				if n.kind != fill || !o.linear { // what costs as much for both at once
					e.key += "alone" + strconv.Itoa(int(n.vertex))
				}
			}
		}
		groups := make(map[string]int)
		for _, i := range outside {
			e := ends[i]
			at, known := groups[e.key]
			if known {
				l.groups[at] = append(l.groups[at], i)
				vertices[at].Size += int64(o.size[i])
				continue
			}
			at = add(o.size[i], []int32{i})
			groups[e.key] = at
			for _, n := range e.arcs {
				if side == backward {
					connect(at, place[n.vertex], n)
				} else {
					connect(place[n.vertex], at, n)
				}
			}
		}
	}
	if len(edges) > most {
		return nil
	}
	dag, err := model.NewDag("window", vertices, edges)
	if err != nil {
		return nil // sizes beyond int64
	}
	dag.Product, dag.Sparse = o.start.Dag().Product, o.start.Dag().Sparse
	l.dag = dag
	return l
}

// key is the same for dags that are the same.
func (l *local) key() string {
	var key []byte
	for i := range l.dag.Vertices {
		key = binary.AppendVarint(key, l.dag.Vertices[i].Size)
	}
	for k := range l.dag.Edges {
		e := &l.dag.Edges[k]
		flags := int64(0)
		if e.HasJacobian {
			flags |= 1
		}
		if e.HasModel {
			flags |= 2
		}
		for _, n := range [...]int64{int64(e.Source), int64(e.Target), int64(e.Tangent), int64(e.Adjoint),
			flags,
			int64(e.TangentCurve.Setup), e.TangentCurve.Width, e.TangentCurve.Colors,
			int64(e.AdjointCurve.Setup), e.AdjointCurve.Width, e.AdjointCurve.Colors,
		} {
			key = binary.AppendVarint(key, n)
		}
		if e.Pattern != nil {
			key = binary.BigEndian.AppendUint64(key, e.Pattern.Hash())
		}
	}
	return string(key)
}
