package class

import (
	"sync"
	"time"
)

// Class is what its people share. It is safe for concurrent use.
type Class struct {
	lead   latest[*Position]
	leads  lecturers
	search latest[*Search]
	orders latest[*orders]
	roster roster

	ordering sync.Mutex // over changes of the orders, and the clock
	clock    *time.Timer
}

// New makes a class in which nobody is yet.
func New() *Class { return &Class{} }

// Position is where the lecturer stands; nil as long as nobody leads.
func (c *Class) Position() *Position {
	p, _ := c.lead.now()
	return p
}

// Task is what the lecturer has opened for all; nil as long as that is nothing.
func (c *Class) Task() *Task { return c.ordered().task }
