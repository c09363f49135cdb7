package lesson

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"facet/model"
	"facet/model/junction"
	"facet/model/session"
)

// About is what a session does not know of the lesson that is made of it.
type About struct {
	Title, Author string
	Dag           string // as the lesson is to name it
	Classic       bool
}

// Write makes a lesson of a session: its first line of steps, and each branch
// after it with the step that it leaves. Notes of steps become notes of the lesson.
func Write(s *session.Session, about About) ([]byte, error) {
	var b bytes.Buffer
	if err := writeFront(&b, about); err != nil {
		return nil, err
	}
	w := writer{b: &b, s: s}
	fmt.Fprintf(&b, "\n# %s\n", heading(about.Title))
	if root, _ := s.Step(0); root.Note != "" {
		fmt.Fprintf(&b, "\n%s\n", heading(root.Note))
	}
	w.line(0)
	return b.Bytes(), nil
}

func writeFront(b *bytes.Buffer, about About) error {
	b.WriteString("---\n")
	keys := [][2]string{{"title", about.Title}, {"dag", about.Dag}, {"author", about.Author}}
	if about.Classic {
		keys = append(keys, [2]string{"mode", "classic"})
	}
	for _, key := range keys {
		text := plain(key[1])
		if text == "" {
			continue
		}
		line, err := yaml.Marshal(map[string]string{key[0]: text})
		if err != nil {
			return fmt.Errorf("the lesson's %s cannot be written: %w", key[0], err)
		}
		b.Write(line)
	}
	b.WriteString("---\n")
	return nil
}

// plain is a text in one line, without what a lesson must not have.
func plain(text string) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case unicode.IsSpace(c):
			return ' '
		case c == unicode.ReplacementChar, unicode.Is(unicode.Cc, c), unicode.Is(unicode.Bidi_Control, c):
			return -1
		}
		return c
	}, text)
	return model.OneLine(text)
}

// heading is a text in one line of prose, in which nothing means something to
// Markdown or begins a branch.
func heading(text string) string {
	text = plain(text)
	if backTo.MatchString(text) || backToNothing.MatchString(text) || strings.HasPrefix(text, "Dag:") {
		text = "... " + text
	}
	var b strings.Builder
	for _, c := range text {
		if strings.ContainsRune("\\`*_{}[]<>()#+-.!|~&:", c) {
			b.WriteByte('\\')
		}
		b.WriteRune(c)
	}
	return b.String()
}

type writer struct {
	b    *bytes.Buffer
	s    *session.Session
	open bool // a block of steps
}

// fork is a step from which a branch is still to be written.
type fork struct{ step, depth int }

// line writes what follows a step, and all branches behind it. A branch leaves the
// line that was written last, so the latest fork comes first.
func (w *writer) line(from int) {
	forks := []fork{{from, 0}}
	for first := true; len(forks) > 0; first = false {
		f := forks[len(forks)-1]
		forks = forks[:len(forks)-1]
		at := f.step
		if !first {
			fmt.Fprintf(w.b, "\n### Back to step %d\n", f.depth-1)
			w.step(at)
		}
		for depth := f.depth; ; depth++ {
			children := w.s.Children(at)
			if len(children) == 0 {
				break
			}
			for k := len(children) - 1; k > 0; k-- {
				forks = append(forks, fork{children[k], depth + 1})
			}
			at = children[0]
			w.step(at)
		}
		w.close()
	}
}

func (w *writer) step(id int) {
	step, _ := w.s.Step(id)
	if w.whole(step) {
		step.Lines = []string{step.Title}
	}
	if len(step.Lines) > 1 {
		w.close()
		fmt.Fprintf(w.b, "\n```facet together: %s\n", strings.ReplaceAll(plain(step.Title), "`", "'"))
		w.open = true
	} else if !w.open {
		w.b.WriteString("\n```facet\n")
		w.open = true
	}
	notes := noteLines(step.Note)
	for k, line := range step.Lines {
		w.b.WriteString(line)
		if k == len(step.Lines)-1 && len(notes) > 0 {
			w.b.WriteString("  # " + notes[0])
		}
		w.b.WriteByte('\n')
	}
	for k, note := range notes {
		if k > 0 {
			w.b.WriteString("# " + note + "\n")
		}
	}
	if len(step.Lines) > 1 {
		w.close()
	}
}

// whole reports whether a step's title is a line that does the same.
func (w *writer) whole(step session.Step) bool {
	e, is, err := junction.Read(w.s.Dag(), step.Title)
	before, there := w.s.StateAt(step.Parent)
	if !is || err != nil || !there || e.Faces(before) > len(step.Ops) {
		return false
	}
	plan, err := e.Plan(before)
	return err == nil && slices.Equal(plan.Ops, step.Ops)
}

func (w *writer) close() {
	if w.open {
		w.b.WriteString("```\n")
		w.open = false
	}
}

// noteWidth is how long a line of a note becomes.
const noteWidth = 100

// noteLines breaks a note into the lines of a block.
func noteLines(note string) []string {
	var lines []string
	for _, word := range strings.Fields(plain(note)) {
		last := len(lines) - 1
		if last >= 0 && len(lines[last])+1+len(word) <= noteWidth {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
