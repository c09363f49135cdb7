package class

// Class is what its people share. It is safe for concurrent use.
type Class struct {
	lead   Latest[*Position]
	leads  lecturers
	search Latest[*Search]
	task   Latest[*Task]
	roster roster
}

// New makes a class in which nobody is yet.
func New() *Class { return &Class{} }

// Position is where the lecturer stands; nil as long as nobody leads.
func (c *Class) Position() *Position {
	p, _ := c.lead.Now()
	return p
}

// Task is what the lecturer has opened for all; nil as long as that is nothing.
func (c *Class) Task() *Task {
	t, _ := c.task.Now()
	return t
}
