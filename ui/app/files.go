package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/documents"
	"facet/ui/files"
	"facet/ui/files/store"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
)

// userFiles are the files that the user opens and writes. All of it happens beside the
// screen: no disk is ever waited for.
type userFiles struct {
	*screen
	library   files.Library
	directory store.Directory
	writes    int // of files, so far
	pending   int // that are being written
	// others says what they lose when the user leaves; nil where there are no others.
	others func() string
	warned bool // of that, or of what follows
	// lost says what the user loses by leaving; empty for nothing.
	lost    func() string
	leaving bool // as soon as all is written
	gone    bool // nothing is drawn any more
}

// explore is the intent to have a session as the user's own: a new one, or one that was
// read.
type explore struct {
	session *session.Session
	resumed string // the saved session's path, if it is one
	fresh   bool   // one that was left unfinished may be proposed in its place
}

// Effect is that another session is put on the screen.
func (explore) Effect() intent.Effect { return intent.Opens }

// Perform opens, writes, and leaves.
func (f *userFiles) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent, mine bool) {
	d := f.library
	switch i := i.(type) {
	case intent.Replay:
		return f.replay(i.Path), layer.Say("Reading " + i.Path + v.Theme.Signs.Cut), true
	case intent.Open:
		return f.read(func(ctx context.Context) documents.Opened { return documents.Open(ctx, d, i.Name) }),
			layer.Say("Opening " + i.Name + v.Theme.Signs.Cut), true
	case intent.Resume:
		directory := f.directory
		return f.read(func(context.Context) documents.Opened { return documents.Resume(directory, i.Path) }), nil, true
	case intent.Restart:
		return nil, []intent.Intent{explore{session: session.New(f.dag())}}, true
	case intent.Leave:
		cmd, said = f.leave(v)
		return cmd, said, true
	}
	return f.save(v, i)
}

// save writes something that the user names.
func (f *userFiles) save(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.Save:
		cmd, said = f.write(documents.Sequence(f.session, i))
	case intent.SaveSession:
		cmd, said = f.write(documents.Session(f.session, i), "")
	case intent.SaveLesson:
		text, beside, refusal := documents.Lesson(f.session, i)
		if cmd, said = f.write(text, refusal); beside != "" {
			dag, more := f.write(documents.Export(v, intent.Export{Path: beside}))
			cmd, said = tea.Batch(cmd, dag), append(said, more...)
		}
	case intent.Export:
		cmd, said = f.write(documents.Export(v, i))
	case intent.Figure:
		cmd, said = f.write(documents.Figure(v, f.pictures.Pictures, i))
	case intent.Table:
		cmd, said = f.write(documents.Table(f.session, i))
	default:
		return nil, nil, false
	}
	return cmd, said, true
}

// write makes the content of a file and writes it.
func (f *userFiles) write(c documents.Content, refusal string) (tea.Cmd, []intent.Intent) {
	if refusal != "" {
		return nil, refuse(refusal)
	}
	f.writes++
	f.pending++
	d := f.library
	return begin(f.jobs, job.Name(fmt.Sprintf("write %d", f.writes)),
		func(ctx context.Context) documents.Wrote { return c.Write(ctx, d) }, f.wrote), nil
}

// wrote says what became of a file.
func (f *userFiles) wrote(w documents.Wrote) (tea.Cmd, []intent.Intent) {
	f.pending--
	switch q := w.Question(); {
	case q != nil:
		f.leaving = false
		f.push(q)
		return nil, nil
	case w.Err != nil:
		f.leaving = false
		return nil, report(w.Err)
	case f.leaving && f.pending == 0:
		return tea.Quit, nil
	}
	return nil, layer.Say("Saved " + w.What + " to " + w.Path + ".")
}

// leave quits as soon as what is being written is on the disk; whoever asks twice
// does not wait.
func (f *userFiles) leave(v *layer.View) (tea.Cmd, []intent.Intent) {
	if !f.warned {
		text := f.lost()
		if f.others != nil && text == "" {
			text = f.others()
		}
		if f.warned = text != ""; f.warned {
			return nil, layer.Say(text)
		}
	}
	if f.pending > 0 && !f.leaving {
		f.leaving = true
		return nil, layer.Say("A file is being written" + v.Theme.Signs.Cut + " q again quits without it.")
	}
	f.leaving, f.gone = true, true
	return tea.Quit, nil
}

// replay reads the sequence in a file and carries it out, where it was asked for.
func (f *userFiles) replay(path string) tea.Cmd {
	d, from := f.library, f.state()
	return begin(f.jobs, fileJob, func(ctx context.Context) documents.Replayed { return documents.Replay(ctx, d, path, from) },
		func(r documents.Replayed) (tea.Cmd, []intent.Intent) {
			switch {
			case r.Err != nil:
				return nil, report(r.Err)
			case f.state() != from:
				return nil, refuse("The session changed before " + path + " was read: use :replay again.")
			}
			return nil, r.Intents()
		})
}

// read opens a sample, a dag or a session.
func (f *userFiles) read(work func(context.Context) documents.Opened) tea.Cmd {
	return begin(f.jobs, fileJob, work, func(o documents.Opened) (tea.Cmd, []intent.Intent) {
		switch {
		case o.Err != nil:
			return nil, report(o.Err)
		case o.Session != nil:
			text := fmt.Sprintf("Opened the session on %s at step %d; u goes back.", o.Session.Dag().Name, o.Session.Depth())
			return nil, append([]intent.Intent{explore{session: o.Session, resumed: o.Resumed}}, layer.Say(text)...)
		}
		return nil, append([]intent.Intent{explore{session: session.New(o.Dag), fresh: true}}, layer.Say("Opened "+o.Dag.Name+".")...)
	})
}
