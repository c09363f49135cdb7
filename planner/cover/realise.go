package cover

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"facet/model"
)

// Realisation is what [Realise] found out.
type Realisation struct {
	// Ops completes the state for Cost if Found.
	Found bool
	Ops   []model.Op
	Cost  model.Cost

	// Exhausted tells that everything was tried: without Found, no way to
	// complete the state costs as little as the target.
	Exhausted bool
	Nodes     int
}

// Realise looks for a way to complete the state for at most target: depth-first
// over the operations after which what is spent and the split's estimate still
// stay within the target. If the target is the bound itself, these are the
// operations whose items the relaxation pays in full, and what is found is
// optimal. It gives up after the given number of nodes.
//
// The estimate must be for the state.
func Realise(ctx context.Context, s *model.State, e *Estimate, target model.Cost, nodes int) Realisation {
	r := realiser{ctx: ctx, target: target, spent: s.Spent(), left: nodes, failed: make(map[string]model.Cost)}
	r.result.Exhausted = true
	r.result.Found = r.complete(s, e)
	r.result.Exhausted = r.result.Exhausted && !r.result.Found
	return r.result
}

type realiser struct {
	ctx    context.Context
	target model.Cost
	spent  model.Cost // before the first operation
	left   int
	failed map[string]model.Cost // by state: the least spent that was too much
	path   []model.Op
	key    []byte
	result Realisation
}

// step is an operation, where it leads and what the whole then costs at least.
type step struct {
	op    model.Op
	state *model.State
	after *Estimate
	total model.Cost
}

func (r *realiser) complete(s *model.State, e *Estimate) bool {
	if s.Done() {
		r.result.Ops, r.result.Cost = slices.Clone(r.path), s.Spent()-r.spent
		return true
	}
	key := r.name(s)
	if least, known := r.failed[key]; known && least <= s.Spent() {
		return false
	}
	for _, next := range r.steps(s, e) {
		if r.left == 0 || r.left%64 == 0 && r.ctx.Err() != nil {
			r.result.Exhausted = false
			return false
		}
		r.left--
		r.result.Nodes++
		r.path = append(r.path, next.op)
		if r.complete(next.state, next.after) {
			return true
		}
		r.path = r.path[:len(r.path)-1]
	}
	if r.result.Exhausted {
		r.failed[key] = s.Spent()
	}
	return false
}

// steps lists the operations within the target, each in its cheapest mode: the
// mode changes the price only. The ones that keep the total low come first.
func (r *realiser) steps(s *model.State, e *Estimate) []step {
	var all []step
	try := func(choices []model.Choice) {
		c, ok := model.Cheapest(choices)
		if !ok || s.Spent().Add(c.Price)-r.spent > r.target {
			return
		}
		next, change, err := s.Apply(c.Op)
		if err != nil {
			return
		}
		after := e.After(next, change)
		if total := (next.Spent() - r.spent).Add(after.Value()); total <= r.target {
			all = append(all, step{c.Op, next, after, total})
		}
	}
	for _, z := range s.Vertices() {
		try(s.Accumulations(z))
	}
	for _, f := range s.AllFaces() {
		try(s.Choices(f))
	}
	slices.SortStableFunc(all, func(a, b step) int { return cmp.Compare(a.total, b.total) })
	return all
}

// name is the same for two states only if completing them costs the same: no
// path is held by two live vertices, so the smallest path of each names it.
func (r *realiser) name(s *model.State) string {
	vertices := s.Vertices()
	slices.SortFunc(vertices, func(a, b model.Z) int { return slices.Compare(s.Label(a).First(), s.Label(b).First()) })
	at := make(map[model.Z]uint64, len(vertices))
	for n, z := range vertices {
		at[z] = uint64(n)
	}
	r.key = r.key[:0]
	for _, z := range vertices {
		first := s.Label(z).First()
		r.key = binary.AppendUvarint(r.key, uint64(len(first)))
		for _, i := range first {
			r.key = binary.AppendUvarint(r.key, uint64(i))
		}
		flags := uint64(0)
		if s.HasJacobian(z) {
			flags |= 1
		}
		if hasModel(s, z) {
			flags |= 2
		}
		r.key = binary.AppendUvarint(r.key, flags|uint64(len(s.Succs(z)))<<2)
		succs := make([]uint64, 0, 8)
		for _, n := range s.Succs(z) {
			succs = append(succs, at[n])
		}
		slices.Sort(succs)
		for _, n := range succs {
			r.key = binary.AppendUvarint(r.key, n)
		}
	}
	return string(r.key)
}
