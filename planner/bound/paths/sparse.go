package paths

import (
	"facet/model"
	"facet/model/pattern"
)

// sparse is what a table keeps where there are patterns.
//
// An option whose resource has several parts that its path pays asks for all of them. It
// has the last one; in the place of one of its own parts it has a link, which is a subpath
// with one option: the part before, and in the place of its left part another link, or the
// subpath. A link begins and ends where the subpath does.
type sparse struct {
	patterns []*pattern.Pattern // by subpath; nil where it is not known
	links    []bool             // by subpath
	found    []int32            // work: links that are used
	pending  []Option           // work
}

func (s *sparse) add(p *pattern.Pattern, link bool) {
	if p != nil && !p.IsKnown() {
		p = nil
	}
	s.patterns, s.links = append(s.patterns, p), append(s.links, link)
}

// IsLink reports whether a subpath only stands for a part of a resource and another subpath.
func (t *Table) IsLink(subpath int32) bool { return t.sparse != nil && t.sparse.links[subpath] }

// sparseSubpath lists the options of [l,r), which is new and has more than one vertex.
func (t *Table) sparseSubpath(vertices, grid []int32, l, r int) int32 {
	k, head, tail := len(vertices), vertices[l], vertices[r-1]
	p := t.sparse
	p.pending = p.pending[:0]
	from, to := t.Graph.Vertices[head].From, t.Graph.Vertices[tail].To
	if left := grid[l*k+r-2]; t.derivable(left) && t.Graph.Vertices[tail].Model != nil {
		t.sparseOption(Resource{Kind: Tan, Z: tail, A: from}, left, -1,
			t.Graph.TanOf(tail, from, p.patterns[left]))
	}
	if right := grid[(l+1)*k+r-1]; t.derivable(right) && t.Graph.Vertices[head].Model != nil {
		t.sparseOption(Resource{Kind: Adj, Z: head, B: to}, -1, right,
			t.Graph.AdjOf(head, to, p.patterns[right]))
	}
	for m := l + 1; m < r; m++ {
		left, right := grid[l*k+m-1], grid[m*k+r-1]
		if t.derivable(left) && t.derivable(right) {
			j := t.Graph.Vertices[vertices[m]].From
			t.sparseOption(Resource{Kind: Mul, A: from, J: j, B: to}, left, right,
				t.Graph.MulOf(from, j, to, p.patterns[left], p.patterns[right]))
		}
	}
	whole := p.patterns[grid[l*k+r-2]]
	if whole != nil {
		whole = t.Graph.Vertices[tail].Pattern.Times(whole)
	}
	t.options = append(t.options, p.pending...)
	p.add(whole, false)
	return t.closeAt(ends{from, to})
}

// sparseOption lists an option for a path whose operation costs least at least.
func (t *Table) sparseOption(r Resource, left, right int32, least model.Cost) {
	parts, ok := t.parts(r, least)
	if !ok {
		return
	}
	o := Option{Free, left, right}
	for n, part := range parts {
		if n > 0 {
			inner := &o.Left
			if o.Left < 0 {
				inner = &o.Right
			}
			t.options = append(t.options, Option{o.Resource, *inner, -1})
			t.sparse.add(t.sparse.patterns[*inner], true)
			*inner = t.closeAt(t.ends[*inner])
		}
		o.Resource = part
	}
	t.sparse.pending = append(t.sparse.pending, o)
}

// use marks a part of an option, with the links before it.
func (t *Table) use(subpath int32) {
	for t.IsLink(subpath) {
		if !t.used[subpath] {
			t.used[subpath] = true
			t.sparse.found = append(t.sparse.found, subpath)
		}
		subpath = t.Options(subpath)[0].Left
	}
	t.used[subpath] = true
}

// usedLinks begins the list of count subpaths that are used with the links.
func (t *Table) usedLinks(count int) []int32 {
	if t.sparse == nil {
		return make([]int32, 0, count)
	}
	list := make([]int32, 0, count+len(t.sparse.found))
	for _, link := range t.sparse.found {
		t.used[link] = false
	}
	list = append(list, t.sparse.found...)
	t.sparse.found = t.sparse.found[:0]
	return list
}

// Lightest is the resource of least weight of those that an option asks for; Free where
// nothing has to be selected for it.
func (t *Table) Lightest(o Option, weight []float64) int32 {
	best := o.Resource
	for at := linkOf(t, o); at >= 0; {
		inner := t.Options(at)[0]
		if best < 0 || weight[inner.Resource] < weight[best] {
			best = inner.Resource
		}
		if at = inner.Left; !t.IsLink(at) {
			break
		}
	}
	return best
}

// linkOf is the link of an option, -1 if it has none.
func linkOf(t *Table, o Option) int32 {
	switch {
	case t.sparse == nil:
	case o.Left >= 0 && t.sparse.links[o.Left]:
		return o.Left
	case o.Left < 0 && o.Right >= 0 && t.sparse.links[o.Right]:
		return o.Right
	}
	return -1
}
