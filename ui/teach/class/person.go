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
	class *Class
	who   string // whose the results are
	from  string // their address, where they are not listed

	remove func() // closes the session

	// Behind the class's lock:
	seen     Seen
	by       *led      // what leads them; nil where nothing does
	tries    bool      // they have left the lecturer's steps for a moment
	position *Position // where their session stands; nil where they have none open

	looks bool          // at the board
	back  intent.Intent // to what it stands in front of; nil for the panels alone

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

	person *Person
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

// doing is what they do. The lock is held.
func (p *Person) doing() Doing {
	if p.by != nil {
		switch p.by.kind {
		case Kind:
			if p.tries {
				return Tries
			}
			return Follows
		case presenter.Kind:
			return Reads
		case WatchKind:
			return Watches
		case ask.Kind:
			return Solves
		}
	}
	switch {
	case p.leads():
		return Leads
	case p.looks:
		return Looks
	case p.position != nil:
		return Explores
	}
	return Chooses
}

// change changes what is known of them.
func (p *Person) change(do func(*Seen)) {
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	do(&p.seen)
	p.seen.Doing = p.doing()
}

// Rest notes that the person has left their explorer and is still here.
func (p *Person) Rest() {
	p.steps, p.unseen = nil, false
	p.change(func(s *Seen) {
		p.unled()
		p.position = nil
		*s = Seen{Name: s.Name, Lecturer: s.Lecturer, person: p}
	})
}

// Leave notes that the person has gone; what they reached stays.
func (p *Person) Leave() {
	p.Rest()
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	delete(p.class.here, p)
}

// behind is what the board will stand in front of; nil for the panels alone.
func (p *Person) behind() intent.Intent {
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	if p.by != nil {
		return intent.Lead{Kind: p.by.kind, About: p.by.about}
	}
	return p.back
}

// leading reports whether the class follows their explorer.
func (p *Person) leading() bool {
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	return p.leads()
}

// Seen is what others see of the person now, with the task that they were brought to. It is safe
// for concurrent use.
func (p *Person) Seen() (Seen, *Task) {
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	if p.by == nil || !p.by.brought() {
		return p.seen, nil
	}
	return p.seen, p.by.task
}

// Watches reports whether they watch the class's search. It is safe for concurrent use.
func (p *Person) Watches() bool {
	seen, _ := p.Seen()
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
	p.change(func(seen *Seen) {
		at.Lecturer, p.position = seen.Name, at
		if p.leads() {
			p.moved()
		}
		if !moved {
			return
		}
		seen.Since = time.Now()
		seen.Dag, seen.Step, seen.Spent, seen.Done = v.Dag().Name, depth, state.Spent(), state.Done()
		if alone := seen.Doing == Explores || seen.Doing == Tries; alone && state.Done() && v.Preview == "" {
			p.class.note(ofDag(v.Dag().Name), p, Outcome{Total: state.Spent()})
		}
	})
}

// begun notes what leads them from now on.
func (p *Person) begun(by *led) {
	p.change(func(s *Seen) {
		p.by, p.tries, s.On = by, false, false
		if by.kind == ask.Kind && by.task != nil {
			s.Puzzle = by.task.Puzzle.Name
		}
	})
}

// ended notes that it leads no longer.
func (p *Person) ended(by *led) {
	p.change(func(s *Seen) {
		if p.by == by {
			p.by, s.On = nil, false
		}
	})
}

// looksAt notes whether they look at the board, and the way back from there.
func (p *Person) looksAt(board bool, back intent.Intent) {
	p.change(func(*Seen) { p.looks, p.back = board, back })
}

// follows notes whether a follower tries something, and whether the screen stands on
// the lecturer's step.
func (p *Person) follows(tries, on bool) {
	p.change(func(s *Seen) { p.tries, s.On = tries, on && !tries })
}

// Name is what others call the person. It is safe for concurrent use.
func (p *Person) Name() string {
	seen, _ := p.Seen()
	return seen.Name
}

// stands is where the person's session stands; nil for nowhere. It is safe for concurrent
// use.
func (p *Person) stands() *Position {
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
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
	p.class.mutex.Lock()
	defer p.class.mutex.Unlock()
	p.seen.Puzzle = r.Name
	if r.Best > 0 || r.Solved {
		p.class.note(ofPuzzle(r.Name), p, Outcome{Total: r.Best, Solved: r.Solved, Hints: r.Hints,
			Shown: r.Shown})
	}
}
