package puzzle

import (
	"context"
	"fmt"
	"strconv"

	"facet/model"
	"facet/model/pattern"
	"facet/planner"
)

// shape is what random dags of one kind are like.
type shape struct {
	sources, junctions, sinks span
	edges                     span // beside those that tie every vertex in
	size                      int  // the largest
	classic                   bool
	patterned                 bool // most Jacobians are sparse
}

// draw makes a dag: junctions in a row, each with an edge that leads to it and
// one that leads on, and some edges more. Vertices are numbered as in the paper,
// sources from 0 downwards.
func (s shape) draw(d *dice, name string) (*model.Dag, error) {
	sources, junctions, sinks := d.in(s.sources), d.in(s.junctions), d.in(s.sinks)
	n := sources + junctions + sinks
	vertices := make([]model.Vertex, n)
	for i := range vertices {
		vertices[i] = model.Vertex{ID: strconv.Itoa(i + 1 - sources), Size: int64(1 + d.below(s.size))}
	}
	joined := make([]bool, n*n)
	var edges []model.Edge
	join := func(i, j int) {
		if joined[i*n+j] {
			return
		}
		joined[i*n+j] = true
		e := model.Edge{ID: strconv.Itoa(len(edges)), Source: i, Target: j, HasModel: !s.classic,
			HasJacobian: s.classic}
		if !s.classic {
			rows := int(min(vertices[i].Size, vertices[j].Size))
			tangent := 1 + d.below(3*rows)
			e.Tangent, e.Adjoint = model.Cost(tangent), model.Cost(tangent+d.below(tangent+1))
		}
		edges = append(edges, e)
	}
	behind := sources + junctions // the first sink
	for j := sources; j < behind; j++ {
		join(d.below(j), j)
	}
	for j := behind; j < n; j++ {
		join(d.between(sources, behind-1), j)
	}
	leads := make([]bool, n)
	for _, e := range edges {
		leads[e.Source] = true
	}
	for i := range behind {
		if !leads[i] {
			join(i, d.between(max(i+1, sources), n-1))
		}
	}
	for more := d.in(s.edges); more > 0; more-- {
		i := d.below(behind)
		join(i, d.between(max(i+1, sources), n-1))
	}
	if s.patterned {
		for k := range edges {
			e := &edges[k]
			rows, columns := vertices[e.Target].Size, vertices[e.Source].Size
			p, err := pattern.Parse(d.pattern(int(rows), int(columns)), rows, columns)
			if err != nil {
				return nil, fmt.Errorf("the pattern of an edge %w", err)
			}
			e.Pattern = p
		}
	}
	return model.NewDag(name, vertices, edges)
}

// pattern draws which entries of a Jacobian can be non-zero: a band, a selection, or all.
func (d *dice) pattern(rows, columns int) string {
	switch kind := d.below(6); {
	case kind == 0 || rows == 1 && columns == 1:
		return "dense"
	case kind == 1:
		text := "select"
		for range rows {
			text += " " + strconv.Itoa(d.below(columns))
		}
		return text
	case kind < 4 && rows == columns:
		return "diagonal"
	}
	return fmt.Sprintf("band %d %d", d.below(2), d.below(2))
}

// The work that a random puzzle may take.
const (
	mostDraws   = 20_000 // dags that are looked at
	classically = 60     // of which the first so many may have all Jacobians given
	mostMeasure = 1_000  // states of one of them
)

// Puzzle is the puzzle of the series with its number, from 1 on. The same series and number
// always give the same puzzle, on every machine and in every release: it depends on nothing
// but exact values. Dags are drawn until one is as difficult as the level wants it.
//
// The goal is the optimum, and Par is it, proved by the planner.
func (s Series) Puzzle(ctx context.Context) (*Puzzle, error) {
	switch {
	case s.Level < 1 || s.Level > Levels:
		return nil, fmt.Errorf("there is no level %d: choose one from 1 to %d", s.Level, Levels)
	case s.Patterns && s.Level != Levels:
		return nil, fmt.Errorf("level %d has no puzzles with patterns: choose level %d", s.Level, Levels)
	case s.Number < 1:
		return nil, fmt.Errorf("there is no puzzle %d: the first of a series is 1", s.Number)
	}
	l, of := &levels[s.Level-1], []uint64{s.Seed, uint64(s.Level), uint64(s.Number)}
	kind, with := "random", ""
	if s.Patterns {
		l, of = &withPatterns, append(of, 1)
		kind, with = "patterns", " with patterns"
	}
	d := newDice(of...)
	name := fmt.Sprintf("level %d%s, seed %d, number %d", s.Level, with, s.Seed, s.Number)
	called := fmt.Sprintf("%s-%d-%d-%d", kind, s.Level, s.Seed, s.Number)
	classic := d.below(4) < l.classic
	for n := range mostDraws {
		like := &l.general
		if classic && n < classically {
			like = &l.classically
		}
		g, err := like.draw(d, called)
		if err != nil {
			return nil, err
		}
		if faces := model.NewState(g).Faces(); faces < l.faces.low || faces > l.faces.high {
			continue
		}
		m, ok := measure(ctx, g, mostMeasure)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case !ok || m.Bits < l.from || m.Bits >= l.below || l.trapped && m.Trap == 0:
			continue
		case shown(g, m.Optimum):
			continue
		case m.Optimum == g.DenseTangent() || m.Optimum == g.DenseAdjoint() ||
			m.Optimum == g.SparseTangent() || m.Optimum == g.SparseAdjoint():
			continue // the screen shows these totals: one of them would be the answer
		}
		return proved(ctx, &Puzzle{
			Name: name, Title: "Random puzzle, " + name, Ask: "Find an optimal sequence for this dag.",
			Dag: g, Bits: m.Bits, Par: m.Optimum, Series: s,
		})
	}
	return nil, fmt.Errorf("there is no dag for the puzzle of %s", name)
}

// shown reports whether a total is that of a compressed mode, which the screen shows.
func shown(g *model.Dag, total model.Cost) bool {
	if !g.HasPatterns() {
		return false
	}
	tangent, hasTangent := g.CompressedTangent()
	adjoint, hasAdjoint := g.CompressedAdjoint()
	return hasTangent && tangent == total || hasAdjoint && adjoint == total
}

// proved has the planner prove par.
func proved(ctx context.Context, p *Puzzle) (*Puzzle, error) {
	r, err := planner.Solve(ctx, model.NewState(p.Dag), planner.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	if !r.Proven || r.Incumbent.Cost != p.Par {
		return nil, fmt.Errorf("the optimum of the puzzle of %s could not be proved", p.Name)
	}
	return p, nil
}
