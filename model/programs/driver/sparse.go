package driver

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/pattern"
	"facet/model/programs/code"
)

// sparsity is what a driver of a dag with patterns knows: the patterns by which columns
// or rows are taken together, and which Jacobians are held as sparse matrices.
type sparsity struct {
	d       *Driver
	made    map[*pattern.Pattern][2]*pattern.Pattern // products
	sums    map[*pattern.Pattern][2]*pattern.Pattern
	edges   map[*pattern.Pattern]bool
	names   map[*pattern.Pattern]string
	naming  map[*pattern.Pattern]bool // whose name was asked for
	lines   []patternLine
	dense   map[string]bool             // names of Jacobians that are held dense
	now     map[string]*pattern.Pattern // of Jacobians, by now
	blockOf map[[2]int]*pattern.Pattern // of the whole Jacobian, by sink and source
	whole   string                      // the pattern of the whole Jacobian, of a compressed mode
}

// patternLine defines a pattern: by its text, or from others.
type patternLine struct {
	name          string
	text          string
	rows, columns int64
	left, right   string
	sum           bool
	blocks        [][]string // of the whole Jacobian, by sink and source; empty where there is none
	sizes         [2][]int64 // of sinks and sources
}

// wrap is what is done with a matrix where it is used, or made.
type wrap struct {
	kind    wrapKind
	pattern string
	block   string // of the whole Jacobian: its own pattern
	at      model.Cost
	span    [2]model.Cost
}

type wrapKind uint8

const (
	toDense wrapKind = iota
	toSparse
	within       // an array of which nothing else than the pattern's entries can be other than 0, likewise
	squeeze      // columns that the pattern takes together, added up
	squeezeRows  // rows likewise
	apart        // a Jacobian from columns that were taken together
	apartRows    // likewise from rows
	spread       // likewise, as an array
	spreadRows   // likewise from rows
	unitSeeds    // unit columns, those of a colour together
	unitRows     // unit rows
	wholeSeeds   // unit columns of the whole Jacobian, those of one source
	wholeRows    // likewise unit rows of one sink
	wholeApart   // a block of the whole Jacobian
	wholeApartBy // likewise from rows
	wide         // all columns of what a section took together
	wraps
)

// Where a Jacobian is held sparse: it is large, and few of its entries are there.
const (
	sparseFrom  = 4096
	sparseShare = 4
	// Of few columns or rows an array of this size is as fast in Python, where it is no result.
	fewColumns, fewEntries = 16, 65536
)

func newSparsity(d *Driver) *sparsity {
	if !d.Dag.HasPatterns() {
		return nil
	}
	s := &sparsity{
		d: d, made: make(map[*pattern.Pattern][2]*pattern.Pattern),
		sums: make(map[*pattern.Pattern][2]*pattern.Pattern), edges: make(map[*pattern.Pattern]bool),
		names: make(map[*pattern.Pattern]string), naming: make(map[*pattern.Pattern]bool),
		dense: make(map[string]bool), now: make(map[string]*pattern.Pattern),
	}
	for k := range d.Dag.Edges {
		s.edges[d.Dag.Edges[k].Pattern] = true
	}
	return s
}

// isSparse reports whether a Jacobian with a pattern is held as a sparse matrix.
func isSparse(p *pattern.Pattern) bool {
	all := p.Rows() * p.Columns()
	return p.IsKnown() && all >= sparseFrom && p.Entries() <= all/sparseShare
}

// becomes notes that the result of a step has a pattern, or that it is added to what is
// there. It is held dense if it ever is to be.
func (s *sparsity) becomes(t *driverStep, p *pattern.Pattern) {
	if s == nil || p == nil {
		return
	}
	t.made = p
	if before := s.now[t.result]; t.adds && before != nil {
		p = s.union(before, p)
	}
	s.now[t.result], t.after, t.room = p, p, p
	t.holds = model.Cost(p.Entries())
	if !isSparse(p) {
		s.dense[t.result] = true
	}
}

// of is the pattern that a matrix has by now.
func (s *sparsity) of(name string) *pattern.Pattern {
	if s == nil {
		return nil
	}
	return s.now[name]
}

// rename gives matrices other names, and forgets those that are not there any more.
func (s *sparsity) rename(names map[string]string) {
	if s == nil {
		return
	}
	now, dense := make(map[string]*pattern.Pattern), make(map[string]bool)
	for name, other := range names {
		if p := s.now[name]; p != nil {
			now[other] = p
		}
		if s.dense[name] {
			dense[other] = true
		}
	}
	s.now, s.dense = now, dense
}

// used reports whether a driver in a language with types names patterns.
func (s *sparsity) used() bool { return s != nil && len(s.lines) > 0 }

// isHeldSparse reports whether a matrix is held sparse.
func (s *sparsity) isHeldSparse(name string) bool {
	return s != nil && s.now[name] != nil && !s.dense[name]
}

// product and union remember how a pattern came about.
func (s *sparsity) product(v, u *pattern.Pattern) *pattern.Pattern {
	p := v.Times(u)
	if _, known := s.made[p]; !known && p != v && p != u {
		s.made[p] = [2]*pattern.Pattern{v, u}
	}
	return p
}

func (s *sparsity) union(a, b *pattern.Pattern) *pattern.Pattern {
	p := a.Union(b)
	if _, known := s.sums[p]; !known && p != a && p != b {
		s.sums[p] = [2]*pattern.Pattern{a, b}
	}
	return p
}

// name defines a pattern in the driver: by the text of an edge's, or from others, so that
// drivers are short.
func (s *sparsity) name(p *pattern.Pattern) string {
	if name, has := s.names[p]; has {
		return name
	}
	line := patternLine{rows: p.Rows(), columns: p.Columns()}
	pair, isProduct := s.made[p]
	sum, isSum := s.sums[p]
	// Of two patterns each can come about from the other: then one of them is written out.
	written := s.edges[p] || s.naming[p]
	s.naming[p] = true
	switch {
	case isProduct && !written:
		line.left, line.right = s.name(pair[0]), s.name(pair[1])
	case isSum && !written:
		line.left, line.right, line.sum = s.name(sum[0]), s.name(sum[1]), true
	default:
		line.text = p.Text()
	}
	if name, has := s.names[p]; has {
		return name
	}
	line.name = fmt.Sprintf("p%d", len(s.names)+1)
	s.names[p] = line.name
	s.lines = append(s.lines, line)
	return line.name
}

// step decides how a step uses and makes its matrices. The patterns are those of the
// right and the left factor of a product, and of the product; of an edge's Jacobian, the last
// alone.
func (s *sparsity) step(t *driverStep, u, v, p *pattern.Pattern) {
	if s == nil {
		return
	}
	t.pattern, t.factors = p, [2]*pattern.Pattern{u, v}
	t.colors = model.Cost(p.Entries())
	switch t.kind {
	case tangent, identityTangent:
		t.colors = model.Cost(p.Colors())
	case adjoint, identityAdjoint:
		t.colors = model.Cost(p.RowColors())
	}
}

// settle writes conversions, when it is known how each Jacobian is held.
func (s *sparsity) settle() {
	if s == nil {
		return
	}
	s.asArrays()
	s.makeRoom()
	for k := range s.d.steps {
		t := &s.d.steps[k]
		into := func(made bool) { // made sparse, or dense
			switch to := s.isHeldSparse(t.result); {
			case to && !made:
				t.wraps = append(t.wraps, wrap{kind: within, pattern: s.name(t.made)})
			case !to && made:
				t.wraps = append(t.wraps, wrap{kind: toDense})
			}
		}
		left := s.isHeldSparse(t.left)
		switch t.kind {
		case computeValue, free:
			continue
		case fetch, wholeByTangents, wholeByAdjoints:
			s.fetches(t)
		case identityTangent, identityAdjoint, tangent, adjoint:
			if s.compresses(t) {
				s.compress(t)
				continue
			}
			if left {
				t.leftAs = []wrap{{kind: toDense}}
			}
			into(false)
		case product:
			right := s.isHeldSparse(t.right)
			if left && right && s.cheaperDense(t) {
				t.leftAs, t.rightAs = []wrap{{kind: toDense}}, []wrap{{kind: toDense}}
				left, right = false, false
			}
			into(left && right)
		case sum, block:
			into(left)
		case seeds:
			into(false)
		}
	}
}

// asArrays holds those matrices as arrays whose conversions would take as long as the work with
// them: of few columns or rows. Blocks of the Jacobian are as it is promised.
func (s *sparsity) asArrays() {
	if !recordedBy(s.d.Dag, "python") {
		return
	}
	for name, p := range s.now {
		isEnd := slices.ContainsFunc(s.d.ends, func(e driverBlock) bool { return e.name == name })
		if !isEnd && min(p.Rows(), p.Columns()) <= fewColumns && p.Rows()*p.Columns() <= fewEntries {
			s.dense[name] = true
		}
	}
}

// makeRoom lets sparse matrices begin with the pattern that they will have, where nothing
// reads them before all is added.
func (s *sparsity) makeRoom() {
	type uses struct{ made, added, read int }
	all := make(map[string]*uses)
	for k := range s.d.steps {
		t := &s.d.steps[k]
		for _, name := range t.inputs() {
			if u := all[name]; u != nil && u.read == 0 {
				u.read = k
			}
		}
		switch {
		case !s.isHeldSparse(t.result) || t.kind == free:
		case t.adds:
			if u := all[t.result]; u != nil {
				u.added = k
			}
		default:
			all[t.result] = &uses{made: k}
		}
	}
	for name, u := range all {
		if u.added == 0 || u.read > 0 && u.read < u.added {
			continue
		}
		for k := u.made; k <= u.added; k++ {
			if t := &s.d.steps[k]; t.result == name {
				t.room = s.now[name]
			}
		}
	}
}

// fetches takes the Jacobian that a function gives, in whatever form, as it is held.
func (s *sparsity) fetches(t *driverStep) {
	switch {
	case s == nil:
	case s.isHeldSparse(t.result):
		t.wraps = append(t.wraps, wrap{kind: toSparse})
	default:
		t.wraps = append(t.wraps, wrap{kind: toDense})
	}
}

// cheaperDense reports whether a product of two sparse matrices was priced as a dense one.
func (s *sparsity) cheaperDense(t *driverStep) bool {
	u, v, g := t.factors[0], t.factors[1], s.d.Dag
	sparse := g.Sparse.Setup.Add(g.Sparse.Cost.Times(model.Cost(v.Multiplications(u))))
	return !u.IsUnit() && !v.IsUnit() && g.Product.Of(model.Cost(u.Columns()), model.Cost(u.Rows()),
		model.Cost(v.Rows())) < sparse
}

// wrapped writes what is done with a matrix. What is made sparse has the pattern of that name.
func (g grammar) wrapped(text string, all []wrap, sparse string) string {
	for _, w := range all {
		if (w.kind == toSparse || w.kind == within) && sparse != "" {
			w.pattern = sparse
		}
		text = fmt.Sprintf(g.wraps[w.kind], text, g.ofPattern+w.pattern, g.ofPattern+w.block, w.at, w.span[0],
			w.span[1])
	}
	return text
}

// named is how a language with types calls a pattern; the others do without.
func (g grammar) named(d *Driver, p *pattern.Pattern) string {
	if !g.typed || d.sparsity == nil || p == nil {
		return ""
	}
	return d.sparsity.name(p)
}

// factorsSparse reports whether the left and the right factor of a product are sparse where
// they are used.
func (d *Driver) factorsSparse(t *driverStep) (left, right bool) {
	used := func(name string, as []wrap) bool {
		return d.sparsity.isHeldSparse(name) && !slices.ContainsFunc(as, func(w wrap) bool {
			return w.kind == toDense
		})
	}
	return used(t.left, t.leftAs), used(t.right, t.rightAs)
}

// quoted is the text of a pattern.
func (l *patternLine) quoted() string {
	return `"` + strings.ReplaceAll(code.Unbroken(l.text), `"`, "") + `"`
}
