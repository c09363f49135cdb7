package session

import (
	"fmt"

	"facet/model"
)

// Ahead adds operations behind the cursor, one a step, without moving it: redo goes along
// them, and [Session.Goto] to any of them. It gives the ids of the steps. Steps that were
// already taken from there are found again. All operations are carried out on one tape, and
// no state in between is kept, so that thousands take about as long as reading them. If one
// is impossible those before it are there.
func (s *Session) Ahead(ops ...model.Op) (ids []int, err error) {
	at := s.at
	for len(ops) > 0 {
		next, known := s.child(at, ops[:1])
		if !known {
			break
		}
		s.steps[at].next, at, ops = next, next, ops[1:]
		ids = append(ids, next)
	}
	if len(ids) > 0 {
		s.revision++
	}
	if len(ops) == 0 {
		return ids, nil
	}
	more, err := s.add(at, ops)
	return append(ids, more...), err
}

// add adds operations as steps behind a step, of whose children the first is none.
func (s *Session) add(at int, ops []model.Op) (ids []int, err error) {
	t := model.NewTape(s.stateOf(at))
	lines := make([]string, len(ops)) // in one piece
	for k, o := range ops {
		if _, err := t.State().Price(o); err != nil {
			return ids, fmt.Errorf("operation %d of %d: %w", k+1, len(ops), err)
		}
		lines[k] = model.FormatOp(t.State(), o)
		change, err := t.Do(o)
		if err != nil {
			return ids, fmt.Errorf("operation %d of %d: %w", k+1, len(ops), err)
		}
		n := &step{parent: at, depth: s.steps[at].depth + 1,
			taken: taken{ops[k : k+1 : k+1], lines[k : k+1 : k+1], change.Price},
			spent: s.steps[at].spent.Add(change.Price)}
		id := len(s.steps)
		s.steps = append(s.steps, n)
		s.steps[at].children = append(s.steps[at].children, id)
		s.steps[at].next = id
		at, ids = id, append(ids, id)
		s.changed = changed{id, []model.Change{change}} // of the last one, which is likely to be looked at
	}
	s.revision++
	if last := s.steps[at]; t.State().Done() && (!s.complete || last.spent < s.best) {
		s.complete, s.best = true, last.spent
	}
	return ids, nil
}
