package puzzle

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"facet/model"
	"facet/planner/teach/puzzle"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/onecost"
)

// Kind is the first word of the [intent.Lead] that opens a puzzle.
const Kind = "puzzle"

// Library is where puzzles are taken from.
type Library struct {
	Files     files.Library      // to dags that puzzles are made of
	Directory *store.Directory   // of what came of puzzles; nil keeps nothing
	Tried     func(store.Puzzle) // takes what came of one, too; nil where nobody looks on
	// Referees are those of several explorers; nil where each has its own.
	Referees *Referees

	shipped func() ([]*puzzle.Puzzle, error)
	now     func() time.Time
}

// NewLibrary makes a library that reads the shipped puzzles once, when they are first
// asked for. The directory may be nil.
func NewLibrary(files files.Library, kept *store.Directory) Library {
	return Library{Files: files, Directory: kept, shipped: sync.OnceValues(puzzle.Shipped), now: time.Now}
}

// LibraryIn is the library of an explorer that runs in these surroundings.
func LibraryIn(around layer.Surroundings) Library {
	return NewLibrary(around.Files, around.Directory)
}

// kept is what came of a puzzle before; false where nothing is kept of it.
func (l Library) kept(name string, g *model.Dag) (store.Puzzle, bool) {
	if l.Directory == nil {
		return store.Puzzle{}, false
	}
	return l.Directory.Puzzle(name, g)
}

// keep keeps what came of a puzzle, as far as it is kept here.
func (l Library) keep(g *model.Dag, r store.Puzzle) error {
	if l.Tried != nil {
		l.Tried(r)
	}
	if l.Directory == nil {
		return nil
	}
	return l.Directory.KeepPuzzle(g, r)
}

// Tables are the keys of all puzzles.
func Tables() []*layer.Table { return []*layer.Table{Table(), onecost.Table()} }

// Source opens puzzles for the explorer.
func (l Library) Source() layer.Source {
	return layer.Source{Kind: Kind, Commands: []layer.Command{l.command()}, Section: l.section,
		Open: func(ctx context.Context, about string) (layer.Leader, error) {
			about = strings.TrimSpace(about)
			if rest, ok := strings.CutPrefix(about, OneCostWord); ok {
				return l.oneCost(ctx, rest)
			}
			if c, ok, err := puzzle.ParseCode(about); ok && err == nil && c.OneCost {
				return l.oneCost(ctx, fmt.Sprintf("seed %d number %d", c.Seed, c.Number))
			}
			if about == MistakesWord {
				g, err := l.mistake(ctx)
				if err != nil {
					return nil, err
				}
				return g, nil
			}
			g, err := l.Open(ctx, about)
			if err != nil {
				return nil, err
			}
			return g, nil
		}}
}

// section is the puzzles on the first page.
func (l Library) section() (layer.Section, error) {
	s := layer.Section{Name: "puzzles", Key: "p",
		About: "Find a sequence of a given cost. Every optimal move counts as right, and a hint is one key away."}
	all, err := l.shipped()
	add := func(about, title, reached string) {
		s.Entries = append(s.Entries, layer.Entry{Name: about, Title: title, Reached: reached, Line: Kind +
			" " + about, Means: intent.Lead{Kind: Kind, About: about}})
	}
	for _, p := range all {
		add(p.Name, p.Title, l.standing(p))
	}
	for level := 1; level <= puzzle.Levels; level++ {
		add("level "+strconv.Itoa(level), "a random puzzle of this difficulty, and then the next one", "")
	}
	add(OneCostWord, "change one cost so that edge elimination is optimal", "")
	return s, err
}

// standing is what came of a puzzle; empty where it was not tried.
func (l Library) standing(p *puzzle.Puzzle) string {
	r, ok := l.kept(p.Name, p.Dag)
	if text := standingOf(r); ok && text != untried {
		return text
	}
	return ""
}

// OneCostWord is what a puzzle about one cost is called by: "one-cost seed 7 number 2".
const OneCostWord = "one-cost"

// oneCost makes the leader of a puzzle about one cost; without a number it is the first that
// is not solved.
func (l Library) oneCost(ctx context.Context, about string) (layer.Leader, error) {
	s, ok, err := parseSeries("level 1 " + about)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("%s is no series: write it as in one-cost seed 7 number 2",
			style.Printable(strings.TrimSpace(about)))
	}
	seed := max(1, s.Seed)
	for n := max(1, s.Number); ; n++ {
		p, err := puzzle.RandomOneCost(ctx, seed, n)
		if err != nil {
			return nil, err
		}
		if s.Number > 0 || n == mostNumbers || !l.solved(p.Name, p.Dag) {
			return onecost.New(context.WithoutCancel(ctx), p, l.keep), nil
		}
	}
}

func (l Library) command() layer.Command {
	return layer.Command{
		Name: "puzzle", Args: "a name, a code, level 1 to 5, or a file",
		Does: "open a puzzle; your own session is kept",
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == ShareWord {
				return share(), nil
			}
			return intent.Lead{Kind: Kind, About: arg}, nil
		},
		Offers: func(*layer.View) []layer.Offer {
			all, err := l.shipped()
			if err != nil {
				return nil
			}
			var offers []layer.Offer
			for _, p := range all {
				offers = append(offers, layer.Offered("puzzle "+p.Name, p.Title))
			}
			offers = append(offers,
				layer.Offered("puzzle "+OneCostWord, "change one cost so that edge elimination is optimal"),
				layer.Offered("puzzle "+MistakesWord, "what you lost before, asked again"),
				layer.Offered("puzzle "+ShareWord,
					"how others open this puzzle: its code, also as a QR code"))
			for level := 1; level <= puzzle.Levels; level++ {
				offers = append(offers, layer.Offered("puzzle level "+strconv.Itoa(level),
					"a random one; add seed N to choose the series"))
			}
			return offers
		},
	}
}

// Open makes the leader of a puzzle: of the shipped one of that name, of a code, of a series
// ("level 3 seed 7 number 2", of which all but the level may be missing), or of
// the dag in a file, after "classic" in classic mode. Without a name it is the
// first shipped one that is not solved yet.
func (l Library) Open(ctx context.Context, about string) (*Leader, error) {
	p, err := l.Find(ctx, about)
	if err != nil {
		return nil, err
	}
	return l.Take(ctx, p)
}

// Find gives the puzzle that Open would make a leader of.
func (l Library) Find(ctx context.Context, about string) (*puzzle.Puzzle, error) {
	return l.find(ctx, strings.TrimSpace(about))
}

// Take makes the leader of a puzzle that was found already.
func (l Library) Take(ctx context.Context, p *puzzle.Puzzle) (*Leader, error) {
	return New(context.WithoutCancel(ctx), Options{Puzzle: p, Library: l})
}

func (l Library) find(ctx context.Context, about string) (*puzzle.Puzzle, error) {
	all, err := l.shipped()
	if err != nil {
		return nil, err
	}
	if about == "" {
		return l.unsolved(ctx, all, 0)
	}
	for _, p := range all {
		if p.Name == about {
			return p, nil
		}
	}
	code, looksLikeCode, wrong := puzzle.ParseCode(about)
	if looksLikeCode && wrong == nil {
		return code.Puzzle(ctx)
	}
	if series, ok, err := parseSeries(about); ok || err != nil {
		if err != nil {
			return nil, err
		}
		return l.inSeries(ctx, series)
	}
	p, err := l.ofDag(ctx, about)
	var missing *files.Missing
	if looksLikeCode && errors.As(err, &missing) { // no file is called like that
		return nil, wrong
	}
	return p, err
}

// parseSeries reads "level 3 seed 7 number 2"; dashes in front of words do no harm.
func parseSeries(text string) (s puzzle.Series, ok bool, err error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '=' })
	for k := 0; k < len(words); k++ {
		word := strings.TrimLeft(words[k], "-")
		if word == "patterns" && k > 0 {
			s.Patterns = true
			continue
		}
		if word != "level" && word != "seed" && word != "number" {
			return s, false, nil
		}
		if k+1 == len(words) {
			return s, true, fmt.Errorf("%s needs a number", word)
		}
		k++
		n, err := strconv.ParseUint(words[k], 10, 64)
		if err != nil {
			return s, true, fmt.Errorf("%s is %q: write a whole number from 0", word, words[k])
		}
		switch word {
		case "level":
			s.Level = int(min(n, 1<<30))
		case "seed":
			s.Seed = n
		case "number":
			s.Number = int(min(n, 1<<30))
		}
	}
	if len(words) == 0 {
		return s, false, nil
	}
	if s.Level == 0 {
		s.Level = 1
	}
	return s, true, nil
}

// mostNumbers is how many puzzles of a series are looked through for one that is
// not solved.
const mostNumbers = 200

// inSeries is a puzzle of a series; without a number the first that is not solved.
func (l Library) inSeries(ctx context.Context, s puzzle.Series) (*puzzle.Puzzle, error) {
	if s.Number > 0 {
		return s.Puzzle(ctx)
	}
	for s.Number = 1; ; s.Number++ {
		p, err := s.Puzzle(ctx)
		if err != nil || s.Number == mostNumbers || !l.solved(p.Name, p.Dag) {
			return p, err
		}
	}
}

func (l Library) solved(name string, g *model.Dag) bool {
	kept, ok := l.kept(name, g)
	return ok && kept.Solved
}

// names are those of shipped puzzles and of samples.
func (l Library) names() []string {
	names := l.Files.Samples()
	all, _ := l.shipped()
	for _, p := range all {
		names = append(names, p.Name)
	}
	return names
}

// ofDag makes a puzzle of a dag: find its optimum.
func (l Library) ofDag(ctx context.Context, about string) (*puzzle.Puzzle, error) {
	name, classic := strings.CutPrefix(about, "classic ")
	in, err := l.Files.Open(ctx, name)
	var missing *files.Missing
	if errors.As(err, &missing) {
		if near := style.DidYouMean(name, l.names()); near != "" {
			return nil, noPuzzle{fmt.Sprintf("there is no puzzle and no dag %s%s", style.Printable(name),
				near), missing}
		}
		return nil,
			noPuzzle{fmt.Sprintf("there is no puzzle and no dag %s: facet puzzle --list and facet samples list them", style.Printable(name)), missing}
	}
	if err != nil {
		return nil, err
	}
	g, err := in.Dag(ctx)
	if err != nil {
		return nil, err
	}
	p := &puzzle.Puzzle{Name: g.Name + "-optimum", Title: "The optimum of " + g.Name, Dag: g}
	if classic {
		p.Dag, p.Name, p.Title = g.Classic(), g.Name+"-classic-optimum", p.Title+", classic"
	}
	return p, nil
}

// noPuzzle says that there is no puzzle of a name, since there is no such file.
type noPuzzle struct {
	text    string
	missing *files.Missing
}

func (n noPuzzle) Error() string { return n.text }
func (n noPuzzle) Unwrap() error { return n.missing }

// next is the puzzle that follows: the next of the series, or the next shipped one
// that is not solved, and when all are, a series.
func (l Library) next(ctx context.Context, after *puzzle.Puzzle) (*puzzle.Puzzle, error) {
	if s := after.Series; s.Level > 0 {
		s.Number++
		return s.Puzzle(ctx)
	}
	all, err := l.shipped()
	if err != nil {
		return nil, err
	}
	from := 0
	for k, p := range all {
		if p.Name == after.Name {
			from = k + 1
		}
	}
	return l.unsolved(ctx, all, from)
}

// unsolved is the first puzzle from a place on, and then from the start, that is
// not solved; when all are, the first that is not of a series.
func (l Library) unsolved(ctx context.Context, all []*puzzle.Puzzle, from int) (*puzzle.Puzzle, error) {
	for k := range all {
		if p := all[(from+k)%len(all)]; !l.solved(p.Name, p.Dag) {
			return p, nil
		}
	}
	return l.inSeries(ctx, puzzle.Series{Seed: 1, Level: 1})
}
