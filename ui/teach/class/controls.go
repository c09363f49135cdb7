package class

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"facet/ui/draw/style"
	"facet/ui/teach/presenter"
)

// orderWord is a word behind :class, with what it takes; nothing is said of what it does where
// libraries have what it opens.
type orderWord struct{ word, takes, does string }

func orderWords() []orderWord {
	return []orderWord{
		{presenter.Kind, "a name", ""},
		{openWord, "a name", ""},
		{followWord, "", "everybody follows your steps again"},
		{searchWord, "", "a search from this state, for everybody to watch"},
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
}

// mostMinutes is how long the clock runs at most.
const mostMinutes = 24 * 60

// check says what is wrong with what follows the word.
func (w *orderWord) check(about string) error {
	switch {
	case w.takes == "" && about != "":
		return fmt.Errorf("class %s takes nothing more", w.word)
	case w.takes != "" && about == "":
		return fmt.Errorf("class %s takes %s", w.word, w.takes)
	case w.word == clockWord:
		if n, err := strconv.ParseFloat(about, 64); err != nil || !(n > 0) || n > mostMinutes {
			return fmt.Errorf("class clock takes a number of minutes up to %d, as class clock 5", mostMinutes)
		}
	}
	return nil
}

// control carries out a word that opens nothing, for a lecturer, and says what was done; empty for
// the others.
func (c *Class) control(by, word, about string) (string, error) {
	switch word {
	case sayWord:
		c.orders.say(by, about)
		return "Everybody reads: " + style.Printable(about), nil
	case hintWord:
		return "Everybody reads the hint.", c.orders.hint()
	case clockWord:
		n, err := strconv.ParseFloat(about, 64)
		if err != nil {
			return "", err
		}
		d := time.Duration(n * float64(time.Minute))
		c.orders.startClock(d)
		return "The clock runs: " + Duration(d) + ".", nil
	case freezeWord, goWord:
		if c.Task() == nil {
			return "", errors.New("nothing is open for everybody: there are no moves to stop")
		}
		c.orders.freeze(word == freezeWord)
		return map[string]string{freezeWord: "Moves are stopped: :class go, or z on the board, lets them go on.", goWord: "Moves go on."}[word], nil
	case unhideWord:
		c.Roster.hide("", false)
		return "Everybody is on the board.", nil
	case showWord, removeWord, hideWord:
		return c.controlPerson(word, about)
	}
	return "", nil
}

// controlPerson carries out a word about a person.
func (c *Class) controlPerson(word, about string) (string, error) {
	p, err := c.Roster.find(about)
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
		c.positions.Set(&shown)
		return "Who follows sees the steps of " + name + ", until you move.", nil
	case removeWord:
		c.Roster.remove(p)
		return name + " is removed.", nil
	}
	c.Roster.hide(p.who, true)
	return name + " is off the board; class unhide shows everybody again.", nil
}
