package class

// Class is what its people share. It is safe for concurrent use.
type Class struct {
	lead   Slot[*Position]
	search Slot[*Search]
	tasks  Slot[Task]
	roster roster
}

// New makes a class in which nobody is yet.
func New() *Class { return &Class{} }

// Position is where the lecturer stands; nil as long as nobody leads.
func (c *Class) Position() *Position {
	p, _ := c.lead.Now()
	return p
}
