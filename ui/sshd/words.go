package sshd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/samples/lessons"
	"facet/ui/app"
	"facet/ui/class"
	"facet/ui/command"
	"facet/ui/files/store"
	"facet/ui/layer"
	"facet/ui/lesson"
	"facet/ui/program"
	"facet/ui/puzzle"
	"facet/ui/solver"
	"facet/ui/style"
)

// word is what may stand behind the host.
type word struct {
	name, args, does string
	screen           bool // it needs a terminal
	leads            bool // only a lecturer may
	run              func(v *guestSession, args []string) error
}

// words lists them in the order of the menu.
func words() []word {
	return []word{
		{"follow", "", "follow the lecturer; o tries a move, f comes back", true, false, (*guestSession).follow},
		{"lead", "[NAME]", "lead the class on a dag", true, true, (*guestSession).guest},
		{"watch", "", "watch the search of the class", true, false, (*guestSession).watch},
		{"board", "", "who is here, who follows, and their results", true, true, (*guestSession).showBoard},
		{"explore", "[NAME]", "work on a dag; without a NAME on the first one", true, false, (*guestSession).explore},
		{"lesson", "[NAME]", "a lesson, page by page", true, false, (*guestSession).lesson},
		{"puzzle", "[NAME]", "solve a puzzle, by name or level 1 to 5", true, false, (*guestSession).puzzle},
		{"show", "NAME", "print a dag and its line dag", false, false, (*guestSession).show},
		{"sequence", "", "print your last sequence", false, false, (*guestSession).sequence},
		{"found", "[certificate]", "print the best sequence of the class's search, or its certificate", false, true, (*guestSession).found},
		{"results", "", "print what the class has reached, as CSV", false, true, (*guestSession).printResults},
		{"help", "", "print these words", false, false, func(v *guestSession, _ []string) error { return v.help() }},
	}
}

// wordOf finds a word.
func wordOf(name string) (word, bool) {
	for _, w := range words() {
		if w.name == name {
			return w, true
		}
	}
	return word{}, false
}

// carryOut does what the words behind the host say.
func (v *guestSession) carryOut(said []string) error {
	_, pty := v.line.now()
	switch {
	case len(said) == 0 && pty:
		if err := v.askName(); err != nil {
			return err
		}
		return v.menu()
	case len(said) == 0:
		return errors.New("there is no terminal for the menu: use ssh -t, or one of " + v.names(false))
	}
	w, ok := wordOf(said[0])
	switch args := said[1:]; {
	case !ok:
		return fmt.Errorf("there is no word %q here: choose one of %s", said[0], v.names(true))
	case w.leads && !v.leads:
		return fmt.Errorf("%s is for lecturers: choose one of %s", w.name, v.names(true))
	case len(args) > 1 && w.name != puzzle.Kind || len(args) > 0 && w.args == "":
		return fmt.Errorf("%s takes %s, %q is too much", w.name, atMost(w), args[len(args)-1])
	case len(args) == 0 && strings.HasPrefix(w.args, "N"):
		return fmt.Errorf("%s takes %s: %s", w.name, atMost(w), strings.Join(v.library.Samples(), ", "))
	case w.screen && !pty:
		return fmt.Errorf("%s needs a terminal: ssh -t HOST %s, or ssh %s@HOST", w.name, strings.Join(said, " "), w.name)
	case w.screen:
		if err := v.askName(); err != nil {
			return err
		}
	}
	return w.run(v, said[1:])
}

func atMost(w word) string {
	if w.args == "" {
		return "nothing"
	}
	return "one " + strings.Trim(w.args, "[]")
}

// names lists the words that the guest may say, or those of them that work without
// a terminal.
func (v *guestSession) names(all bool) string {
	var list []string
	for _, w := range words() {
		if (all || !w.screen) && (v.leads || !w.leads) {
			list = append(list, w.name)
		}
	}
	return strings.Join(list, ", ")
}

func (v *guestSession) help() error {
	end := "\n"
	if _, pty := v.line.now(); pty {
		end = "\r\n"
	}
	for _, w := range words() {
		if w.leads && !v.leads {
			continue
		}
		screen := ""
		if w.screen {
			screen = " (needs a terminal: ssh -t)"
		}
		if _, err := fmt.Fprintf(v.out, "%-16s %s%s%s", strings.TrimSpace(w.name+" "+w.args), w.does, screen, end); err != nil {
			return err
		}
	}
	return nil
}

// explore is an explorer of the guest's own.
func (v *guestSession) explore(args []string) error {
	g, err := v.dagOf(first(args))
	if err != nil {
		return err
	}
	return v.explores(g, func(*app.Options) error { return nil })
}

// follow is an explorer in which the lecturer leads.
func (v *guestSession) follow([]string) error {
	g := v.options.Dags[0].Dag
	if p := v.class.Position(); p != nil {
		g = p.Dag
	}
	return v.explores(g, func(o *app.Options) error {
		o.Leader = v.person.Led(class.Kind, v.class.Follow(v.person))
		return nil
	})
}

// guest is an explorer that the class follows, and whose searches it watches.
func (v *guestSession) guest(args []string) error {
	g, err := v.dagOf(first(args))
	if err != nil {
		return err
	}
	leader := v.class.Lead(v.name)
	defer leader.Leave()
	v.person.Lead(true)
	defer v.person.Lead(false)
	return v.explores(g, func(o *app.Options) error {
		o.Shown = func(s *layer.View) {
			leader.Shown(s)
			v.person.Shown(s)
		}
		o.Status = v.class.Together
		return nil
	})
}

// lesson is an explorer in which a lesson leads, the first without a name.
func (v *guestSession) lesson(args []string) error {
	name := first(args)
	if name == "" {
		name = lessons.Names()[0]
	}
	return v.led(lesson.Kind, name)
}

// puzzle is an explorer in which a puzzle leads, the first that is not solved without
// a name.
func (v *guestSession) puzzle(args []string) error {
	return v.led(puzzle.Kind, strings.Join(args, " "))
}

// led is an explorer in which somebody leads.
func (v *guestSession) led(kind, about string) error {
	return v.explores(v.options.Dags[0].Dag, func(o *app.Options) error {
		for _, source := range o.Sources {
			if source.Kind == kind {
				by, err := source.Open(v.ctx, about)
				o.Leader = by
				return err
			}
		}
		return fmt.Errorf("there is no %s here", kind)
	})
}

// leaders are who can be asked to lead in a guest's explorer.
func (v *guestSession) leaders(lessons lesson.Library, puzzles puzzle.Library) []layer.Source {
	all := []layer.Source{v.class.Source(v.person), lessons.Source(), puzzles.Source(), v.class.Watches(v.leads)}
	if v.leads {
		return v.person.LecturersLeaders(v.libraries(), v.Server.board, all...)
	}
	return append(v.person.Leaders(puzzles.Take, all...), v.naming())
}

// libraries are what can be opened for all.
func (s *Server) libraries() class.Libraries {
	return class.Libraries{Puzzles: s.puzzles, Lessons: lesson.Library{Files: s.library}}
}

// showBoard is an explorer with the class's board in front.
func (v *guestSession) showBoard([]string) error {
	return v.explores(v.options.Dags[0].Dag, func(o *app.Options) error {
		o.Leader = v.Server.board().For(v.person)
		return nil
	})
}

// watch is an explorer that shows the class's search.
func (v *guestSession) watch([]string) error {
	g := v.options.Dags[0].Dag
	if s := v.class.Searching(); s != nil {
		g = s.State.Dag()
	}
	return v.runs(g, v.class.View(v.leads), func(o *app.Options) error {
		o.Autosave, o.Unsaved = v.leads && o.Autosave, nil // others do nothing here
		o.Leader = v.person.Led(class.WatchKind, v.class.Watch(v.leads))
		return nil
	})
}

// explores runs an explorer of the guest's own: searches wait for their turn, but
// those of a lecturer, which are the class's.
func (v *guestSession) explores(g *model.Dag, set func(*app.Options) error) error {
	own := v.pool.Start
	if v.leads {
		own = v.class.Share(v.name)
	}
	return v.runs(g, func(ctx context.Context, s *model.State, p planner.Options) (solver.Handle, error) {
		if v.person.Watches() {
			return v.class.View(v.leads)(ctx, s, p)
		}
		return own(ctx, s, p)
	}, set)
}

// runs runs a guest's explorer on a dag with a solver whose runs begin so. It goes on
// where the key left off.
func (v *guestSession) runs(g *model.Dag, start func(context.Context, *model.State, planner.Options) (solver.Handle, error), set func(*app.Options) error) error {
	e := program.Environment{Terminal: v.terminal(), Files: v.files(), Puzzles: &v.puzzles, Results: v.person.Keeper(nil), Leaders: v.leaders, Unasked: "off",
		Solver: &solver.Options{Start: start, Turns: v.studies}}
	place, leave, unsaved := v.stateDirectory()
	defer leave()
	if e.Unsaved = unsaved; unsaved == nil {
		e.Directory, e.Results = &place, v.person.Keeper(place)
	}
	o, err := program.Assemble(v.ctx, e)
	if err != nil {
		return err
	}
	o.Dag, o.FPS, o.Again, o.Turns, o.Shared, o.Shown = g, framesASecond, "the same ssh", v.turns, v.shared, v.person.Shown
	if saved, ok := place.Latest(g); unsaved == nil && ok {
		if s, err := place.Load(saved.Path, g); err == nil {
			o.Session, o.Resumed = s, saved.Path
		}
	}
	if err := set(&o); err != nil {
		return errors.Join(err, o.Close())
	}
	ctx, over := context.WithCancel(v.ctx)
	defer over()
	if o.News = v.person.News(ctx); v.leads {
		o.News = v.class.Changes(ctx)
	}
	defer v.person.Rest()
	return program.Apart(ctx, o)
}

// files is the guest's library.
func (v *guestSession) files() *library {
	if v.key != "" {
		return v.library
	}
	bare := *v.library
	bare.keyless = true
	return &bare
}

// framesASecond is how often a guest's screen is drawn, at most.
const framesASecond = 30

// show prints a dag as facet show does.
func (v *guestSession) show(args []string) error {
	g, err := v.dagOf(args[0])
	if err != nil {
		return err
	}
	size, _ := v.line.now()
	text, err := command.Show(v.ctx, args[0], g, size.Width, style.New(style.Auto, false, v.line.Getenv).ASCII)
	if err == nil {
		_, err = v.text().Write(text)
	}
	return err
}

// sequence prints the sequence that the guest left last.
func (v *guestSession) sequence([]string) error {
	if v.key == "" {
		return errors.New("nothing is saved without a key: ssh-keygen makes one")
	}
	place := store.At(v.places.home(v.key))
	saved, ok := place.LatestOfAll()
	if !ok {
		return errors.New("you have no saved work yet: start with ssh HOST explore")
	}
	s, err := place.Load(saved.Path)
	if err != nil {
		return err
	}
	_, err = io.WriteString(v.text(), about(saved, s)+s.Sequence())
	return err
}

// found prints what the class's search has found.
func (v *guestSession) found(args []string) error {
	search := v.class.Searching()
	if search == nil {
		return errors.New("no search has run: start one with :class search")
	}
	found, ok := search.Found()
	if !ok {
		return errors.New("the search has found no sequence yet")
	}
	if len(args) == 0 {
		text, err := foundText(found)
		if err == nil {
			_, err = io.WriteString(v.text(), text)
		}
		return err
	}
	if args[0] != "certificate" {
		return fmt.Errorf("found takes certificate, or nothing: %q is neither", args[0])
	}
	if !found.Fresh {
		return errors.New("this search did not begin at step 0, so there is no certificate")
	}
	ctx, cancel := context.WithTimeout(v.ctx, proofTime)
	defer cancel()
	proof, err := proofOf(ctx, found)
	if err == nil {
		_, err = v.text().Write(proof)
	}
	return err
}

// proofTime is how long a certificate may take that somebody waits for.
const proofTime = 10 * time.Second

// printResults prints what the class has reached.
func (v *guestSession) printResults([]string) error {
	all, _ := v.class.Results()
	_, err := v.text().Write(resultsText(all))
	return err
}

// about is the remark above a sequence.
func about(saved store.Saved, s *session.Session) string {
	return fmt.Sprintf("# %s, total %s, %s of %s\n", style.Printable(saved.Dag), s.State().Spent(),
		style.Plural(s.Depth(), "step", "steps"), saved.When.Format("2 January 2006 15:04"))
}

// text takes lines as a terminal wants them.
func (v *guestSession) text() io.Writer {
	if _, pty := v.line.now(); pty {
		return returns{v.out}
	}
	return v.out
}

// returns puts a carriage return before each line's end.
type returns struct{ out io.Writer }

func (r returns) Write(p []byte) (int, error) {
	if _, err := io.WriteString(r.out, strings.ReplaceAll(string(p), "\n", "\r\n")); err != nil {
		return 0, err
	}
	return len(p), nil
}

func first(args []string) string {
	if len(args) == 0 {
		return ""
	}
	return args[0]
}
