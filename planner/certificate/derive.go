package certificate

import (
	"math/bits"

	"facet/model"
)

// derivation is the dynamic programme of one path.
type derivation struct {
	*scope
	*line
	charges     []charge
	denominator int64
	priced      map[Resource]*sum // for paths that take the rest

	best   []wide // by subpath [l,r), at l*(k+1)+r
	turned []wide // the same at r*(k+1)+l: both parts of a product lie in rows
	sizes  []model.Cost
	first  []int32 // by subpath: 1 + the first of its entries
	entry  []entry
	mul    []wide // by split: the price of the product, of the subpath at hand
	charge []wide // by split: what inequalities charge there
}

// entry is what is to be known of one option of a subpath.
type entry struct {
	what   what
	split  int32
	next   int32
	amount int64
}

type what uint8

const (
	priceACC what = iota
	priceTAN
	priceADJ
	priceMUL
	charged // by an inequality, whatever the kind
	freeACC // selected
	freeTAN
	freeADJ
	freeMUL
	noACC // forbidden
	noTAN
	noADJ
	noMUL
)

var kinds = map[string]what{"ACC": 0, "TAN": 1, "ADJ": 2, "MUL": 3}

// cheapest is the cost of the path's cheapest derivation under its prices, never
// if it cannot be derived without resources that are forbidden or too expensive.
func (d *derivation) cheapest() wide {
	k := len(d.Edges)
	d.best, d.turned = make([]wide, (k+1)*(k+1)), make([]wide, (k+1)*(k+1))
	for _, i := range d.vertices {
		d.sizes = append(d.sizes, d.g.Size(i))
	}
	d.first = make([]int32, (k+1)*(k+1))
	d.mul, d.charge = make([]wide, k+1), make([]wide, k+1)
	_ = d.each(func(sh Price) error { d.note(*sh.Resource, priceACC, sh.Amount); return nil })
	for it := range d.selected {
		d.note(it, freeACC, 0)
	}
	for it := range d.forbidden {
		d.note(it, noACC, 0)
	}
	for _, c := range d.charges {
		c.spread(k, func(l, split, r int) { d.enter(l, r, entry{what: charged, split: int32(split), amount: c.amount}) })
	}
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			r := l + length
			cost := d.subpath(l, r)
			d.best[l*(k+1)+r], d.turned[r*(k+1)+l] = cost, cost
		}
	}
	return d.best[k]
}

func (d *derivation) enter(l, r int, e entry) {
	at := &d.first[l*(len(d.Edges)+1)+r]
	e.next = *at
	d.entry = append(d.entry, e)
	*at = int32(len(d.entry))
}

// note enters what is known of a resource where the path can use it.
func (d *derivation) note(it Resource, base what, amount int64) {
	kind := kinds[it.Kind]
	e := entry{what: base + kind, amount: amount}
	if it.Kind == "MUL" {
		l, onL := d.at[it.A]
		m, onM := d.at[it.J]
		r, onR := d.at[it.B]
		if onL && onM && onR && l < m && m < r {
			e.split = int32(m)
			d.enter(l, r, e)
		}
		return
	}
	z, on := d.on[it.Edge]
	if !on {
		return
	}
	switch it.Kind {
	case "ACC":
		d.enter(z, z+1, e)
	case "TAN":
		if l, onL := d.at[it.A]; onL && l < z {
			d.enter(l, z+1, e)
		}
	case "ADJ":
		if r, onR := d.at[it.B]; onR && r > z+1 {
			d.enter(z, r, e)
		}
	}
}

// subpath is the cost of the cheapest derivation of [l,r).
func (d *derivation) subpath(l, r int) wide {
	edge := [3]int{d.Edges[l], d.Edges[r-1], d.Edges[l]} // of ACC, TAN, ADJ
	costs := [3]model.Cost{}
	var price [3]wide
	var open [3]bool
	a, b := d.vertices[l], d.vertices[r]
	resources := [3]Resource{{Kind: "ACC", Edge: edge[0]}, {Kind: "TAN", Edge: edge[1], A: a}, {Kind: "ADJ", Edge: edge[2], B: b}}
	for n, it := range resources {
		costs[n], _ = d.cost(it)
		open[n] = costs[n] < d.cutoff()
		if d.Rest && open[n] {
			price[n] = d.rest(it, costs[n])
		}
	}
	for m := l; m <= r; m++ {
		d.mul[m], d.charge[m] = wide{}, wide{}
	}
	for at := d.first[l*(len(d.Edges)+1)+r]; at > 0; at = d.entry[at-1].next {
		switch e := &d.entry[at-1]; e.what {
		case priceACC, priceTAN, priceADJ:
			price[e.what-priceACC] = narrow(e.amount)
		case priceMUL:
			d.mul[e.split] = narrow(e.amount)
		case charged:
			d.charge[e.split] = d.charge[e.split].plus(narrow(e.amount))
		}
	}
	for at := d.first[l*(len(d.Edges)+1)+r]; at > 0; at = d.entry[at-1].next {
		switch e := &d.entry[at-1]; e.what { // after the prices
		case freeACC, freeTAN, freeADJ:
			price[e.what-freeACC], open[e.what-freeACC] = wide{}, true
		case noACC, noTAN, noADJ:
			open[e.what-noACC] = false
		case freeMUL:
			d.mul[e.split] = selected
		case noMUL:
			d.mul[e.split] = never
		}
	}
	if r == l+1 {
		switch {
		case d.g.Edges[edge[0]].HasJacobian:
			return wide{}
		case open[0]:
			return price[0]
		}
		return never
	}
	k1 := len(d.Edges) + 1
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
	k1 := len(d.Edges) + 1
	best, cutoff := never, d.cutoff()
	outer := d.sizes[l].Times(d.sizes[r]).Times(d.g.Product.Cost)
	left, right := d.best[l*k1:(l+1)*k1], d.turned[r*k1:(r+1)*k1]
	for m := l + 1; m < r; m++ {
		price := d.mul[m]
		if left[m] == never || right[m] == never || price == never {
			continue
		}
		if price == selected {
			price = wide{}
		} else if cost := outer.Times(d.sizes[m]).Add(d.g.Product.Setup); cost >= cutoff {
			continue
		} else if d.Rest {
			price = d.rest(Resource{Kind: "MUL", A: d.vertices[l], J: d.vertices[m], B: d.vertices[r]}, cost)
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
func (d *derivation) rest(it Resource, cost model.Cost) wide {
	high, low := bits.Mul64(uint64(cost), uint64(d.denominator))
	if len(d.priced) > 0 { // else nothing is looked up: chains have a cubic number of products
		if s := d.priced[it]; s != nil {
			var borrow uint64
			low, borrow = bits.Sub64(low, s.low, 0)
			high -= s.high + borrow
		}
	}
	return wide{int64(min(high, 1<<50)), low}
}
