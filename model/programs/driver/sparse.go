package driver

import (
	"fmt"
	"slices"
	"strings"

	"facet/model"
	"facet/model/measured"
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
	wraps
)

// Where a Jacobian is held sparse: it is large, and few of its entries are there.
const (
	sparseFrom  = 4096
	sparseShare = 4
	// Of few columns or rows an array of this size is as fast in Python, where it is no result.
	fewColumns, fewEntries = 16, 65536
	// A Jacobian is compressed if that saves a tenth of its columns at least.
	saved = 0.9
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
		case sum:
			into(left)
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

// What it takes to put the seeds of a call together by colours and to take its result apart,
// beside a nanosecond for each entry of arrays: some calls of numpy.
const (
	compressing       = 3e-7 // seconds
	compressingPython = 1e-5
)

// compresses reports whether a step takes fewer tangents or adjoints by colours, and, where
// matrices are arrays and times are known, saves more by that than it takes.
func (s *sparsity) compresses(t *driverStep) bool {
	lines := t.lines()
	if float64(t.colors) > saved*float64(lines) {
		return false
	}
	unit := measured.UnitOf(s.d.Dag)
	if unit == 0 || s.isHeldSparse(t.left) || s.isHeldSparse(t.result) {
		return true
	}
	e, takes := &s.d.Dag.Edges[t.edge], (*model.Edge).Tangents
	if t.isAdjoint() {
		takes = (*model.Edge).Adjoints
	}
	fixed := compressing
	if recordedBy(s.d.Dag, "python") {
		fixed = compressingPython
	}
	return unit*float64(takes(e, lines)-takes(e, t.colors)) > fixed+1e-9*float64(t.arrays())
}

// isAdjoint reports whether a call is one of adjoints.
func (t *driverStep) isAdjoint() bool { return t.kind == adjoint || t.kind == identityAdjoint }

// lines is how many tangents or adjoints a call has without colours.
func (t *driverStep) lines() model.Cost {
	if t.isAdjoint() {
		return t.size[0]
	}
	return t.size[1]
}

// arrays is how many entries the seeds and the result of a call have.
func (t *driverStep) arrays() model.Cost {
	entries := t.size[0].Times(t.size[1])
	switch t.kind {
	case tangent:
		entries = entries.Add(model.Cost(t.factors[0].Rows()).Times(t.size[1]))
	case adjoint:
		entries = entries.Add(model.Cost(t.factors[1].Columns()).Times(t.size[0]))
	}
	return entries
}

// compress has a call's seeds put together by colours, and its result taken apart.
func (s *sparsity) compress(t *driverStep) {
	seed, take := squeeze, apart
	switch t.kind {
	case identityTangent:
		seed = unitSeeds
	case identityAdjoint:
		seed, take = unitRows, apartRows
	case adjoint:
		seed, take = squeezeRows, apartRows
	}
	if !s.isHeldSparse(t.result) {
		take += spread - apart
	}
	t.leftAs = []wrap{{kind: seed, pattern: s.name(t.pattern)}}
	t.wraps = []wrap{{kind: take, pattern: s.name(t.pattern)}}
}

// saves reports whether fewer tangents or adjoints than columns or rows give a Jacobian with
// a pattern.
func (s *sparsity) saves(p *pattern.Pattern) bool {
	return s != nil && p != nil && p.IsKnown() && (p.Colors() < p.Columns() || p.RowColors() < p.Rows())
}

// makeRoom lets sparse matrices begin with the pattern that they will have, where nothing
// reads them before all is added.
func (s *sparsity) makeRoom() {
	type uses struct{ made, added, read int }
	all := make(map[string]*uses)
	for k := range s.d.steps {
		t := &s.d.steps[k]
		for _, name := range append([]string{t.left, t.right}, t.seeds...) {
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

// moved is how many entries are written to put the seeds of a step together by colours, and
// to take its result apart, or to make its matrices arrays or sparse; 0 where nothing is.
func (s *sparsity) moved(t *driverStep) (entries model.Cost) {
	switch {
	case s == nil:
		return 0
	case t.kind != tangent && t.kind != adjoint && t.kind != identityTangent && t.kind != identityAdjoint:
		return 0 // what functions of the program give was timed as it is held
	}
	if len(t.leftAs) == 0 || t.leftAs[0].kind == toDense {
		if len(t.leftAs)+len(t.wraps) > 0 {
			entries = t.arrays()
		}
		return entries
	}
	if entries = t.size[0].Times(t.size[1]); s.isHeldSparse(t.result) {
		entries = model.Cost(t.pattern.Entries())
	}
	if t.kind == identityTangent || t.kind == identityAdjoint {
		return entries // of seeds that are kept
	}
	seed, lines := t.factors[0], t.factors[0].Rows()
	if t.kind == adjoint {
		seed, lines = t.factors[1], t.factors[1].Columns()
	}
	from := model.Cost(seed.Entries())
	if !s.isHeldSparse(t.left) {
		from = model.Cost(seed.Rows()).Times(model.Cost(seed.Columns()))
	}
	return entries.Add(from).Add(t.colors.Times(model.Cost(lines)))
}

// plain reports whether a step has nothing to do with patterns, so that it can be fused.
func (t *driverStep) plain() bool { return len(t.wraps)+len(t.leftAs)+len(t.rightAs) == 0 }

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

// NewCompressed makes the driver of compressed tangent mode, or backwards of compressed
// adjoint mode (Curtis, Powell and Reid 1974): unit tangents of columns of the whole
// Jacobian that share no row go through all modules together. It is nil where no pattern is
// known, or an edge has no model.
func NewCompressed(g *model.Dag, backwards bool) *Driver {
	whole := g.Jacobian()
	if whole == nil || !whole.IsKnown() {
		return nil
	}
	for k := range g.Edges {
		if !g.Edges[k].HasModel {
			return nil
		}
	}
	colors := whole.Colors()
	if backwards {
		colors = whole.RowColors()
	}
	return sweep(g, backwards, func(d *Driver) (total model.Cost) {
		d.sparsity.namedWhole()
		return model.Cost(colors)
	})
}

// namedWhole defines the pattern of the whole Jacobian from those of the edges.
func (s *sparsity) namedWhole() {
	g := s.d.Dag
	line := patternLine{name: "whole"}
	behind := make([]map[int]*pattern.Pattern, len(g.Vertices)) // by source
	for _, x := range s.d.sources() {
		line.sizes[1] = append(line.sizes[1], g.Vertices[x].Size)
		at := make(map[int]*pattern.Pattern)
		for _, j := range g.Topological() {
			for _, k := range g.In(j) {
				e := &g.Edges[k]
				p := e.Pattern
				if e.Source != x {
					if at[e.Source] == nil {
						continue
					}
					p = s.product(e.Pattern, at[e.Source])
				}
				if at[j] != nil {
					p = s.union(at[j], p)
				}
				at[j] = p
			}
		}
		behind[x] = at
	}
	for _, y := range s.d.sinks() {
		line.sizes[0] = append(line.sizes[0], g.Vertices[y].Size)
		var row []string
		for _, x := range s.d.sources() {
			name := ""
			if p := behind[x][y]; p != nil {
				name = s.name(p)
				s.blocks(y, x, p)
			}
			row = append(row, name)
		}
		line.blocks = append(line.blocks, row)
	}
	s.whole = line.name
	s.lines = append(s.lines, line)
}

// blocks notes the pattern of a block of the whole Jacobian.
func (s *sparsity) blocks(y, x int, p *pattern.Pattern) {
	if s.d.blockPatterns == nil {
		s.d.blockPatterns, s.blockOf = make(map[[2]int]string), make(map[[2]int]*pattern.Pattern)
	}
	s.d.blockPatterns[[2]int{y, x}], s.blockOf[[2]int{y, x}] = s.name(p), p
}

// quoted is the text of a pattern.
func (l *patternLine) quoted() string {
	return `"` + strings.ReplaceAll(code.Unbroken(l.text), `"`, "") + `"`
}
