package ranges

import (
	"context"
	"math"

	"facet/model"
)

// verdict is what is known about the sequence at one value.
type verdict uint8

const (
	unknown verdict = iota
	optimal
	beaten
)

// unbounded is the t of an end that there is none.
const unbounded = math.MaxInt64

// search looks for the ends of the interval along one axis.
type search struct {
	*asker
	axis
	ctx      context.Context
	sequence line
	lines    []line // of the pool, as far as it was read
	err      error
}

func newSearch(ctx context.Context, a *asker, x axis, sequence *bill) *search {
	return &search{asker: a, axis: x, ctx: ctx, sequence: x.line(sequence)}
}

// read takes in the lines of the sequences that were found since the last time.
func (s *search) read() []line {
	for _, b := range s.from(len(s.lines)) {
		s.lines = append(s.lines, s.line(b))
	}
	return s.lines
}

// isOptimal says whether the sequence is optimal at t. It solves there only if no line
// that is known is below.
func (s *search) isOptimal(t int64) verdict {
	if s.sequence.cost(t).IsSaturated() {
		return unknown
	}
	for _, c := range s.read() {
		if s.sequence.below(c, t) {
			return beaten
		}
	}
	got, err := s.solve(s.ctx, s.at(t), s.sequence.cost(t))
	switch {
	case err != nil:
		s.err = err
	case got.bound >= s.sequence.cost(t):
		return optimal
	case got.cost < s.sequence.cost(t):
		return beaten
	}
	return unknown
}

// side is one end of an interval: the last t at which the sequence is optimal.
type side struct {
	t      int64
	proved bool  // at the next t it is not
	most   int64 // where it is not proved: no end is beyond
}

// upper is the last t of those from `from` on that a known line leaves, unbounded for
// all; from-1 if not even the first.
func (s *search) upper(from int64) int64 {
	t := int64(unbounded)
	for _, c := range s.read() {
		switch {
		case c.slope < s.sequence.slope:
			t = min(t, max(from-1, s.sequence.end(c)))
		case s.sequence.below(c, from):
			return from - 1
		}
	}
	return t
}

// lower is the mirror image of upper.
func (s *search) lower(from int64) int64 {
	var t int64
	for _, c := range s.read() {
		switch {
		case c.slope > s.sequence.slope:
			t = max(t, min(from+1, s.sequence.begin(c)))
		case s.sequence.below(c, from):
			return from + 1
		}
	}
	return t
}

// up finds the upper end of the part of the interval that begins at from, where
// the sequence is optimal.
func (s *search) up(from int64) side {
	for {
		t := s.upper(from)
		if t <= from || s.sequence.slope == 0 { // no line with less
			return side{t, true, t}
		}
		probe, decides := t, true
		if t == unbounded {
			probe, decides = s.far(from)
		}
		switch {
		case probe <= from:
			return side{from, false, t}
		case s.isOptimal(probe) == optimal:
			if decides {
				return side{t, true, t}
			}
			return side{probe, false, t}
		case s.upper(from) >= t: // nothing new
			return side{from, false, t}
		}
	}
}

// down finds the lower end.
func (s *search) down(from int64) side {
	for {
		t := s.lower(from)
		if t >= from {
			return side{t, true, t}
		}
		if s.isOptimal(t) == optimal {
			return side{t, true, t}
		}
		if s.lower(from) <= t {
			return side{from, false, t}
		}
	}
}

// far is a t so far out that the sequence, if it is optimal there, is so for all
// larger ones, too; false if there is none that can be computed, and then the last
// that can be.
//
// A line that comes below later has a slope that is less by 1 at least. If it is not
// below at t, it is higher by t at least at the beginning of the axis. No sequence
// that is costs more there than worst says.
func (s *search) far(from int64) (int64, bool) {
	last := s.last()
	if s.sequence.slope > 0 {
		last = min(last, int64((model.Saturated-1-s.sequence.at)/s.sequence.slope))
	}
	most := worst(s.at(0))
	if most.IsSaturated() {
		return last, false
	}
	t := max(from+1, int64(most-min(most, s.sequence.at))+1)
	return min(t, last), t <= last
}

// worst is more than any sequence costs, whatever its modes.
//
// A sequence makes each path from i to k at most once at each junction j between:
// among all paths from a source to a sink that contain it, the operations inside of it
// are the same ones until it is whole. So the sum of the prices of all modes over all
// paths and junctions is enough. Paths are not listed: with the sum of n_i over all
// paths that end in j, and of n_k over all that start in j, it takes one pass
// in each direction.
func worst(g *model.Dag) model.Cost {
	type sums struct{ paths, sizes model.Cost }
	into, from := make([]sums, len(g.Vertices)), make([]sums, len(g.Vertices))
	for _, j := range g.Topological() {
		for _, k := range g.In(j) {
			i := g.Edges[k].Source
			into[j] = sums{into[j].paths.Add(into[i].paths).Add(1), into[j].sizes.Add(into[i].sizes).
				Add(g.Size(i))}
		}
	}
	order := g.Topological()
	for n := len(order) - 1; n >= 0; n-- {
		j := order[n]
		for _, e := range g.Out(j) {
			k := g.Edges[e].Target
			from[j] = sums{from[j].paths.Add(from[k].paths).Add(1), from[j].sizes.Add(from[k].sizes).
				Add(g.Size(k))}
		}
	}
	var sum model.Cost
	for j := range g.Vertices {
		in, out := into[j], from[j]
		sum = sum.Add(in.sizes.Times(g.Size(j)).Times(out.sizes).Times(g.Product.Cost)).
			Add(in.paths.Times(out.paths).Times(g.Product.Setup))
	}
	for k := range g.Edges {
		e := &g.Edges[k]
		if !e.HasModel {
			continue
		}
		in, out := into[e.Source], from[e.Target]
		sum = sum.Add(e.Tangent.Times(in.sizes)).Add(e.TangentCurve.Setup.Times(in.paths)).
			Add(e.Adjoint.Times(out.sizes)).Add(e.AdjointCurve.Setup.Times(out.paths)).
			Add(g.Accumulation(e, model.TAN)).Add(g.Accumulation(e, model.ADJ))
	}
	return sum
}
