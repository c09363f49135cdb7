package class

import (
	"context"
	"strings"

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
			for _, o := range orderWords() {
				if o.does == "" {
					continue
				}
				offer := layer.Offered("class "+o.word, o.does)
				if o.takes != "" {
					offer.Intent = nil
				}
				all = append(all, offer)
			}
			for _, source := range []layer.Source{s.Puzzles.Source(), s.Lessons.Source()} {
				for _, offer := range source.Commands[0].Offers(v) {
					switch strings.TrimPrefix(offer.Text, ask.Kind+" ") {
					case ask.ShareWord, ask.OneCostWord, ask.MistakesWord: // of one user alone
					default:
						all = append(all, layer.Offered("class "+offer.Text, offer.Does))
					}
				}
			}
			for _, name := range s.Puzzles.Files.Samples() {
				all = append(all, layer.Offered("class open "+name,
					"your explorer opens it, and everybody sees it"))
			}
			return all
		},
	}, "the class: who is here, what is open")
	return layer.Source{Kind: AllKind, Commands: []layer.Command{e},
		Open: func(ctx context.Context, about string) (layer.Leader, error) {
			o, what, err := parseAll(about)
			if err != nil {
				return nil, err
			}
			w := wish{ctx: ctx, class: c, from: s, by: p, about: what}
			if o != nil {
				err = o.carryOut(&w)
			}
			switch {
			case err != nil:
				return nil, err
			case w.said != "":
				return nil, layer.Done(w.said)
			}
			b := board(p)
			b.intents, b.back = w.then, p.behind()
			return b, nil
		}}
}
