package class

import (
	"slices"
	"sync"

	"facet/model"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
)

// Position is where a lecturer stands. It does not change: the next one takes its
// place.
type Position struct {
	Lecturer string // whom to call them
	Dag      *model.Dag
	Steps    []session.Step // that lead there; each with its note
	Note     string         // on the fresh line dag
	Sel      intent.Selection
	Gone     bool // the lecturer has left
}

// Ops are the operations that lead there.
func (p *Position) Ops() []model.Op {
	var ops []model.Op
	for _, step := range p.Steps {
		ops = append(ops, step.Ops...)
	}
	return ops
}

// session is a session of its own that stands there.
func (p *Position) session() (*session.Session, error) {
	s := session.New(p.Dag)
	if p.Note != "" {
		if err := s.Annotate(0, p.Note); err != nil {
			return nil, err
		}
	}
	for _, step := range p.Steps {
		if _, err := s.Do(step.Title, step.Ops...); err != nil {
			return nil, err
		}
		if step.Note != "" {
			if err := s.Annotate(s.Cursor(), step.Note); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// intents are what leads there from where a session stands, on the same dag.
func (p *Position) intents(from layer.Steps) []intent.Intent {
	path := from.Path(from.Cursor())
	common := 0
	for common < min(len(path), len(p.Steps)) {
		if step, _ := from.Step(path[common]); !slices.Equal(step.Ops, p.Steps[common].Ops) {
			break
		}
		common++
	}
	var intents []intent.Intent
	if len(path) > common {
		intents = append(intents, intent.JumpTo{Depth: common})
	}
	for _, step := range p.Steps[common:] {
		intents = append(intents, intent.Carry{Ops: step.Ops, Title: step.Title}, intent.Annotate{Text: step.Note})
	}
	if common == len(p.Steps) {
		here, note := 0, p.Note
		if common > 0 {
			here, note = path[common-1], p.Steps[common-1].Note
		}
		if step, ok := from.Step(here); ok && step.Note != note {
			intents = append(intents, intent.Annotate{Text: note})
		}
	}
	return append(intents, intent.Select{Target: p.Sel})
}

// Lecturer tells a class where a lecturer stands. It is used from one goroutine.
type Lecturer struct {
	class    *Class
	name     string
	steps    layer.Steps
	revision uint64
	step     int
	sel      intent.Selection
	last     *Position
}

// Lead begins to lead the class under a name. Where several lead, the class is with the
// one who did something last.
func (c *Class) Lead(name string) *Lecturer {
	l := &Lecturer{class: c, name: name}
	c.leads.add(l)
	return l
}

// lecturers are those who lead, and where each stands.
type lecturers struct {
	mutex sync.Mutex
	all   []*Lecturer // who did something last at the end
	at    map[*Lecturer]*Position
}

func (s *lecturers) add(l *Lecturer) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.at == nil {
		s.at = make(map[*Lecturer]*Position)
	}
	s.all = slices.Insert(s.all, 0, l)
}

// moved notes where one stands.
func (s *lecturers) moved(l *Lecturer, p *Position) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.all = append(slices.DeleteFunc(s.all, func(o *Lecturer) bool { return o == l }), l)
	s.at[l] = p
}

// leave takes one away, and gives where the class is from now on: with another one, or
// with nobody.
func (s *lecturers) leave(l *Lecturer, now *Position) *Position {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	own := s.at[l]
	s.all = slices.DeleteFunc(s.all, func(o *Lecturer) bool { return o == l })
	delete(s.at, l)
	if own == nil || own != now {
		return now // the class is with somebody else
	}
	for _, o := range slices.Backward(s.all) {
		if p := s.at[o]; p != nil {
			return p
		}
	}
	gone := *now
	gone.Gone = true
	return &gone
}

// Shown takes what is on the lecturer's screen and never waits.
func (l *Lecturer) Shown(s *layer.View) {
	if l.steps == s.Steps && l.revision == s.Steps.Revision() && l.step == s.Steps.Cursor() && l.sel == s.Sel {
		return
	}
	p := &Position{Lecturer: l.name, Dag: s.Dag(), Sel: s.Sel}
	if l.last != nil && l.steps == s.Steps && l.revision == s.Steps.Revision() && l.step == s.Steps.Cursor() {
		p.Steps, p.Note = l.last.Steps, l.last.Note // only something else is selected
	} else {
		p.Steps, p.Note = stepsOf(s.Steps)
	}
	l.steps, l.revision, l.step, l.sel = s.Steps, s.Steps.Revision(), s.Steps.Cursor(), s.Sel
	l.last = p
	l.class.leads.moved(l, p)
	l.class.lead.Set(p)
}

// stepsOf are the steps that lead to a session's cursor, and the note before the
// first one.
func stepsOf(s layer.Steps) ([]session.Step, string) {
	path := s.Path(s.Cursor())
	steps := make([]session.Step, 0, len(path))
	for _, id := range path {
		step, _ := s.Step(id)
		steps = append(steps, step)
	}
	root, _ := s.Step(0)
	return steps, root.Note
}

// Leave tells the class that the lecturer leads no longer.
func (l *Lecturer) Leave() {
	last, _ := l.class.lead.now()
	if next := l.class.leads.leave(l, last); next != last {
		l.class.lead.Set(next)
	}
}
