package cover

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/words"
)

// Realisation is what [Realise] found.
type Realisation struct {
	Found bool
	Ops   []model.Op // completes the state for Cost
	Cost  model.Cost
	Nodes int

	// Exhausted tells that everything was tried: without Found, no way to
	// complete the state buys each item of the support once and nothing else.
	Exhausted bool
}

// Realise looks for a way to complete the state that buys nothing but the items
// which the relaxation bought, each at most once. If it ends at the bound's
// cost it is optimal.
//
// It goes depth-first over the faces that can be eliminated with items that are
// left, preaccumulating just before the use, and turns back as soon as a word
// cannot be derived any more from what is left. It gives up after the given
// number of nodes. The result must come from [Solve] on the state's instance;
// names are the state's names of its letters.
func Realise(ctx context.Context, s *model.State, names []model.Z, res *Result, nodes int) Realisation {
	r := realiser{
		Table: res.table, ctx: ctx, names: names, allowance: nodes,
		letter: make(map[model.Z]int32), failed: make(map[string]bool),
		left: make([]bool, len(res.table.Items)),
	}
	for n, z := range names {
		r.letter[z] = int32(n)
	}
	for _, p := range res.Support {
		r.left[r.Number(p.Item)] = true
	}
	pool := make([]followed, len(res.pool))
	for n, w := range res.pool {
		pool[n] = follow(res.table, w, names)
	}
	r.work = make([]bool, res.table.Stretches())
	r.result.Exhausted = true
	if r.complete(s, pool) != nil {
		r.result.Found, r.result.Exhausted = true, false
		for at, op := range r.result.Ops {
			price, _ := s.Price(op)
			r.result.Cost = r.result.Cost.Add(price)
			next, _, err := s.Apply(op)
			if err != nil { // it has been carried out before
				panic(fmt.Sprintf("operation %d cannot be repeated: %v", at+1, err))
			}
			s = next
		}
	}
	return r.result
}

type realiser struct {
	*words.Table
	ctx       context.Context
	names     []model.Z
	letter    map[model.Z]int32
	left      []bool // by item: it has been bought and not used
	allowance int
	failed    map[string]bool
	work      []bool
	result    Realisation
}

// complete gives the complete state, or nil.
func (r *realiser) complete(s *model.State, pool []followed) *model.State {
	if s.Done() {
		return s
	}
	key := r.name(s)
	if r.failed[key] {
		return nil
	}
	for _, move := range r.moves(s) {
		if r.allowance == 0 || r.allowance%64 == 0 && r.ctx.Err() != nil {
			r.result.Exhausted = false
			return nil
		}
		r.allowance--
		r.result.Nodes++
		if end := r.try(s, pool, move); end != nil {
			return end
		}
	}
	r.failed[key] = true
	return nil
}

// try carries out the operations of a move, if all their items are left, and
// goes on from there if every word is still derivable.
func (r *realiser) try(s *model.State, pool []followed, move []model.Op) *model.State {
	before := len(r.result.Ops)
	pool = slices.Clone(pool)
	var used []int32
	ok := true
	for _, op := range move {
		n := r.Number(r.itemOf(s, op))
		if ok = n == words.Free || n >= 0 && int(n) < len(r.left) && r.left[n]; !ok {
			break
		}
		next, change, err := s.Apply(op)
		if ok = err == nil; !ok {
			break
		}
		if n >= 0 {
			r.left[n] = false
			used = append(used, n)
		}
		for k := range pool {
			pool[k].advance(change)
		}
		s = next
		r.result.Ops = append(r.result.Ops, op)
	}
	if ok && r.derivable(s, pool) {
		if end := r.complete(s, pool); end != nil {
			return end
		}
	}
	for _, n := range used {
		r.left[n] = true
	}
	r.result.Ops = r.result.Ops[:before]
	return nil
}

func (r *realiser) itemOf(s *model.State, op model.Op) Item {
	switch {
	case op.IsAccumulation():
		return Item{Kind: Acc, Z: r.letter[op.U]}
	case op.Mode == model.TAN:
		return Item{Kind: Tan, Z: r.letter[op.V], A: int32(s.Source(op.U))}
	case op.Mode == model.ADJ:
		return Item{Kind: Adj, Z: r.letter[op.U], B: int32(s.Target(op.V))}
	}
	return Item{Kind: Mul, A: int32(s.Source(op.U)), J: int32(s.Target(op.U)), B: int32(s.Target(op.V))}
}

// moves lists the ways to eliminate a face, with the preaccumulations that each
// needs, and the preaccumulations of vertices without faces.
func (r *realiser) moves(s *model.State) [][]model.Op {
	var all [][]model.Op
	acc := func(z model.Z) []model.Op {
		if s.HasJacobian(z) {
			return nil
		}
		c, _ := model.Cheapest(s.Accumulations(z))
		return []model.Op{c.Op}
	}
	for _, f := range s.AllFaces() {
		u, v := acc(f.U), acc(f.V)
		all = append(all, append(slices.Clone(u), model.Eliminate(f, model.TAN)),
			append(slices.Clone(v), model.Eliminate(f, model.ADJ)),
			append(slices.Concat(u, v), model.Eliminate(f, model.MUL)))
	}
	for _, z := range s.Vertices() {
		if !s.HasJacobian(z) && len(s.Preds(z)) == 0 && len(s.Succs(z)) == 0 {
			all = append(all, acc(z))
		}
	}
	return all
}

// derivable tells whether every word can be derived from what is left.
func (r *realiser) derivable(s *model.State, pool []followed) bool {
	for k := range pool {
		if !pool[k].derivable(r.Table, s, r.work, func(item int32) bool { return r.left[item] }) {
			return false
		}
	}
	return true
}

// name is the same for two states only if they have the same structure and the
// same items left. No path is held by two live vertices, so the smallest path
// of each names it.
func (r *realiser) name(s *model.State) string {
	vertices := s.Vertices()
	slices.SortFunc(vertices, func(a, b model.Z) int { return slices.Compare(s.Label(a).First(), s.Label(b).First()) })
	at := make(map[model.Z]int, len(vertices))
	for n, z := range vertices {
		at[z] = n
	}
	var key []byte
	for _, z := range vertices {
		first := s.Label(z).First()
		key = binary.AppendUvarint(key, uint64(len(first)))
		for _, i := range first {
			key = binary.AppendUvarint(key, uint64(i))
		}
		flags := len(s.Succs(z)) << 2
		if s.HasJacobian(z) {
			flags |= 1
		}
		if hasModel(s, z) {
			flags |= 2
		}
		key = binary.AppendUvarint(key, uint64(flags))
		succs := make([]int, 0, 8)
		for _, n := range s.Succs(z) {
			succs = append(succs, at[n])
		}
		slices.Sort(succs)
		for _, n := range succs {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	for n, there := range r.left {
		if there {
			key = binary.AppendUvarint(key, uint64(n))
		}
	}
	return string(key)
}
