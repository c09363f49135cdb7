package driver

import (
	"facet/model"
	"facet/model/measured"
	"facet/model/pattern"
)

// Where a Jacobian has a pattern, columns of one colour are one tangent, and rows one adjoint:
// its seeds are put together, and its result is taken apart.

// What it takes to put the seeds of a call together by colours and to take its result apart,
// beside a nanosecond for each entry of arrays: some calls of numpy.
const (
	compressing       = 3e-7 // seconds
	compressingPython = 1e-5

	// A Jacobian is compressed if that saves a tenth of its columns at least.
	saved = 0.9
)

// compresses reports whether a step takes fewer tangents or adjoints by colours, and, where
// matrices are arrays and times are known, saves more by that than it takes.
func (s *sparsity) compresses(t *driverStep) bool {
	lines := t.seedsOf()
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

// arrays is how many entries the seeds and the result of a call have.
func (s *driverStep) arrays() model.Cost {
	entries := s.size[0].Times(s.size[1])
	switch s.kind {
	case tangent:
		entries = entries.Add(model.Cost(s.factors[0].Rows()).Times(s.size[1]))
	case adjoint:
		entries = entries.Add(model.Cost(s.factors[1].Columns()).Times(s.size[0]))
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
