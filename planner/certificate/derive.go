package certificate

import (
	"fmt"
	"math/big"

	"facet/model"
)

// charge is what rules charge a word's options, or give back.
type charge struct {
	applies func(l, r, split int) bool
	amount  int64
}

// charge notes what the rule charges its two words.
func (r Rule) charge(words []Word, charges [][]charge) error {
	first, second := words[r.First].Edges, words[r.Second].Edges
	k1, k2 := len(first), len(second)
	if r.I < 1 || r.I >= r.S || r.S > min(k1, k2) {
		return fmt.Errorf("it needs 1 <= i < s, and s edges in both words")
	}
	for n := range r.S {
		same := first[n] == second[n]
		if r.Side == "suffix" {
			same = first[k1-1-n] == second[k2-1-n]
		}
		if !same {
			return fmt.Errorf("the words do not have %d edges in common", r.S)
		}
	}
	var one, longer, back func(l, r, split int) bool
	switch s, i := r.S, r.I; r.Side {
	case "prefix":
		one = func(l, _, split int) bool { return split == s && l == i }
		longer = func(l, _, split int) bool { return split == s && l < i }
		back = func(_, right, split int) bool { return split == i && right == s }
	case "suffix":
		one = func(_, right, split int) bool { return split == k1-s && right == k1-i }
		longer = func(_, right, split int) bool { return split == k2-s && right > k2-i }
		back = func(l, _, split int) bool { return split == k2-i && l == k2-s }
	default:
		return fmt.Errorf("%q is no side: prefix and suffix are", r.Side)
	}
	charges[r.First] = append(charges[r.First], charge{one, r.Amount})
	charges[r.Second] = append(charges[r.Second], charge{longer, r.Amount}, charge{back, -r.Amount})
	return nil
}

// derivation is the dynamic programme of one word.
type derivation struct {
	*scope
	vertices []int
	edges    []int
	shares   map[Item]int64
	charges  []charge
	best     [][]*big.Int // by stretch [l,r): nil if it cannot be derived
}

// derive gives the cheapest derivation of the word under its shares, nil if it
// cannot be derived without items that are forbidden or too dear.
func (s *scope) derive(w *Word, charges []charge) (*big.Int, error) {
	k := len(w.Edges)
	d := derivation{scope: s, edges: w.Edges, shares: make(map[Item]int64, len(w.Shares)), charges: charges}
	for n, e := range w.Edges {
		if e < 0 || e >= len(s.g.Edges) {
			return nil, fmt.Errorf("the dag has no edge %d", e)
		}
		if n > 0 && s.g.Edges[e].Source != s.g.Edges[w.Edges[n-1]].Target {
			return nil, fmt.Errorf("edge %d does not start where edge %d ends", e, w.Edges[n-1])
		}
		d.vertices = append(d.vertices, s.g.Edges[e].Source)
	}
	d.vertices = append(d.vertices, s.g.Edges[w.Edges[k-1]].Target)
	if !s.g.IsSource(d.vertices[0]) || !s.g.IsSink(d.vertices[k]) {
		return nil, fmt.Errorf("it does not lead from a source to a sink")
	}
	for _, sh := range w.Shares {
		d.shares[sh.Item] = sh.Amount
	}
	d.best = make([][]*big.Int, k)
	for l := range d.best {
		d.best[l] = make([]*big.Int, k+1)
	}
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			d.best[l][l+length] = d.stretch(l, l+length)
		}
	}
	return d.best[0][k], nil
}

func (d *derivation) stretch(l, r int) *big.Int {
	var best *big.Int
	try := func(it Item, split int, parts ...*big.Int) {
		cost := d.pay(it)
		if cost == nil {
			return
		}
		for _, part := range parts {
			if part == nil {
				return
			}
			cost.Add(cost, part)
		}
		for _, c := range d.charges {
			if c.applies(l, r, split) {
				cost.Add(cost, big.NewInt(c.amount))
			}
		}
		if best == nil || cost.Cmp(best) < 0 {
			best = cost
		}
	}
	a, b := d.vertices[l], d.vertices[r]
	if r == l+1 {
		if d.g.Edges[d.edges[l]].HasJacobian {
			return new(big.Int)
		}
		if cost := d.pay(Item{Kind: "ACC", Edge: d.edges[l]}); cost != nil {
			return cost
		}
		return nil
	}
	try(Item{Kind: "TAN", Edge: d.edges[r-1], A: a}, r-1, d.best[l][r-1])
	try(Item{Kind: "ADJ", Edge: d.edges[l], B: b}, l+1, d.best[l+1][r])
	for m := l + 1; m < r; m++ {
		try(Item{Kind: "MUL", A: a, J: d.vertices[m], B: b}, m, d.best[l][m], d.best[m][r])
	}
	return best
}

// pay is what the word pays for an item, nil if it cannot have it.
func (d *derivation) pay(it Item) *big.Int {
	if d.bought[it] {
		return new(big.Int)
	}
	price, err := d.price(it)
	if err != nil || d.forbidden[it] || price >= d.claim-d.paid {
		return nil
	}
	return big.NewInt(d.shares[it])
}

// maxUnitVertices is how many vertices a dag may have for a unit other than 1:
// all products are looked at.
const maxUnitVertices = 400

// divides checks that the unit divides the price of every item that a sequence
// below the claim can buy.
func (s *scope) divides(unit int64) error {
	if unit == 1 {
		return nil
	}
	n := len(s.g.Vertices)
	if n > maxUnitVertices {
		return fmt.Errorf("a unit is checked for dags of up to %d vertices only", maxUnitVertices)
	}
	reaches := s.reach()
	check := func(it Item) error {
		price, err := s.price(it)
		if err == nil && price < s.claim-s.paid && price%model.Cost(unit) != 0 {
			return fmt.Errorf("the unit %d does not divide the price of %s", unit, it)
		}
		return err
	}
	for k, e := range s.g.Edges {
		if !e.HasJacobian {
			if err := check(Item{Kind: "ACC", Edge: k}); err != nil {
				return err
			}
		}
		for i := range n {
			if reaches[i][e.Source] {
				if err := check(Item{Kind: "TAN", Edge: k, A: i}); err != nil {
					return err
				}
			}
			if reaches[e.Target][i] {
				if err := check(Item{Kind: "ADJ", Edge: k, B: i}); err != nil {
					return err
				}
			}
		}
	}
	for a := range n {
		for j := range n {
			for b := range n {
				if reaches[a][j] && reaches[j][b] {
					if err := check(Item{Kind: "MUL", A: a, J: j, B: b}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// reach tells which vertices each vertex has a path of at least one edge to.
func (s *scope) reach() [][]bool {
	reaches := make([][]bool, len(s.g.Vertices))
	order := s.g.Topological()
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		reaches[i] = make([]bool, len(s.g.Vertices))
		for _, e := range s.g.Out(i) {
			to := s.g.Edges[e].Target
			reaches[i][to] = true
			for x, yes := range reaches[to] {
				reaches[i][x] = reaches[i][x] || yes
			}
		}
	}
	return reaches
}
