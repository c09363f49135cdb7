package certificate

import (
	"fmt"
	"math/big"
	"math/bits"

	"facet/model"
)

// leaf checks that the leaf proves the claim.
func (s *scope) leaf(l *Leaf) error {
	h, err := s.weigh(l)
	if err != nil || h.sum == nil {
		return err
	}
	unit := big.NewInt(max(1, l.Unit))
	step := new(big.Int).Mul(unit, big.NewInt(l.Denominator))
	sum := h.sum
	if sum.Sign() > 0 {
		sum.Add(sum, new(big.Int).Sub(step, big.NewInt(1)))
		sum.Mul(sum.Div(sum, step), unit)
	}
	sum.Add(sum, big.NewInt(int64(s.paid)))
	if sum.Cmp(big.NewInt(int64(s.claim))) < 0 {
		return fmt.Errorf("a leaf proves %s only", sum)
	}
	return nil
}

// weighed is what a division of costs comes to.
type weighed struct {
	sum    *big.Int // what the paths cost, over the denominator; nil if one cannot be derived below the claim
	priced map[Resource]*sum
}

// weigh checks the prices and adds up the paths' derivations.
func (s *scope) weigh(l *Leaf) (weighed, error) {
	if err := s.divides(max(1, l.Unit)); err != nil {
		return weighed{}, err
	}
	paths := make([]*line, len(l.Paths))
	for n := range l.Paths {
		w, err := s.line(&l.Paths[n])
		if err != nil {
			return weighed{}, fmt.Errorf("word %d: %w", n, err)
		}
		paths[n] = w
	}
	priced, err := s.afford(l, paths)
	if err != nil {
		return weighed{}, err
	}
	if err := separate(paths); err != nil {
		return weighed{}, err
	}
	total := new(big.Int)
	charges := make([][]charge, len(paths))
	for n, r := range l.Inequalities {
		if err := r.charge(paths, charges); err != nil {
			return weighed{}, fmt.Errorf("rule %d: %w", n, err)
		}
		total.Sub(total, big.NewInt(r.Amount))
	}
	for n, w := range paths {
		d := derivation{scope: s, line: w, charges: charges[n], denominator: l.Denominator, priced: priced}
		cost := d.cheapest()
		if cost == never {
			return weighed{}, nil // this path needs what costs as much as the claim
		}
		total.Add(total, cost.big())
	}
	return weighed{total, priced}, nil
}

// line is a path with the vertices that it visits.
type line struct {
	*Path
	vertices []int
	at       map[int]int // by vertex: its position
	on       map[int]int // by edge: its position
	classes  map[int][]int
}

// line checks that it leads from a source to a sink.
func (s *scope) line(w *Path) (*line, error) {
	k := len(w.Edges)
	if err := s.spend(int64(k)*int64(k)*int64(k)/6 + int64(k)*int64(k)); err != nil {
		return nil, err
	}
	out := &line{Path: w, at: make(map[int]int, k+1), on: make(map[int]int, k)}
	for n, e := range w.Edges {
		if e < 0 || e >= len(s.g.Edges) {
			return nil, fmt.Errorf("the dag has no edge %d", e)
		}
		if n > 0 && s.g.Edges[e].Source != s.g.Edges[w.Edges[n-1]].Target {
			return nil, fmt.Errorf("edge %d does not start where edge %d ends", e, w.Edges[n-1])
		}
		out.on[e] = n
		out.vertices = append(out.vertices, s.g.Edges[e].Source)
	}
	out.vertices = append(out.vertices, s.g.Edges[w.Edges[k-1]].Target)
	if !s.g.IsSource(out.vertices[0]) || !s.g.IsSink(out.vertices[k]) {
		return nil, fmt.Errorf("it does not lead from a source to a sink")
	}
	for n, i := range out.vertices {
		out.at[i] = n
	}
	if w.Like != nil {
		out.classes = make(map[int][]int, k+1)
		for n, like := range w.Like {
			if w.Like[like] != like {
				return nil, fmt.Errorf("position %d is like %d, which is not like itself", n, like)
			}
			out.classes[like] = append(out.classes[like], n)
		}
	}
	return out, nil
}

// each visits the prices of the path, those that Like spreads one by one.
func (w *line) each(visit func(sh Price) error) error {
	for _, sh := range w.Prices {
		if w.Like == nil || sh.Kind != "MUL" {
			if err := visit(sh); err != nil {
				return err
			}
			continue
		}
		a, onA := w.at[sh.A]
		j, onJ := w.at[sh.J]
		b, onB := w.at[sh.B]
		if !onA || !onJ || !onB || w.Like[a] != a || w.Like[j] != j || w.Like[b] != b {
			return fmt.Errorf("the share of %s cannot be spread: its vertices are not on the word, or not like themselves", *sh.Resource)
		}
		for _, x := range w.classes[a] {
			for _, y := range w.classes[j] {
				for _, z := range w.classes[b] {
					if x < y && y < z {
						own := Price{&Resource{Kind: "MUL", A: w.vertices[x], J: w.vertices[y], B: w.vertices[z]}, sh.Amount}
						if err := visit(own); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	return nil
}

// afford checks that no resource's prices exceed its cost, and gives their sums.
func (s *scope) afford(l *Leaf, paths []*line) (map[Resource]*sum, error) {
	priced := make(map[Resource]*sum)
	for n, w := range paths {
		err := w.each(func(sh Price) error {
			if err := s.spend(50); err != nil {
				return err
			}
			at := priced[*sh.Resource]
			if at == nil {
				cost, err := s.cost(*sh.Resource)
				if err != nil {
					return err
				}
				at = &sum{last: -1, cost: cost}
				at.mostHigh, at.mostLow = bits.Mul64(uint64(cost), uint64(l.Denominator))
				priced[*sh.Resource] = at
			}
			if at.last == n {
				return fmt.Errorf("there are two shares of %s", *sh.Resource)
			}
			at.last = n
			if at.add(uint64(sh.Amount)); at.over() {
				return fmt.Errorf("the shares of %s add up to more than its price %s", *sh.Resource, at.cost)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("word %d: %w", n, err)
		}
	}
	return priced, nil
}

// sum is what the paths charge for a resource, in 128 bits, beside what it may be.
type sum struct {
	high, low         uint64
	mostHigh, mostLow uint64
	cost              model.Cost
	last              int // the path that added to it last
}

func (s *sum) add(amount uint64) {
	low, carry := bits.Add64(s.low, amount, 0)
	s.low, s.high = low, s.high+carry
}

func (s *sum) over() bool {
	return s.high > s.mostHigh || s.high == s.mostHigh && s.low > s.mostLow
}

// separate checks that paths which take the rest of costs use no resource in
// common: that no two of them pass through one inner vertex or have one edge.
func separate(paths []*line) error {
	edges, inner := make(map[int]bool), make(map[int]bool)
	for n, w := range paths {
		if !w.Rest {
			continue
		}
		if len(w.Prices) > 0 {
			return fmt.Errorf("word %d takes the rest of prices and lists shares", n)
		}
		for _, e := range w.Edges {
			if edges[e] {
				return fmt.Errorf("word %d and another one take the rest of the prices at edge %d", n, e)
			}
			edges[e] = true
		}
		for _, i := range w.vertices[1 : len(w.vertices)-1] {
			if inner[i] {
				return fmt.Errorf("word %d and another one take the rest of the prices at vertex %d", n, i)
			}
			inner[i] = true
		}
	}
	return nil
}
