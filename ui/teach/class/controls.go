package class

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/teach/presenter"
	ask "facet/ui/teach/puzzle"
)

// order is a word behind :class, with what it takes, and how it is carried out for a lecturer.
// Nothing is said of what it does where libraries have what it opens.
type order struct {
	word, takes, does string
	carryOut          func(*wish) error
}

// wish is an order as it is given, and what comes of it.
type wish struct {
	ctx   context.Context
	class *Class
	from  Libraries
	by    *Person
	about string

	said string          // that it was done; empty where the board shows it
	then []intent.Intent // what becomes of the lecturer's own explorer
}

// orderWords are all orders; those that open something for all come first.
func orderWords() []order {
	return []order{
		{ask.Kind, anything, "", (*wish).puzzle},
		{presenter.Kind, "a name", "", (*wish).lesson},
		{"open", "a name", "", (*wish).dag},
		{Kind, "", "everybody follows your steps again", func(w *wish) error {
			w.class.open(&Task{Kind: Kind, Called: "the lecturer's own steps"})
			return nil
		}},
		{"search", "", "a search from this state, for everybody to watch", (*wish).search},
		{"say", "a sentence", "a message to everybody", func(w *wish) error {
			w.class.say(w.by.Name(), w.about)
			w.said = "Everybody reads: " + style.Printable(w.about)
			return nil
		}},
		{"hint", "", "the author's next hint on the open puzzle, to everybody", func(w *wish) error {
			w.said = "Everybody reads the hint."
			return w.class.hint()
		}},
		{"clock", "a number of minutes", "so much time for the open puzzle; then moves stop", (*wish).clock},
		{"freeze", "", "stop all moves in the open puzzle", func(w *wish) error {
			return w.freeze(true, "Moves are stopped: :class go, or z on the board, lets them go on.")
		}},
		{"go", "", "let the moves go on", func(w *wish) error { return w.freeze(false, "Moves go on.") }},
		{"show", "a name", "show somebody's steps to all who follow", (*wish).show},
		{"remove", "a name", "close somebody's sessions; their key does not come in again", (*wish).remove},
		{"hide", "a name", "take somebody off the board", (*wish).hide},
		{"unhide", "", "show everybody on the board again", func(w *wish) error {
			w.class.unhide()
			w.said = "Everybody is on the board."
			return nil
		}},
	}
}

// anything is what a word takes that may stand alone.
const anything = "anything"

var errNothingForAll = errors.New("class takes lesson NAME, puzzle NAME, puzzle level 3 seed 7, open NAME, search, follow, say, hint, clock, freeze, go, show NAME, remove NAME, hide NAME or unhide; without one it shows the board")

// parseAll reads an order, and what it is about; nil for none, which shows the board.
func parseAll(arg string) (o *order, about string, err error) {
	word, about, _ := strings.Cut(strings.TrimSpace(arg), " ")
	if about = strings.TrimSpace(about); word == "" {
		return nil, "", nil
	}
	if word == ask.Kind && strings.HasPrefix(about, "-") { // as on the shell
		about = strings.ReplaceAll(about, "--", "")
	}
	for _, o := range orderWords() {
		if o.word != word {
			continue
		}
		switch {
		case o.takes == "" && about != "":
			err = fmt.Errorf("class %s takes nothing more", word)
		case o.takes != "" && o.takes != anything && about == "":
			err = fmt.Errorf("class %s takes %s", word, o.takes)
		case word == "clock":
			_, err = minutes(about)
		}
		return &o, about, err
	}
	return nil, "", errNothingForAll
}

// mostMinutes is how long the clock runs at most.
const mostMinutes = 24 * 60

func minutes(text string) (time.Duration, error) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || !(n > 0) || n > mostMinutes {
		return 0, fmt.Errorf("class clock takes a number of minutes up to %d, as class clock 5", mostMinutes)
	}
	return time.Duration(n * float64(time.Minute)), nil
}

func (w *wish) puzzle() error {
	p, err := w.from.Puzzles.Find(w.ctx, w.about)
	if err != nil {
		return err
	}
	if n := p.Series; n.Level > 0 { // the same one for all, whatever each has solved
		w.about = n.String()
	}
	w.class.open(&Task{Kind: ask.Kind, About: w.about, Called: "the puzzle " + style.Printable(p.Name),
		Puzzle: p})
	return nil
}

func (w *wish) lesson() error {
	found, err := w.from.Lessons.Find(w.ctx, w.about)
	if err != nil {
		return err
	}
	w.class.open(&Task{Kind: presenter.Kind, About: found.Name,
		Called: "the lesson " + style.Printable(found.Name)})
	return nil
}

func (w *wish) dag() error {
	if !w.by.leading() {
		return errors.New("you do not lead from here: connect with the word lead to open a dag for everybody")
	}
	if _, err := w.from.Puzzles.Files.Open(w.ctx, w.about); err != nil {
		return err
	}
	w.class.open(&Task{Kind: Kind, Called: "the dag " + style.Printable(w.about)})
	w.then = []intent.Intent{intent.EndLead{}, intent.Line("open " + w.about)}
	return nil
}

func (w *wish) search() error {
	w.class.open(&Task{Kind: WatchKind, Called: "a search to watch"})
	if !w.class.Searching().running() {
		w.then = []intent.Intent{intent.EndLead{}, intent.Line("search"), intent.Focus{Panel: intent.Solver}}
	}
	return nil
}

func (w *wish) clock() error {
	d, err := minutes(w.about)
	if err == nil {
		w.class.startClock(d)
		w.said = "The clock runs: " + Duration(d) + "."
	}
	return err
}

func (w *wish) freeze(stops bool, said string) error {
	if w.class.Task() == nil {
		return errors.New("nothing is open for everybody: there are no moves to stop")
	}
	w.class.freeze(stops)
	w.said = said
	return nil
}

func (w *wish) show() error {
	p, err := w.class.find(w.about)
	if err != nil {
		return err
	}
	name, at := p.Name(), p.stands()
	if at == nil {
		return fmt.Errorf("%s shows no steps", name)
	}
	shown := *at
	shown.Lecturer = name
	w.class.open(&Task{Kind: Kind, Called: "the steps of " + name})
	w.class.positions.Set(&shown)
	w.said = "Who follows sees the steps of " + name + ", until you move."
	return nil
}

func (w *wish) remove() error {
	p, err := w.class.find(w.about)
	if err == nil {
		w.class.remove(p)
		w.said = p.Name() + " is removed."
	}
	return err
}

func (w *wish) hide() error {
	p, err := w.class.find(w.about)
	if err == nil {
		w.class.hide(p.who)
		w.said = p.Name() + " is off the board; class unhide shows everybody again."
	}
	return err
}
