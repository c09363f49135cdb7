package certificate

import (
	"math/bits"

	"facet/model"
)

// derivation is the dynamic programme of one path.
type derivation struct {
	scope       *scope
	route       *route
	charges     []charge
	denominator int64
	priced      *sums // for paths that take the rest

	best       []wide // by subpath [l,r), at l*(k+1)+r
	transposed []wide // the same at r*(k+1)+l: both parts of a product lie in rows
	sizes      []model.Cost
	first      []int32 // by subpath: 1 + the first of its entries
	entries    []entry
	mul        []wide // by split: the price of the product, of the subpath at hand
	charge     []wide // by split: what inequalities charge there
}

// entry is what is known of one option of a subpath: entries of a subpath are a list.
type entry struct {
	kind   entryKind
	split  int32
	next   int32
	amount int64
}

type entryKind uint8

const (
	priceACC entryKind = iota
	priceTAN
	priceADJ
	priceMUL
	freeACC // selected
	freeTAN
	freeADJ
	freeMUL
	noACC // forbidden
	noTAN
	noADJ
	noMUL
)

// offsets are those of a resource's kind from priceACC, freeACC and noACC.
var offsets = map[string]entryKind{"ACC": 0, "TAN": 1, "ADJ": 2, "MUL": 3}

// cheapest is the cost of the path's cheapest derivation under its prices, never
// if it cannot be derived without resources that are forbidden or too expensive.
func (d *derivation) cheapest() (wide, error) {
	if d.scope.g.HasPatterns() {
		return d.sparse()
	}
	k := len(d.route.Edges)
	d.best, d.transposed = make([]wide, (k+1)*(k+1)), make([]wide, (k+1)*(k+1))
	for _, i := range d.route.vertices {
		d.sizes = append(d.sizes, d.scope.g.Size(i))
	}
	d.first = make([]int32, (k+1)*(k+1))
	d.mul, d.charge = make([]wide, k+1), make([]wide, k+1)
	_ = d.route.each(func(p Price) error { d.note(*p.Resource, priceACC, p.Amount); return nil })
	for r := range d.scope.selected {
		d.note(r, freeACC, 0)
	}
	for r := range d.scope.forbidden {
		d.note(r, noACC, 0)
	}
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			r := l + length
			cost := d.subpath(l, r)
			d.best[l*(k+1)+r], d.transposed[r*(k+1)+l] = cost, cost
		}
	}
	return d.best[k], nil
}

func (d *derivation) enter(l, r int, e entry) {
	at := &d.first[l*(len(d.route.Edges)+1)+r]
	e.next = *at
	d.entries = append(d.entries, e)
	*at = int32(len(d.entries))
}

// note enters what is known of a resource where the path can use it.
func (d *derivation) note(resource Resource, base entryKind, amount int64) {
	e := entry{kind: base + offsets[resource.Kind], amount: amount}
	if resource.Kind == "MUL" {
		l, onL := d.route.position(resource.A)
		m, onM := d.route.position(resource.J)
		r, onR := d.route.position(resource.B)
		if onL && onM && onR && l < m && m < r {
			e.split = int32(m)
			d.enter(l, r, e)
		}
		return
	}
	z, on := d.route.edge(resource.Edge)
	if !on {
		return
	}
	switch resource.Kind {
	case "ACC":
		d.enter(z, z+1, e)
	case "TAN":
		if l, onL := d.route.position(resource.A); onL && l < z {
			d.enter(l, z+1, e)
		}
	case "ADJ":
		if r, onR := d.route.position(resource.B); onR && r > z+1 {
			d.enter(z, r, e)
		}
	}
}

// subpath is the cost of the cheapest derivation of [l,r).
func (d *derivation) subpath(l, r int) wide {
	edges, k1 := d.route.Edges, len(d.route.Edges)+1
	edge := [3]int{edges[l], edges[r-1], edges[l]} // of ACC, TAN, ADJ
	costs := [3]model.Cost{}
	var price [3]wide
	var open [3]bool
	a, b := d.route.vertices[l], d.route.vertices[r]
	resources := [3]Resource{{Kind: "ACC", Edge: edge[0]}, {Kind: "TAN", Edge: edge[1], A: a},
		{Kind: "ADJ", Edge: edge[2], B: b}}
	for n, resource := range resources {
		costs[n], _ = d.scope.cost(resource)
		open[n] = costs[n] < d.scope.cutoff()
		if d.route.Rest && open[n] {
			price[n] = d.rest(resource, costs[n])
		}
	}
	for m := l; m <= r; m++ {
		d.mul[m], d.charge[m] = wide{}, wide{}
	}
	for _, c := range d.charges {
		if c.covers(l, r) {
			d.charge[c.split] = d.charge[c.split].plus(widen(c.amount))
		}
	}
	for at := d.first[l*k1+r]; at > 0; at = d.entries[at-1].next {
		switch e := &d.entries[at-1]; e.kind {
		case priceACC, priceTAN, priceADJ:
			price[e.kind-priceACC] = widen(e.amount)
		case priceMUL:
			d.mul[e.split] = widen(e.amount)
		}
	}
	for at := d.first[l*k1+r]; at > 0; at = d.entries[at-1].next {
		switch e := &d.entries[at-1]; e.kind { // after the prices
		case freeACC, freeTAN, freeADJ:
			price[e.kind-freeACC], open[e.kind-freeACC] = wide{}, true
		case noACC, noTAN, noADJ:
			open[e.kind-noACC] = false
		case freeMUL:
			d.mul[e.split] = selected
		case noMUL:
			d.mul[e.split] = never
		}
	}
	if r == l+1 {
		switch {
		case d.scope.g.Edges[edge[0]].HasJacobian:
			return wide{}
		case open[0]:
			return price[0]
		}
		return never
	}
	best := never
	if part := d.best[l*k1+r-1]; open[1] && part != never {
		best = part.plus(price[1]).plus(d.charge[r-1])
	}
	if part := d.best[(l+1)*k1+r]; open[2] && part != never {
		if cost := part.plus(price[2]).plus(d.charge[l+1]); cost.less(best) {
			best = cost
		}
	}
	if cost := d.products(l, r); cost.less(best) {
		best = cost
	}
	return best
}

// products is the cost of the cheapest derivation of [l,r) that ends with a
// product.
func (d *derivation) products(l, r int) wide {
	k1 := len(d.route.Edges) + 1
	best, cutoff, product := never, d.scope.cutoff(), d.scope.g.Product
	outer := d.sizes[l].Times(d.sizes[r]).Times(product.Cost)
	left, right := d.best[l*k1:(l+1)*k1], d.transposed[r*k1:(r+1)*k1]
	for m := l + 1; m < r; m++ {
		price := d.mul[m]
		if left[m] == never || right[m] == never || price == never {
			continue
		}
		if price == selected {
			price = wide{}
		} else if cost := outer.Times(d.sizes[m]).Add(product.Setup); cost >= cutoff {
			continue
		} else if d.route.Rest {
			vertices := d.route.vertices
			price = d.rest(Resource{Kind: "MUL", A: vertices[l], J: vertices[m], B: vertices[r]}, cost)
		}
		if cost := left[m].plus(right[m]).plus(price).plus(d.charge[m]); cost.less(best) {
			best = cost
		}
	}
	return best
}

// selected marks a product that is free.
var selected = wide{high: -1}

// rest is what the prices leave of a resource's cost.
func (d *derivation) rest(r Resource, cost model.Cost) wide {
	high, low := bits.Mul64(uint64(cost), uint64(d.denominator))
	if len(d.priced.all) > 0 { // else nothing is looked up: chains have a cubic number of products
		if s := d.priced.of(r); s != nil {
			var borrow uint64
			low, borrow = bits.Sub64(low, s.low, 0)
			high -= s.high + borrow
		}
	}
	return wide{int64(min(high, 1<<50)), low}
}
