package class

import (
	"slices"
	"sync"

	"facet/ui/teach/latest"
)

// lecturers are those who lead, and where the class is with one of them: the one who did
// something last.
type lecturers struct {
	positions latest.Value[*Position]

	mutex sync.Mutex
	all   []*leading // who did something last at the end
}

// leading is where one of them stands; nil before they did anything.
type leading struct{ last *Position }

// Position is where the lecturer stands; nil before the first one leads.
func (l *lecturers) Position() *Position {
	p, _ := l.positions.Now()
	return p
}

// Lead has the class follow a person's explorer, until leave is called. Where several lead, the
// class is with the one who did something last.
func (l *lecturers) Lead(p *Person) (leave func()) {
	one := &leading{}
	l.mutex.Lock()
	l.all = slices.Insert(l.all, 0, one)
	l.mutex.Unlock()
	p.lead(func(at *Position) { l.moved(one, at) })
	return func() {
		p.lead(nil)
		l.leave(one)
	}
}

// moved notes where one stands. It never waits.
func (l *lecturers) moved(one *leading, at *Position) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = append(slices.DeleteFunc(l.all, func(o *leading) bool { return o == one }), one)
	one.last = at
	l.positions.Set(at)
}

// leave takes one away. The class is from then on with another one, or with none.
func (l *lecturers) leave(one *leading) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = slices.DeleteFunc(l.all, func(o *leading) bool { return o == one })
	now := l.Position()
	if one.last == nil || one.last != now {
		return // the class is with another one
	}
	for _, o := range slices.Backward(l.all) {
		if o.last != nil {
			l.positions.Set(o.last)
			return
		}
	}
	gone := *now
	gone.Gone = true
	l.positions.Set(&gone)
}
