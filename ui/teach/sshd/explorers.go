package sshd

import (
	"context"
	"errors"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/explore/app"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files/store"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/terminal"
)

// explore is an explorer of the guest's own.
func (s *guestSession) explore(args []string) error {
	g, err := s.dagOf(first(args))
	if err != nil {
		return err
	}
	return s.explores(g, func(*app.Options) error { return nil })
}

// follow is an explorer in which the lecturer leads.
func (s *guestSession) follow([]string) error {
	g := s.server.options.Dags[0].Dag
	if p := s.server.class.Position(); p != nil {
		g = p.Dag
	}
	return s.led(g, class.Kind, "")
}

// lead is an explorer that the class follows, and whose searches it watches.
func (s *guestSession) lead(args []string) error {
	g, err := s.dagOf(first(args))
	if err != nil {
		return err
	}
	s.person.Lead()
	return s.explores(g, func(o *app.Options) error {
		o.Status = s.server.class.Together
		return nil
	})
}

// lesson is an explorer in which a lesson leads, the first without a name.
func (s *guestSession) lesson(args []string) error {
	name := first(args)
	if name == "" {
		name = presenter.First()
	}
	return s.led(s.server.options.Dags[0].Dag, presenter.Kind, name)
}

// puzzle is an explorer in which a puzzle leads, the first that is not solved without
// a name.
func (s *guestSession) puzzle(args []string) error {
	return s.led(s.server.options.Dags[0].Dag, puzzle.Kind, strings.Join(args, " "))
}

// led is an explorer in which something leads from the start.
func (s *guestSession) led(g *model.Dag, kind, about string) error {
	return s.explores(g, func(o *app.Options) (err error) {
		o.Leader, err = class.Open(s.ctx, o.Sources, kind, about)
		return err
	})
}

// leaders are what can lead in a guest's explorer.
func (s *guestSession) leaders(around layer.Surroundings) []layer.Source {
	if s.guest.leads {
		all, _ := s.server.sources(s.person, true, around)
		return s.server.class.LecturersLeaders(s.person, s.server.libraries(), s.server.board, all...)
	}
	return append(s.server.studentsLeaders(s.person, around), s.naming())
}

// studentsLeaders are what can lead a person who does not lead, with what is open for all.
func (s *Server) studentsLeaders(p *class.Person, around layer.Surroundings) []layer.Source {
	all, puzzles := s.sources(p, false, around)
	return s.class.Leaders(p, puzzles.Take, all...)
}

// sources open what can lead a person here: the lecturer, lessons, puzzles, and the class's search,
// which lecturers steer.
func (s *Server) sources(p *class.Person, steers bool, around layer.Surroundings) (all []layer.Source,
	puzzles puzzle.Library) {
	lessons, puzzles := presenter.LibraryIn(around), s.puzzles
	puzzles.Directory, puzzles.Tried = around.Directory, p.Tried
	lessons.Puzzles = puzzles
	all = []layer.Source{s.class.Source(p), lessons.Source(), puzzles.Source(), s.class.Watches(steers)}
	return all, puzzles
}

// libraries are what can be opened for all.
func (s *Server) libraries() class.Libraries {
	return class.Libraries{Puzzles: s.puzzles, Lessons: presenter.Library{Files: s.library}}
}

// showBoard is an explorer with the class's board in front.
func (s *guestSession) showBoard([]string) error {
	return s.led(s.server.options.Dags[0].Dag, class.AllKind, "")
}

// watch is an explorer that shows the class's search.
func (s *guestSession) watch([]string) error {
	g := s.server.options.Dags[0].Dag
	if search := s.server.class.Searching(); search != nil {
		g = search.State.Dag()
	}
	return s.explores(g, func(o *app.Options) (err error) {
		o.Autosave, o.Unsaved = s.guest.leads && o.Autosave, nil // others do nothing here
		o.Leader, err = class.Open(s.ctx, o.Sources, class.WatchKind, "")
		return err
	})
}

// search begins a search of the guest's explorer, or shows the class's to one who watches it.
// Searches wait for their turn, but those of a lecturer, which are the class's.
func (s *guestSession) search(ctx context.Context, state *model.State, p planner.Options) (solver.Handle,
	error) {
	begin := s.server.pool.Start
	switch {
	case s.person.Watches():
		begin = s.server.class.View(s.guest.leads)
	case s.guest.leads:
		begin = s.server.class.Share(s.guest.name)
	}
	return begin(ctx, state, p)
}

// explores runs a guest's explorer on a dag, with options that set changes.
func (s *guestSession) explores(g *model.Dag, set func(*app.Options) error) error {
	o, err := s.assembled(s.terminal(), g)
	if err != nil {
		return err
	}
	if err := set(&o); err != nil {
		return errors.Join(err, o.Close())
	}
	ctx, over := context.WithCancel(s.ctx)
	defer over()
	news := s.server.class.News(ctx, s.person)
	if s.guest.leads {
		news = s.server.class.Changes(ctx)
	}
	o.News = append(o.News, news, func() ([]intent.Intent, error) { return s.idle.warns(ctx) })
	defer s.person.Rest()
	return launch.Apart(ctx, o)
}

// assembled are the options of a guest's explorer, which goes on where the key left off.
func (s *guestSession) assembled(at terminal.Terminal, g *model.Dag) (o app.Options, err error) {
	e := shell.Explorer{Options: app.Options{Terminal: at, Files: s.files()}, Unasked: "off",
		Wings:    s.server.options.Parts,
		Planning: &solver.Options{Start: s.search, Turns: s.server.studies}}
	place, unsaved := s.stateDirectory()
	if e.Unsaved = unsaved; unsaved == nil {
		e.Place = &place
	}
	e.Leaders = s.leaders
	if o, err = launch.Assemble(s.ctx, e); err != nil {
		return o, err
	}
	o.Dag, o.FPS, o.Again, o.Shared, o.Shown = g, framesASecond, "the same ssh", s.server.shared,
		s.person.Shown
	if !s.guest.leads { // what a lecturer asks for waits for no guest's picture
		o.Turns = s.server.turns
	}
	if saved, ok := place.Latest(g); unsaved == nil && ok {
		if last, err := place.Load(saved.Path, g); err == nil {
			o.Session, o.Resumed = last, saved.Path
		}
	}
	o.Left, o.Narrow = s.left, s.server.narrow()
	if !s.guest.leads {
		o.Status = s.server.class.Countdown
	}
	return o, nil
}

// narrow says what to do in a window that is too small: most are telephones.
func (s *Server) narrow() string {
	way := "Turn the telephone sideways, or make the letters smaller."
	if s.invite.Page != "" {
		way += " To look only, open " + s.invite.Page + " in a browser."
	}
	return way
}

// files is the guest's library.
func (s *guestSession) files() *library {
	if s.guest.key != "" {
		return s.server.library
	}
	bare := *s.server.library
	bare.keyless = true
	return &bare
}

// stateDirectory is where the sessions of the guest's key are kept; the error says why
// there is no such place.
func (s *guestSession) stateDirectory() (place store.Directory, err error) {
	if s.guest.key == "" {
		return place, errKeyless
	}
	home, err := s.server.places.use(s.guest)
	if err != nil {
		return place, err
	}
	return store.At(home).Limited(s.server.options.Limits.Kept).Reporting(s.unwritten), nil
}

var errKeyless = errors.New("your work is printed when you leave, and not kept: ssh-keygen makes a key, which keeps it")

// dagOf is the dag with a name, or the first that is served.
func (s *guestSession) dagOf(name string) (*model.Dag, error) {
	if name == "" {
		return s.server.options.Dags[0].Dag, nil
	}
	for _, d := range s.server.options.Dags {
		if d.Name == name {
			return d.Dag, nil
		}
	}
	in, err := s.server.library.Open(s.ctx, name)
	if err != nil {
		return nil, err
	}
	return in.Dag(s.ctx)
}

// left keeps what the guest has left, for whom nothing is saved.
func (s *guestSession) left(what *session.Session) {
	if err := s.server.unkept.add(s.person.Name(), what); err != nil {
		s.unwritten(err)
	}
}
