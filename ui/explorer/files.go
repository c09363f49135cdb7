package explorer

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/renameio/v2/maybe"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/store"
	"facet/ui/theme"
)

// saveSequence writes the sequence up to the cursor.
func (m *Model) saveSequence(i intent.Save) {
	if m.session.Depth() == 0 {
		m.refuse("There is nothing to save yet: the sequence has no operation.")
		return
	}
	text, err := model.FormatSequence(model.NewState(m.dag()), m.session.Ops())
	head := fmt.Sprintf("# %s, total %s\n", theme.Printable(m.dag().Name), m.state().Spent())
	m.write(i.Path, []byte(head+text), err, theme.Plural(len(m.session.Ops()), "operation", "operations"))
}

// saveSession writes the whole session.
func (m *Model) saveSession(i intent.SaveSession) {
	content, err := m.session.MarshalJSON()
	m.write(i.Path, content, err, "the session with "+theme.Plural(m.session.Steps(), "step", "steps"))
}

func (m *Model) restart() tea.Cmd { return m.open(session.New(m.dag()), "") }

func (m *Model) discard(path string) {
	m.say("Put aside: :sessions brings it back. This is a new session.")
	m.report(m.place.Discard(store.Saved{Path: path}))
}

// write replaces a file as a whole and says so.
func (m *Model) write(path string, content []byte, err error, what string) {
	if err == nil {
		err = maybe.WriteFile(home(path, m.options.Getenv), content, 0o644)
	}
	if err != nil {
		m.refuse(sentence("cannot write " + path + ": " + plainReason(err)))
		return
	}
	m.say("Saved " + what + " to " + theme.Printable(path) + ".")
}

// plainReason is an error without the path that the sentence names already.
func plainReason(err error) string {
	if e, ok := err.(*os.PathError); ok {
		return e.Err.Error()
	}
	return err.Error()
}

// home understands a leading ~ as a shell does.
func home(path string, env store.Getenv) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && env("HOME") != "" {
		return filepath.Join(env("HOME"), rest)
	}
	return path
}

// export writes the dag, or the line dag as it is now, by the file's ending.
func (m *Model) export(i intent.Export) {
	path := i.Path
	var b bytes.Buffer
	var err error
	what := "the dag"
	switch {
	case strings.HasSuffix(path, ".line.dot"):
		what, err = "the line dag as it is now", format.WriteLineDOT(&b, m.state())
	case strings.HasSuffix(path, ".dot"), strings.HasSuffix(path, ".gv"):
		err = format.WriteDOT(&b, m.dag())
	case strings.HasSuffix(path, ".xml"), strings.HasSuffix(path, ".graphml"):
		err = format.WriteGraphML(&b, m.dag())
	default:
		m.refuse("The file's ending says what to write: .xml for GraphML, .dot for Graphviz, .line.dot for the line dag.")
		return
	}
	m.write(path, b.Bytes(), err, what)
}

// replay carries out the sequence in a file from here on, one step a line.
func (m *Model) replay(path string) {
	file, err := os.Open(home(path, m.options.Getenv))
	if err != nil {
		m.refuse(sentence("cannot read " + path + ": " + plainReason(err)))
		return
	}
	defer file.Close()
	ops, _, err := model.ReadSequence(m.state(), file)
	if err != nil {
		m.refuse(sentence(path + ": " + err.Error()))
		return
	}
	if len(ops) == 0 {
		m.refuse(sentence(path + " holds no operation"))
		return
	}
	for _, op := range ops {
		if _, err := m.session.Do("", op); err != nil {
			m.refuse(sentence(err.Error()))
			return
		}
	}
	m.selectNear(0)
	m.say("Carried out " + theme.Plural(len(ops), "operation", "operations") + " from " + theme.Printable(path) + ".")
}

func (m *Model) openDag(name string) tea.Cmd {
	g, err := m.options.Open(home(name, m.options.Getenv))
	if err != nil {
		m.refuse(sentence(err.Error()))
		return nil
	}
	cmd := m.open(session.New(g), "")
	m.say("Opened " + theme.Printable(g.Name) + ".")
	m.offerResume()
	return cmd
}

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
