package class

import (
	"slices"
	"sync"

	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/teach/latest"
)

// Lecturer says where one of them stands. It is used from one goroutine.
type Lecturer struct {
	among    *lecturers
	name     string
	steps    layer.Steps
	revision uint64
	step     int
	sel      intent.Selection
	last     *Position // behind the mutex of all
}

// lecturers are those who lead, and where the class is with one of them: the one who did
// something last.
type lecturers struct {
	positions latest.Value[*Position]

	mutex sync.Mutex
	all   []*Lecturer // who did something last at the end
}

// Position is where the lecturer stands; nil before the first one leads.
func (l *lecturers) Position() *Position {
	p, _ := l.positions.Now()
	return p
}

// Lead begins to lead the class under a name. Where several lead, the class is with the
// one who did something last.
func (l *lecturers) Lead(name string) *Lecturer {
	one := &Lecturer{among: l, name: name}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = slices.Insert(l.all, 0, one)
	return one
}

// moved notes where one stands.
func (l *lecturers) moved(who *Lecturer, p *Position) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = append(slices.DeleteFunc(l.all, func(o *Lecturer) bool { return o == who }), who)
	who.last = p
}

// leave takes one away, and gives where the class is from now on: with another one, or
// with none.
func (l *lecturers) leave(who *Lecturer, now *Position) *Position {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.all = slices.DeleteFunc(l.all, func(o *Lecturer) bool { return o == who })
	if who.last == nil || who.last != now {
		return now // the class is with another one
	}
	for _, o := range slices.Backward(l.all) {
		if o.last != nil {
			return o.last
		}
	}
	gone := *now
	gone.Gone = true
	return &gone
}

// Shown takes what is on the lecturer's screen and never waits.
func (l *Lecturer) Shown(v *layer.View) {
	if l.steps == v.Steps && l.revision == v.Steps.Revision() && l.step == v.Steps.Cursor() &&
		l.sel == v.Sel {
		return
	}
	p := &Position{Lecturer: l.name, Dag: v.Dag(), Sel: v.Sel, Done: v.State().Done()}
	if l.last != nil && l.steps == v.Steps && l.revision == v.Steps.Revision() && l.step == v.Steps.Cursor() {
		p.Steps, p.Note = l.last.Steps, l.last.Note // only something else is selected
	} else {
		p.Steps, p.Note = stepsOf(v.Steps)
	}
	l.steps, l.revision, l.step, l.sel = v.Steps, v.Steps.Revision(), v.Steps.Cursor(), v.Sel
	l.among.moved(l, p)
	l.among.positions.Set(p)
}

// Leave ends the leading.
func (l *Lecturer) Leave() {
	last := l.among.Position()
	if next := l.among.leave(l, last); next != last {
		l.among.positions.Set(next)
	}
}
