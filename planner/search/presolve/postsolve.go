package presolve

import (
	"fmt"
	"math/bits"

	"facet/model"
	"facet/planner/certificate"
)

// maxParts limits the branchings of a lifted proof. One branching on a resource of the
// reduced dag becomes one for each resource that it stands for.
const maxParts = 20_000

// Postsolve turns a proof that no sequence from End costs less than the claim into
// one that none from Start costs less than the claim and Cost together. In the
// given proof edges are the edges of End, by their positions in
// model.State.Vertices, as the bounds of package cover have them; in the result
// they are the edges of the dag. Start has to be a fresh line dag.
//
// The steps are taken back one after the other, last ones first. A path that
// used an edge (p,s) which only the elimination of j has made gets j inserted, and
// j is like p: the price of a resource with p is also the price of
// the resource with j. Each step adds its paths L p j R with prices of the products
// from L over p to j and from p over j to R.
//
// The error says what cannot be lifted: a proof with other parts than dual solutions
// and branchings, or with inequalities about a vertex that stands for
// others. Then the bound has to be proved without reduction.
func (r *Reduction) Postsolve(proof *certificate.Proof, claim model.Cost) (*certificate.Proof, error) {
	if r.Start.Born() != len(r.Start.Dag().Edges) {
		return nil, fmt.Errorf("only reductions of a whole dag can be lifted")
	}
	l := postsolve{Reduction: r, claim: claim, edges: make(map[[2]int32]int), copies: make(map[int][]int)}
	g := r.Start.Dag()
	for k, e := range g.Edges {
		l.edges[[2]int32{int32(e.Source), int32(e.Target)}] = k
	}
	for i := range g.Vertices {
		l.copies[i] = []int{i}
	}
	for k := len(r.Steps) - 1; k >= 0; k-- {
		// a vertex that stands for others may have one that stands for it
		for root, all := range l.copies {
			for _, i := range all {
				if i == r.Steps[k].Into {
					l.copies[root] = append(all, r.Steps[k].Junction)
				}
			}
		}
	}
	return l.proof(proof, decisions{})
}

type postsolve struct {
	*Reduction
	claim  model.Cost
	edges  map[[2]int32]int
	copies map[int][]int // by vertex of End: the vertices that it stands for, itself first
	parts  int
}

// decisions are what a part of the proof of End rests on.
type decisions struct {
	paid                model.Cost
	selected, forbidden map[certificate.Resource]bool
}

func (d decisions) with(resource certificate.Resource, selected bool, cost model.Cost) decisions {
	next := decisions{paid: d.paid, selected: make(map[certificate.Resource]bool),
		forbidden: make(map[certificate.Resource]bool)}
	for known := range d.selected {
		next.selected[known] = true
	}
	for known := range d.forbidden {
		next.forbidden[known] = true
	}
	if selected {
		next.selected[resource], next.paid = true, d.paid.Add(cost)
	} else {
		next.forbidden[resource] = true
	}
	return next
}

func (t *postsolve) proof(p *certificate.Proof, d decisions) (*certificate.Proof, error) {
	switch {
	case p.Rest != nil:
		return t.fixed(p, d)
	case p.Leaf != nil:
		leaf, err := t.leaf(p.Leaf, d)
		return &certificate.Proof{Leaf: leaf}, err
	case p.Resource == nil || p.Resource.Kind != "MUL":
		return nil, fmt.Errorf("the proof is none about products")
	}
	resource := *p.Resource
	cost := t.cost(resource.A, resource.J, resource.B)
	selected, err := t.proof(p.Selected, d.with(resource, true, cost))
	if err != nil {
		return nil, err
	}
	part, err := t.proof(p.Forbidden, d.with(resource, false, cost))
	if err != nil {
		return nil, err
	}
	// A sequence without the resource has none of those that it stands for, and a
	// sequence that selects one of these pays at least the cost of the resource.
	for _, a := range t.copies[resource.A] {
		for _, j := range t.copies[resource.J] {
			for _, b := range t.copies[resource.B] {
				if t.parts++; t.parts > maxParts {
					return nil, fmt.Errorf("the proof would have more than %d parts", maxParts)
				}
				part = &certificate.Proof{Resource: &certificate.Resource{Kind: "MUL", A: a, J: j, B: b},
					Selected: selected, Forbidden: part}
			}
		}
	}
	return part, nil
}

// fixed lifts a part that fixes resources at zero: a resource of Start costs at least as
// much as the one of End that stands for it, and no path has a higher price for it.
func (t *postsolve) fixed(p *certificate.Proof, d decisions) (*certificate.Proof, error) {
	leaf, err := t.leaf(p.Leaf, d)
	if err != nil {
		return nil, err
	}
	out := &certificate.Proof{Leaf: leaf}
	for _, resource := range p.Fixed {
		if resource.Kind != "MUL" {
			return nil, fmt.Errorf("the proof is none about products")
		}
		d = d.with(resource, false, 0)
		for _, a := range t.copies[resource.A] {
			for _, j := range t.copies[resource.J] {
				for _, b := range t.copies[resource.B] {
					out.Fixed = append(out.Fixed, certificate.Resource{Kind: "MUL", A: a, J: j, B: b})
				}
			}
		}
	}
	out.Rest, err = t.proof(p.Rest, d)
	return out, err
}

func (t *postsolve) cost(a, j, b int) model.Cost {
	g := t.Start.Dag()
	return g.Size(a).Times(g.Size(j)).Times(g.Size(b))
}

// lifted is a path between End and Start.
type lifted struct {
	vertices []int32
	like     []int32 // by position: the vertex whose prices it has
}

func newLifted(vertices []int32) *lifted {
	return &lifted{append([]int32(nil), vertices...), append([]int32(nil), vertices...)}
}

// back takes one step back.
func (l *lifted) back(s *Step) {
	for k := 0; k+1 < len(l.vertices); k++ {
		into, other, like := l.vertices[k], l.vertices[k+1], l.like[k]
		if s.Mirrored {
			into, other, like = other, into, l.like[k+1]
		}
		if int(into) == s.Into && !s.direct[other] {
			l.vertices = append(l.vertices[:k+1], append([]int32{int32(s.Junction)}, l.vertices[k+1:]...)...)
			l.like = append(l.like[:k+1], append([]int32{like}, l.like[k+1:]...)...)
			return
		}
	}
}

// leaf lifts a dual solution.
func (t *postsolve) leaf(in *certificate.Leaf, d decisions) (*certificate.Leaf, error) {
	out := &certificate.Leaf{Denominator: in.Denominator, Unit: t.unit(in.Unit)}
	rounded := in.Unit > 1 && out.Unit == 0
	roots := make([][]int32, len(in.Paths))
	for n := range in.Paths {
		root, err := t.root(&in.Paths[n])
		if err != nil {
			return nil, err
		}
		roots[n] = root
	}
	prices, whole, err := t.explicit(in, roots, d)
	if err == nil && rounded && !whole {
		err = fmt.Errorf("the proof rounds up to multiples of %d, which the costs of the dag are not",
			in.Unit)
	}
	if err != nil {
		return nil, err
	}
	up := make([]*lifted, len(roots))
	for n, root := range roots {
		up[n] = newLifted(root)
		for k := len(t.Steps) - 1; k >= 0; k-- {
			up[n].back(&t.Steps[k])
		}
		out.Paths = append(out.Paths, t.path(up[n], prices[n]))
	}
	for _, inequality := range in.Inequalities {
		if err := moved(&inequality, roots, up); err != nil {
			return nil, err
		}
		out.Inequalities = append(out.Inequalities, inequality)
	}
	return out, t.pay(out)
}

// root is a path of End as vertices.
func (t *postsolve) root(w *certificate.Path) ([]int32, error) {
	if w.Like != nil || w.Rest {
		return nil, fmt.Errorf("a path of the proof has more than prices")
	}
	names := t.End.Vertices()
	var root []int32
	for n, e := range w.Edges {
		z := names[e]
		if n == 0 {
			root = append(root, int32(t.End.Source(z)))
		}
		root = append(root, int32(t.End.Target(z)))
	}
	return root, nil
}

// unit is the unit of the reduced proof if it divides all costs.
func (t *postsolve) unit(unit int64) int64 {
	if unit <= 1 {
		return 0
	}
	sizes := make(map[model.Cost]bool)
	for i := range t.Start.Dag().Vertices {
		sizes[t.Start.Dag().Size(i)%model.Cost(unit)] = true
	}
	for a := range sizes {
		for b := range sizes {
			for c := range sizes {
				if a.Times(b)%model.Cost(unit)*c%model.Cost(unit) != 0 {
					return 0
				}
			}
		}
	}
	return unit
}

// path writes a lifted path.
func (t *postsolve) path(w *lifted, prices []certificate.Price) certificate.Path {
	out := certificate.Path{Prices: prices}
	at := make(map[int32]int, len(w.vertices))
	for k, i := range w.vertices {
		at[i] = k
		if k > 0 {
			out.Edges = append(out.Edges, t.edges[[2]int32{w.vertices[k-1], i}])
		}
	}
	same := true
	for k, i := range w.like {
		out.Like = append(out.Like, at[i])
		same = same && at[i] == k
	}
	if same {
		out.Like = nil
	}
	return out
}

// pay adds the paths of the steps.
func (t *postsolve) pay(leaf *certificate.Leaf) error {
	for k := range t.Steps {
		s := &t.Steps[k]
		p, j := int32(s.Into), int32(s.Junction)
		if s.Mirrored {
			p, j = j, p
		}
		for _, payer := range s.paths {
			g := t.Start.Dag()
			each := payer.amount.Times(g.Size(int(p))).Times(g.Size(int(j)))
			high, low := bits.Mul64(uint64(each), uint64(leaf.Denominator))
			if high > 0 || low > 1<<62 {
				return fmt.Errorf("the prices of the steps do not fit into 64 bits")
			}
			var prices []certificate.Price
			behind := false
			for _, i := range payer.vertices {
				switch {
				case i == p || i == j:
					behind = true
				case behind:
					prices = append(prices, certificate.Price{Resource: new(product(p, j, i)),
						Amount: int64(low)})
				default:
					prices = append(prices, certificate.Price{Resource: new(product(i, p, j)),
						Amount: int64(low)})
				}
			}
			up := newLifted(payer.vertices)
			for below := k - 1; below >= 0; below-- {
				up.back(&t.Steps[below])
			}
			leaf.Paths = append(leaf.Paths, t.path(up, prices))
		}
	}
	return nil
}

func product(a, j, b int32) certificate.Resource {
	return certificate.Resource{Kind: "MUL", A: int(a), J: int(j), B: int(b)}
}

// moved gives an inequality the positions of lifted paths.
func moved(inequality *certificate.Inequality, roots [][]int32, up []*lifted) error {
	was := *inequality
	for _, n := range [...]int{inequality.First, inequality.Second} {
		root, w := roots[n], up[n]
		place := func(position int) (int, error) {
			at := position
			if was.Side == "suffix" {
				at = len(root) - 1 - position
			}
			found := -1
			for k, like := range w.like {
				if like != root[at] {
					continue
				}
				if found >= 0 {
					return 0, fmt.Errorf("an inequality looks at a vertex that stands for others")
				}
				found = k
			}
			if was.Side == "suffix" {
				found = len(w.like) - 1 - found
			}
			return found, nil
		}
		var err error
		if inequality.S, err = place(was.S); err != nil {
			return err
		}
		if inequality.I, err = place(was.I); err != nil {
			return err
		}
	}
	return nil
}
