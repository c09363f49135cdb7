package driver

import (
	"fmt"
	"strings"

	"facet/model"
)

// NewDense makes the driver of dense tangent mode, or backwards of dense adjoint mode:
// all unit tangents of all inputs go through each module in one call, or all unit adjoints
// of all outputs back. It is no elimination sequence.
func NewDense(g *model.Dag, backwards bool) *Driver {
	return sweep(g, backwards, (*sweeping).lines)
}

// lines is how many unit tangents or adjoints there are.
func (b *sweeping) lines() (total model.Cost) {
	begin := b.d.sources()
	if b.backwards {
		begin = b.d.sinks()
	}
	for _, i := range begin {
		total = total.Add(b.d.Dag.Size(i))
	}
	return total
}

// sweep makes the driver that takes seeds through the whole dag; seeds says how many.
func sweep(g *model.Dag, backwards bool, seeds func(*sweeping) model.Cost) *Driver {
	d := &Driver{Dag: g, names: vertexNames(g)}
	d.sparsity = newSparsity(d)
	for _, j := range g.Topological() {
		if len(g.In(j)) > 0 {
			d.steps = append(d.steps, driverStep{kind: computeValue, edge: j, result: d.names[j]})
		}
	}
	b := sweeping{d: d, backwards: backwards, held: make(map[int]string), left: make(map[int]int)}
	begin, end := d.sources(), d.sinks()
	if backwards {
		begin, end = end, begin
	}
	b.total = seeds(&b)
	b.seed(begin)
	for j := range g.Vertices {
		b.left[j] = len(b.beyond(j))
	}
	order := g.Topological()
	for n := range order {
		j := order[n]
		if backwards {
			j = order[len(order)-1-n]
		}
		if backwards {
			b.back(j)
		} else {
			b.through(j)
		}
	}
	b.finish(begin, end)
	multiplyEnds(d)
	d.Memory.Peak = d.peak(d.steps)
	d.findOwned()
	return d
}

// sweeping carries all seeds through a dag.
type sweeping struct {
	d         *Driver
	backwards bool
	total     model.Cost // seeds
	held      map[int]string
	left      map[int]int // calls that still need what a vertex has
	count     int
	part      *section // with tangents of its own; nil where that saves nothing
}

// beyond are the edges through which a vertex's seeds go.
func (b *sweeping) beyond(j int) []int {
	if b.backwards {
		return b.d.Dag.In(j)
	}
	return b.d.Dag.Out(j)
}

func (b *sweeping) size(j int) [2]model.Cost {
	if b.backwards {
		return [2]model.Cost{b.seedsOf(j), b.d.Dag.Size(j)}
	}
	return [2]model.Cost{b.d.Dag.Size(j), b.seedsOf(j)}
}

// compressed reports whether columns or rows of the whole Jacobian are taken together.
func (b *sweeping) compressed() bool { return b.d.sparsity != nil && b.d.sparsity.whole != "" }

func (b *sweeping) fresh() string {
	b.count++
	return fmt.Sprintf("j%d", b.count)
}

// seed gives each vertex at the beginning its part of all unit tangents or adjoints.
func (b *sweeping) seed(begin []int) {
	var from model.Cost
	for _, i := range begin {
		b.held[i] = b.fresh()
		s := driverStep{kind: seeds, result: b.held[i], size: b.size(i),
			span: [2]model.Cost{from, from.Add(b.d.Dag.Size(i))}, backwards: b.backwards}
		kind := wholeSeeds
		if b.backwards {
			kind = wholeRows
		}
		switch {
		case b.inside(i):
			s.leftAs = []wrap{{kind: kind, pattern: b.part.name, span: s.span}}
		case b.compressed():
			s.leftAs = []wrap{{kind: kind, pattern: b.d.sparsity.whole, span: s.span}}
		}
		b.d.steps = append(b.d.steps, s)
		from = from.Add(b.d.Dag.Size(i))
	}
}

// through gives a vertex the tangents of what it is computed from.
func (b *sweeping) through(j int) {
	all := b.d.Dag.In(j)
	if len(all) == 0 {
		return
	}
	given := make([]string, len(all))
	for n, k := range all {
		if i := b.d.Dag.Edges[k].Source; b.inside(j) {
			given[n] = b.held[i]
		} else {
			given[n] = b.outside(i)
		}
	}
	b.held[j] = b.fresh()
	if name := b.d.joint(j, tangent); name != "" && b.called(all) {
		s := b.call(jointTangent, j, all)
		s.seeds = given
		s.result, s.size = b.held[j], b.size(j)
		b.d.steps = append(b.d.steps, s)
	} else {
		for n, k := range all {
			b.one(k, given[n], b.held[j], n > 0, b.size(j))
		}
	}
	for _, k := range all {
		b.used(b.d.Dag.Edges[k].Source)
	}
}

// back gives a vertex's adjoints to what it is computed from.
func (b *sweeping) back(j int) {
	all := b.d.Dag.In(j)
	if len(all) == 0 || b.held[j] == "" {
		return
	}
	into := func(i int) (name string, adds bool) {
		if b.held[i] != "" {
			return b.held[i], true
		}
		b.held[i] = b.fresh()
		return b.held[i], false
	}
	if name := b.d.joint(j, adjoint); name != "" && b.called(all) {
		s := b.call(jointAdjoint, j, all)
		s.left, s.result, s.size = b.held[j], b.d.temporary(), b.size(j)
		b.d.steps = append(b.d.steps, s)
		for n, k := range all {
			i := b.d.Dag.Edges[k].Source
			name, adds := into(i)
			b.d.steps = append(b.d.steps, driverStep{kind: pick, edge: n, left: s.result, result: name,
				adds: adds, size: b.size(i)})
		}
		b.d.steps = append(b.d.steps, driverStep{kind: free, result: s.result, temporary: true, edges: all})
	} else {
		for _, k := range all {
			i := b.d.Dag.Edges[k].Source
			name, adds := into(i)
			b.one(k, b.held[j], name, adds, b.size(i))
		}
	}
	for range all {
		b.used(j)
	}
}

// called reports whether all edges have models, so that one call serves them.
func (b *sweeping) called(all []int) bool {
	for _, k := range all {
		if b.d.Dag.Edges[k].HasJacobian || !b.d.Dag.Edges[k].HasModel {
			return false
		}
	}
	return len(all) > 1
}

func (b *sweeping) call(kind stepKind, j int, all []int) driverStep {
	seeds := b.seedsOf(j)
	s := driverStep{kind: kind, edge: j, edges: all, batch: seeds, counted: true, cells: b.inside(j)}
	var names []string
	for _, k := range all {
		names = append(names, b.name(k))
		s.price = s.price.Add(b.price(k, seeds))
	}
	s.line = strings.Join(names, ", ")
	return s
}

// one is the call for one edge, or the product with the Jacobian that is given.
func (b *sweeping) one(k int, seed, result string, adds bool, size [2]model.Cost) {
	e := &b.d.Dag.Edges[k]
	s := b.call(tangent, e.Target, []int{k})
	s.edge, s.left, s.result, s.adds, s.size, s.edges = k, seed, result, adds, size, nil
	if b.backwards {
		s.kind = adjoint
	}
	if e.HasJacobian {
		given := b.fresh()
		f := driverStep{kind: fetch, edge: k, result: given, size: [2]model.Cost{b.d.Dag.Size(e.Target),
			b.d.Dag.Size(e.Source)}}
		b.d.sparsity.becomes(&f, e.Pattern)
		b.d.sparsity.fetches(&f)
		b.d.steps = append(b.d.steps, f)
		s.kind, s.left, s.right, s.middle = product, given, seed, b.d.Dag.Size(e.Source)
		if b.backwards {
			s.left, s.right, s.middle = seed, given, b.d.Dag.Size(e.Target)
		}
		b.d.steps = append(b.d.steps, s, driverStep{kind: free, result: given})
		return
	}
	b.d.steps = append(b.d.steps, s)
}

func (b *sweeping) name(k int) string {
	mode := "TAN"
	if b.backwards {
		mode = "ADJ"
	}
	e := b.d.Dag.Edges[k]
	return fmt.Sprintf("%s (%s,%s)", mode, b.d.Dag.Vertices[e.Source].ID, b.d.Dag.Vertices[e.Target].ID)
}

func (b *sweeping) price(k int, seeds model.Cost) model.Cost {
	e := &b.d.Dag.Edges[k]
	switch {
	case e.HasJacobian:
		return b.d.Dag.Product.Of(seeds, b.d.Dag.Size(e.Source), b.d.Dag.Size(e.Target))
	case b.backwards:
		return e.Adjoints(seeds)
	}
	return e.Tangents(seeds)
}

// used frees what a vertex has when no call needs it any more.
func (b *sweeping) used(j int) {
	b.left[j]--
	if b.left[j] == 0 && (b.backwards && !b.d.Dag.IsSource(j) || !b.backwards && !b.d.Dag.IsSink(j)) {
		b.d.steps = append(b.d.steps, driverStep{kind: free, result: b.held[j]})
		if b.inside(j) && b.part.wide[j] != "" {
			b.d.steps = append(b.d.steps, driverStep{kind: free, result: b.part.wide[j]})
		}
	}
}

// finish takes the blocks out of what the ends have.
func (b *sweeping) finish(begin, end []int) {
	reached := reachable(b.d.Dag)
	var from model.Cost
	for _, i := range begin {
		to := from.Add(b.d.Dag.Size(i))
		for _, j := range end {
			x, y, kind := i, j, columnsOf
			if b.backwards {
				x, y, kind = j, i, rowsOf
			}
			if b.held[j] == "" || !reached(x, y) {
				continue
			}
			left, name := b.outside(j), b.fresh()
			if b.compressed() {
				take := wholeApart
				if b.backwards {
					take = wholeApartBy
				}
				w := wrap{kind: take, pattern: b.d.sparsity.whole, block: b.d.blockPatterns[[2]int{y, x}],
					at: from}
				s := driverStep{kind: block, result: name, left: left, wraps: []wrap{w},
					size: [2]model.Cost{b.d.Dag.Size(y), b.d.Dag.Size(x)}, temporary: true}
				if b.d.sparsity.becomes(&s,
					b.d.sparsity.blockOf[[2]int{y, x}]); !b.d.sparsity.isHeldSparse(name) {
					s.wraps = append(s.wraps, wrap{kind: toDense})
				}
				b.d.steps = append(b.d.steps, s)
				b.d.ends = append(b.d.ends, driverBlock{y, x, name})
				continue
			}
			b.d.steps = append(b.d.steps, driverStep{kind: kind, result: name, left: left,
				span: [2]model.Cost{from, to}, size: [2]model.Cost{b.d.Dag.Size(y), b.d.Dag.Size(x)},
				temporary: true})
			b.d.ends = append(b.d.ends, driverBlock{y, x, name})
		}
		from = to
	}
	for k := range b.d.steps {
		if b.d.steps[k].counted {
			b.d.Cost = b.d.Cost.Add(b.d.steps[k].price)
		}
	}
}

// reachable reports whether a path leads from a vertex to another.
func reachable(g *model.Dag) func(x, y int) bool {
	known := make(map[int]map[int]bool)
	return func(x, y int) bool {
		if known[x] == nil {
			known[x] = map[int]bool{x: true}
			for _, j := range g.Topological() {
				for _, k := range g.In(j) {
					if known[x][g.Edges[k].Source] {
						known[x][j] = true
					}
				}
			}
		}
		return known[x][y]
	}
}
