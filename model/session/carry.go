package session

import (
	"fmt"

	"facet/model"
)

// Carried reports how far the steps of a session were carried over to another dag.
type Carried struct {
	Steps, All int // of the session's line, how many were carried over, and how many it had
	// Cursor is the step that the cursor was on, or the last one before it that was carried
	// over.
	Cursor int
	// Step is the first of the line that was not carried over, and Why says what is
	// impossible; nil where all were.
	Step string
	Why  error
}

// mostSpellings is how many paths of a label are tried to find its vertex in another dag.
const mostSpellings = 16

// Onto carries the session over to another dag: a new session with every step, on every
// branch, that is possible there after those before it. An operation is found again by
// the paths of its vertices. vertex is, for each vertex of the session's dag, its place in
// g, -1 for none; nil stands for vertices that stand where they stood. The cursor stands
// where it stood, or on the last step before.
func (s *Session) Onto(g *model.Dag, vertex []int) (*Session, Carried) {
	c := carrier{from: s, to: New(g), vertex: vertex, id: map[int]int{0: 0}, why: make(map[int]error)}
	c.to.steps[0].note = s.steps[0].note
	for id := 1; id < len(s.steps); id++ {
		if parent, carried := c.id[s.steps[id].parent]; carried {
			c.carry(id, parent)
		}
	}
	for letter, id := range s.marks {
		if carried, ok := c.id[id]; ok {
			_ = c.to.Goto(carried)
			_ = c.to.SetMark(letter)
		}
	}
	line := s.Line()
	out := Carried{All: len(line)}
	tip := 0
	for _, step := range line {
		id, carried := c.id[step.ID]
		if !carried {
			out.Step, out.Why = step.Title, c.why[step.ID]
			break
		}
		out.Steps, tip = out.Steps+1, id
		if step.Depth <= s.Depth() {
			out.Cursor = id
		}
	}
	_ = c.to.Goto(tip) // both were made just now
	_ = c.to.Goto(out.Cursor)
	return c.to, out
}

// carrier carries steps over from one session to another.
type carrier struct {
	from, to *Session
	vertex   []int
	id       map[int]int   // of steps that were carried over
	why      map[int]error // others were not
}

func (c *carrier) carry(id, parent int) {
	step := c.from.steps[id]
	_ = c.to.Goto(parent)
	ops, err := c.ops(step)
	title := step.title
	if title == step.lines[0] {
		title = "" // it has the price
	}
	if err == nil {
		_, err = c.to.Do(title, ops...)
	}
	if err != nil {
		c.why[id] = err
		return
	}
	c.id[id] = c.to.Cursor()
	if n := c.to.steps[c.to.at]; step.note != "" {
		n.note = step.note
	}
}

// ops are the operations of a step, as they are at the cursor of the other session.
func (c *carrier) ops(step *step) ([]model.Op, error) {
	before, after := model.NewTape(c.from.stateOf(step.parent)), model.NewTape(c.to.State())
	ops := make([]model.Op, 0, len(step.ops))
	for _, o := range step.ops {
		u, carried := c.find(before.State(), o.U, after.State())
		v := model.NoZ
		if carried && !o.IsAccumulation() {
			v, carried = c.find(before.State(), o.V, after.State())
		}
		if !carried {
			return nil, fmt.Errorf("%s is not possible any more", model.OpName(before.State(), o))
		}
		other := model.Op{U: u, V: v, Mode: o.Mode}
		if _, err := after.Do(other); err != nil {
			return nil, err
		}
		if _, err := before.Do(o); err != nil {
			return nil, err
		}
		ops = append(ops, other)
	}
	return ops, nil
}

// find gives the vertex of the other dag's line dag that holds one of z's paths.
func (c *carrier) find(s *model.State, z model.Z, other *model.State) (model.Z, bool) {
	for _, path := range s.Label(z).Paths(mostSpellings) {
		if carried, ok := c.path(path); ok {
			if found, ok := other.Holder(carried); ok {
				return found, true
			}
		}
	}
	return model.NoZ, false
}

func (c *carrier) path(path model.Path) (model.Path, bool) {
	if c.vertex == nil {
		return path, true
	}
	carried := make(model.Path, len(path))
	for k, i := range path {
		if c.vertex[i] < 0 {
			return nil, false
		}
		carried[k] = int32(c.vertex[i])
	}
	return carried, true
}
