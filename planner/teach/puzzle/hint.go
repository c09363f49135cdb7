package puzzle

import (
	"cmp"
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/why"
)

// Rung is one of a ladder of hints: each says more than the one before.
type Rung uint8

// The rungs.
const (
	HowMany  Rung = iota // moves lose nothing
	Where                // at which junction one of them is
	WhichOne             // which face, edge or vertex it is about
	TheMove              // the move and its reason
	Rungs
)

// Hint is the move that a ladder leads to.
type Hint struct {
	Move   Move
	Proven bool // it is known to lose nothing
	pos    *Position
}

// Hint chooses the move to hint at: of those that lose nothing the one about
// which there is most to be said, so that a player who follows all hints ends at the
// best total. It is false where there is no move, or nothing is known.
func (p *Position) Hint() (Hint, bool) {
	best, found := Move{}, false
	var value int
	for _, m := range p.Moves {
		if !m.Loss.None() {
			continue
		}
		if v := p.teaches(m); !found || v > value {
			best, found, value = m, true, v
		}
	}
	if found {
		return Hint{best, true, p}, true
	}
	if len(p.Way) == 0 {
		return Hint{}, false
	}
	for _, m := range p.Moves {
		if len(m.Ops) <= len(p.Way) && slices.Equal(m.Ops, p.Way[:len(m.Ops)]) {
			m.way = p.Way[len(m.Ops):]
			return Hint{m, p.Exact(), p}, true
		}
	}
	first := p.Way[:1]
	price, err := p.State.Price(first[0])
	if err != nil {
		return Hint{}, false
	}
	return Hint{Move{Title: p.names.Op(p.State, first[0]), Ops: first, Price: price, way: p.Way[1:]},
		p.Exact(), p}, true
}

// teaches ranks a move by how much it shows: an absorption, a merge, a product that is
// used again. Of equal ones the first is taken.
func (p *Position) teaches(m Move) int {
	after, changes, err := model.Replay(p.State, m.Ops)
	if err != nil {
		return 0
	}
	value := 0
	for _, c := range changes {
		for _, e := range c.Events {
			switch e.Kind {
			case model.Absorbed:
				value += 8
			case model.Merged:
				value += 6
			case model.Born:
				if after.IsLive(e.Z) {
					value += min(3, max(len(after.Preds(e.Z)), len(after.Succs(e.Z))))
				}
			}
		}
	}
	return value
}

// Text is what a rung says.
func (h Hint) Text(r Rung) string {
	s := h.pos.State
	last := h.Move.Ops[len(h.Move.Ops)-1]
	switch r {
	case HowMany:
		return h.howMany()
	case Where:
		if last.IsAccumulation() {
			return fmt.Sprintf("Do not eliminate a face yet: preaccumulate an edge that ends in %s.",
				idAt(s, last))
		}
		return fmt.Sprintf("Look at junction %s: it has an optimal move.", idAt(s, last))
	case WhichOne:
		return h.which(last)
	}
	reason := why.Good(s, h.Move.Ops, h.Move.way, h.pos.names)
	loses := "This move is optimal."
	if !h.Proven {
		loses = "It begins the best known completion, which is not proved optimal."
	}
	return fmt.Sprintf("%s, which costs %s. %s %s", h.Move.Title, h.price(), reason, loses)
}

// howMany counts the moves that lose nothing.
func (h Hint) howMany() string {
	right, wrong, open := h.pos.count()
	all := right + wrong + open
	switch {
	case all == 1:
		return "Only one move is possible."
	case right == 0 && open > 0:
		return fmt.Sprintf("%d moves are possible; their losses are not known.", all)
	case open > 0:
		return fmt.Sprintf("At least %d of the %d moves %s optimal; the losses of %d are not known.", right,
			all, cmp.Or(plural(right, "is"), "are"), open)
	case wrong == 0:
		return fmt.Sprintf("All of the %d moves are optimal.", all)
	case right == 0:
		return "None of the moves is optimal by itself."
	}
	return fmt.Sprintf("%d of the %d moves %s optimal.", right, all, cmp.Or(plural(right, "is"), "are"))
}

// price says what the move costs, and how that comes about where it is one
// operation.
func (h Hint) price() string {
	s, number := h.pos.State, h.pos.names.Number
	total := number(h.Move.Price)
	switch {
	case h.Move.Price == 0:
		return "nothing"
	case len(h.Move.Ops) > 1:
		return total
	}
	o, g := h.Move.Ops[0], s.Dag()
	each := func(n model.Cost, one, many string) string {
		if n == 1 {
			return total + ": " + one + " of cost " + total
		}
		return fmt.Sprintf("%s: %s %s of cost %s", total, number(n), many, number(h.Move.Price/n))
	}
	if o.Mode == model.MUL {
		i, j, k := s.Source(o.U), s.Target(o.U), s.Target(o.V)
		if u, v := s.Pattern(o.U), s.Pattern(o.V); u != nil && !(u.IsDense() && v.IsDense()) &&
			h.Move.Price != g.Product.Of(g.Size(i), g.Size(j), g.Size(k)) {
			return fmt.Sprintf("%s: a sparse product of %s", total, multiplications(v.Multiplications(u)))
		}
		return fmt.Sprintf("%s = %s·%s·%s", total, number(g.Size(i)), number(g.Size(j)), number(g.Size(k)))
	}
	n := why.Evaluations(s, o)
	if o.Mode == model.TAN {
		return each(n, "one tangent", "tangents")
	}
	return each(n, "one adjoint", "adjoints")
}

func multiplications(n int64) string {
	if n == 1 {
		return "one multiplication"
	}
	return fmt.Sprintf("%d multiplications", n)
}

func plural(n int, one string) string {
	if n == 1 {
		return one
	}
	return ""
}

// which names what the move is about, and not how it is done.
func (h Hint) which(last model.Op) string {
	s := h.pos.State
	if len(h.Move.Ops) > 1 {
		c := coarse(s, h.Move.Ops)
		if what := cmp.Or(c.vertex, c.front, c.back); what != "" {
			return "Eliminate " + what + "."
		}
	}
	if last.IsAccumulation() {
		return fmt.Sprintf("Compute the Jacobian of %s.", h.pos.names.Vertex(s, last.U))
	}
	before := s
	if len(h.Move.Ops) > 1 {
		if end, _, err := model.Replay(s, h.Move.Ops[:len(h.Move.Ops)-1]); err == nil {
			before = end
		}
	}
	return fmt.Sprintf("The face is %s.", h.pos.names.Face(before, last.Face()))
}

func idAt(s *model.State, o model.Op) string {
	return model.QuoteID(s.Dag().Vertices[s.Target(o.U)].ID)
}
