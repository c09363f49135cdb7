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

// reach is the last t of those from `from` on, in a direction, that no known sequence takes
// away, unbounded or 0 for all; the one before if not even the first.
func (s *search) reach(from, direction int64) int64 {
	if s.anyBelow(from) {
		return from - direction
	}
	for t := from; ; {
		edge := s.edge(t, direction)
		end := edge
		for _, c := range s.known {
			end = s.until(c, t, end, direction)
		}
		if end != edge || edge == unbounded || direction < 0 && edge == 0 {
			return end
		}
		if t = edge + direction; s.anyBelow(t) {
			return edge
		}
	}
}

// side finds the end, in a direction, of the part of the interval that begins at t, where the
// sequence is optimal, line after line.
func (s *search) side(t, direction int64) side {
	for {
		end := s.reach(t, direction)
		// upwards, no line has less than one that does not rise
		flat := direction > 0 && !s.isBending() && s.sequence.slope == 0
		if (end-t)*direction <= 0 || flat {
			return side{end, true, end}
		}
		probe, decides := nearer(end, s.edge(t, direction), direction), true
		if probe == unbounded {
			probe, decides = s.far(t)
		}
		moves := (probe-t)*direction > 0
		switch {
		case !moves && !decides:
			return side{t, false, end}
		case moves && s.isOptimal(probe) != optimal:
			if (s.reach(t, direction)-end)*direction >= 0 { // nothing new
				return side{t, false, end}
			}
			continue
		case !decides:
			return side{probe, false, end}
		case probe == end || s.edge(t, direction) == unbounded:
			return side{end, true, end}
		}
		switch t = probe; s.isOptimal(t + direction) {
		case beaten:
			return side{t, true, t}
		case unknown:
			return side{t, false, end}
		}
		t += direction
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
