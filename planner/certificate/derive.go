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
	first      []int32 // by subpath: 1 + the first of its notes
	notes      []note
	end        [3]wide // by kind: the price of ACC, TAN and ADJ, of the subpath at hand
	mul        []wide  // by split: that of the product
	charge     []wide  // by split: what inequalities charge there
}

// note is what is known of one option of a subpath: its price, selected, or never where it
// is forbidden. The notes of a subpath are a list.
type note struct {
	kind  kind
	split int32 // of a product
	next  int32
	price wide
}

// kind is that of a resource, in one byte.
type kind uint8

// kinds are those of resources.
var kinds = map[string]kind{"ACC": 0, "TAN": 1, "ADJ": 2, "MUL": 3}

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
	// Lists begin with what is noted last: decisions come behind prices, and count.
	for r := range d.scope.forbidden {
		d.note(r, never)
	}
	for r := range d.scope.selected {
		d.note(r, selected)
	}
	_ = d.route.each(func(p Price) error { d.note(*p.Resource, widen(p.Amount)); return nil })
	for length := 1; length <= k; length++ {
		for l := 0; l+length <= k; l++ {
			r := l + length
			cost := d.subpath(l, r)
			d.best[l*(k+1)+r], d.transposed[r*(k+1)+l] = cost, cost
		}
	}
	return d.best[k], nil
}

// note enters what is known of a resource where the path can use it.
func (d *derivation) note(resource Resource, price wide) {
	n := note{kind: kinds[resource.Kind], price: price}
	l, r := -1, -1
	if resource.Kind == "MUL" {
		from, onL := d.route.position(resource.A)
		m, onM := d.route.position(resource.J)
		to, onR := d.route.position(resource.B)
		if onL && onM && onR && from < m && m < to {
			l, r, n.split = from, to, int32(m)
		}
	} else if z, on := d.route.edge(resource.Edge); on {
		switch resource.Kind {
		case "ACC":
			l, r = z, z+1
		case "TAN":
			if from, onL := d.route.position(resource.A); onL && from < z {
				l, r = from, z+1
			}
		case "ADJ":
			if to, onR := d.route.position(resource.B); onR && to > z+1 {
				l, r = z, to
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

// subpath is the cost of the cheapest derivation of [l,r).
func (d *derivation) subpath(l, r int) wide {
	edges, k1 := d.route.Edges, len(d.route.Edges)+1
	d.end = [3]wide{}
	clear(d.mul[l : r+1])
	clear(d.charge[l : r+1])
	for _, c := range d.charges {
		if c.covers(l, r) {
			d.charge[c.split] = d.charge[c.split].plus(widen(c.amount))
		}
	}
	for at := d.first[l*k1+r]; at > 0; at = d.notes[at-1].next {
		if n := &d.notes[at-1]; int(n.kind) < len(d.end) {
			d.end[n.kind] = n.price
		} else {
			d.mul[n.split] = n.price
		}
	}
	if r == l+1 {
		if d.scope.g.Edges[edges[l]].HasJacobian {
			return wide{}
		}
		return d.step(Resource{Kind: "ACC", Edge: edges[l]})
	}
	best := d.products(l, r)
	for _, end := range [...]struct {
		part, step wide
		split      int
	}{
		{d.best[l*k1+r-1], d.step(Resource{Kind: "TAN", Edge: edges[r-1], A: d.route.vertices[l]}), r - 1},
		{d.best[(l+1)*k1+r], d.step(Resource{Kind: "ADJ", Edge: edges[l], B: d.route.vertices[r]}), l + 1},
	} {
		if end.part == never || end.step == never {
			continue
		}
		if cost := end.part.plus(end.step).plus(d.charge[end.split]); cost.less(best) {
			best = cost
		}
	}
	return best
}

// step is the price of ACC, TAN or ADJ, never if it is not available.
func (d *derivation) step(r Resource) wide {
	cost, _ := d.scope.cost(r)
	switch price := d.end[kinds[r.Kind]]; {
	case price == selected:
		return wide{}
	case price == never || cost >= d.scope.cutoff():
		return never
	case d.route.Rest:
		return d.rest(r, cost)
	default:
		return price
	}
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
