package session

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"facet/model"
)

// Common is what sessions share that take the same steps on the same dag, as those of a
// class that follows its lecturer: a step is carried out once for all, and its state is
// held once. It may be used from several goroutines; a session still belongs to one.
type Common struct {
	mutex sync.Mutex
	steps map[place]*shared
	order []place // of those that were carried out, the oldest first
	held  int     // what the states hold, in vertices
}

// commonVertices is how many vertices of line dags are held, about 100 bytes each. What is
// forgotten is carried out again by who needs it.
const commonVertices = 2 * keptVertices

// place is where a sequence of operations leads.
type place struct {
	dag  *model.Dag
	path [sha256.Size]byte
}

// then is where more operations lead.
func (p place) then(ops []model.Op) place {
	text := append([]byte(nil), p.path[:]...)
	for _, o := range ops {
		text = fmt.Appendf(text, "%d %d %d;", o.U, o.V, o.Mode)
	}
	return place{p.dag, sha256.Sum256(text)}
}

// shared is a step that is carried out by the first who needs it.
type shared struct {
	once sync.Once
	done *carried
	err  error
}

// NewCommon begins with nothing.
func NewCommon() *Common { return &Common{steps: make(map[place]*shared)} }

// New starts a session from the fresh line dag, which shares its steps.
func (c *Common) New(g *model.Dag) *Session {
	root := place{dag: g}
	fresh, _ := c.carry(root, func() (*carried, error) { return &carried{state: model.NewState(g)}, nil })
	return &Session{dag: g, steps: []*step{{parent: -1, at: root}},
		states: map[int]*model.State{0: fresh.state}, common: c}
}

// carry carries a step out, or gives what was carried out before. What is impossible is
// not kept.
func (c *Common) carry(at place, out func() (*carried, error)) (*carried, error) {
	c.mutex.Lock()
	s := c.steps[at]
	if s == nil {
		s = &shared{}
		c.steps[at] = s
	}
	c.mutex.Unlock()
	s.once.Do(func() {
		s.done, s.err = out()
		c.weigh(at, s)
	})
	if s.done == nil && s.err == nil { // it broke off where another began it
		return out()
	}
	return s.done, s.err
}

// weigh counts what a step holds, and forgets the oldest ones where that is too much.
func (c *Common) weigh(at place, s *shared) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if s.err != nil {
		delete(c.steps, at)
		return
	}
	c.held += s.done.state.Born()
	for c.order = append(c.order, at); c.held > commonVertices && c.order[0] != at; c.order = c.order[1:] {
		c.held -= c.steps[c.order[0]].done.state.Born()
		delete(c.steps, c.order[0])
	}
}
