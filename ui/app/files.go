package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/documents"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/style"
)

// write makes the content of a file in the background and writes it. What comes from
// files comes as messages: no disk is ever waited for.
func (m *Model) write(c documents.Content, refusal string) tea.Cmd {
	if refusal != "" {
		m.refuse(refusal)
		return nil
	}
	m.writes++
	m.pending++
	d := m.options.Door
	return m.jobs.Start(job.Name(fmt.Sprintf("write %d", m.writes)), func(ctx context.Context) tea.Msg { return c.Write(ctx, d) })
}

// wrote says what became of a file.
func (m *Model) wrote(w documents.Wrote) tea.Cmd {
	m.pending--
	switch q := w.Question(); {
	case q != nil:
		m.leaving = false
		m.push(q)
	case w.Err != nil:
		m.leaving = false
		m.refuse(layer.Sentence(w.Err.Error()))
	default:
		m.say("Saved " + w.What + " to " + style.Printable(w.Path) + ".")
		if m.leaving && m.pending == 0 {
			return tea.Quit
		}
	}
	return nil
}

// leave quits as soon as what is being written is on the disk; whoever asks twice
// does not wait.
func (m *Model) leave() tea.Cmd {
	if m.options.Leaving != nil && !m.warned {
		if text := m.options.Leaving(); text != "" {
			m.warned = true
			m.say(text)
			return nil
		}
	}
	if m.pending > 0 && !m.leaving {
		m.leaving = true
		m.say("A file is being written" + m.theme.Signs.Cut + " q again quits without it.")
		return nil
	}
	m.leaving, m.gone = true, true
	return tea.Quit
}

// replay reads the sequence in a file; replayed carries it out.
func (m *Model) replay(path string) tea.Cmd {
	d, from := m.options.Door, m.state()
	m.say("Reading " + style.Printable(path) + m.theme.Signs.Cut)
	return m.jobs.Start(fileJob, func(ctx context.Context) tea.Msg { return documents.Replay(ctx, d, path, from) })
}

// replayed carries out what a file brought, where it was asked for.
func (m *Model) replayed(r documents.Replayed) tea.Cmd {
	switch {
	case r.Err != nil:
		m.refuse(layer.Sentence(r.Err.Error()))
		return nil
	case m.state() != r.From:
		m.refuse("The session changed before " + style.Printable(r.Name) + " was read: use :replay again.")
		return nil
	}
	return m.carryOut(r.Intents())
}

// openDag opens a sample, a dag or a session.
func (m *Model) openDag(name string) tea.Cmd {
	d := m.options.Door
	m.say("Opening " + style.Printable(name) + m.theme.Signs.Cut)
	return m.jobs.Start(fileJob, func(ctx context.Context) tea.Msg { return documents.Open(ctx, d, name) })
}

// opened shows what was opened.
func (m *Model) opened(o documents.Opened) tea.Cmd {
	switch {
	case o.Err != nil:
		m.refuse(layer.Sentence(o.Err.Error()))
		return nil
	case o.Session != nil:
		cmd := m.open(o.Session, o.Resumed)
		m.say("Opened the session on " + style.Printable(o.Session.Dag().Name) + " at step " + fmt.Sprint(o.Session.Depth()) + "; u goes back.")
		return cmd
	}
	cmd := m.open(session.New(o.Dag), "")
	m.say("Opened " + style.Printable(o.Dag.Name) + ".")
	return tea.Batch(cmd, m.lookForUnfinished())
}

func (m *Model) restart() tea.Cmd { return m.open(session.New(m.dag()), "") }
