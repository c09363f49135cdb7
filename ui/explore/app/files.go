package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/files"
	"facet/ui/files/store"
)

// userFiles are the files that the user opens and writes. All of it happens in the
// background: no disk is ever waited for.
type userFiles struct {
	screen  *screen
	options *Options
	writes  int  // of files, so far
	pending int  // that are being written
	warned  bool // of what others lose when the user leaves, or of what follows
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

// open opens a sample or a file.
func (f *userFiles) open(v *layer.View, name string) (tea.Cmd, []intent.Intent) {
	return f.read(name, func(ctx context.Context) documents.Opened {
		return documents.Open(ctx, f.options.Files, name)
	}), layer.Say("Opening " + name + v.Theme.Signs.Cut)
}

// resume opens a saved session.
func (f *userFiles) resume(_ *layer.View, path string) (tea.Cmd, []intent.Intent) {
	return f.read("", func(context.Context) documents.Opened {
		return documents.Resume(f.options.Directory, path)
	}), nil
}

// restart starts a new session on this dag.
func (f *userFiles) restart(*layer.View) (tea.Cmd, []intent.Intent) {
	return nil, []intent.Intent{explore{session: session.New(f.screen.shown.dag())}}
}

// write makes the content of a file and writes it.
func (f *userFiles) write(c documents.Content) tea.Cmd {
	f.writes++
	f.pending++
	d := f.options.Files
	return layer.Begin(f.screen.jobs, job.Name(fmt.Sprintf("write %d", f.writes)),
		func(ctx context.Context) documents.Wrote { return c.Write(ctx, d) }, f.wrote)
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
// twice does not wait. lost says what the user loses by leaving; empty where that is nothing.
func (f *userFiles) leave(v *layer.View, lost func() string) (tea.Cmd, []intent.Intent) {
	if !f.warned {
		text := lost()
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

// replay carries out the sequence in a file from the cursor on.
func (f *userFiles) replay(v *layer.View, path string) (tea.Cmd, []intent.Intent) {
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
		}), layer.Say("Reading " + path + v.Theme.Signs.Cut)
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
					cmd = f.remember(name)
				}
				text := fmt.Sprintf("Opened the session on %s at step %d; {u:undo} goes back.",
					o.Session.Dag().Name, o.Session.Depth())
				return cmd, append([]intent.Intent{explore{session: o.Session, resumed: o.Resumed}},
					layer.Say(text)...)
			}
			f.screen.opened = opened{o.Dag, o.Name}
			return f.remember(name),
				append([]intent.Intent{explore{session: session.New(o.Dag), fresh: true}},
					layer.Say("Opened "+o.Dag.Name+".")...)
		})
}

// remember has a file proposed before others, now and the next time; but not what a class offers,
// which are no files of the user's.
func (f *userFiles) remember(name string) tea.Cmd {
	own, is := f.options.Files.(*files.Disk)
	if !is || !f.options.Autosave {
		return nil
	}
	directory, path := f.options.Directory, own.Path(name)
	return layer.Begin(f.screen.jobs, recentJob, func(context.Context) []string {
		return store.RecentIn(directory).Keep(path)
	},
		func(files []string) (tea.Cmd, []intent.Intent) {
			f.options.Recent = files
			return nil, nil
		})
}

// commands are the commands of files.
func (f *userFiles) commands() []layer.Command {
	shown := &f.screen.shown
	asks := func(line string, ending func() string) layer.Act {
		return layer.Act{Of: intent.Writes, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
			return nil, []intent.Intent{intent.AskCommand{Line: line,
				Proposal: documents.Stem(v.Dag().Name) + ending()}}
		}}
	}
	return []layer.Command{
		layer.Named("save-as", "save the sequence; proposes a file name", asks("save ", func() string {
			return ".seq"
		})).Hide().On("s").Help(groupKeep, "save the sequence to a file"),
		documents.Writing("save", "save the sequence, one operation per line",
			func(*layer.View, string) (documents.Content, string) {
				return documents.Sequence(shown.session)
			}).Known("write"),
		layer.Textual("replay", "a file", "carry out the sequence in a file",
			layer.Acts(intent.Edits|intent.Reads, f.replay)),
		documents.Writing("export",
			"write the dag: .xml GraphML, .json, .dot Graphviz, .line.dot the line dag",
			documents.Export).Known("convert"),
		layer.Named("figure-as", "write the pictures; proposes a file name", asks("figure ", func() string {
			return "-" + style.Count(int64(shown.session.Depth())) + ".svg"
		})).Hide().On("w").Help(groupKeep, "write the pictures for a slide or a paper"),
		documents.Writing("figure", "write the pictures: .svg, .tex for TikZ, .html or .txt",
			func(v *layer.View, path string) (documents.Content, string) {
				return documents.Figure(v, f.screen.pictures.Pictures, path)
			}),
		documents.Writing("table", "write the sequence in the paper's notation: .tex or .md",
			func(_ *layer.View, path string) (documents.Content, string) {
				return documents.Table(shown.session, path)
			}),
		documents.Writing("save-session", "save the whole session with all branches",
			func(*layer.View, string) (documents.Content, string) {
				return documents.Session(shown.session)
			}),
		documents.Writing("save-script", "write the commands behind your keys, for facet --script",
			func(_ *layer.View, path string) (documents.Content, string) {
				return f.screen.record.Script(path)
			}),
		f.openCommand(),
		layer.Named("restart", "start a new session on this dag; this one stays saved",
			layer.Act{Of: intent.Opens, Do: f.restart}).Known("reset"),
	}
}

// quitCommand is the command that quits.
func (f *userFiles) quitCommand(lost func() string) layer.Command {
	return layer.Named("quit", "quit; everything is saved", layer.Act{Of: intent.Leaves,
		Do: func(v *layer.View) (tea.Cmd, []intent.Intent) { return f.leave(v, lost) }}).
		Known("exit").On("q", "ctrl+c").Listed(groupKeep).Always()
}

func (f *userFiles) openCommand() layer.Command {
	return layer.Command{Name: "open", Also: []string{"load", "import"}, Args: "a sample or file",
		Does: "open another dag; this session stays saved",
		Offers: func(*layer.View) (all []layer.Offer) {
			for _, path := range f.options.Recent {
				all = append(all, layer.Offer{Text: "open " + style.Printable(path), Does: "opened before",
					Intent: intent.Line("open " + path)})
			}
			for _, s := range f.options.Files.Samples() {
				all = append(all, layer.Offered("open "+s, "sample"))
			}
			return all
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("open needs the name of a sample or the path of a file")
			}
			return layer.Acts(intent.Opens|intent.Reads, f.open)(arg), nil
		}}
}
