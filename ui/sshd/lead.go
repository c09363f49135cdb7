package sshd

import (
	"cmp"
	"context"

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
	name := cmp.Or(t.Getenv("USER"), "the lecturer")
	leader := s.class.Lead(name)
	defer leader.Leave()
	person := s.class.Enter(class.Who{Name: name, Lecturer: true})
	person.Lead(true)
	defer person.Leave()
	e := program.Environment{Terminal: t, Files: &files.Disk{Home: t.Getenv("HOME")},
		Solver: &solver.Options{Planner: s.options.Search, Start: s.class.Share(name)},
		Leaders: func(lessons lesson.Library, puzzles puzzle.Library) []layer.Source {
			return person.LecturersLeaders(s.libraries(), s.board, lessons.Source(), puzzles.Source())
		}}
	if place, err := store.Open(t.Getenv); err == nil {
		e.Directory, e.Solver.Archive = &place, place
	} else {
		e.Unsaved = err
	}
	o, err := program.Assemble(ctx, e)
	if err != nil {
		return err
	}
	o.Dag, o.Session = s.options.Dags[0].Dag, s.options.Dags[0].Session
	o.Shown = func(shown *layer.View) {
		leader.Shown(shown)
		person.Shown(shown)
	}
	o.Leader = s.board()
	o.Status, o.News = s.class.Together, s.class.Changes(s.ctx)
	o.Leaving = func() string {
		if others := s.class.Here() - 1; others > 0 {
			return style.Plural(others, "other is", "others are") + " here, and quitting ends the class: q again ends it."
		}
		return ""
	}
	return program.Run(ctx, o)
}
