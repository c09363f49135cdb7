package objective

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/model/pattern"
	"facet/planner/resources/makespan"
)

// A chain's sequences are binary trees (Naumann 2020): a subchain is one factor, or two
// subchains and a product, or a shorter subchain and the tangent of its last factor, or
// the adjoint of its first one. There are 60 213 for eight factors, so that all of them
// can be looked at: in the order of a bound, the work divided by the machines or the
// critical path, each one is scheduled exactly unless its bound is above the best
// makespan. Subchains that cannot be part of a better tree are left out beforehand, by
// the least work and the shortest path around them (inside and outside costs).

// tree is a way to compute the Jacobian of a subchain.
type tree struct {
	left, right int32 // trees; -1 for none
	mode        model.Mode
	edge        int32      // of an accumulation, a tangent or an adjoint
	time        model.Cost // of its last operation
	work, path  model.Cost // of all, and the longest path
	none        bool       // the Jacobian is given: no operation
}

// mostTrees is how many trees of subchains are held, and mostFactors how many factors a chain
// may have whose subchains are looked at: tables take the square of that.
const (
	mostTrees   = 3_000_000
	mostFactors = 1000
)

// chain is the search on one chain.
type chain struct {
	ctx      context.Context
	dag      *model.Dag
	edges    []int32              // in their order
	at       []int                // the vertices between
	patterns [][]*pattern.Pattern // of subchains, by first factor and length less one
	machines int
	trees    []tree
	of       [][][]int32 // trees by first factor and length less one

	// By first factor and length less one: the least work and the shortest path of a
	// subchain's trees, and of what is around them.
	work, path, around, behind [][]model.Cost
	complete                   bool // all trees that may be better than best are there

	best  Shortest
	bound model.Cost
}

// isChain lists the edges of a dag that is a single path; nil for another one.
func isChain(g *model.Dag) []int32 {
	var edges []int32
	for i := range g.Vertices {
		switch {
		case len(g.In(i)) > 1 || len(g.Out(i)) > 1:
			return nil
		case !g.IsSource(i):
			continue
		case edges != nil:
			return nil
		}
		for j := i; len(g.Out(j)) > 0; {
			e := g.Out(j)[0]
			edges, j = append(edges, int32(e)), g.Edges[e].Target
		}
	}
	return edges
}

func newChain(ctx context.Context, g *model.Dag, edges []int32, machines int) *chain {
	c := &chain{ctx: ctx, dag: g, edges: edges, machines: machines}
	c.at = append(c.at, g.Edges[edges[0]].Source)
	for _, e := range edges {
		c.at = append(c.at, g.Edges[e].Target)
	}
	c.patterns = make([][]*pattern.Pattern, len(edges))
	for i := range slices.Backward(edges) {
		c.patterns[i] = make([]*pattern.Pattern, len(edges)-i)
		c.patterns[i][0] = g.Edges[edges[i]].Pattern
		for l := 1; l < len(edges)-i && !c.ended(); l++ {
			c.patterns[i][l] = model.Join(c.patterns[i][0], c.patterns[i+1][l-1])
		}
	}
	table := func() [][]model.Cost {
		t := make([][]model.Cost, len(edges))
		for i := range t {
			t[i] = make([]model.Cost, len(edges)-i)
			for l := range t[i] {
				t[i][l] = model.Saturated
			}
		}
		return t
	}
	c.work, c.path, c.around, c.behind = table(), table(), table(), table()
	return c
}

func (c *chain) ended() bool { return c.ctx.Err() != nil }

// step is the last operation of a subchain: from two subchains, of which one may be
// without, since only its model is used.
type step struct {
	left, right int // lengths of the subchains whose Jacobians are used; 0 for none
	tree        tree
}

// steps lists how factors i to i+n-1 can be put together.
func (c *chain) steps(i, n int) []step {
	if n == 1 {
		e := &c.dag.Edges[c.edges[i]]
		t := tree{left: -1, right: -1, edge: c.edges[i], none: e.HasJacobian}
		if !e.HasJacobian {
			t.mode, t.time = c.dag.CheaperAccumulation(e)
		}
		return []step{{tree: t}}
	}
	var all []step
	if e := &c.dag.Edges[c.edges[i+n-1]]; e.HasModel {
		all = append(all, step{left: n - 1, tree: tree{right: -1, mode: model.TAN, edge: c.edges[i+n-1],
			time: e.Tangents(c.dag.Columns(c.at[i], c.patterns[i][n-1]))}})
	}
	if e := &c.dag.Edges[c.edges[i]]; e.HasModel {
		all = append(all, step{right: n - 1, tree: tree{left: -1, mode: model.ADJ, edge: c.edges[i],
			time: e.Adjoints(c.dag.Rows(c.at[i+n], c.patterns[i][n-1]))}})
	}
	for l := 1; l < n; l++ {
		time := c.dag.Multiply(c.at[i], c.at[i+l], c.at[i+n], c.patterns[i][l-1], c.patterns[i+l][n-l-1])
		all = append(all, step{left: l, right: n - l, tree: tree{mode: model.MUL, edge: -1, time: time}})
	}
	return all
}

// tables fills the least work and path within and around each subchain. It is false where
// the context ended.
func (c *chain) tables() bool {
	q := len(c.edges)
	each := func(i, n int, f func(s step, work, path *[2]model.Cost)) {
		for _, s := range c.steps(i, n) {
			var work, path [2]model.Cost
			if s.left > 0 {
				work[0], path[0] = c.work[i][s.left-1], c.path[i][s.left-1]
			}
			if s.right > 0 {
				work[1], path[1] = c.work[i+n-s.right][s.right-1], c.path[i+n-s.right][s.right-1]
			}
			f(s, &work, &path)
		}
	}
	for n := 1; n <= q; n++ {
		for i := 0; i+n <= q; i++ {
			if c.ended() {
				return false
			}
			each(i, n, func(s step, work, path *[2]model.Cost) {
				c.work[i][n-1] = min(c.work[i][n-1], s.tree.time.Add(work[0]).Add(work[1]))
				c.path[i][n-1] = min(c.path[i][n-1], s.tree.time.Add(max(path[0], path[1])))
			})
		}
	}
	c.around[0][q-1], c.behind[0][q-1] = 0, 0
	for n := q; n > 1; n-- {
		for i := 0; i+n <= q; i++ {
			if c.ended() {
				return false
			}
			around, behind := c.around[i][n-1], c.behind[i][n-1]
			each(i, n, func(s step, work, _ *[2]model.Cost) {
				if s.left > 0 {
					c.around[i][s.left-1] = min(c.around[i][s.left-1], around.Add(s.tree.time).Add(work[1]))
					c.behind[i][s.left-1] = min(c.behind[i][s.left-1], behind.Add(s.tree.time))
				}
				if k := i + n - s.right; s.right > 0 {
					c.around[k][s.right-1] = min(c.around[k][s.right-1], around.Add(s.tree.time).Add(work[0]))
					c.behind[k][s.right-1] = min(c.behind[k][s.right-1], behind.Add(s.tree.time))
				}
			})
		}
	}
	c.bound = max(makespan.ByWork(c.work[0][q-1], c.machines), c.path[0][q-1])
	return true
}

// below is the bound of a tree's makespan.
func (c *chain) below(t *tree) model.Cost { return max(makespan.ByWork(t.work, c.machines), t.path) }

// join is a tree of a step and its parts.
func (c *chain) join(s step, left, right int32) tree {
	t := s.tree
	t.left, t.right = left, right
	t.work = t.time
	for _, part := range [...]int32{left, right} {
		if part >= 0 {
			t.work = t.work.Add(c.trees[part].work)
			t.path = max(t.path, c.trees[part].path)
		}
	}
	t.path = t.path.Add(t.time)
	return t
}

// build makes trees of all subchains, the short ones first: of each step with each tree of its
// parts. take keeps those that are wanted, and says whether to go on; build is false where it
// did not, or the context ended.
func (c *chain) build(take func(of *[]int32, i, n int, t tree) bool) bool {
	q := len(c.edges)
	c.trees, c.of = c.trees[:0], make([][][]int32, q)
	for i := range c.of {
		c.of[i] = make([][]int32, q-i)
	}
	none := []int32{-1}
	for n := 1; n <= q; n++ {
		for i := 0; i+n <= q; i++ {
			if c.ended() {
				return false
			}
			for _, s := range c.steps(i, n) {
				left, right := none, none
				if s.left > 0 {
					left = c.of[i][s.left-1]
				}
				if s.right > 0 {
					right = c.of[i+n-s.right][s.right-1]
				}
				for _, l := range left {
					for _, r := range right {
						if !take(&c.of[i][n-1], i, n, c.join(s, l, r)) {
							return false
						}
					}
				}
			}
		}
	}
	return true
}

// keep adds a tree of a subchain.
func (c *chain) keep(of *[]int32, t tree) {
	*of = append(*of, int32(len(c.trees)))
	c.trees = append(c.trees, t)
}

// roots are the trees of the whole chain.
func (c *chain) roots() []int32 { return c.of[0][len(c.edges)-1] }

// warmStart schedules trees that are the best by a mixture of work and path, found by
// dynamic programming over subchains. It is false where the context ended before the first.
func (c *chain) warmStart() bool {
	for _, mix := range [...]float64{0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 1} {
		value := func(t *tree) float64 {
			return mix*float64(t.path) + (1-mix)*float64(t.work)/float64(c.machines)
		}
		if !c.build(func(of *[]int32, _, _ int, t tree) bool {
			if len(*of) == 0 {
				c.keep(of, t)
			} else if best := &c.trees[(*of)[0]]; value(&t) < value(best) {
				*best = t
			}
			return true
		}) {
			return c.best.Ops != nil
		}
		c.try(c.roots()[0], makespan.Limits{Nodes: 1, Lists: 20})
	}
	return true
}

// enumerate makes the trees of all subchains that may be part of a makespan below best.
func (c *chain) enumerate() {
	c.complete = c.build(func(of *[]int32, i, n int, t tree) bool {
		if max(makespan.ByWork(t.work.Add(c.around[i][n-1]), c.machines),
			t.path.Add(c.behind[i][n-1])) >= c.best.Makespan {
			return true
		}
		if len(c.trees) >= mostTrees || len(c.trees)%4096 == 0 && c.ended() {
			return false
		}
		c.keep(of, t)
		return true
	})
}

// problem lists the operations of a tree, parts first, and makes tasks of them.
func (c *chain) problem(root int32) (*makespan.Problem, []int32) {
	var list []int32
	var time []model.Cost
	var needs [][]int32
	var add func(at int32) int32
	add = func(at int32) int32 {
		t := &c.trees[at]
		var of []int32
		for _, part := range [...]int32{t.left, t.right} {
			if part >= 0 {
				if k := add(part); k >= 0 {
					of = append(of, k)
				}
			}
		}
		if t.none {
			return -1
		}
		list, time, needs = append(list, at), append(time, t.time), append(needs, of)
		return int32(len(list) - 1)
	}
	add(root)
	return makespan.New(time, needs, c.machines), list
}

// try schedules a tree, and keeps it if it is the best. It gives the bound of its
// makespan, as far as this is below the best one.
func (c *chain) try(root int32, l makespan.Limits) model.Cost {
	p, list := c.problem(root)
	if c.best.Ops != nil {
		if b := p.Bound(); b >= c.best.Makespan {
			return b
		}
		l.Cutoff = c.best.Makespan
	}
	s := p.Solve(c.ctx, l)
	if c.best.Ops == nil || s.Makespan < c.best.Makespan {
		c.best.Makespan, c.best.Schedule = s.Makespan, s
		c.best.Ops = c.operations(list)
	}
	return s.Bound
}

// operations gives the operations of trees in this order.
func (c *chain) operations(list []int32) []model.Op {
	tape := model.NewTape(model.NewState(c.dag))
	ops := make([]model.Op, 0, len(list))
	made := make(map[int32]model.Z)
	named := func(at int32) model.Z {
		if z, ok := made[at]; ok {
			return z
		}
		return model.Z(c.trees[at].edge) // was given
	}
	for _, at := range list {
		t := &c.trees[at]
		var o model.Op
		switch {
		case t.left < 0 && t.right < 0:
			o = model.Accumulate(model.Z(t.edge), t.mode)
		case t.right < 0:
			o = model.Eliminate(model.Face{U: named(t.left), V: model.Z(t.edge)}, t.mode)
		case t.left < 0:
			o = model.Eliminate(model.Face{U: model.Z(t.edge), V: named(t.right)}, t.mode)
		default:
			o = model.Eliminate(model.Face{U: named(t.left), V: named(t.right)}, t.mode)
		}
		change, err := tape.Do(o)
		if err != nil {
			panic("a tree of a chain means an operation that is not possible: " + err.Error())
		}
		made[at] = model.Z(t.edge)
		for _, e := range change.Events {
			if e.Kind == model.Born {
				made[at] = e.Z
			}
		}
		ops = append(ops, o)
	}
	return ops
}

// solve finds the shortest sequence of the chain, from the best tree of warmStart.
func (c *chain) solve() Shortest {
	if c.best.Makespan > c.bound {
		c.enumerate()
		c.search()
	}
	c.best.Bound = min(c.bound, c.best.Makespan)
	c.best.Optimal = c.best.Bound == c.best.Makespan && !c.best.Makespan.IsSaturated()
	return c.best
}

// How many trees are scheduled by lists before the search, and how many nodes one search
// may take before the others have had their turn.
const (
	mostListed = 2000
	firstNodes = 20_000
)

// search schedules the trees of the whole chain in the order of their bounds.
func (c *chain) search() {
	roots := c.roots()
	slices.SortFunc(roots, func(a, b int32) int {
		return cmp.Or(cmp.Compare(c.below(&c.trees[a]), c.below(&c.trees[b])),
			cmp.Compare(c.trees[a].work, c.trees[b].work), cmp.Compare(a, b))
	})
	for k := 0; k < min(len(roots), mostListed) && !c.ended(); k++ {
		if c.below(&c.trees[roots[k]]) >= c.best.Makespan {
			break
		}
		c.try(roots[k], makespan.Limits{Nodes: 1, Lists: 3})
	}
	type left struct {
		root  int32
		below model.Cost
	}
	var open []left
	for _, r := range roots {
		open = append(open, left{r, c.below(&c.trees[r])})
	}
	for nodes := firstNodes; len(open) > 0; nodes *= 10 {
		var again []left
		for k, o := range open {
			if o.below >= c.best.Makespan {
				continue
			}
			if c.ended() {
				again = append(again, open[k:]...)
				break
			}
			if b := c.try(o.root, makespan.Limits{Nodes: nodes, Lists: 3}); b < c.best.Makespan {
				again = append(again, left{o.root, max(b, o.below)})
			}
		}
		if open = again; c.ended() {
			break
		}
	}
	if !c.complete {
		return
	}
	c.bound = max(c.bound, c.best.Makespan)
	for _, o := range open {
		c.bound = min(c.bound, o.below)
	}
}
