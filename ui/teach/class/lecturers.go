package class

import "slices"

// Position is where the class is: where the lecturer stands who did something last; nil before
// the first one leads.
func (c *Class) Position() *Position {
	p, _ := c.positions.Now()
	return p
}

// Lead has the class follow the person's explorer, until they leave it. Where several lead, the
// class is with the one who did something last.
func (p *Person) Lead() {
	p.change(func(*Seen) { p.class.lecturers = slices.Insert(p.class.lecturers, 0, p) })
}

// leads reports whether the class follows the person's explorer. The lock is held.
func (p *Person) leads() bool { return slices.Contains(p.class.lecturers, p) }

// moved has the class follow them to where they stand now. The lock is held.
func (p *Person) moved() {
	c := p.class
	c.lecturers = append(slices.DeleteFunc(c.lecturers, func(o *Person) bool { return o == p }), p)
	c.positions.Set(p.position)
}

// unled takes them from those who lead. The class is from then on with another one, or with none.
// The lock is held.
func (p *Person) unled() {
	c := p.class
	c.lecturers = slices.DeleteFunc(c.lecturers, func(o *Person) bool { return o == p })
	now := c.Position()
	if p.position == nil || p.position != now {
		return // the class is with another one
	}
	for _, o := range slices.Backward(c.lecturers) {
		if o.position != nil {
			c.positions.Set(o.position)
			return
		}
	}
	gone := *now
	gone.Gone = true
	c.positions.Set(&gone)
}
