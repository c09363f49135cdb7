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
	return s.explores(g, func(o *app.Options) error {
		o.Leader = s.server.class.Led(s.person, class.Kind, s.server.class.Follow(s.person))
		return nil
	})
}

// lead is an explorer that the class follows, and whose searches it watches.
func (s *guestSession) lead(args []string) error {
	g, err := s.dagOf(first(args))
	if err != nil {
		return err
	}
	defer s.server.class.Lead(s.person)()
	return s.explores(g, func(o *app.Options) error {
		o.Status = s.server.class.Roster.Together
		return nil
	})
}

// lesson is an explorer in which a lesson leads, the first without a name.
func (s *guestSession) lesson(args []string) error {
	name := first(args)
	if name == "" {
		name = presenter.First()
	}
	return s.led(presenter.Kind, name)
}

// puzzle is an explorer in which a puzzle leads, the first that is not solved without
// a name.
func (s *guestSession) puzzle(args []string) error {
	return s.led(puzzle.Kind, strings.Join(args, " "))
}

// led is an explorer in which a lesson or a puzzle leads.
func (s *guestSession) led(kind, about string) error {
	return s.explores(s.server.options.Dags[0].Dag, func(o *app.Options) (err error) {
		o.Leader, err = class.Open(s.ctx, o.Sources, kind, about)
		return err
	})
}

// leaders are what can lead in a guest's explorer.
func (s *guestSession) leaders(around layer.Surroundings) []layer.Source {
	lessons, puzzles := presenter.LibraryIn(around), s.server.puzzles
	puzzles.Directory, puzzles.Tried = around.Directory, s.person.Tried
	lessons.Puzzles = puzzles
	all := []layer.Source{s.server.class.Source(s.person), lessons.Source(), puzzles.Source(),
		s.server.class.Watches(s.guest.leads)}
	if s.guest.leads {
		return s.server.class.LecturersLeaders(s.person, s.server.libraries(), s.server.board, all...)
	}
	return append(s.server.class.Leaders(s.person, puzzles.Take, all...), s.naming())
}

// libraries are what can be opened for all.
func (s *Server) libraries() class.Libraries {
	return class.Libraries{Puzzles: s.puzzles, Lessons: presenter.Library{Files: s.library}}
}

// showBoard is an explorer with the class's board in front.
func (s *guestSession) showBoard([]string) error {
	return s.explores(s.server.options.Dags[0].Dag, func(o *app.Options) error {
		o.Leader = s.server.board(s.person)
		return nil
	})
}

// watch is an explorer that shows the class's search.
func (s *guestSession) watch([]string) error {
	g := s.server.options.Dags[0].Dag
	if search := s.server.class.Searching(); search != nil {
		g = search.State.Dag()
	}
	return s.runs(g, s.server.class.View(s.guest.leads), func(o *app.Options) error {
		o.Autosave, o.Unsaved = s.guest.leads && o.Autosave, nil // others do nothing here
		o.Leader = s.server.class.Led(s.person, class.WatchKind, s.server.class.Watch(s.guest.leads))
		return nil
	})
}

// explores runs an explorer of the guest's own: searches wait for their turn, but
// those of a lecturer, which are the class's.
func (s *guestSession) explores(g *model.Dag, set func(*app.Options) error) error {
	return s.runs(g, s.searches(), set)
}

// starter begins the runs of an explorer's solver.
type starter func(context.Context, *model.State, planner.Options) (solver.Handle, error)

// searches begins the searches of an explorer of the guest's own.
func (s *guestSession) searches() starter {
	begin := s.server.pool.Start
	if s.guest.leads {
		begin = s.server.class.Share(s.guest.name)
	}
	return func(ctx context.Context, state *model.State, p planner.Options) (solver.Handle, error) {
		if s.person.Watches() {
			return s.server.class.View(s.guest.leads)(ctx, state, p)
		}
		return begin(ctx, state, p)
	}
}

// runs runs a guest's explorer on a dag with a solver whose runs begin so.
func (s *guestSession) runs(g *model.Dag, start starter, set func(*app.Options) error) error {
	o, err := s.assembled(s.client.terminal(), g, start)
	if err != nil {
		return err
	}
	if err := set(&o); err != nil {
		return errors.Join(err, o.Close())
	}
	ctx, over := context.WithCancel(s.ctx)
	defer over()
	o.News = s.server.class.News(ctx, s.person, s.client.idle.news)
	if s.guest.leads {
		o.News = s.server.class.Changes(ctx, s.client.idle.news)
	}
	defer s.person.Rest()
	return launch.Apart(ctx, o)
}

// assembled are the options of a guest's explorer, which goes on where the key left off.
func (s *guestSession) assembled(at terminal.Terminal, g *model.Dag, start starter) (o app.Options,
	err error) {
	e := shell.Explorer{Options: app.Options{Terminal: at, Files: s.files()}, Unasked: "off",
		Wings:    s.server.options.Parts,
		Planning: &solver.Options{Start: start, Turns: s.server.studies}}
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
