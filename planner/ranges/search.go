package ranges

import (
	"context"
	"math"
	"slices"

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
	sequence curve
	starts   []int64 // where its cost bends: the first t of each line
	known    []curve // of the pool, as far as it was read
	err      error
}

func newSearch(ctx context.Context, a *asker, x axis, sequence *bill) *search {
	return &search{asker: a, axis: x, ctx: ctx, sequence: x.curve(sequence), starts: x.bends(sequence)}
}

// read takes in the sequences that were found since the last time.
func (s *search) read() []curve {
	for _, b := range s.from(len(s.known)) {
		s.known = append(s.known, s.curve(b))
	}
	return s.known
}

// price is what a sequence costs at t.
func (s *search) price(c curve, t int64) model.Cost {
	if s.isBending() {
		return c.bill.at(view{s.axis.of, s.Parameter, s.value(t)})
	}
	return c.cost(t)
}

// below reports whether another sequence costs less at t.
func (s *search) below(c curve, t int64) bool { return s.price(c, t) < s.price(s.sequence, t) }

// isOptimal says whether the sequence is optimal at t. It solves there only if none
// that is known costs less.
func (s *search) isOptimal(t int64) verdict {
	cost := s.price(s.sequence, t)
	switch {
	case cost.IsSaturated():
		return unknown
	case s.anyBelow(t):
		return beaten
	}
	got, err := s.solve(s.ctx, s.at(t), s.sequence.bill.ops)
	if err != nil {
		s.err = err
		return unknown
	}
	return got.verdict(cost)
}

// anyBelow reports whether a sequence that is known costs less at t.
func (s *search) anyBelow(t int64) bool {
	return slices.ContainsFunc(s.read(), func(c curve) bool { return s.below(c, t) })
}

// side is one end of an interval: the last t at which the sequence is optimal.
type side struct {
	t      int64
	proved bool  // at the next t it is not
	most   int64 // where it is not proved: no end is beyond
}

// upper is the last t of those from `from` on that no known sequence takes away, unbounded
// for all; from-1 if not even the first.
func (s *search) upper(from int64) int64 {
	if s.anyBelow(from) {
		return from - 1
	}
	for t := from; ; {
		end := s.lastOn(t)
		most := end
		for _, c := range s.known {
			most = s.until(c, t, most)
		}
		if most < end || end == unbounded {
			return most
		}
		if t = end + 1; s.anyBelow(t) {
			return end
		}
	}
}

// lower is the mirror image of upper.
func (s *search) lower(from int64) int64 {
	if s.anyBelow(from) {
		return from + 1
	}
	for t := from; ; {
		end := s.firstOn(t)
		least := end
		for _, c := range s.known {
			least = s.since(c, least, t)
		}
		if least > end || end == 0 {
			return least
		}
		if t = end - 1; s.anyBelow(t) {
			return end
		}
	}
}

// up finds the upper end of the part of the interval that begins at t, where the sequence is
// optimal, line after line.
func (s *search) up(t int64) side {
	for {
		end := s.upper(t)
		if end <= t || !s.isBending() && s.sequence.slope == 0 { // no line with less
			return side{end, true, end}
		}
		probe, decides := min(end, s.lastOn(t)), true
		if probe == unbounded {
			probe, decides = s.far(t)
		}
		switch {
		case probe <= t && !decides:
			return side{t, false, end}
		case probe > t && s.isOptimal(probe) != optimal:
			if s.upper(t) >= end { // nothing new
				return side{t, false, end}
			}
			continue
		case !decides:
			return side{probe, false, end}
		case probe == end || s.lastOn(t) == unbounded:
			return side{end, true, end}
		}
		switch t = probe; s.isOptimal(t + 1) {
		case beaten:
			return side{t, true, t}
		case unknown:
			return side{t, false, end}
		}
		t++
	}
}

// down finds the lower end.
func (s *search) down(t int64) side {
	for {
		end := s.lower(t)
		if end >= t {
			return side{t, true, t}
		}
		probe := max(end, s.firstOn(t))
		switch {
		case probe < t && s.isOptimal(probe) != optimal:
			if s.lower(t) <= end {
				return side{t, false, end}
			}
			continue
		case probe == end:
			return side{end, true, end}
		}
		switch t = probe; s.isOptimal(t - 1) {
		case beaten:
			return side{t, true, t}
		case unknown:
			return side{t, false, end}
		}
		t--
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
	if s.isBending() {
		t, ok := s.dense()
		if !ok {
			return from, false
		}
		return max(from, t), true
	}
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
