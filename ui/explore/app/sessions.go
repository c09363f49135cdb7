package app

import (
	"cmp"
	"context"
	"fmt"
	"io"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/files/store"
)

// SavingChanged is the message that there is something to say about saving.
type SavingChanged struct{}

// sessions are those in the state directory: the user's own, which is saved after each
// change, and those that were saved before.
type sessions struct {
	screen  *screen
	options *Options
	saver   *store.Saver
	saved   uint64 // the revision that was handed to the saver
	drawn   bool   // its dag is the user's own, and worth a file before it has a step
}

// own saves a session from now on, which stands in a file as it was at a revision.
// resumed is the file it came from.
func (s *sessions) own(of *session.Session, saved uint64, resumed string) {
	s.saved, s.drawn = saved, false
	if !s.options.Autosave {
		return
	}
	if s.saver == nil {
		s.saver = s.options.Directory.NewSaver()
	}
	s.saver.Begin(of.Dag(), resumed)
}

// save hands the user's session to the saver whenever it changed. A session in which
// nothing was done yet is not worth a file. The command ends when the session is on the
// disk: until then the header says that it is not.
func (s *sessions) save() tea.Cmd {
	if s.saver != nil && (s.drawn || s.saved != s.screen.shown.session.Revision() &&
		s.screen.shown.session.Steps() > 0) {
		s.saved, s.drawn = s.screen.shown.session.Revision(), false
		s.saver.Save(s.screen.shown.session)
		saver := s.saver
		return func() tea.Msg {
			saver.Wait()
			return SavingChanged{}
		}
	}
	return nil
}

// isBehind reports whether something of the user's session is not on the disk yet.
func (s *sessions) isBehind() bool { return s.saver != nil && !s.saver.Status().Saved }

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
	return layer.Warn(err)
}

// farewell tells, after the screen is gone, that nothing is lost.
func (s *sessions) farewell(w io.Writer, of *session.Session, again string) {
	if s.saver != nil && of.Steps() > 0 && s.saver.Status().Saved {
		fmt.Fprintf(w, "Saved at step %d of %s, total %s: %s continues it.\n",
			of.Depth(), style.Printable(of.Dag().Name), style.Number(of.State().Spent()),
			cmp.Or(again, "facet --resume"))
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
	if !s.options.Autosave || s.screen.shown.session.Steps() > 0 {
		return nil
	}
	directory, g := s.options.Directory, s.screen.shown.dag()
	type found struct {
		store.Saved
		worth bool
	}
	return layer.Begin(s.screen.jobs, sessionsJob, func(context.Context) found {
		saved, ok := directory.Latest(g)
		return found{saved, ok && !saved.Complete && saved.All > 0}
	}, func(f found) (tea.Cmd, []intent.Intent) {
		if f.worth && len(s.screen.where.over) == 0 && s.screen.shown.session.Steps() == 0 {
			s.screen.where.push(overlay.Unfinished(f.Saved, s.options.Now()))
		}
		return nil, nil
	})
}

// list lists the saved sessions.
func (s *sessions) list(*layer.View) (tea.Cmd, []intent.Intent) {
	if !s.options.Autosave {
		return nil, layer.Refuse("Sessions are not saved here.")
	}
	directory := s.options.Directory
	return layer.Begin(s.screen.jobs, sessionsJob, func(context.Context) []store.Saved {
		return append(directory.List(), directory.Discarded()...)
	}, func(all []store.Saved) (tea.Cmd, []intent.Intent) {
		if len(all) == 0 {
			return nil, layer.Say("There are no saved sessions yet.")
		}
		s.screen.where.push(overlay.NewSessions(all, s.options.Now()))
		return nil, nil
	}), nil
}

// changing is what a command means that does something to a saved session, in the background.
func (s *sessions) changing(done string, work func(store.Saved) error) func(path string) intent.Intent {
	return layer.Acts(intent.Writes, func(_ *layer.View, path string) (tea.Cmd, []intent.Intent) {
		return layer.Begin(s.screen.jobs, storeJob, func(context.Context) error {
			return work(store.Saved{Path: path})
		},
			func(err error) (tea.Cmd, []intent.Intent) {
				if err != nil {
					return nil, layer.Report(err)
				}
				return nil, layer.Say(done)
			}), nil
	})
}

// commands are the commands of saved sessions.
func (s *sessions) commands(resume func(path string) intent.Intent) []layer.Command {
	at := s.options.Directory
	deletes := s.changing("Deleted permanently.", at.Delete)
	return []layer.Command{
		layer.Named("sessions", "the saved sessions: open, discard or delete one",
			layer.Act{Of: intent.Writes, Do: s.list}),
		layer.Textual("resume", "a saved session: see :sessions", "continue a saved session", resume).Hide(),
		layer.Textual("discard", "a saved session: see :sessions", "discard a saved session",
			s.changing("Discarded. :sessions restores it.", at.Discard)).Hide(),
		layer.Textual("delete-session", "a discarded session", "delete it permanently, after a question",
			func(path string) intent.Intent {
				return layer.Lay(intent.Writes, func(*layer.View) layer.Layer {
					return overlay.DeleteSession(path, deletes(path))
				})
			}).Hide(),
	}
}
