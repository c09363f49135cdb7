// Package documents opens and saves sequences, sessions, dags and figures for the
// explorer's user. Reading, making and writing them takes time and is done in the
// background; nothing here changes what is on the screen.
package documents

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/format"
	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/figure"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
	"facet/ui/explore/panel/drawing"
	"facet/ui/files"
)

// Content is what is to be written. It is itself the intent that writes it.
type Content struct {
	What    string // its name in messages
	Path    string
	Replace bool   // an existing file is overwritten
	Command string // that writes the same to another path
	Make    func(ctx context.Context) ([]byte, error)
	// After says more of what was written, once it is; it may be nil.
	After func(path string) string
}

// Effect says that a file is written.
func (Content) Effect() intent.Effect { return intent.Writes }

// Writing makes a command that writes content of its own to a file; the string says why there is
// none.
func Writing(name, does string, of func(v *layer.View, path string) (Content, string)) layer.Command {
	return layer.Writing(name, does, func(path string, replace bool) intent.Intent {
		return layer.Act{Of: intent.Writes, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
			content, none := of(v, path)
			if none != "" {
				return nil, layer.Refuse(none)
			}
			content.Path, content.Replace, content.Command = path, replace, name
			return nil, []intent.Intent{content}
		}}
	})
}

// Sequence is the sequence up to the cursor with its notes; the string says why there is
// none.
func Sequence(s *session.Session) (Content, string) {
	if s.Depth() == 0 {
		return Content{}, "The sequence has no operation yet: there is nothing to save."
	}
	text := fmt.Sprintf("# %s, total %s\n", style.Printable(s.Dag().Name), s.State().Spent()) + s.Sequence()
	return Content{What: style.Plural(len(s.Ops()), "operation", "operations"),
		Make: func(context.Context) ([]byte, error) { return []byte(text), nil }}, ""
}

// Session is the whole session with all its branches.
func Session(s layer.Steps) (Content, string) {
	whole := s.Snapshot()
	return Content{What: "the session with " + style.Plural(s.Steps(), "step", "steps"),
		Make: func(context.Context) ([]byte, error) { return whole.MarshalJSON() }}, ""
}

// Export is the dag or the current line dag, in the format of the path's extension.
func Export(v *layer.View, path string) (Content, string) {
	g, s := v.Dag(), v.State()
	if len(g.Edges) == 0 {
		return Content{},
			"The dag has no edge yet, and no program could read the file. The drawing is saved with the sessions."
	}
	var b bytes.Buffer
	what, write := "the dag", func() error { return format.WriteDOT(style.EscapedXML(&b), g) }
	switch {
	case strings.HasSuffix(path, ".line.dot"):
		what, write = "the line dag as it is now", func() error {
			return format.WriteLineDOT(style.EscapedXML(&b), s)
		}
	case strings.HasSuffix(path, ".dot"), strings.HasSuffix(path, ".gv"):
	case strings.HasSuffix(path, ".json"):
		write = func() error { return format.WriteJSON(style.EscapedJSON(&b), g) }
	case strings.HasSuffix(path, ".xml"), strings.HasSuffix(path, ".graphml"):
		write = func() error { return format.WriteGraphML(style.EscapedXML(&b), g) }
	default:
		return Content{},
			"Choose the form by the extension: .xml for GraphML, .json, .dot for Graphviz, .line.dot for the line dag."
	}
	return Content{What: what,
		Make: func(context.Context) ([]byte, error) { err := write(); return b.Bytes(), err }}, ""
}

// Figure is the pictures with their marks, as they are on the screen.
func Figure(v *layer.View, p *drawing.Pictures, path string) (Content, string) {
	form, ok := figure.FormOf(path)
	switch {
	case !ok:
		return Content{}, "Choose the form by the extension: .svg, .tex for TikZ, .html or .txt."
	case !p.Ready(v.Steps.Cursor()):
		return Content{}, "The pictures are still being drawn: try again in a moment."
	}
	shown, look := figure.Screen(v, p), figure.Options{ASCII: v.Theme.ASCII, Alone: true}
	return Content{What: "the pictures",
		Make: func(ctx context.Context) ([]byte, error) {
			text, err := shown.As(ctx, form, look)
			return []byte(text), err
		}}, ""
}

// Wrote is the message that brings the outcome of writing a file.
type Wrote struct {
	What, Path string
	More       string // what is said of it beside that
	Err        error
	exists     *files.Exists
	command    string
	asked      string // the path that the user gave
}

// Write makes the content and writes it.
func (c Content) Write(ctx context.Context, d files.Library) Wrote {
	out := Wrote{What: c.What, Path: c.Path, command: c.Command, asked: c.Path}
	text, err := c.Make(ctx)
	if err == nil {
		out.Path, err = d.Write(ctx, c.Path, text, c.Replace)
	}
	if err == nil && c.After != nil {
		out.More = " " + c.After(out.Path)
	}
	out.Err = err
	errors.As(err, &out.exists)
	return out
}

// Question asks whether to overwrite a file that facet did not write; it is nil where
// that question does not arise.
func (w Wrote) Question() *overlay.Question {
	if w.exists == nil {
		return nil
	}
	return &overlay.Question{Text: "the file exists", Lines: []string{style.Printable(w.exists.Name) +
		" exists, and this session did not write it."},
		Answers: []overlay.Answer{
			{Key: "n", Does: "write " + style.Printable(w.exists.Free) + " instead",
				Intent: intent.Line(w.command + " " + w.exists.Free)},
			{Key: "o", Does: "overwrite it", Intent: intent.Line(w.command + "! " + w.asked)},
		}, Passing: intent.Say{Text: "Nothing was written."}}
}

// Stem makes the beginning of a file name from a dag's name.
func Stem(name string) string {
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

// Table is the sequence up to the cursor in the paper's notation, in the format of the
// path's extension; the string says why there is none.
func Table(s *session.Session, path string) (Content, string) {
	form, ok := figure.TableOf(path)
	switch {
	case !ok:
		return Content{}, "Choose the form by the extension: .tex for LaTeX or .md for Markdown."
	case s.Depth() == 0:
		return Content{}, "The sequence has no operation yet: there is nothing to write."
	}
	walk := figure.Along(s)
	return Content{What: "the sequence as a table",
		Make: func(context.Context) ([]byte, error) {
			text, err := walk.Table(form, nil)
			return []byte(text), err
		}}, ""
}
