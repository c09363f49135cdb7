package certificate

import "facet/model"

// derivation is the dynamic programme of one path.
type derivation struct {
	scope       *scope
	route       *route
	charges     []charge
	denominator int64

	best       []wide // by subpath [l,r), at l*(k+1)+r
	transposed []wide // the same at r*(k+1)+l: both parts of a product lie in rows
	sizes      []model.Cost
	patterns   []*matrix // by subpath; none in a dag without patterns
	first      []int32   // by subpath: 1 + the first of its notes
	notes      []note
	noted      []int32 // by option of the subpath at hand: 1 + the first of its notes
	charge     []wide  // by split: what inequalities charge there
}

// note is a price, or what has been decided, of a resource that one option of a subpath uses.
// The notes of a subpath are a list, and so are those of an option.
type note struct {
	from, to model.Cost // the part of a price that it is
	price    wide
	option   int32
	next     int32 // of the subpath
	other    int32 // of the option
	decision decision
}

// decision is what a part of the proof says of a resource.
type decision uint8

const (
	undecided decision = iota
	selected
	forbidden
)

// kinds number the kinds of resources. They are the options of a subpath, too; that of a product
// at position m is kindMUL+m.
var kinds = map[string]int{"ACC": kindACC, "TAN": kindTAN, "ADJ": kindADJ, "MUL": kindMUL}

const (
	kindACC = iota
	kindTAN
	kindADJ
	kindMUL
)

// cheapest is the cost of the path's cheapest derivation under the prices that routes have, never
// if it cannot be derived without resources that are forbidden or too expensive.
func (d *derivation) cheapest(routes []*route) (wide, error) {
	k1 := len(d.route.Edges) + 1
	d.best, d.transposed, d.first = make([]wide, k1*k1), make([]wide, k1*k1), make([]int32, k1*k1)
	d.noted, d.charge = make([]int32, kindMUL+k1), make([]wide, k1)
	for _, i := range d.route.vertices {
		d.sizes = append(d.sizes, d.scope.g.Size(i))
	}
	if err := d.join(); err != nil {
		return never, err
	}
	if err := d.read(routes); err != nil {
		return never, err
	}
	for length := 1; length < k1; length++ {
		for l := 0; l+length < k1; l++ {
			r := l + length
			cost, err := d.subpath(l, r)
			if err != nil {
				return never, err
			}
			d.best[l*k1+r], d.transposed[r*k1+l] = cost, cost
		}
	}
	return d.best[k1-1], nil
}

// read notes what has been decided, and the prices of the path: those of all others if it has
// what they leave.
func (d *derivation) read(routes []*route) error {
	for r := range d.scope.selected {
		d.note(r, selected, wide{})
	}
	for r := range d.scope.forbidden {
		d.note(r, forbidden, wide{})
	}
	if !d.route.Rest {
		return d.route.each(func(p Price) error {
			if !d.scope.selected[*p.Resource] { // else it is free
				d.note(*p.Resource, undecided, widen(p.Amount))
			}
			return nil
		})
	}
	for _, other := range routes {
		err := other.each(func(p Price) error {
			d.note(*p.Resource, undecided, widen(p.Amount))
			return d.scope.spend(10)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// note enters what is known of a resource where the path can use it.
func (d *derivation) note(resource Resource, is decision, price wide) {
	n := note{from: resource.From, to: resource.To, decision: is, price: price}
	l, r := -1, -1
	if resource.Kind == "MUL" {
		from, onL := d.route.position(resource.A)
		m, onM := d.route.position(resource.J)
		to, onR := d.route.position(resource.B)
		if onL && onM && onR && from < m && m < to {
			l, r, n.option = from, to, int32(kindMUL+m)
		}
	} else if z, on := d.route.edge(resource.Edge); on {
		switch resource.Kind {
		case "ACC":
			l, r, n.option = z, z+1, kindACC
		case "TAN":
			if from, onL := d.route.position(resource.A); onL && from < z {
				l, r, n.option = from, z+1, kindTAN
			}
		case "ADJ":
			if to, onR := d.route.position(resource.B); onR && to > z+1 {
				l, r, n.option = z, to, kindADJ
			}
		}
	}
	if l < 0 {
		return
	}
	at := &d.first[l*(len(d.route.Edges)+1)+r]
	n.next = *at
	d.notes = append(d.notes, n)
	*at = int32(len(d.notes))
}

// look finds what is noted and charged of the options of [l,r).
func (d *derivation) look(l, r int) {
	clear(d.noted[:kindMUL])
	clear(d.noted[kindMUL+l : kindMUL+r])
	for at := d.first[l*(len(d.route.Edges)+1)+r]; at > 0; at = d.notes[at-1].next {
		n := &d.notes[at-1]
		n.other, d.noted[n.option] = d.noted[n.option], at
	}
	clear(d.charge[l : r+1])
	for _, c := range d.charges {
		if c.covers(l, r) {
			d.charge[c.split] = d.charge[c.split].plus(widen(c.amount))
		}
	}
}

// subpath is the cost of the cheapest derivation of [l,r).
func (d *derivation) subpath(l, r int) (wide, error) {
	d.look(l, r)
	g, edges, k1 := d.scope.g, d.route.Edges, len(d.route.Edges)+1
	first, last := edges[l], edges[r-1]
	if r == l+1 {
		if g.Edges[first].HasJacobian {
			return wide{}, nil
		}
		cost, err := d.scope.accumulation(first)
		return d.pays(kindACC, cost), err
	}
	best, err := d.products(l, r)
	if err != nil {
		return never, err
	}
	for _, end := range [...]struct {
		option, edge, split int
		part                wide
		price               func(*model.Edge, model.Cost) model.Cost
	}{
		{kindTAN, last, r - 1, d.best[l*k1+r-1], (*model.Edge).Tangents},
		{kindADJ, first, l + 1, d.best[(l+1)*k1+r], (*model.Edge).Adjoints},
	} {
		if end.part == never || !g.Edges[end.edge].HasModel {
			continue
		}
		n, err := d.lines(l, r, end.option == kindTAN)
		if err != nil {
			return never, err
		}
		step := d.pays(end.option, end.price(&g.Edges[end.edge], n))
		if step == never {
			continue
		}
		if cost := end.part.plus(step).plus(d.charge[end.split]); cost.less(best) {
			best = cost
		}
	}
	return best, nil
}

// products is the cost of the cheapest derivation of [l,r) that ends with a
// product.
func (d *derivation) products(l, r int) (wide, error) {
	k1 := len(d.route.Edges) + 1
	best, product := never, d.scope.g.Product
	outer := d.sizes[l].Times(d.sizes[r]).Times(product.Cost)
	left, right := d.best[l*k1:(l+1)*k1], d.transposed[r*k1:(r+1)*k1]
	for m := l + 1; m < r; m++ {
		if left[m] == never || right[m] == never {
			continue
		}
		least := outer.Times(d.sizes[m]).Add(product.Setup)
		if d.patterns != nil {
			var err error
			if least, err = d.scope.multiply(least, d.patterns[l*k1+m], d.patterns[m*k1+r]); err != nil {
				return never, err
			}
		}
		step := d.pays(kindMUL+m, least)
		if step == never {
			continue
		}
		if cost := left[m].plus(right[m]).plus(step).plus(d.charge[m]); cost.less(best) {
			best = cost
		}
	}
	return best, nil
}

// pays is what the path pays for an option whose operation costs it so much at least, never if
// that is not available. A resource that is the whole price of an operation ends at 0.
func (d *derivation) pays(option int, least model.Cost) wide {
	var bought model.Cost // parts of the price
	var sum wide          // of prices
	any := false
	for at := d.noted[option]; at > 0; at = d.notes[at-1].other {
		switch n := &d.notes[at-1]; {
		case n.decision == forbidden && n.to <= least:
			return never
		case n.decision == selected && n.to == 0:
			return wide{}
		case n.decision == selected:
			any, bought = true, bought.Add(n.to-n.from)
		case n.decision == undecided && (d.route.Rest || n.to <= least):
			sum = sum.plus(n.price)
		}
	}
	switch {
	case !any && least >= d.scope.cutoff():
		return never
	case d.route.Rest:
		return times(max(0, least-bought), d.denominator).without(sum)
	}
	return sum
}
