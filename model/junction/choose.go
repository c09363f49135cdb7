package junction

import (
	"facet/model"
	"facet/model/maxflow"
	"facet/model/pattern"
)

// Neighbour is a vertex of the line dag that ends in the junction, on the left,
// or starts in it, on the right.
type Neighbour struct {
	Jacobian bool
	Model    *model.Edge      // whose elemental tangent and adjoint it has; nil for none
	End      int              // its far end: i on the left, k on the right
	Pattern  *pattern.Pattern // of its Jacobian; nil in a dag without patterns

	// Accumulation is the price of its Jacobian, min(n_i T, n_j A), where it has
	// none. Twin is the neighbour on the same side with which it would merge
	// then, -1 for none.
	Accumulation model.Cost
	Twin         int
}

// Choose says which neighbours without Jacobian are to be accumulated before the
// faces at junction j of a dag are eliminated, and what both cost together, at the least.
// face reports whether a pair has a face that is to go; nil stands for all pairs.
func Choose(g *model.Dag, j int, left, right []Neighbour, face func(a, b int) bool) (chosenLeft,
	chosenRight []bool, total model.Cost) {
	c := choice{
		dag: g, junction: j, left: classesOf(left), right: classesOf(right), face: face,
		members: [2][]Neighbour{left, right},
	}
	var l, r []bool
	if face == nil {
		l, r = c.ofAll()
	} else {
		l, r = c.byCut()
	}
	chosenLeft, chosenRight = make([]bool, len(left)), make([]bool, len(right))
	for k, class := range c.left {
		if l[k] {
			chosenLeft[class.bare] = true
		}
	}
	for k, class := range c.right {
		if r[k] {
			chosenRight[class.bare] = true
		}
	}
	return chosenLeft, chosenRight, c.total(l, r)
}

// class is what becomes one vertex when its bare member is accumulated: a
// vertex without Jacobian and the twin that it would merge with, either of
// which can be missing (-1). price is that of the accumulation.
type class struct {
	bare, twin int
	price      model.Cost
}

func (c class) free() bool { return c.bare >= 0 }

func classesOf(side []Neighbour) []class {
	all := make([]class, 0, len(side))
	taken := make([]bool, len(side))
	for k, z := range side {
		if !z.Jacobian {
			all = append(all, class{bare: k, twin: z.Twin, price: z.Accumulation})
			if z.Twin >= 0 {
				taken[z.Twin] = true
			}
		}
	}
	for k, z := range side {
		if z.Jacobian && !taken[k] {
			all = append(all, class{bare: -1, twin: k})
		}
	}
	return all
}

type choice struct {
	dag         *model.Dag
	junction    int
	left, right []class
	face        func(a, b int) bool
	members     [2][]Neighbour
}

// member is a neighbour after the choice.
type member struct {
	at              int
	jacobian, model bool
	pattern         *pattern.Pattern
}

// after lists the one or two vertices that a class is after the choice.
func (c *choice) after(side int, k class, accumulate bool) (list [2]member, n int) {
	of := func(at int) *Neighbour { return &c.members[side][at] }
	switch {
	case !k.free():
		return [2]member{{k.twin, true, of(k.twin).Model != nil, of(k.twin).Pattern}}, 1
	case accumulate:
		p := of(k.bare).Pattern
		if p != nil && k.twin >= 0 {
			p = p.Union(of(k.twin).Pattern)
		}
		return [2]member{{k.bare, true, k.twin < 0, p}}, 1 // a sum has lost its models
	case k.twin < 0:
		return [2]member{{k.bare, false, true, of(k.bare).Pattern}}, 1
	}
	return [2]member{{k.bare, false, true, of(k.bare).Pattern},
		{k.twin, true, of(k.twin).Model != nil, of(k.twin).Pattern}}, 2
}

// price is that of all faces between two classes after the choice, Saturated if
// one of them has no Jacobian on either side.
func (c *choice) price(a, b class, accumulateA, accumulateB bool) model.Cost {
	us, nu := c.after(0, a, accumulateA)
	vs, nv := c.after(1, b, accumulateB)
	var sum model.Cost
	for _, u := range us[:nu] {
		for _, v := range vs[:nv] {
			if c.face == nil || c.face(u.at, v.at) {
				sum = sum.Add(c.pair(u, v))
			}
		}
	}
	return sum
}

// pair is the price of one face in its cheapest mode (Rule 2).
func (c *choice) pair(u, v member) model.Cost {
	l, r := &c.members[0][u.at], &c.members[1][v.at]
	best := model.Saturated
	product := model.Join(u.pattern, v.pattern)
	if u.jacobian && v.model {
		best = r.Model.Tangents(c.dag.Columns(l.End, product))
	}
	if v.jacobian && u.model {
		best = min(best, l.Model.Adjoints(c.dag.Rows(r.End, product)))
	}
	if u.jacobian && v.jacobian {
		best = min(best, c.dag.Multiply(l.End, c.junction, r.End, u.pattern, v.pattern))
	}
	return best
}

func (c *choice) total(l, r []bool) model.Cost {
	var sum model.Cost
	for a, k := range c.left {
		if l[a] {
			sum = sum.Add(k.price)
		}
	}
	for b, k := range c.right {
		if r[b] {
			sum = sum.Add(k.price)
		}
	}
	for a := range c.left {
		for b := range c.right {
			sum = sum.Add(c.price(c.left[a], c.right[b], l[a], r[b]))
		}
	}
	return sum
}

// ofAll chooses where every pair has a face: a face between two vertices
// without Jacobian cannot be eliminated, so one side is accumulated as a whole,
// and then each vertex of the other side can be looked at by itself.
func (c *choice) ofAll() (l, r []bool) {
	allLeft, allRight := frees(c.left), frees(c.right)
	someRight := c.others(c.right, func(b int, accumulate bool) model.Cost {
		sum := model.Cost(0)
		for a, k := range c.left {
			sum = sum.Add(c.price(k, c.right[b], allLeft[a], accumulate))
		}
		return sum
	})
	someLeft := c.others(c.left, func(a int, accumulate bool) model.Cost {
		sum := model.Cost(0)
		for b, k := range c.right {
			sum = sum.Add(c.price(c.left[a], k, accumulate, allRight[b]))
		}
		return sum
	})
	if c.total(allLeft, someRight) <= c.total(someLeft, allRight) {
		return allLeft, someRight
	}
	return someLeft, allRight
}

func frees(side []class) []bool {
	all := make([]bool, len(side))
	for k := range side {
		all[k] = side[k].free()
	}
	return all
}

// others chooses for each free class of a side by itself.
func (c *choice) others(side []class, price func(k int, accumulate bool) model.Cost) []bool {
	chosen := make([]bool, len(side))
	for k := range side {
		if side[k].free() {
			chosen[k] = side[k].price.Add(price(k, true)) < price(k, false)
		}
	}
	return chosen
}

// byCut chooses where some pairs have no face. A pair of which neither is
// accumulated is the most expensive, and one of which both are is the cheapest of the
// four, so with the right side's choice negated the pair prices are submodular
// and the best choice is a minimum cut: a left class on the source's side is
// accumulated, a right one on the source's side is not. With patterns that is only nearly
// so: a product with a unit costs nothing, and a sum with a unit is none.
func (c *choice) byCut() (l, r []bool) {
	nl, n := len(c.left), len(c.left)+len(c.right)
	source, sink := n, n+1
	net := maxflow.New(n + 2)
	// prices of being on the source's, the sink's side
	onSide, offSide := make([]model.Cost, n), make([]model.Cost, n)
	for a, k := range c.left {
		onSide[a] = k.price
	}
	for b, k := range c.right {
		offSide[nl+b] = k.price
	}
	for a, u := range c.left {
		for b, v := range c.right {
			if !u.free() && !v.free() {
				continue
			}
			none := c.price(u, v, false, false)
			switch {
			case u.free() && v.free():
				onlyU, onlyV, both := c.price(u, v, true, false), c.price(u, v, false, true),
					c.price(u, v, true, true)
				offSide[a] = offSide[a].Add(max(0, onlyV-both))
				onSide[nl+b] = onSide[nl+b].Add(max(0, onlyU-both))
				if none.IsSaturated() {
					net.Connect(int32(nl+b), int32(a), model.Saturated)
				} else {
					net.Connect(int32(nl+b), int32(a), max(0, none.Add(both)-onlyU.Add(onlyV)))
				}
			case u.free():
				offSide[a] = offSide[a].Add(max(0, none-c.price(u, v, true, false)))
			default:
				onSide[nl+b] = onSide[nl+b].Add(max(0, none-c.price(u, v, false, true)))
			}
		}
	}
	for v := range n {
		net.Connect(int32(source), int32(v), offSide[v])
		net.Connect(int32(v), int32(sink), onSide[v])
	}
	side := net.Cut(int32(source), int32(sink))
	l, r = make([]bool, nl), make([]bool, len(c.right))
	for a, k := range c.left {
		l[a] = k.free() && side[a]
	}
	for b, k := range c.right {
		r[b] = k.free() && !side[nl+b]
	}
	return l, r
}
