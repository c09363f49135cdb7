package driver

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/measured"
)

// Adjoints by a matrix can be outer products: in Python an edge whose adjoints return them
// says so. A sum of them keeps its terms, and is multiplied out where it is used otherwise,
// or as a block of the Jacobian: contributions of many steps to the same weights are one
// product of matrices.

// Attributes of an edge whose adjoints are outer products of vectors with p and q entries,
// and of one whose adjoint takes them.
const (
	attributeOuter = "outer_adjoints"
	attributeTakes = "takes_outer_adjoints"
	attributePart  = "part_of_results" // of an edge that takes one result of several
)

// outer is how the adjoints of a matrix are kept: as a sum of so many outer products of
// vectors with p and q entries, beside an array that there may be; or as parts that lie side
// by side, one for each result of a module.
type outer struct {
	p, q, terms model.Cost
	parts       bool
	array       bool // there is one beside the terms
}

// outerOf is what the adjoints of an edge are; without terms they are an array.
func outerOf(g *model.Dag, edge int) (o outer) {
	for _, a := range g.Edges[edge].Extra {
		if a.Name == attributePart && a.Value == "true" {
			o.parts = true
		}
		if a.Name == attributeOuter {
			var p, q, terms int64
			if n, err := fmt.Sscan(a.Value, &p, &q, &terms); n == 3 && err == nil && p > 0 && q > 0 &&
				terms > 0 {
				o = outer{p: model.Cost(p), q: model.Cost(q), terms: model.Cost(terms)}
			}
		}
	}
	return o
}

func takesOuter(g *model.Dag, edge int) bool {
	for _, k := range g.Out(g.Edges[edge].Target) {
		if outerOf(g, k).parts {
			return true // what gives several results takes their adjoints as they are
		}
	}
	return slices.ContainsFunc(g.Edges[edge].Extra, func(a model.Attribute) bool {
		return a.Name == attributeTakes && a.Value == "true"
	})
}

// hasOuters reports whether adjoints of the dag are outer products.
func hasOuters(g *model.Dag) bool {
	for k := range g.Edges {
		if o := outerOf(g, k); o.terms > 0 || o.parts {
			return recordedBy(g, "python")
		}
	}
	return false
}

// multiplyEnds multiplies out those blocks of the Jacobian that are outer products.
func multiplyEnds(d *Driver) {
	if !hasOuters(d.Dag) {
		return
	}
	b := followed(d)
	for _, e := range d.ends {
		if b.held[e.name].terms > 0 {
			d.steps = append(d.steps, driverStep{kind: multiplyOut, result: e.name, left: e.name,
				temporary: true, size: b.size[e.name]})
		}
	}
}

// outering follows the steps of a driver, and notes which matrices are outer products, and
// what it takes to add and to multiply them out.
type outering struct {
	d     *Driver
	held  map[string]outer
	size  map[string][2]model.Cost
	moved map[string]model.Cost // entries
	lists map[string][]outer    // what a joint adjoint gave
	moves []measured.Move
}

func newOutering(d *Driver) *outering {
	return &outering{d: d, held: make(map[string]outer), size: make(map[string][2]model.Cost),
		moved: make(map[string]model.Cost), lists: make(map[string][]outer)}
}

func followed(d *Driver) *outering {
	b := newOutering(d)
	for k := range d.steps {
		b.step(&d.steps[k])
	}
	return b
}

func (b *outering) step(s *driverStep) {
	switch s.kind {
	case computeValue, free:
		return
	case multiplyOut:
		b.multiply(s.left)
		return
	case addPart: // by what is there of both, in Python
		moved := measured.Move{Entries: s.size[number(s.backwards)].Times(s.span[1] - s.span[0])}
		b.moves = append(b.moves, moved, measured.Move{}, measured.Move{})
		return
	default:
	}
	made := outer{}
	plain := s.plain()
	switch s.kind {
	case adjoint, identityAdjoint, wholeByAdjoints:
		if plain {
			made = outerOf(b.d.Dag, s.edge)
		}
		if s.kind == adjoint && !(plain && takesOuter(b.d.Dag, s.edge)) {
			b.multiply(s.left)
		}
	case jointAdjoint:
		takes := true
		var list []outer
		for _, k := range s.edges {
			list = append(list, outerOf(b.d.Dag, k))
			takes = takes && takesOuter(b.d.Dag, k)
		}
		if !takes {
			b.multiply(s.left)
		}
		b.lists[s.result] = list
	case pick:
		if list := b.lists[s.left]; s.edge < len(list) {
			made = list[s.edge]
		}
	case rowsOf:
		made = b.held[s.left]
	default:
		for _, name := range s.inputs() {
			b.multiply(name)
		}
	}
	entries := s.size[0].Times(s.size[1])
	if s.holds > 0 && b.d.sparsity.isHeldSparse(s.result) {
		entries = s.holds
	}
	if s.kind == columnsOf || s.kind == rowsOf {
		part := measured.Move{} // of what is there, in Python
		if recordedBy(b.d.Dag, "c++") {
			part.Entries = entries
		}
		b.moves = append(b.moves, part)
	}
	switch {
	case s.kind == block && !s.plain():
		b.moves = append(b.moves, measured.Move{Apart: entries})
	case s.kind == joinColumns || s.kind == joinRows:
		for _, name := range s.seeds {
			move := measured.Move{Entries: b.moved[name]}
			if s.kind == joinColumns && b.size[name][1] > 1 { // a single column is moved like an array
				move.Rows = s.size[0]
			}
			b.moves = append(b.moves, move)
		}
	case s.adds && recordedBy(b.d.Dag, "c++") &&
		(s.kind == product || s.kind == adjoint && outerOf(b.d.Dag, s.edge).parts):
		// These are added as they are computed.
	case s.adds:
		made = b.sum(s.result, entries, made)
	}
	b.held[s.result], b.size[s.result], b.moved[s.result] = made, s.size, entries
}

// sum is what becomes of a matrix to which another is added.
func (b *outering) sum(name string, entries model.Cost, added outer) outer {
	before := b.held[name]
	if before.parts && added.parts {
		return before
	}
	same := before.p == added.p && before.q == added.q
	switch {
	case before.terms > 0 && added.terms > 0 && same:
		before.terms = before.terms.Add(added.terms)
		return before
	case before.terms > 0 && added.terms == 0 && !added.parts:
		if before.array {
			b.moves = append(b.moves, measured.Move{Entries: entries})
		}
		before.array = true
		return before
	case added.terms > 0:
		b.multiply(name)
		added.array = true
		return added
	}
	b.multiply(name)
	b.moves = append(b.moves, measured.Move{Entries: entries})
	return outer{}
}

// multiply notes that a matrix is made an array.
func (b *outering) multiply(name string) {
	o := b.held[name]
	if o.terms == 0 {
		if o.parts {
			b.moves = append(b.moves, measured.Move{Entries: b.moved[name]})
			b.held[name] = outer{}
		}
		return
	}
	entries := b.size[name][0].Times(o.p).Times(o.q)
	move := measured.Move{Entries: entries}
	if o.terms > 1 {
		move = measured.Move{Multiplications: entries.Times(o.terms)}
	}
	b.moves = append(b.moves, move)
	if o.array {
		b.moves = append(b.moves, measured.Move{Entries: entries})
	}
	b.held[name] = outer{}
}
