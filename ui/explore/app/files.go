package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
)

// userFiles are the files that the user opens and writes. All of it happens in the
// background: no disk is ever waited for.
type userFiles struct {
	screen  *screen
	options *Options
	writes  int  // of files, so far
	pending int  // that are being written
	warned  bool // of what others lose when the user leaves, or of what follows
	// lost says what the user loses by leaving; empty where that is nothing.
	lost    func() string
	opened  opened
	recent  *recent
	leaving bool // as soon as all is written
	gone    bool // nothing is drawn any more
}

// opened is a dag with the FILE that it was read from.
type opened struct {
	dag  *model.Dag
	file string
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

// perform opens, writes, and leaves.
func (f *userFiles) perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent) {
	d := f.options.Files
	switch i := i.(type) {
	case intent.Replay:
		return f.replay(i.Path), layer.Say("Reading " + i.Path + v.Theme.Signs.Cut)
	case intent.Open:
		return f.read(i.Name, func(ctx context.Context) documents.Opened {
				return documents.Open(ctx, d, i.Name)
			}),
			layer.Say("Opening " + i.Name + v.Theme.Signs.Cut)
	case intent.Resume:
		directory := f.options.Directory
		return f.read("", func(context.Context) documents.Opened {
			return documents.Resume(directory, i.Path)
		}), nil
	case intent.Restart:
		return nil, []intent.Intent{explore{session: session.New(f.screen.shown.dag())}}
	case intent.Leave:
		cmd, said = f.leave(v)
		return cmd, said
	}
	return f.save(v, i)
}

// save writes something that the user names.
func (f *userFiles) save(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent) {
	switch i := i.(type) {
	case intent.Save:
		cmd, said = f.write(documents.Sequence(f.screen.shown.session, i))
	case intent.SaveSession:
		cmd, said = f.write(documents.Session(f.screen.shown.session, i), "")
	case intent.SaveScript:
		cmd, said = f.write(f.screen.record.Script(i))
	case documents.Content:
		cmd, said = f.write(i, "")
	case intent.Export:
		cmd, said = f.write(documents.Export(v, i))
	case intent.Figure:
		cmd, said = f.write(documents.Figure(v, f.screen.pictures.Pictures, i))
	case intent.Table:
		cmd, said = f.write(documents.Table(f.screen.shown.session, i))
	}
	return cmd, said
}

// write makes the content of a file and writes it.
func (f *userFiles) write(c documents.Content, refusal string) (tea.Cmd, []intent.Intent) {
	if refusal != "" {
		return nil, layer.Refuse(refusal)
	}
	f.writes++
	f.pending++
	d := f.options.Files
	return layer.Begin(f.screen.jobs, job.Name(fmt.Sprintf("write %d", f.writes)),
		func(ctx context.Context) documents.Wrote { return c.Write(ctx, d) }, f.wrote), nil
}

// wrote says what became of a file.
func (f *userFiles) wrote(w documents.Wrote) (tea.Cmd, []intent.Intent) {
	f.pending--
	switch q := w.Question(); {
	case q != nil:
		f.leaving = false
		f.screen.where.push(q)
		return nil, nil
	case w.Err != nil:
		f.leaving = false
		return nil, layer.Report(w.Err)
	case f.leaving && f.pending == 0:
		return tea.Quit, nil
	}
	return nil, layer.Say("Saved " + w.What + " to " + w.Path + "." + w.More)
}

// leave quits as soon as what is being written is on the disk; a user who asks
// twice does not wait.
func (f *userFiles) leave(v *layer.View) (tea.Cmd, []intent.Intent) {
	if !f.warned {
		text := f.lost()
		if f.options.Leaving != nil && text == "" {
			text = f.options.Leaving()
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
	d, from := f.options.Files, f.screen.shown.state()
	start, _ := f.screen.shown.session.StateAt(0)
	return layer.Begin(f.screen.jobs, fileJob, func(ctx context.Context) documents.Replayed {
		return documents.Replay(ctx, d, path, from, start)
	},
		func(r documents.Replayed) (tea.Cmd, []intent.Intent) {
			switch {
			case r.Err != nil:
				return nil, layer.Report(r.Err)
			case f.screen.shown.state() != from:
				return nil, layer.Refuse("The session changed before " + path +
					" was read: use :replay again.")
			}
			return nil, r.Intents()
		})
}

// read opens a sample, a dag or a session. name is that of a file or a sample.
func (f *userFiles) read(name string, work func(context.Context) documents.Opened) tea.Cmd {
	return layer.Begin(f.screen.jobs, fileJob, work,
		func(o documents.Opened) (cmd tea.Cmd, more []intent.Intent) {
			switch {
			case o.Err != nil:
				return nil, layer.Report(o.Err)
			case o.Session != nil:
				if name != "" {
					cmd = f.recent.opened(f.screen.jobs, name)
				}
				text := fmt.Sprintf("Opened the session on %s at step %d; {u:undo} goes back.",
					o.Session.Dag().Name, o.Session.Depth())
				return cmd, append([]intent.Intent{explore{session: o.Session, resumed: o.Resumed}},
					layer.Say(text)...)
			}
			f.opened = opened{o.Dag, o.Name}
			return f.recent.opened(f.screen.jobs, name),
				append([]intent.Intent{explore{session: session.New(o.Dag), fresh: true}},
					layer.Say("Opened "+o.Dag.Name+".")...)
		})
}

// fileCommands are the commands of files.
func fileCommands(samples []string) []layer.Command {
	return []layer.Command{
		layer.Named("save-as", "save the sequence; proposes a file name", intent.AskSave{}).Hide().On("s").
			Help(groupKeep, "save the sequence to a file"),
		layer.Textual("save", "a file", "save the sequence, one operation per line",
			func(text string) intent.Intent { return intent.Save{Path: text} }).Known("write"),
		layer.Textual("replay", "a file", "carry out the sequence in a file",
			func(text string) intent.Intent { return intent.Replay{Path: text} }),
		layer.Textual("export", "a file",
			"write the dag: .xml GraphML, .json, .dot Graphviz, .line.dot the line dag",
			func(text string) intent.Intent { return intent.Export{Path: text} }).Known("convert"),
		layer.Named("figure-as", "write the pictures; proposes a file name", intent.AskFigure{}).Hide().
			On("w").Help(groupKeep, "write the pictures for a slide or a paper"),
		layer.Textual("figure", "a file", "write the pictures: .svg, .tex for TikZ, .html or .txt",
			func(text string) intent.Intent { return intent.Figure{Path: text} }),
		layer.Textual("table", "a file", "write the sequence in the paper's notation: .tex or .md",
			func(text string) intent.Intent { return intent.Table{Path: text} }),
		layer.Textual("save-session", "a file", "save the whole session with all branches",
			func(text string) intent.Intent { return intent.SaveSession{Path: text} }),
		layer.Textual("save-script", "a file", "write the commands behind your keys, for facet --script",
			func(text string) intent.Intent { return intent.SaveScript{Path: text} }),
		openCommand(samples),
		layer.Named("restart", "start a new session on this dag; this one stays saved", intent.Restart{}).
			Known("reset"),
	}
}

// quitCommands are the command that quits.
func quitCommands() []layer.Command {
	return []layer.Command{
		layer.Named("quit", "quit; everything is saved", intent.Leave{}).Known("exit").On("q", "ctrl+c").
			Help(groupKeep, "quit; everything is saved").Always(),
	}
}

func openCommand(samples []string) layer.Command {
	return layer.Command{Name: "open", Also: []string{"load", "import"}, Args: "a sample or file",
		Does: "open another dag; this session stays saved", Example: intent.Open{},
		Offers: func(*layer.View) []layer.Offer {
			var all []layer.Offer
			for _, s := range samples {
				all = append(all, layer.Offer{Text: "open " + s, Does: "sample",
					Intent: intent.Open{Name: s}})
			}
			return all
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("open needs the name of a sample or the path of a file")
			}
			return intent.Open{Name: arg}, nil
		}}
}
