// Package author writes the session as a lesson, with its notes and branches.
package author

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/format"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/samples"
	"facet/ui/draw/style"
	"facet/ui/explore/documents"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// command writes the session as a lesson, with notes and branches.
const command = "save-lesson"

// Command is the command that does it.
func Command() layer.Command {
	return layer.Writing(command, "save the session as a lesson, with notes and branches",
		func(path string, replace bool) intent.Intent {
			return layer.Act{Of: intent.Writes, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
				return nil, write(v, path, replace)
			}}
		})
}

// write writes the session as a lesson, and its dag beside it where that is no sample.
func write(v *layer.View, path string, replace bool) []intent.Intent {
	if v.Steps.Steps() == 0 {
		return layer.Refuse("The session has no steps yet: a lesson needs some.")
	}
	content, beside := lessonOf(v.Steps, path)
	content.Path, content.Replace, content.Command = path, replace, command
	if beside == "" {
		return []intent.Intent{content}
	}
	return []intent.Intent{content, intent.Line("export " + beside)}
}

// lessonOf is the session as a lesson, with its notes and branches. beside is the path
// of the dag's own file, which the lesson names; empty where the dag is a sample.
func lessonOf(s layer.Steps, path string) (c documents.Content, beside string) {
	whole, g := s.Snapshot(), s.Dag()
	about := lesson.About{Title: cmp.Or(strings.TrimSpace(g.Name), "A lesson")}
	if name, classic, ok := sampleOf(g); ok {
		about.Dag, about.Classic = name, classic
	} else {
		beside = strings.TrimSuffix(path, ".md") + ".xml"
		about.Dag = filepath.Base(beside)
	}
	return documents.Content{What: "a lesson with " + style.Plural(s.Steps(), "step", "steps"),
		Make: func(context.Context) ([]byte, error) { return lessonText(whole, about) }}, beside
}

// lessonText writes a lesson, and reads it again: one that could not be opened is
// no way to keep something.
func lessonText(whole *session.Snapshot, about lesson.About) ([]byte, error) {
	content, err := whole.MarshalJSON()
	if err != nil {
		return nil, err
	}
	s, err := session.Load(content)
	if err != nil {
		return nil, err
	}
	text, err := lesson.Write(s, about)
	if err != nil {
		return nil, err
	}
	if _, mistakes := lesson.Read(text); len(mistakes) > 0 {
		return nil, fmt.Errorf("the session cannot become a lesson, %w: save it with :save-session",
			mistakes.Err())
	}
	return text, nil
}

// sampleOf finds the sample that a dag is, perhaps in classic mode.
func sampleOf(g *model.Dag) (name string, classic, ok bool) {
	is := g.Fingerprint()
	for _, name := range samples.Names() {
		text, err := samples.Open(name)
		if err != nil {
			continue
		}
		sample, err := format.Read(name, bytes.NewReader(text))
		switch {
		case err != nil:
		case sample.Fingerprint() == is:
			return name, false, true
		case sample.Classic().Fingerprint() == is:
			return name, true, true
		}
	}
	return "", false, false
}
