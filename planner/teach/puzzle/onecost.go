package puzzle

import (
	"context"
	"errors"
	"fmt"

	"facet/model"
	"facet/model/edit"
	"facet/planner"
)

// OneCost is a puzzle of another kind: edge elimination is not optimal on a dag, and is to
// become so when one cost of one edge is changed. It does not change.
type OneCost struct {
	Name, Title string
	Dag         *model.Dag
	Seed        uint64
	Number      int
	Spaces      Spaces        // as the dag is
	Answer      edit.SetCosts // one of those that are right
}

// Spaces are the optima over edge and over face eliminations, both proved.
type Spaces struct{ Edges, Faces model.Cost }

// Same reports whether edge elimination is optimal.
func (s Spaces) Same() bool { return s.Edges == s.Faces }

// Question is the puzzle in a sentence.
func (o *OneCost) Question() string {
	return fmt.Sprintf("Edge elimination costs %d here, the optimum is %d. Change one cost of one edge so that edge elimination is optimal.",
		int64(o.Spaces.Edges), int64(o.Spaces.Faces))
}

// SpacesOf solves a dag over edge and over face eliminations. The error is that of the
// context, or of a dag that could not be solved.
func SpacesOf(ctx context.Context, g *model.Dag) (Spaces, error) {
	var all [2]model.Cost
	for k, method := range []planner.Method{planner.EdgeElimination, planner.BranchAndBound} {
		r, err := planner.Solve(ctx, model.NewState(g), planner.Options{Method: method, Workers: 1,
			Time: onAll, Memory: memory})
		switch {
		case err != nil && !errors.Is(err, planner.ErrNothing):
			return Spaces{}, err
		case !r.Proven:
			return Spaces{}, fmt.Errorf("the optimum of %s could not be proved in %s: choose a smaller cost",
				g.Name, onAll)
		}
		all[k] = r.Incumbent.Cost
	}
	return Spaces{all[0], all[1]}, nil
}

// Judge solves a dag that a student made of the puzzle's. It is an answer if it differs in
// one cost of one edge, and edge elimination is optimal there: which cost that is does not
// matter.
func (o *OneCost) Judge(ctx context.Context, g *model.Dag) (spaces Spaces, solved bool, err error) {
	if err := o.Allows(g); err != nil {
		return Spaces{}, false, err
	}
	spaces, err = SpacesOf(ctx, g)
	return spaces, err == nil && spaces.Same(), err
}

// Allows is nil for a dag that may be an answer; the error says why it is none, whatever it
// costs.
func (o *OneCost) Allows(g *model.Dag) error {
	changed := 0
	costs := make([]model.Edge, len(o.Dag.Edges))
	for k := range min(len(costs), len(g.Edges)) {
		costs[k] = o.Dag.Edges[k]
		for _, pair := range [][2]*model.Cost{{&costs[k].Tangent, &g.Edges[k].Tangent},
			{&costs[k].Adjoint, &g.Edges[k].Adjoint}} {
			if *pair[0] != *pair[1] {
				*pair[0] = *pair[1]
				changed++
			}
		}
	}
	same, err := model.NewDag(o.Dag.Name, o.Dag.Vertices, costs)
	switch {
	case err != nil:
		return err
	case same.Fingerprint() != g.Fingerprint():
		return fmt.Errorf("only a cost may be changed")
	case changed == 0:
		return fmt.Errorf("no cost is changed yet: change one, T or A of one edge")
	case changed != 1:
		return fmt.Errorf("%d costs are changed: change one, T or A of one edge", changed)
	}
	return nil
}

// vary gives the dag that shows that edge elimination can be worse than face elimination
// other costs: on random dags that is seldom so.
func vary(d *dice, g *model.Dag, name string) (*model.Dag, error) {
	edges := make([]model.Edge, len(g.Edges))
	for k, e := range g.Edges {
		for _, cost := range []*model.Cost{&e.Tangent, &e.Adjoint} {
			if d.below(3) == 0 {
				*cost = max(1, *cost+model.Cost(d.between(-2, 3)))
			}
		}
		edges[k] = e
	}
	return model.NewDag(name, g.Vertices, edges)
}

// RandomOneCost is the puzzle with a number, from 1 on, in the series of a seed. The same two
// always give the same puzzle. Costs are drawn until edge elimination is worse than the optimum
// of one, and a single cost repairs that.
func RandomOneCost(ctx context.Context, seed uint64, number int) (*OneCost, error) {
	if number < 1 {
		return nil, fmt.Errorf("there is no puzzle %d: the first of a series is 1", number)
	}
	d := newDice(seed, 23, uint64(number))
	name := fmt.Sprintf("one cost, seed %d, number %d", seed, number)
	base, err := shippedDag("hierarchy")
	if err != nil {
		return nil, err
	}
	for range mostDraws {
		g, err := vary(d, base, fmt.Sprintf("cost-%d-%d", seed, number))
		if err != nil {
			return nil, err
		}
		spaces, err := SpacesOf(ctx, g)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil || spaces.Same() {
			continue
		}
		p := &OneCost{Name: name, Title: "Random puzzle, " + name, Dag: g, Seed: seed, Number: number,
			Spaces: spaces}
		if ok, err := p.answer(ctx); ok || err != nil {
			return p, err
		}
	}
	return nil, fmt.Errorf("there is no dag for the puzzle of %s", name)
}

// answer looks for a cost that repairs it, in the order of the edges; close ones first.
func (o *OneCost) answer(ctx context.Context) (bool, error) {
	for k := range repairs(0) {
		for _, e := range o.Dag.Edges {
			if !e.HasModel {
				continue
			}
			for _, costs := range [][2]model.Cost{{repairs(e.Tangent)[k], e.Adjoint},
				{e.Tangent, repairs(e.Adjoint)[k]}} {
				if costs == [2]model.Cost{e.Tangent, e.Adjoint} {
					continue
				}
				change := edit.SetCosts{From: o.Dag.Vertices[e.Source].ID, To: o.Dag.Vertices[e.Target].ID,
					Tangent: costs[0], Adjoint: costs[1]}
				r, err := change.Apply(o.Dag)
				if err != nil {
					return false, err
				}
				spaces, err := SpacesOf(ctx, r.Dag)
				if ctx.Err() != nil {
					return false, ctx.Err()
				}
				if err == nil && spaces.Same() {
					o.Answer = change
					return true, nil
				}
			}
		}
	}
	return false, nil
}

// repairs are what a cost may become.
func repairs(c model.Cost) [8]model.Cost {
	return [...]model.Cost{c + 1, max(c, 1) - 1, c + 2, max(c, 2) - 2, 2 * c, c / 2, 4 * c, 0}
}
