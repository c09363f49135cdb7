package sshd

import (
	"cmp"
	"context"

	"facet/ui/cli/launch"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/teach/class"
	"facet/ui/teach/presenter"
	"facet/ui/teach/puzzle"
	"facet/ui/terminal"
)

// lead shows the lecturer's explorer on the terminal of the process, which ends the
// class when it is left.
func (s *Server) lead(ctx context.Context, t terminal.Terminal) error {
	name := cmp.Or(t.Getenv("USER"), "the lecturer")
	t.Crowd, t.Leads = s.crowd, true
	person := s.class.Enter(class.Who{Name: name, Lecturer: true})
	defer person.Leave()
	person.Lead()
	e := shell.Explorer{Options: app.Options{Terminal: t, Files: &files.Disk{Home: t.Getenv("HOME"),
		Function: s.options.Function}}, Unasked: "off",
		Colours: s.options.Theme, Chosen: s.options.Settings, Wings: s.options.Parts,
		Planning: &solver.Options{Planner: s.options.Search, Start: s.class.Share(name)},
		Leaders: func(around layer.Surroundings) []layer.Source {
			return s.class.LecturersLeaders(person, s.libraries(), s.board, presenter.LibraryIn(around).
				Source(), puzzle.LibraryIn(around).Source())
		}}
	if place, err := store.Open(t.Getenv); err == nil {
		e.Place, e.Planning.Archive = &place, place
	} else {
		e.Unsaved = err
	}
	o, err := launch.Assemble(ctx, e)
	if err != nil {
		return err
	}
	o.Dag, o.Session = s.options.Dags[0].Dag, s.options.Dags[0].Session
	o.Shown, o.Leader = person.Shown, s.board(person)
	o.Status, o.News = s.class.Together, append(o.News, s.class.Changes(s.ctx))
	o.Leaving = func() string {
		if others := s.class.Here() - 1; others > 0 {
			return style.Plural(others, "other is", "others are") +
				" here, and quitting ends the class: q again ends it."
		}
		return ""
	}
	return launch.Run(ctx, o)
}
