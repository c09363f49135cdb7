package explorer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/ui/door"
	"facet/ui/figure"
	"facet/ui/intent"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/terminal"
	"facet/ui/theme"
)

// What comes from files comes as messages: no disk is ever waited for.
type (
	// wroteMsg tells what became of a file that was written.
	wroteMsg struct {
		what  string // what is in it
		path  string // where it is
		err   error
		again intent.Intent // the same wish under a free name
		over  intent.Intent // the same wish, replacing what is there
	}
	// openedMsg brings a session, or a dag to begin one on.
	openedMsg struct {
		session *session.Session
		dag     *model.Dag
		resumed string // the saved session's path, if it is one
		err     error
	}
	// replayMsg brings the operations of a file from a state on.
	replayMsg struct {
		name  string
		from  *model.State
		steps []door.Step
		err   error
	}
)

// writing makes the content of a file in the background and writes it.
func (m *Model) writing(path string, replace bool, what string, content func() ([]byte, error), again func(path string, replace bool) intent.Intent) tea.Cmd {
	m.writes++
	m.pending++
	d := m.options.Door
	return m.lanes.Start(fmt.Sprintf("write %d", m.writes), func(ctx context.Context) tea.Msg {
		text, err := content()
		out := wroteMsg{what: what, path: path, err: err}
		if err == nil {
			out.path, out.err = d.Write(ctx, path, text, replace)
		}
		var exists *door.Exists
		if errors.As(out.err, &exists) {
			out.again, out.over = again(exists.Free, false), again(path, true)
		}
		return out
	})
}

// wrote says what became of a file. One that is there and is not facet's own is
// replaced only by whoever says so.
func (m *Model) wrote(w wroteMsg) tea.Cmd {
	m.pending--
	var exists *door.Exists
	switch {
	case errors.As(w.err, &exists):
		m.leaving = false
		m.ask(&overlay.Question{Text: "a file is there", Lines: []string{theme.Printable(exists.Name) + " exists, and facet did not write it just now."},
			Answers: []overlay.Answer{
				{Key: "n", Does: "write " + theme.Printable(exists.Free) + " instead", Wish: w.again},
				{Key: "o", Does: "overwrite it", Wish: w.over},
			}, Passing: intent.Say{Text: "Nothing was written."}})
	case w.err != nil:
		m.leaving = false
		m.refuse(pane.Sentence(w.err.Error()))
	default:
		m.say("Saved " + w.what + " to " + theme.Printable(w.path) + ".")
		if m.leaving && m.pending == 0 {
			return tea.Quit
		}
	}
	return nil
}

// leave quits as soon as what is being written is on the disk; whoever asks twice
// does not wait.
func (m *Model) leave() tea.Cmd {
	if m.pending > 0 && !m.leaving {
		m.leaving = true
		m.say("A file is being written" + m.theme.Signs.Cut + " q again leaves without it.")
		return nil
	}
	m.leaving, m.gone = true, true
	return tea.Quit
}

// saveSequence writes the sequence up to the cursor, with its notes.
func (m *Model) saveSequence(i intent.Save) tea.Cmd {
	if m.session.Depth() == 0 {
		m.refuse("There is nothing to save yet: the sequence has no operation.")
		return nil
	}
	text := fmt.Sprintf("# %s, total %s\n", theme.Printable(m.dag().Name), m.state().Spent()) + m.session.Sequence()
	return m.writing(i.Path, i.Replace, theme.Plural(len(m.session.Ops()), "operation", "operations"),
		func() ([]byte, error) { return []byte(text), nil },
		func(path string, replace bool) intent.Intent { return intent.Save{Path: path, Replace: replace} })
}

// saveSession writes the whole session.
func (m *Model) saveSession(i intent.SaveSession) tea.Cmd {
	whole := m.session.Snapshot()
	return m.writing(i.Path, i.Replace, "the session with "+theme.Plural(m.session.Steps(), "step", "steps"), whole.MarshalJSON,
		func(path string, replace bool) intent.Intent {
			return intent.SaveSession{Path: path, Replace: replace}
		})
}

// export writes the dag, or the line dag as it is now, by the file's ending.
func (m *Model) export(i intent.Export) tea.Cmd {
	g, s := m.dag(), m.state()
	var b bytes.Buffer
	what, write := "the dag", func() error { return format.WriteDOT(terminal.XML(&b), g) }
	switch {
	case strings.HasSuffix(i.Path, ".line.dot"):
		what, write = "the line dag as it is now", func() error { return format.WriteLineDOT(terminal.XML(&b), s) }
	case strings.HasSuffix(i.Path, ".dot"), strings.HasSuffix(i.Path, ".gv"):
	case strings.HasSuffix(i.Path, ".xml"), strings.HasSuffix(i.Path, ".graphml"):
		write = func() error { return format.WriteGraphML(terminal.XML(&b), g) }
	default:
		m.refuse("The file's ending says what to write: .xml for GraphML, .dot for Graphviz, .line.dot for the line dag.")
		return nil
	}
	return m.writing(i.Path, i.Replace, what,
		func() ([]byte, error) { err := write(); return b.Bytes(), err },
		func(path string, replace bool) intent.Intent { return intent.Export{Path: path, Replace: replace} })
}

// figure writes the pictures with their marks as they are on the screen.
func (m *Model) figure(i intent.Figure) tea.Cmd {
	form, ok := figure.FormOf(i.Path)
	switch {
	case !ok:
		m.refuse("The file's ending says what to write: .svg, .tex for TikZ, .html or .txt.")
		return nil
	case !m.pictures.Ready(m.session.Cursor()):
		m.refuse("The pictures are still being drawn: write them in a moment.")
		return nil
	}
	shown, look := figure.Screen(m.snapshot(), m.pictures.Now), figure.Look{ASCII: m.theme.ASCII, Alone: true}
	return m.writing(i.Path, i.Replace, "the pictures",
		func() ([]byte, error) {
			text, err := shown.As(context.Background(), form, look)
			return []byte(text), err
		},
		func(path string, replace bool) intent.Intent { return intent.Figure{Path: path, Replace: replace} })
}

// replay reads the sequence in a file; replayed carries it out.
func (m *Model) replay(path string) tea.Cmd {
	d, from := m.options.Door, m.state()
	m.say("Reading " + theme.Printable(path) + m.theme.Signs.Cut)
	return m.lanes.Start("file", func(ctx context.Context) tea.Msg {
		in, err := d.Read(ctx, door.Sequence, path)
		if err != nil {
			return replayMsg{name: path, err: err}
		}
		steps, err := in.Steps(from)
		if err == nil && len(steps) == 0 {
			err = fmt.Errorf("%s holds no operation", path)
		}
		return replayMsg{path, from, steps, err}
	})
}

// replayed carries out what a file brought, one step a line, where the file was
// asked for.
func (m *Model) replayed(r replayMsg) tea.Cmd {
	switch {
	case r.err != nil:
		m.refuse(pane.Sentence(r.err.Error()))
		return nil
	case m.state() != r.from:
		m.refuse("You have moved on before " + theme.Printable(r.name) + " was read: replay it again.")
		return nil
	}
	wishes := make([]intent.Intent, 0, len(r.steps)+1)
	for _, step := range r.steps {
		wishes = append(wishes, intent.Carry{Ops: []model.Op{step.Op}})
		if step.Note != "" {
			wishes = append(wishes, intent.Annotate{Text: step.Note})
		}
	}
	return m.carryOut(append(wishes, intent.Say{Text: "Carried out " + theme.Plural(len(r.steps), "operation", "operations") + " from " + theme.Printable(r.name) + "."}))
}

// openDag opens a sample, a dag or a session.
func (m *Model) openDag(name string) tea.Cmd {
	d := m.options.Door
	m.say("Opening " + theme.Printable(name) + m.theme.Signs.Cut)
	return m.lanes.Start("file", func(ctx context.Context) tea.Msg {
		in, err := d.Open(ctx, name)
		if err != nil {
			return openedMsg{err: err}
		}
		if in.Kind == door.Session {
			s, err := in.Session()
			return openedMsg{session: s, err: err}
		}
		g, err := in.Dag()
		return openedMsg{dag: g, err: err}
	})
}

// opened shows what was opened.
func (m *Model) opened(o openedMsg) tea.Cmd {
	switch {
	case o.err != nil:
		m.refuse(pane.Sentence(o.err.Error()))
		return nil
	case o.session != nil:
		cmd := m.open(o.session, o.resumed)
		m.say("Opened the session on " + theme.Printable(o.session.Dag().Name) + " at step " + fmt.Sprint(o.session.Depth()) + "; u goes back as ever.")
		return cmd
	}
	cmd := m.open(session.New(o.dag), "")
	m.say("Opened " + theme.Printable(o.dag.Name) + ".")
	return tea.Batch(cmd, m.lookForUnfinished())
}

func (m *Model) restart() tea.Cmd { return m.open(session.New(m.dag()), "") }

// fileStem makes a file name of a dag's name.
func fileStem(name string) string {
	stem := strings.Map(func(r rune) rune {
		if r == '/' || r == ' ' || !(r < 0x7f && r > ' ') {
			return '_'
		}
		return r
	}, name)
	if stem == "" {
		return "sequence"
	}
	return stem
}
