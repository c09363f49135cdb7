package puzzle

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/model/junction"
	"facet/model/teach/lesson"
	"facet/planner/why"
)

// Allows reports whether the operations, carried out in this state as one step,
// are a move of the puzzle. The error is a sentence that says what is one. A
// step is judged by what it does, however it was asked for.
func (p *Puzzle) Allows(s *model.State, ops []model.Op) error {
	for _, o := range ops {
		if !p.Modes.Has(o.Mode) {
			return fmt.Errorf("this puzzle allows only %s: m changes the mode", p.Modes)
		}
	}
	eliminated := 0
	for _, o := range ops {
		if !o.IsAccumulation() {
			eliminated++
		}
	}
	if eliminated == 0 || p.Moves == 0 || p.Moves&lesson.Faces != 0 && eliminated == 1 {
		return nil
	}
	c := coarse(s, ops)
	if p.Moves&lesson.Edges != 0 && c.front+c.back != "" || p.Moves&lesson.Vertices != 0 && c.vertex != "" {
		return nil
	}
	switch p.Moves {
	case lesson.Faces:
		return fmt.Errorf("this puzzle allows only single faces: e eliminates the selected one")
	case lesson.Edges:
		return fmt.Errorf("this puzzle allows only edge eliminations: E eliminates the selected edge")
	case lesson.Vertices:
		return fmt.Errorf("this puzzle allows only vertex eliminations: V eliminates the selected vertex")
	}
	return fmt.Errorf("this puzzle allows only eliminations of %s", p.Moves)
}

// coarseness is which eliminations of an edge or a vertex some operations amount to, by name; empty
// for none.
type coarseness struct{ front, back, vertex string }

// coarse looks at what the eliminated faces have in common and whether any like
// them is left.
func coarse(s *model.State, ops []model.Op) coarseness {
	type edge struct{ from, to int }
	var front, back edge
	first, fronts, backs, vertex := true, true, true, true
	tape := model.NewTape(s)
	for _, o := range ops {
		if !o.IsAccumulation() {
			now := tape.State()
			f, b := edge{now.Source(o.U), now.Target(o.U)}, edge{now.Source(o.V), now.Target(o.V)}
			if first {
				front, back, first = f, b, false
			}
			fronts, backs, vertex = fronts && f == front, backs && b == back, vertex && f.to == front.to
		}
		if _, err := tape.Do(o); err != nil {
			return coarseness{}
		}
	}
	after := tape.State()
	for _, u := range after.Vertices() {
		for _, v := range after.Succs(u) {
			fronts = fronts && edge{after.Source(u), after.Target(u)} != front
			backs = backs && edge{after.Source(v), after.Target(v)} != back
			vertex = vertex && after.Target(u) != front.to
		}
	}
	name := func(i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }
	var out coarseness
	switch {
	case first:
		return out
	case vertex:
		out.vertex = "vertex " + name(front.to)
	}
	if fronts {
		out.front = "front (" + name(front.from) + "," + name(front.to) + ")"
	}
	if backs {
		out.back = "back (" + name(back.from) + "," + name(back.to) + ")"
	}
	return out
}

// moves lists the moves that the puzzle allows in a state. Preaccumulations that
// an elimination of an edge or a vertex would do by itself are none of them there.
func (p *Puzzle) moves(s *model.State, names why.Names) []Move {
	var all []Move
	if p.Moves.Any() {
		for _, c := range choices(s) {
			if p.Modes.Has(c.Op.Mode) {
				all = append(all, single(s, c, names))
			}
		}
	}
	add := func(title string, plan junction.Plan, err error) {
		if err == nil && len(plan.Ops) > 0 && p.Allows(s, plan.Ops) == nil {
			all = append(all, Move{Title: title, Ops: plan.Ops, Price: plan.Cost})
		}
	}
	g := s.Dag()
	if !p.Moves.Any() && p.Moves&lesson.Vertices != 0 {
		for j := range g.Vertices {
			plan, err := junction.Vertex(s, j)
			add("vertex "+model.QuoteID(g.Vertices[j].ID), plan, err)
		}
	}
	if !p.Moves.Any() && p.Moves&lesson.Edges != 0 {
		seen := make(map[[2]int]bool)
		for _, z := range s.Vertices() {
			i, j := s.Source(z), s.Target(z)
			if seen[[2]int{i, j}] {
				continue
			}
			seen[[2]int{i, j}] = true
			name := "(" + model.QuoteID(g.Vertices[i].ID) + "," + model.QuoteID(g.Vertices[j].ID) + ")"
			plan, err := junction.Front(s, i, j)
			add("front "+name, plan, err)
			plan, err = junction.Back(s, i, j)
			add("back "+name, plan, err)
		}
	}
	if !p.Moves.Any() && len(all) == 0 {
		for _, z := range s.Vertices() {
			for _, c := range s.Accumulations(z) {
				if !s.HasJacobian(z) && p.Modes.Has(c.Op.Mode) {
					all = append(all, single(s, c, names))
				}
			}
		}
	}
	return all
}

// single is the move of one operation.
func single(s *model.State, c model.Choice, names why.Names) Move {
	return Move{Title: names.Op(s, c.Op), Ops: []model.Op{c.Op}, Price: c.Price}
}

// choices are the operations of a state as a list shows them: faces, then
// preaccumulations.
func choices(s *model.State) []model.Choice {
	all := s.Operations()
	isFace := func(c model.Choice) bool { return !c.Op.IsAccumulation() }
	rest := slices.DeleteFunc(slices.Clone(all), isFace)
	return append(slices.DeleteFunc(all, func(c model.Choice) bool { return !isFace(c) }), rest...)
}
