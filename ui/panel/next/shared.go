package next

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
	"weak"

	"facet/model"
	"facet/ui/layer"
	"facet/ui/style"
)

// Shared is what several explorers list, as those of a class that follows somebody: after
// the same operations on the same dag the same operations are possible, and do the same.
// It keeps the last steps. It is safe for concurrent use; the nil value keeps nothing.
type Shared struct {
	mutex sync.Mutex
	done  map[sharedKey]*listed
	queue []sharedKey // the oldest first
}

// mostShared is how many lists are kept: those of a step in some orders and colours, and
// of the last ones. longestShared is how many rows and effects each has
// at most.
const (
	mostShared    = 64
	longestShared = 500
)

// sharedKey is all that a list and its words depend on.
type sharedKey struct {
	dag   weak.Pointer[model.Dag]
	ops   [sha256.Size]byte
	order Ordering
	look  style.Look
}

// listed is a list, and what of its operations' effects was asked for.
type listed struct {
	mutex   sync.Mutex
	there   bool
	list    List // without its state
	effects map[model.Op]effect
}

// of gives what is known of the step at the cursor, for whoever lists it in an order.
func (s *Shared) of(c *layer.View, order Ordering) *listed {
	if s == nil {
		return &listed{effects: make(map[model.Op]effect)}
	}
	var said []byte
	for _, o := range c.Steps.Ops() {
		for _, n := range []int64{int64(o.Mode), int64(o.U), int64(o.V)} {
			said = binary.AppendVarint(said, n)
		}
	}
	key := sharedKey{weak.Make(c.Dag()), sha256.Sum256(said), order, c.Theme.Look()}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if l := s.done[key]; l != nil {
		return l
	}
	if s.done == nil {
		s.done = make(map[sharedKey]*listed)
	}
	l := &listed{effects: make(map[model.Op]effect)}
	s.done[key] = l
	if s.queue = append(s.queue, key); len(s.queue) > mostShared {
		delete(s.done, s.queue[0])
		s.queue = s.queue[1:]
	}
	return l
}

// of gives the list of a state that its explorer may change, made once.
func (l *listed) of(s *model.State, list func() List) List {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !l.there {
		made := list()
		if len(made.rows) > longestShared {
			return made
		}
		l.list, l.there = made, true
		l.list.state = nil
	}
	out := l.list
	out.state, out.rows = s, slices.Clone(l.list.rows)
	return out
}

// effect gives what an operation does, worked out once.
func (l *listed) effect(o model.Op, work func() effect) effect {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	e, ok := l.effects[o]
	if !ok {
		if len(l.effects) >= longestShared {
			clear(l.effects)
		}
		e = work()
		l.effects[o] = e
	}
	return e
}
