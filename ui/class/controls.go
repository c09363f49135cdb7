package class

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"facet/ui/intent"
	"facet/ui/style"
)

// The words behind :class that open nothing.
const (
	sayWord    = "say"
	hintWord   = "hint"
	clockWord  = "clock"
	freezeWord = "freeze"
	goWord     = "go"
	showWord   = "show"
	removeWord = "remove"
	hideWord   = "hide"
	unhideWord = "unhide"
)

// controls say what each of them takes, and does.
var controls = []struct{ word, takes, does string }{
	{sayWord, "a sentence", "a message to everybody"},
	{hintWord, "", "the author's next hint on the open puzzle, to everybody"},
	{clockWord, "a number of minutes", "so much time for the open puzzle; then moves stop"},
	{freezeWord, "", "stop all moves in the open puzzle"},
	{goWord, "", "let the moves go on"},
	{showWord, "a name", "show somebody's steps to all who follow"},
	{removeWord, "a name", "close somebody's sessions; their key does not come in again"},
	{hideWord, "a name", "take somebody off the board"},
	{unhideWord, "", "show everybody on the board again"},
}

var errNoPuzzle = errors.New("no puzzle is open for everybody: class puzzle NAME opens one")

// mostMinutes is how long the clock runs at most.
const mostMinutes = 24 * 60

// checkControl tells whether a word is one of them, and what is wrong with what follows.
func checkControl(word, about string) (bool, error) {
	for _, c := range controls {
		switch {
		case c.word != word:
			continue
		case c.takes == "" && about != "":
			return true, fmt.Errorf("class %s takes nothing more", word)
		case c.takes != "" && about == "":
			return true, fmt.Errorf("class %s takes %s", word, c.takes)
		case word == clockWord:
			if n, err := strconv.ParseFloat(about, 64); err != nil || !(n > 0) || n > mostMinutes {
				return true, fmt.Errorf("class clock takes a number of minutes up to %d, as class clock 5", mostMinutes)
			}
		}
		return true, nil
	}
	return false, nil
}

// control carries out one of them and says what was done.
func (c *Class) control(word, about string) (string, error) {
	switch word {
	case sayWord:
		c.say(about)
		return "Everybody reads: " + style.Printable(about), nil
	case hintWord:
		return "Everybody reads the hint.", c.hint()
	case clockWord:
		n, err := strconv.ParseFloat(about, 64)
		if err != nil {
			return "", err
		}
		d := time.Duration(n * float64(time.Minute))
		c.Clock(d)
		return "The clock runs: " + duration(d) + ".", nil
	case freezeWord, goWord:
		if c.Task() == nil {
			return "", errors.New("nothing is open for everybody: there are no moves to stop")
		}
		c.freeze(word == freezeWord)
		return map[string]string{freezeWord: "Moves are stopped: :class go, or z on the board, lets them go on.", goWord: "Moves go on."}[word], nil
	case unhideWord:
		c.roster.hide("", false)
		return "Everybody is on the board.", nil
	}
	p, err := c.find(about)
	if err != nil {
		return "", err
	}
	name := p.seenNow().Name
	switch word {
	case showWord:
		at := p.stands()
		if at == nil {
			return "", fmt.Errorf("%s shows no steps", name)
		}
		shown := *at
		shown.Lecturer = name
		c.open(&Task{Kind: Kind, Called: "the steps of " + name})
		c.lead.Set(&shown)
		return "Who follows sees the steps of " + name + ", until you move.", nil
	case removeWord:
		c.remove(p)
		return name + " is removed.", nil
	}
	c.roster.hide(p.who, true)
	return name + " is off the board; class unhide shows everybody again.", nil
}

// standing is where a session stands; nil for nowhere.
func (c *Class) standing(id string) *Position {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for p := range r.here {
		if p.seen.id == id {
			return p.position
		}
	}
	return nil
}

// Together says, for who leads, how many follow and are on the step; empty where nobody
// follows.
func (c *Class) Together() string {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	follow, on := 0, 0
	for p := range r.here {
		if p.seen.Doing == Follows || p.seen.Doing == Tries {
			follow++
		}
		if p.seen.On {
			on++
		}
	}
	if follow == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d on your step", on, follow)
}

// changesApart is the time between two looks of a lecturer's explorer at the class.
const changesApart = 500 * time.Millisecond

// Changes gives what waits until the class has changed; there is nothing to do then but
// to draw it. It ends with the context.
func (c *Class) Changes(ctx context.Context) func() ([]intent.Intent, error) {
	last := ""
	return func() ([]intent.Intent, error) {
		again := time.NewTicker(changesApart)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-again.C:
			}
			if now := c.Together(); now != last {
				last = now
				return nil, nil
			}
		}
	}
}

// find gives the person of that name, or of the beginning of one.
func (c *Class) find(name string) (*Person, error) {
	r := &c.roster
	r.mutex.Lock()
	defer r.mutex.Unlock()
	var found []*Person
	for p := range r.here {
		switch has := strings.ToLower(p.seen.Name); {
		case has == strings.ToLower(name):
			return p, nil
		case strings.HasPrefix(has, strings.ToLower(name)):
			found = append(found, p)
		}
	}
	switch {
	case len(found) == 0:
		return nil, fmt.Errorf("nobody here is called %s", style.Printable(name))
	case len(found) > 1:
		return nil, fmt.Errorf("%d people here are called %s: write more of the name", len(found), style.Printable(name))
	}
	return found[0], nil
}

// remove closes all sessions of a person. A key does not come in again; who has none can
// connect again, as somebody else.
func (c *Class) remove(p *Person) {
	r := &c.roster
	r.mutex.Lock()
	var all []func()
	for other := range r.here {
		if other.who == p.who && !other.seen.Lecturer && other.remove != nil {
			all = append(all, other.remove)
		}
	}
	if r.removed == nil {
		r.removed = make(map[string]bool)
	}
	if !p.seen.Keyless && !p.seen.Lecturer && len(r.removed) < mostAnswers {
		r.removed[p.who] = true
	}
	r.mutex.Unlock()
	for _, remove := range all {
		remove()
	}
}

// Removed tells whether a key does not come in any more.
func (c *Class) Removed(key string) bool {
	c.roster.mutex.Lock()
	defer c.roster.mutex.Unlock()
	return key != "" && c.roster.removed[key]
}

// hide takes somebody off the board, or shows all again.
func (r *roster) hide(who string, hidden bool) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.version++
	if !hidden {
		r.hidden = nil
		return
	}
	if r.hidden == nil {
		r.hidden = make(map[string]bool)
	}
	if len(r.hidden) < mostAnswers {
		r.hidden[who] = true
	}
}

// seenNow is what others see of the person. It is safe for concurrent use.
func (p *Person) seenNow() Seen {
	seen, _ := p.now()
	return seen
}

// stands is where the person's session stands; nil for nowhere. It is safe for concurrent
// use.
func (p *Person) stands() *Position {
	p.class.roster.mutex.Lock()
	defer p.class.roster.mutex.Unlock()
	return p.position
}

// Rename gives the person another name, as others see it.
func (p *Person) Rename(name string) {
	p.change(func(s *Seen) {
		if n := numberOf(p.who); n > 0 {
			name = clip(name, mostName-6) + " " + strconv.Itoa(n)
		}
		s.Name = clip(style.Printable(name), mostName)
	})
}
