package sshd

import (
	"cmp"
	"context"

	"facet/ui/app"
	"facet/ui/class"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/layer"
	"facet/ui/lesson"
	"facet/ui/program"
	"facet/ui/puzzle"
	"facet/ui/solver"
	"facet/ui/style"
	"facet/ui/terminal"
)

// lead shows the lecturer's explorer on the terminal of the process, which ends the
// class when it is left.
func (s *Server) lead(ctx context.Context, t terminal.Terminal) error {
	first := s.options.Dags[0]
	o := app.Options{
		Dag: first.Dag, Session: first.Session, Terminal: t,
		Door: &files.Disk{Home: t.Getenv("HOME")},
	}
	if place, err := store.Open(t.Getenv); err == nil {
		o.Autosave, o.Place, o.Settings = true, place, place.Settings()
	} else {
		o.Unsaved = err
	}
	kind, err := style.ParseKind(o.Settings.Theme)
	if err != nil {
		return err
	}
	o.Theme = style.New(kind, false, t.Getenv)
	name := cmp.Or(t.Getenv("USER"), "the lecturer")
	leader := s.class.Lead(name)
	defer leader.Leave()
	person := s.class.Enter(class.Who{Name: name, Lecturer: true})
	person.Lead(true)
	defer person.Leave()
	o.Shown = func(shown *layer.View) {
		leader.Shown(shown)
		person.Shown(shown)
	}
	o.Guides = s.lecturersGuides(o, person)
	o.Guide = s.board()
	o.Leaving = func() string {
		if others := s.class.Here() - 1; others > 0 {
			return style.Plural(others, "other is", "others are") + " here, and quitting ends the class: q again ends it."
		}
		return ""
	}
	options := solver.Options{Theme: o.Theme, Planner: s.options.Search, Start: s.class.Share(name), Quiet: o.Settings.Hints == "off"}
	if o.Autosave {
		options.Archive = o.Place
	}
	o.Solver = solver.New(ctx, options)
	return program.Run(ctx, o)
}

// lecturersGuides are those that can be asked for where the lecturer's own files are.
func (s *Server) lecturersGuides(o app.Options, person *class.Person) []layer.Source {
	var keep puzzle.Keeper
	lessons := lesson.Shelf{Files: o.Door}
	if o.Autosave {
		keep, lessons.Keep, lessons.Results = o.Place, o.Place, o.Place
	}
	return person.LecturersGuides(s.shelves(), s.board, lessons.Source(), puzzle.NewBox(o.Door, keep).Source())
}
