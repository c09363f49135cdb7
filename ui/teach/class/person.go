package class

import (
	"strconv"
	"time"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files/store"
	"facet/ui/teach/presenter"
	ask "facet/ui/teach/puzzle"
)

// Doing is what a person does.
type Doing uint8

// What people do.
const (
	Chooses Doing = iota // they look at the menu
	Explores
	Follows
	Tries // they have left the lecturer's steps for a moment
	Reads
	Solves
	Watches
	Leads
	Looks // at the board
	doings
)

var doingNames = [doings]string{"at the menu", "explores", "follows", "tries a move", "reads", "solves",
	"watches", "leads", "at the board"}

func (d Doing) String() string { return doingNames[d] }

// Who tells a person from others.
type Who struct {
	Name     string
	Key      string // by which a person is known who comes back; empty for none
	Lecturer bool
	Listed   bool // the key is: it is one person's
	// Anonymous gives them a number in place of a name.
	Anonymous bool

	From string // the address, of one who is not listed
	// Guest is where the number of one without a key stands, the same for all sessions of a
	// connection. It belongs to the class.
	Guest *int

	// Remove closes the session; nil where it cannot be closed.
	Remove func()
}

// Person is one who is here. Its methods are for the goroutine of its explorer,
// unless they say otherwise.
type Person struct {
	roster *Roster
	who    string // whose the results are
	from   string // their address, where they are not listed

	remove func() // closes the session

	// Behind the roster's mutex:
	seen     Seen
	by       *led               // what leads them; nil where nothing does
	leads    func(at *Position) // takes each position where the class follows this explorer; else nil
	position *Position          // where their session stands
	back     intent.Intent      // to what the board stands in front of; nil for the panels alone

	steps    layer.Steps
	revision uint64
	step     int
	sel      intent.Selection
	unseen   bool // the window is too small
}

// Seen is what others see of a person. It does not change.
type Seen struct {
	Name     string // fit for the screen
	Lecturer bool
	Doing    Doing
	Dag      string
	Step     int
	Spent    model.Cost
	Done     bool // the sequence is complete
	On       bool // the screen stands on the lecturer's step
	Unseen   bool // the window is too small to show anything
	Puzzle   string
	Since    time.Time // the last step was made

	who, id string // whose the results are, and which session
}

// led is what leads a person, and whether the lecturer has brought them there.
type led struct {
	kind  string
	about string
	task  *Task // that they were brought to; nil where they came without being called
}

// brought reports whether they are where the lecturer took them, and it is no following.
func (l *led) brought() bool { return l.task != nil && l.kind != Kind }

// mostName is how much of a name is kept.
const mostName = 60

// Leave notes that the person has gone; what they reached stays.
func (p *Person) Leave() {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	delete(p.roster.here, p)
	p.roster.version++
}

// behind is what the board will stand in front of.
func (p *Person) behind() intent.Intent {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	if p.by != nil {
		return intent.Lead{Kind: p.by.kind, About: p.by.about}
	}
	return p.back
}

// before notes what the board stands in front of.
func (p *Person) before(back intent.Intent) {
	if p != nil {
		p.change(func(*Seen) { p.back = back })
	}
}

// lead notes what takes their positions where the class follows their explorer.
func (p *Person) lead(leads func(*Position)) { p.change(func(*Seen) { p.leads = leads }) }

// leading reports whether it does.
func (p *Person) leading() bool {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	return p.leads != nil
}

// Rest notes that the person has left their explorer and is still here.
func (p *Person) Rest() {
	p.steps, p.unseen = nil, false
	p.change(func(*Seen) { p.position = nil })
	p.change(func(s *Seen) {
		*s = Seen{Name: s.Name, Lecturer: s.Lecturer, who: s.who, id: s.id}
	})
}

// change changes what others see.
func (p *Person) change(do func(*Seen)) {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	before := p.seen
	if do(&p.seen); p.seen != before {
		p.roster.version++
	}
}

// now is what is seen, and the task that they were brought to. It is safe for
// concurrent use.
func (p *Person) now() (Seen, *Task) {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	if p.by == nil || !p.by.brought() {
		return p.seen, nil
	}
	return p.seen, p.by.task
}

// Watches reports whether they watch the class's search. It is safe for concurrent use.
func (p *Person) Watches() bool {
	seen, _ := p.now()
	return seen.Doing == Watches
}

// Shown takes what is on the person's screen and never waits.
func (p *Person) Shown(v *layer.View) {
	if p.unseen != v.Unseen {
		p.unseen = v.Unseen
		p.change(func(seen *Seen) { seen.Unseen = v.Unseen })
	}
	moved := p.steps != v.Steps || p.revision != v.Steps.Revision() || p.step != v.Steps.Cursor()
	if !moved && p.sel == v.Sel {
		return
	}
	p.steps, p.revision, p.step, p.sel = v.Steps, v.Steps.Revision(), v.Steps.Cursor(), v.Sel
	state, depth := v.State(), v.Steps.Depth()
	at := &Position{Dag: v.Dag(), Sel: v.Sel, Done: state.Done()}
	if moved {
		at.Steps, at.Note = stepsOf(v.Steps)
	} else {
		at.Steps, at.Note = p.position.Steps, p.position.Note
	}
	var leads func(*Position)
	p.change(func(seen *Seen) {
		at.Lecturer, p.position, leads = seen.Name, at, p.leads
		if !moved {
			return
		}
		seen.Since = time.Now()
		seen.Dag, seen.Step, seen.Spent, seen.Done = v.Dag().Name, depth, state.Spent(), state.Done()
		switch seen.Doing {
		case Chooses:
			seen.Doing = p.alone()
		case Explores, Tries:
			if state.Done() && v.Preview == "" {
				p.roster.note(ofDag(v.Dag().Name), p, Outcome{Total: state.Spent()})
			}
		}
	})
	if leads != nil {
		leads(at)
	}
}

// alone is what they do where nothing leads them.
func (p *Person) alone() Doing {
	if p.leads != nil {
		return Leads
	}
	return Explores
}

// begun notes what leads them from now on.
func (p *Person) begun(by *led) {
	p.change(func(s *Seen) {
		p.by, s.On = by, false
		switch by.kind {
		case Kind:
			s.Doing = Follows
		case presenter.Kind:
			s.Doing = Reads
		case WatchKind:
			s.Doing = Watches
		case ask.Kind:
			s.Doing = Solves
			if by.task != nil {
				s.Puzzle = by.task.Puzzle.Name
			}
		}
	})
}

// looksAt notes whether the person looks at the board.
func (p *Person) looksAt(board bool) {
	if p == nil {
		return
	}
	p.change(func(s *Seen) {
		switch {
		case board && (s.Doing == Chooses || s.Doing == Explores):
			s.Doing = Looks
		case !board && s.Doing == Looks:
			s.Doing = p.alone()
		}
	})
}

// ended notes that it leads no longer.
func (p *Person) ended(by *led) {
	p.change(func(s *Seen) {
		if p.by == by {
			p.by, s.Doing, s.On = nil, p.alone(), false
		}
	})
}

// follows notes whether a follower tries something, and whether the screen stands on
// the lecturer's step.
func (p *Person) follows(off, on bool) {
	if p == nil {
		return
	}
	p.change(func(s *Seen) {
		if s.Doing != Follows && s.Doing != Tries {
			return
		}
		s.On, s.Doing = on && !off, Follows
		if off {
			s.Doing = Tries
		}
	})
}

// Name is what others call the person. It is safe for concurrent use.
func (p *Person) Name() string { return p.seenNow().Name }

// seenNow is what others see of the person. It is safe for concurrent use.
func (p *Person) seenNow() Seen {
	seen, _ := p.now()
	return seen
}

// stands is where the person's session stands; nil for nowhere. It is safe for concurrent
// use.
func (p *Person) stands() *Position {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	return p.position
}

// Rename gives the person another name, as others see it.
func (p *Person) Rename(name string) {
	p.change(func(s *Seen) {
		if n := numberOf(p.who); n > 0 {
			name = style.Start(name, mostName-6) + " " + strconv.Itoa(n)
		}
		s.Name = style.Start(style.Printable(name), mostName)
	})
}

// Tried notes what has come of a puzzle so far. It is safe for concurrent use.
func (p *Person) Tried(r store.Puzzle) {
	p.roster.mutex.Lock()
	defer p.roster.mutex.Unlock()
	p.roster.version++
	p.seen.Puzzle = r.Name
	if r.Best > 0 || r.Solved {
		p.roster.note(ofPuzzle(r.Name), p, Outcome{Total: r.Best, Solved: r.Solved, Hints: r.Hints,
			Shown: r.Shown})
	}
}
