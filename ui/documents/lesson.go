package documents

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"facet/model"
	"facet/model/format"
	"facet/model/lesson"
	"facet/model/session"
	"facet/samples"
	"facet/ui/intent"
	"facet/ui/style"
)

// Lesson is the session as a lesson, with its notes and branches. beside is the path
// of the dag's own file, which the lesson names; empty where the dag is a sample.
func Lesson(s *session.Session, i intent.SaveLesson) (c Content, beside, refusal string) {
	if s.Steps() == 0 {
		return c, "", "The session has no steps yet: a lesson needs some."
	}
	whole, g := s.Snapshot(), s.Dag()
	about := lesson.About{Title: cmp.Or(strings.TrimSpace(g.Name), "A lesson")}
	if name, classic, ok := sampleOf(g); ok {
		about.Dag, about.Classic = name, classic
	} else {
		beside = strings.TrimSuffix(i.Path, ".md") + ".xml"
		about.Dag = filepath.Base(beside)
	}
	return Content{"a lesson with " + style.Plural(s.Steps(), "step", "steps"), i.Path, i.Replace,
		func(context.Context) ([]byte, error) { return lessonText(whole, about) },
		func(path string, replace bool) intent.Intent {
			return intent.SaveLesson{Path: path, Replace: replace}
		}}, beside, ""
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
		return nil, fmt.Errorf("the session cannot become a lesson, %w: save it with :save-session", mistakes.Err())
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
