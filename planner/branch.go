package planner

import (
	"context"
	"math"
	"time"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/cover"
	"facet/planner/letters"
	"facet/planner/search"
	"facet/planner/vertex"
)

const (
	// openingNodes limits the vertex elimination that only has to deliver a
	// good incumbent: on dags where it does not end by then, the search goes on
	// from its best guess.
	openingNodes = 2000
	openingTime  = 5 * time.Second

	// greedyFaces is how many faces a state may have for greedy to be part of
	// the opening: it looks at all faces before each step.
	greedyFaces = 500

	// firstRound and firstBeam are the nodes of the first round of the exact
	// search and the width of the beam after it. From round to round the nodes
	// double and the width grows threefold, up to lastBeam.
	firstRound = 100
	firstBeam  = 12
	lastBeam   = 1000

	// plungeAfter is after how many nodes a worker of a search with a weak
	// bound plunges. With the chain-cover bound the beams find sequences sooner.
	plungeAfter = 32

	// firstProof is the time of the first attempt at a proof with consistency
	// rules and distinctions; later ones take four times as long as those
	// before.
	firstProof = time.Second

	// realiseNodes limits the attempt to realise the relaxation at the root.
	realiseNodes = 5000

	// rootTime limits the bound at the root, which on large dags could take
	// forever and is good long before it is done.
	rootTime = 20 * time.Second
)

// branchAndBound is the exact search over faces or over edge eliminations: an
// incumbent and a bound at the root, which is often all that is needed, then
// branch and bound.
func (t *task) branchAndBound(space search.Space) error {
	r := t.rooted()
	if r.state.Faces() == 0 {
		return t.nothingToSearch(r)
	}
	if t.Bound <= BoundPacking {
		t.raise(r.paid.Add(packingBound(r.state)), FromPacking)
	}
	if err := t.open(space); err != nil || t.meet() {
		return err
	}
	t.estimateTree(r.state)
	return t.searchFrom(r, space)
}

// searchFrom is the exact search, and beam searches between its first rounds:
// where the bound is the optimum and only the sequence is missing, a beam
// finds it long before best-first search has gone through all that costs no
// more.
func (t *task) searchFrom(r rooted, space search.Space) error {
	config := t.config(r, space)
	exact := search.New(config)
	proof := rootProof{budget: firstProof}
	// A search that is to find everything by itself is told nothing either.
	proof.spent = space != search.Faces || t.Bound != BoundCover || t.Opening == OpenWithNothing
	beams := space == search.Faces && t.Opening == OpenWithVertex
	widest := min(lastBeam, int(t.Memory/4/int64(8*r.state.Bytes())))
	for width, nodes := firstBeam, firstRound; ; width, nodes = 3*width, 2*nodes {
		if met, err := t.proveRoot(&proof); err != nil || met {
			return err
		}
		if !beams || width > widest {
			nodes = math.MaxInt
		}
		done, err := exact.Run(nodes)
		if err != nil {
			return err
		}
		if done {
			return t.exhausted(space)
		}
		config.Found = func(moves []compact.Move, cost model.Cost) error {
			return t.announce(FromBeam, r.whole(moves), cost)
		}
		if err := search.Beam(config, width, 0); err != nil || t.meet() {
			return err
		}
	}
}

// exhausted ends a search that has left nothing out. Where it has found nothing
// either, every sequence costs more than can be told, and any is as good.
func (t *task) exhausted(space search.Space) error {
	if t.board.Best().IsSaturated() {
		if err := t.heuristics(space); err != nil {
			return err
		}
	}
	t.finish(space == search.Faces)
	return nil
}

// rooted is where a search begins: the start state, after the accumulation of
// what stands alone between a source and a sink. Its price has to be paid in any
// case, and nothing is lost by paying it first.
type rooted struct {
	state *compact.State
	moves []compact.Move // from the start of the run
	paid  model.Cost
}

func (t *task) rooted() rooted {
	r := rooted{state: t.root.Clone()}
	s := r.state
	for z := 0; z < s.Slots(); z++ {
		if !s.IsLive(z) || s.Vertex[z].Jacobian || s.Touches(z) {
			continue
		}
		mode, _ := s.Accumulation(z)
		move := compact.Accumulation(z, mode)
		r.moves = append(r.moves, move)
		r.paid = r.paid.Add(s.Play(move))
	}
	return r
}

// whole is the sequence from the start of the run on.
func (r *rooted) whole(moves []compact.Move) []compact.Move {
	return append(r.moves[:len(r.moves):len(r.moves)], moves...)
}

// nothingToSearch ends a method whose state has no face.
func (t *task) nothingToSearch(r rooted) error {
	if err := t.announce(FromHeuristic, r.moves, r.paid); err != nil {
		return err
	}
	t.finish(true)
	return nil
}

// config describes the search from the root to the search package.
func (t *task) config(r rooted, space search.Space) search.Config {
	source := FromSearch
	if space == search.Edges {
		source = FromEdge
	}
	c := search.Config{
		Start: r.state, Board: t.board, Space: space, Memory: t.Memory, Bounds: t.bounds, Paid: r.paid,
		Found: func(moves []compact.Move, cost model.Cost) error {
			return t.announce(source, r.whole(moves), cost)
		},
	}
	if t.Bound != BoundCover {
		c.Plunge = plungeAfter
	}
	if space == search.Faces {
		from := t.boundSource()
		c.Lower = func(bound model.Cost) { t.raise(bound, from) }
	}
	return c
}

// heuristics announces what costs next to nothing. Greedy sequences are no edge
// eliminations.
func (t *task) heuristics(space search.Space) error {
	all := []Method{SparseTangent, SparseAdjoint, LocalSparseTangent, LocalSparseAdjoint}
	if space == search.Faces && t.root.Faces() <= greedyFaces {
		all = append(all, GreedyMinFill)
	}
	for _, m := range all {
		plan := t.plan(m)
		if err := t.board.Check(); err != nil && plan.Moves == nil {
			return err
		}
		if err := t.announce(FromHeuristic, plan.Moves, plan.Cost); err != nil {
			return err
		}
	}
	return nil
}

// open finds the first incumbents, and beside them the chain-cover bound of the
// root.
func (t *task) open(space search.Space) error {
	if t.Opening != OpenWithNothing {
		if err := t.heuristics(space); err != nil {
			return err
		}
	}
	if t.meet() {
		return nil
	}
	ctx, enough := context.WithCancel(t.ctx)
	defer enough()
	return t.parallel(2, func(k int) error {
		switch {
		case k == 0 && t.Opening == OpenWithVertex:
			err := t.openWithVertices()
			if t.meet() {
				enough() // the weaker bound was good enough
			}
			return err
		case k == 1 && t.Bound == BoundCover:
			return t.coverRoot(ctx)
		}
		return nil
	})
}

// openWithVertices tries vertex elimination until it is done, takes too long, or
// the bound beside it proves the incumbent.
func (t *task) openWithVertices() error {
	began := time.Now()
	result, err := vertex.Search(t.root, t.board, vertex.Options{
		Limit: t.board.Best(), Nodes: openingNodes, Memory: t.Memory / 4,
		Enough: func() bool { return t.meet() || time.Since(began) > openingTime },
	})
	if result.Moves != nil {
		if err := t.announce(FromVertex, result.Moves, result.Cost); err != nil {
			return err
		}
		t.meet()
	}
	return err
}

// coverRoot solves the chain-cover bound of the state that the run started from.
func (t *task) coverRoot(ctx context.Context) error {
	in, _ := letters.FromState(t.model)
	deadline := time.Now().Add(rootTime)
	if t.Time > 0 {
		deadline = time.Now().Add(min(rootTime, t.Time/2))
	}
	result := cover.Solve(ctx, in, cover.Options{Incumbent: t.board.Best(), Deadline: deadline})
	t.raise(result.Bound, FromCover)
	return nil
}

// rootProof is what is still to be tried at the root.
type rootProof struct {
	budget time.Duration // of the next attempt
	spent  bool          // another one would give nothing new
}

// proveRoot tries to lift the bound of the root to the incumbent by consistency
// rules and distinctions, and, where the bound is above what is known, to bring
// the incumbent down to it by realising what the relaxation buys. It tells
// whether the two have met. Where the plain bound leaves a gap, this closes in a
// fraction of a second what searching takes long for.
func (t *task) proveRoot(p *rootProof) (met bool, err error) {
	if p.spent {
		return false, nil
	}
	began := time.Now()
	if t.Time > 0 {
		p.budget = min(p.budget, t.Time/4)
	}
	in, names := letters.FromState(t.model)
	tree, result := cover.Prove(t.ctx, in, cover.Options{Incumbent: t.board.Best(), Deadline: began.Add(p.budget)}, proofDivisions)
	p.spent = time.Since(began) < p.budget
	p.budget *= 4
	if t.raise(tree.Bound, FromCover) {
		return true, nil
	}
	if found := cover.Realise(t.ctx, t.model, names, &result, realiseNodes); found.Found {
		err = t.announceOps(FromRealising, found.Ops)
	}
	return t.meet(), err
}

// bounds gives one worker's bound.
func (t *task) bounds() search.Bounds {
	switch t.Bound {
	case BoundNone:
		return search.Nothing{}
	case BoundSimple:
		return search.NewSimple(t.problem)
	case BoundPacking:
		return &search.Packing{}
	}
	return search.NewCover(t.ctx)
}

// boundSource is where the bounds of the search come from.
func (t *task) boundSource() Source {
	return [...]Source{BoundCover: FromCover, BoundPacking: FromPacking, BoundSimple: FromSimple, BoundNone: FromSearch}[t.Bound]
}
