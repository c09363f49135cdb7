package class

import (
	"cmp"
	"slices"
	"sync"

	"facet/model"
	"facet/ui/pane"
	"facet/ui/theme"
)

// roster is who is here, and what has been reached. Each explorer tells its own part
// of it; whoever looks gets a copy.
type roster struct {
	mutex   sync.Mutex
	arrived int
	here    map[*Person]struct{}
	results map[string]map[string]model.Cost // the best total of each, by what was asked
	asked   []string                         // in the order in which the first result came
}

// mostAsked is how many questions results are kept of; the oldest go.
const mostAsked = 50

// Person is somebody who is here. Its methods but Leave are for the goroutine of its
// explorer.
type Person struct {
	class  *Class
	number int // in the order of arrival
	key    string

	seen      Seen // behind the roster's mutex
	steps     pane.Steps
	revision  uint64
	step      int
	guide     string
	following bool
}

// Seen is what others see of a person.
type Seen struct {
	Name  string
	Word  string // what they came for
	Guide string // who or what leads them; empty for nobody
	Dag   string
	Step  int
	Spent model.Cost
	Done  bool // the sequence is complete
	// Follows tells that they follow the lecturer, On that they are on the
	// lecturer's step.
	Follows, On bool
}

// Enter notes somebody who has come under a name for a word. The key tells people
// apart whose results are counted once; empty counts each visit.
func (c *Class) Enter(name, word, key string) *Person {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	if c.roster.here == nil {
		c.roster.here, c.roster.results = make(map[*Person]struct{}), make(map[string]map[string]model.Cost)
	}
	c.roster.arrived++
	p := &Person{class: c, number: c.roster.arrived, key: key, seen: Seen{Name: name, Word: word}}
	if key == "" {
		p.key = name + " " + theme.Count(int64(p.number))
	}
	c.roster.here[p] = struct{}{}
	return p
}

// Leave notes that somebody has gone; what they reached stays.
func (p *Person) Leave() {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	delete(p.class.roster.here, p)
}

// Shown takes what is on the person's screen and never waits for anybody.
func (p *Person) Shown(s *pane.Snapshot) {
	if p.steps == s.Steps && p.revision == s.Steps.Revision() && p.step == s.Steps.Cursor() && p.guide == s.Guide {
		return
	}
	p.steps, p.revision, p.step, p.guide = s.Steps, s.Steps.Revision(), s.Steps.Cursor(), s.Guide
	state := s.State()
	r := &p.class.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	p.seen.Guide, p.seen.Dag, p.seen.Step, p.seen.Spent, p.seen.Done = s.Guide, s.Dag().Name, s.Steps.Depth(), state.Spent(), state.Done()
	if state.Done() && !p.following && s.Preview == "" {
		r.note(cmp.Or(s.Guide, s.Dag().Name), p.key, state.Spent())
	}
}

// note keeps the best total of each.
func (r *roster) note(asked, key string, total model.Cost) {
	if r.results[asked] == nil {
		r.results[asked] = make(map[string]model.Cost)
		r.asked = append(r.asked, asked)
		if len(r.asked) > mostAsked {
			delete(r.results, r.asked[0])
			r.asked = r.asked[1:]
		}
	}
	if best, ok := r.results[asked][key]; !ok || total < best {
		r.results[asked][key] = total
	}
}

// follows notes whether somebody follows, and is on the lecturer's step.
func (p *Person) follows(following, on bool) {
	if p == nil {
		return
	}
	p.following = following
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	p.seen.Follows, p.seen.On = following, following && on
}

// People are those who are here, in the order in which they came.
func (c *Class) People() []Seen {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	var all []*Person
	for p := range c.roster.here {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b *Person) int { return a.number - b.number })
	seen := make([]Seen, len(all))
	for k, p := range all {
		seen[k] = p.seen
	}
	return seen
}

// Result is how many people have reached a total.
type Result struct {
	Total  model.Cost
	People int
}

// Asked lists what there are results of, the latest last.
func (c *Class) Asked() []string {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	return slices.Clone(c.roster.asked)
}

// Results are the best totals of all on one question, the lowest first.
func (c *Class) Results(asked string) []Result {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	counts := make(map[model.Cost]int)
	for _, total := range c.roster.results[asked] {
		counts[total]++
	}
	var all []Result
	for total, people := range counts {
		all = append(all, Result{total, people})
	}
	slices.SortFunc(all, func(a, b Result) int { return cmp.Compare(a.Total, b.Total) })
	return all
}
