package dive

import (
	"math"
	"slices"

	"facet/planner/bound/paths"
)

// derivation is room for the dynamic programmes over one path.
type derivation struct {
	rank    []int32 // by position: which boundary of the present vertices it is, or -1
	places  []int32 // the positions of the boundaries
	made    []bool  // by two ranks: the subpath between is derivable
	cost    []float64
	best    []choice
	pending [][2]int32
}

// choice is the cheapest way to derive a subpath; resource -1 is a vertex that has
// its Jacobian.
type choice struct {
	resource paths.Resource
	free     bool
	split    int32 // the boundary where the parts meet
	left     bool  // the left part has to be derived
	right    bool
}

// bounds finds the boundaries of path w as it is now, leaving out the one at
// dag vertex skip (-1 is none).
func (r *run) bounds(w int32, skip int32) *derivation {
	d := &r.derivation
	path := &r.paths[w]
	at := r.at[w]
	d.rank, d.places = d.rank[:0], d.places[:0]
	for k := range path.visits {
		if k < len(at) && at[k] < 0 || path.visits[k] == skip {
			d.rank = append(d.rank, -1)
			continue
		}
		d.rank = append(d.rank, int32(len(d.places)))
		d.places = append(d.places, int32(k))
	}
	return d
}

// derivable reports whether path w can be derived with the resources that are left,
// once the face of it that sits at dag vertex skip is gone (-1: as it is).
func (r *run) derivable(w int32, skip int32) bool {
	d := r.bounds(w, skip)
	at := r.at[w]
	n := len(d.places)
	d.made = append(d.made[:0], make([]bool, n*n)...)
	for k := range n - 1 {
		d.made[k*n+k+1] = int(d.places[k+1]-d.places[k]) > 1 &&
			r.fusedBy(w, d.places[k], d.places[k+1], skip) || r.hasJacobian(at[d.places[k]])
	}
	for i := range r.paths[w].steps {
		st := &r.paths[w].steps[i]
		if !r.x[st.resource] {
			continue
		}
		a, m, b := d.rank[st.l], d.rank[st.m], d.rank[st.r]
		if a < 0 || m < 0 || b < 0 || d.made[int(a)*n+int(b)] {
			continue
		}
		switch st.kind {
		case paths.Tan:
			d.made[int(a)*n+int(b)] = b == m+1 && d.made[int(a)*n+int(m)] &&
				r.state.Vertex[at[st.m]].Edge >= 0
		case paths.Adj:
			d.made[int(a)*n+int(b)] = m == a+1 && d.made[int(m)*n+int(b)] &&
				r.state.Vertex[at[st.l]].Edge >= 0
		default:
			d.made[int(a)*n+int(b)] = d.made[int(a)*n+int(m)] && d.made[int(m)*n+int(b)]
		}
	}
	return d.made[n-1]
}

// fusedBy reports whether the subpath between two boundaries of path w is the
// product of the face that is tried.
func (r *run) fusedBy(w, from, to, skip int32) bool {
	if skip < 0 {
		return false
	}
	return slices.Contains(r.paths[w].visits[from+1:to], skip)
}

// hasJacobian reports whether the vertex of a slot has its Jacobian or can be
// accumulated.
func (r *run) hasJacobian(slot int32) bool {
	v := &r.state.Vertex[slot]
	if v.Jacobian || slot == r.given[0] || slot == r.given[1] {
		return true
	}
	n := r.acc[r.vertexOf[v.Edge]]
	return n >= 0 && r.x[n]
}

// repair finds the cheapest resources that make path w derivable once the face of it
// that sits at dag vertex skip is gone (-1: as it is), those that are left being
// free. It appends the missing ones to select.
func (r *run) repair(w, skip int32, missing []paths.Resource) ([]paths.Resource, float64) {
	d := r.bounds(w, skip)
	at, path := r.at[w], &r.paths[w]
	n := len(d.places)
	d.cost = append(d.cost[:0], make([]float64, n*n)...)
	d.best = append(d.best[:0], make([]choice, n*n)...)
	model := func(a int) int32 { // the edge of the vertex behind a boundary, -1 without models
		if d.places[a+1]-d.places[a] > 1 {
			return -1
		}
		return r.state.Vertex[at[d.places[a]]].Edge
	}
	price := func(resource paths.Resource) float64 {
		if k := r.lookup(resource); k >= 0 {
			if r.x[k] {
				return 0
			}
			return r.resources[k].price
		}
		return float64(resource.Cost(&r.graph))
	}
	for length := 1; length < n; length++ {
		for a := 0; a+length < n; a++ {
			b := a + length
			low, how := math.Inf(1), choice{}
			try := func(resource paths.Resource, split int, left, right bool) {
				c := price(resource)
				if left {
					c += d.cost[a*n+split]
				}
				if right {
					c += d.cost[split*n+b]
				}
				if c < low {
					low, how = c, choice{resource: resource, split: int32(split), left: left, right: right}
				}
			}
			va, vb := path.visits[d.places[a]], path.visits[d.places[b]]
			if length == 1 {
				slot := at[d.places[a]]
				if e := model(a); e < 0 || r.state.Vertex[slot].Jacobian || slot == r.given[0] ||
					slot == r.given[1] {
					low, how = 0, choice{free: true}
				} else {
					try(paths.Resource{Kind: paths.Acc, Z: r.vertexOf[e]}, a, false, false)
				}
			} else {
				if e := model(b - 1); e >= 0 {
					try(paths.Resource{Kind: paths.Tan, Z: r.vertexOf[e], A: va}, b-1, true, false)
				}
				if e := model(a); e >= 0 {
					try(paths.Resource{Kind: paths.Adj, Z: r.vertexOf[e], B: vb}, a+1, false, true)
				}
				for m := a + 1; m < b; m++ {
					if d.cost[a*n+m]+d.cost[m*n+b] < low {
						try(paths.Resource{Kind: paths.Mul, A: va, J: path.visits[d.places[m]], B: vb}, m,
							true, true)
					}
				}
			}
			d.cost[a*n+b], d.best[a*n+b] = low, how
		}
	}
	d.pending = append(d.pending[:0], [2]int32{0, int32(n - 1)})
	for len(d.pending) > 0 {
		p := d.pending[len(d.pending)-1]
		d.pending = d.pending[:len(d.pending)-1]
		c := &d.best[int(p[0])*n+int(p[1])]
		if c.free {
			continue
		}
		if price(c.resource) > 0 || r.lookup(c.resource) < 0 {
			missing = append(missing, c.resource)
		}
		if c.left {
			d.pending = append(d.pending, [2]int32{p[0], c.split})
		}
		if c.right {
			d.pending = append(d.pending, [2]int32{c.split, p[1]})
		}
	}
	return missing, d.cost[n-1]
}
