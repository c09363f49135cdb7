package author

import (
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/session"
	"facet/model/teach/lesson"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/uitest"
)

// A session becomes a lesson that names its dag: a sample, or a file beside it.
func TestLessonOfASession(t *testing.T) {
	bat := uitest.Sample(t, "bat")
	own := uitest.Sample(t, "lion")
	own.Edges = slices.Clone(own.Edges)
	own.Edges[0].Tangent++
	own, err := model.NewDag("Mine: \x1b[31m", own.Vertices, own.Edges)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		dag    *model.Dag
		name   string
		mode   bool
		beside string
	}{{bat, "bat", false, ""}, {bat.Classic(), "bat", true, ""}, {own, "my.xml", false, "dir/my.xml"}} {
		s := session.New(c.dag)
		for range 2 {
			if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Annotate(2, "a note"); err != nil {
			t.Fatal(err)
		}
		content, beside := lessonOf(s, "dir/my.md")
		if beside != c.beside {
			t.Errorf("beside %q", beside)
		}
		text, err := content.Make(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l, mistakes := lesson.Read(text)
		if len(mistakes) > 0 || l.Subject != (lesson.Subject{Dag: c.name, Classic: c.mode}) {
			t.Errorf("%+v, %v\n%s", l.Subject, mistakes, text)
		}
		course, mistakes := lesson.Play(l, func(string) (*model.Dag, error) {
			if c.mode {
				return bat, nil
			}
			return c.dag, nil
		})
		if len(mistakes) > 0 || course.Pages[len(course.Pages)-1].Note != "a note" {
			t.Errorf("%v\n%s", mistakes, text)
		}
	}
	v := &layer.View{Steps: session.New(bat)}
	said := write(v, "a.md", false)
	if refusal, ok := said[0].(intent.Say); !ok || refusal.As != intent.Refusal ||
		!strings.Contains(refusal.Text, "no steps yet") {
		t.Errorf("an empty session: %q", said)
	}
}
