package app

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/style"
)

// sessions are those in the state directory: the user's own, which is saved after each
// change, and those that were saved before.
type sessions struct {
	*screen
	directory store.Directory
	kept      bool // in the directory
	now       func() time.Time
	saver     *store.Saver
	saved     uint64 // the revision that was handed to the saver
	drawn     bool   // its dag is the user's own, and worth a file before it has a step
}

// own saves a session from now on, which stands in a file as it was at a revision.
// resumed is the file it came from.
func (s *sessions) own(of *session.Session, saved uint64, resumed string) {
	s.saved, s.drawn = saved, false
	if !s.kept {
		return
	}
	if s.saver == nil {
		s.saver = s.directory.NewSaver()
	}
	s.saver.Begin(of.Dag(), resumed)
}

// save hands the user's session to the saver whenever it changed. A session in which
// nothing was done yet is not worth a file.
func (s *sessions) save() {
	if s.saver != nil && (s.drawn || s.saved != s.session.Revision() && s.session.Steps() > 0) {
		s.saved, s.drawn = s.session.Revision(), false
		s.saver.Save(s.session)
	}
}

// changed tells by a value whenever there is something to say about saving.
func (s *sessions) changed() <-chan struct{} {
	if s.saver == nil {
		return nil
	}
	return s.saver.Changed()
}

// trouble says, once, that nothing can be saved, and when it can again.
func (s *sessions) trouble() []intent.Intent {
	err, over := s.saver.Trouble()
	if over && err == nil {
		return layer.Say("The session is saved again.")
	}
	return report(err)
}

// farewell tells, after the screen is gone, that nothing is lost.
func (s *sessions) farewell(w io.Writer, of *session.Session, again string) {
	if s.saver != nil && of.Steps() > 0 && s.saver.Status().Saved {
		fmt.Fprintf(w, "Saved at step %d of %s, total %s: %s continues it.\n",
			of.Depth(), style.Printable(of.Dag().Name), style.Number(of.State().Spent()), cmp.Or(again, "facet --resume"))
	}
}

// unsaved is why not all is on the disk, after an attempt to write it that has failed.
func (s *sessions) unsaved() error {
	if s.saver == nil {
		return nil
	}
	if status := s.saver.Status(); !status.Saved {
		return status.Err
	}
	return nil
}

// close writes what is still to be saved.
func (s *sessions) close() error {
	if s.saver == nil {
		return nil
	}
	return s.saver.Close()
}

// wantUnfinished looks for a session of this dag that was left before it was complete,
// and asks whether to go on with it, unless something was done meanwhile.
func (s *sessions) wantUnfinished() tea.Cmd {
	if !s.kept || s.session.Steps() > 0 {
		return nil
	}
	directory, g := s.directory, s.dag()
	type found struct {
		store.Saved
		worth bool
	}
	return begin(s.jobs, sessionsJob, func(context.Context) found {
		saved, ok := directory.Latest(g)
		return found{saved, ok && !saved.Complete && saved.All > 0}
	}, func(f found) (tea.Cmd, []intent.Intent) {
		if f.worth && len(s.over) == 0 && s.session.Steps() == 0 {
			s.push(overlay.Unfinished(f.Saved, s.now()))
		}
		return nil, nil
	})
}

// Perform lists saved sessions, and puts them aside or deletes them.
func (s *sessions) Perform(_ *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.ShowSessions:
		cmd, said = s.list()
	case intent.ChooseSession:
		s.push(overlay.SavedSession(i))
	case intent.AskDelete:
		s.push(overlay.DeleteSession(i.Path))
	case intent.Discard:
		cmd = s.change("Discarded. :sessions restores it.", s.directory.Discard, i.Path)
	case intent.Delete:
		cmd = s.change("Deleted permanently.", s.directory.Delete, i.Path)
	default:
		return nil, nil, false
	}
	return cmd, said, true
}

func (s *sessions) list() (tea.Cmd, []intent.Intent) {
	if !s.kept {
		return nil, refuse("Sessions are not saved here.")
	}
	directory := s.directory
	return begin(s.jobs, sessionsJob, func(context.Context) []store.Saved {
		return append(directory.List(), directory.Discarded()...)
	}, func(all []store.Saved) (tea.Cmd, []intent.Intent) {
		if len(all) == 0 {
			return nil, layer.Say("There are no saved sessions yet.")
		}
		s.push(overlay.NewSessions(all, s.now()))
		return nil, nil
	}), nil
}

// change does something to a saved session beside the screen.
func (s *sessions) change(done string, work func(store.Saved) error, path string) tea.Cmd {
	return begin(s.jobs, storeJob, func(context.Context) error { return work(store.Saved{Path: path}) },
		func(err error) (tea.Cmd, []intent.Intent) {
			if err != nil {
				return nil, report(err)
			}
			return nil, layer.Say(done)
		})
}
