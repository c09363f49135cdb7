package puzzle

import (
	"context"
	"fmt"
	"slices"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/planner"
	"facet/planner/analysis"
	"facet/planner/why"
)

// Referee knows the answers to one puzzle and remembers what it found out. It
// belongs to one goroutine at a time.
type Referee struct {
	p      *Puzzle
	names  why.Names
	begin  *model.State
	budget analysis.Budget

	known   analysis.Known // where all moves are allowed
	ids     map[string]int // of the states in it, by how they were reached
	exhaust *exhaust       // where the planner does not know the moves or the goal
	method  planner.Method
	byEdges map[string]analysis.Value // what the planner said of eliminations of vertices and edges
}

// How long the planner may work for a referee: on one state, and on all that a
// position or a review takes. On a large dag the bounds of thousands of moves
// would take too long as well.
const (
	onState    = 2 * time.Second
	onAll      = 10 * time.Second
	memory     = 64 << 20
	largeFaces = 500
)

func budgetFor(s *model.State) analysis.Budget {
	if s.Faces() > largeFaces {
		return analysis.Budget{Work: 2_000_000, Solve: onState / 2, Solves: 2 * onState, Memory: memory}
	}
	return analysis.Budget{Solve: onState, Solves: onAll, Memory: memory}
}

// NewReferee makes a referee that calls things by these names. The error is that of a
// puzzle whose start or goal cannot be carried out.
func NewReferee(p *Puzzle, names why.Names) (*Referee, error) {
	begin, err := p.Begin()
	if err != nil {
		return nil, err
	}
	r := &Referee{
		p: p, names: names, begin: begin, budget: budgetFor(begin),
		ids: make(map[string]int), byEdges: make(map[string]analysis.Value),
	}
	switch {
	case p.Goal.Kind == lesson.GoalState || !p.Modes.Any():
		r.exhaust = &exhaust{p: p, seen: make(map[string]analysis.Value), most: mostStates}
		if p.Goal.Kind == lesson.GoalState {
			r.exhaust.target = keyOf(p.Goal.State)
		}
	case p.Moves.Any():
	case p.Moves&lesson.Edges != 0:
		r.method = planner.EdgeElimination
	default:
		r.method = planner.VertexElimination
	}
	return r, nil
}

// allAllowed reports whether all moves are allowed, so that analysis has the answers.
func (r *Referee) allAllowed() bool { return r.exhaust == nil && r.p.Moves.Any() }

// Move is a possible move and the verdict on it.
type Move struct {
	Title string
	Ops   []model.Op
	Price model.Cost
	Loss  analysis.Loss

	way []model.Op // the best completion behind it, where it is at hand
}

// Position is what the referee knows of a state. It does not change.
type Position struct {
	State *model.State
	Least model.Cost // the total at best, by way of this state
	Most  model.Cost // of the best way that is known; Saturated without one
	Moves []Move     // all that are possible, as a list shows them
	Way   []model.Op // the best that is known from here; its total is Most

	names why.Names
}

// position is one without moves.
func (r *Referee) position(s *model.State, here analysis.Value) *Position {
	pos := &Position{names: r.names, State: s, Least: s.Spent().Add(here.Bound), Most: model.Saturated,
		Way: here.Ops}
	if here.HasBest {
		pos.Most = s.Spent().Add(here.Best)
	}
	return pos
}

// Exact reports whether the best total by way of the state is known.
func (p *Position) Exact() bool { return p.Least == p.Most && !p.Most.IsSaturated() }

// Lost reports whether the goal cannot be reached any more.
func (p *Position) Lost() bool { return p.Least.IsSaturated() }

// count reports how many moves lose nothing, lose something, and are not judged.
func (p *Position) count() (right, wrong, open int) {
	for _, m := range p.Moves {
		switch {
		case m.Loss.None():
			right++
		case m.Loss.Wrong():
			wrong++
		default:
			open++
		}
	}
	return right, wrong, open
}

// Position judges every move that is possible after the steps, which were made
// from the start of the puzzle on. It works until all is known or the budget is
// spent. The error is that of the context, or of a step that is impossible.
func (r *Referee) Position(ctx context.Context, steps [][]model.Op) (*Position, error) {
	s, _, err := model.Replay(r.begin, slices.Concat(steps...))
	if err != nil {
		return nil, err
	}
	r.exhaust.afresh() // once: where this state takes all of it, its moves have no losses to be told
	here, behind, err := r.judge(ctx, s, steps)
	if err != nil {
		return nil, err
	}
	pos := r.position(s, here)
	for _, m := range r.p.moves(s, r.names) {
		then, err := behind(m)
		if err != nil {
			return nil, err
		}
		m.Loss, m.way = analysis.LossOf(here, then, m.Price), then.Ops
		pos.Moves = append(pos.Moves, m)
	}
	return pos, nil
}

// judge values the state after some steps, and says how to value what is behind a move.
func (r *Referee) judge(ctx context.Context, s *model.State, steps [][]model.Op) (here analysis.Value,
	behind func(Move) (analysis.Value, error), err error) {
	if !r.allAllowed() {
		here, err = r.value(ctx, s)
		return here, func(m Move) (analysis.Value, error) {
			after, _, err := model.Replay(s, m.Ops)
			if err != nil {
				return analysis.Value{}, err
			}
			return r.value(ctx, after)
		}, err
	}
	line, err := r.line(steps)
	if err == nil {
		err = r.analyse(ctx, line, analysis.Everything)
	}
	id := line.ID(len(line.Steps))
	return r.known.At(id), func(m Move) (analysis.Value, error) {
		return r.known.Moves(id)[m.Ops[0]].After, nil
	}, err
}

// value is what is known of a state where analysis does not have the answer.
func (r *Referee) value(ctx context.Context, s *model.State) (analysis.Value, error) {
	if r.exhaust != nil {
		return r.exhaust.of(ctx, s)
	}
	key := keyOf(s)
	if v, ok := r.byEdges[key]; ok {
		return v, nil
	}
	v, err := analysis.Ask(ctx, s, planner.Options{Method: r.method, Time: onState, Memory: memory})
	if err == nil {
		r.byEdges[key] = v
	}
	return v, err
}

// line is the steps as analysis wants them.
func (r *Referee) line(steps [][]model.Op) (analysis.Line, error) {
	line := analysis.Line{Start: r.begin, Here: len(steps)}
	s, path := r.begin, ""
	for _, ops := range steps {
		end, _, err := model.Replay(s, ops)
		if err != nil {
			return line, err
		}
		path += fmt.Sprint(ops)
		if r.ids[path] == 0 {
			r.ids[path] = len(r.ids) + 1
		}
		line.Steps = append(line.Steps, session.Step{ID: r.ids[path], Ops: ops,
			Cost: end.Spent() - s.Spent(), Spent: end.Spent()})
		s = end
	}
	return line, nil
}

// analyse lets analysis work on a line.
func (r *Referee) analyse(ctx context.Context, line analysis.Line, scope analysis.Scope) error {
	for f := range analysis.New(line, &r.known, scope, r.budget).Findings(ctx) {
		r.known.Take(f)
	}
	r.known.Spread(line)
	return ctx.Err()
}
