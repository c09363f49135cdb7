package class

import (
	"context"
	"errors"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/teach/presenter"
	ask "facet/ui/teach/puzzle"
)

// Libraries are what tasks are taken from. No file lies behind them, as students cannot
// reach one.
type Libraries struct {
	Puzzles ask.Library
	Lessons presenter.Library
}

// puzzle makes a task of a puzzle.
func (l Libraries) puzzle(ctx context.Context, about string) (*Task, error) {
	p, err := l.Puzzles.Find(ctx, about)
	if err != nil {
		return nil, err
	}
	if n := p.Series; n.Level > 0 { // the same one for all, whatever each has solved
		about = n.String()
	}
	return &Task{Kind: ask.Kind, About: about, Called: "the puzzle " + style.Printable(p.Name), Puzzle: p},
		nil
}

// lesson makes a task of a lesson.
func (l Libraries) lesson(ctx context.Context, about string) (*Task, error) {
	found, err := l.Lessons.Find(ctx, about)
	if err != nil {
		return nil, err
	}
	return &Task{Kind: presenter.Kind, About: found.Name, Called: "the lesson " +
			style.Printable(found.Name)},
		nil
}

var errNothingForAll = errors.New("class takes lesson NAME, puzzle NAME, puzzle level 3 seed 7, open NAME, search, follow, say, hint, clock, freeze, go, show NAME, remove NAME, hide NAME or unhide; without one it shows the board")

// parseAll reads what shall be open for all.
func parseAll(arg string) (word, about string, err error) {
	word, about, _ = strings.Cut(strings.TrimSpace(arg), " ")
	about = strings.TrimSpace(about)
	switch word {
	case "":
		return "", "", nil
	case ask.Kind:
		if strings.HasPrefix(about, "-") { // as on the shell
			about = strings.ReplaceAll(about, "--", "")
		}
		return word, about, nil
	}
	for _, w := range orderWords() {
		if w.word == word {
			return word, about, w.check(about)
		}
	}
	return "", "", errNothingForAll
}

// openAll opens something for all, and gives what becomes of the lecturer's own
// explorer; with nothing to open, and nothing to be done, the board shows itself.
func (c *Class) openAll(ctx context.Context, s Libraries, leads bool, word,
	about string) (intents []intent.Intent, err error) {
	var task *Task
	switch word {
	case ask.Kind:
		task, err = s.puzzle(ctx, about)
	case presenter.Kind:
		task, err = s.lesson(ctx, about)
	case searchWord:
		task = &Task{Kind: WatchKind, Called: "a search to watch"}
		if !c.running() {
			intents = []intent.Intent{intent.EndLead{}, intent.Line("search"),
				intent.Focus{Panel: intent.Solver}}
		}
	case openWord:
		if !leads {
			return nil,
				errors.New("you do not lead from here: connect with the word lead to open a dag for everybody")
		}
		_, err = s.Puzzles.Files.Open(ctx, about)
		task = &Task{Kind: Kind, Called: "the dag " + style.Printable(about)}
		intents = []intent.Intent{intent.EndLead{}, intent.Line("open " + about)}
	case followWord:
		task = &Task{Kind: Kind, Called: "the lecturer's own steps"}
	}
	if err != nil || task == nil {
		return nil, err
	}
	c.open(task)
	return intents, nil
}

// boards opens the board from within a lecturer's explorer, and other things for all.
func (c *Class) boards(p *Person, s Libraries, board func(*Person) *Board) layer.Source {
	lead := func(about string) intent.Intent { return intent.Lead{Kind: AllKind, About: about} }
	e := keyed(layer.Command{
		Name: AllKind, Args: "lesson NAME, puzzle NAME, open NAME, search, follow, say, hint, clock",
		Does:   "the board of the class; with a word it opens something for everybody",
		Intent: lead(""), Brief: "class",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if _, _, err := parseAll(arg); err != nil {
				return nil, err
			}
			return lead(arg), nil
		},
		Offers: func(v *layer.View) []layer.Offer {
			all := []layer.Offer{layer.Offered("class", "who is here, and their results")}
			for _, w := range orderWords() {
				if w.does == "" {
					continue
				}
				offer := layer.Offered("class "+w.word, w.does)
				if w.takes != "" {
					offer.Intent = nil
				}
				all = append(all, offer)
			}
			for _, source := range []layer.Source{s.Puzzles.Source(), s.Lessons.Source()} {
				for _, offer := range source.Commands[0].Offers(v) {
					if offer.Text != ask.Kind+" "+ask.ShareWord {
						all = append(all, layer.Offered("class "+offer.Text, offer.Does))
					}
				}
			}
			for _, name := range s.Puzzles.Files.Samples() {
				all = append(all, layer.Offered("class "+openWord+" "+name,
					"your explorer opens it, and everybody sees it"))
			}
			return all
		},
	}, "the class: who is here, what is open")
	return layer.Source{Kind: AllKind, Commands: []layer.Command{e},
		Open: func(ctx context.Context, about string) (layer.Leader, error) {
			word, what, err := parseAll(about)
			if err != nil {
				return nil, err
			}
			said, err := c.control(p.seenNow().Name, word, what)
			if err != nil {
				return nil, err
			}
			if said != "" {
				return nil, layer.Done(said)
			}
			intents, err := c.openAll(ctx, s, p.leading(), word, what)
			if err != nil {
				return nil, err
			}
			b := board(p)
			b.intents, b.back = intents, p.behind()
			return b, nil
		}}
}
