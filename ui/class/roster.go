package class

import (
	"cmp"
	"slices"
	"strconv"
	"sync"
	"time"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/lesson"
	ask "facet/ui/puzzle"
	"facet/ui/style"
)

// roster is who is here, and what has been reached. Each explorer tells its own part
// of it; whoever looks gets a copy. Nothing is done under the lock that could wait.
type roster struct {
	mutex   sync.Mutex
	version uint64 // changes with everything below
	arrived int
	here    map[*Person]struct{}
	results results
	keyless keyless
	puzzle  *Task           // the last that was opened for all
	reached uint64          // changes with the results
	hidden  map[string]bool // who is not on the board
	numbers map[string]int  // of people without a name
	removed map[string]bool // who does not come in again
}

// Doing is what somebody does.
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

var doingNames = [doings]string{"at the menu", "explores", "follows", "tries a move", "reads", "solves", "watches", "leads", "at the board"}

func (d Doing) String() string { return doingNames[d] }

// Who tells a person from others.
type Who struct {
	Name     string
	Key      string // of whoever comes back with it; empty for none
	Lecturer bool
	// Anonymous gives them a number in place of a name.
	Anonymous bool

	// From and Connection tell people without a key apart: an address, and one of the
	// connections from there.
	From       string
	Connection any

	// Remove closes the session; nil where nobody can.
	Remove func()
}

// Person is somebody who is here. Its methods are for the goroutine of its explorer,
// where nothing else is said.
type Person struct {
	class *Class
	who   string // whose the results are
	gone  func() // gives back what counts somebody without a key

	remove func() // closes the session

	// Behind the roster's mutex:
	seen     Seen
	at       *attending    // what leads them
	leads    bool          // the class follows this explorer
	position *Position     // where their session stands
	back     intent.Intent // to what the board stands in front of; nil for nothing but the panels

	steps    layer.Steps
	revision uint64
	step     int
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
	Puzzle   string
	Hints    int // asked for in the puzzle
	Keyless  bool
	Since    time.Time // the last step was made

	who, id string // whose the results are, and which session
}

// stuckFirst orders the people by how long those have made no step who try to solve what
// is open.
func (s *Sight) stuckFirst() {
	tries := func(p Seen) bool { return s.tries(p) }
	slices.SortStableFunc(s.People, func(a, b Seen) int {
		switch {
		case tries(a) != tries(b) && tries(a):
			return -1
		case tries(a) != tries(b):
			return 1
		case tries(a):
			return a.Since.Compare(b.Since)
		}
		return 0
	})
}

// tries tells whether somebody tries to solve the puzzle that is open.
func (s *Sight) tries(p Seen) bool {
	return p.Doing == Solves && s.Puzzle != nil && p.Puzzle == s.Puzzle.Puzzle.Name && !s.Answers[p.who].Solved
}

// mostName is how much of a name is kept.
const mostName = 60

// Enter notes somebody who has come.
func (c *Class) Enter(w Who) *Person {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.here == nil {
		r.here = make(map[*Person]struct{})
	}
	r.version++
	r.arrived++
	p := &Person{class: c, who: w.Key, gone: func() {}, remove: w.Remove}
	switch {
	case w.Key != "":
	case w.Lecturer:
		p.who = "the lecturer"
	default:
		number := 0
		number, p.gone = r.keyless.enter(w.From, w.Connection)
		p.who = guest(number)
		w.Name = clip(w.Name, 13) + " " + strconv.Itoa(number) // anybody may give themselves any name
	}
	if w.Anonymous {
		w.Name = "student " + strconv.Itoa(r.numberOf(p.who))
	}
	p.seen = Seen{Name: clip(style.Printable(w.Name), mostName), Lecturer: w.Lecturer, Keyless: w.Key == "" && !w.Lecturer, who: p.who, id: strconv.Itoa(r.arrived)}
	r.here[p] = struct{}{}
	return p
}

// numberOf is the number of somebody who has no name.
func (r *roster) numberOf(who string) int {
	if r.numbers == nil {
		r.numbers = make(map[string]int)
	}
	n := r.numbers[who]
	if n == 0 {
		n = len(r.numbers) + 1
		if n <= mostAnswers {
			r.numbers[who] = n
		}
	}
	return n
}

// Leave notes that somebody has gone; what they reached stays.
func (p *Person) Leave() {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	if _, here := p.class.roster.here[p]; here {
		p.gone()
	}
	delete(p.class.roster.here, p)
	p.class.roster.version++
}

// clip is the beginning of a name.
func clip(name string, most int) string {
	runes := []rune(name)
	return string(runes[:min(len(runes), most)])
}

// behind is what the board will stand in front of.
func (p *Person) behind() intent.Intent {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	if p.at != nil {
		return intent.Lead{Kind: p.at.kind, About: p.at.about}
	}
	return p.back
}

// before notes what the board stands in front of.
func (p *Person) before(back intent.Intent) {
	if p != nil {
		p.change(func(*Seen) { p.back = back })
	}
}

// Lead notes whether the class follows their explorer.
func (p *Person) Lead(leads bool) { p.change(func(*Seen) { p.leads = leads }) }

// leading tells whether it does.
func (p *Person) leading() bool {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	return p.leads
}

// Rest notes that somebody has left their explorer and is still here.
func (p *Person) Rest() {
	p.steps = nil
	p.change(func(*Seen) { p.position = nil })
	p.change(func(s *Seen) { *s = Seen{Name: s.Name, Lecturer: s.Lecturer, Keyless: s.Keyless, who: s.who, id: s.id} })
}

// change changes what others see.
func (p *Person) change(do func(*Seen)) {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	before := p.seen
	if do(&p.seen); p.seen != before {
		p.class.roster.version++
	}
}

// now is what is seen, and the task that they were brought to. It is safe for
// concurrent use.
func (p *Person) now() (Seen, *Task) {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	if p.at == nil || !p.at.brought() {
		return p.seen, nil
	}
	return p.seen, p.at.task
}

// Watches tells whether they watch the class's search. It is safe for concurrent use.
func (p *Person) Watches() bool {
	seen, _ := p.now()
	return seen.Doing == Watches
}

// Shown takes what is on the person's screen and never waits for anybody.
func (p *Person) Shown(s *layer.View) {
	if p.steps == s.Steps && p.revision == s.Steps.Revision() && p.step == s.Steps.Cursor() {
		return
	}
	p.steps, p.revision, p.step = s.Steps, s.Steps.Revision(), s.Steps.Cursor()
	state, depth := s.State(), s.Steps.Depth()
	steps, note := stepsOf(s.Steps)
	p.change(func(seen *Seen) {
		p.position = &Position{Lecturer: seen.Name, Dag: s.Dag(), Steps: steps, Note: note, Sel: s.Sel}
		seen.Since = time.Now()
		seen.Dag, seen.Step, seen.Spent, seen.Done = s.Dag().Name, depth, state.Spent(), state.Done()
		switch seen.Doing {
		case Chooses:
			seen.Doing = p.alone()
		case Explores, Tries:
			if state.Done() && s.Preview == "" {
				p.class.roster.note(ofDag(s.Dag().Name), p.who, Outcome{Name: seen.Name, Total: state.Spent()})
			}
		}
	})
}

// alone is what they do where nobody leads them.
func (p *Person) alone() Doing {
	if p.leads {
		return Leads
	}
	return Explores
}

// begun notes what leads them from now on.
func (p *Person) begun(a *attending) {
	p.change(func(s *Seen) {
		p.at, s.On = a, false
		switch a.kind {
		case Kind:
			s.Doing = Follows
		case lesson.Kind:
			s.Doing = Reads
		case WatchKind:
			s.Doing = Watches
		case ask.Kind:
			s.Doing = Solves
			if a.task != nil {
				s.Puzzle = a.task.Puzzle.Name
			}
		}
	})
}

// looksAt notes whether somebody looks at the board.
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
func (p *Person) ended(a *attending) {
	p.change(func(s *Seen) {
		if p.at == a {
			p.at, s.Doing, s.On = nil, p.alone(), false
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

// Sight is the class as it was at one moment.
type Sight struct {
	Hidden  int    // sessions that are not on the board
	People  []Seen // lecturers first, then by their names
	Task    *Task
	Puzzle  *Task // the last puzzle that was opened for all
	Answers answers
	Dags    map[string][]model.Cost // the best complete totals of those who work alone

	version uint64
}

// See looks at the class.
func (c *Class) See() Sight {
	task := c.Task()
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	s := Sight{Task: task, Puzzle: r.puzzle, version: r.version, Dags: make(map[string][]model.Cost), Answers: make(answers)}
	for p := range r.here {
		if r.hidden[p.who] {
			s.Hidden++
			continue
		}
		s.People = append(s.People, p.seen)
	}
	slices.SortFunc(s.People, func(a, b Seen) int {
		switch {
		case a.Lecturer != b.Lecturer && a.Lecturer:
			return -1
		case a.Lecturer != b.Lecturer:
			return 1
		}
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.who, b.who), cmp.Compare(a.Doing, b.Doing))
	})
	if r.puzzle != nil {
		for who, o := range r.results.of(ofPuzzle(r.puzzle.Puzzle.Name)) {
			if !r.hidden[who] {
				s.Answers[who] = o
			}
		}
	}
	for _, p := range s.People {
		name := p.Dag
		if _, done := s.Dags[name]; done || name == "" {
			continue
		}
		var totals []model.Cost
		for _, o := range r.results.of(ofDag(name)) {
			totals = append(totals, o.Total)
		}
		slices.Sort(totals)
		s.Dags[name] = totals
	}
	return s
}

// Here is how many are here.
func (c *Class) Here() int {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	return len(c.roster.here)
}

// stale tells whether something has changed since.
func (c *Class) stale(s Sight) bool {
	task := c.Task()
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	return s.version != c.roster.version || s.Task != task
}
