package lesson

import (
	"fmt"

	"facet/model"
)

// puzzle looks up where a puzzle starts, its goal and its answers.
func (p *player) puzzle(z *Puzzle) {
	at := p.at
	if z.Start >= 0 {
		var err error
		if at, err = p.ancestor(z.Start); err != nil {
			p.wrong(z.Line, "the puzzle cannot start there: %v", err)
			return
		}
	}
	start, _ := p.scene.StateAt(at)
	q := &Quest{Puzzle: z, Dag: p.scene.Dag(), At: start, Before: p.scene.OpsTo(at)}
	p.goal(q)
	for _, a := range z.Answers {
		if reply, ok := p.reply(q, a); ok {
			q.Replies = append(q.Replies, reply)
		}
	}
	p.page(Page{Kind: PagePuzzle, Line: z.Line, Step: at, Quest: q, Around: p.surroundings(at)})
	p.shown = false
}

func (p *player) goal(q *Quest) {
	switch g := q.Goal; {
	case q.At.Done():
		p.wrong(q.Line, "the puzzle starts at a complete sequence: let it start earlier")
	case g.Kind == GoalTotal && g.Total < q.At.Spent():
		p.wrong(g.Line, "the goal cannot be reached: the cost at the start of the puzzle is %s already",
			q.At.Spent())
	case g.Kind == GoalState && len(g.Moves) > 0:
		tape := model.NewTape(q.At)
		for _, m := range g.Moves {
			if _, _, ok := p.onto(tape, m); !ok {
				return
			}
		}
		q.Target = tape.Keep()
		if q.Target.String() == q.At.String() {
			p.wrong(g.Line, "the puzzle starts at its goal")
		}
	}
}

func (p *player) reply(q *Quest, a Answer) (Reply, bool) {
	tape := model.NewTape(q.At)
	for k, text := range a.Moves {
		op, err := parse(tape.State(), text)
		if err != nil {
			p.wrong(a.Line, "the move of this answer is not possible: %v", err)
			return Reply{}, false
		}
		if k == len(a.Moves)-1 {
			return Reply{At: tape.Keep(), Op: op, Any: !namesMode(text), Text: a.Text}, true
		}
		if _, err := tape.Do(op); err != nil {
			p.wrong(a.Line, "the move of this answer is not possible: %v", err)
			return Reply{}, false
		}
	}
	return Reply{}, false
}

func parse(s *model.State, text string) (model.Op, error) {
	op, ok, err := model.ParseOp(s, text)
	if err == nil && !ok {
		err = fmt.Errorf("it is missing")
	}
	return op, err
}
