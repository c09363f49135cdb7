package lesson_test

import (
	"fmt"
	"strings"
	"testing"

	"facet/model"
	"facet/model/teach/lesson"
	"facet/samples/lessons"
)

// course reads and carries out a lesson that has no mistakes.
func course(t *testing.T, text string) *lesson.Course {
	t.Helper()
	l, mistakes := lesson.Read([]byte(text))
	if err := mistakes.Err(); err != nil {
		t.Fatal(err)
	}
	c, mistakes := lesson.Play(l, open(t))
	if err := mistakes.Err(); err != nil {
		t.Fatal(err)
	}
	return c
}

// The end of a note says what its page points at, and is not shown.
func TestMarks(t *testing.T) {
	c := course(t,
		front+"# A\n```facet\n# Both. Mark: (0 1)(1,2) (2,3) 1\nELI (0 1)(1 2) # None.\nELI (0 1)(1 4)\n# Mark: (0,1,2)\n```\n")
	if p := c.Pages[0]; p.Note != "Both." || len(p.Marks) != 3 || p.Marks[0].Face.U == model.NoZ ||
		p.Marks[1].Z == model.NoZ || p.Marks[2].Vertex < 0 {
		t.Errorf("%q %+v", p.Note, p.Marks)
	}
	if p := c.Pages[1]; p.Note != "None." || len(p.Marks) != 0 {
		t.Errorf("%q %+v", p.Note, p.Marks)
	}
	if p := c.Pages[2]; p.Note != "" || len(p.Marks) != 1 {
		t.Errorf("%q %+v", p.Note, p.Marks)
	}
	if s, _ := c.Scenes[0].Step(c.Pages[2].Step); s.Note != "" {
		t.Errorf("the step has the note %q", s.Note)
	}
}

// Pages behind a paragraph that names what their pictures are about show its surroundings,
// until the whole is asked for, or the chapter ends.
func TestAround(t *testing.T) {
	c := course(t,
		front+"# A\n```facet\nELI (0 1)(1 2)\n```\n\nPicture: around 2\n\n```facet\nELI (0 1)(1 4)\n```\n\nPicture: around (0,1,2).\n\n"+
			"```facet\n# Here.\n```\n\nPicture: whole\n\n```facet\nELI (0 1 2)(2 3)\n```\n\nPicture: around 2\n\n# B\n```facet\n# New.\n```\n")
	var got []string
	for _, p := range c.Pages {
		switch {
		case p.Around == nil:
			got = append(got, "whole")
		case p.Around.Vertex >= 0:
			got = append(got, "vertex")
		default:
			got = append(got, "element")
		}
	}
	if want := "whole whole vertex element whole whole"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// What a note names has to be in the picture of its page, but in a sentence about
// paths.
func TestUnseen(t *testing.T) {
	for _, c := range []struct {
		note string
		want string
	}{
		{"(0,1,2) is new, and (2,3) is next.", ""},
		{"(1,2) is removed.", ""},
		{"(0,1,2)(2,3) is next.", ""},
		{"Of the paths (0,1,2,3) and (0,1,2,4) none is done. F'(0,1,2,3) comes later.", ""},
		{"Both paths are there. (0,1,2,3) is one.", "(0,1,2,3)"},
		{"(0,1,2,4) comes later.", "(0,1,2,4)"},
	} {
		told := course(t, front+"# A\n```facet\nELI (0 1)(1 2) # "+c.note+"\n```\n").Unseen()
		switch {
		case c.want == "" && len(told) > 0:
			t.Errorf("%s: %v", c.note, told)
		case c.want != "" && (len(told) != 1 ||
			!strings.HasPrefix(told[0].Text, fmt.Sprintf("the note names %s, which is not in the picture",
				c.want))):
			t.Errorf("%s: %v", c.note, told)
		}
	}
	late := course(t, front+"# A\n```facet\nELI (0 1)(1 2)\nELI (0 1)(1 4) # (1,2) is removed.\n```\n").
		Unseen()
	if len(late) != 1 {
		t.Errorf("a vertex that went two steps ago is named: %v", late)
	}
}

// No lesson of facet names what its pages do not show.
func TestShippedAreSeen(t *testing.T) {
	for _, name := range lessons.Names() {
		text, err := lessons.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		l, _ := lesson.Read(text)
		c, _ := lesson.Play(l, open(t))
		if err := c.Unseen().Err(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
